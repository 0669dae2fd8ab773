"""The state directory: its lock, its journal, what is done when that is damaged or cannot be written, its backups."""

from __future__ import annotations

import errno
import fcntl
import filecmp
import logging
import os
import re
import secrets
import shutil
import sqlite3
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager, nullcontext, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from companion.chance.seed import SEED_BYTES
from companion.journal.database import (
    FILES,
    ROLLBACK,
    Salvaged,
    better_of,
    check_bounds,
    check_not_newer,
    leave_out,
    not_saved,
    salvage,
    with_our_header,
)
from companion.journal.file_watch import LOG
from companion.journal.journal import MENDED, OPEN_GAME, Journal, Saved, check_pragmas, free_name
from companion.journal.recent_writes import RecentWrites
from companion.journal.replay import Folded, fold, fold_stored
from companion.journal.rows import Row, Stamp
from companion.journal.sanitise_import import SOURCE, take_in
from companion.journal.wal_file import Log, read_log, with_log
from companion.rules.game import Game
from companion.rules.text import say
from companion.support.scratch_folder import scratch_folder
from companion.table import game_limits
from companion.table.game_summary import about
from companion.table.roles import ROLES, Roles, to_note
from companion.table.table_errors import (
    DamagedError,
    InUseError,
    NewerError,
    NoStateError,
    NotSavedError,
    SessionError,
    TakenError,
    UnreadableError,
    Why,
)

log = logging.getLogger(__name__)
NAME = "journal.sqlite3"
INCOMING = "incoming.sqlite3"
"""A backup that comes from a phone, beside the journal until it is put in its place."""
HANDED = "handed"
"""So begin the names of copies that are made for a phone."""
_RESTORING = "restoring"
_DAMAGED = "damaged"
_REPLACED = "replaced"
"""The names of journals that were put aside begin with one of these two."""
_SALVAGED = f"salvaged-{NAME}"
"""What could be saved of a damaged journal, until it is put in place."""
_WITH_LOG = b"\x02\x02"
"""In the header of a database: what is written to it is in a log first."""
_UNDER_WAY = "putting-aside"
"""The file that is there while another journal is put in place: it names where the one before is kept."""
_PART = ".part"
"""The ending of a file until all of it is written."""
_HALF_DONE = re.compile(
    rf"({re.escape(INCOMING)}|({_RESTORING}|{HANDED})-\d+\.sqlite3)({'|'.join(FILES)})|{_UNDER_WAY}{re.escape(_PART)}"
)
"""What is only there while somebody works on it."""
_MOMENT_S = 0.05
_GROWS = 3
"""A copy of a journal may need this many times its size, because of SQLite's log."""
_KINDS = {
    stat.S_IFDIR: "session.kind.folder",
    stat.S_IFIFO: "session.kind.pipe",
    stat.S_IFSOCK: "session.kind.socket",
    stat.S_IFCHR: "session.kind.device",
    stat.S_IFBLK: "session.kind.device",
}
"""By the type in a file's mode, the word for what is no file."""


@dataclass(slots=True)
class Store:
    """An open state directory."""

    directory: Path
    games: tuple[Game, ...]
    journal: Journal
    aside: Path | None = None
    """Where the damaged journal was put, when it was."""
    lost: int = 0
    """How many games could not be carried over whole from the damaged journal."""
    log_broken: bool = False
    """It was its log that was damaged: what was written last may be missing, and nobody can tell of which game."""
    _held: ExitStack = field(default_factory=ExitStack)

    def close(self) -> None:
        """Close the journal and let go of the directory. What was mended only now is told at the next start."""
        before = self.aside
        self.journal.close()
        if self.aside is not None and self.aside != before:
            with suppress(SessionError), closing(Journal(_path(self.directory))) as journal:
                journal.set_note(MENDED, {"aside": self.aside.name, "lost": self.lost})
        self._held.close()

    def _tell_of_the_last_end(self) -> None:
        """Take over what was mended at the last end, unless there is more to tell of this start."""
        told = self.journal.note(MENDED)
        if told is None or self.journal.read_only:
            return
        if self.aside is None and isinstance(told, dict):
            aside, lost = told.get("aside"), told.get("lost")
            self.aside = self.directory / aside if isinstance(aside, str) and "/" not in aside else None
            self.lost = lost if type(lost) is int else 0
        with suppress(NotSavedError):
            self.journal.set_note(MENDED, None)

    def open_again(self) -> Journal:
        """The journal on the disk once more, where it could not be written. Raises NotSavedError while it cannot."""
        path = _path(self.directory)
        try:
            _check_kind(path)
            if self.journal.spoilt:
                opened = _begin_again(path, self.games, self.journal)
            elif self.journal.games() and not path.is_file():
                raise NotSavedError("the journal is not there", Why.GONE)
            elif not self.journal.read_only:
                return _sound(path)
            else:
                opened = _on_disk(path, self.games)
                opened.journal.settle()
        except DamagedError as damage:  # under an open game: the next start puts it aside
            raise NotSavedError(f"damaged: {damage.reason.key}") from damage
        except UnreadableError as error:
            raise NotSavedError(f"unreadable: {error.reason.key}") from error
        except (NotSavedError, OSError) as error:
            raise _not_opened(error, path) from error
        self.aside, self.lost = opened.aside or self.aside, self.lost + opened.lost
        self.log_broken = self.log_broken or opened.log_broken
        return opened.journal


