"""The place that the request at hand has: whose it is, and by which connection it came."""

from __future__ import annotations

from flask import request

from companion.mirror.access import same_origin
from companion.mirror.connections import CONNECTION
from companion.mirror.errors import refuse
from companion.mirror.networks import network_of
from companion.mirror.streams import Place


def place_of_request(*, kept: bool) -> Place:
    """Whose stream this would be; `kept` where it is that of a phone with a role. Refuses another page's request."""
    if not same_origin(request):
        refuse(403, "foreign_origin")
    connection, network = request.environ.get(CONNECTION), network_of(request.remote_addr or "")
    return Place(network, kept) if connection is None else Place(network, kept, connection.hang_up)


def goes_on(*, kept: bool) -> None:
    """The answer to this request is a stream: its thread counts no longer among those that answer."""
    connection = request.environ.get(CONNECTION)
    if connection is not None:  # there is none under another server
        connection.looks_on(kept)
