"""Temporary folders for copies: in memory if there is room, else where temporary files go."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path

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
