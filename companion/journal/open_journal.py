"""Opens the journal of a state directory; repairs it, or uses memory if it is damaged or cannot be written."""

from __future__ import annotations

import errno
import logging
import os
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from companion.journal.database import ROLLBACK, not_saved
from companion.journal.database_files import broken_log_of, copy_database, file_beside, log_of, with_log
from companion.journal.file_watch import WAL_ENDING
from companion.journal.journal import REPAIR, Journal, free_name
from companion.journal.replacement import undo_interrupted_replacement
from companion.journal.rescue import RescuedJournal, open_checked, rescue_journal, salvage_into
from companion.journal.state_directory import (
    check_kind,
    check_readable,
    in_use,
    journal_path,
    lock,
    path_for_copy,
    tidy_up,
)
from companion.rules.game import Game
from companion.rules.text import say
from companion.table.session_errors import (
    DamagedError,
    NewerError,
    NoStateError,
    NotSavedError,
    SaveFailure,
    SessionError,
    UnreadableError,
)

log = logging.getLogger(__name__)
_WITH_LOG = b"\x02\x02"
"""In the header of a database: writes go to a log first."""


@dataclass(slots=True)
class Store:
    """An open state directory."""

    directory: Path
    games: tuple[Game, ...]
    journal: Journal
    old_path: Path | None = None
    """Path under which the damaged journal was put aside, if it was."""
    lost: int = 0
    """Number of games in the damaged journal that could not be saved whole."""
    log_broken: bool = False
    """True if the log was damaged: the last writes may be missing, and it is unknown of which game."""
    _stack: ExitStack = field(default_factory=ExitStack)

    def close(self) -> None:
        """Close the journal and unlock the directory. A repair made only now is reported at the next start."""
        before = self.old_path
        self.journal.close()
        if self.old_path is not None and self.old_path != before:
            with suppress(SessionError), closing(Journal(journal_path(self.directory))) as journal:
                journal.set_note(REPAIR, {"aside": self.old_path.name, "lost": self.lost})
        self._stack.close()

    def reopen(self) -> Journal:
        """Return the journal on the disk, reopened after a failed write. Raises NotSavedError while that fails."""
        path = journal_path(self.directory)
        try:
            check_kind(path)
            if self.journal.spoilt:
                rescued = rescue_journal(path, self.games, self.journal)
            elif self.journal.games() and not path.is_file():
                raise NotSavedError("the journal is not there", SaveFailure.GONE)
            elif not self.journal.read_only:
                return open_checked(path)
            else:
                rescued = _open_on_disk(path, self.games)
                rescued.journal.checkpoint()
        except DamagedError as damage:  # a game is open: the next start puts the journal aside
            raise NotSavedError(f"damaged: {damage.reason.key}") from damage
        except UnreadableError as error:
            raise NotSavedError(f"unreadable: {error.reason.key}") from error
        except (NotSavedError, OSError) as error:
            raise _open_error(error, path) from error
        self.old_path, self.lost = rescued.old_path or self.old_path, self.lost + rescued.lost
        self.log_broken = self.log_broken or rescued.log_broken
        return rescued.journal

    def _take_over_last_repair(self) -> None:
        """Take over the report of a repair at the last end, unless this start has its own to report."""
        repair = self.journal.note(REPAIR)
        if repair is None or self.journal.read_only:
            return
        if self.old_path is None and isinstance(repair, dict):
            name, lost = repair.get("aside"), repair.get("lost")
            self.old_path = self.directory / name if isinstance(name, str) and "/" not in name else None
            self.lost = lost if type(lost) is int else 0
        with suppress(NotSavedError):
            self.journal.set_note(REPAIR, None)


def open_store(directory: Path, games: tuple[Game, ...]) -> Store:
    """Open a state directory, and create it if necessary.

    A damaged journal is put aside whole, and a new one gets every game, or start of a game, that still holds. If
    the card cannot be written, the journal is opened from a copy in memory: the table is shown, nothing is saved
    until the card can be written again.

    Raises NoStateError, InUseError, UnreadableError or NewerError; each says what to do.
    """
    check_kind(journal_path(directory))
    with ExitStack() as stack:
        stack.callback(lock(directory))
        tidy_up(directory)
        opened = _open(journal_path(directory), games, stack)
        rescued = (opened.journal, opened.old_path, opened.lost, opened.log_broken)
        store = Store(directory, games, *rescued, stack.pop_all())
        store.journal.way_back = store.reopen
        store._take_over_last_repair()
        store.journal.checkpoint()  # records that a power cut left in the log are not kept in memory
        store.journal.keep_recent()
        return store


@contextmanager
def journal_to_read(directory: Path) -> Iterator[Journal]:
    """Open the journal of a state directory to read it, even while a companion is using it.

    In a folder without write access, as on a read-only card, SQLite may be unable to read the log of a journal.
    Then a temporary copy of both is read. If the log is broken, a copy with a mended log is read. Nothing in the
    state directory changes.

    Raises NoStateError if there is no journal, UnreadableError, DamagedError or NewerError.
    """
    path = journal_path(directory)
    try:
        check_readable(path)
    except (FileNotFoundError, NotADirectoryError) as error:
        raise NoStateError(say("session.no_journal", path=str(path))) from error
    if not path.stat().st_size:  # SQLite would delete its log
        raise UnreadableError(say("session.empty_file", path=str(path)))
    with ExitStack() as stack:
        copy = _open_with_mended_log(path, stack) if broken_log(directory) is not None else None
        yield stack.enter_context(closing(copy or _open_to_read(path, stack)))


