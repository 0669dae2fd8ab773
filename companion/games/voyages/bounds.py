"""The least and the most that each seat can still come to, as far as the state that is looked at tells.

Both are sure: however lucky or careless the play, nobody ends below the least or above the most, and neither is ever
taken back but for a correction. Goals count as far as the viewer sees them. What is noted by hand has no bounds: where
points alone are tracked, nothing is said before the last turn is over.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import combinations
from sys import maxsize

from companion.games.voyages.bound_prices import PriceLists
from companion.games.voyages.cards import CardKind, CityCard, Person
from companion.games.voyages.dice import FACES
from companion.games.voyages.ending import goals_at_most, goals_of, goals_sure, post_points, space_of
from companion.games.voyages.finish import count_of, of_count
from companion.games.voyages.prospects import Counts, Prospects, worth_of
from companion.games.voyages.state import Phase, Setup, Source, State
from companion.games.voyages.steps import board_of, seats_of
from companion.games.voyages.worth import POINT
from companion.rules.game import Bounds
from companion.support.frozen import frozen


def payable(ahead: Prospects, counts: Counts) -> int:
    """How many, at most."""
    losses = {card.id: n for card in ahead.setup.edition.city_deck if (n := loss_of(card))}
    usable = sum(n * _times(ahead, counts, card) for card, n in losses.items())
    filled = ahead.filled_by_all
    contracts = sorted(
        max(0, card.cost.points - card.reward.points)
        for card in ahead.setup.edition.contract_cards
        if card.id not in filled
    )
    return usable + (sum(contracts[-counts.filled :]) if counts.filled else 0)


def loss_of(card: CityCard) -> int:
    """How many points a card may take with one die."""
    if card.kind is CardKind.EITHER:
        each = max(way.pays.points - way.gets.points for way in card.ways)
    else:
        rewards = card.rows if card.kind is CardKind.BY_DIE else (card.reward,)
        each = max(card.cost.points - row.points for row in rewards)
    return FACES[-1] * max(0, each)


def _times(ahead: Prospects, counts: Counts, card: str) -> int:
    """In how many rounds a seat may use a card, as far as is known where it lies."""
    cities = ahead.state.cities
    at = [city for city in cities if card in city.cards]
    known = bool(at)
    if not known:
        at = [city for city in cities if len(city.cards) < ahead.setup.edition.place[city.id].cards]
    if not any(counts.posts or city.id in ahead.board.posts for city in at):
        return 0
    used = known and card in at[0].used
    return ahead.rounds + int(not used and ahead.may_use_dice)


UNKNOWN: Bounds = (None, None)
ANY = maxsize
"""More than there may ever be, before it is counted."""
FEW, SOME = 1, 2
"""So many lists of prices do before the last round, to count by and for points: each takes its time."""


def bounds_of(setup: Setup, prices: Sequence[PriceLists], seen: State) -> tuple[Bounds, ...]:
    """The least and the most of each seat, from seat 1; both its points when the game is over."""
    if seen.phase is Phase.OVER:
        return tuple((board.purse.points, board.purse.points) for board in seen.boards)
    if not setup.full:
        return tuple(_of_count(setup, seen, seat) for seat in seats_of(seen))
    if _endless(setup):
        return (UNKNOWN,) * len(seen.boards)
    ahead = tuple(Prospects(setup, seen, seat) for seat in seats_of(seen))
    counts = tuple(_counts(one, lists) for one, lists in zip(ahead, prices, strict=True))
    table = Table(setup, seen, ahead, counts)
    return tuple((table.least(seat), table.most(seat, prices[seat - 1])) for seat in seats_of(seen))


def _of_count(setup: Setup, seen: State, seat: int) -> Bounds:
    """Where points alone are tracked: once the last turn is over, what is noted and has been counted."""
    if seen.phase is not Phase.GOALS:
        return UNKNOWN
    board, filled = board_of(seen, seat), [len(one.filled) for one in seen.boards]
    most = setup.edition.scoring.most_contracts if len(board.filled) == max(filled) > 0 else 0
    if board.count is None:
        return board.purse.points + most, None
    total = board.purse.points + most + sum(points for _, points in of_count(setup, board.count))
    return total, total


_OF_GOALS = (Source.GOALS, Source.REACHED)
"""What goals bring (V42)."""


def _endless(setup: Setup) -> bool:
    """Whether figures were set by which incomes bring each other or steps, or points pay for dice: nothing is sure."""
    edition = setup.edition
    gives = [tile.gives for tile in edition.income_deck]
    others = [one for one in gives if one.other_town]
    costs = (edition.spaces.reroll, edition.spaces.turn_die, edition.spaces.black_die)
    strange = any(one.step for one in gives) or len(others) > 1 or any(len([*one.every]) > 1 for one in others)
    return strange or any(one.points for one in costs)


def _counts(ahead: Prospects, prices: PriceLists) -> Counts:
    """How many posts and filled contracts may still come, at most."""
    if ahead.done:
        return Counts(0, 0)
    few = slice(FEW if ahead.rounds else None)
    filled = min(worth_of(ahead, one, Counts(ANY, ANY)) for one in prices.filled[few]) // POINT
    posts = min(worth_of(ahead, one, Counts(ANY, filled)) for one in prices.posts[few]) // POINT
    return Counts(posts, filled)


@frozen(slots=False)
class Table:
    """All seats, with what may still come to them."""

    setup: Setup
    state: State
    ahead: Sequence[Prospects]
    counts: Sequence[Counts]

    @cached_property
    def _filled(self) -> list[int]:
        return [len(one.board.filled) for one in self.ahead]

    def least(self, seat: int) -> int:
        """Points less what may still be paid of them, and what of the end nobody can take away any more."""
        ahead, counts = self.ahead[seat - 1], self.counts[seat - 1]
        points = ahead.board.purse.points + self._most_contracts(seat, sure=True)
        if ahead.done:
            return points + sum(n for _, n in of_count(self.setup, count_of(self.setup, self.state, seat)))
        edition, goals = self.setup.edition, goals_of(ahead)
        places = {edition.beijing, *(place for card in goals for place in edition.goal[card].places)}
        own = [place for place in ahead.board.posts if place in places]
        lifted = min(len(own), self._lifted(seat))
        sure = min(self._sure(seat, {*away}) for n in range(lifted + 1) for away in combinations(own, n))
        return points + sure - payable(ahead, counts)

    def _sure(self, seat: int, away: set[str | None]) -> int:
        """What posts bring at the end if these are moved away (V18)."""
        ahead = self.ahead[seat - 1]
        edition, posts = self.setup.edition, [place for place in ahead.board.posts if place not in away]
        beijing = space_of(self.setup, self.state, seat) if edition.beijing in posts else 0
        return goals_sure(edition, goals_of(ahead), posts) + beijing

    def most(self, seat: int, prices: PriceLists) -> int:
        """The lowest of the bounds by all lists of prices, and the points of most contracts where they can be had."""
        ahead, counts = self.ahead[seat - 1], self.counts[seat - 1]
        majority = self._most_contracts(seat, sure=False)
        goals, best = goals_at_most(ahead), self._best_space(seat)
        if ahead.done and not (self.setup.is_a(seat, Person.MERCATOR) and ahead.others_act):
            count = count_of(self.setup, self.state, seat)
            rest = sum(n for source, n in of_count(self.setup, count) if source not in _OF_GOALS)
            return ahead.board.purse.points + majority + goals[0] + rest
        by_posts = [POINT * points for points in _by_posts(ahead, counts, goals, best)]
        lists = prices.lists(done=ahead.done, beijing=best > 0)[: SOME if ahead.rounds else None]
        return (
            majority
            + min(
                worth_of(ahead, one, counts) + max(points - n * one.prices.post for n, points in enumerate(by_posts))
                for one in lists
            )
            // POINT
        )

    def _lifted(self, seat: int) -> int:
        """How many posts it may still have to move, all being placed (V18)."""
        ahead = self.ahead[seat - 1]
        return max(0, self.counts[seat - 1].posts - (self.setup.posts(seat) - len(ahead.board.posts)))

    def _best_space(self, seat: int) -> int:
        """The space of Beijing of most points that it has or may come to (V18, V19)."""
        here = space_of(self.setup, self.state, seat)
        if not self.counts[seat - 1].posts or (here and not self._lifted(seat)):
            return here
        spaces = zip(self.setup.edition.scoring.beijing, self.state.beijing, strict=False)
        return max([here, *(points for points, one in spaces if one is None or self._lifted(one))])

    def _most_contracts(self, seat: int, *, sure: bool) -> int:
        """The points of most contracts (V45): where nobody can overtake, or where it can still have as many."""
        mine, others = self._filled[seat - 1], [*self._filled]
        if sure:
            others = [n + one.filled for n, one in zip(others, self.counts, strict=True)]
        else:
            mine += self.counts[seat - 1].filled
        del others[seat - 1]
        return self.setup.edition.scoring.most_contracts if mine and mine >= max(others) else 0


def _by_posts(ahead: Prospects, counts: Counts, goals: Sequence[int], best: int) -> Iterator[int]:
    """What goals, Beijing and the numbers of posts bring at most with no post more, with one, and so on."""
    here, last = space_of(ahead.setup, ahead.state, ahead.seat), len(goals) - 1
    yield goals[0] + here
    for n in range(1, counts.posts + 1):
        places = max(goals[min(n, last)] + here, goals[min(n - 1, last)] + best)
        yield places + post_points(ahead, n)
