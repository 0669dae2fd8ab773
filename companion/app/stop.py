"""The wish that a companion ends, or begins anew."""

from __future__ import annotations

import time
from contextlib import suppress
from enum import Enum
from queue import Empty, SimpleQueue

_SIGNAL_S = 5.0
"""A signal that comes right before its thread begins to wait does not end the waiting: so often it is looked for."""


class _Wish(Enum):
    """What is wished of a companion that runs."""

    END = "end"
    AGAIN = "again"
    """To close, and begin anew in the same process."""


class Stop:
    """The wish to end, uttered from any thread and waited for on one."""

    def __init__(self) -> None:
        # A signal's handler may come in the midst of `wait`, on the same thread: an Event could then wait for itself,
        # a SimpleQueue cannot.
        self._asked: SimpleQueue[_Wish] = SimpleQueue()
        self.signalled = False
        """Whether a signal asked."""

    def signal(self) -> None:
        """Ask to end, in a signal's handler."""
        self.signalled = True
        self.ask()

    def ask(self) -> None:
        """Ask to end; from any thread, also from a signal's handler, and as often as one likes."""
        self._asked.put(_Wish.END)

    def ask_again(self) -> None:
        """Ask to close and begin anew; from any thread. Whoever asks to end meanwhile is heard before."""
        self._asked.put(_Wish.AGAIN)

    def begins_again(self) -> bool:
        """Whether it was asked to begin anew, and by nobody to end. That wish is heard by this, and waits no more."""
        wishes = set()
        with suppress(Empty):
            while True:
                wishes.add(self._asked.get_nowait())
        if _Wish.END in wishes:
            self.ask()
        return wishes == {_Wish.AGAIN}

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until somebody asks, at most `timeout` seconds; whether somebody did."""
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
