"""The legal moves of Pebbles, written independently of the game's own rules."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from tests.games.pebbles import State

Body = dict[str, Any]


def legal_moves(match: Any, state: State, seat: int, rnd: Random) -> list[Body]:
    """Return all legal moves of a seat, but only some corrections."""
    numbers = [1, 99, *([-state.pebbles[seat - 1]] if state.pebbles[seat - 1] else [])]
    corrections: list[Body] = [
        {"move": "correct", "what": "pebbles", "by": by, "note": note} for by in numbers for note in ("", "sic")
    ]
    takes: list[Body] = [{"move": "take", "n": n} for n in (1, 2, 3)]
    rolls: list[Body] = [{"move": "roll", "chance": [face]} for face in range(1, 7)]
    return [body for body in (*corrections, *takes, *rolls) if is_legal(match, state, seat, body)]


def is_legal(match: Any, state: State, seat: int, body: Mapping[str, Any]) -> bool:
    """Return whether a seat may make this move."""
    if not state.heap:
        return False
    players = len(state.pebbles)
    mine = state.turn_no % players == seat % players
    match body["move"]:
        case "correct":
            enough = -state.pebbles[seat - 1] <= body["by"] <= 99
            return bool(body["what"] == "pebbles" and body["by"] and enough and len(body.get("note", "")) <= 200)
        case "take":
            return mine and body["n"] in (1, 2, 3) and state.heap >= body["n"] != state.last
    return mine and len(body["chance"]) == 1 and 1 <= body["chance"][0] <= 6


def edges(match: Any, state: State, rnd: Random) -> list[State]:
    """Return similar moments with few pebbles left."""
    return [State(heap, state.pebbles, rnd.randint(0, 3), state.turn_no) for heap in (1, 2, 3)]
