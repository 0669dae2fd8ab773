"""Commands as they come in over the network: from a body to a command, and whether this phone may give it."""

from __future__ import annotations

from dataclasses import replace

from companion.mirror.bodies import MOST_ID, Body, malformed
from companion.mirror.errors import refuse
from companion.mirror.phones import SOURCE
from companion.session.commands import (
    Amend,
    Close,
    Command,
    Leave,
    Open,
    Play,
    PutAway,
    Restore,
    Start,
    TakeBack,
    Throw,
)
from companion.session.session import Session
from companion.session.table import Table
from companion.session.unseen import check_amend
from companion.views.phone_view import Role

DOES = ("play", "take_back", "restore", "amend", "start", "open", "leave", "close", "throw", "put_away")
"""What may be asked for."""
_LONGEST_WORD = 20


def command_from(body: Body, *, preview: bool = False) -> Command:
    """The command that a body says; refuses what makes no sense. A preview needs neither id nor `expected_seq`."""
    do = body.text("do", most=_LONGEST_WORD)
    given = None if preview and not body.has("id") else body.text("id", most=MOST_ID)
    any_seq = preview or do in ("start", "open", "leave", "throw", "put_away")
    seq = body.maybe_number("expected_seq") if any_seq else body.number("expected_seq")
    number = body.maybe_number("number")
    command = _command(do, body)
    body.end()
    return replace(command, id=given, expected_seq=seq, expected_game=number, source=SOURCE)


def check_may(role: Role, command: Command, session: Session) -> None:
    """Refuse a command that a phone of this role may not give.

    Raises IllegalMoveError for an amendment whose look alone would tell what other hands hold.
    """
    if not role.acts:
        refuse(401, "no_claim")
    table = session.table
    match command:
        case Start() | Open() | Leave() | Close():
            may = role.host
        case Play() if table is not None:
            may = all(_may_play(role, table, table.state, seat, move) for seat, move in command.moves)
        case Amend() if table is not None and 1 <= command.entry <= len(table.entries):
            may = _may_amend(role, table, command)
        case _:
            may = True
    if not may:
        refuse(403, "not_yours")
    if isinstance(command, Amend) and table is not None:
        check_amend(table, command, role.viewer)


def asks_for_itself(role: Role, command: Command, table: Table | None) -> bool:
    """Whether a command is about the phone's own seat alone, so that it may be told what that hand lacks."""
    match command:
        case Play():
            return all(seat == role.seat for seat, _ in command.moves)
        case Amend() if table is not None and 1 <= command.entry <= len(table.entries):
            return role.seat == (command.seat or table.entries[command.entry - 1].played.seat)
    return False


def _command(do: str, body: Body) -> Command:
    match do:
        case "play":
            return Play(moves=((body.number("seat"), body.table("move")),))
        case "take_back":
            return TakeBack()
        case "restore":
            return Restore()
        case "amend":
            entry, seat, move = body.number("entry"), body.maybe_number("seat"), body.maybe_table("move")
            return Amend(entry=entry, seat=seat, move=move, without=body.numbers("without"))
        case "start":
            names, options = body.texts("seats"), body.maybe_table("options") or {}
            return Start(game=body.text("game", most=_LONGEST_WORD), names=names, options=options)
        case "open":
            return Open(number=body.number("game"))
        case "leave":
            return Leave()
        case "close":
            return Close()
        case "throw":
            route = body.text("route", most=_LONGEST_WORD) if body.has("route") else None
            return Throw(dice=body.maybe_number("dice"), route=route)
        case "put_away":
            return PutAway()
    malformed("do")


def _may_play(role: Role, table: Table, state: object, seat: int, move: dict[str, object]) -> bool:
    """Whether a phone acts for a seat, and may play this kind of move for it. What makes no sense is told elsewhere."""
    if seat not in table.seats:
        return True
    kind = move.get("move")
    option = next((option for option in table.game.options(state, seat) if option.kind == kind), None)
    if option is not None and any(move.get(name) is not None for name in option.withheld):
        return False
    return seat == role.seat or (seat in role.seats(table) and not (option is not None and option.secret))


def _may_amend(role: Role, table: Table, command: Amend) -> bool:
    """Whether a phone acts for the seat of the entry, and for the one that is to have it."""
    old = table.entries[command.entry - 1].played
    state = table.before(command.entry)
    seats = {old.seat, command.seat or old.seat}
    moves: list[dict[str, object]] = [{"move": old.move.kind}, command.move or {}]
    return all(_may_play(role, table, state, seat, move) for seat in seats for move in moves)
