"""Lists of prices that give low bounds, as `bound_prices.toml` has them. What they are for is told in `worth`."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache, cached_property
from importlib import resources

from companion.games.voyages.amounts import GOODS
from companion.games.voyages.state import Setup
from companion.games.voyages.worth import POINT, Prices, Worth
from companion.support.frozen import frozen

Lists = Mapping[str, Sequence[Prices]]
"""By what is counted by them: `points`, `end`, `posts`, `filled`."""


@frozen(slots=False)
class PriceLists:
    """All of them, as they come out for a seat."""

    setup: Setup
    seat: int
    written: Lists

    @cached_property
    def posts(self) -> tuple[Worth, ...]:
        """By which posts are counted, a point each."""
        return self._all(self.written["posts"])

    @cached_property
    def filled(self) -> tuple[Worth, ...]:
        """By which contracts are counted that it may fill, likewise."""
        return self._all(self.written["filled"])

    def lists(self, *, done: bool, beijing: bool) -> tuple[Worth, ...]:
        """By which points are counted: of one that does nothing more, of one that may have a post in Beijing."""
        if done:
            return self.at_the_end
        return self.points_in_beijing if beijing else self.points

    @cached_property
    def points(self) -> tuple[Worth, ...]:
        """By which points are, of a seat whose goods count for nothing at the end; coins always count (V43)."""
        return self._all(map(self._with_coins, self.written["points"]))

    @cached_property
    def points_in_beijing(self) -> tuple[Worth, ...]:
        """By which points are, of one whose goods may count (V44)."""
        return self._all(map(self._with_goods, map(self._with_coins, self.written["points"])))

    @cached_property
    def at_the_end(self) -> tuple[Worth, ...]:
        """By what is counted at the end alone: of one that does nothing more."""
        return self._all(map(self._with_goods, map(self._with_coins, self.written["end"])))

    def _with_coins(self, prices: Prices) -> Prices:
        return _at_least(prices, ["coins"], self.setup.edition.scoring.coins_a_point)

    def _with_goods(self, prices: Prices) -> Prices:
        return _at_least(prices, GOODS, self.setup.edition.scoring.goods_a_point)

    def _all(self, prices: Iterable[Prices]) -> tuple[Worth, ...]:
        return tuple(Worth(self.setup, self.seat, one) for one in prices)


def _at_least(prices: Prices, names: Sequence[str], so_many_a_point: int) -> Prices:
    """The same where none of these is worth less than what so many make a point of."""
    part = -(-POINT // so_many_a_point)
    return replace(prices, **{name: max(part, getattr(prices, name)) for name in names})


def price_lists(setup: Setup) -> tuple[PriceLists, ...]:
    """Those of every seat, from seat 1."""
    written = _written()
    return tuple(PriceLists(setup, seat, written) for seat, _ in enumerate(setup.names, 1))


@cache
def _written() -> Lists:
    """The file, read when bounds are first asked for."""
    file = tomllib.loads(resources.files(__package__).joinpath("bound_prices.toml").read_text("utf-8"))
    columns = file.pop("columns")
    return {name: [Prices(**dict(zip(columns, row, strict=True))) for row in rows] for name, rows in file.items()}
