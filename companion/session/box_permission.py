"""Permissions that only the box gives: a phone asks, somebody at the box allows it, and the phone uses it once."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from enum import Enum

from companion.session.machine_change import MachineChange
from companion.support.frozen_dataclasses import frozen

ASKED_S = 60.0
"""The time until a question on the box counts as refused, in seconds."""
USE_S = 300.0
"""The time in which a phone must use a permission, in seconds."""


QUIET_S, MOST_QUIET_S = 60.0, 900.0
"""The time without new questions after the second refusal in a row, and its limit, in seconds: each further refusal
doubles it. Otherwise a phone could keep its question in front of somebody who wants to forget that phone."""


class PermissionStatus(Enum):
    """The status of a phone's request."""

    NONE = "none"
    ASKED = "asked"
    REFUSED = "refused"
    READY = "ready"
    """The phone may use the permission, once."""


@frozen
class PermissionRequest:
    """The request of a phone for something that the box has to allow."""

    phone: str
    """The digest of the phone's token."""
    until: float
    """The deadline, in the seconds of the clock: a question without an answer is refused then."""
    change: MachineChange | None = None
    """The change of the machine that the phone asks for; None in a request for a backup with all games."""


class BoxPermission:
    """The only request of its kind, and its status. Safe from any thread."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """`clock` counts seconds and is monotonic."""
        self._clock = clock
        self._lock = threading.Lock()
        self._request: PermissionRequest | None = None
        self._status = PermissionStatus.NONE
        self._refusals = 0
        self._quiet_until = clock()

    def ask(self, phone: str, change: MachineChange | None = None) -> bool:
        """Have the box ask whether this phone may do something. Return whether it asks, or the phone may do it already.

        False while the box asks for something else, or another phone has yet to use its permission, and for a while
        after repeated refusals.
        """
        with self._lock:
            self._expire()
            if self._status in (PermissionStatus.ASKED, PermissionStatus.READY):
                return self._request is not None and (self._request.phone, self._request.change) == (phone, change)
            if self._clock() < self._quiet_until:
                return False
            self._request = PermissionRequest(phone, self._clock() + ASKED_S, change)
            self._status = PermissionStatus.ASKED
            return True

    @property
    def pending_request(self) -> PermissionRequest | None:
        """The request that the box has to ask about now, if any."""
        with self._lock:
            self._expire()
            return self._request if self._status is PermissionStatus.ASKED else None

    def answer(self, request: PermissionRequest, *, granted: bool) -> bool:
        """Take the answer that was given on the box; return whether the request was still open."""
        with self._lock:
            self._expire()
            if self._request != request or self._status is not PermissionStatus.ASKED:
                return False
            if granted:
                self._request = replace(request, until=self._clock() + USE_S)
                self._status = PermissionStatus.READY
                self._refusals = 0
            else:
                self._refuse()
            return True

    def status_of(self, phone: str) -> tuple[PermissionStatus, float]:
        """Return the status of a phone's request, and the seconds until it expires."""
        with self._lock:
            self._expire()
            if self._request is None or self._request.phone != phone:
                return PermissionStatus.NONE, 0.0
            return self._status, max(0.0, self._request.until - self._clock())

    def redeem(self, phone: str) -> bool:
        """Use up the permission of a phone; return whether it had one."""
        with self._lock:
            self._expire()
            if self._request is None or self._request.phone != phone or self._status is not PermissionStatus.READY:
                return False
            self._request, self._status = None, PermissionStatus.NONE
            return True

    def _expire(self) -> None:
        if self._request is None or self._clock() < self._request.until:
            return
        if self._status is PermissionStatus.ASKED:
            self._refuse()
        elif self._status is PermissionStatus.READY:
            self._request, self._status = None, PermissionStatus.NONE

    def _refuse(self) -> None:
        self._status = PermissionStatus.REFUSED
        self._refusals += 1
        if self._refusals > 1:
            self._quiet_until = self._clock() + min(MOST_QUIET_S, QUIET_S * 2.0 ** min(self._refusals - 2, 10))
