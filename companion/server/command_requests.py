"""Commands in requests: parsing them from JSON, and checking whether a phone may give them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from companion.rules.match_functions import secret_options
from companion.rules.rule_errors import IllegalMoveError, RulesError
from companion.rules.text import say
from companion.server.error_responses import refuse
from companion.server.phone_routes import SOURCE
from companion.server.request_fields import MOST_ID, Body, malformed
from companion.server.views.phone_view import Role
from companion.session.session import Session
from companion.table.commands import (
    ASKED_BY_NAME,
    Amend,
    Close,
    Command,
    FieldSpec,
    FieldType,
    Insert,
    LayOut,
    Leave,
    Open,
    Play,
    PutAway,
    Start,
    TakeBack,
    Throw,
    described,
)
from companion.table.complete_moves import check_after_chance
from companion.table.game_setup import check_secrets, starts_with_secrets
from companion.table.hidden_cards import check_amend
from companion.table.legal_moves import options_of
from companion.table.move_groups import has_chance, may_be_asked, played_on
from companion.table.table import Table, rewound

DOES = tuple(ASKED_BY_NAME)
"""Names of the commands."""
_ANY_SEQ = (Start, Open, Leave, Throw, LayOut, PutAway)
"""Commands that do not depend on the position of the open game that the sender has seen."""
_LONGEST_WORD = 20


def command_from(body: Body, *, preview: bool = False) -> Command:
    """Return the command in a body; refuse a malformed one. A preview needs neither id nor `expected_seq`."""
    do = body.text("do", most=_LONGEST_WORD)
    given = None if preview and not body.has("id") else body.text("id", most=MOST_ID)
    any_seq = preview or ASKED_BY_NAME.get(do) in _ANY_SEQ
    seq = body.maybe_number("expected_seq") if any_seq else body.number("expected_seq")
    number = body.maybe_number("number")
    cls = ASKED_BY_NAME.get(do)
    if cls is None:
        malformed("do")
    fields = {one.name: value for one in described(cls) if (value := _said(one, body)) is not None}
    body.end()
    if cls is Play:
        _check_one_or_several(fields)
    return replace(cls.of(fields), id=given, expected_seq=seq, expected_game=number, source=SOURCE)


def check_may(role: Role, command: Command, session: Session) -> None:  # noqa: C901 - one short case a kind
    """Refuse a command that a phone of this role may not give.

    Raises StaleError if the table has changed since, before anything about its state is revealed; and
    IllegalMoveError for an amendment whose outcome would leak hidden cards.
    """
    if not role.may_act:
        refuse(401, "no_claim")
    session.check_seen(command)
    table = session.table
    match command:
        case Start():
            may = role.host
            if may and starts_with_secrets(command, session.games):
                raise IllegalMoveError(say("session.secret_of_another"))
        case Open() | Leave() | Close():
            may = role.host
        case Play() if table is not None:
            may = _may_play_each(role, table, command.moves)
        case Amend(entry=0) if table is not None:
            may = _may_begin_again(role, table, command)
        case Amend() if table is not None and 1 <= command.entry <= len(table.entries):
            may = _may_amend(role, table, command)
        case Insert() if table is not None and 1 <= command.entry <= len(table.entries):
            may = _may_play(role, rewound(table, command.entry), command.seat, command.move)
        case TakeBack(seat=int() as seat) if table is not None and seat in table.seats:
            may = seat in role.seats(table)
        case _:
            may = True
    if not may:
        refuse(403, "not_yours")
    if isinstance(command, Amend | Insert) and table is not None:
        check_amend(table, command, role.viewer)


def asks_for_itself(role: Role, command: Command, table: Table | None) -> bool:
    """Return whether a command is only for the phone's own seat, so that a refusal may name what that hand lacks."""
    match command:
        case Play():
            return all(seat == role.seat for seat, _ in command.moves)
        case Insert():
            return role.seat == command.seat
        case Amend() if table is not None and 1 <= command.entry <= len(table.entries):
            return role.seat == (command.seat or table.entries[command.entry - 1].played.seat)
    return False


def _said(one: FieldSpec, body: Body) -> Any:
    """Return the value of a field in a body; None for an optional field that is missing."""
    if not one.required and not body.has(one.name):
        return None
    match one.sort:
        case FieldType.NUMBER:
            return body.number(one.name) if one.required else body.maybe_number(one.name)
        case FieldType.NUMBERS:
            return body.numbers(one.name)
        case FieldType.WORD:
            return body.text(one.name, most=_LONGEST_WORD)
        case FieldType.NAMES:
            return body.texts(one.name) if one.required else body.maybe_texts(one.name)
        case FieldType.OBJECT:
            return body.table(one.name) if one.required else body.maybe_table(one.name)
        case FieldType.MOVES:
            return body.moves(one.name)


def _check_one_or_several(fields: Mapping[str, Any]) -> None:
    """Require either one move with its seat, or several as `moves`."""
    if "moves" not in fields:
        for name in ("seat", "move"):
            if name not in fields:
                malformed(name)
    elif "seat" in fields or "move" in fields:
        malformed("moves")


def _may_play_each(role: Role, table: Table, moves: Sequence[tuple[int, dict[str, Any]]]) -> bool:
    """Return whether a phone may play these moves together, each on the table that those before it lead to.

    Raises IllegalMoveError if one follows chance that it could depend on. The session refuses this only after chance
    that it draws itself; a phone may not try a move that would follow a typed result either.
    """
    rolling: set[int] = set()
    for at, (seat, move) in enumerate(moves):
        if not (_may_play(role, table, seat, move) or (role.host and may_be_asked(table, seat, move))):
            return False
        check_after_chance(table, rolling, seat, move)
        if rolling or has_chance(table, move):
            rolling.add(seat)
        elif at + 1 < len(moves):
            with suppress(RulesError):  # playing it will give the reason
                table = played_on(table, seat, move)
    return True


def _may_play(role: Role, table: Table, seat: int, move: dict[str, object]) -> bool:
    """Return whether a phone acts for a seat, and may play this kind of move for it.

    A malformed move is refused elsewhere.
    """
    if seat not in table.seats:
        return True
    kind = move.get("move")
    option = next((option for option in options_of(table, seat) if option.kind == kind), None)
    if option is not None and any(move.get(name) is not None for name in option.withheld):
        return False
    return seat == role.seat or (seat in role.seats(table) and not (option is not None and option.secret))


def _may_begin_again(role: Role, table: Table, command: Amend) -> bool:
    """Return whether a phone may change the set-up: a host the common parts, a seat only its own secrets."""
    options = command.options or {}
    check_secrets(table.match, options, role.viewer)
    secrets = secret_options(table.match)
    return role.host or (command.names is None and bool(options) and all(name in secrets for name in options))


def _may_amend(role: Role, table: Table, command: Amend) -> bool:
    """Return whether a phone acts for the seat of the entry, and for the seat that would get it."""
    old = table.entries[command.entry - 1].played
    then = rewound(table, command.entry)
    seats = {old.seat, command.seat or old.seat}
    moves: list[dict[str, object]] = [{"move": old.move.kind}, command.move or {}]
    return all(_may_play(role, then, seat, move) for seat in seats for move in moves)
