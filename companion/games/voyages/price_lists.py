"""Lists of prices that give low bounds. Any others would be as true: what they are for is told in `worth`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from companion.games.voyages.amounts import GOODS
from companion.games.voyages.state import Terms
from companion.games.voyages.worth import POINT, Prices, Worth


def _prices(coins: int, camels: int, goods: Sequence[int], contract: int, post: int, die: int) -> Prices:
    pepper, silk, gold = goods
    return Prices(
        coins=coins, camels=camels, pepper=pepper, silk=silk, gold=gold, contract=contract, post=post, die=die
    )


OF_POINTS: tuple[Prices, ...] = (
    _prices(0, 60, (65, 65, 115), 90, 35, 360),
    _prices(0, 70, (95, 95, 115), 105, 225, 420),
    _prices(20, 65, (75, 83, 110), 120, 10, 435),
    _prices(0, 60, (60, 60, 120), 180, 220, 360),
)
OF_POSTS: tuple[Prices, ...] = (
    replace(_prices(0, 4, (6, 6, 6), 12, 60, 36), points=0),
    replace(_prices(0, 0, (0, 0, 0), 60, 60, 65), points=0),
    replace(_prices(0, 20, (20, 20, 20), 0, 60, 120), points=0),
    replace(_prices(0, 60, (60, 60, 60), 0, 60, 360), points=0),
)
OF_FILLED: tuple[Prices, ...] = (
    replace(_prices(0, 8, (13, 13, 13), 26, 0, 52), points=0, filled=POINT),
    replace(_prices(3, 10, (15, 15, 15), 20, 0, 60), points=0, filled=POINT),
    replace(_prices(0, 10, (25, 25, 25), 0, 0, 100), points=0, filled=POINT),
    replace(_prices(0, 50, (25, 25, 25), 0, 0, 300), points=0, filled=POINT),
)


@dataclass(frozen=True)
class PriceLists:
    """All of them, as they come out for a seat."""

    terms: Terms
    seat: int

    @cached_property
    def posts(self) -> tuple[Worth, ...]:
        """By which posts are counted, a point each."""
        return self._all(OF_POSTS)

    @cached_property
    def filled(self) -> tuple[Worth, ...]:
        """By which contracts are counted that it may fill, likewise."""
        return self._all(OF_FILLED)

    def lists(self, *, done: bool, beijing: bool) -> tuple[Worth, ...]:
        """By which points are counted: of one that does nothing more, of one that may have a post in Beijing."""
        if done:
            return (self.at_the_end,)
        return self.points_in_beijing if beijing else self.points

    @cached_property
    def points(self) -> tuple[Worth, ...]:
        """By which points are, of a seat whose goods count for nothing at the end; coins always count (V43)."""
        coin = -(-POINT // self.terms.edition.scoring.coins_a_point)
        return self._all([replace(one, coins=max(coin, one.coins)) for one in OF_POINTS])

    @cached_property
    def points_in_beijing(self) -> tuple[Worth, ...]:
        """By which points are, of one whose goods may count (V44)."""
        good = -(-POINT // self.terms.edition.scoring.goods_a_point)
        return self._all([_at_least(one.prices, good) for one in self.points])

    @cached_property
    def at_the_end(self) -> Worth:
        """By what is counted at the end alone: of one that does nothing more."""
        scoring = self.terms.edition.scoring
        coin, good = (-(-POINT // n) for n in (scoring.coins_a_point, scoring.goods_a_point))
        return Worth(self.terms, self.seat, _prices(coin, 0, (good, good, good), 0, 0, 0))

    def _all(self, prices: Sequence[Prices]) -> tuple[Worth, ...]:
        return tuple(Worth(self.terms, self.seat, one) for one in prices)


def _at_least(prices: Prices, good: int) -> Prices:
    return replace(prices, **{name: max(good, getattr(prices, name)) for name in GOODS})


def price_lists(terms: Terms) -> tuple[PriceLists, ...]:
    """Those of every seat, from seat 1."""
    return tuple(PriceLists(terms, seat) for seat in range(1, len(terms.names) + 1))
