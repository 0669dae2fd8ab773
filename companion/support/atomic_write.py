"""Atomic writing of files, and temporary folders for copies."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path


def write_atomically(path: Path, data: bytes, *, mode: int | None = None) -> None:
    """Write a file atomically: after a loss of power, either the old or the new file is complete.

    Args:
        path: The file. Its folder must exist.
        data: The whole content.
        mode: Permissions; None on file systems that have none.

    Raises:
        OSError: It cannot be written. The old file is unchanged.
    """
    temporary = path.with_name(f".{path.name}.new")
    try:
        with temporary.open("wb") as file:
            file.write(data)
            file.flush()
            if mode is not None:
                os.fchmod(file.fileno(), mode)
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise
    flush_to_disk(path.parent)


def flush_to_disk(path: Path) -> None:
    """Flush the last changes of a file, or of the names in a folder, to the disk. Raises OSError."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


MEMORY_FOLDER = Path("/dev/shm")
"""Folder whose files stay in memory and never reach the card. It may be missing, small, or owned by another user."""


def scratch_folder(room: int) -> tempfile.TemporaryDirectory[str]:
    """Make a temporary folder: in memory if `room` bytes are free there, else in the usual place.

    Raises OSError if neither place can hold a folder.
    """
    with suppress(OSError):
        memory = os.statvfs(MEMORY_FOLDER)
        if memory.f_bavail * memory.f_frsize >= room:
            return tempfile.TemporaryDirectory(prefix="companion-", dir=MEMORY_FOLDER)
    return tempfile.TemporaryDirectory(prefix="companion-")
