"""Amounts: the cost or the gain that is printed somewhere."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from companion.support.frozen_dataclasses import frozen

GOODS = ("pepper", "silk", "gold")
"""The goods, cheapest first. Camels are not goods (V44)."""
HELD = ("coins", "camels", *GOODS, "points")
"""The amounts that a seat holds in numbers, in the order in which they are shown and booked."""


@frozen
class Amounts:
    """A number of each thing, mostly 0. Fields after `points` are gains that ask the seat for a decision."""

    coins: int = 0
    camels: int = 0
    pepper: int = 0
    silk: int = 0
    gold: int = 0
    points: int = 0
    good: int = 0
    """Goods of the seat's choice."""
    two_goods: int = 0
    """Pairs of two different goods of the seat's choice."""
    own_town: int = 0
    """Incomes of towns where the seat has a post, each a different one (V23)."""
    other_town: int = 0
    """Incomes of any other town (V24)."""
    contract: int = 0
    """Contracts drawn from the special pile (V26)."""
    black_die: int = 0
    """Black dice, rolled at once (V27)."""
    step: int = 0
    """Steps without a fare (V25)."""

    @property
    def held(self) -> Iterator[tuple[str, int]]:
        """The amounts that a seat holds in numbers, as (name, number), without zeros."""
        return ((name, n) for name in HELD if (n := getattr(self, name)))

    @property
    def every(self) -> Iterator[tuple[str, int]]:
        """All amounts, as (name, number), without zeros."""
        return ((name, n) for name in _NAMES if (n := getattr(self, name)))

    def times(self, n: int) -> Amounts:
        """Return all amounts multiplied by `n`."""
        return Amounts(**{name: n * number for name, number in self.every})

    def plus(self, other: Amounts) -> Amounts:
        """Return the sum of these amounts and others."""
        return Amounts(**{name: getattr(self, name) + getattr(other, name) for name in _NAMES})


_NAMES = tuple(each.name for each in fields(Amounts))
NOTHING = Amounts()
