"""What posts bring by the end, so many more or less: goals, Beijing, the points of the last ones (V17 to V19, V42)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations

from companion.games.voyages.cards import GoalCard
from companion.games.voyages.edition import Edition
from companion.games.voyages.options import GOALS_EACH
from companion.games.voyages.prospects import Prospects
from companion.games.voyages.state import Setup, State

PLACES = 2 * GOALS_EACH
"""Of the goals of a seat, all of them different."""


def goals_of(ahead: Prospects) -> tuple[str, ...]:
    """The goal cards of a seat, as far as they are to be seen."""
    return tuple(card for card in ahead.board.goals or () if card is not None)


def goals_sure(edition: Edition, goals: Sequence[str], posts: Sequence[str | None]) -> int:
    """The points of goals that these posts alone bring, whatever others come to them (V42)."""
    places = {place for card in goals for place in edition.goal[card].places}
    done = sum(edition.goal[card].points for card in goals if all(one in posts for one in edition.goal[card].places))
    reached = sum(place in posts for place in places)
    return done + (min(edition.scoring.reached[reached : len(places) + 1]) if places else 0)


def goals_at_most(ahead: Prospects) -> tuple[int, ...]:
    """The most that goals bring, with no post more, with one, and so on; of goals that are not known, the best."""
    edition, own = ahead.setup.edition, frozenset(place for place in ahead.board.posts if place is not None)
    goals = tuple(edition.goal[card] for card in goals_of(ahead))
    places = {place for card in goals or edition.goal_deck for place in card.places}
    return _of_any(goals or edition.goal_deck, edition.scoring.reached, own & places)


@lru_cache
def _of_any(deck: tuple[GoalCard, ...], reached: tuple[int, ...], own: frozenset[str]) -> tuple[int, ...]:
    """The best of all pairs of cards: there are many, so it is kept for the posts that were asked for of late."""
    pairs = [_of_pair(one, other, reached, own) for one, other in combinations(deck, GOALS_EACH)]
    return tuple(map(max, zip(*pairs, strict=True))) or (0,)


def _of_pair(one: GoalCard, other: GoalCard, reached: tuple[int, ...], own: frozenset[str]) -> tuple[int, ...]:
    """By so many posts more, from none to one for each place: first of all they complete what brings most."""
    lacks, lacks_too = {*one.places} - own, {*other.places} - own
    every, there = len({*one.places, *other.places}), len({*one.places, *other.places} & own)
    done = (
        (len(lacks), one.points),
        (len(lacks_too), other.points),
        (len(lacks | lacks_too), one.points + other.points),
    )
    return tuple(
        max((points for lacking, points in done if lacking <= n), default=0) + max(reached[: min(every, there + n) + 1])
        for n in range(PLACES + 1)
    )


def space_of(setup: Setup, state: State, seat: int) -> int:
    """The points of a seat's space of Beijing; 0 where it has none (V19)."""
    spaces = zip(setup.edition.scoring.beijing, state.beijing, strict=False)
    return next((points for points, one in spaces if one == seat), 0)


def post_points(ahead: Prospects, n: int) -> int:
    """What so many posts more bring by their number (V17, V41)."""
    there, points = len(ahead.board.posts), dict(ahead.setup.edition.scoring.posts)
    return sum(points.get(number, 0) for number in range(there + 1, min(there + n, ahead.setup.posts(ahead.seat)) + 1))
