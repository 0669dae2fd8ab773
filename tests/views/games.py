"""Tables for these tests: an Expedition from short moves, and games of Lanterns with their secrets."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.games.classic import CLASSIC
from companion.games.expedition import EXPEDITION
from companion.rules.game import move_from_json
from companion.session.session import Snapshot
from companion.table import table as tables
from companion.table.table import CompleteMove, Table
from tests.games.lanterns import LANTERNS

NAMES = ("Inès", "Bao", "Chloé", "Dan", "Eva")


def expedition(seats: int = 3, **options: Any) -> Table:
    """Return a new Expedition."""
    return tables.start(EXPEDITION, NAMES[:seats], options, number=1)


def classic(seats: int = 2, **options: Any) -> Table:
    """Return a new game of 1983."""
    return tables.start(CLASSIC, NAMES[:seats], options, number=1)


def play_moves(table: Table, *moves: str) -> Table:
    """Return the table after moves of the seat in turn.

    They are `step`, `ballast`, `end`, `crate 2`, `step 2` (a camel), and `no crates`.
    """
    for move in moves:
        word, _, number = move.partition(" ")
        body: dict[str, Any] = {"move": "step", "by": "ballast" if word == "ballast" else "cards"}
        if word in ("step", "ballast") and number:
            body["camel"] = int(number)
        elif word == "crate":
            body = {"move": "crate", "value": int(number)}
        elif move == "no crates":
            body = {"move": "no_crates"}
        elif word == "end":
            body = {"move": "end_turn"}
        seat = table.match.turn(table.state)
        assert seat is not None
        table = with_move(table, seat, body)
    return table


def with_correction(table: Table, seat: int, by: int, what: str = "gold") -> Table:
    """Return the table after a seat's amount was corrected by hand."""
    return with_move(table, seat, {"move": "correct", "what": what, "by": by, "note": ""})


def with_move(table: Table, seat: int, body: dict[str, Any]) -> Table:
    """Return the table after one more move, in a separate command."""
    table = tables.play(table, [CompleteMove(seat, move_from_json(table.game, body))], table.seq + 1)
    return replace(table, seq=table.seq + 1)


def with_secrets() -> Table:
    """Return a game of Lanterns in which both stalls have hidden a card and a wish."""
    table = tables.start(LANTERNS, NAMES[:2], {}, number=1)
    for seat, colour, value, wish in ((1, "red", 11_111, "peace"), (2, "blue", 22_222, "rain")):
        table = with_move(table, seat, {"move": "hide", "colour": colour, "value": value, "wish": wish})
    return table


def snapshot(table: Table | None, *, saved: bool = True, damaged: bool = False) -> Snapshot:
    """Return the snapshot that the session would publish."""
    return Snapshot(table, saved, damaged)
