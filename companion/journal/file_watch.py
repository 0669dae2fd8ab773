"""Watch over the files of the open journal: it notices when another program cuts, replaces or removes one."""

from __future__ import annotations

import errno
import sqlite3
from pathlib import Path
from typing import NamedTuple

from companion.journal.database import check_index, keep_index

LOG = "-wal"


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
        self._known: dict[str, _File] = {}

    @property
    def moved(self) -> bool:
        """True if the database was removed, renamed or replaced: SQLite has open what is no longer at the path."""
        known, file = self._known.get(""), self._file("")
        return known is not None and (file is None or not file.is_same(known))

    def look(self, *, log_may_shrink: bool = False) -> bool:
        """Return whether a file has changed since the last look; the log exists once it was written.

        Raises sqlite3.OperationalError if one was cut, FileNotFoundError if it was replaced or removed.
        """
        self.check_index()
        keep_index(self.path)
        changed = False
        for ending in ("", LOG):
            known, file = self._known.get(ending), self._file(ending)
            if known is not None:
                self._compare(ending, known, file, may_shrink=log_may_shrink and ending == LOG)
            if file is not None:
                changed = changed or file != known
                self._known[ending] = file
        return changed

    def check_index(self) -> None:
        """Check that the index of the log was not cut. Raises sqlite3.OperationalError."""
        try:
            check_index(self.path)
        except sqlite3.OperationalError:
            self.spoilt = True
            raise

    def spoil(self, ending: str, fault: str, *, gone: bool = False) -> sqlite3.OperationalError | FileNotFoundError:
        """Mark the files as spoilt and return the error to raise; `gone` if the file is missing or replaced."""
        self.spoilt = True
        told = f"{self.path.name}{ending} {fault}"
        return FileNotFoundError(errno.ENOENT, told) if gone else sqlite3.OperationalError(told)

    def _compare(self, ending: str, known: _File, file: _File | None, *, may_shrink: bool) -> None:
        if file is None or not file.is_same(known):
            raise self.spoil(ending, "was taken away" if file is None else "is another file now", gone=True)
        if file.size < known.size and not may_shrink:
            raise self.spoil(ending, f"was cut to {file.size} of {known.size} bytes")

    def _file(self, ending: str) -> _File | None:
        try:
            about = self.path.with_name(self.path.name + ending).stat()
        except FileNotFoundError:
            return None
        return _File(about.st_dev, about.st_ino, about.st_size, about.st_mtime_ns)
