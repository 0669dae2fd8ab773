"""The routes of the open game: the view, its stream, commands with their previews, forms, and the moves so far."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from flask import Blueprint, Response, g, jsonify, request

from companion.rules.offers import offered_kinds
from companion.rules.rule_errors import IllegalMoveError
from companion.rules.text import say
from companion.server.command_requests import check_permission, is_for_own_seat, parse_command, with_requester
from companion.server.error_responses import errors_as_responses, refuse
from companion.server.event_streams import LONGEST_PAGE, STREAM_HEADERS, GzipStream, Streams, TooManyStreamsError
from companion.server.phone_routes import Phones, phone_of_request
from companion.server.request_bodies import (
    FormBody,
    TouchBody,
    json_of_request,
    query_number,
    read_body,
    refuse_malformed,
)
from companion.server.table_gateway import TableGateway, mark_as_stream, owner_of_request
from companion.server.view_cache import LONGEST_NAME, ViewCache
from companion.server.views.chance_view import draws_view
from companion.server.views.form_view import fill_form, options_view
from companion.server.views.history_view import history_view
from companion.server.views.phone_view import ViewerRole, phone_view, role_of, touched_offer_view
from companion.server.views.preview_view import preview_view
from companion.server.views.setup_view import beginning_view
from companion.server.views.view_types import AnswerView, FormView, KindsView, PreviewView, TouchedView
from companion.session.session import Snapshot
from companion.table.commands import (
    Amend,
    CloseGame,
    Command,
    Insert,
    LayOutFreeDice,
    LeaveGame,
    OpenGame,
    PutAwayFreeDice,
    TakeBack,
    ThrowFreeDice,
    TurnReveal,
    UseRealDice,
)
from companion.table.history_queries import replaced_chance
from companion.table.legal_moves import next_pick, offers_of, touched_offers
from companion.table.session_errors import Misfit, MisfitsError, NoGameError
from companion.table.table import Table, rewind
from companion.words.catalogue import Words
from companion.words.event_lines import full_change_line
from companion.words.signs import names_in_view, things_view
from companion.words.start_lines import start_change_line

LATER_WORDS = tuple(
    f"page.{name}."
    for name in (
        "block",
        "chance",
        "chart",
        "form",
        "join",
        "lobby",
        "range",
        "rulebook",
        "sheet",
        "tools",
        "touch",
        "visit",
        "wheel",
    )
)
"""Beginnings of the keys of words that the page of the table gets after it is shown."""
_WITHOUT_PREVIEW = (
    OpenGame,
    LeaveGame,
    ThrowFreeDice,
    LayOutFreeDice,
    PutAwayFreeDice,
    UseRealDice,
    TurnReveal,
)
"""Commands that do not change the open game."""
Encoder = Callable[[Snapshot], bytes | None]


def api_pages(link: TableGateway, phones: Phones, streams: Streams, views: ViewCache) -> Blueprint:  # noqa: C901 - one handler a path
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
            refuse_malformed("page")
        known_view = request.args.get("changes")
        if known_view is not None and len(known_view) > LONGEST_NAME:
            refuse_malformed("changes")
        phone, language = phone_of_request(), str(g.language)
        has_hung_up = request.environ.get("waitress.client_disconnected", bool)
        encode = _view_encoder(views, link, phone, language, known_view)
        has_role = phones.role().is_let_in
        owner = owner_of_request(
            has_role=has_role, phone=phone or "", still=lambda: role_of(phone, link.snapshot).is_let_in
        )
        try:
            stream = streams.open(link.snapshots, encode, has_hung_up, page or None, owner)
        except TooManyStreamsError:
            refuse(503, "too_many_streams")
        mark_as_stream(has_role=has_role)
        use_gzip = known_view is not None and bool(request.accept_encodings["gzip"])
        headers = STREAM_HEADERS | ({"Content-Encoding": "gzip"} if use_gzip else {})
        response = Response(GzipStream(stream) if use_gzip else stream, mimetype="text/event-stream", headers=headers)
        if phone is not None and has_role:
            response.call_on_close(link.codes.attendance.begin_watching(phone))
        return response

    @pages.post("/api/commands")
    def commands() -> Response:
        command, requester = parse_command(json_of_request()), _Requester(phone_of_request())
        phones.limit_command_rate(command)

        words: Words = g.words

        def work() -> AnswerView:
            role = requester.role_for(command, link)
            if not link.session.is_answered(command):
                check_permission(role, command, link.session)
            answer = link.session.do(with_requester(role, command, link.session.table))
            view: AnswerView = {"seq": answer.seq, "entry": answer.entry, "number": answer.game}
            table = link.session.table
            if isinstance(command, Amend | Insert) and table is not None and table.seq == answer.seq:
                view["change"] = full_change_line(table, table.undo_stack[-1], words, role.viewer)
            return view

        with errors_as_responses(lambda: _seat_names(link), lambda: requester.for_own_seat):
            view = link.act(work)
        return jsonify(view)

    @pages.post("/api/preview")
    def preview() -> Response:
        command, requester, words = (
            parse_command(json_of_request(), preview=True),
            _Requester(phone_of_request()),
            g.words,
        )

        def work() -> PreviewView:
            role = requester.role_for(command, link)
            check_permission(role, command, link.session)
            return _preview_view(link, command, role, words)

        with errors_as_responses(lambda: _seat_names(link), lambda: requester.for_own_seat):
            return jsonify(link.ask(work))

    @pages.post("/api/form")
    def form() -> Response:
        body, now = read_body(FormBody), link.snapshot
        role, table = phones.role_in(now), now.table
        with errors_as_responses(lambda: _seat_names(link), for_own_seat=lambda: body.seat == role.seat):
            return jsonify(_form_view(role, table, body))

    @pages.post("/api/touch")
    def touch() -> Response:
        body, now = read_body(TouchBody), link.snapshot
        role, table = phones.role_in(now), now.table
        with errors_as_responses(lambda: _seat_names(link), for_own_seat=lambda: body.seat == role.seat):
            return jsonify(_touched_offers(role, table, body.seat, body.touches))

    @pages.get("/api/history")
    def history() -> Response:
        now = link.snapshot
        role, table = phones.role_in(now), now.table
        if table is None:
            return jsonify(number=0, entries=[], undone=[])
        view = history_view(
            table, role.viewer, g.words, role.seats(table), query_number("before"), may_act=role.may_act
        )
        view["words"] = g.words.with_prefix("page.moves.")
        return jsonify(view)

    @pages.get("/api/beginning")
    def beginning() -> Response:
        now = link.snapshot
        role, table = phones.role_in(now), now.table
        with errors_as_responses():
            if table is None:
                raise NoGameError(say("session.no_game"))
            view = beginning_view(table, role.viewer, g.words, may_change=role.host, real_dice=now.real_dice)
        view["words"] = g.words.with_prefix("page.setup.") | g.words.with_prefix("page.beginning.")
        return jsonify(view)

    @pages.get("/api/draws")
    def draws() -> Response:
        now = link.snapshot
        return jsonify(draws_view(now.table, phones.role_in(now).viewer, g.words))

    return pages


class _Requester:
    """The phone that sent a command, with its role at the time when the command is carried out."""

    def __init__(self, phone: str | None) -> None:
        """Create it for the digest of the phone's token."""
        self._phone = phone
        self.for_own_seat = False
        """True if the command is only for its own seat, so that a refusal may name what that hand lacks."""

    def role_for(self, command: Command, link: TableGateway) -> ViewerRole:
        """Return its role at the present table. Call this only where the session may be used."""
        role = role_of(self._phone, link.session.snapshot())
        self.for_own_seat = is_for_own_seat(role, command, link.session.table)
        return role


