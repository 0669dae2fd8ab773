"""The points of posts at the end, with some posts more or less: goals, Beijing, post numbers (V17 to V19, V42)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations

from companion.games.voyages.edition import Edition
from companion.games.voyages.options import GOALS_EACH
from companion.games.voyages.potential_gains import Potential
from companion.games.voyages.printed_parts import GoalCard
from companion.games.voyages.state import Setup, State

GOAL_PLACES = 2 * GOALS_EACH
"""The number of places on a seat's goals, if all are different."""


def known_goals(potential: Potential) -> tuple[str, ...]:
    """Return the goal cards of a seat, as far as they are visible."""
    return tuple(card for card in potential.board.goals or () if card is not None)


def sure_goal_points(edition: Edition, goals: Sequence[str], posts: Sequence[str | None]) -> int:
    """Return the points of goals that these posts alone bring, whatever posts are added (V42)."""
    places = {place for card in goals for place in edition.goal[card].places}
    completed = sum(
        edition.goal[card].points for card in goals if all(place in posts for place in edition.goal[card].places)
    )
    reached = sum(place in posts for place in places)
    return completed + (min(edition.scoring.reached[reached : len(places) + 1]) if places else 0)


def max_goal_points(potential: Potential) -> tuple[int, ...]:
    """Return the most points of goals by the number of added posts, from 0. Where no goal is known, those of the deck's
    best pair.
    """
    edition, own = potential.setup.edition, frozenset(place for place in potential.board.posts if place is not None)
    goals = tuple(edition.goal[card] for card in known_goals(potential))
    places = {place for card in goals or edition.goal_deck for place in card.places}
    return _best_pair(goals or edition.goal_deck, edition.scoring.reached, own & places)


@lru_cache
def _best_pair(deck: tuple[GoalCard, ...], reached: tuple[int, ...], own: frozenset[str]) -> tuple[int, ...]:
    """Return the best of all pairs of cards. There are many, so the result is cached for the recent posts."""
    pairs = [_pair_points(first, second, reached, own) for first, second in combinations(deck, GOALS_EACH)]
    return tuple(map(max, zip(*pairs, strict=True))) or (0,)


def _pair_points(first: GoalCard, second: GoalCard, reached: tuple[int, ...], own: frozenset[str]) -> tuple[int, ...]:
    """Return the points by the number of added posts, which complete first what gives most."""
    first_missing, second_missing = {*first.places} - own, {*second.places} - own
    distinct, reached_now = len({*first.places, *second.places}), len({*first.places, *second.places} & own)
    completions = (
        (len(first_missing), first.points),
        (len(second_missing), second.points),
        (len(first_missing | second_missing), first.points + second.points),
    )
    return tuple(
        max((points for missing, points in completions if missing <= n), default=0)
        + max(reached[: min(distinct, reached_now + n) + 1])
        for n in range(GOAL_PLACES + 1)
    )


def beijing_points(setup: Setup, state: State, seat: int) -> int:
    """Return the points of a seat's space of Beijing; 0 if it has none (V19)."""
    spaces = zip(setup.edition.scoring.beijing, state.beijing, strict=False)
    return next((points for points, occupant in spaces if occupant == seat), 0)


def post_points(potential: Potential, n: int) -> int:
    """Return the points of the next `n` posts by their number (V17, V41)."""
    placed, points = len(potential.board.posts), dict(potential.setup.edition.scoring.posts)
    return sum(
        points.get(number, 0)
        for number in range(placed + 1, min(placed + n, potential.setup.posts(potential.seat)) + 1)
    )
