"""The legal moves of Acorns, written independently of the game's own rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

from tests.games.acorns import State

Body = dict[str, Any]


def legal_moves(match: Any, state: State, seat: int, rnd: Random) -> list[Body]:
    """Return the legal moves of a seat: all choices, with some throws and corrections."""
    numbers = [1, 99, *([-state.acorns[seat - 1]] if state.acorns[seat - 1] else [])]
    bodies: list[Body] = [{"move": "correct", "what": "acorns", "by": by, "note": ""} for by in numbers]
    bodies += [{"move": "choose", "tree": tree} for tree in range(1, 16)]
    bodies += [{"move": "roll", "chance": rnd.choices(range(1, 7), k=5)}, {"move": "gather"}]
    keeps = {keep for number in range(5) for keep in combinations(state.dice, number)}
    bodies += [
        {"move": "reroll", "keep": list(keep), "chance": rnd.choices(range(1, 7), k=5 - len(keep))}
        for keep in sorted(keeps)
    ]
    return [body for body in bodies if is_legal(match, state, seat, body)]


def is_legal(match: Any, state: State, seat: int, body: Mapping[str, Any]) -> bool:
    """Return whether a seat may make this move."""
    if state.over:
        return False
    mine, chance = state.turn == seat, body.get("chance", ())
    match body["move"]:
        case "correct":
            enough = -state.acorns[seat - 1] <= body["by"] <= 99
            return bool(body["what"] == "acorns" and body["by"] and enough and len(body.get("note", "")) <= 200)
        case "choose":
            unclimbed = [tree for tree in range(1, 16) if state.gathered[seat - 1][tree - 1] is None]
            return not state.turn and not state.chosen[seat - 1] and body["tree"] in unclimbed[:3]
        case "roll":
            return mine and not state.dice and len(chance) == 5 and {*chance} <= {*range(1, 7)}
        case "reroll":
            keep, rest = body.get("keep", ()), [*state.dice]
            for die in keep:
                if die not in rest:
                    return False
                rest.remove(die)
            rolled = 0 < len(rest) == len(chance) and {*chance} <= {*range(1, 7)}
            return mine and 0 < state.throws < 3 and rolled
    return mine and bool(state.dice)


def edges(match: Any, state: State, rnd: Random) -> list[State]:
    """Return the same moment of a turn after each number of throws."""
    return [replace(state, throws=throws) for throws in (1, 2, 3)] if state.dice else []
