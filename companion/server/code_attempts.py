"""Limits on guessing a code: each further attempt waits longer, but nobody can lock others out."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

FREE = 3
"""Wrong codes that an address may send before it has to wait, because people mistype."""
WAITS_S = (2.0, 4.0, 8.0, 15.0)
"""Seconds to wait after each further wrong code; the last value repeats."""
BURST = 10
"""Codes that may come at once from all addresses together."""
EVERY_S = 2.0
"""Seconds for each code after the burst. So of a million codes, a guesser can try 450 in a quarter of an hour."""
_HELD_S = 30.0
"""Seconds for which a turn is kept for its address."""
_MOST_KNOWN = 512
"""Limit on the addresses that are tracked; the one that was silent longest is forgotten first."""


class Tries:
    """The turns of addresses to try a code. May be used from any thread.

    An address that comes while too many come gets a turn, which is kept until it comes back: nobody can take it by
    trying more often.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        """Start with a full burst; `clock` counts seconds and never goes back."""
        self._clock = clock
        self._lock = threading.Lock()
        self._rested_at = clock()
        """Time when the whole burst would be free again."""
        self._turns: OrderedDict[str, float] = OrderedDict()
        self._wrong: OrderedDict[str, tuple[int, float]] = OrderedDict()

    def wait(self, who: str) -> float:
        """Return the seconds this address has to wait; 0 takes its turn, and its code may be checked now."""
        with self._lock:
            now = self._clock()
            _, rested = self._wrong.get(who, (0, now))
            if rested > now:
                return rested - now
            turn = self._turns.get(who)
            if turn is None or turn + _HELD_S < now:
                turn = self._next(now)
            if turn > now:
                _remember(self._turns, who, turn)
                return turn - now
            self._turns.pop(who, None)
            return 0.0

    def wrong(self, who: str) -> None:
        """Record a wrong code from this address."""
        with self._lock:
            times, _ = self._wrong.get(who, (0, 0.0))
            late = times + 1 - FREE
            rest = WAITS_S[min(late, len(WAITS_S) - 1)] if late >= 0 else 0.0
            _remember(self._wrong, who, (times + 1, self._clock() + rest))

    def right(self, who: str) -> None:
        """Record a right code from this address."""
        with self._lock:
            self._wrong.pop(who, None)

    def _next(self, now: float) -> float:
        """Take the next free turn, and return its time."""
        rested = max(self._rested_at, now)
        self._rested_at = rested + EVERY_S
        return max(now, rested - (BURST - 1) * EVERY_S)


def _remember(known: OrderedDict[str, T], who: str, what: T) -> None:
    known[who] = what
    known.move_to_end(who)
    while len(known) > _MOST_KNOWN:
        known.popitem(last=False)