def _view_encoder(
    views: ViewCache, link: TableGateway, phone: str | None, language: str, known_view: str | None
) -> Encoder:
    """Return a function that encodes new views for one page: the changes to the named view, or else the whole view.

    With None, all events are whole views.
    """
    name = known_view or ""

    def encode(_: Snapshot) -> bytes | None:
        nonlocal name
        snapshot = link.snapshot  # the phone may have lost its role since
        name, event = views.update_for(
            snapshot, role_of(phone, snapshot), language, name, always_whole=known_view is None
        )
        return event

    return encode


def _seat_names(link: TableGateway) -> tuple[str, ...]:
    table = link.snapshot.table
    return table.names if table else ()


def _preview_view(link: TableGateway, command: Command, role: ViewerRole, words: Words) -> PreviewView:
    """Return the outcome of a command, also of one that makes later moves impossible."""
    session = link.session
    if isinstance(command, _WITHOUT_PREVIEW):
        refuse_malformed("do")
    if isinstance(command, CloseGame) and command.number is not None:
        refuse_malformed("game")
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
    view = preview_view(session.table, after, role.viewer, words, entry=entry, misfits=misfits)
    if isinstance(command, Amend) and command.entry == 0:
        view["told"], view["lines"] = start_change_line(after.undo_stack[-1], words), []
    return view


