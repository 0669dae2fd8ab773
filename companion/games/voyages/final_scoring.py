"""The final scoring: goals, coins, Beijing and contracts become points (V42 to V45)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.games.voyages.amounts import GOODS, Amounts
from companion.games.voyages.edition import Edition
from companion.games.voyages.moves import FinalCount, RevealGoals
from companion.games.voyages.options import GOALS_EACH
from companion.games.voyages.state import Count, LineSource, Phase, Reason, Setup, State
from companion.games.voyages.state_changes import Lines, Outcome, board_of, gain, refusal_error, seats_of, with_board


def all_reported(setup: Setup, state: State) -> bool:
    """Return whether every seat has reported what the final scoring needs."""
    if setup.full:
        return all(board.goals is not None for board in state.boards)
    return all(board.count is not None for board in state.boards)


def goals_open(state: State) -> bool:
    """Return whether everybody may see all goals: after the last turn, once every seat has revealed its own."""
    revealed = state.phase is Phase.GOALS and all(board.goals is not None for board in state.boards)
    return revealed or state.phase is Phase.OVER


def shared_goals(state: State) -> dict[str, tuple[int, ...]]:
    """Return the seats of each goal card that several seats have, although all cards are different (V42)."""
    seats_by_card: dict[str, tuple[int, ...]] = {}
    for seat, board in enumerate(state.boards, 1):
        for card in board.goals or ():
            if card is not None:
                seats_by_card[card] = (*seats_by_card.get(card, ()), seat)
    return {card: seats for card, seats in sorted(seats_by_card.items()) if len(seats) > 1}


def waiting_goals(state: State) -> dict[str, tuple[int, ...]]:
    """Return the shared goal cards that the game waits for: those of all seats are open, and it is not over (V42)."""
    return shared_goals(state) if goals_open(state) and state.phase is not Phase.OVER else {}


def seats_sharing_goals(state: State) -> tuple[int, ...]:
    """Return the seats that the game waits for because another seat has the same goal card (V42)."""
    return tuple(sorted({seat for seats in waiting_goals(state).values() for seat in seats}))


def check_reveal(setup: Setup, state: State, seat: int) -> None:
    """Check that this seat may say which goals it has: once, and once more for a card that another seat has, too.

    Raises IllegalMoveError.
    """
    if board_of(state, seat).goals is None:
        return
    if seat not in seats_sharing_goals(state):
        raise refusal_error("goals_known", "V42")
    if seat in setup.seats_with_named_goals:
        raise refusal_error("goals_dealt", "V42")


def reveal_goals(setup: Setup, state: State, seat: int, move: RevealGoals) -> Outcome:
    """Record the two goal cards of a seat, which stay secret until the end (V42)."""
    check_reveal(setup, state, seat)
    goals = two_goals(setup, move.cards, "V42")
    state = with_board(state, seat, replace(board_of(state, seat), goals=goals))
    return score_if_settled(setup, state)


def two_goals(setup: Setup, cards: Sequence[str], ruling: str) -> tuple[str, str]:
    """Return two different goal cards in order. Raises IllegalMoveError for any others."""
    if len(cards) != GOALS_EACH or len(set(cards)) != GOALS_EACH:
        raise refusal_error("two_goals", ruling)
    first, second = sorted(cards)
    if first not in setup.edition.goal or second not in setup.edition.goal:
        raise refusal_error("no_such_goal", ruling)
    return first, second


def check_count(setup: Setup, state: State, seat: int) -> None:
    """Check that this seat has not reported its final count yet. Raises IllegalMoveError."""
    if board_of(state, seat).count is not None:
        raise refusal_error("counted")


def beijing_space_free(setup: Setup, state: State, points: int) -> bool:
    """Return whether Beijing has a space with these points that no seat has reported yet (V44)."""
    reported = [board.count.beijing for board in state.boards if board.count is not None]
    return points == 0 or (points in setup.edition.scoring.beijing and points not in reported)


def reached_bounds(edition: Edition, goals: Sequence[str]) -> tuple[int, int]:
    """Return the least and the most distinct goal places of a seat that has completed these cards (V42).

    They are those of the completed cards, and at most one of each of the others.
    """
    places = {place for card in goals for place in edition.goal[card].places}
    return len(places), len(places) + GOALS_EACH - len(goals)


def report_count(setup: Setup, state: State, seat: int, move: FinalCount) -> Outcome:
    """Record what a seat has counted; the last report ends the game."""
    if min(move.coins, move.camels, move.goods) < 0:
        raise refusal_error("below_nothing", "V43" if move.coins < 0 else "V44")
    if not beijing_space_free(setup, state, move.beijing):
        raise refusal_error("beijing_space", "V44")
    all_exist = all(card in setup.edition.goal for card in move.goals)
    if not all_exist or len(set(move.goals)) < len(move.goals) or len(move.goals) > GOALS_EACH:
        raise refusal_error("no_such_goal", "V42")
    low, high = reached_bounds(setup.edition, move.goals)
    if not low <= move.reached <= high:
        raise refusal_error("reached", "V42", low=low, high=high)
    count = Count(move.coins, move.camels, move.goods, move.beijing, tuple(sorted(move.goals)), move.reached)
    state = with_board(state, seat, replace(board_of(state, seat), count=count))
    return score_if_settled(setup, state)


def score_if_settled(setup: Setup, state: State) -> Outcome:
    """Score the game after its last turn, if every seat has reported and no two seats have the same goal card."""
    if state.phase is Phase.GOALS and all_reported(setup, state) and not shared_goals(state):
        return score_final(setup, state)
    return state, ()


def score_final(setup: Setup, state: State) -> Outcome:
    """Book the last points, seat by seat and ruling by ruling (V42 to V45)."""
    counts = [final_count(setup, state, seat) for seat in seats_of(state)]
    filled = [len(board.filled) for board in state.boards]
    lines: Lines = ()
    for seat, count in enumerate(counts, 1):
        most = setup.edition.scoring.most_contracts if filled[seat - 1] == max(filled) > 0 else 0
        for source, points in (*final_points(setup, count), (LineSource.MOST_CONTRACTS, most)):
            state, more = gain(state, seat, Amounts(points=points), Reason(source))
            lines = (*lines, *more)
    return replace(state, phase=Phase.OVER), lines


def final_points(setup: Setup, count: Count) -> tuple[tuple[LineSource, int], ...]:
    """Return the points of a count by their source (V42 to V44)."""
    scoring, goal = setup.edition.scoring, setup.edition.goal
    return (
        (LineSource.GOALS, sum(goal[card].points for card in count.goals)),
        (LineSource.REACHED, scoring.reached[count.reached]),
        (LineSource.COINS, count.coins // scoring.coins_a_point),
        (LineSource.BEIJING, count.beijing),
        (LineSource.GOODS, count.goods // scoring.goods_a_point if count.beijing else 0),
    )


def final_count(setup: Setup, state: State, seat: int) -> Count:
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
