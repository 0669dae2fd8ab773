"""What may be done in a game of Voyages, by the rulings V1 to V46 in other words than those of `play`.

Only the facts of a state are looked at, and the figures of the edition. Nothing here asks what is offered or what
`play` checks: what these words and the program do not agree on is a mistake in one of them. Which moves there are is
said in `legal_moves`, by trying what might be said; whether one is legal, in `is_legal`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.voyages.state import Phase, State
from tests.games.voyages.legal_actions import ACTIONS, BONUS
from tests.games.voyages.legal_answers import answers
from tests.games.voyages.legal_contracts import may_name
from tests.games.voyages.legal_facts import (
    GOODS,
    by_who,
    every_seat,
    full,
    goal_places,
    is_dice,
    purse_of,
    right_faces,
)

Body = Mapping[str, Any]
OF_FULL = {
    *("roll", "compensate", "choose", "take_five", "bazaar", "khan", "contracts", "travel", "city_card", "fulfil"),
    *("take_three", "reroll", "turn_die", "black_die", "step", "keep", "name", "decline", "reveal_goals", "end_turn"),
}
OF_POINTS = {
    *("roll", "reroll", "turn_die", "black_die", "score", "travelled", "post", "contract", "end_turn", "final"),
}
MOST_CORRECTED = 999


def is_legal(match: Any, state: State, seat: int, body: Body) -> bool:
    """Whether a seat may make this move, whatever it says that a form would not let it say."""
    kind = body["move"]
    if state.phase is Phase.OVER:
        return False
    if kind == "correct":
        return _right_correction(match, state, seat, body)
    if kind not in (OF_FULL if full(match) else OF_POINTS):
        return False
    if kind == "name":
        return may_name(match, state, seat, body)
    if kind == "reveal_goals":
        cards = body["cards"]
        known = all(card in goal_places(match) for card in cards)
        return state.boards[seat - 1].goals is None and known and len(cards) == 2 and len({*cards}) == 2
    return seat in awaited(match, state) and _of_the_moment(match, state, seat, kind, body)


def awaited(match: Any, state: State) -> list[int]:
    """Who is to do something: in the incomes all who have yet to answer, roll or be compensated (V5)."""
    match state.phase:
        case Phase.OVER:
            return []
        case Phase.ROLLS:
            waits = {one.seat for one in state.pending}
            boards = zip(every_seat(state), state.boards, strict=True)
            return [seat for seat, board in boards if seat in waits or not board.rolled or board.missing]
        case Phase.GOALS:
            said = [one.goals if full(match) else one.count for one in state.boards]
            return [seat for seat, one in zip(every_seat(state), said, strict=True) if one is None]
    assert state.turn is not None
    return [state.pending[0].seat if state.pending else state.turn.seat]


def _of_the_moment(match: Any, state: State, seat: int, kind: str, body: Body) -> bool:
    """Whether it is this move's moment, and what it says fits."""
    waits = [one for one in state.pending if one.seat == seat]
    if waits:
        return answers(match, state, seat, body, waits[0])
    board = state.boards[seat - 1]
    if state.phase is Phase.ROLLS:
        if not board.rolled:
            dice = 6 if by_who(match, seat) == "matteo" else 5
            return kind == "roll" and right_faces(body["chance"], dice)
        taken = (body.get("coins", -1), body.get("camels", -1))
        return kind == "compensate" and min(taken) >= 0 and sum(taken) == board.missing
    if state.phase is Phase.GOALS:
        return kind == "final" and _counts(match, state, seat, body)
    if full(match):
        return _in_a_turn(match, state, seat, kind, body)
    return _noted(match, state, seat, kind, body)


def _in_a_turn(match: Any, state: State, seat: int, kind: str, body: Body) -> bool:
    """One action a turn, bonus actions as many as one likes (V8, V28)."""
    turn, board = state.turn, state.boards[seat - 1]
    assert turn is not None
    if kind == "end_turn":
        return (turn.acted or not board.dice) and body.get("used") is None
    if kind in ACTIONS:
        return not turn.acted and ACTIONS[kind](match, state, seat, body)
    return kind in BONUS and BONUS[kind](match, state, seat, body)


def _noted(match: Any, state: State, seat: int, kind: str, body: Body) -> bool:
    """What is noted of a turn where points alone are tracked."""
    turn, board = state.turn, state.boards[seat - 1]
    assert turn is not None
    match kind:
        case "end_turn":
            return body.get("used") is not None and 1 <= body["used"] <= len(board.dice) - board.spent
        case "score":
            return body["by"] != 0 and -99 <= body["by"] <= 99 and len(body["why"]) <= 200
        case "travelled":
            return not turn.travelled
        case "post":
            return len(board.posts) < (11 if by_who(match, seat) == "wilhelm" else 9)
        case "contract":
            return 0 <= int(body["by"]) <= 99
    return kind in BONUS and BONUS[kind](match, state, seat, body)


def _counts(match: Any, state: State, seat: int, body: Body) -> bool:
    """What a seat says it has at the end (V42 to V44)."""
    goals, places = body.get("goals", []), goal_places(match)
    if min(body["coins"], body["camels"], body["goods"]) < 0:
        return False
    others = [one.count.beijing for one in state.boards if one.count is not None]
    if body["beijing"] not in (0, 10, 7, 4, 1) or (body["beijing"] and body["beijing"] in others):
        return False
    if len(goals) > 2 or len({*goals}) < len(goals) or not {*goals} <= {*places}:
        return False
    reached = {place for goal in goals for place in places[goal]}
    return len(reached) <= int(body["reached"]) <= len(reached) + 2 - len(goals)


def _right_correction(match: Any, state: State, seat: int, body: Body) -> bool:
    """Nothing but points goes below nothing, and nothing up by more than is ever in sight."""
    held = purse_of(state, seat)
    known = (*GOODS, "coins", "camels", "points") if full(match) else ("points",)
    if body["what"] not in known or len(body.get("note", "")) > 200:
        return False
    low = -MOST_CORRECTED if body["what"] == "points" else -held[body["what"]]
    return body["by"] != 0 and low <= int(body["by"]) <= MOST_CORRECTED


__all__ = ["Body", "awaited", "is_dice", "is_legal"]