def open_store(directory: Path, games: tuple[Game, ...]) -> Store:
    """Open a state directory, making it if need be.

    A damaged journal is put aside whole and a new one begun with every game, or beginning of a game, that still holds.
    On a card that cannot be written the journal is opened from a copy in memory: the table is shown, nothing is saved
    until it can be written again.

    Raises NoStateError, InUseError, UnreadableError or NewerError; each says what to do.
    """
    _check_kind(_path(directory))
    with ExitStack() as held:
        held.callback(_lock(directory))
        _tidy_up(directory)
        opened = _open(_path(directory), games, held)
        told = (opened.journal, opened.aside, opened.lost, opened.log_broken)
        store = Store(directory, games, *told, held.pop_all())
        store.journal.way_back = store.open_again
        store._tell_of_the_last_end()
        store.journal.settle()  # what a pulled plug left in the log is in no memory
        store.journal.remember()
        return store


@contextmanager
def journal_to_read(directory: Path) -> Iterator[Journal]:
    """Open the journal of a state directory to read it; a companion may be at work on it meanwhile.

    In a folder without write access, as on a read-only card, SQLite may be unable to read the log of a journal. Then a
    temporary copy of both is read; and one in which the log is mended, where it is broken. Nothing in the state
    directory changes.

    Raises NoStateError where there is no journal, UnreadableError, DamagedError or NewerError.
    """
    path = _path(directory)
    try:
        _check_readable(path)
    except (FileNotFoundError, NotADirectoryError) as error:
        raise NoStateError(say("session.no_journal", path=str(path))) from error
    if not path.stat().st_size:  # SQLite would throw its log away
        raise UnreadableError(say("session.empty_file", path=str(path)))
    with ExitStack() as held:
        mended = _with_mended_log(path, held) if broken_log(directory) is not None else None
        yield held.enter_context(closing(mended or _to_read(path, held)))


def broken_log(directory: Path) -> DamagedError | None:
    """Return what is wrong where the log of a journal is broken; None for others, and while a companion has it open."""
    try:
        return None if _in_use(directory) else _broken_log_of(_path(directory))
    except OSError:
        return None


def _broken_log_of(path: Path) -> DamagedError | None:
    """Raises OSError. SQLite passes over what stands in a log behind a broken place, and says nothing."""
    broken = _log_of(path).broken
    return DamagedError(say("session.database", cause=f"{path.name}{LOG} is broken")) if broken else None


def backup_to(backup: Path, directory: Path) -> int:
    """Copy the journal of a state directory to one file, also while a companion works on it; returns how many games.

    The file is there whole or not at all; until it is whole, it lies in a new folder beside it. Raises TakenError when
    there is one of that name, NotSavedError when it cannot be written, and what `journal_to_read` raises.
    """
    with journal_to_read(directory) as journal, ExitStack() as begun:
        if os.path.lexists(backup):
            raise TakenError(say("session.backup_exists", path=str(backup)))
        try:
            folder = TemporaryDirectory(prefix="backup-", suffix=_PART, dir=backup.parent, ignore_cleanup_errors=True)
            part = Path(begun.enter_context(folder)) / NAME
            journal.copy_to(part)
            _flush(part)
            part.replace(backup)
            _flush(backup.parent)
        except (OSError, NotSavedError) as error:
            refused = not_saved(error) if isinstance(error, OSError) else error
            reason = say("session.backup_not_written", path=str(backup))
            raise NotSavedError(refused.cause, refused.why, reason) from error
        return len(journal.games())


