"""Things that are not a regular file in the place of the journal, and a snapshot of a folder."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from pathlib import Path


def _socket(path: Path) -> None:
    # The path of a socket is limited to about a hundred letters, so bind it relative to its folder.
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        with socket.socket(socket.AF_UNIX) as server:
            server.bind(f"/proc/self/fd/{folder}/{path.name}")
    finally:
        os.close(folder)


NO_FILES: dict[str, Callable[[Path], object]] = {
    "a folder": Path.mkdir,
    "a pipe": os.mkfifo,
    "a socket": _socket,
    "a link that leads back to itself": lambda path: path.symlink_to(path.name),
}
"""Functions that create such a thing at a path, by its name in the sentences."""


def everything_in(folder: Path) -> dict[str, tuple[int, int, bytes]]:
    """Return the mode, the time of the last change and the content of everything in a folder, by path."""
    files = {}
    for path in (folder, *sorted(folder.rglob("*"))):
        status = path.lstat()
        content = path.read_bytes() if path.is_file() and os.access(path, os.R_OK) else b""
        files[str(path)] = (status.st_mode, status.st_mtime_ns, content)
    return files
