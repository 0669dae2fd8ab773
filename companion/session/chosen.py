"""From a command to whole moves: what it chose, with the chance that it left to be drawn."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from companion.rules.errors import IllegalMoveError, MalformedError
from companion.rules.fields import ChanceField
from companion.rules.game import move_from_json, move_to_json
from companion.rules.text import say
from companion.session import table as tables
from companion.session.commands import Amend, Command, Play
from companion.session.draws import Draw, Drawn, drawn
from companion.session.table import Played, Table


def no_chance(seed: bytes, name: str, wanted: ChanceField) -> tuple[int, ...]:
    """The draw where nothing may be drawn, as in a look beforehand: results have to be typed in."""
    raise IllegalMoveError(say("session.no_chance"))


def completed(table: Table, moves: Iterable[tuple[int, dict[str, Any]]], draw: Draw) -> list[Played]:
    """The moves with their chance: typed in where the command has it, drawn where it leaves it out.

    Raises MalformedError or IllegalMoveError; of the last move only what is wrong before it is played.
    """
    played: list[Played] = []
    for seat, body in moves:
        if played:  # what comes next is chosen on what came before; the last is played by whoever asks
            table = tables.play(table, played[-1:], table.seq + 1)
        if seat not in table.seats:
            raise MalformedError(say("error.no_seat", seat=seat, last=len(table.names)), "seat")
        typed, found = "chance" in body, None
        if not typed and (wanted := _chance_wanted(table, seat, body)):
            found = _drawn(table, seat, str(body["move"]), wanted, draw)
            body = {**body, "chance": list(found.values)}
        played.append(Played(seat, move_from_json(table.game, body), typed, found))
    return played


def instead_of(table: Table, command: Amend) -> Played | None:
    """The move that an amendment puts in place of an entry; None when it leaves the entry out.

    A move of the same kind keeps the draw of the entry, or what was typed in, where it brings no other chance: nothing
    is drawn anew for the past. Raises MalformedError or IllegalMoveError.
    """
    if command.move is None or not 1 <= command.entry <= len(table.entries):
        return None
    old = table.entries[command.entry - 1].played
    seat = command.seat or old.seat
    before = replace(table, entries=table.entries[: command.entry - 1])
    [played] = completed(before, [(seat, _with_chance(command.move, seat, old))], no_chance)
    if old.drawn is not None and _same_chance(played, old):
        played = replace(played, typed=False, drawn=old.drawn)
    tables.play(before, [replace(played, drawn=None)], before.seq + 1)
    return played


def any_order(table: Table, command: Command) -> bool:
    """Whether all moves of a command are of kinds that do not mind what others did meanwhile."""
    if not isinstance(command, Play):
        return False
    return all(
        any(option.any_order for option in table.game.options(table.state, seat) if option.kind == body.get("move"))
        for seat, body in command.moves
        if seat in table.seats
    )


def _drawn(table: Table, seat: int, kind: str, wanted: ChanceField, draw: Draw) -> Drawn:
    if not table.commitments or draw is no_chance:
        raise IllegalMoveError(say("session.no_chance"))
    return drawn(
        table.game.id,
        seat,
        kind,
        wanted,
        standing=table.standing_draws(),
        earlier=table.draws,
        commitments=table.commitments,
        draw=draw,
    )


def _with_chance(move: dict[str, Any], seat: int, old: Played) -> dict[str, Any]:
    """A move in place of an old one, with the chance of that one where it leaves it out."""
    chance = move_to_json(old.move).get("chance")
    if "chance" in move or chance is None or (seat, move.get("move")) != (old.seat, old.move.kind):
        return move
    return {**move, "chance": chance}


def _same_chance(played: Played, old: Played) -> bool:
    same_kind = (played.seat, played.move.kind) == (old.seat, old.move.kind)
    return same_kind and move_to_json(played.move).get("chance") == move_to_json(old.move).get("chance")


def _chance_wanted(table: Table, seat: int, body: dict[str, Any]) -> ChanceField | None:
    kind = body.get("move")
    if not isinstance(kind, str) or kind not in table.game.moves:
        raise MalformedError(say("error.unknown_move", move=str(kind)), "move")
    cls = table.game.moves[kind]
    if "chance" not in cls.__dataclass_fields__:  # type: ignore[attr-defined]  # every move is a dataclass
        return None
    field = table.game.next_field(table.state, seat, kind, {k: v for k, v in body.items() if k != "move"})
    return field if isinstance(field, ChanceField) else None
