"""Files that are written whole or not at all, and temporary folders for copies."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path


def write_whole(path: Path, data: bytes, *, mode: int | None = None) -> None:
    """Write a file so that whenever the power goes, either the old one or the new one is there.

    Args:
        path: The file; its folder must be there.
        data: All that is to stand in it.
        mode: Who may read it; None where the file system knows no such thing.

    Raises:
        OSError: It cannot be written; the old one is as it was.
    """
    made = path.with_name(f".{path.name}.new")
    try:
        with made.open("wb") as file:
            file.write(data)
            file.flush()
            if mode is not None:
                os.fchmod(file.fileno(), mode)
            os.fsync(file.fileno())
        made.replace(path)
    except OSError:
        with suppress(OSError):
            made.unlink(missing_ok=True)
        raise
    sync(path.parent)


def sync(path: Path) -> None:
    """Have what was last done to a file, or to the names in a folder, on the disk. Raises OSError."""
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


MEMORY = Path("/dev/shm")
"""Files here never reach the card. It may be missing, small, or owned by another user."""


def scratch_folder(room: int) -> tempfile.TemporaryDirectory[str]:
    """Make a temporary folder: in memory if `room` bytes are free there, else where temporary files go.

    Raises OSError if neither place can hold a folder.
    """
    with suppress(OSError):
        about = os.statvfs(MEMORY)
        if about.f_bavail * about.f_frsize >= room:
            return tempfile.TemporaryDirectory(prefix="companion-", dir=MEMORY)
    return tempfile.TemporaryDirectory(prefix="companion-")
