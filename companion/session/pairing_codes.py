"""Codes that the box shows to make a phone host or seat, used once; and when each such phone was last heard of.

A code has two forms: a few digits to be typed, and in the square code beside them a token that nobody can guess.
"""

from __future__ import annotations

import hmac
import threading
from collections import Counter, OrderedDict, deque
from collections.abc import Callable

from companion.session.backup_permission import BackupPermission
from companion.session.session import Session
from companion.support.frozen import frozen
from companion.table.commands import Claim, RenewPhone
from companion.table.table_errors import StaleError

_MOST_KNOWN = 256
"""Of how many phones it is remembered when they were last heard of: more than have a role at any time."""
DIGITS = 6
TOKEN_BYTES = 16
"""Of randomness in the token of a square code: 22 letters of base64url."""
LIFE_S = 900.0
"""How long a screen with a code stays open, in seconds, if nobody closes it."""
ASKED_S = 60.0
"""How long the box asks whether a phone may take a seat over from another, in seconds; no answer is a no."""
_REFUSALS = 16
"""How many refused phones are remembered, so that each may be told."""


@frozen
class CodeOffer:
    """A code that is shown on the box now."""

    code: str
    """DIGITS digits."""
    token: str
    """The same for a camera: TOKEN_BYTES in base64url."""
    seat: int | None
    """The seat that it stands for, from 1; None for the table code, which makes a phone host."""
    epoch: int
    """That of the roles: once all phones are forgotten, it stands for nothing."""
    until: float
    """When its screen closes, in the seconds of the clock given to `Codes`."""
    game: int | None = None
    """The number of the game that the seat is of: in another it stands for nothing. None where that is all the same."""


@frozen
class Asking:
    """A phone with the right code for a seat that another phone has: the box asks whether it may take over."""

    seat: int
    """From 1."""
    phone: str
    """The digest of what it shows us."""
    game: int
    """The number of the game that the seat is of."""
    epoch: int
    """That of the roles when the code was shown."""
    until: float
    """When no answer is a no, in the seconds of the clock given to `Codes`."""


class Codes:
    """The one code that is shown now, if any. May be used from any thread.

    The box offers a code while its page lies open and withdraws it afterwards; a phone redeems it.
    """

    def __init__(self, clock: Callable[[], float], below: Callable[[int], int], token: Callable[[], str]) -> None:
        """`clock` counts seconds and never goes back.

        So that nobody can guess what comes, `below(n)` draws from 0 to n - 1, and `token()` gives TOKEN_BYTES in
        base64url.
        """
        self._clock = clock
        self._below = below
        self._token = token
        self.attendance = Attendance(clock)
        """Which of the phones that were let in are there."""
        self.handing = BackupPermission(clock)
        """The phone that would have a backup with unfinished games, if any."""
        self._lock = threading.Lock()
        self._offer: CodeOffer | None = None
        self._last_used: CodeOffer | None = None
        self._takeover: Asking | None = None
        self._refused: deque[str] = deque(maxlen=_REFUSALS)

    @property
    def now(self) -> float:
        """What its clock says, in seconds."""
        return self._clock()

    def offer(self, seat: int | None, epoch: int, game: int | None = None) -> CodeOffer:
        """A new code for a seat of a game, or for the table (None), by the epoch of the roles. The last one is void."""
        code = f"{self._below(10**DIGITS):0{DIGITS}}"
        with self._lock:
            self._offer = CodeOffer(code, self._token(), seat, epoch, self._clock() + LIFE_S, game)
            return self._offer

    def withdraw(self) -> None:
        """Make the code void."""
        with self._lock:
            self._offer = None

    @property
    def offered(self) -> CodeOffer | None:
        """The code that holds now; None when none was offered, or it was used or withdrawn."""
        with self._lock:
            return self._valid_offer()

    @property
    def used(self) -> CodeOffer | None:
        """The code that was used last; None before the first."""
        return self._last_used

    def redeem(self, code: str) -> CodeOffer | None:
        """Use a code up, by its digits or its token: what it stood for, None if it is not the one that holds now."""
        with self._lock:
            offer = self._valid_offer()
            if offer is None:
                return None
            expected = offer.code if len(code) == DIGITS else offer.token
            if not hmac.compare_digest(expected.encode(), code.encode()):
                return None
            self._offer, self._last_used = None, offer
            return offer

    def ask(self, seat: int, phone: str, game: int, epoch: int) -> Asking:
        """Have the box ask whether this phone may take the seat over. One that was asked for before is refused."""
        with self._lock:
            self._refuse(self._takeover)
            self._forget_refusal(phone)
            self._takeover = Asking(seat, phone, game, epoch, self._clock() + ASKED_S)
            return self._takeover

    @property
    def asking(self) -> Asking | None:
        """The phone that waits for an answer now, if any."""
        with self._lock:
            if self._takeover is not None and self._takeover.until <= self._clock():
                self._refuse(self._takeover)
            return self._takeover

    def answer(self, request: Asking, *, granted: bool) -> bool:
        """What the box was answered; whether that still counts."""
        with self._lock:
            if self._takeover != request or request.until <= self._clock():
                return False
            if granted:
                self._takeover = None
            else:
                self._refuse(request)
            return True

    def refused(self, phone: str) -> bool:
        """Whether this phone asked last in vain."""
        with self._lock:
            return phone in self._refused

    def _refuse(self, request: Asking | None) -> None:
        if request is not None:
            self._refused.append(request.phone)
        self._takeover = None

    def _forget_refusal(self, phone: str) -> None:
        if phone in self._refused:
            self._refused.remove(phone)

    def _valid_offer(self) -> CodeOffer | None:
        if self._offer is not None and self._offer.until <= self._clock():
            self._offer = None
        return self._offer


