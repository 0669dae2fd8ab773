"""Requests that open event streams."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from flask import request

from companion.server.access import from_other_site, from_own_page, same_origin
from companion.server.client_origin import origin_of
from companion.server.connections import CONNECTION
from companion.server.error_responses import refuse
from companion.server.event_streams import Place


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
