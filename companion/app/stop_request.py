"""A request to end or restart a running companion."""

from __future__ import annotations

import time
from contextlib import suppress
from enum import Enum
from queue import Empty, SimpleQueue

_RECHECK_S = 5.0
"""Seconds after which `wait` looks again: a signal just before a thread begins to wait does not wake it."""


class _Request(Enum):
    """The kinds of request."""

    END = "end"
    RESTART = "again"
    """Close, and start again in the same process."""


class StopRequest:
    """A request to end: made on any thread, waited for on one."""

    def __init__(self) -> None:
        # A signal's handler may run during `wait`, on the same thread: an Event could then deadlock, a SimpleQueue
        # cannot.
        self._requests: SimpleQueue[_Request] = SimpleQueue()
        self.signalled = False
        """True if a signal made the request."""

    def signal(self) -> None:
        """Ask to end, in a signal's handler."""
        self.signalled = True
        self.ask()

    def ask(self) -> None:
        """Ask to end. May be called repeatedly, from any thread and from a signal's handler."""
        self._requests.put(_Request.END)

    def ask_restart(self) -> None:
        """Ask to close and start again. A request to end takes precedence."""
        self._requests.put(_Request.RESTART)

    def take_restart(self) -> bool:
        """Return whether a restart was asked for, and no end. This consumes the request."""
        requests = set()
        with suppress(Empty):
            while True:
                requests.add(self._requests.get_nowait())
        if _Request.END in requests:
            self.ask()
        return requests == {_Request.RESTART}

    def wait(self, timeout: float | None = None) -> bool:
        """Wait for a request, at most `timeout` seconds. Return whether there is one."""
        deadline = None if timeout is None else time.monotonic() + timeout
        while True:
            remaining = _RECHECK_S if deadline is None else min(_RECHECK_S, max(0.0, deadline - time.monotonic()))
            try:
                request = self._requests.get(timeout=remaining)
            except Empty:
                if deadline is not None and time.monotonic() >= deadline:
                    return False
            else:
                self._requests.put(request)
                return True
