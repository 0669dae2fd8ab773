"""Waiting until something can be read: also where a program has more than a thousand files open."""

from __future__ import annotations

import math
import select
from collections.abc import Iterable


def readable(files: Iterable[int], seconds: float | None) -> set[int]:
    """Wait until one of these open files can be read, or has failed, and return those; none after so many seconds.

    None waits for ever. Raises ValueError for a number below 0. `select.select` refuses files from number 1,024 on.
    """
    poll = select.poll()
    for file in files:
        poll.register(file, select.POLLIN)
    return {file for file, _ in poll.poll(None if seconds is None else math.ceil(seconds * 1000))}