def restore_backup(
    backup: Path, directory: Path, games: tuple[Game, ...], now: Callable[[], float] = time.time
) -> Contents:
    """Put a backup in place of the journal of a state directory, which is kept beside it; returns what came back.

    The backup is checked first, every game of it; the journal it replaces becomes `replaced-N.sqlite3`. No phone has a
    role in what comes from a file, and unfinished games are sealed anew; `now` gives seconds since 1970. Raises
    DamagedError when the backup is none or not whole, NewerError, InUseError, NoStateError, UnreadableError or
    NotSavedError; then the journal is as it was.
    """
    return _restore(backup, directory, games, now, damaged=False)


def restore_what_holds(
    backup: Path, directory: Path, games: tuple[Game, ...], now: Callable[[], float] = time.time
) -> Contents:
    """Do the same with a backup that is damaged, of which some games may come back only in part.

    Raises DamagedError when no game of it can be read, and as `restore_backup` does. A backup of a later version is
    refused too: what it has that this one does not know would be lost.
    """
    return _restore(backup, directory, games, now, damaged=True)


def _restore(
    backup: Path, directory: Path, games: tuple[Game, ...], now: Callable[[], float], *, damaged: bool
) -> Contents:
    path, lost = _path(directory), 0
    fresh = free_name(path, _RESTORING)
    _check_kind(path)
    with ExitStack() as held:
        held.callback(_lock(directory))
        held.callback(_tidy, fresh)
        try:
            _check_readable(backup)
        except UnreadableError as error:
            raise DamagedError(error.reason) from error
        except OSError as error:
            raise DamagedError(say("file.unreadable", path=str(backup), cause=error.strerror or str(error))) from error
        if not os.access(path.parent, os.W_OK | os.X_OK):
            raise NotSavedError(str(path.parent), Why.READ_ONLY)
        try:
            _undo_half_done(path)
            if damaged:
                copied = _scratch(held, backup)
                _copy(backup, copied)
                check_not_newer(copied)
                lost, _ = _carry_over(copied, fresh, games)
            else:
                _copy(backup, fresh)
                if (fault := _broken_log_of(fresh)) is not None:
                    raise fault
            contents = replace(prepare(fresh, games, now), lost=lost)
            if damaged and not contents.games:
                raise DamagedError(say("session.not_ours"))
            _replace(path, fresh)
        except NewerError as error:  # it names the copy
            raise NewerError(say("session.newer", path=str(backup))) from error
        except OSError as error:
            raise not_saved(error) from error
        return contents


@dataclass(frozen=True, slots=True)
class Contents:
    """What is in a backup."""

    games: int
    going_on: int
    """How many of them are not finished."""
    open: Saved | None
    """The game that would lie on the table."""
    too_long: tuple[int, ...] = ()
    """The games that were left out because they have too many rows. The file of the backup still has them."""
    lost: int = 0
    """How many games of a damaged backup could not be carried over whole."""


def prepare(
    fresh: Path,
    games: tuple[Game, ...],
    now: Callable[[], float] = time.time,
    reading: AbstractContextManager[Any] | None = None,
    *,
    from_phone: bool = False,
) -> Contents:
    """Make a copy of a backup ready to be put in place: every game of it checked, and what goes on sealed anew.

    Games with too many rows are left out. Games are read one at a time, while `reading` is held, if given.
    `from_phone`: that a phone has the file is told once it is in place. Raises DamagedError when it is none or not
    whole, or when all of its games are left out, NewerError, or NotSavedError; then nothing of it may be used.
    """
    try:
        too_long = check_bounds(fresh)
        Journal(fresh, read_only=True).close()  # an empty file is no journal here
        if too_long:
            leave_out(fresh, too_long)
        with closing(Journal(fresh)) as journal:
            journal.erase(too_long)  # what is noted of them
            if too_long and not journal.games():
                raise DamagedError(say("backup.all_too_long", n=game_limits.MOST_ROWS))
            whole = _each_whole(journal, games, reading or nullcontext())
            take_in(
                journal,
                whole,
                Stamp(int(now()), SOURCE),
                lambda: secrets.token_bytes(SEED_BYTES),
                from_phone=from_phone,
            )
            saved = journal.games()
            open_now = journal.note(OPEN_GAME)
            _all_in_one(journal)
    except OSError as error:
        raise not_saved(error) from error
    going_on = [one for one in saved if one.result is None and not one.closed]
    opens = next((one for one in going_on if one.number == open_now), None)
    return Contents(len(saved), len(going_on), opens, too_long)


