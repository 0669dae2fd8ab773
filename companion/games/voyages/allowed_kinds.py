"""The kinds of moves that a seat may make now, and the reasons why others are refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.games.voyages import moves
from companion.games.voyages.bonus_actions import check_black_die, check_reroll, check_turn_die
from companion.games.voyages.final_scoring import check_count, check_reveal, goals_open, seats_sharing_goals
from companion.games.voyages.pending import answerable
from companion.games.voyages.pending_choices import ANSWER_FIELDS
from companion.games.voyages.points_only_moves import check_post, check_travelled
from companion.games.voyages.printed_parts import Person
from companion.games.voyages.rounds import check_end_turn
from companion.games.voyages.setup_steps import next_step, setup_seats
from companion.games.voyages.state import PendingItem, PendingKind, Phase, Setup, State
from companion.games.voyages.state_changes import board_of, refusal_error, seats_of
from companion.rules.rule_errors import IllegalMoveError
from companion.rules.text import say

ACTIONS = ("take_five", "bazaar", "khan", "contracts", "travel", "city_card")
"""The actions, of which a turn has one (V8)."""
BONUS_ACTIONS = ("fulfil", "take_three", "reroll", "turn_die", "black_die")
TURN_KINDS = (*ACTIONS, *BONUS_ACTIONS, "end_turn")
POINT_TURN_KINDS = ("score", "travelled", "post", "contract", "reroll", "turn_die", "black_die", "end_turn")
ANY_TIME_KINDS = ("name", "reveal_goals")
"""The kinds that any seat may send until the end."""
_ANSWERS: Mapping[PendingKind, tuple[str, ...]] = {
    **dict.fromkeys(ANSWER_FIELDS, ("choose",)),
    PendingKind.CONTRACT: ("keep", "decline"),
    PendingKind.BLACK_DIE: ("roll", "decline"),
    PendingKind.STEP: ("step", "decline"),
}
"""The kinds of moves that answer each kind of pending item."""


_FULL = frozenset(move_class.kind for move_class in moves.FULL_MOVES)
_POINTS = frozenset(move_class.kind for move_class in moves.POINTS_MOVES)


def open_kinds(setup: Setup, state: State) -> tuple[str, ...]:
    """Return the kinds that every seat may send now, also one that the game does not wait for.

    Where only points are tracked, these are points while incomes and rolls go on: towns and cards give them then.
    """
    if state.phase is Phase.SETUP:
        return ("name",) if setup.full else ()
    if setup.full:
        return ANY_TIME_KINDS
    return ("score",) if state.phase is Phase.ROLLS else ()


def kinds_of_tracking(setup: Setup) -> frozenset[str]:
    """Return the kinds of moves of this way of tracking."""
    return _FULL if setup.full else _POINTS


def active_seats(setup: Setup, state: State) -> tuple[int, ...]:
    """Return the seats that the game waits for."""
    match state.phase:
        case Phase.OVER:
            return ()
        case Phase.SETUP:
            step = next_step(setup, state)
            return () if step is None else setup_seats(setup, state, step)
        case Phase.ROLLS:
            return tuple(seat for seat in seats_of(state) if _kinds_in_rolls(state, seat))
        case Phase.GOALS:
            boards = enumerate(state.boards, 1)
            missing = tuple(seat for seat, board in boards if (board.goals if setup.full else board.count) is None)
            return missing or seats_sharing_goals(state)
    if state.pending:
        return (state.pending[0].seat,)
    return (state.turn.seat,) if state.turn else ()


def pending_of(state: State, seat: int) -> PendingItem | None:
    """Return the pending item that this seat may answer now; None if it has none."""
    return next((item for item in answerable(state) if item.seat == seat), None)


def taking_kind(pending: PendingItem) -> str | None:
    """Return the kind of move that takes what a pending item gives; None if it cannot be declined."""
    kinds = _ANSWERS[pending.kind]
    return kinds[0] if "decline" in kinds else None


def kinds_for(setup: Setup, state: State, seat: int) -> tuple[str, ...]:
    """Return the kinds of moves that belong to this seat's moment, including those that are refused for now."""
    pending = pending_of(state, seat)
    if state.phase is Phase.OVER or seat not in active_seats(setup, state):
        return ()
    if pending is not None:
        return _ANSWERS[pending.kind]
    match state.phase:
        case Phase.SETUP:
            step = next_step(setup, state)
            return () if step is None else (step.value,)
        case Phase.ROLLS:
            return _kinds_in_rolls(state, seat)
        case Phase.GOALS:
            if goals_open(state):
                return ("reveal_goals", "leave_goals")
            return ("reveal_goals",) if setup.full else ("final",)
    return TURN_KINDS if setup.full else POINT_TURN_KINDS