def link(
    session: Session, codes: Codes, offer: CodeOffer, phone: str, before: str | None, source: str
) -> Asking | None:
    """Make a phone what the code that it used stands for; where another phone has the seat, ask the box first.

    `before` is the digest of what it showed until now, if it has a role: that is worth nothing any more. To be done
    where alone the session may be touched. Gives what is asked, None once the phone is what it wanted to be; raises as
    `Session.do` does.
    """
    table, seat = session.table, offer.seat
    if offer.game is not None and (table is None or table.number != offer.game):
        raise StaleError(table.seq if table is not None else 0)  # it was used just when another game was opened
    if table is not None and seat is not None and table.claims.get(seat, before) != before:
        if before is not None:
            session.do(RenewPhone(before=before, phone=phone, source=source))
        return codes.ask(seat, phone, table.number, offer.epoch)
    session.do(Claim(seat=seat, phone=phone, before=before, epoch=offer.epoch, source=source))
    return None


class Attendance:
    """Who is there, and who was. May be used from any thread."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """`clock` counts seconds and never goes back."""
        self._clock = clock
        self._lock = threading.Lock()
        self._heard: OrderedDict[str, float] = OrderedDict()
        self._watching: Counter[str] = Counter()

    def heard(self, phone: str) -> None:
        """Something came from a phone just now."""
        with self._lock:
            self._note(phone)

    def looks_on(self, phone: str) -> Callable[[], None]:
        """A phone has a page open that follows the table; what is given back is to be called once it has not."""
        with self._lock:
            self._watching[phone] += 1

        def leave() -> None:
            with self._lock:
                self._watching[phone] -= 1
                self._watching += Counter()  # without those at nought
                self._note(phone)

        return leave

    def since(self, phone: str) -> float | None:
        """How many seconds ago a phone was last there, 0 while it looks on; None if it was not since the start."""
        with self._lock:
            if self._watching[phone] > 0:
                return 0.0
            last_heard = self._heard.get(phone)
            return None if last_heard is None else self._clock() - last_heard

    def _note(self, phone: str) -> None:
        self._heard[phone] = self._clock()
        self._heard.move_to_end(phone)
        while len(self._heard) > _MOST_KNOWN:
            self._heard.popitem(last=False)
