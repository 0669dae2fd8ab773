"""The route of televisions that show the code of the lobby, by a stream that only they get."""

from __future__ import annotations

import json
from collections.abc import Callable

from flask import Blueprint, Response, request

from companion.server.error_responses import refuse
from companion.server.event_streams import (
    LONGEST_PAGE,
    STREAM_HEADERS,
    Stream,
    Streams,
    TooManyStreamsError,
    format_event,
)
from companion.server.phone_routes import Phones, phone_of_request
from companion.server.request_bodies import refuse_malformed
from companion.server.table_gateway import TableGateway, mark_as_stream, owner_of_request
from companion.server.views.phone_view import role_of
from companion.server.views.view_types import LobbyCodeView
from companion.session.pairing_codes import CodeOffer
from companion.support.qr_code import modules


def display_pages(link: TableGateway, phones: Phones, streams: Streams) -> Blueprint:
    """Return the route of `/api/display`, for televisions that were let in by a code of their kind."""
    pages = Blueprint("display", __name__)
    pages.before_request(phones.guard)

    @pages.get("/api/display")
    def display() -> Response:
        page, phone = request.args.get("page", ""), phone_of_request()
        if len(page) > LONGEST_PAGE:
            refuse_malformed("page")

        def may_show() -> bool:
            return role_of(phone, link.snapshot).display

        if not may_show():
            refuse(403, "not_yours")
        if request.method == "HEAD":
            return Response(mimetype="text/event-stream")
        owner = owner_of_request(has_role=True, phone=phone or "", still=may_show)
        encoder = _CodeEncoder(link, may_show)
        has_hung_up = request.environ.get("waitress.client_disconnected", bool)
        try:
            stream = encoder.stream = streams.open(link.snapshots, encoder, has_hung_up, page or None, owner)
        except TooManyStreamsError:
            refuse(503, "too_many_streams")
        mark_as_stream(has_role=True)
        offers, slot = link.codes.lobby_offers, stream.slot
        offers.subscribe(slot)
        response = Response(stream, mimetype="text/event-stream", headers=STREAM_HEADERS)
        response.call_on_close(lambda: offers.unsubscribe(slot))
        response.call_on_close(link.codes.attendance.begin_watching(phone or ""))
        return response

    return pages


class _CodeEncoder:
    """Encodes the code of the lobby for one television; it ends the stream of one that was forgotten."""

    def __init__(self, link: TableGateway, may_show: Callable[[], bool]) -> None:
        self.stream: Stream | None = None
        """The stream of this television, once it is open."""
        self._link = link
        self._may_show = may_show
        self._shown: tuple[CodeOffer, ...] | None = None

    def __call__(self, _: object) -> bytes | None:
        """Return the event with the present code; None if the television has it, or may not have it."""
        if not self._may_show():
            if self.stream is not None:
                self.stream.slot.close()
            return None
        offers = self._link.codes.lobby_offers.newest or ()
        if offers == self._shown:
            return None
        self._shown = offers
        return format_event(json.dumps(_code_view(offers, self._link.address())))


def _code_view(offers: tuple[CodeOffer, ...], address: str) -> LobbyCodeView:
    """Return the code of the lobby, if there is one, with the address of the table in the square code."""
    if not offers:
        return {"code": "", "modules": []}
    (offer,) = offers
    square = modules(f"{address}#{offer.token}") if address else ()
    rows = ["".join("1" if dark else "0" for dark in row) for row in square]
    return {"code": f"{offer.code[:3]} {offer.code[3:]}", "modules": rows}
