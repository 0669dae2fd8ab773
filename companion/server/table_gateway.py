"""The gateway of all routes to the table: published snapshots, work on the desk, and the streams of requests."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Protocol, TypeVar

from flask import request

from companion.server.connections import CONNECTION
from companion.server.error_responses import refuse_foreign
from companion.server.event_streams import StreamOwner
from companion.server.rate_limits import origin_of
from companion.server.request_origin_checks import from_other_site, from_own_page, same_origin
from companion.session.pairing_codes import PairingCodes
from companion.session.publisher import Publisher
from companion.session.session import Session, Snapshot
from companion.support.frozen_dataclasses import frozen

T = TypeVar("T")


class AskDesk(Protocol):
    """A function that runs work on the desk, the only thread that may use the session."""

    def __call__(self, work: Callable[[], T], /) -> T:
        """Return the result of the work, once its changes are published. Raises its errors, and TimeoutError."""


@frozen
class TableGateway:
    """The gateway to the table: the only way from a route to the session."""

    snapshots: Publisher[Snapshot]
    """Publishes the table at every change."""
    session: Session
    """The session; use it only in the work that is passed to `ask`."""
    ask: AskDesk
    act: AskDesk
    """Like `ask`, for work that changes the table: that would cancel a key held at the box, so it waits for release."""
    codes: PairingCodes
    """The pairing code that the box shows now."""
    address: Callable[[], str]
    """Gives the address of the table for phones; "" without a network."""
    named_address: Callable[[], str] = str
    """Gives the same address by the name of this machine; "" without one."""
    more_addresses: Callable[[], Sequence[str]] = tuple
    """Gives the other addresses that may also be reached."""

    @property
    def snapshot(self) -> Snapshot:
        """The table as it was published last."""
        return self.snapshots.newest or Snapshot(None, saved=True)


def owner_of_request(*, has_role: bool, phone: str = "", still: Callable[[], bool] = lambda: True) -> StreamOwner:
    """Return the owner of the stream that this request asks for. Refuse a request that is known to be another site's.

    `has_role` is true for a phone with a role; then `phone` is its digest, and `still` tells whether it has that role.
    """
    if not same_origin(request) or from_other_site(request):
        refuse_foreign("foreign_origin")
    trusted = has_role or from_own_page(request)
    owner = StreamOwner(
        origin_of(request.remote_addr or ""), has_role, phone=phone, still_has_role=still, trusted=trusted
    )
    connection = request.environ.get(CONNECTION)
    return owner if connection is None else replace(owner, hang_up=connection.hang_up)


def mark_as_stream(*, has_role: bool) -> None:
    """Mark the request as a stream: its thread no longer counts among those for short requests."""
    connection = request.environ.get(CONNECTION)
    if connection is not None:  # other WSGI servers have none
        connection.become_stream(has_role)
