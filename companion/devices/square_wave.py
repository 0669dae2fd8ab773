"""A line made high and low by turns, on a thread of its own that sleeps while there is nothing to sound."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

from companion.support.frozen import frozen

log = logging.getLogger(__name__)

_AWAKE_S = 0.00008
"""So long before a moment the thread waits awake: the system wakes a sleeper up to this much too late."""


@frozen(eq=False)
class _Asked:
    """One call of `sound`; the same pitch again is another."""

    hertz: float
    duty: float


class Wave:
    """Sounds one line. May be used from any thread.

    Python gives its threads turns: while another one computes, a wave may come late. What follows is late with it, so
    that the ear hears a short breath and no chirp.
    """

    def __init__(
        self,
        write: Callable[[bool], None],
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """Begins silent.

        Args:
            write: Makes the line high or low. What it raises is logged, and ends the sound.
            clock: Counts seconds and never goes back.
            sleep: Waits for some seconds, or hardly longer.
        """
        self._write = write
        self._clock = clock
        self._sleep = sleep
        self._changed = threading.Condition()
        self._asked: _Asked | None = None
        self._ended = False
        self._thread: threading.Thread | None = None

    def sound(self, hertz: float, duty: float) -> None:
        """Sound at a pitch above 0 until told otherwise; `duty` is the share of each wave that is high, from 0 to 1."""
        with self._changed:
            self._asked = _Asked(hertz, duty)
            self._changed.notify()
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="tone", daemon=True)
                self._thread.start()

    def silence(self) -> None:
        """Write nothing any more; the line stays as it is, wherever in a wave that was."""
        with self._changed:
            self._asked = None

    def close(self) -> None:
        """Write nothing any more, and end the thread."""
        with self._changed:
            self._ended, self._asked = True, None
            self._changed.notify()
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        while (asked := self._next()) is not None:
            try:
                self._play(asked)
            except Exception:  # a line that fails must not be written thousands of times a second, nor end the thread
                log.exception("a line cannot be sounded")
                with self._changed:
                    self._asked = None if self._asked is asked else self._asked

    def _next(self) -> _Asked | None:
        with self._changed:
            self._changed.wait_for(lambda: self._asked is not None or self._ended)
            return self._asked

    def _play(self, asked: _Asked) -> None:
        shares = [(high, share / asked.hertz) for high, share in ((True, asked.duty), (False, 1 - asked.duty)) if share]
        due = self._clock()
        while True:
            for high, seconds in shares:
                with self._changed:
                    if self._asked is not asked:
                        return
                    self._write(high)
                now = self._clock()
                due = (now if now - due > 1 / asked.hertz else due) + seconds
                self._wait_until(due)

    def _wait_until(self, moment: float) -> None:
        while (left := moment - self._clock()) > 0:
            if left > _AWAKE_S:
                self._sleep(left - _AWAKE_S)
