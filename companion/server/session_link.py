"""The way from the pages to the table: what is published, how something is asked, and whose the request is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Protocol, TypeVar

from flask import request

from companion.server.access import from_other_site, from_own_page, same_origin
from companion.server.client_networks import origin_of
from companion.server.connections import CONNECTION
from companion.server.error_pages import refuse
from companion.server.event_streams import Place
from companion.session.pairing_codes import Codes
from companion.session.publisher import Publisher
from companion.session.session import Session, Snapshot
from companion.support.frozen import frozen

T = TypeVar("T")


class Ask(Protocol):
    """Has something done where alone the session may be touched."""

    def __call__(self, work: Callable[[], T], /) -> T:
        """What the work gives, once all that it changed is published. Raises what it raises, and TimeoutError."""


@frozen
class TableLink:
    """The way to the table."""

    snapshots: Publisher[Snapshot]
    """Gives the table at every change."""
    session: Session
    """To be touched in what is given to `ask` alone."""
    ask: Ask
    act: Ask
    """The same for what changes the table, which would have a key that is held at the box let go: it waits for that."""
    codes: Codes
    """The code that the box shows now."""
    address: Callable[[], str]
    """Where phones find the table; "" while nowhere."""

    @property
    def snapshot(self) -> Snapshot:
        """The table as it was published last."""
        return self.snapshots.newest or Snapshot(None, saved=True)


def place_of_request(*, kept: bool, phone: str = "", still: Callable[[], bool] = lambda: True) -> Place:
    """Return whose stream this would be. Refuses another site's request, where the browser says that it is one.

    `kept` where it is that of a phone with a role: which `phone`, and whether it has that `still`.
    """
    if not same_origin(request) or from_other_site(request):
        refuse(403, "foreign_origin")
    own = kept or from_own_page(request)
    place = Place(origin_of(request.remote_addr or ""), kept, phone=phone, still=still, own=own)
    connection = request.environ.get(CONNECTION)
    return place if connection is None else replace(place, hang_up=connection.hang_up)


def goes_on(*, kept: bool) -> None:
    """The answer to this request is a stream: its thread counts no longer among those that answer."""
    connection = request.environ.get(CONNECTION)
    if connection is not None:  # there is none under another server
        connection.looks_on(kept)
