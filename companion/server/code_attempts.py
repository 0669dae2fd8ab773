"""How often a code may be guessed at: always again, but slower and slower, and never so that others are shut out."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

FREE = 3
"""How many wrong codes an address may send before it has to wait: fingers slip."""
WAITS_S = (2.0, 4.0, 8.0, 15.0)
"""How long it waits after each one more, in seconds; after all later ones as long as after the last."""
BURST = 10
"""How many codes may come at once from wherever they like."""
EVERY_S = 2.0
"""Once that many have come, one is looked at in so many seconds: of a million, a guesser sees 450 in a quarter hour."""
_HELD_S = 30.0
"""How long somebody's turn is kept for them."""
_MOST_KNOWN = 512
"""How many addresses are told apart; whoever was silent longest is forgotten first."""


class Tries:
    """Whose turn it is to try a code. May be used from any thread.

    Whoever comes while too many come is given a turn, and finds it kept when they come back: nobody can take it by
    trying more often.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        """`clock` counts seconds and never goes back."""
        self._clock = clock
        self._lock = threading.Lock()
        self._rested_at = clock()
        """When the whole burst would be free again."""
        self._turns: OrderedDict[str, float] = OrderedDict()
        self._wrong: OrderedDict[str, tuple[int, float]] = OrderedDict()

    def wait(self, who: str) -> float:
        """How many seconds this one has to wait; 0 where its code may be looked at now, which is a turn taken."""
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
        """The code that this one tried was wrong."""
        with self._lock:
            times, _ = self._wrong.get(who, (0, 0.0))
            late = times + 1 - FREE
            rest = WAITS_S[min(late, len(WAITS_S) - 1)] if late >= 0 else 0.0
            _remember(self._wrong, who, (times + 1, self._clock() + rest))

    def right(self, who: str) -> None:
        """The code that this one tried was right."""
        with self._lock:
            self._wrong.pop(who, None)

    def _next(self, now: float) -> float:
        """The next turn there is, from now on taken."""
        rested = max(self._rested_at, now)
        self._rested_at = rested + EVERY_S
        return max(now, rested - (BURST - 1) * EVERY_S)


def _remember(known: OrderedDict[str, T], who: str, what: T) -> None:
    known[who] = what
    known.move_to_end(who)
    while len(known) > _MOST_KNOWN:
        known.popitem(last=False)
