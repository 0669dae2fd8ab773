"""Routes of the lobby: sitting down for the next game, and preparing and starting it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from flask import Blueprint, Response, g, jsonify

from companion.rules.game import Game, find_game
from companion.rules.rule_errors import IllegalMoveError
from companion.rules.text import say
from companion.server.error_responses import errors_as_responses, refuse
from companion.server.phone_routes import SOURCE, Phones, phone_of_request
from companion.server.request_bodies import LobbyAction, LobbyBody, read_body
from companion.server.table_gateway import TableGateway
from companion.server.views.lobby_view import lobby_view
from companion.server.views.phone_view import ViewerRole, role_of
from companion.server.views.view_types import LobbyAnswerView
from companion.session.session import Session
from companion.table.lobby import Lobby
from companion.words.catalogue import Words
from companion.words.lobby_lines import place_names

_OWN = {LobbyAction.SIT, LobbyAction.RENAME, LobbyAction.COLOUR, LobbyAction.STAND_UP}
"""Actions that anybody with a place may take there; all others are for hosts and the leader."""
_MOST_ANSWERED = 256
"""The number of actions that are remembered, so that none is carried out twice."""


def lobby_pages(link: TableGateway, phones: Phones) -> Blueprint:
    """Return the route of `/api/lobby`, for hosts, the leader, and phones that used the code of the lobby."""
    pages = Blueprint("lobby", __name__)
    pages.before_request(phones.guard)
    answered: deque[tuple[str, str]] = deque(maxlen=_MOST_ANSWERED)
    """The phones and ids of the last actions. Only the desk's thread uses it."""

    @pages.post("/api/lobby")
    def act() -> Response:
        body, phone, words = read_body(LobbyBody), phone_of_request(), g.words
        phones.limit_lobby_rate(starts=body.do is LobbyAction.START)

        def work() -> LobbyAnswerView:
            role, action = role_of(phone, link.session.snapshot()), (phone or "", body.id or "")
            if body.id is None or action not in answered:
                meant = replace(body, place=_place_meant(link, body, words))
                table = link.session.shown_table
                is_ended = table is not None and (table.over or table.closed)
                place = _check_permission(role, meant, is_ended=is_ended)
                _act(link, body, phone or "", place, lambda colour: str(words(f"colour.{colour}")))
                answered.append(action)
            lobby, table = link.session.lobby, link.session.shown_table
            return {
                "lobby": lobby_view(lobby, words, real_dice=link.session.real_dice) if lobby is not None else None,
                "place": lobby.place_of(phone) if lobby is not None else None,
                "number": table.number if table is not None else 0,
            }

        def names() -> tuple[str, ...]:
            lobby = link.snapshot.lobby
            return place_names(lobby, words) if lobby is not None else ()

        with errors_as_responses(names):
            # A start changes the table, and waits for a key that is held at the box. Whoever sits down disturbs no key.
            return jsonify(link.act(work) if body.do is LobbyAction.START else link.ask(work))

    return pages


def _place_meant(link: TableGateway, body: LobbyBody, words: Words) -> int | None:
    """Return the place that the body means: somebody may have stood up or moved since the sender saw the lobby.

    Raises IllegalMoveError if nobody of this name sits there any more.
    """
    lobby = link.session.lobby
    if lobby is None or body.place is None or body.who is None:
        return body.place
    names = place_names(lobby, words)
    if names[body.place - 1 : body.place] == (body.who,):
        return body.place
    if body.who not in names:
        raise IllegalMoveError(say("lobby.nobody_there"))
    return names.index(body.who) + 1


def _check_permission(role: ViewerRole, body: LobbyBody, *, is_ended: bool) -> int:
    """Return the place that the action is about; refuse one that a phone of this role may not do.

    `is_ended` is true once the open game is over or closed: then its leader may open a rematch.
    """
    leads = role.host or role.leads_lobby
    if body.do is LobbyAction.OPEN:
        allowed = role.host or (role.leads and body.rematch and is_ended)
    elif body.do is LobbyAction.TAKE:
        allowed = role.host or role.place is not None
    elif body.do in _OWN:
        allowed = leads or (role.place is not None and body.place in (None, role.place))
    else:
        allowed = leads
    if not allowed:
        refuse(403 if role.is_known else 401, "not_yours" if role.is_known else "no_claim")
    return body.place if body.place is not None else role.place or 0


def _act(  # noqa: C901 - one short case an action
    link: TableGateway, body: LobbyBody, phone: str, place: int, colour_name: Callable[[str], str]
) -> None:
    """Carry out an action on the desk's thread. Raises what the lobby and the session raise."""
    session = link.session
    change: Callable[[Lobby], Lobby]
    match body.do:
        case LobbyAction.OPEN:
            session.open_lobby(_game_of(session, body), rematch=body.rematch, led_by=phone)
            return
        case LobbyAction.SIT:
            session.sit_down(body.name, phone)
            return
        case LobbyAction.ADD:
            session.sit_down(body.name)
            return
        case LobbyAction.GAME:
            session.choose_game(_game_of(session, body))
            return
        case LobbyAction.START:
            session.start_lobby(colour_name, SOURCE)
            return
        case LobbyAction.TAKE:
            change = partial(Lobby.take, number=place, phone=phone)
        case LobbyAction.RENAME:
            change = partial(Lobby.rename, number=place, name=body.name)
        case LobbyAction.COLOUR:
            change = partial(Lobby.choose_colour, number=place, piece=body.piece, colour=body.colour)
        case LobbyAction.STAND_UP:
            change = partial(Lobby.stand_up, number=place)
        case LobbyAction.SEND_AWAY:
            change = partial(Lobby.send_away, number=place)
        case LobbyAction.MOVE:
            change = partial(Lobby.move, number=place, by=body.by)
        case LobbyAction.BEGIN_WITH:
            change = partial(Lobby.begin_with, number=place)
        case LobbyAction.OPTIONS:
            change = partial(Lobby.with_options, changes=body.options or {})
        case LobbyAction.HAND_ON:
            change = partial(Lobby.hand_on, number=place)
        case LobbyAction.GIVE_UP_LEAD:
            change = Lobby.without_leader
    session.change_lobby(change)


def _game_of(session: Session, body: LobbyBody) -> Game:
    """Return the game that the body names; where a lobby is opened without one, that of the open game, or the first.

    Raises MalformedError for an unknown one.
    """
    if body.do is LobbyAction.OPEN and not body.game:
        table = session.table
        return table.game if table is not None and table.game in session.games else session.games[0]
    return find_game(body.game, session.games)
