"""A folder for a copy that is soon gone: in memory, or where temporary files go when memory has no room for it."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path

MEMORY = Path("/dev/shm")
"""What is written there reaches no card. It may be missing, small, or another user's."""


def scratch_folder(room: int) -> tempfile.TemporaryDirectory[str]:
    """Make a folder that takes `room` bytes: in memory, else where temporary files go, whatever room is there.

    Raises OSError where neither takes a folder.
    """
    with suppress(OSError):
        about = os.statvfs(MEMORY)
        if about.f_bavail * about.f_frsize >= room:
            return tempfile.TemporaryDirectory(prefix="companion-", dir=MEMORY)
    return tempfile.TemporaryDirectory(prefix="companion-")
