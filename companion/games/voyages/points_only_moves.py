"""The moves of a turn where only points are tracked (V6, V17, V29)."""

from __future__ import annotations

from dataclasses import replace

from companion.games.voyages.amounts import Amounts
from companion.games.voyages.moves import FilledContract, ScorePoints
from companion.games.voyages.state import LineSource, Reason, Setup, State
from companion.games.voyages.state_changes import Outcome, board_of, book_lines, gain, refusal_error, with_board
from companion.games.voyages.trading_posts import score_post
from companion.rules.moves import Line
from companion.rules.text import say

LONGEST_WHY = 200
MOST_POINTS = 99
"""The most points that one move may add or take."""


def score(setup: Setup, state: State, seat: int, move: ScorePoints) -> Outcome:
    """Book points for a reason in the player's own words."""
    if not move.by or abs(move.by) > MOST_POINTS:
        raise refusal_error("points", None, n=MOST_POINTS)
    if len(move.why) > LONGEST_WHY:
        raise refusal_error("long_why", None, n=LONGEST_WHY)
    lines = (Line(seat, "points", move.by, say("voyages.why.score", note=move.why), None),)
    return book_lines(state, lines), lines


def check_travelled(state: State) -> None:
    """Check that this turn has no journey yet (V6). Raises IllegalMoveError."""
    if state.turn is not None and state.turn.travelled:
        raise refusal_error("travelled", "V6")


def travelled(setup: Setup, state: State, seat: int) -> Outcome:
    """Record the Travel action; the last seat to use it starts the next round (V6)."""
    check_travelled(state)
    assert state.turn is not None
    return replace(state, last_traveller=seat, turn=replace(state.turn, travelled=True)), ()


def check_post(setup: Setup, state: State, seat: int) -> None:
    """Check that the seat has a post left (V17). Raises IllegalMoveError."""
    if len(board_of(state, seat).posts) >= setup.posts(seat):
        raise refusal_error("no_posts", "V17")


def post(setup: Setup, state: State, seat: int) -> Outcome:
    """Add a post on the map, with the points of its number (V17)."""
    check_post(setup, state, seat)
    board = board_of(state, seat)
    return score_post(setup, with_board(state, seat, replace(board, posts=(*board.posts, None))), seat)


def contract(setup: Setup, state: State, seat: int, move: FilledContract) -> Outcome:
    """Add a filled contract, with its points (V29)."""
    if not 0 <= move.by <= MOST_POINTS:
        raise refusal_error("contract_points", "V29", n=MOST_POINTS)
    board = board_of(state, seat)
    state = with_board(state, seat, replace(board, filled=(*board.filled, None)))
    return gain(state, seat, Amounts(points=move.by), Reason(LineSource.CONTRACT))
