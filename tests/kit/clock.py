"""Time in tests: a clock that moves only when the test says so, and the time zone of the machine."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass


@dataclass
class Clock:
    """Counts seconds, and moves only when the test says so."""

    now: float = 100.0

    def __call__(self) -> float:
        return self.now


@contextmanager
def in_zone(name: str) -> Iterator[None]:
    """Set the time zone of this process and those that it starts, such as Pacific/Auckland."""
    before = os.environ.get("TZ")
    os.environ["TZ"] = name
    time.tzset()
    try:
        yield
    finally:
        if before is None:
            del os.environ["TZ"]
        else:
            os.environ["TZ"] = before
        time.tzset()