def _kinds_in_rolls(state: State, seat: int) -> tuple[str, ...]:
    """Return the kinds of moves that a seat still has to make before the turns begin (V5, V7)."""
    board = board_of(state, seat)
    pending = pending_of(state, seat)
    if pending is not None:
        return _ANSWERS[pending.kind]
    if not board.rolled:
        return ("roll",)
    return ("compensate",) if board.missing else ()


def check_kind(setup: Setup, state: State, seat: int, kind: str) -> None:
    """Check that this seat may make this kind of move now. Raises IllegalMoveError."""
    if state.phase is Phase.OVER:
        raise IllegalMoveError(say("refused.over"))
    if kind not in kinds_of_tracking(setup):
        raise refusal_error("other_tracking")
    if kind in open_kinds(setup, state):
        if kind == "reveal_goals":
            check_reveal(setup, state, seat)
        return
    _check_person(setup, state, seat, kind)
    if kind == "final":
        check_count(setup, state, seat)
    mine = kinds_for(setup, state, seat)
    if kind not in mine:
        raise _refusal_now(setup, state, seat, kind)
    if state.phase is Phase.TURNS and not state.pending:
        _check_in_turn(setup, state, seat, kind)


def _check_person(setup: Setup, state: State, seat: int, kind: str) -> None:
    """Refuse rolls, compensation and the turning of dice to Raschid (V34)."""
    if kind in ("roll", "compensate", "reroll", "turn_die") and setup.is_person(seat, Person.RASCHID):
        raise refusal_error("raschid", "V34")


def _refusal_now(setup: Setup, state: State, seat: int, kind: str) -> IllegalMoveError:
    """Return the error for a kind that does not belong to this moment."""
    expected = active_seats(setup, state)
    if state.phase is Phase.SETUP and (seat in expected or len(expected) > 1):
        # The seat has done this already, or it does so later.
        return refusal_error("not_now", "V1")
    if state.phase is Phase.ROLLS and pending_of(state, seat) is None:
        # The seat has done this already, or it must do something else first.
        return refusal_error("no_compensation", "V7") if kind == "compensate" else refusal_error("not_now", "V5")
    if seat not in expected:
        return IllegalMoveError(say("refused.turn", seat=expected[0]))
    pending = pending_of(state, seat)
    if pending is not None:
        return refusal_error("answer_first", "V18" if pending.kind is PendingKind.POST and kind == "decline" else None)
    return refusal_error("not_now")


def _check_in_turn(setup: Setup, state: State, seat: int, kind: str) -> None:
    turn, board = state.turn, board_of(state, seat)
    assert turn is not None
    if kind in ACTIONS:
        if turn.acted:
            raise refusal_error("one_action", "V8")
        if not board.dice:
            raise refusal_error("no_dice", "V8")
    if kind == "take_three" and not board.dice:
        raise refusal_error("no_dice", "V30")
    if kind == "fulfil" and not board.active:
        raise refusal_error("no_contract", "V29")
    if kind in _CHECKS:
        _CHECKS[kind](setup, state, seat)


_CHECKS: Mapping[str, Callable[[Setup, State, int], None]] = {
    "reroll": check_reroll,
    "turn_die": check_turn_die,
    "black_die": check_black_die,
    "end_turn": check_end_turn,
    "travelled": lambda setup, state, seat: check_travelled(state),
    "post": check_post,
}
