"""The legal moves of Lanterns, by the rules L1 to L10, written independently of `play`.

Only the facts of a state are used, and the figures in which the two printings differ. Nothing here asks for offers or
for the checks of `play`: any disagreement between this module and the program is a mistake in one of them.
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
"""The number of lanterns that each row has room for."""
UNDER_THE_STALL = 2
OF_THE_TURN = ("hang", "show", "feast", "wind", "end_turn")
WISHES = ("rain", "w" * 40)
MOST_CORRECTED = 99


def legal_moves(match: Any, state: State, seat: int, rnd: Random) -> list[Body]:
    """Return all legal moves of a seat, but only a few of the many hidden cards and corrections, at random.

    Cards shown together are in the order of the hand, since any other order is the same move.
    """
    if state.over:
        return []
    result = [*_corrections(state, seat, rnd)]
    if seat not in _active_seats(state):
        return result
    for kind in _kinds(state):
        result += _moves_of_kind(match, state, seat, kind, rnd)
    return result


def is_legal(match: Any, state: State, seat: int, body: Mapping[str, Any]) -> bool:
    """Return whether a seat may make this move, including moves that no form can express."""
    kind = body["move"]
    if state.over:
        return False
    if kind == "correct":
        return _correction_fits(state, seat, body)
    return seat in _active_seats(state) and kind in _kinds(state) and _fits(match, state, seat, kind, body)


def edges(match: Any, state: State, rnd: Random) -> list[State]:
    """Return similar moments of a turn with little oil: feast and wind used or not, answers or thanks owed."""
    if not state.turn:
        return []
    little_oil = tuple(rnd.randint(0, 2) for _ in state.oil)
    feasted, wind_asked = bool(rnd.randint(0, 1)), bool(rnd.randint(0, 1))
    others = [stall for stall in range(1, len(state.oil) + 1) if stall != state.turn]
    asked_stalls = tuple(rnd.sample(others, rnd.randint(1, len(others))))
    late = rnd.choice([state.round, match.rounds])
    turn = replace(state, oil=little_oil, round=late, feasted=feasted, asked=(), thanks=False, asked_wind=wind_asked)
    return [turn, replace(turn, feasted=True, asked=asked_stalls), replace(turn, feasted=True, thanks=True)]


def _active_seats(state: State) -> list[int]:
    """Return the seats to act.

    An answer comes before all else (L5), then the stall whose turn it is, or all that still have to hide (L1) or roll
    (L2).
    """
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


def _moves_of_kind(match: Any, state: State, seat: int, kind: str, rnd: Random) -> Iterator[Body]:
    """Yield every legal move of a kind."""
    for fields in _candidates(match, state, seat, kind, rnd):
        body = {"move": kind, **fields}
        if _fits(match, state, seat, kind, body):
            yield body


def _candidates(match: Any, state: State, seat: int, kind: str, rnd: Random) -> Iterator[Body]:
    """Yield possible fields for a kind of move, legal or not."""
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
    """Return whether a move follows the rule of its kind, at the right moment."""
    match kind:
        case "hide":
            return 10_000 <= body["value"] <= 99_999 and 1 <= len(body["wish"]) <= 40
        case "roll":
            return len(body["chance"]) == 2 and all(face in range(1, 7) for face in body["chance"])
        case "hang":
            return _path_fits(state, seat, body["row"], body["path"], body["flame"])
        case "show":
            cards = Counter(body["cards"])
            return 1 <= cards.total() <= match.cards_at_once and cards <= Counter(state.hidden[seat - 1])
        case "feast":
            return not state.feasted and body["first"] != seat and body["first"] in range(1, len(state.oil) + 1)
        case "wind":
            sides = 8 if state.round == match.rounds else 6
            return not state.asked_wind and len(body["chance"]) == 1 and body["chance"][0] in range(1, sides + 1)
    return True


def _path_fits(state: State, seat: int, row: str, path: list[int], flame: str) -> bool:
    """Return whether consecutive free places can be hung, for an oil each, and one more for large flames (L3)."""
    free = set(range(1, ROWS[row] + 1)) - {place for hung_row, place in state.hung if hung_row is Row(row)}
    one_by_one = path == [*range(path[0], path[0] + len(path))] if path else False
    needed = len(path) + (1 if flame == "large" else 0)
    return one_by_one and needed <= state.oil[seat - 1] and free.issuperset(path)


def _holdings(state: State, seat: int) -> dict[str, int]:
    return {"oil": state.oil[seat - 1], "points": state.points[seat - 1]}


def _correction_fits(state: State, seat: int, body: Mapping[str, Any]) -> bool:
    """Return whether nothing drops below 0, or rises by more than the limit."""
    holdings = _holdings(state, seat)
    if body["what"] not in holdings or len(body.get("note", "")) > 200:
        return False
    by: int = body["by"]
    return by != 0 and -holdings[body["what"]] <= by <= MOST_CORRECTED


def _corrections(state: State, seat: int, rnd: Random) -> Iterator[Body]:
    """Yield the smallest, the largest and one other correction of oil and points."""
    for what, value in _holdings(state, seat).items():
        for by in {-value, MOST_CORRECTED, rnd.randint(-value, MOST_CORRECTED)} - {0}:
            yield {"move": "correct", "what": what, "by": by, "note": rnd.choice(["", "counted"])}
