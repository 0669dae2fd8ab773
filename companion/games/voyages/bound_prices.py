"""The lists of prices in `bound_prices.toml` that make bounds low. `valuation` explains how they are used."""

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
"""Lists of prices by what is counted with them: `points`, `end`, `posts`, `filled`."""


@frozen(slots=False)
class PriceLists:
    """All lists of prices, valued for one seat."""

    setup: Setup
    seat: int
    written: Lists

    @cached_property
    def posts(self) -> tuple[Worth, ...]:
        """The valuations for counting posts, a point each."""
        return self._all(self.written["posts"])

    @cached_property
    def filled(self) -> tuple[Worth, ...]:
        """The valuations for counting contracts that the seat may still fill, a point each."""
        return self._all(self.written["filled"])

    def lists(self, *, done: bool, beijing: bool) -> tuple[Worth, ...]:
        """Return the valuations for points, given that the seat is finished or that it may have a post in Beijing."""
        if done:
            return self.at_the_end
        return self.points_in_beijing if beijing else self.points

    @cached_property
    def points(self) -> tuple[Worth, ...]:
        """The valuations for the points of a seat whose goods do not count at the end; coins always do (V43)."""
        return self._all(map(self._with_coins, self.written["points"]))

    @cached_property
    def points_in_beijing(self) -> tuple[Worth, ...]:
        """The valuations for the points of a seat whose goods may count (V44)."""
        return self._all(map(self._with_goods, map(self._with_coins, self.written["points"])))

    @cached_property
    def at_the_end(self) -> tuple[Worth, ...]:
        """The valuations of what counts at the end alone, for a seat that does nothing more."""
        return self._all(map(self._with_goods, map(self._with_coins, self.written["end"])))

    def _with_coins(self, prices: Prices) -> Prices:
        return _at_least(prices, ["coins"], self.setup.edition.scoring.coins_a_point)

    def _with_goods(self, prices: Prices) -> Prices:
        return _at_least(prices, GOODS, self.setup.edition.scoring.goods_a_point)

    def _all(self, prices: Iterable[Prices]) -> tuple[Worth, ...]:
        return tuple(Worth(self.setup, self.seat, entry) for entry in prices)


def _at_least(prices: Prices, names: Sequence[str], so_many_a_point: int) -> Prices:
    """Return the prices with none of these things below the price at which `so_many_a_point` of them make a point."""
    part = -(-POINT // so_many_a_point)
    return replace(prices, **{name: max(part, getattr(prices, name)) for name in names})


def price_lists(setup: Setup) -> tuple[PriceLists, ...]:
    """Return the price lists of every seat, from seat 1."""
    written = _written()
    return tuple(PriceLists(setup, seat, written) for seat, _ in enumerate(setup.names, 1))


@cache
def _written() -> Lists:
    """Read the file when bounds are first needed."""
    file = tomllib.loads(resources.files(__package__).joinpath("bound_prices.toml").read_text("utf-8"))
    columns = file.pop("columns")
    return {name: [Prices(**dict(zip(columns, row, strict=True))) for row in rows] for name, rows in file.items()}
