"""Permission for a backup with unfinished games: a phone asks, the box allows it, and the phone fetches it once."""

from __future__ import annotations

import threading
from collections.abc import Callable
from enum import Enum

from companion.support.frozen_dataclasses import frozen

ASKED_S = 60.0
"""The time until a question on the box counts as refused, in seconds."""
FETCH_S = 300.0
"""The time in which a phone must fetch an allowed backup, in seconds."""


QUIET_S, MOST_QUIET_S = 60.0, 900.0
"""The time without new questions after the second refusal in a row, and its limit, in seconds: each further refusal
doubles it. Otherwise a phone could keep its question in front of somebody who wants to forget that phone."""


class BackupRequestStatus(Enum):
    """The status of a phone's request."""

    NONE = "none"
    ASKED = "asked"
    REFUSED = "refused"
    READY = "ready"
    """The phone may fetch the backup, once."""


@frozen
class BackupRequest:
    """The request of a phone for a backup with all games, which the box has to allow."""

    phone: str
    """The digest of the phone's token."""
    until: float
    """The deadline, in the seconds of the clock: a question without an answer is refused then."""


class BackupPermission:
    """The only backup request and its status. Safe from any thread."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """`clock` counts seconds and is monotonic."""
        self._clock = clock
        self._lock = threading.Lock()
        self._request: BackupRequest | None = None
        self._status = BackupRequestStatus.NONE
        self._refusals = 0
        self._quiet_until = clock()

    def ask(self, phone: str) -> bool:
        """Have the box ask whether this phone may get a backup. Return whether it asks, or the phone may fetch it
        already.

        False while the box asks for another phone, or another phone has yet to fetch, and for a while after repeated
        refusals.
        """
        with self._lock:
            self._expire()
            if self._status in (BackupRequestStatus.ASKED, BackupRequestStatus.READY):
                return self._request is not None and self._request.phone == phone
            if self._clock() < self._quiet_until:
                return False
            self._request, self._status = BackupRequest(phone, self._clock() + ASKED_S), BackupRequestStatus.ASKED
            return True

    @property
    def pending_request(self) -> BackupRequest | None:
        """The request that the box has to ask about now, if any."""
        with self._lock:
            self._expire()
            return self._request if self._status is BackupRequestStatus.ASKED else None

    def answer(self, request: BackupRequest, *, granted: bool) -> bool:
        """Take the answer that was given on the box; return whether the request was still open."""
        with self._lock:
            self._expire()
            if self._request != request or self._status is not BackupRequestStatus.ASKED:
                return False
            if granted:
                self._request, self._status = (
                    BackupRequest(request.phone, self._clock() + FETCH_S),
                    BackupRequestStatus.READY,
                )
                self._refusals = 0
            else:
                self._refuse()
            return True

    def status_of(self, phone: str) -> tuple[BackupRequestStatus, float]:
        """Return the status of a phone's request, and the seconds until it expires."""
        with self._lock:
            self._expire()
            if self._request is None or self._request.phone != phone:
                return BackupRequestStatus.NONE, 0.0
            return self._status, max(0.0, self._request.until - self._clock())

    def redeem(self, phone: str) -> bool:
        """Use up the permission of a phone; return whether it had one."""
        with self._lock:
            self._expire()
            if self._request is None or self._request.phone != phone or self._status is not BackupRequestStatus.READY:
                return False
            self._request, self._status = None, BackupRequestStatus.NONE
            return True

    def _expire(self) -> None:
        if self._request is None or self._clock() < self._request.until:
            return
        if self._status is BackupRequestStatus.ASKED:
            self._refuse()
        elif self._status is BackupRequestStatus.READY:
            self._request, self._status = None, BackupRequestStatus.NONE

    def _refuse(self) -> None:
        self._status = BackupRequestStatus.REFUSED
        self._refusals += 1
        if self._refusals > 1:
            self._quiet_until = self._clock() + min(MOST_QUIET_S, QUIET_S * 2.0 ** min(self._refusals - 2, 10))
