"""Commands as they come in over the network: from a body to a command, and whether this phone may give it."""

from __future__ import annotations

from dataclasses import replace

from companion.mirror.bodies import MOST_ID, Body, malformed
from companion.mirror.errors import refuse
from companion.mirror.phones import SOURCE
from companion.session.commands import Amend, Close, Command, Leave, Open, Play, Restore, Start, TakeBack
from companion.session.session import Session
from companion.session.table import Table
from companion.views.phone_view import Role

DOES = ("play", "take_back", "restore", "amend", "start", "open", "leave", "close")
"""What may be asked for."""
_LONGEST_WORD = 20


def command_from(body: Body, *, preview: bool = False) -> Command:
    """The command that a body says; refuses what makes no sense. A preview needs neither id nor `expected_seq`."""
    do = body.text("do", most=_LONGEST_WORD)
    given = None if preview and not body.has("id") else body.text("id", most=MOST_ID)
    any_seq = preview or do in ("start", "open", "leave")
    seq = body.maybe_number("expected_seq") if any_seq else body.number("expected_seq")
    number = body.maybe_number("number")
    command = _command(do, body)
    body.end()
    return replace(command, id=given, expected_seq=seq, expected_game=number, source=SOURCE)


def check_may(role: Role, command: Command, session: Session) -> None:
    """Refuse a command that a phone of this role may not give."""
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
    malformed("do")


def _may_play(role: Role, table: Table, state: object, seat: int, move: dict[str, object]) -> bool:
    """Whether a phone acts for a seat, and may play this kind of move for it. What makes no sense is told elsewhere."""
    if seat not in table.seats:
        return True
    if seat == role.seat:
        return True
    hidden = {option.kind for option in table.game.options(state, seat) if option.secret}
    return seat in role.seats(table) and move.get("move") not in hidden


def _may_amend(role: Role, table: Table, command: Amend) -> bool:
    """Whether a phone acts for the seat of the entry, and for the one that is to have it."""
    old = table.entries[command.entry - 1].played
    state = table.before(command.entry)
    seats = {old.seat, command.seat or old.seat}
    moves: list[dict[str, object]] = [{"move": old.move.kind}, command.move or {}]
    return all(_may_play(role, table, state, seat, move) for seat in seats for move in moves)
