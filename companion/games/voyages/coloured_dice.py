"""Dice by their names: `blue:4`, `black:2`, `white:6`.

`blue:*` is a die of Raschid's, who sets its value when he places it (V34).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from companion.support.frozen_dataclasses import frozen

BLACK = "black"
WHITE = "white"
DIE_VALUES = range(1, 7)
_ANY = "*"


@frozen
class ColouredDie:
    """A die in a player's colour, black or white."""

    colour: str
    value: int | None
    """None for a die that Raschid has not placed yet."""

    def __str__(self) -> str:
        return f"{self.colour}:{_ANY if self.value is None else self.value}"

    @property
    def own(self) -> bool:
        """True if the die has a player's colour (V10)."""
        return self.colour not in (BLACK, WHITE)

    @property
    def pips(self) -> int:
        """The value of the die, 1 to 6. A die of Raschid's has none before he places it (V34)."""
        assert self.value is not None
        return self.value

    def shows(self, value: int) -> bool:
        """Return whether the die may be placed with this value."""
        return self.value in (None, value)


@lru_cache(maxsize=256)
def die_by_name(name: str) -> ColouredDie | None:
    """Return the die with this name, which includes a value; None if the name is not valid."""
    colour, _, value = name.partition(":")
    if not colour or value not in map(str, DIE_VALUES):
        return None
    return ColouredDie(colour, int(value))


def sorted_dice(dice: Iterable[ColouredDie]) -> tuple[ColouredDie, ...]:
    """Return the dice sorted: a player's colour first, then black, then white, and low values first."""
    return tuple(sorted(dice, key=lambda die: (not die.own, str(die))))


def without_dice(dice: Sequence[ColouredDie], used: Iterable[ColouredDie]) -> tuple[ColouredDie, ...] | None:
    """Return `dice` less the used ones, each named with its value; None if one of them is missing."""
    remaining = list(dice)
    for die in used:
        match = next(
            (candidate for candidate in remaining if candidate.colour == die.colour and candidate.shows(die.pips)), None
        )
        if match is None:
            return None
        remaining.remove(match)
    return tuple(remaining)


def lowest_value(dice: Iterable[ColouredDie]) -> int:
    """Return the lowest value of these dice (V11)."""
    return min(die.pips for die in dice)
