"""Codes: the few digits on the box that make a phone the host or a seat. Short-lived, used once, one at a time."""

from __future__ import annotations

import hmac
import threading
from collections.abc import Callable
from dataclasses import dataclass

DIGITS = 6
LIFE_S = 300.0
"""How long a code holds, in seconds."""
MOST_WRONG = 10
"""Wrong tries after which the code shown is void: one guess in a hundred thousand."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A code that is shown on the box now."""

    code: str
    """DIGITS digits."""
    seat: int | None
    """The seat that it stands for, from 1; None for the table code, which makes a phone host."""
    until: float
    """When it ends, in the seconds of the clock given to `Codes`."""


class Codes:
    """The one code that is shown now, if any. May be used from any thread.

    The box offers a code while its page lies open and withdraws it afterwards; a phone redeems it.
    """

    def __init__(self, clock: Callable[[], float], below: Callable[[int], int]) -> None:
        """`clock` counts seconds and never goes back; `below(n)` draws from 0 to n - 1, so that nobody can guess it."""
        self._clock = clock
        self._below = below
        self._lock = threading.Lock()
        self._offer: Offer | None = None
        self._used: Offer | None = None
        self._wrong = 0

    def offer(self, seat: int | None) -> Offer:
        """A new code for a seat, or for the table (None). The one before is void."""
        code = f"{self._below(10**DIGITS):0{DIGITS}}"
        with self._lock:
            self._offer, self._wrong = Offer(code, seat, self._clock() + LIFE_S), 0
            return self._offer

    def withdraw(self) -> None:
        """Make the code void."""
        with self._lock:
            self._offer = None

    @property
    def offered(self) -> Offer | None:
        """The code that holds now; None when none was offered, or it was used, withdrawn, old or guessed at."""
        with self._lock:
            return self._holding()

    @property
    def used(self) -> Offer | None:
        """The code that was used last; None before the first."""
        return self._used

    def redeem(self, code: str) -> Offer | None:
        """Use a code up: what it stood for, None if it is not the one that holds now."""
        with self._lock:
            offer = self._holding()
            if offer is None:
                return None
            if hmac.compare_digest(offer.code.encode(), code.encode()):
                self._offer, self._used = None, offer
                return offer
            self._wrong += 1
            if self._wrong >= MOST_WRONG:
                self._offer = None
            return None

    def _holding(self) -> Offer | None:
        if self._offer is not None and self._offer.until <= self._clock():
            self._offer = None
        return self._offer
