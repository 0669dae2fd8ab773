"""From a command to whole moves: what it chose, with the chance that it left to be drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from companion.rules.errors import IllegalMoveError, MalformedError
from companion.rules.fields import ChanceField
from companion.rules.game import move_from_json
from companion.rules.text import say
from companion.session import table as tables
from companion.session.commands import Amend, Command, Play
from companion.session.table import Played, Table

Draw = Callable[[Table, int, str, tuple[tuple[str, int], ...]], list[int]]
"""Draws chance: (table, seat, kind of move, draws wanted) → the values in order."""


def no_chance(table: Table, seat: int, kind: str, draws: tuple[tuple[str, int], ...]) -> list[int]:
    """The draw of a session without a source of chance: results have to be typed in."""
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
        typed = "chance" in body
        if not typed and (wanted := _chance_wanted(table, seat, body)):
            body = {**body, "chance": draw(table, seat, str(body["move"]), wanted.draws)}
        played.append(Played(seat, move_from_json(table.game, body), typed))
    return played


def instead_of(table: Table, command: Amend) -> Played | None:
    """The move that an amendment puts in place of an entry; None when it leaves the entry out.

    Raises MalformedError or IllegalMoveError.
    """
    if command.move is None or not 1 <= command.entry <= len(table.entries):
        return None
    seat = command.seat or table.entries[command.entry - 1].played.seat
    before = replace(table, entries=table.entries[: command.entry - 1])
    played = completed(before, [(seat, command.move)], no_chance)
    tables.play(before, played, before.seq + 1)
    return played[0]


def any_order(table: Table, command: Command) -> bool:
    """Whether all moves of a command are of kinds that do not mind what others did meanwhile."""
    if not isinstance(command, Play):
        return False
    return all(
        any(option.any_order for option in table.game.options(table.state, seat) if option.kind == body.get("move"))
        for seat, body in command.moves
        if seat in table.seats
    )


def _chance_wanted(table: Table, seat: int, body: dict[str, Any]) -> ChanceField | None:
    kind = body.get("move")
    if not isinstance(kind, str) or kind not in table.game.moves:
        raise MalformedError(say("error.unknown_move", move=str(kind)), "move")
    cls = table.game.moves[kind]
    if "chance" not in cls.__dataclass_fields__:  # type: ignore[attr-defined]  # every move is a dataclass
        return None
    field = table.game.next_field(table.state, seat, kind, {k: v for k, v in body.items() if k != "move"})
    return field if isinstance(field, ChanceField) else None
