"""The state directory: the path of its journal, its lock, the files allowed in it, and access to them."""

from __future__ import annotations

import errno
import fcntl
import os
import re
import stat
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path

from companion.journal.database import FILES, ROLLBACK
from companion.journal.database_files import database_size, file_beside
from companion.rules.text import say
from companion.support.atomic_write import scratch_folder
from companion.table.session_errors import InUseError, NoStateError, UnreadableError

NAME = "journal.sqlite3"
UPLOAD_NAME = "incoming.sqlite3"
"""A backup uploaded by a phone, beside the journal until it replaces it."""
PHONE_COPY_PREFIX = "handed"
"""Prefix of copies that are made for a phone."""
RESTORE_PREFIX = "restoring"
"""Prefix of backups that are being restored."""
DAMAGED = "damaged"
REPLACED = "replaced"
"""Journals that were put aside have one of these two prefixes."""
SALVAGED = f"salvaged-{NAME}"
"""The readable part of a damaged journal, until it replaces it."""
REPLACEMENT_MARK = "putting-aside"
"""File that exists while the journal is being replaced: it has the name under which the old one is kept."""
PARTIAL_ENDING = ".part"
"""Ending of a file until all of it is written."""
_HALF_DONE = re.compile(
    rf"({re.escape(UPLOAD_NAME)}|({RESTORE_PREFIX}|{PHONE_COPY_PREFIX})-\d+\.sqlite3)({'|'.join(FILES)})|{REPLACEMENT_MARK}{re.escape(PARTIAL_ENDING)}"
)
"""Files that only exist while somebody works on them."""
_MOMENT_S = 0.05
_KIND_KEYS = {
    stat.S_IFDIR: "session.kind.folder",
    stat.S_IFIFO: "session.kind.pipe",
    stat.S_IFSOCK: "session.kind.socket",
    stat.S_IFCHR: "session.kind.device",
    stat.S_IFBLK: "session.kind.device",
}
"""By the type in a file's mode, the word for something that is no file."""
COPY_GROWTH = 3
"""Factor by which a copy of a journal may be larger, because of SQLite's log."""


def journal_path(directory: Path) -> Path:
    """Return the path of a state directory's journal, with a link resolved.

    SQLite keeps its log beside the file itself, not beside a link to it.
    """
    path = directory / NAME
    with suppress(OSError):  # opening the path will report the error
        if path.is_symlink():
            return Path(os.path.realpath(path))
    return path


def path_beside_journal(directory: Path, name: str) -> Path:
    """Return the path of a file of this name beside the journal, from where it can replace it."""
    return journal_path(directory).with_name(name)


def path_for_copy(stack: ExitStack, journal: Path) -> Path:
    """Return a path for a copy of a journal that is removed when `stack` is closed."""
    return Path(stack.enter_context(scratch_folder(COPY_GROWTH * database_size(journal)))) / NAME


def lock(directory: Path) -> Callable[[], None]:
    """Lock the directory for this process; return a function that unlocks it. Raises NoStateError or InUseError."""
    try:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle = _open_lock(directory)
    except OSError as error:
        raise NoStateError(say("session.no_state", path=str(directory), cause=error.strerror or str(error))) from error
    if not _try_lock(handle):
        time.sleep(_MOMENT_S)  # another process may only be checking with `in_use`
        if not _try_lock(handle):
            os.close(handle)
            raise InUseError(say("session.in_use", path=str(directory)))
    _make_private(directory)
    return lambda: os.close(handle)


def in_use(directory: Path) -> bool:
    """Return whether a companion has locked this directory."""
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


def tidy_up(directory: Path) -> None:
    """Remove files that were half done when the power went: they are of no use, and may have hands of cards in them."""
    with suppress(OSError):
        for path in journal_path(directory).parent.iterdir():
            if _HALF_DONE.fullmatch(path.name):
                path.unlink()


def check_readable(path: Path) -> None:
    """Check that a database and its files can be read, before anything is opened.

    Raises UnreadableError if not, and FileNotFoundError or NotADirectoryError if there is no database.
    """
    for ending in FILES:
        file = file_beside(path, ending)
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


def check_kind(path: Path) -> None:
    """Check that there are only files, or folders that can be put aside, where a journal will be written.

    Opening a pipe would block. A device would be replaced, and a link may lead to one outside the state directory.
    A folder in place of a rollback journal would stop its removal, with the log gone already. Raises
    UnreadableError.
    """
    for ending in FILES:
        file = file_beside(path, ending)
        try:
            mode = file.stat().st_mode
        except OSError as error:
            if error.errno == errno.ELOOP:
                raise _unreadable(file, error) from error
            continue
        if ending == ROLLBACK or not stat.S_ISDIR(mode):
            _check_mode(file, mode)


def _open_lock(directory: Path) -> int:
    """Open the file to lock: our lock file, as it is if the card has become read-only, or else the directory."""
    lock = directory / "lock"
    with suppress(OSError):
        return os.open(lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    with suppress(OSError):
        return os.open(lock, os.O_RDONLY | os.O_CLOEXEC)
    return os.open(directory, os.O_RDONLY | os.O_CLOEXEC)


def _try_lock(handle: int) -> bool:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _make_private(directory: Path) -> None:
    """Make our state directory and all its files private, however they were made: there are hands of cards in them.

    A directory that many share, or somebody's home, is left as it is.
    """
    with suppress(OSError):
        status = directory.stat()
        if status.st_uid == os.geteuid() and not status.st_mode & stat.S_ISVTX and directory.resolve() != Path.home():
            directory.chmod(0o700)
    patterns = (f"*.sqlite3{ending}" for ending in FILES)
    for path in (file for pattern in (*patterns, "lock", REPLACEMENT_MARK) for file in directory.glob(pattern)):
        with suppress(OSError):
            if not path.is_symlink():
                # A directory may have been put aside instead of a journal: its owner must be able to enter it.
                path.chmod(stat.S_IMODE(path.stat().st_mode) & stat.S_IRWXU | stat.S_IRUSR | stat.S_IWUSR)


def _check_mode(path: Path, mode: int) -> None:
    kind = _KIND_KEYS.get(stat.S_IFMT(mode))
    if kind is not None:
        raise UnreadableError(say("session.no_file", path=str(path), kind=say(kind)))


def _unreadable(path: Path, error: OSError) -> UnreadableError:
    if error.errno == errno.ELOOP:
        return UnreadableError(say("session.link_loop", path=str(path)))
    return UnreadableError(say("file.unreadable", path=str(path), cause=error.strerror or str(error)))