def put_in_place(fresh: Path, directory: Path, roles: Roles) -> Path:
    """Put a backup that was prepared in place of the journal of a state directory; where that is kept now.

    `roles` are what phones are from then on. Raises InUseError, NoStateError, UnreadableError or NotSavedError: then
    the journal is as it was.
    """
    path = _path(directory)
    _check_kind(path)
    with ExitStack() as held:
        held.callback(_lock(directory))
        held.callback(_tidy, fresh)
        try:
            _undo_half_done(path)
            with closing(Journal(fresh)) as journal:
                journal.set_note(ROLES, to_note(roles))
                _all_in_one(journal)
            return _replace(path, fresh)
        except DamagedError as error:  # it was whole when it was prepared
            raise NotSavedError(f"damaged: {error.reason.key}") from error
        except OSError as error:
            raise not_saved(error) from error


def beside(directory: Path, name: str) -> Path:
    """Where a file of this name lies beside the journal, so that it can be put in its place."""
    return _path(directory).with_name(name)


def remove(path: Path) -> None:
    """Remove a database, and all that SQLite keeps beside it, where that can be."""
    _tidy(path)


def _replace(path: Path, fresh: Path) -> Path:
    """Put a whole journal in place of the one that is there; where that is kept."""
    if path.is_file() and not _log_of(path).broken:
        with suppress(SessionError):  # once its WAL is part of it, one renaming replaces it
            Journal(path).close()
    kept = free_name(path, _REPLACED)
    _put_in_place(fresh, path, kept)
    return kept


def _tidy_up(directory: Path) -> None:
    """Remove what was half done when the power went: it is of no use to anybody, and hands may be in it."""
    with suppress(OSError):
        for path in _path(directory).parent.iterdir():
            if _HALF_DONE.fullmatch(path.name):
                path.unlink()


def _path(directory: Path) -> Path:
    """Where the journal of a state directory is. SQLite has its log beside the file itself, not beside a link to it."""
    path = directory / NAME
    with suppress(OSError):  # what is wrong with the path is said where it is opened
        if path.is_symlink():
            return Path(os.path.realpath(path))
    return path


def _check_readable(path: Path) -> None:
    """Make sure that a database can be opened to be read, with its files, before anything is opened.

    Raises UnreadableError where it cannot, and FileNotFoundError or NotADirectoryError where there is none.
    """
    for ending in FILES:
        file = _file(path, ending)
        try:
            mode = file.stat().st_mode
        except (FileNotFoundError, NotADirectoryError):
            if not ending:
                raise
            continue
        except OSError as error:
            raise _unreadable(file, error) from error
        _check_mode(file, mode)
        if ending != "-shm" and not os.access(file, os.R_OK):
            raise _unreadable(file, PermissionError(errno.EACCES, os.strerror(errno.EACCES)))


def _check_kind(path: Path) -> None:
    """Make sure that there are only files, or folders that can be put aside, where a journal will be written.

    A pipe would be waited for. A device would be replaced, and a link may lead to one outside the state directory. A
    folder in place of a rollback journal would stop its removal, with the log gone already. Raises UnreadableError.
    """
    for ending in FILES:
        file = _file(path, ending)
        try:
            mode = file.stat().st_mode
        except OSError as error:
            if error.errno == errno.ELOOP:
                raise _unreadable(file, error) from error
            continue
        if ending == ROLLBACK or not stat.S_ISDIR(mode):
            _check_mode(file, mode)


def _check_mode(path: Path, mode: int) -> None:
    kind = _KINDS.get(stat.S_IFMT(mode))
    if kind is not None:
        raise UnreadableError(say("session.no_file", path=str(path), kind=say(kind)))


def _unreadable(path: Path, error: OSError) -> UnreadableError:
    if error.errno == errno.ELOOP:
        return UnreadableError(say("session.link_loop", path=str(path)))
    return UnreadableError(say("file.unreadable", path=str(path), cause=error.strerror or str(error)))


