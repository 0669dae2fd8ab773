"""Limits on guessing a code: each further attempt waits longer, but nobody can lock others out."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

FREE_ATTEMPTS = 3
"""Wrong codes that an address may send before it has to wait, because people mistype."""
WAITS_S = (2.0, 4.0, 8.0, 15.0)
"""Seconds to wait after each further wrong code; the last value repeats."""
BURST = 10
"""Codes that may come at once from all addresses together."""
INTERVAL_S = 2.0
"""Seconds for each code after the burst. So of a million codes, a guesser can try 450 in a quarter of an hour."""
LONGEST_WAIT_S = 30.0
"""Limit on the wait for a turn: who comes while more wait gets no turn, and tries again after that time."""
_TURN_KEPT_S = 30.0
"""Seconds for which a turn is kept for its address."""
_MOST_KNOWN = 512
"""Limit on the addresses that are tracked; the one that was silent longest is forgotten first."""


class CodeAttempts:
    """The turns of addresses to try a code. May be used from any thread.

    An address that comes while too many come gets a turn, which is kept until it comes back: nobody can take it by
    trying more often. Turns are given LONGEST_WAIT_S ahead, so the wait ends soon after an attack. A new code of the
    box begins a new queue.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        """Start with a full burst; `clock` counts seconds and never goes back."""
        self._clock = clock
        self._lock = threading.Lock()
        self._burst_free_at = clock()
        """Time when the whole burst would be free again."""
        self._code: object = None
        self._turns: OrderedDict[str, float] = OrderedDict()
        self._failures: OrderedDict[str, tuple[int, float]] = OrderedDict()

    def wait(self, address: str, code: object = None) -> float:
        """Return the seconds this address has to wait; 0 takes its turn, and its code may be checked now.

        `code` is the code that the box shows now; another one than before begins a new queue.
        """
        with self._lock:
            now = self._clock()
            if code != self._code:
                self._code, self._burst_free_at = code, now
                self._turns.clear()
                self._failures.clear()
            _, blocked_until = self._failures.get(address, (0, now))
            if blocked_until > now:
                return blocked_until - now
            turn = self._turns.get(address)
            if turn is None or turn + _TURN_KEPT_S < now:
                if self._next_turn(now) - now > LONGEST_WAIT_S:
                    return LONGEST_WAIT_S
                turn = self._take_turn(now)
            if turn > now:
                _remember(self._turns, address, turn)
                return turn - now
            self._turns.pop(address, None)
            return 0.0

    def record_wrong(self, address: str) -> None:
        """Record a wrong code from this address."""
        with self._lock:
            count, _ = self._failures.get(address, (0, 0.0))
            excess = count + 1 - FREE_ATTEMPTS
            wait_s = WAITS_S[min(excess, len(WAITS_S) - 1)] if excess >= 0 else 0.0
            _remember(self._failures, address, (count + 1, self._clock() + wait_s))

    def record_right(self, address: str) -> None:
        """Record a right code from this address."""
        with self._lock:
            self._failures.pop(address, None)

    def _take_turn(self, now: float) -> float:
        """Take the next free turn, and return its time."""
        turn = self._next_turn(now)
        self._burst_free_at = max(self._burst_free_at, now) + INTERVAL_S
        return turn

    def _next_turn(self, now: float) -> float:
        return max(now, self._burst_free_at - (BURST - 1) * INTERVAL_S)


def _remember(table: OrderedDict[str, T], address: str, value: T) -> None:
    table[address] = value
    table.move_to_end(address)
    while len(table) > _MOST_KNOWN:
        table.popitem(last=False)
