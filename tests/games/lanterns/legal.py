"""What may be done in a market of Lanterns, by the rules L1 to L10 in other words than those of `play`.

Only the facts of a state are looked at, and the figures that the two printings differ in. Nothing here asks what is
offered or what `play` checks: what these words and the program do not agree on is a mistake in one of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

from tests.games.lanterns.state import Row, State

Body = dict[str, Any]
ROWS: Mapping[str, int] = {"gate": 3, "river": 6}
"""How many lanterns each row has room for."""
UNDER_THE_STALL = 2
OF_THE_TURN = ("hang", "show", "feast", "wind", "end_turn")
WISHES = ("rain", "w" * 40)
MOST_CORRECTED = 99


def legal_moves(match: Any, state: State, seat: int, rnd: Random) -> list[Body]:
    """All moves of a seat; of cards to hide and of corrections, whose numbers and texts are many, a few at random.

    Cards that are shown together are in the order in which they lie, for any other order is the same move.
    """
    if state.over:
        return []
    found = [*_corrections(state, seat, rnd)]
    if seat not in _awaited(state):
        return found
    for kind in _kinds(state):
        found += _of_kind(match, state, seat, kind, rnd)
    return found


def is_legal(match: Any, state: State, seat: int, body: Mapping[str, Any]) -> bool:
    """Whether a seat may make this move, whatever it says that a form would not let it say."""
    kind = body["move"]
    if state.over:
        return False
    if kind == "correct":
        return _right_correction(state, seat, body)
    return seat in _awaited(state) and kind in _kinds(state) and _fits(match, state, seat, kind, body)


def edges(match: Any, state: State, rnd: Random) -> list[State]:
    """Like moments of a turn with little oil: a feast called and the wind asked or not, answers or thanks owed."""
    if not state.turn:
        return []
    few = tuple(rnd.randint(0, 2) for _ in state.oil)
    feasted, asked = bool(rnd.randint(0, 1)), bool(rnd.randint(0, 1))
    others = [stall for stall in range(1, len(state.oil) + 1) if stall != state.turn]
    some = tuple(rnd.sample(others, rnd.randint(1, len(others))))
    late = rnd.choice([state.round, match.rounds])
    turn = replace(state, oil=few, round=late, feasted=feasted, asked=(), thanks=False, asked_wind=asked)
    return [turn, replace(turn, feasted=True, asked=some), replace(turn, feasted=True, thanks=True)]


def _awaited(state: State) -> list[int]:
    """Who is to do something: an answer before all else (L5), then the stall whose turn it is, or all who have yet to
    hide (L1) or to roll (L2)."""
    stalls = range(1, len(state.oil) + 1)
    if state.asked:
        return [state.asked[0]]
    if state.turn:
        return [state.turn]
    if state.round == 0:
        return [stall for stall in stalls if len(state.wishes[stall - 1]) < UNDER_THE_STALL]
    return [stall for stall in stalls if stall not in state.rolled]


def _kinds(state: State) -> tuple[str, ...]:
    if state.asked:
        return ("answer",)
    if state.thanks:  # before anything else (L7)
        return ("thank",)
    if state.turn:
        return OF_THE_TURN
    return ("hide",) if state.round == 0 else ("roll",)


def _of_kind(match: Any, state: State, seat: int, kind: str, rnd: Random) -> Iterator[Body]:
    """Every move of a kind that fits."""
    for fields in _thinkable(match, state, seat, kind, rnd):
        body = {"move": kind, **fields}
        if _fits(match, state, seat, kind, body):
            yield body


def _thinkable(match: Any, state: State, seat: int, kind: str, rnd: Random) -> Iterator[Body]:
    """What might be said with a kind of move, fitting or not."""
    dice, stalls = range(1, 9), range(1, len(state.oil) + 1)
    match kind:
        case "hide":
            for colour, value in product(("red", "blue"), (10_000, 99_999, rnd.randint(10_000, 99_999))):
                yield {"colour": colour, "value": value, "wish": rnd.choice(WISHES)}
        case "roll":
            yield from ({"chance": [*faces]} for faces in product(dice, repeat=2))
        case "hang":
            for row, first, last, flame in product(ROWS, range(1, 7), range(1, 7), ("small", "large")):
                yield {"row": row, "path": [*range(first, last + 1)], "flame": flame}
        case "show":
            under = state.hidden[seat - 1]
            yield {"cards": [*under]}
            yield from ({"cards": [card]} for card in dict.fromkeys(under) if len(under) > 1)
        case "feast":
            yield from ({"first": stall} for stall in stalls)
        case "wind":
            yield from ({"row": row, "chance": [face]} for row, face in product(ROWS, dice))
        case "answer":
            yield from ({"gives": gives} for gives in (True, False))
        case _:
            yield {}


def _fits(match: Any, state: State, seat: int, kind: str, body: Mapping[str, Any]) -> bool:
    """Whether what is said keeps to the rule of its kind, whose moment it is."""
    match kind:
        case "hide":
            return 10_000 <= body["value"] <= 99_999 and 1 <= len(body["wish"]) <= 40
        case "roll":
            return len(body["chance"]) == 2 and all(face in range(1, 7) for face in body["chance"])
        case "hang":
            return _hangs(state, seat, body["row"], body["path"], body["flame"])
        case "show":
            cards = Counter(body["cards"])
            return 1 <= cards.total() <= match.cards_at_once and cards <= Counter(state.hidden[seat - 1])
        case "feast":
            return not state.feasted and body["first"] != seat and body["first"] in range(1, len(state.oil) + 1)
        case "wind":
            sides = 8 if state.round == match.rounds else 6
            return not state.asked_wind and len(body["chance"]) == 1 and body["chance"][0] in range(1, sides + 1)
    return True


def _hangs(state: State, seat: int, row: str, path: list[int], flame: str) -> bool:
    """Place after free place, an oil each, and one more for large flames (L3)."""
    free = set(range(1, ROWS[row] + 1)) - {place for other, place in state.hung if other is Row(row)}
    one_by_one = path == [*range(path[0], path[0] + len(path))] if path else False
    needed = len(path) + (1 if flame == "large" else 0)
    return one_by_one and needed <= state.oil[seat - 1] and free.issuperset(path)


def _held(state: State, seat: int) -> dict[str, int]:
    return {"oil": state.oil[seat - 1], "points": state.points[seat - 1]}


def _right_correction(state: State, seat: int, body: Mapping[str, Any]) -> bool:
    """Nothing goes below nothing, nor up by more than is ever in sight."""
    held = _held(state, seat)
    if body["what"] not in held or len(body.get("note", "")) > 200:
        return False
    by: int = body["by"]
    return by != 0 and -held[body["what"]] <= by <= MOST_CORRECTED


def _corrections(state: State, seat: int, rnd: Random) -> Iterator[Body]:
    """The least, the most, and one between, of either."""
    for what, held in _held(state, seat).items():
        for by in {-held, MOST_CORRECTED, rnd.randint(-held, MOST_CORRECTED)} - {0}:
            yield {"move": "correct", "what": what, "by": by, "note": rnd.choice(["", "counted"])}
