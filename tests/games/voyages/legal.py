"""The legal moves of a game of Voyages, by the rulings V1 to V46, stated independently of `play`.

They use only the facts of a state and the figures of the edition, never the offers or the checks of `play`: if the two
disagree, one of them has a mistake. `legal_moves` lists moves by trying possible ones; `is_legal` checks one move.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.voyages.state import Phase, State
from tests.games.voyages.legal_actions import ACTIONS, BONUS
from tests.games.voyages.legal_answers import is_answer
from tests.games.voyages.legal_contracts import may_name
from tests.games.voyages.legal_facts import (
    GOODS,
    are_faces,
    character_of,
    every_seat,
    goal_places,
    is_dice,
    is_full,
    purse_of,
)
from tests.games.voyages.legal_setup import is_setup_move, setup_step

Body = Mapping[str, Any]
FULL_KINDS = {
    *("roll", "compensate", "choose", "take_five", "bazaar", "khan", "contracts", "travel", "city_card", "fulfil"),
    *("take_three", "reroll", "turn_die", "black_die", "step", "keep", "name", "decline", "reveal_goals"),
    *("leave_goals", "end_turn", "deal_map", "deal_row", "deal_characters", "take_character", "deal_goals"),
    "keep_goals",
}
POINTS_KINDS = {
    *("roll", "reroll", "turn_die", "black_die", "score", "travelled", "post", "contract", "end_turn", "final"),
    "take_character",
}
MOST_CORRECTED = 999


def is_legal(match: Any, state: State, seat: int, body: Body) -> bool:
    """Return whether a seat may make this move, including values that a form would not offer."""
    kind = body["move"]
    if state.phase is Phase.OVER:
        return False
    if kind == "correct":
        return _is_correction(match, state, seat, body)
    if kind not in (FULL_KINDS if is_full(match) else POINTS_KINDS):
        return False
    if kind == "name":
        return may_name(match, state, seat, body)
    if state.phase is Phase.SETUP:
        return is_setup_move(match, state, seat, body)
    if kind == "reveal_goals":
        cards = body["cards"]
        exist = all(card in goal_places(match) for card in cards)
        dealt = (match.options.get("goals") or [])[seat - 1 : seat]
        mended = seat in sharing_goals(state) and not any(dealt)
        return (state.boards[seat - 1].goals is None or mended) and exist and len(cards) == 2 and len({*cards}) == 2
    if kind == "leave_goals":
        return seat in sharing_goals(state)
    if kind == "score" and state.phase is Phase.ROLLS:
        return _is_score(body)
    return seat in awaited(match, state) and _is_answer_or_move(match, state, seat, kind, body)


def awaited(match: Any, state: State) -> list[int]:
    """Return the seats that the game waits for.

    During the incomes these are all that still have to answer, roll or take compensation (V5).
    """
    match state.phase:
        case Phase.OVER:
            return []
        case Phase.SETUP:
            return setup_step(match, state)[1]
        case Phase.ROLLS:
            pending_seats = {item.seat for item in state.pending}
            boards = zip(every_seat(state), state.boards, strict=True)
            return [seat for seat, board in boards if seat in pending_seats or not board.rolled or board.missing]
        case Phase.GOALS:
            reports = [board.goals if is_full(match) else board.count for board in state.boards]
            missing = [seat for seat, report in zip(every_seat(state), reports, strict=True) if report is None]
            return missing or sharing_goals(state)
    assert state.turn is not None
    return [state.pending[0].seat if state.pending else state.turn.seat]


def sharing_goals(state: State) -> list[int]:
    """Return the seats with a goal card that another seat has too, once the last turn is over and all are known."""
    goals = [board.goals for board in state.boards]
    if state.phase is not Phase.GOALS or None in goals:
        return []
    cards = [card for own in goals for card in own or ()]
    return [
        seat
        for seat, own in zip(every_seat(state), goals, strict=True)
        if any(cards.count(card) > 1 for card in own or ())
    ]


def _is_answer_or_move(match: Any, state: State, seat: int, kind: str, body: Body) -> bool:
    """Return whether this move belongs to the moment and its values fit."""
    items = [item for item in state.pending if item.seat == seat]
    if items:
        return is_answer(match, state, seat, body, items[0])
    board = state.boards[seat - 1]
    if state.phase is Phase.ROLLS:
        if not board.rolled:
            dice = 6 if character_of(match, state, seat) == "matteo" else 5
            return kind == "roll" and are_faces(body["chance"], dice)
        compensation = (body.get("coins", -1), body.get("camels", -1))
        return kind == "compensate" and min(compensation) >= 0 and sum(compensation) == board.missing
    if state.phase is Phase.GOALS:
        return kind == "final" and _is_final_count(match, state, seat, body)
    if is_full(match):
        return _is_turn_move(match, state, seat, kind, body)
    return _is_points_move(match, state, seat, kind, body)


def _is_turn_move(match: Any, state: State, seat: int, kind: str, body: Body) -> bool:
    """Return whether the move is allowed in a turn: one action, any number of bonus actions (V8, V28)."""
    turn, board = state.turn, state.boards[seat - 1]
    assert turn is not None
    if kind == "end_turn":
        return (turn.acted or not board.dice) and body.get("used") is None
    if kind in ACTIONS:
        return not turn.acted and ACTIONS[kind](match, state, seat, body)
    return kind in BONUS and BONUS[kind](match, state, seat, body)


def _is_points_move(match: Any, state: State, seat: int, kind: str, body: Body) -> bool:
    """Return whether the move may be noted in a turn where only points are tracked."""
    turn, board = state.turn, state.boards[seat - 1]
    assert turn is not None
    match kind:
        case "end_turn":
            return body.get("used") is not None and 1 <= body["used"] <= len(board.dice) - board.spent
        case "score":
            return _is_score(body)
        case "travelled":
            return not turn.travelled
        case "post":
            return len(board.posts) < (11 if character_of(match, state, seat) == "wilhelm" else 9)
        case "contract":
            return 0 <= int(body["by"]) <= 99
    return kind in BONUS and BONUS[kind](match, state, seat, body)


def _is_score(body: Body) -> bool:
    return body["by"] != 0 and -99 <= body["by"] <= 99 and len(body["why"]) <= 200


def _is_final_count(match: Any, state: State, seat: int, body: Body) -> bool:
    """Return whether a seat may report this final count (V42 to V44)."""
    goals, places = body.get("goals", []), goal_places(match)
    if min(body["coins"], body["camels"], body["goods"]) < 0:
        return False
    others = [board.count.beijing for board in state.boards if board.count is not None]
    if body["beijing"] not in (0, 10, 7, 4, 1) or (body["beijing"] and body["beijing"] in others):
        return False
    if len(goals) > 2 or len({*goals}) < len(goals) or not {*goals} <= {*places}:
        return False
    reached = {place for goal in goals for place in places[goal]}
    return len(reached) <= int(body["reached"]) <= len(reached) + 2 - len(goals)


def _is_correction(match: Any, state: State, seat: int, body: Body) -> bool:
    """Return whether the correction is allowed: only points go below 0, and nothing goes up too far."""
    held = purse_of(state, seat)
    names = (*GOODS, "coins", "camels", "points") if is_full(match) else ("points",)
    if body["what"] not in names or len(body.get("note", "")) > 200:
        return False
    low = -MOST_CORRECTED if body["what"] == "points" else -held[body["what"]]
    return body["by"] != 0 and low <= int(body["by"]) <= MOST_CORRECTED


__all__ = ["Body", "awaited", "is_dice", "is_legal"]
