"""Commands in requests: parsing them from JSON, and checking whether a phone may give them."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from companion.rules.match_functions import secret_options
from companion.rules.rule_errors import IllegalMoveError, RulesError
from companion.rules.text import say
from companion.server.error_responses import refuse
from companion.server.phone_routes import SOURCE
from companion.server.request_bodies import PlayBody, body_as, refuse_malformed
from companion.server.views.phone_view import ViewerRole
from companion.session.session import Session
from companion.table.amendments import own_entries, seats_of_change
from companion.table.commands import (
    COMMANDS_BY_NAME,
    SERVER_FIELDS,
    Amend,
    CloseGame,
    Command,
    Insert,
    LayOutFreeDice,
    LeaveGame,
    OpenGame,
    Play,
    PutAwayFreeDice,
    StartGame,
    TakeBack,
    ThrowFreeDice,
    TurnReveal,
    UseRealDice,
)
from companion.table.complete_moves import check_after_chance
from companion.table.game_setup import check_own_secrets, sets_secret_options
from companion.table.legal_moves import options_of
from companion.table.one_press_moves import has_chance, host_may_request, preview_move
from companion.table.revealing_amendments import check_amend
from companion.table.table import Table, rewind

_ANY_SEQ = (StartGame, OpenGame, LeaveGame, ThrowFreeDice, LayOutFreeDice, PutAwayFreeDice, UseRealDice)
"""Commands that do not depend on the position of the open game that the sender has seen."""


def parse_command(fields: dict[str, Any], *, preview: bool = False) -> Command:
    """Return the command in a body; refuse a malformed one. A preview needs neither id nor `expected_seq`.

    A null field counts as missing. Where a command came from, and for which seats, is not a field of its body.
    """
    do = fields.get("do")
    cls = COMMANDS_BY_NAME.get(do) if isinstance(do, str) else None
    if cls is None:
        refuse_malformed("do")
    for name in SERVER_FIELDS:
        if name in fields:
            refuse_malformed(name)
    given = {name: value for name, value in fields.items() if name != "do" and value is not None}
    command: Command = body_as(PlayBody if cls is Play else cls, given)
    if not preview and command.id is None:
        refuse_malformed("id")
    if not preview and cls not in _ANY_SEQ and command.expected_seq is None:
        refuse_malformed("expected_seq")
    if isinstance(command, PlayBody):
        moves, seq, number = command.seats_and_moves(), command.expected_seq, command.expected_game
        command = Play(moves=moves, id=command.id, expected_seq=seq, expected_game=number)
    return replace(command, source=SOURCE)


def check_permission(role: ViewerRole, command: Command, session: Session) -> None:  # noqa: C901 - one short case a kind
    """Refuse a command that a phone of this role may not give.

    Raises StaleError if the table has changed since, before anything about its state is revealed; and
    IllegalMoveError for an amendment whose outcome would leak hidden cards.
    """
    if not role.may_act and not (role.leads_lobby and isinstance(command, UseRealDice)):
        refuse(401, "no_claim")
    session.check_expected(command)
    table = session.table
    match command:
        case StartGame():
            allowed = role.host
            if allowed and sets_secret_options(command, session.games):
                raise IllegalMoveError(say("session.secret_of_another"))
        case OpenGame() | LeaveGame() | CloseGame():
            allowed = role.host
        case TurnReveal():
            allowed = role.plays_for_others
        case UseRealDice():
            allowed = role.host or role.leads or role.leads_lobby
        case Play() if table is not None:
            allowed = _may_play_each(role, table, command.moves)
        case Amend(entry=0) if table is not None:
            allowed = _may_change_setup(role, table, command)
        case Amend() if table is not None and 1 <= command.entry <= len(table.entries):
            allowed = _may_amend_move(role, table, command)
        case Insert() if table is not None and 1 <= command.entry <= len(table.entries):
            allowed = _may_play(role, rewind(table, command.entry), command.seat, command.move)
        case TakeBack(seat=int() as seat) if table is not None and seat in table.seats:
            allowed = seat in role.seats(table)
        case _:
            allowed = True
    if not allowed:
        refuse(403, "not_yours")
    if isinstance(command, Amend | Insert) and table is not None:
        check_amend(table, command, role.viewer)


def with_requester(role: ViewerRole, command: Command, table: Table | None) -> Command:
    """Return the command with the seats for which a phone of this role gives it: a take-back tells who did it."""
    if not isinstance(command, TakeBack) or table is None or not table.undo_stack:
        return command
    if command.seat is not None and own_entries(table, command.seat):
        return replace(command, by=(command.seat,))
    change = table.undo_stack[-1]
    if role.owns(table, change):
        return replace(command, by=seats_of_change(change))
    return replace(command, by=() if role.seat is None else (role.seat,))


def is_for_own_seat(role: ViewerRole, command: Command, table: Table | None) -> bool:
    """Return whether a command is only for the phone's own seat, so that a refusal may name what that hand lacks."""
    match command:
        case Play():
            return all(seat == role.seat for seat, _ in command.moves)
        case Insert():
            return role.seat == command.seat
        case Amend() if table is not None and 1 <= command.entry <= len(table.entries):
            return role.seat == (command.seat or table.entries[command.entry - 1].played.seat)
    return False


def _may_play_each(role: ViewerRole, table: Table, moves: Sequence[tuple[int, dict[str, Any]]]) -> bool:
    """Return whether a phone may play these moves together, each on the table that those before it lead to.

    Raises IllegalMoveError if one follows chance that it could depend on. The session refuses this only after chance
    that it draws itself; a phone may not try a move that would follow a typed result either.
    """
    rolling: set[int] = set()
    for index, (seat, move) in enumerate(moves):
        if not (_may_play(role, table, seat, move) or (role.plays_for_others and host_may_request(table, seat, move))):
            return False
        check_after_chance(table, rolling, seat, move)
        if rolling or has_chance(table, move):
            rolling.add(seat)
        elif index + 1 < len(moves):
            with suppress(RulesError):  # playing it will give the reason
                table = preview_move(table, seat, move)
    return True


def _may_play(role: ViewerRole, table: Table, seat: int, move: dict[str, object]) -> bool:
    """Return whether a phone acts for a seat, and may play this kind of move for it.

    A malformed move is refused elsewhere.
    """
    if seat not in table.seats:
        return True
    kind = move.get("move")
    option = next((option for option in options_of(table, seat) if option.kind == kind), None)
    if option is not None and any(move.get(name) is not None for name in option.withheld_fields):
        return False
    return seat == role.seat or (seat in role.seats(table) and not (option is not None and option.secret))


def _may_change_setup(role: ViewerRole, table: Table, command: Amend) -> bool:
    """Return whether a phone may change the set-up: a host the common parts, a seat only its own secrets."""
    options = command.options or {}
    check_own_secrets(table.match, options, role.viewer)
    secrets = secret_options(table.match)
    return role.host or (command.names is None and bool(options) and all(name in secrets for name in options))


def _may_amend_move(role: ViewerRole, table: Table, command: Amend) -> bool:
    """Return whether a phone acts for the seat of the entry, and for the seat that would get it."""
    original = table.entries[command.entry - 1].played
    earlier = rewind(table, command.entry)
    seats = {original.seat, command.seat or original.seat}
    moves: list[dict[str, object]] = [{"move": original.move.kind}, command.move or {}]
    return all(_may_play(role, earlier, seat, move) for seat in seats for move in moves)
