"""The final scoring: goals, coins, Beijing and contracts become points (V42 to V45)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.games.voyages.amounts import GOODS, Amounts
from companion.games.voyages.edition import Edition
from companion.games.voyages.moves import Final, RevealGoals
from companion.games.voyages.options import GOALS_EACH
from companion.games.voyages.state import Because, Count, Phase, Setup, Source, State
from companion.games.voyages.steps import Lines, Step, board_of, gained, refused, seats_of, with_board


def all_known(setup: Setup, state: State) -> bool:
    """Return whether every seat has reported what the final scoring needs."""
    if setup.full:
        return all(board.goals is not None for board in state.boards)
    return all(board.count is not None for board in state.boards)


def check_reveal(state: State, seat: int) -> None:
    """Check that this seat has not revealed its goals yet. Raises IllegalMoveError."""
    if board_of(state, seat).goals is not None:
        raise refused("goals_known", "V42")


def reveal_goals(setup: Setup, state: State, seat: int, move: RevealGoals) -> Step:
    """Record the two goal cards of a seat, which stay secret until the end (V42)."""
    check_reveal(state, seat)
    if len(move.cards) != GOALS_EACH or len(set(move.cards)) != GOALS_EACH:
        raise refused("two_goals", "V42")
    first, second = sorted(move.cards)
    if first not in setup.edition.goal or second not in setup.edition.goal:
        raise refused("no_such_goal", "V42")
    state = with_board(state, seat, replace(board_of(state, seat), goals=(first, second)))
    return _closed(setup, state)


def check_count(setup: Setup, state: State, seat: int) -> None:
    """Check that this seat has not reported its final count yet. Raises IllegalMoveError."""
    if board_of(state, seat).count is not None:
        raise refused("counted")


def beijing_free(setup: Setup, state: State, points: int) -> bool:
    """Return whether Beijing has a space with these points that no seat has reported yet (V44)."""
    reported = [board.count.beijing for board in state.boards if board.count is not None]
    return points == 0 or (points in setup.edition.scoring.beijing and points not in reported)


def reached_bounds(edition: Edition, goals: Sequence[str]) -> tuple[int, int]:
    """Return the least and the most distinct goal places of a seat that has completed these cards (V42).

    They are those of the completed cards, and at most one of each of the others.
    """
    places = {place for card in goals for place in edition.goal[card].places}
    return len(places), len(places) + GOALS_EACH - len(goals)


def final(setup: Setup, state: State, seat: int, move: Final) -> Step:
    """Record what a seat has counted; the last report ends the game."""
    if min(move.coins, move.camels, move.goods) < 0:
        raise refused("below_nothing", "V43" if move.coins < 0 else "V44")
    if not beijing_free(setup, state, move.beijing):
        raise refused("beijing_space", "V44")
    all_exist = all(card in setup.edition.goal for card in move.goals)
    if not all_exist or len(set(move.goals)) < len(move.goals) or len(move.goals) > GOALS_EACH:
        raise refused("no_such_goal", "V42")
    low, high = reached_bounds(setup.edition, move.goals)
    if not low <= move.reached <= high:
        raise refused("reached", "V42", low=low, high=high)
    count = Count(move.coins, move.camels, move.goods, move.beijing, tuple(sorted(move.goals)), move.reached)
    state = with_board(state, seat, replace(board_of(state, seat), count=count))
    return _closed(setup, state)


def _closed(setup: Setup, state: State) -> Step:
    """Score the game if every seat has reported."""
    if state.phase is Phase.GOALS and all_known(setup, state):
        return finished(setup, state)
    return state, ()


def finished(setup: Setup, state: State) -> Step:
    """Book the last points, seat by seat and ruling by ruling (V42 to V45)."""
    counts = [count_of(setup, state, seat) for seat in seats_of(state)]
    filled = [len(board.filled) for board in state.boards]
    lines: Lines = ()
    for seat, count in enumerate(counts, 1):
        most = setup.edition.scoring.most_contracts if filled[seat - 1] == max(filled) > 0 else 0
        for source, points in (*of_count(setup, count), (Source.MOST_CONTRACTS, most)):
            state, more = gained(state, seat, Amounts(points=points), Because(source))
            lines = (*lines, *more)
    return replace(state, phase=Phase.OVER), lines


def of_count(setup: Setup, count: Count) -> tuple[tuple[Source, int], ...]:
    """Return the points of a count by their source (V42 to V44)."""
    scoring, goal = setup.edition.scoring, setup.edition.goal
    return (
        (Source.GOALS, sum(goal[card].points for card in count.goals)),
        (Source.REACHED, scoring.reached[count.reached]),
        (Source.COINS, count.coins // scoring.coins_a_point),
        (Source.BEIJING, count.beijing),
        (Source.GOODS, count.goods // scoring.goods_a_point if count.beijing else 0),
    )


def count_of(setup: Setup, state: State, seat: int) -> Count:
    """Return the values of a seat that count at the end."""
    board = board_of(state, seat)
    if board.count is not None:
        return board.count
    posts, goal = board.posts, setup.edition.goal
    goals = tuple(card for card in board.goals or () if card is not None)
    completed = tuple(card for card in goals if all(place in posts for place in goal[card].places))
    reached = {place for card in goals for place in goal[card].places if place in posts}
    spaces = zip(setup.edition.scoring.beijing, state.beijing, strict=False)
    beijing = next((points for points, occupant in spaces if occupant == seat), 0)
    goods = sum(getattr(board.purse, good) for good in GOODS)
    return Count(board.purse.coins, board.purse.camels, goods, beijing, completed, len(reached))