def _touched_offers(role: ViewerRole, table: Table | None, seat: int, touches: Sequence[str]) -> TouchedView:
    """Return the offers of a seat that use the touched components, in the order touched, and the components in them."""
    open_table = _table_for_seat(role, table, seat)
    available = () if open_table.closed else role.offers(open_table, seat)
    fillable = [offer for offer in available if not offer.phone_only]  # those are played by one touch
    offers = [
        touched_offer_view(open_table, seat, touched, role, g.words)
        for touched in touched_offers(open_table, seat, touches, fillable)
    ]
    return {"offers": offers, "things": things_view(open_table.match, names_in_view(offers), g.words)}


def _table_for_seat(role: ViewerRole, table: Table | None, seat: int) -> Table:
    """Return the open game for a phone that acts for this seat; refuse other seats."""
    if not role.may_act:
        refuse(401, "no_claim")
    if table is None:
        raise NoGameError(say("session.no_game"))
    if seat not in table.seats:
        refuse_malformed("seat")
    if seat not in role.seats(table):
        refuse(403, "not_yours")
    return table


def _form_view(role: ViewerRole, table: Table | None, body: FormBody) -> FormView | KindsView:
    """Return the kinds of moves of a seat, or one of their forms; with `entry`, as they were before that move."""
    seat, kind = body.seat, body.move
    open_table = _table_for_seat(role, table, seat)
    if body.entry is not None and body.entry > len(open_table.entries):
        refuse_malformed("entry")
    earlier = open_table if body.entry is None else rewind(open_table, body.entry)
    offers = role.offers(earlier, seat)
    if kind is None:
        return {"kinds": options_view(offered_kinds(offers), open_table.names, g.words)}
    if kind in open_table.game.moves and kind not in {offer.kind for offer in offers}:
        if any(offer.kind == kind for offer in offers_of(earlier, seat)):
            refuse(403, "not_yours")
        if open_table.closed or open_table.over:
            raise IllegalMoveError(say("refused.closed" if open_table.closed else "refused.over"))
        next_pick(earlier, seat, kind, {})  # raises with the reason
    start: tuple[int, ...] = ()
    if body.replaces and body.entry is not None:
        start = replaced_chance(open_table, body.entry, seat, kind, role.viewer)
    form = fill_form(earlier, seat, kind, body.chosen or {}, g.words, start)
    components = things_view(open_table.match, names_in_view(form.fields), g.words)
    view: FormView = {
        "whole": form.complete,
        "move": {"move": kind, **form.chosen},
        "fields": form.fields,
        "things": components,
    }
    if form.complete:
        view["played"] = {"move": kind, **form.played}
    return view
