"""Watch over the files of the open journal: it notices when another program cuts, replaces or removes one."""

from __future__ import annotations

import errno
import os
import sqlite3
from pathlib import Path
from typing import NamedTuple

from companion.journal.database import check_index, keep_index

SQLITE_MAGIC = b"SQLite format 3\0"
"""Beginning of every SQLite database, and so of every backup."""
WAL_ENDING = "-wal"


class _File(NamedTuple):
    """A file in its state after the last write."""

    device: int
    inode: int
    size: int
    """In bytes."""
    changed: int
    """Time of the last change, in nanoseconds."""

    def is_same(self, other: _File) -> bool:
        """Return whether this is the same file, whatever it contains."""
        return (self.device, self.inode) == (other.device, other.inode)


class JournalFiles:
    """The database and its log, which SQLite has open."""

    def __init__(self, path: Path) -> None:
        """Start to watch the database at `path`."""
        self.path = path
        self.spoilt = False
        """True if a file is no longer what was written."""
        self._last: dict[str, _File] = {}

    @property
    def moved(self) -> bool:
        """True if the database was removed, renamed or replaced: SQLite has open what is no longer at the path."""
        last, file = self._last.get(""), self._file("")
        return last is not None and (file is None or not file.is_same(last))

    def check(self, *, log_may_shrink: bool = False) -> bool:
        """Return whether a file has changed since the last look; the log exists once it was written.

        Raises sqlite3.OperationalError if one was cut, FileNotFoundError if it was replaced or removed.
        """
        self.check_index()
        keep_index(self.path)
        changed = False
        for ending in ("", WAL_ENDING):
            last, file = self._last.get(ending), self._file(ending)
            if last is not None:
                self._compare(ending, last, file, may_shrink=log_may_shrink and ending == WAL_ENDING)
            if file is not None:
                changed = changed or file != last
                self._last[ending] = file
        return changed

    def check_index(self) -> None:
        """Check that the index of the log was not cut. Raises sqlite3.OperationalError."""
        try:
            check_index(self.path)
        except sqlite3.OperationalError:
            self.spoilt = True
            raise

    def mark_spoilt(
        self, ending: str, fault: str, *, missing: bool = False
    ) -> sqlite3.OperationalError | FileNotFoundError:
        """Mark the files as spoilt and return the error to raise; `missing` if the file was removed or replaced."""
        self.spoilt = True
        message = f"{self.path.name}{ending} {fault}"
        return FileNotFoundError(errno.ENOENT, message) if missing else sqlite3.OperationalError(message)

    def _compare(self, ending: str, last: _File, file: _File | None, *, may_shrink: bool) -> None:
        if file is None or not file.is_same(last):
            raise self.mark_spoilt(ending, "was taken away" if file is None else "is another file now", missing=True)
        if file.size < last.size and not may_shrink:
            raise self.mark_spoilt(ending, f"was cut to {file.size} of {last.size} bytes")

    def _file(self, ending: str) -> _File | None:
        try:
            status = self.path.with_name(self.path.name + ending).stat()
        except FileNotFoundError:
            return None
        return _File(status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns)


def lacks_file_numbers() -> bool:
    """Return whether this process has as many files open as it may: then SQLite cannot open a journal that is whole."""
    try:
        os.close(os.open(os.devnull, os.O_RDONLY))
    except OSError as error:
        return error.errno in {errno.EMFILE, errno.ENFILE}
    return False
