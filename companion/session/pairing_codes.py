"""Pairing codes, shown on the box, for a host, a seat, a place in the lobby or a television; and who was seen last.

A code has two forms: a few digits to type, and in the QR code beside them a token that nobody can guess. It is used
once, except for the code of the lobby: anybody may use that while the box shows its page.
"""

from __future__ import annotations

import hmac
import threading
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from enum import Enum

from companion.session.box_permission import BoxPermission
from companion.session.publisher import Publisher
from companion.session.session import Session
from companion.support.frozen_dataclasses import frozen
from companion.table.commands import AddDisplay, ClaimSeat, RenewPhone
from companion.table.session_errors import StaleError

_MOST_KNOWN = 256
"""The number of phones whose last contact is stored: more than ever have a role."""
DIGITS = 6
TOKEN_BYTES = 16
"""The randomness in the token of a QR code: 22 letters of base64url."""
LIFE_S = 900.0
"""The time that a page with a code stays open unless somebody closes it, in seconds."""
ASKED_S = 60.0
"""The time until the question whether a phone may take over a seat counts as refused, in seconds."""
_OUTDATED = 8
"""The number of digits and tokens of the last codes of the lobby that are remembered: four codes in both forms."""
_REFUSALS = 16
"""The number of refused phones that are stored, so that each can show it."""


class CodeKind(Enum):
    """Kinds of codes, by what they give."""

    ROLE = "role"
    """The role of a host, or a seat."""
    LOBBY = "lobby"
    """A place in the lobby of the next game, and no role."""
    DISPLAY = "display"
    """The permission to show the code of the lobby, for a television."""


@frozen
class CodeOffer:
    """A code that the box shows now."""

    code: str
    """DIGITS digits."""
    token: str
    """The same for a camera: TOKEN_BYTES in base64url."""
    seat: int | None
    """The seat that it gives, from 1; None for the table code, which makes a phone a host."""
    epoch: int
    """The epoch of the roles: once all phones are forgotten, the code is void."""
    until: float
    """The time when its page closes, in the seconds of the clock given to `PairingCodes`."""
    game: int | None = None
    """The number of the seat's game: in another game the code is void. None if the game does not matter."""
    kind: CodeKind = CodeKind.ROLE


@frozen
class TakeoverRequest:
    """The request of a phone, with a valid code, to take over a seat that another phone has. The box asks whether it
    may.
    """

    seat: int
    """From 1."""
    phone: str
    """The digest of the phone's token."""
    game: int
    """The number of the seat's game."""
    epoch: int
    """The epoch of the roles when the code was shown."""
    until: float
    """The time when it counts as refused, in the seconds of the clock given to `PairingCodes`."""


