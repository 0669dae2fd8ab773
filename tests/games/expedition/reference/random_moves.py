"""Random set-ups and random moves of Expedition, legal and illegal ones."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from tests.games.expedition.reference.engine import Engine
from tests.kit.reference_games import Attempt

MOVES = ("step", "crate", "no_crates", "end_turn", "correct")
WEIGHTS = (60, 12, 2, 22, 4)
WEIGHTS_WITHOUT_CORRECTIONS = (60, 12, 2, 22, 0)
NAMES = ["Ada", "Bao", "Chen", "Dina", "Emil"]


def random_options(dice: random.Random, seats: int) -> dict[str, Any]:
    """Return set-up options of every kind."""
    options: dict[str, Any] = {}
    for name in ("both_camels", "late_camel_stops") if seats == 2 else ("late_camel_stops",):
        if dice.random() < 0.6:
            options[name] = dice.random() < 0.5
    known = dice.choice([0, 5, 15, 30])
    if known:
        options["crates"] = {str(space): dice.randint(0, 2) for space in sorted(dice.sample(range(30), known))}
    if dice.random() < 0.2:
        options["tally"] = {"ganzhou": {str(dice.randint(11, 16)): dice.randint(0, 9)}}
    if dice.random() < 0.2:
        options["start"] = {"gold": dice.randint(0, 5)}
    if dice.random() < 0.2:
        options["requirements"] = {"3": {"kind": "identical_goods", "count": 3}}
    return options


def random_game(dice: random.Random) -> tuple[list[str], dict[str, Any]]:
    """Return the names and options of a random game."""
    seats = dice.choice([2, 2, 3, 4, 5])
    return NAMES[:seats], random_options(dice, seats)


def random_attempts(engine: Engine, seats: int, dice: random.Random) -> Iterator[Attempt]:
    """Yield moves that may be legal or not; in half of the games there are no corrections."""
    weights = dice.choice([WEIGHTS, WEIGHTS_WITHOUT_CORRECTIONS])
    while True:
        turn = engine.turn() or 1
        seat = turn if dice.random() < 0.9 else dice.randint(1, seats)
        move = dice.choices(MOVES, weights)[0]
        yield Attempt(seat, move, random_fields(move, seats, dice))


def random_fields(move: str, seats: int, dice: random.Random) -> dict[str, Any]:
    """Return random fields for a move."""
    if move == "step":
        fields: dict[str, Any] = {"by": dice.choice(["cards", "ballast"])}
        if dice.random() < (0.95 if seats == 2 else 0.05):
            fields["camel"] = dice.randint(1, 2)
        return fields
    if move == "crate":
        # Mostly valid values; 0 and 3 are refused.
        fields = {"value": dice.choice([1, 1, 1, 2, 2, 2, 0, 3])}
        if dice.random() < 0.5:
            fields["space"] = dice.randint(0, 29)
        return fields
    if move == "correct":
        what = dice.choice(["gold", "space:1", "space:2", "crate"])
        far = 12 if what.startswith("space") else 2
        return {"what": what, "by": dice.randint(-far, far), "note": "random"}
    return {}
