"""A game of 1983 on a table, after a few moves or those of a golden game."""

from __future__ import annotations

import json
from typing import Any

from companion.games.classic import CLASSIC
from companion.table import table as tables
from companion.table.table import Table
from tests.kit.golden_games import golden_file
from tests.views.games import with_move

MEET = (
    {"seat": 1, "move": "spin", "route": "land", "chance": [0]},
    {"seat": 1, "move": "arrive", "place": "town"},
    {"seat": 1, "move": "end_turn"},
    {"seat": 2, "move": "spin", "route": "land", "chance": [0]},
    {"seat": 2, "move": "arrive", "place": "post", "colour": "green"},
    {"seat": 2, "move": "end_turn"},
)
"""The first turns of two players, after which seat 2 stands at a green post."""
AT_POST = {"seat": 1, "move": "arrive", "place": "post", "colour": "green", "shared_with": [2]}


def classic(*moves: dict[str, Any], seats: tuple[str, ...] = ("Ada", "Bao"), **options: Any) -> Table:
    """Return a game of 1983 after these moves, each with its `seat`."""
    table = tables.start(CLASSIC, seats, options, number=1)
    for move in moves:
        body = dict(move)
        table = with_move(table, body.pop("seat"), body)
    return table


def golden(name: str, moves: int | None = None) -> Table:
    """Return a golden game after its first moves."""
    lines = [json.loads(line) for line in golden_file("classic", name).read_text("utf-8").splitlines()]
    return classic(*lines[1:][:moves], seats=tuple(lines[0]["seats"]), **lines[0]["options"])


def correction(seat: int, what: str, by: int = 1) -> dict[str, Any]:
    return {"seat": seat, "move": "correct", "what": what, "by": by}


def spin_move(sector: int, route: str = "land", seat: int = 1) -> dict[str, Any]:
    return {"seat": seat, "move": "spin", "route": route, "chance": [sector]}


def at_a_post(*cards: str, **options: Any) -> Table:
    """Return a table with Ada at a green post with these cards in her hand, and Bao there too with a blue 30."""
    given = [correction(1, card) for card in cards]
    return classic(*given, correction(2, "blue:30"), *MEET, spin_move(3), AT_POST, **options)
