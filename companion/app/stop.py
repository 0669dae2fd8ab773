"""A request to end or restart a running companion."""

from __future__ import annotations

import time
from contextlib import suppress
from enum import Enum
from queue import Empty, SimpleQueue

_SIGNAL_S = 5.0
"""Seconds after which `wait` looks again: a signal just before a thread begins to wait does not wake it."""


class _Request(Enum):
    """The kinds of request."""

    END = "end"
    RESTART = "again"
    """Close, and start again in the same process."""


class Stop:
    """A request to end: made on any thread, waited for on one."""

    def __init__(self) -> None:
        # A signal's handler may come in the midst of `wait`, on the same thread: an Event could then wait for itself,
        # a SimpleQueue cannot.
        self._asked: SimpleQueue[_Request] = SimpleQueue()
        self.signalled = False
        """True if a signal made the request."""

    def signal(self) -> None:
        """Ask to end, in a signal's handler."""
        self.signalled = True
        self.ask()

    def ask(self) -> None:
        """Ask to end. May be called repeatedly, from any thread and from a signal's handler."""
        self._asked.put(_Request.END)

    def ask_restart(self) -> None:
        """Ask to close and start again. A request to end takes precedence."""
        self._asked.put(_Request.RESTART)

    def take_restart(self) -> bool:
        """Return whether a restart was asked for, and no end. This consumes the request."""
        wishes = set()
        with suppress(Empty):
            while True:
                wishes.add(self._asked.get_nowait())
        if _Request.END in wishes:
            self.ask()
        return wishes == {_Request.RESTART}

    def wait(self, timeout: float | None = None) -> bool:
        """Wait for a request, at most `timeout` seconds. Return whether there is one."""
        ends = None if timeout is None else time.monotonic() + timeout
        while True:
            left = _SIGNAL_S if ends is None else min(_SIGNAL_S, max(0.0, ends - time.monotonic()))
            try:
                wish = self._asked.get(timeout=left)
            except Empty:
                if ends is not None and time.monotonic() >= ends:
                    return False
            else:
                self._asked.put(wish)
                return True
