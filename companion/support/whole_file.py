"""Files that are written whole or not at all: a copy beside it, on the disk, then in the place of the old one."""

from __future__ import annotations

import os
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