def _with_mended_log(path: Path, held: ExitStack) -> Journal | None:
    """Open a copy of a journal with all that its broken log has; None where that makes no journal."""
    log.warning("%s%s is broken; what it has is read from a copy", path, LOG)
    with suppress(OSError, DamagedError, NotSavedError):
        copy = _scratch(held, path)
        copy.write_bytes(with_log(path.read_bytes(), _log_of(path)))
        return Journal(copy, read_only=True)
    return None


def _to_read(path: Path, held: ExitStack) -> Journal:
    """Open a journal to read it, or a copy of it where SQLite cannot put its files beside it."""
    try:
        return Journal(path, read_only=True)
    except NotSavedError as error:
        if error.why is Why.LOCKED or os.access(path.parent, os.W_OK):
            raise UnreadableError(say("file.unreadable", path=str(path), cause=error.cause)) from error
    try:
        copy = _scratch(held, path)
        _copy(path, copy)
        return Journal(copy, read_only=True)
    except NewerError as error:  # it names the copy
        raise NewerError(say("session.newer", path=str(path))) from error
    except (OSError, NotSavedError) as error:
        cause = error.cause if isinstance(error, NotSavedError) else error.strerror or str(error)
        raise UnreadableError(say("session.no_copy", path=str(path), cause=cause)) from error


def _lock(directory: Path) -> Callable[[], None]:
    """Take the directory for this process. Raises NoStateError or InUseError."""
    try:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle = _handle(directory)
    except OSError as error:
        raise NoStateError(say("session.no_state", path=str(directory), cause=error.strerror or str(error))) from error
    if not _locked(handle):
        time.sleep(_MOMENT_S)  # somebody may only have looked whether it is in use
        if not _locked(handle):
            os.close(handle)
            raise InUseError(say("session.in_use", path=str(directory)))
    _to_ourselves(directory)
    return lambda: os.close(handle)


