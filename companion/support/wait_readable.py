"""Waiting until a file can be read, even in a program with more than a thousand open files."""

from __future__ import annotations

import math
import select
from collections.abc import Iterable


def readable(files: Iterable[int], seconds: float | None) -> set[int]:
    """Wait until one of these open files can be read, or has failed, and return those; none after `seconds`.

    None waits without a limit. Raises ValueError for a number below 0. Unlike `select.select` this accepts file
    descriptors from 1,024 on.
    """
    poll = select.poll()
    for file in files:
        poll.register(file, select.POLLIN)
    return {file for file, _ in poll.poll(None if seconds is None else math.ceil(seconds * 1000))}
