"""Permission for a backup with unfinished games: a phone asks, the box allows it, and the phone fetches it once."""

from __future__ import annotations

import threading
from collections.abc import Callable
from enum import Enum

from companion.support.frozen import frozen

ASKED_S = 60.0
"""How long the box asks, in seconds; no answer is a no."""
FETCH_S = 300.0
"""How long a phone may take until it fetches what it was let have, in seconds."""


QUIET_S, MOST_QUIET_S = 60.0, 900.0
"""How long the box asks nobody after the second no in a row, in seconds, and at most: each further no doubles it. Else
a phone could keep the question before whoever wants to forget that phone."""


class Standing(Enum):
    """How a phone stands that asked."""

    NONE = "none"
    ASKED = "asked"
    REFUSED = "refused"
    READY = "ready"
    """It may fetch the backup, once."""


@frozen
class Wish:
    """A phone that would have everything: the box asks whether it may."""

    phone: str
    """The digest of what it shows us."""
    until: float
    """When no answer is a no, in the seconds of the clock."""


class BackupPermission:
    """The one wish there is, and what became of it. May be used from any thread."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """`clock` counts seconds and never goes back."""
        self._clock = clock
        self._lock = threading.Lock()
        self._request: Wish | None = None
        self._status = Standing.NONE
        self._refusals = 0
        self._quiet_until = clock()

    def ask(self, phone: str) -> bool:
        """Have the box ask whether this phone may.

        False while it asks for another, or another has yet to fetch, and for a while after no was said again and again.
        """
        with self._lock:
            self._expire()
            if self._status in (Standing.ASKED, Standing.READY):
                return self._request is not None and self._request.phone == phone
            if self._clock() < self._quiet_until:
                return False
            self._request, self._status = Wish(phone, self._clock() + ASKED_S), Standing.ASKED
            return True

    @property
    def asking(self) -> Wish | None:
        """What the box is to ask now, if anything."""
        with self._lock:
            self._expire()
            return self._request if self._status is Standing.ASKED else None

    def answer(self, request: Wish, *, granted: bool) -> bool:
        """What the box was answered; whether that still counts."""
        with self._lock:
            self._expire()
            if self._request != request or self._status is not Standing.ASKED:
                return False
            if granted:
                self._request, self._status = Wish(request.phone, self._clock() + FETCH_S), Standing.READY
                self._refusals = 0
            else:
                self._refuse()
            return True

    def of(self, phone: str) -> tuple[Standing, float]:
        """How a phone stands, and for how many seconds more."""
        with self._lock:
            self._expire()
            if self._request is None or self._request.phone != phone:
                return Standing.NONE, 0.0
            return self._status, max(0.0, self._request.until - self._clock())

    def take(self, phone: str) -> bool:
        """Use up what a phone was let have; whether it was."""
        with self._lock:
            self._expire()
            if self._request is None or self._request.phone != phone or self._status is not Standing.READY:
                return False
            self._request, self._status = None, Standing.NONE
            return True

    def _expire(self) -> None:
        if self._request is None or self._clock() < self._request.until:
            return
        if self._status is Standing.ASKED:
            self._refuse()
        elif self._status is Standing.READY:
            self._request, self._status = None, Standing.NONE

    def _refuse(self) -> None:
        self._status = Standing.REFUSED
        self._refusals += 1
        if self._refusals > 1:
            self._quiet_until = self._clock() + min(MOST_QUIET_S, QUIET_S * 2.0 ** min(self._refusals - 2, 10))
