"""The API of the open game: the view, its stream, commands with their previews, forms, and the moves so far."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from flask import Blueprint, Response, g, jsonify, request

from companion.rules.offers import options_from
from companion.rules.rule_errors import IllegalMoveError
from companion.rules.text import say
from companion.server.command_requests import asks_for_itself, check_may, command_from
from companion.server.error_responses import refuse, telling
from companion.server.event_streams import LONGEST_PAGE, Packed, Streams, TooManyStreamsError
from companion.server.phone_routes import Phones, phone_of_request
from companion.server.request_fields import asked_number, body_of_request, malformed
from companion.server.session_link import TableLink
from companion.server.stream_requests import goes_on, place_of_request
from companion.server.view_cache import LONGEST_NAME, Views
from companion.server.views.chance_view import draws_view
from companion.server.views.form_view import options_view, walked
from companion.server.views.history_view import history_view
from companion.server.views.phone_view import Role, phone_view, role_of, touched_offer_view
from companion.server.views.preview_view import preview_view
from companion.session.session import Snapshot
from companion.table.commands import Amend, Close, Command, Insert, LayOut, Leave, Open, PutAway, TakeBack, Throw
from companion.table.legal_moves import next_pick, offers_of, touched_at
from companion.table.table import Table, rewound
from companion.table.table_errors import Misfit, MisfitsError, NoGameError
from companion.words.catalogue import Words
from companion.words.signs import named_in, things_view

Encode = Callable[[Snapshot], bytes | None]
_LONGEST_KIND = 40
_LONGEST_TOUCH = 60
_MOST_TOUCHES = 40


def api_pages(link: TableLink, phones: Phones, streams: Streams, views: Views) -> Blueprint:  # noqa: C901 - one handler a path
    """Return the routes under /api about the open game."""
    pages = Blueprint("api", __name__)
    pages.before_request(phones.guard)

    @pages.get("/api/state")
    def state() -> Response:
        now = link.snapshot
        return jsonify(phone_view(now, phones.role_in(now), g.words))

    @pages.get("/api/events")
    def events() -> Response:
        if request.method == "HEAD":
            return Response(mimetype="text/event-stream")
        page = request.args.get("page", "")
        if len(page) > LONGEST_PAGE:
            malformed("page")
        has = request.args.get("changes")
        if has is not None and len(has) > LONGEST_NAME:
            malformed("changes")
        phone, language = phone_of_request(), str(g.language)
        gone = request.environ.get("waitress.client_disconnected", bool)
        encode = _news(views, link, phone, language, has)
        kept = phones.role().may_act
        place = place_of_request(kept=kept, phone=phone or "", still=lambda: role_of(phone, link.snapshot).may_act)
        try:
            stream = streams.open(link.snapshots, encode, gone, page or None, place)
        except TooManyStreamsError:
            refuse(503, "too_many_streams")
        goes_on(kept=kept)
        packed = has is not None and bool(request.accept_encodings["gzip"])
        headers = {"Content-Encoding": "gzip"} if packed else {}
        response = Response(Packed(stream) if packed else stream, mimetype="text/event-stream", headers=headers)
        if phone is not None and kept:
            response.call_on_close(link.codes.attendance.looks_on(phone))
        return response

    @pages.post("/api/commands")
    def commands() -> Response:
        command, asker = command_from(body_of_request()), _Asker(phone_of_request())
        phones.guard_command(command)

        def work() -> Any:
            role = asker.role_for(command, link)
            if not link.session.answered(command):
                check_may(role, command, link.session)
            return link.session.do(command)

        with telling(lambda: _names(link), lambda: asker.own):
            answer = link.act(work)
        return jsonify(seq=answer.seq, entry=answer.entry, number=answer.game)

    @pages.post("/api/preview")
    def preview() -> Response:
        command, asker, words = command_from(body_of_request(), preview=True), _Asker(phone_of_request()), g.words

        def work() -> dict[str, Any]:
            role = asker.role_for(command, link)
            check_may(role, command, link.session)
            return _preview(link, command, role, words)

        with telling(lambda: _names(link), lambda: asker.own):
            return jsonify(link.ask(work))

    @pages.post("/api/form")
    def form() -> Response:
        body = body_of_request()
        seat, entry = body.number("seat"), body.maybe_number("entry")
        kind = body.text("move", _LONGEST_KIND) if body.has("move") else None
        given = body.maybe_table("chosen") or {}
        body.end()
        now = link.snapshot
        role, table = phones.role_in(now), now.table
        with telling(lambda: _names(link), own=lambda: seat == role.seat):
            return jsonify(_form(role, table, seat, entry, kind, given))

    @pages.post("/api/touch")
    def touch() -> Response:
        body = body_of_request()
        seat, touches = body.number("seat"), body.texts("touches")
        body.end()
        now = link.snapshot
        role, table = phones.role_in(now), now.table
        with telling(lambda: _names(link), own=lambda: seat == role.seat):
            return jsonify(_touched(role, table, seat, touches))

    @pages.get("/api/history")
    def history() -> Response:
        now = link.snapshot
        role, table = phones.role_in(now), now.table
        if table is None:
            return jsonify(number=0, entries=[], undone=[])
        told = history_view(table, role.viewer, g.words, role.seats(table), asked_number("before"))
        return jsonify({**told, "words": g.words.starting_with("page.moves.")})

    @pages.get("/api/draws")
    def draws() -> Response:
        now = link.snapshot
        return jsonify(draws_view(now.table, phones.role_in(now).viewer, g.words))

    return pages


class _Asker:
    """The phone that sent a command, with its role at the time when the command is carried out."""

    def __init__(self, phone: str | None) -> None:
        """Create it for the digest of the phone's token."""
        self._phone = phone
        self.own = False
        """True if the command is only for its own seat, so that a refusal may name what that hand lacks."""

    def role_for(self, command: Command, link: TableLink) -> Role:
        """Return its role at the present table. Call this only where the session may be used."""
        role = role_of(self._phone, link.session.snapshot())
        self.own = asks_for_itself(role, command, link.session.table)
        return role


