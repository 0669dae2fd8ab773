"""The least and the most points that each seat can still end with, as far as the viewed state shows.

Both are certain: however lucky or careless the play, nobody ends below the least or above the most, and neither is ever
taken back except after a correction, or when a seat says other goals because another seat has the same card. Goals
count as far as the viewer sees them. Entries made by hand have no bounds: where only points are tracked, there are none
before the last turn is over.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import combinations
from sys import maxsize

from companion.games.voyages.bound_prices import PriceLists
from companion.games.voyages.bound_valuation import POINT
from companion.games.voyages.coloured_dice import DIE_VALUES
from companion.games.voyages.final_scoring import final_count, final_points
from companion.games.voyages.potential_gains import Potential, PotentialCounts, value_of_potential
from companion.games.voyages.potential_post_points import (
    beijing_points,
    known_goals,
    max_goal_points,
    post_points,
    sure_goal_points,
)
from companion.games.voyages.printed_parts import CardKind, CityCard, Person
from companion.games.voyages.state import LineSource, Phase, Setup, State
from companion.games.voyages.state_changes import board_of, seats_of
from companion.rules.game import Bounds
from companion.support.frozen_dataclasses import frozen


def payable_points(potential: Potential, counts: PotentialCounts) -> int:
    """Return the most points that a seat may still pay."""
    losses = {card.id: n for card in potential.setup.edition.city_deck if (n := point_loss(card))}
    usable = sum(n * _usable_rounds(potential, counts, card) for card, n in losses.items())
    filled = potential.filled_contracts
    contracts = sorted(
        max(0, card.cost.points - card.reward.points)
        for card in potential.setup.edition.contract_cards
        if card.id not in filled
    )
    return usable + (sum(contracts[-counts.filled :]) if counts.filled else 0)


def point_loss(card: CityCard) -> int:
    """Return the most points that a card can cost with one die."""
    if card.kind is CardKind.EITHER:
        each = max(way.pays.points - way.gets.points for way in card.ways)
    else:
        rewards = card.rows if card.kind is CardKind.BY_DIE else (card.reward,)
        each = max(card.cost.points - row.points for row in rewards)
    return DIE_VALUES[-1] * max(0, each)


def _usable_rounds(potential: Potential, counts: PotentialCounts, card: str) -> int:
    """Return the number of rounds in which a seat may use a card, as far as its place is known."""
    cities = potential.state.cities
    possible_cities = [city for city in cities if card in city.cards]
    is_known = bool(possible_cities)
    if not is_known:
        possible_cities = [city for city in cities if len(city.cards) < potential.setup.edition.place[city.id].cards]
    if not any(counts.posts or city.id in potential.board.posts for city in possible_cities):
        return 0
    used = is_known and card in possible_cities[0].used
    return potential.rounds + int(not used and potential.may_use_dice)


UNKNOWN: Bounds = (None, None)
NO_LIMIT = maxsize
"""No limit, for the numbers of posts and contracts before they are counted."""
COUNT_LISTS, POINT_LISTS = 1, 2
"""The number of price lists that suffice before the last round, for counting and for points. Each list takes time."""


def bounds_of(setup: Setup, prices: Sequence[PriceLists], view: State) -> tuple[Bounds, ...]:
    """Return the least and the most of each seat, from seat 1; both are its points when the game is over."""
    if view.phase is Phase.OVER:
        return tuple((board.purse.points, board.purse.points) for board in view.boards)
    if not setup.full:
        return tuple(_counted_bounds(setup, view, seat) for seat in seats_of(view))
    if _bounds_are_uncertain(setup):
        return (UNKNOWN,) * len(view.boards)
    potentials = tuple(Potential(setup, view, seat) for seat in seats_of(view))
    counts = tuple(_count_potential(potential, lists) for potential, lists in zip(potentials, prices, strict=True))
    calculator = BoundsCalculator(setup, view, potentials, counts)
    return tuple((calculator.least(seat), calculator.most(seat, prices[seat - 1])) for seat in seats_of(view))


def _counted_bounds(setup: Setup, view: State, seat: int) -> Bounds:
    """Return the bounds where only points are tracked.

    Once the last turn is over they are the noted points and what has been counted.
    """
    if view.phase is not Phase.GOALS:
        return UNKNOWN
    board, filled = board_of(view, seat), [len(each_board.filled) for each_board in view.boards]
    most = setup.edition.scoring.most_contracts if len(board.filled) == max(filled) > 0 else 0
    if board.count is None:
        return board.purse.points + most, None
    total = board.purse.points + most + sum(points for _, points in final_points(setup, board.count))
    return total, total


_GOAL_SOURCES = (LineSource.GOALS, LineSource.REACHED)
"""The sources of points of goals (V42)."""


def _bounds_are_uncertain(setup: Setup) -> bool:
    """Return whether the owner's figures leave no bound certain.

    That is so if incomes give each other or steps, or if dice are paid with points.
    """
    edition = setup.edition
    gives = [tile.gives for tile in edition.income_deck]
    other_town_gains = [tile_gains for tile_gains in gives if tile_gains.other_town]
    costs = (edition.spaces.reroll, edition.spaces.turn_die, edition.spaces.black_die)
    uncertain = (
        any(tile_gains.step for tile_gains in gives)
        or len(other_town_gains) > 1
        or any(len([*tile_gains.every]) > 1 for tile_gains in other_town_gains)
    )
    return uncertain or any(cost.points for cost in costs)


def _count_potential(potential: Potential, prices: PriceLists) -> PotentialCounts:
    """Return the most posts and filled contracts that a seat may still add."""
    if potential.finished:
        return PotentialCounts(0, 0)
    used_lists = slice(COUNT_LISTS if potential.rounds else None)
    filled = (
        min(
            value_of_potential(potential, valuation, PotentialCounts(NO_LIMIT, NO_LIMIT))
            for valuation in prices.filled[used_lists]
        )
        // POINT
    )
    posts = (
        min(
            value_of_potential(potential, valuation, PotentialCounts(NO_LIMIT, filled))
            for valuation in prices.posts[used_lists]
        )
        // POINT
    )
    return PotentialCounts(posts, filled)


@frozen(slots=False)
class BoundsCalculator:
    """The calculation of bounds for all seats, with what each may still gain."""

    setup: Setup
    state: State
    potentials: Sequence[Potential]
    counts: Sequence[PotentialCounts]

    @cached_property
    def _filled(self) -> list[int]:
        return [len(each.board.filled) for each in self.potentials]

    def least(self, seat: int) -> int:
        """Return the points less what may still be paid of them, plus the points of the end that are certain."""
        potential, counts = self.potentials[seat - 1], self.counts[seat - 1]
        points = potential.board.purse.points + self._majority_points(seat, sure=True)
        if potential.finished:
            return points + sum(n for _, n in final_points(self.setup, final_count(self.setup, self.state, seat)))
        edition, goals = self.setup.edition, known_goals(potential)
        places = {edition.beijing, *(place for card in goals for place in edition.goal[card].places)}
        own = [place for place in potential.board.posts if place in places]
        lifted = min(len(own), self._posts_to_move(seat))
        sure = min(self._sure_points(seat, {*away}) for n in range(lifted + 1) for away in combinations(own, n))
        return points + sure - payable_points(potential, counts)

    def _sure_points(self, seat: int, away: set[str | None]) -> int:
        """Return the points of goals and Beijing at the end if the posts in `away` are moved (V18)."""
        potential = self.potentials[seat - 1]
        edition, posts = self.setup.edition, [place for place in potential.board.posts if place not in away]
        beijing = beijing_points(self.setup, self.state, seat) if edition.beijing in posts else 0
        return sure_goal_points(edition, known_goals(potential), posts) + beijing

    def most(self, seat: int, prices: PriceLists) -> int:
        """Return the lowest bound over all price lists, with the points of most contracts if they can be reached."""
        potential, counts = self.potentials[seat - 1], self.counts[seat - 1]
        majority_points = self._majority_points(seat, sure=False)
        goals, best = max_goal_points(potential), self._best_beijing_points(seat)
        if potential.finished and not (self.setup.is_person(seat, Person.MERCATOR) and potential.others_can_act):
            count = final_count(self.setup, self.state, seat)
            rest = sum(n for source, n in final_points(self.setup, count) if source not in _GOAL_SOURCES)
            rest += self._risen_beijing_points(seat) - count.beijing
            return potential.board.purse.points + majority_points + goals[0] + rest
        current = self._risen_beijing_points(seat)
        by_posts = [POINT * points for points in _points_by_posts(potential, counts, goals, (current, best))]
        lists = prices.for_points(finished=potential.finished, beijing=best > 0)[
            : POINT_LISTS if potential.rounds else None
        ]
        return (
            majority_points
            + min(
                value_of_potential(potential, valuation, counts)
                + max(points - n * valuation.prices.post for n, points in enumerate(by_posts))
                for valuation in lists
            )
            // POINT
        )

    def _posts_to_move(self, seat: int) -> int:
        """Return the number of posts that a seat may still have to move, because all are placed (V18)."""
        potential = self.potentials[seat - 1]
        return max(0, self.counts[seat - 1].posts - (self.setup.posts(seat) - len(potential.board.posts)))

    def _best_beijing_points(self, seat: int) -> int:
        """Return the most points of a Beijing space that a seat has or can reach (V18, V19)."""
        current = self._risen_beijing_points(seat)
        if not self.counts[seat - 1].posts or (current and not self._posts_to_move(seat)):
            return current
        spaces = zip(self.setup.edition.scoring.beijing, self.state.beijing, strict=False)
        return max(
            [current, *(points for points, occupant in spaces if occupant is None or self._posts_to_move(occupant))]
        )

    def _risen_beijing_points(self, seat: int) -> int:
        """Return the most points of a seat's post in Beijing if it stays there; 0 if it has none.

        Where posts move up, each seat that may still move a post away from before it lifts it by one space (V19).
        """
        beijing = self.state.beijing
        if seat not in beijing:
            return 0
        space = beijing.index(seat)
        before = [occupant for occupant in beijing[:space] if occupant is not None]
        rise = sum(self._posts_to_move(occupant) > 0 for occupant in before) if self.setup.agreed.beijing_slides else 0
        return max(self.setup.edition.scoring.beijing[space - rise : space + 1])

    def _majority_points(self, seat: int, *, sure: bool) -> int:
        """Return the points of most contracts (V45) if they are certain (`sure`), or if the seat can still get them."""
        mine, others = self._filled[seat - 1], [*self._filled]
        if sure:
            others = [n + each.filled for n, each in zip(others, self.counts, strict=True)]
        else:
            mine += self.counts[seat - 1].filled
        del others[seat - 1]
        return self.setup.edition.scoring.most_contracts if mine and mine >= max(others) else 0


def _points_by_posts(
    potential: Potential, counts: PotentialCounts, goals: Sequence[int], beijing: tuple[int, int]
) -> Iterator[int]:
    """Yield the most points of goals, Beijing and post numbers with no more posts, with one more, and so on.

    `beijing` are its points without a new post there, and the most with one.
    """
    (current, best), last = beijing, len(goals) - 1
    yield goals[0] + current
    for n in range(1, counts.posts + 1):
        places = max(goals[min(n, last)] + current, goals[min(n - 1, last)] + best)
        yield places + post_points(potential, n)