def _locked(handle: int) -> bool:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _in_use(directory: Path) -> bool:
    """Return whether a companion has this directory."""
    try:
        handle = os.open(directory / "lock", os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return True
    finally:
        os.close(handle)
    return False


def _to_ourselves(directory: Path) -> None:
    """Have a state directory of ours and all its files to ourselves alone, however they were made: hands are in them.

    A directory that many share, or somebody's home, is left as it is.
    """
    with suppress(OSError):
        about = directory.stat()
        if about.st_uid == os.geteuid() and not about.st_mode & stat.S_ISVTX and directory.resolve() != Path.home():
            directory.chmod(0o700)
    ours = (f"*.sqlite3{ending}" for ending in FILES)
    for path in (file for pattern in (*ours, "lock", _UNDER_WAY) for file in directory.glob(pattern)):
        with suppress(OSError):
            if not path.is_symlink():
                # A directory may have been put aside in place of the journal: its owner must be able to enter it.
                path.chmod(stat.S_IMODE(path.stat().st_mode) & stat.S_IRWXU | stat.S_IRUSR | stat.S_IWUSR)


def _handle(directory: Path) -> int:
    """What is locked: a file of ours; on a card that has become read-only that file as it is, or else the directory."""
    lock = directory / "lock"
    with suppress(OSError):
        return os.open(lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    with suppress(OSError):
        return os.open(lock, os.O_RDONLY | os.O_CLOEXEC)
    return os.open(directory, os.O_RDONLY | os.O_CLOEXEC)


@dataclass(frozen=True, slots=True)
class _Opened:
    """A journal, and what became of the one that was there."""

    journal: Journal
    aside: Path | None = None
    lost: int = 0
    log_broken: bool = False


def _open(path: Path, games: tuple[Game, ...], held: ExitStack) -> _Opened:
    try:
        return _on_disk(path, games)
    except (NotSavedError, OSError) as error:
        refused = _not_opened(error, path)
        log.exception("journal %s cannot be written: %s", path, refused.cause)
        why = refused.why
    if (copy := _copy_in_memory(path, held)) is not None:
        copy.why = why
        return _Opened(copy)
    if why is not Why.LOCKED:  # what another program is writing to is left alone, whatever a copy of it looks like
        try:  # the file is bad: that it cannot be written has no other cause
            return _begin_again(path, games)
        except (NotSavedError, OSError):
            log.exception("no new journal can be begun at %s", path)
    try:
        return _shown_from_memory(path, games, held, why)
    except OSError as error:  # neither memory nor the folder of temporary files takes it
        cause = error.strerror or str(error)
        raise NoStateError(say("session.no_state", path=str(path.parent), cause=cause)) from error


def _not_opened(error: NotSavedError | OSError, path: Path) -> NotSavedError:
    """Return what keeps a journal from being written. SQLite says of a folder only that it cannot open the file."""
    refused = not_saved(error) if isinstance(error, OSError) else error
    if refused.why is not Why.DISK or os.access(path.parent, os.W_OK):
        return refused
    return NotSavedError(refused.cause, Why.READ_ONLY if path.parent.is_dir() else Why.GONE)


def _shown_from_memory(path: Path, games: tuple[Game, ...], held: ExitStack, why: Why) -> _Opened:
    """Open what can be read of a journal that cannot be written. Raises OSError or NotSavedError without room."""
    copied = _scratch(held, path)
    try:
        _copy(path, copied)
    except OSError as error:  # a card that cannot be read there: what was copied is looked at
        if error.errno == errno.ENOSPC:
            raise
    salvaged = _scratch(held, path)
    lost, log_broken = _carry_over(copied, salvaged, games)
    shown = Journal(salvaged, read_only=True)
    shown.why = why
    return _Opened(shown, None, lost, log_broken)


def _on_disk(path: Path, games: tuple[Game, ...]) -> _Opened:
    """The journal at this path; what is damaged of it is put aside. Raises NewerError, NotSavedError or OSError.

    Only while SQLite does not have it open: its files are looked into, and whoever closes a file ends all locks on it.
    """
    try:
        _put_away_old_rollback(path)
        _undo_half_done(path)
        if not _log_of(path).broken:
            return _Opened(_sound(path))
        if path.is_file():
            Journal(path, read_only=True).close()  # a later version's is left alone
        log.error("the log of journal %s is damaged", path)
    except DamagedError as damage:
        log.error("journal %s is damaged: %s", path, damage.reason)
    return _begin_again(path, games)


def _put_away_old_rollback(path: Path) -> None:
    """Give another name to a rollback journal that lies beside a database with a log. Raises OSError.

    Such a database has none: it is from another time, and SQLite would put the database back to what was then.
    """
    old = _file(path, ROLLBACK)
    if not (old.is_file() and old.stat().st_size and path.is_file()):
        return
    with path.open("rb") as file:
        with_log = file.read(20)[18:] == _WITH_LOG
    if with_log:
        away = _file(free_name(path), ROLLBACK)
        log.error("%s is from another time, and kept as %s", old, away)
        old.rename(away)


def _log_of(path: Path) -> Log:
    """What the log of a journal holds; nothing where there is no journal, for which its opening has words."""
    if not path.is_file() or not path.stat().st_size:
        return Log((), broken=False)
    return read_log(_file(path, LOG), path)


def _sound(path: Path) -> Journal:
    journal = Journal(path)
    try:
        check_pragmas(journal)
    except BaseException:
        journal.close()
        raise
    return journal


def _copy_in_memory(path: Path, held: ExitStack) -> Journal | None:
    """The journal to look at while it cannot be written; None when a copy is no better: then the file is bad."""
    try:
        copy = _scratch(held, path)
        _copy(path, copy)
        if _log_of(copy).broken:
            return None
        _sound(copy).close()
        return Journal(copy, read_only=True)
    except (DamagedError, NotSavedError, OSError):
        log.exception("journal %s cannot be used from a copy either", path)
        return None


def _scratch(held: ExitStack, journal: Path) -> Path:
    """Return a path for a copy of a journal that is removed when the store is closed."""
    return Path(held.enter_context(scratch_folder(_GROWS * _size(journal)))) / NAME


def _size(path: Path) -> int:
    """Return the size in bytes of a database and the files that SQLite keeps beside it."""
    return sum(_file(path, ending).stat().st_size for ending in FILES if _file(path, ending).is_file())


def _begin_again(path: Path, games: tuple[Game, ...], spoilt: Journal | None = None) -> _Opened:
    """Put a damaged journal aside and begin one with what holds of it; `spoilt` is it where it is still open."""
    fresh = path.with_name(_SALVAGED)
    try:
        _remove(fresh)
        if spoilt is None:
            lost, log_broken = _carry_over(path, fresh, games)
        else:
            lost, log_broken = _carry_over_spoilt(spoilt, path, fresh, games), False
        aside = free_name(path)
        _put_in_place(fresh, path, aside)
    finally:
        _tidy(fresh)
    log.error("the damaged journal is kept as %s; %d games did not come over whole", aside, lost)
    return _Opened(_sound(path), aside if aside.exists() else None, lost, log_broken)


def _carry_over_spoilt(spoilt: Journal, path: Path, fresh: Path, games: tuple[Game, ...]) -> int:
    """Begin a journal with what holds of one that was spoilt while it was open, and with what it keeps in memory.

    Returns how many games are not whole. What the log had is in memory, so the database is enough, where it holds.
    """
    copies: list[Callable[[Path], object]] = [partial(shutil.copyfile, path)]
    if spoilt.moved:
        copies.insert(0, spoilt.copy_open_database)
    for copy in copies:
        if spoilt.recent is None:
            break
        try:
            copy(fresh)
            Journal(fresh, read_only=True).close()  # an empty file is no journal here
            with closing(Journal(fresh)) as journal:
                missing = journal.write_recent(spoilt.recent)
                _all_in_one(journal)
        except (DamagedError, FileNotFoundError, sqlite3.Error) as error:
            log.error("the database of the spoilt journal does not hold: %s", error)
            _remove(fresh)
        else:
            return len(missing)
    with ExitStack() as held:
        copied = _scratch(held, path)  # SQLite has the files themselves open, and an index of the log as it was
        _copy(path, copied)
        return _carry_over(copied, fresh, games, spoilt.recent)[0]


def _carry_over(
    damaged: Path, fresh: Path, games: tuple[Game, ...], recent: RecentWrites | None = None
) -> tuple[int, bool]:
    """Begin a journal with what still holds of a damaged one, and with what was kept in memory.

    Returns how many games of it are not whole, and whether its log is broken.
    """
    found, log_broken = _salvaged(damaged)
    holding: list[tuple[list[Row], Any]] = []
    torn: set[int] = set()
    for number, rows in sorted(found.rows.items()):
        try:
            held = fold(rows, games)
        except DamagedError:  # not even its beginning
            torn.add(number)
            continue
        if held.damage is not None or number in found.broken:
            torn.add(number)
        # What is noted of a foreign game cannot be made anew.
        noted = about(held.table) if held.table is not None else found.about.get(number)
        holding.append((rows[: held.seq], noted))
    with closing(Journal(fresh)) as journal:
        journal.fill(holding, found.notes)
        if recent is not None:
            torn = (torn - recent.games) | journal.write_recent(recent)
        _all_in_one(journal)
    return len(torn), log_broken


def _all_in_one(journal: Journal) -> None:
    """Have all of a new journal in its one file, which is all that is put in place. Raises NotSavedError."""
    if not journal.settle():
        raise NotSavedError("there is no room for all of it", Why.FULL)


def _salvaged(damaged: Path) -> tuple[Salvaged, bool]:
    """What can be read of a damaged journal, and whether its log is broken.

    SQLite forgets what stands in a log behind a broken place. Put into the database it may still be read.
    """
    found = salvage(damaged)
    try:
        told = _log_of(damaged)
        if told.broken:
            found = better_of(_salvaged_as(with_log(damaged.read_bytes(), told)), found)
        if not found.rows and damaged.is_file():
            found = _salvaged_as(with_our_header(with_log(damaged.read_bytes(), told)))
    except OSError:  # a card that cannot be read there
        return found, True
    return found, told.broken


def _salvaged_as(database: bytes) -> Salvaged:
    with ExitStack() as held:
        mended = Path(held.enter_context(scratch_folder(_GROWS * len(database)))) / NAME
        mended.write_bytes(database)
        return salvage(mended)


def _each_whole(journal: Journal, games: tuple[Game, ...], reading: AbstractContextManager[Any]) -> Iterator[Folded]:
    """The games of this journal, one at a time. Raises DamagedError or NewerError at one that is not whole."""
    for game in journal.games():
        with reading:
            folded = fold_stored(partial(journal.rows, game.number), games)
        if folded.damage is not None:
            raise folded.damage
        yield folded


def _put_in_place(fresh: Path, path: Path, aside: Path) -> None:
    """Put a closed database where the journal is, which stays whole under another name."""
    _flush(fresh)
    if path.is_dir():
        path.rename(aside)
    _copy(path, aside, _same_file)
    _flush(path.parent)
    mark = path.with_name(_UNDER_WAY)
    try:
        _write_mark(mark, aside.name)
    except OSError:
        if path.is_file():  # nothing of it was removed
            _tidy(aside)
        raise
    for ending in FILES[1:]:
        _file(path, ending).unlink(missing_ok=True)
    fresh.replace(path)
    _flush(path.parent)
    mark.unlink()
    _flush(path.parent)


def _write_mark(mark: Path, name: str) -> None:
    """Write the mark so that it is on the disk whole or not at all. Raises OSError; then there is none."""
    part = mark.with_name(f"{mark.name}{_PART}")
    try:
        part.unlink(missing_ok=True)  # a power cut may have left one
        part.write_text(name, "utf-8")
        _flush(part)
        part.replace(mark)
        _flush(mark.parent)
    except OSError:
        for file in (part, mark):
            with suppress(OSError):
                file.unlink(missing_ok=True)
        raise


def _named_by_mark(mark: Path, path: Path) -> Path | None:
    """Return where the journal at `path` was put aside, or None where the mark names no such file.

    A mark is written whole before anything is removed. So one that cannot be read, or is empty, means that nothing was
    removed yet.
    """
    try:
        name = mark.read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        name = ""
    if re.fullmatch(rf"({_DAMAGED}|{_REPLACED})-[0-9]{{1,9}}{re.escape(path.suffix)}", name):
        return path.with_name(name)
    log.error("%s names no journal that was put aside", mark)
    return None


def _undo_half_done(path: Path) -> None:
    """Where the power went while a journal was put aside, its log may be gone from beside it already: lay it back.

    What was saved from a damaged one may have been in memory alone: that is put in its place now.
    """
    mark, fresh = path.with_name(_UNDER_WAY), path.with_name(_SALVAGED)
    if not mark.is_file():
        return
    aside = _named_by_mark(mark, path)
    if aside is not None and aside.name.startswith(_DAMAGED) and _is_whole(fresh):
        if path.is_file() and not _was_at(path, aside):  # somebody has put another journal there meanwhile
            fresh.rename(free_name(path))
        else:
            for ending in FILES[1:]:
                _file(path, ending).unlink(missing_ok=True)
            fresh.replace(path)
        _tidy(fresh)
    elif aside is not None and _was_at(path, aside):
        for ending in FILES:
            if ending != "-shm":
                _file(path, ending).unlink(missing_ok=True)
        _copy(aside, path)
        for ending in FILES:
            if _file(path, ending).is_file():
                _flush(_file(path, ending))
        _flush(path.parent)
        _remove(aside)
    mark.unlink()
    _flush(path.parent)


def _was_at(path: Path, aside: Path) -> bool:
    """Return whether a journal that was put aside has to be laid back.

    A damaged one stays aside where something else is in its place, and so does what is no journal.
    """
    if not aside.is_file() or not path.is_file():
        return aside.is_file()
    if filecmp.cmp(aside, path, shallow=False):  # its log alone was removed
        return True
    return not aside.name.startswith(_DAMAGED) and (_is_whole(aside) or not _is_whole(path))


def _is_whole(path: Path) -> bool:
    """Whether there is a journal that is sound as a database. Raises NotSavedError or OSError where nobody can tell."""
    if not path.is_file() or not path.stat().st_size or _log_of(path).broken:
        return False
    try:
        Journal(path, read_only=True).close()
    except (DamagedError, NewerError):
        return False
    return True


def _copy(path: Path, copy: Path, how: Callable[[Path, Path], object] = shutil.copyfile) -> None:
    """Copy a database with all that SQLite keeps beside it, but its shared memory."""
    for ending in FILES:
        if ending != "-shm" and _file(path, ending).is_file() and (ending == "" or _file(path, ending).stat().st_size):
            how(_file(path, ending), _file(copy, ending))


def _same_file(path: Path, other: Path) -> None:
    """Give a file another name besides its own, or where the file system knows no such thing, a copy."""
    try:
        os.link(path, other)
    except OSError:
        shutil.copyfile(path, other)
        _flush(other)


def _remove(path: Path) -> None:
    for ending in FILES:
        _file(path, ending).unlink(missing_ok=True)


def _tidy(path: Path) -> None:
    """Remove what is left of a database half made, where that can be."""
    with suppress(OSError):
        _remove(path)


def _file(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)


def _flush(path: Path) -> None:
    """Have a file's content, or a directory's names, on the disk."""
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
