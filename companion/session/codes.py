"""Codes: the few digits on the box that make a phone the host or a seat. Short-lived, used once, one at a time."""

from __future__ import annotations

import hmac
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from companion.session.commands import Claim
from companion.session.session import Session

DIGITS = 6
LIFE_S = 300.0
"""How long a code holds, in seconds."""
MOST_WRONG = 10
"""Wrong tries after which the code shown is void: one guess in a hundred thousand."""
ASKED_S = 60.0
"""How long the box asks whether a phone may take a seat over from another, in seconds; no answer is a no."""
_REFUSALS = 16
"""How many refused phones are remembered, so that each may be told."""


@dataclass(frozen=True, slots=True)
class CodeOffer:
    """A code that is shown on the box now."""

    code: str
    """DIGITS digits."""
    seat: int | None
    """The seat that it stands for, from 1; None for the table code, which makes a phone host."""
    until: float
    """When it ends, in the seconds of the clock given to `Codes`."""


@dataclass(frozen=True, slots=True)
class Asking:
    """A phone with the right code for a seat that another phone has: the box asks whether it may take over."""

    seat: int
    """From 1."""
    phone: str
    """The digest of what it shows us."""
    game: int
    """The number of the game that the seat is of."""
    until: float
    """When no answer is a no, in the seconds of the clock given to `Codes`."""


class Codes:
    """The one code that is shown now, if any. May be used from any thread.

    The box offers a code while its page lies open and withdraws it afterwards; a phone redeems it.
    """

    def __init__(self, clock: Callable[[], float], below: Callable[[int], int]) -> None:
        """`clock` counts seconds and never goes back; `below(n)` draws from 0 to n - 1, so that nobody can guess it."""
        self._clock = clock
        self._below = below
        self._lock = threading.Lock()
        self._offer: CodeOffer | None = None
        self._used: CodeOffer | None = None
        self._wrong = 0
        self._asking: Asking | None = None
        self._refused: deque[str] = deque(maxlen=_REFUSALS)

    @property
    def now(self) -> float:
        """What its clock says, in seconds."""
        return self._clock()

    def offer(self, seat: int | None) -> CodeOffer:
        """A new code for a seat, or for the table (None). The one before is void."""
        code = f"{self._below(10**DIGITS):0{DIGITS}}"
        with self._lock:
            self._offer, self._wrong = CodeOffer(code, seat, self._clock() + LIFE_S), 0
            return self._offer

    def withdraw(self) -> None:
        """Make the code void."""
        with self._lock:
            self._offer = None

    @property
    def offered(self) -> CodeOffer | None:
        """The code that holds now; None when none was offered, or it was used, withdrawn, old or guessed at."""
        with self._lock:
            return self._holding()

    @property
    def used(self) -> CodeOffer | None:
        """The code that was used last; None before the first."""
        return self._used

    def redeem(self, code: str) -> CodeOffer | None:
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

    def ask(self, seat: int, phone: str, game: int) -> Asking:
        """Have the box ask whether this phone may take the seat over. One that was asked for before is refused."""
        with self._lock:
            self._refuse(self._asking)
            self._forgive(phone)
            self._asking = Asking(seat, phone, game, self._clock() + ASKED_S)
            return self._asking

    @property
    def asking(self) -> Asking | None:
        """The phone that waits for an answer now, if any."""
        with self._lock:
            if self._asking is not None and self._asking.until <= self._clock():
                self._refuse(self._asking)
            return self._asking

    def answer(self, asking: Asking, *, granted: bool) -> bool:
        """What the box was answered; whether that still counts."""
        with self._lock:
            if self._asking != asking or asking.until <= self._clock():
                return False
            if granted:
                self._asking = None
            else:
                self._refuse(asking)
            return True

    def refused(self, phone: str) -> bool:
        """Whether this phone asked last in vain."""
        with self._lock:
            return phone in self._refused

    def _refuse(self, asking: Asking | None) -> None:
        if asking is not None:
            self._refused.append(asking.phone)
        self._asking = None

    def _forgive(self, phone: str) -> None:
        if phone in self._refused:
            self._refused.remove(phone)

    def _holding(self) -> CodeOffer | None:
        if self._offer is not None and self._offer.until <= self._clock():
            self._offer = None
        return self._offer


def link(session: Session, codes: Codes, offer: CodeOffer, phone: str, source: str) -> Asking | None:
    """Make a phone what the code that it used stands for; where another phone has the seat, ask the box first.

    To be done where alone the session may be touched. Gives what is asked, None once the phone is what it wanted to be;
    raises as `Session.do` does.
    """
    table, seat = session.table, offer.seat
    if table is not None and seat is not None and table.claims.get(seat, phone) != phone:
        return codes.ask(seat, phone, table.number)
    session.do(Claim(seat=seat, phone=phone, source=source))
    return None
