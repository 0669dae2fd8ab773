"""Requests that open event streams."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from flask import request

from companion.server.access import from_other_site, from_own_page, same_origin
from companion.server.client_origin import origin_of
from companion.server.connections import CONNECTION
from companion.server.error_responses import refuse
from companion.server.event_streams import StreamOwner


def owner_of_request(*, has_role: bool, phone: str = "", still: Callable[[], bool] = lambda: True) -> StreamOwner:
    """Return the owner of the stream that this request asks for. Refuse a request that is known to be another site's.

    `has_role` is true for a phone with a role; then `phone` is its digest, and `still` tells whether it has that role.
    """
    if not same_origin(request) or from_other_site(request):
        refuse(403, "foreign_origin")
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