def _news(views: Views, link: TableLink, phone: str | None, language: str, has: str | None) -> Encode:
    """Return a function that encodes new views for one page: the changes to the named view, or else the whole view.

    With None, all events are whole views.
    """
    name = has or ""

    def encode(_: Snapshot) -> bytes | None:
        nonlocal name
        snapshot = link.snapshot  # the phone may have lost its role since
        name, event = views.news(snapshot, role_of(phone, snapshot), language, name, whole=has is None)
        return event

    return encode


def _names(link: TableLink) -> tuple[str, ...]:
    table = link.snapshot.table
    return table.names if table else ()


def _preview(link: TableLink, command: Command, role: Role, words: Words) -> dict[str, Any]:
    """Return the outcome of a command, also of one that makes later moves impossible."""
    session = link.session
    if isinstance(command, Open | Leave | Throw | LayOut | PutAway):
        malformed("do")
    if isinstance(command, Close) and command.number is not None:
        malformed("game")
    misfits: tuple[Misfit, ...] = ()
    try:
        after = session.preview(command)
    except MisfitsError as error:
        if not isinstance(command, Amend | Insert | TakeBack) or command.without:
            raise
        misfits = error.misfits
        after = session.preview(replace(command, without=tuple(misfit.entry for misfit in misfits)))
    changes = isinstance(command, Insert) or (isinstance(command, Amend) and command.move is not None)
    entry = command.entry if isinstance(command, Amend | Insert) and changes else None
    return preview_view(session.table, after, role.viewer, words, entry=entry, misfits=misfits)


def _touched(role: Role, table: Table | None, seat: int, touches: Sequence[str]) -> dict[str, Any]:
    """Return the offers of a seat that use the touched components, in the order touched, and the components in them."""
    there = _acting(role, table, seat)
    if not 1 <= len(touches) <= _MOST_TOUCHES or any(len(one) > _LONGEST_TOUCH for one in touches):
        malformed("touches")
    offered = () if there.closed else role.offers(there, seat)
    offers = [touched_offer_view(there, seat, one, role, g.words) for one in touched_at(there, seat, touches, offered)]
    return {"offers": offers, "things": things_view(there.match, named_in(offers), g.words)}


def _acting(role: Role, table: Table | None, seat: int) -> Table:
    """Return the open game for a phone that acts for this seat; refuse other seats."""
    if not role.may_act:
        refuse(401, "no_claim")
    if table is None:
        raise NoGameError(say("session.no_game"))
    if seat not in table.seats:
        malformed("seat")
    if seat not in role.seats(table):
        refuse(403, "not_yours")
    return table


def _form(
    role: Role, table: Table | None, seat: int, entry: int | None, kind: str | None, given: dict[str, Any]
) -> dict[str, Any]:
    """Return the kinds of moves of a seat, or one of their forms; with `entry`, as they were before that move."""
    there = _acting(role, table, seat)
    if entry is not None and not 1 <= entry <= len(there.entries):
        malformed("entry")
    then = there if entry is None else rewound(there, entry)
    offers = role.offers(then, seat)
    if kind is None:
        return {"kinds": options_view(options_from(offers), there.names, g.words)}
    if kind in there.game.moves and kind not in {offer.kind for offer in offers}:
        if any(offer.kind == kind for offer in offers_of(then, seat)):
            refuse(403, "not_yours")
        if there.closed or there.over:
            raise IllegalMoveError(say("refused.closed" if there.closed else "refused.over"))
        next_pick(then, seat, kind, {})  # raises with the reason
    form = walked(then, seat, kind, given, g.words)
    things = things_view(there.match, named_in(form.fields), g.words)
    told = {"whole": form.complete, "move": {"move": kind, **form.chosen}, "fields": form.fields, "things": things}
    return {**told, "played": {"move": kind, **form.played}} if form.complete else told
