"""The files of a database: the one itself and what SQLite keeps beside it, copied, removed and flushed as one."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from companion.journal.database import FILES, INDEX
from companion.journal.file_watch import LOG
from companion.journal.journal import Journal
from companion.journal.wal_file import Log, read_log
from companion.rules.text import say
from companion.table.table_errors import DamagedError, NewerError


def broken_log_of(path: Path) -> DamagedError | None:
    """Raises OSError. SQLite passes over what stands in a log behind a broken place, and says nothing."""
    broken = log_of(path).broken
    return DamagedError(say("session.database", cause=f"{path.name}{LOG} is broken")) if broken else None


def log_of(path: Path) -> Log:
    """What the log of a journal holds; nothing where there is no journal, for which its opening has words."""
    if not path.is_file() or not path.stat().st_size:
        return Log((), broken=False)
    return read_log(file_beside(path, LOG), path)


def database_size(path: Path) -> int:
    """Return the size in bytes of a database and the files that SQLite keeps beside it."""
    return sum(file_beside(path, ending).stat().st_size for ending in FILES if file_beside(path, ending).is_file())


def is_whole(path: Path) -> bool:
    """Whether there is a journal that is sound as a database. Raises NotSavedError or OSError where nobody can tell."""
    if not path.is_file() or not path.stat().st_size or log_of(path).broken:
        return False
    try:
        Journal(path, read_only=True).close()
    except (DamagedError, NewerError):
        return False
    return True


def copy_database(path: Path, copy: Path, how: Callable[[Path, Path], object] = shutil.copyfile) -> None:
    """Copy a database with all that SQLite keeps beside it, but its shared memory."""
    for ending in FILES:
        file = file_beside(path, ending)
        if ending != INDEX and file.is_file() and (ending == "" or file.stat().st_size):
            how(file, file_beside(copy, ending))


def link_or_copy(path: Path, other: Path) -> None:
    """Give a file another name besides its own, or where the file system knows no such thing, a copy."""
    try:
        os.link(path, other)
    except OSError:
        shutil.copyfile(path, other)
        flush(other)


def remove_database(path: Path) -> None:
    """Remove a database and its files. Raises OSError."""
    for ending in FILES:
        file_beside(path, ending).unlink(missing_ok=True)


def discard_database(path: Path) -> None:
    """Remove what is left of a database half made, where that can be."""
    with suppress(OSError):
        remove_database(path)


def file_beside(path: Path, ending: str) -> Path:
    """Return the file of a database that has this ending, one of FILES."""
    return path.with_name(path.name + ending)


def flush(path: Path) -> None:
    """Have a file's content, or a directory's names, on the disk."""
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