def broken_log(directory: Path) -> DamagedError | None:
    """Return an error if the log of a journal is broken; None for others, and while a companion has it open."""
    try:
        return None if in_use(directory) else broken_log_of(journal_path(directory))
    except OSError:
        return None


def _open_with_mended_log(path: Path, stack: ExitStack) -> Journal | None:
    """Open a copy of a journal with all valid parts of its broken log; return None if that makes no journal."""
    log.warning("%s%s is broken; what it has is read from a copy", path, WAL_ENDING)
    with suppress(OSError, DamagedError, NotSavedError):
        copy = path_for_copy(stack, path)
        copy.write_bytes(with_log(path.read_bytes(), log_of(path)))
        return Journal(copy, read_only=True)
    return None


def _open_to_read(path: Path, stack: ExitStack) -> Journal:
    """Open a journal to read it, or a copy of it if SQLite cannot put its files beside it."""
    try:
        return Journal(path, read_only=True)
    except NotSavedError as error:
        if error.failure is SaveFailure.LOCKED or os.access(path.parent, os.W_OK):
            raise UnreadableError(say("file.unreadable", path=str(path), cause=error.cause)) from error
    try:
        copy = path_for_copy(stack, path)
        copy_database(path, copy)
        return Journal(copy, read_only=True)
    except NewerError as error:  # the error names the copy
        raise NewerError(say("session.newer", path=str(path))) from error
    except (OSError, NotSavedError) as error:
        cause = error.cause if isinstance(error, NotSavedError) else error.strerror or str(error)
        raise UnreadableError(say("session.no_copy", path=str(path), cause=cause)) from error


def _open(path: Path, games: tuple[Game, ...], stack: ExitStack) -> RescuedJournal:
    try:
        return _open_on_disk(path, games)
    except (NotSavedError, OSError) as error:
        refused = _open_error(error, path)
        log.exception("journal %s cannot be written: %s", path, refused.cause)
        why = refused.failure
    if (copy := _copy_in_memory(path, stack)) is not None:
        copy.read_only_reason = why
        return RescuedJournal(copy)
    if why is not SaveFailure.LOCKED:  # never touch a file that another program is writing
        try:  # the file itself is bad, and nothing else prevents writing
            return rescue_journal(path, games)
        except (NotSavedError, OSError):
            log.exception("no new journal can be begun at %s", path)
    try:
        return _salvage_into_memory(path, games, stack, why)
    except OSError as error:  # no room in memory or in the folder of temporary files
        cause = error.strerror or str(error)
        raise NoStateError(say("session.no_state", path=str(path.parent), cause=cause)) from error


def _open_error(error: NotSavedError | OSError, path: Path) -> NotSavedError:
    """Return the error for a journal that cannot be written.

    SQLite only reports that it cannot open the file, even if the folder is the cause.
    """
    refused = not_saved(error) if isinstance(error, OSError) else error
    if refused.failure is not SaveFailure.DISK or os.access(path.parent, os.W_OK):
        return refused
    return NotSavedError(refused.cause, SaveFailure.READ_ONLY if path.parent.is_dir() else SaveFailure.GONE)


def _salvage_into_memory(path: Path, games: tuple[Game, ...], stack: ExitStack, why: SaveFailure) -> RescuedJournal:
    """Open what can be read of a journal that cannot be written. Raises OSError or NotSavedError without room."""
    copied = path_for_copy(stack, path)
    try:
        copy_database(path, copied)
    except OSError as error:  # part of the card is unreadable: use what was copied
        if error.errno == errno.ENOSPC:
            raise
    salvaged = path_for_copy(stack, path)
    lost, log_broken = salvage_into(copied, salvaged, games)
    journal = Journal(salvaged, read_only=True)
    journal.read_only_reason = why
    return RescuedJournal(journal, None, lost, log_broken)


def _open_on_disk(path: Path, games: tuple[Game, ...]) -> RescuedJournal:
    """Open the journal at this path; a damaged one is put aside. Raises NewerError, NotSavedError or OSError.

    Call it only while SQLite does not have the journal open: it reads the files, and closing a file ends all locks
    on it.
    """
    try:
        _put_away_old_rollback(path)
        undo_interrupted_replacement(path)
        if not log_of(path).broken:
            return RescuedJournal(open_checked(path))
        if path.is_file():
            Journal(path, read_only=True).close()  # raises NewerError for a later version's, which is left alone
        log.error("the log of journal %s is damaged", path)
    except DamagedError as damage:
        log.error("journal %s is damaged: %s", path, damage.reason)
    return rescue_journal(path, games)


def _put_away_old_rollback(path: Path) -> None:
    """Rename a rollback journal that is beside a database with a log. Raises OSError.

    Such a database has no rollback journal: it is from another time, and SQLite would set the database back to that
    time.
    """
    rollback = file_beside(path, ROLLBACK)
    if not (rollback.is_file() and rollback.stat().st_size and path.is_file()):
        return
    with path.open("rb") as file:
        with_log = file.read(20)[18:] == _WITH_LOG
    if with_log:
        away = file_beside(free_name(path), ROLLBACK)
        log.error("%s is from another time, and kept as %s", rollback, away)
        rollback.rename(away)


def _copy_in_memory(path: Path, stack: ExitStack) -> Journal | None:
    """Open a copy of a journal that cannot be written; return None if the copy is no better: then the file is bad."""
    try:
        copy = path_for_copy(stack, path)
        copy_database(path, copy)
        if log_of(copy).broken:
            return None
        open_checked(copy).close()
        return Journal(copy, read_only=True)
    except (DamagedError, NotSavedError, OSError):
        log.exception("journal %s cannot be used from a copy either", path)
        return None