class PairingCodes:
    """The single code that is shown now, if any. Safe from any thread.

    The box offers a code while its page is open and withdraws it afterwards; a phone redeems it.
    """

    def __init__(self, clock: Callable[[], float], below: Callable[[int], int], token: Callable[[], str]) -> None:
        """`clock` counts seconds and is monotonic.

        Nobody can guess what the others return: `below(n)` a number from 0 to n - 1, and `token()` TOKEN_BYTES in
        base64url.
        """
        self._clock = clock
        self._below = below
        self._token = token
        self.attendance = Attendance(clock)
        """The attendance of the phones that were paired."""
        self.backup_permission = BoxPermission(clock)
        """The permission for a backup with unfinished games."""
        self.change_permission = BoxPermission(clock)
        """The permission to change the board or the name of the machine."""
        self._lock = threading.Lock()
        self._offer: CodeOffer | None = None
        self._last_used: CodeOffer | None = None
        self._takeover: TakeoverRequest | None = None
        self._refused: deque[str] = deque(maxlen=_REFUSALS)
        self._outdated: deque[str] = deque(maxlen=_OUTDATED)
        self.lobby_offers: Publisher[tuple[CodeOffer, ...]] = Publisher()
        """Publishes the code of the lobby, for televisions; empty while the box shows none."""
        self.lobby_offers.publish(())

    @property
    def now(self) -> float:
        """The time of its clock, in seconds."""
        return self._clock()

    def offer(
        self, seat: int | None, epoch: int, game: int | None = None, *, kind: CodeKind = CodeKind.ROLE
    ) -> CodeOffer:
        """Make and return the new valid code for a seat of a game, or for the table (None), with the epoch of the
        roles; or one of another kind.

        The last code is void.
        """
        code = f"{self._below(10**DIGITS):0{DIGITS}}"
        offer = CodeOffer(code, self._token(), seat, epoch, self._clock() + LIFE_S, game, kind)
        self._replace(offer)
        return offer

    def withdraw(self) -> None:
        """Make the code void."""
        self._replace(None)

    def is_outdated(self, code: str) -> bool:
        """Return whether these digits or this token were the code of the lobby a short while ago."""
        with self._lock:
            return code in self._outdated

    def _replace(self, offer: CodeOffer | None) -> None:
        with self._lock:
            self._remember_outdated()
            self._offer = offer
        self.lobby_offers.publish((offer,) if offer is not None and offer.kind is CodeKind.LOBBY else ())

    @property
    def current_offer(self) -> CodeOffer | None:
        """The code that is valid now; None if none was offered, or it was used or withdrawn."""
        with self._lock:
            return self._valid_offer()

    @property
    def last_used(self) -> CodeOffer | None:
        """The code that was used last; None before the first."""
        return self._last_used

    def redeem(self, code: str) -> CodeOffer | None:
        """Use a code, given by its digits or its token, and return its offer; None if it is not the valid one.

        It is used up, unless it is the code of the lobby.
        """
        with self._lock:
            offer = self._valid_offer()
            if offer is None:
                return None
            expected = offer.code if len(code) == DIGITS else offer.token
            if not hmac.compare_digest(expected.encode(), code.encode()):
                return None
            if offer.kind is not CodeKind.LOBBY:
                self._offer, self._last_used = None, offer
            return offer

    def ask_takeover(self, seat: int, phone: str, game: int, epoch: int) -> TakeoverRequest:
        """Have the box ask whether this phone may take over the seat. A pending request is refused."""
        with self._lock:
            self._refuse(self._takeover)
            self._forget_refusal(phone)
            self._takeover = TakeoverRequest(seat, phone, game, epoch, self._clock() + ASKED_S)
            return self._takeover

    @property
    def takeover_request(self) -> TakeoverRequest | None:
        """The request that waits for an answer now, if any."""
        with self._lock:
            if self._takeover is not None and self._takeover.until <= self._clock():
                self._refuse(self._takeover)
            return self._takeover

    def answer_takeover(self, request: TakeoverRequest, *, granted: bool) -> bool:
        """Take the answer that was given on the box; return whether the request was still open."""
        with self._lock:
            if self._takeover != request or request.until <= self._clock():
                return False
            if granted:
                self._takeover = None
            else:
                self._refuse(request)
            return True

    def was_refused(self, phone: str) -> bool:
        """Return whether the last request of this phone was refused."""
        with self._lock:
            return phone in self._refused

    def _refuse(self, request: TakeoverRequest | None) -> None:
        if request is not None:
            self._refused.append(request.phone)
        self._takeover = None

    def _forget_refusal(self, phone: str) -> None:
        if phone in self._refused:
            self._refused.remove(phone)

    def _valid_offer(self) -> CodeOffer | None:
        if self._offer is not None and self._offer.until <= self._clock():
            self._remember_outdated()
            self._offer = None
        return self._offer

    def _remember_outdated(self) -> None:
        """Remember the present code if it is one of the lobby: somebody may be typing it."""
        if self._offer is not None and self._offer.kind is CodeKind.LOBBY:
            self._outdated += (self._offer.code, self._offer.token)


def link_phone(
    session: Session, codes: PairingCodes, offer: CodeOffer, phone: str, before: str | None, source: str
) -> TakeoverRequest | None:
    """Give a phone what the code that it used gives. If another phone has the seat, ask the box first.

    `before` is the digest of the phone's token until now, if it has a role or a place: it is no longer valid. Call this
    on the desk's thread. Returns the pending request, None once the phone has its role; raises what `Session.do`
    raises.
    """
    if offer.kind is CodeKind.LOBBY:
        session.admit(phone, before, offer.epoch, source)
        return None
    if offer.kind is CodeKind.DISPLAY:
        session.do(AddDisplay(phone=phone, before=before, epoch=offer.epoch, source=source))
        return None
    table, seat = session.table, offer.seat
    if offer.game is not None and (table is None or table.number != offer.game):
        raise StaleError(table.seq if table is not None else 0)  # the code was used just when another game was opened
    if table is not None and seat is not None and table.claims.get(seat, before) != before:
        if before is not None:
            session.do(RenewPhone(before=before, phone=phone, source=source))
        return codes.ask_takeover(seat, phone, table.number, offer.epoch)
    session.do(ClaimSeat(seat=seat, phone=phone, before=before, epoch=offer.epoch, source=source))
    return None


class Attendance:
    """The phones that are connected, and the last contact with the others. Safe from any thread."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """`clock` counts seconds and is monotonic."""
        self._clock = clock
        self._lock = threading.Lock()
        self._heard: OrderedDict[str, float] = OrderedDict()
        self._watching: Counter[str] = Counter()

    def note_contact(self, phone: str) -> None:
        """Note that a phone has sent something just now."""
        with self._lock:
            self._note(phone)

    def begin_watching(self, phone: str) -> Callable[[], None]:
        """Note that a phone has opened a page that follows the table. Call the returned function when it closes the
        page.
        """
        with self._lock:
            self._watching[phone] += 1

        def leave() -> None:
            with self._lock:
                self._watching[phone] -= 1
                self._watching += Counter()  # removes the phones with a count of 0
                self._note(phone)

        return leave

    def seconds_since_contact(self, phone: str) -> float | None:
        """Return the seconds since the last contact with a phone, 0 while it watches; None if there was none since the
        start.
        """
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
