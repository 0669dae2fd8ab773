"""The open journal of a state directory, also if it is damaged or cannot be written."""

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
from companion.journal.file_watch import LOG
from companion.journal.journal import MENDED, Journal, free_name
from companion.journal.replacement import undo_half_done
from companion.journal.rescue import Opened, begin_again, carry_over, sound
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
from companion.table.table_errors import (
    DamagedError,
    NewerError,
    NoStateError,
    NotSavedError,
    SessionError,
    UnreadableError,
    Why,
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
    aside: Path | None = None
    """Path under which the damaged journal was put aside, if it was."""
    lost: int = 0
    """Number of games in the damaged journal that could not be saved whole."""
    log_broken: bool = False
    """True if the log was damaged: the last writes may be missing, and it is unknown of which game."""
    _held: ExitStack = field(default_factory=ExitStack)

    def close(self) -> None:
        """Close the journal and unlock the directory. A repair made only now is reported at the next start."""
        before = self.aside
        self.journal.close()
        if self.aside is not None and self.aside != before:
            with suppress(SessionError), closing(Journal(journal_path(self.directory))) as journal:
                journal.set_note(MENDED, {"aside": self.aside.name, "lost": self.lost})
        self._held.close()

    def open_again(self) -> Journal:
        """Return the journal on the disk, reopened after a failed write. Raises NotSavedError while that fails."""
        path = journal_path(self.directory)
        try:
            check_kind(path)
            if self.journal.spoilt:
                opened = begin_again(path, self.games, self.journal)
            elif self.journal.games() and not path.is_file():
                raise NotSavedError("the journal is not there", Why.GONE)
            elif not self.journal.read_only:
                return sound(path)
            else:
                opened = _on_disk(path, self.games)
                opened.journal.settle()
        except DamagedError as damage:  # a game is open: the next start puts the journal aside
            raise NotSavedError(f"damaged: {damage.reason.key}") from damage
        except UnreadableError as error:
            raise NotSavedError(f"unreadable: {error.reason.key}") from error
        except (NotSavedError, OSError) as error:
            raise _not_opened(error, path) from error
        self.aside, self.lost = opened.aside or self.aside, self.lost + opened.lost
        self.log_broken = self.log_broken or opened.log_broken
        return opened.journal

    def _tell_of_the_last_end(self) -> None:
        """Take over the report of a repair at the last end, unless this start has its own to report."""
        told = self.journal.note(MENDED)
        if told is None or self.journal.read_only:
            return
        if self.aside is None and isinstance(told, dict):
            aside, lost = told.get("aside"), told.get("lost")
            self.aside = self.directory / aside if isinstance(aside, str) and "/" not in aside else None
            self.lost = lost if type(lost) is int else 0
        with suppress(NotSavedError):
            self.journal.set_note(MENDED, None)


def open_store(directory: Path, games: tuple[Game, ...]) -> Store:
    """Open a state directory, and create it if necessary.

    A damaged journal is put aside whole, and a new one gets every game, or start of a game, that still holds. If
    the card cannot be written, the journal is opened from a copy in memory: the table is shown, nothing is saved
    until the card can be written again.

    Raises NoStateError, InUseError, UnreadableError or NewerError; each says what to do.
    """
    check_kind(journal_path(directory))
    with ExitStack() as held:
        held.callback(lock(directory))
        tidy_up(directory)
        opened = _open(journal_path(directory), games, held)
        told = (opened.journal, opened.aside, opened.lost, opened.log_broken)
        store = Store(directory, games, *told, held.pop_all())
        store.journal.way_back = store.open_again
        store._tell_of_the_last_end()
        store.journal.settle()  # records that a power cut left in the log are not kept in memory
        store.journal.remember()
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
    with ExitStack() as held:
        mended = _with_mended_log(path, held) if broken_log(directory) is not None else None
        yield held.enter_context(closing(mended or _to_read(path, held)))


def broken_log(directory: Path) -> DamagedError | None:
    """Return an error if the log of a journal is broken; None for others, and while a companion has it open."""
    try:
        return None if in_use(directory) else broken_log_of(journal_path(directory))
    except OSError:
        return None


def _with_mended_log(path: Path, held: ExitStack) -> Journal | None:
    """Open a copy of a journal with all valid parts of its broken log; return None if that makes no journal."""
    log.warning("%s%s is broken; what it has is read from a copy", path, LOG)
    with suppress(OSError, DamagedError, NotSavedError):
        copy = path_for_copy(held, path)
        copy.write_bytes(with_log(path.read_bytes(), log_of(path)))
        return Journal(copy, read_only=True)
    return None


def _to_read(path: Path, held: ExitStack) -> Journal:
    """Open a journal to read it, or a copy of it if SQLite cannot put its files beside it."""
    try:
        return Journal(path, read_only=True)
    except NotSavedError as error:
        if error.why is Why.LOCKED or os.access(path.parent, os.W_OK):
            raise UnreadableError(say("file.unreadable", path=str(path), cause=error.cause)) from error
    try:
        copy = path_for_copy(held, path)
        copy_database(path, copy)
        return Journal(copy, read_only=True)
    except NewerError as error:  # this one names the copy
        raise NewerError(say("session.newer", path=str(path))) from error
    except (OSError, NotSavedError) as error:
        cause = error.cause if isinstance(error, NotSavedError) else error.strerror or str(error)
        raise UnreadableError(say("session.no_copy", path=str(path), cause=cause)) from error


def _open(path: Path, games: tuple[Game, ...], held: ExitStack) -> Opened:
    try:
        return _on_disk(path, games)
    except (NotSavedError, OSError) as error:
        refused = _not_opened(error, path)
        log.exception("journal %s cannot be written: %s", path, refused.cause)
        why = refused.why
    if (copy := _copy_in_memory(path, held)) is not None:
        copy.why = why
        return Opened(copy)
    if why is not Why.LOCKED:  # never touch a file that another program is writing
        try:  # the file itself is bad, and nothing else prevents writing
            return begin_again(path, games)
        except (NotSavedError, OSError):
            log.exception("no new journal can be begun at %s", path)
    try:
        return _shown_from_memory(path, games, held, why)
    except OSError as error:  # no room in memory or in the folder of temporary files
        cause = error.strerror or str(error)
        raise NoStateError(say("session.no_state", path=str(path.parent), cause=cause)) from error


def _not_opened(error: NotSavedError | OSError, path: Path) -> NotSavedError:
    """Return the error for a journal that cannot be written.

    SQLite only reports that it cannot open the file, even if the folder is the cause.
    """
    refused = not_saved(error) if isinstance(error, OSError) else error
    if refused.why is not Why.DISK or os.access(path.parent, os.W_OK):
        return refused
    return NotSavedError(refused.cause, Why.READ_ONLY if path.parent.is_dir() else Why.GONE)


def _shown_from_memory(path: Path, games: tuple[Game, ...], held: ExitStack, why: Why) -> Opened:
    """Open what can be read of a journal that cannot be written. Raises OSError or NotSavedError without room."""
    copied = path_for_copy(held, path)
    try:
        copy_database(path, copied)
    except OSError as error:  # part of the card is unreadable: use what was copied
        if error.errno == errno.ENOSPC:
            raise
    salvaged = path_for_copy(held, path)
    lost, log_broken = carry_over(copied, salvaged, games)
    shown = Journal(salvaged, read_only=True)
    shown.why = why
    return Opened(shown, None, lost, log_broken)


def _on_disk(path: Path, games: tuple[Game, ...]) -> Opened:
    """Open the journal at this path; a damaged one is put aside. Raises NewerError, NotSavedError or OSError.

    Call it only while SQLite does not have the journal open: it reads the files, and closing a file ends all locks
    on it.
    """
    try:
        _put_away_old_rollback(path)
        undo_half_done(path)
        if not log_of(path).broken:
            return Opened(sound(path))
        if path.is_file():
            Journal(path, read_only=True).close()  # raises NewerError for a later version's, which is left alone
        log.error("the log of journal %s is damaged", path)
    except DamagedError as damage:
        log.error("journal %s is damaged: %s", path, damage.reason)
    return begin_again(path, games)


def _put_away_old_rollback(path: Path) -> None:
    """Rename a rollback journal that is beside a database with a log. Raises OSError.

    Such a database has no rollback journal: it is from another time, and SQLite would set the database back to that
    time.
    """
    old = file_beside(path, ROLLBACK)
    if not (old.is_file() and old.stat().st_size and path.is_file()):
        return
    with path.open("rb") as file:
        with_log = file.read(20)[18:] == _WITH_LOG
    if with_log:
        away = file_beside(free_name(path), ROLLBACK)
        log.error("%s is from another time, and kept as %s", old, away)
        old.rename(away)


def _copy_in_memory(path: Path, held: ExitStack) -> Journal | None:
    """Open a copy of a journal that cannot be written; return None if the copy is no better: then the file is bad."""
    try:
        copy = path_for_copy(held, path)
        copy_database(path, copy)
        if log_of(copy).broken:
            return None
        sound(copy).close()
        return Journal(copy, read_only=True)
    except (DamagedError, NotSavedError, OSError):
        log.exception("journal %s cannot be used from a copy either", path)
        return None
