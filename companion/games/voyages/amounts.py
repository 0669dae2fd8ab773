"""Amounts: what something costs or gives, as it is printed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from companion.support.frozen import frozen

GOODS = ("pepper", "silk", "gold")
"""The goods, cheap ones first. Camels are none (V44)."""
HELD = ("coins", "camels", *GOODS, "points")
"""What seats hold in numbers, in the order it is shown and booked."""


@frozen
class Amounts:
    """So much of each thing; nothing of most. What asks something of whoever gets it stands below the points."""

    coins: int = 0
    camels: int = 0
    pepper: int = 0
    silk: int = 0
    gold: int = 0
    points: int = 0
    good: int = 0
    """Goods of one's choice."""
    two_goods: int = 0
    """Pairs of two different goods of one's choice."""
    own_town: int = 0
    """Incomes of towns with an own post, each a different one (V23)."""
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
        """What of it seats hold in numbers, by name, without what there is none of."""
        return ((name, n) for name in HELD if (n := getattr(self, name)))

    @property
    def every(self) -> Iterator[tuple[str, int]]:
        """All of it by name, without what there is none of."""
        return ((name, n) for name in _NAMES if (n := getattr(self, name)))

    def times(self, n: int) -> Amounts:
        """So many times all of it."""
        return Amounts(**{name: n * each for name, each in self.every})

    def plus(self, other: Amounts) -> Amounts:
        """This and that together."""
        return Amounts(**{name: getattr(self, name) + getattr(other, name) for name in _NAMES})


_NAMES = tuple(one.name for one in fields(Amounts))
NOTHING = Amounts()
