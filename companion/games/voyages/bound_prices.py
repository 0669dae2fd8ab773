"""The lists of prices in `bound_prices.toml` that make bounds low. `valuation` explains how they are used."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache, cached_property
from importlib import resources

from companion.games.voyages.amounts import GOODS
from companion.games.voyages.bound_valuation import POINT, Prices, Valuation
from companion.games.voyages.state import Setup
from companion.support.frozen_dataclasses import frozen

Lists = Mapping[str, Sequence[Prices]]
"""Lists of prices by what is counted with them: `points`, `end`, `posts`, `filled`."""


@frozen(slots=False)
class PriceLists:
    """All lists of prices, valued for one seat."""

    setup: Setup
    seat: int
    lists_by_name: Lists

    @cached_property
    def posts(self) -> tuple[Valuation, ...]:
        """The valuations for counting posts, a point each."""
        return self._valuations(self.lists_by_name["posts"])

    @cached_property
    def filled(self) -> tuple[Valuation, ...]:
        """The valuations for counting contracts that the seat may still fill, a point each."""
        return self._valuations(self.lists_by_name["filled"])

    def for_points(self, *, finished: bool, beijing: bool) -> tuple[Valuation, ...]:
        """Return the valuations for points, given that the seat is finished or that it may have a post in Beijing."""
        if finished:
            return self.at_the_end
        return self.points_in_beijing if beijing else self.points

    @cached_property
    def points(self) -> tuple[Valuation, ...]:
        """The valuations for the points of a seat whose goods do not count at the end; coins always do (V43)."""
        return self._valuations(map(self._with_coins, self.lists_by_name["points"]))

    @cached_property
    def points_in_beijing(self) -> tuple[Valuation, ...]:
        """The valuations for the points of a seat whose goods may count (V44)."""
        return self._valuations(map(self._with_goods, map(self._with_coins, self.lists_by_name["points"])))

    @cached_property
    def at_the_end(self) -> tuple[Valuation, ...]:
        """The valuations of what counts at the end alone, for a seat that does nothing more."""
        return self._valuations(map(self._with_goods, map(self._with_coins, self.lists_by_name["end"])))

    def _with_coins(self, prices: Prices) -> Prices:
        return _with_least_price(prices, ["coins"], self.setup.edition.scoring.coins_a_point)

    def _with_goods(self, prices: Prices) -> Prices:
        return _with_least_price(prices, GOODS, self.setup.edition.scoring.goods_a_point)

    def _valuations(self, prices: Iterable[Prices]) -> tuple[Valuation, ...]:
        return tuple(Valuation(self.setup, self.seat, entry) for entry in prices)


def _with_least_price(prices: Prices, names: Sequence[str], number_per_point: int) -> Prices:
    """Return the prices with none of these things below the price at which `number_per_point` of them make a point."""
    part = -(-POINT // number_per_point)
    return replace(prices, **{name: max(part, getattr(prices, name)) for name in names})


def price_lists(setup: Setup) -> tuple[PriceLists, ...]:
    """Return the price lists of every seat, from seat 1."""
    lists_by_name = _read_lists()
    return tuple(PriceLists(setup, seat, lists_by_name) for seat, _ in enumerate(setup.names, 1))


@cache
def _read_lists() -> Lists:
    """Read the file when bounds are first needed."""
    file = tomllib.loads(resources.files(__package__).joinpath("bound_prices.toml").read_text("utf-8"))
    columns = file.pop("columns")
    return {name: [Prices(**dict(zip(columns, row, strict=True))) for row in rows] for name, rows in file.items()}
