"""Dice by their names: `blue:4`, `black:2`, `white:6`; `blue:*` is one of Raschid's, whose value he names (V34)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from companion.support.frozen import frozen

BLACK = "black"
WHITE = "white"
FACES = range(1, 7)
_ANY = "*"


@frozen
class Die:
    """A die of a player's colour, black or white."""

    colour: str
    value: int | None
    """None of one of Raschid's before he places it."""

    def __str__(self) -> str:
        return f"{self.colour}:{_ANY if self.value is None else self.value}"

    @property
    def own(self) -> bool:
        """Whether it is of a player's colour (V10)."""
        return self.colour not in (BLACK, WHITE)

    @property
    def pips(self) -> int:
        """What it shows, 1 to 6. Raschid's dice have to be placed before it is asked (V34)."""
        assert self.value is not None
        return self.value

    def shows(self, value: int) -> bool:
        """Whether it may be placed with this value."""
        return self.value in (None, value)


@lru_cache(maxsize=256)
def die_named(name: str) -> Die | None:
    """The die of this name, with a value; None for a name that is none."""
    colour, _, value = name.partition(":")
    if not colour or value not in map(str, FACES):
        return None
    return Die(colour, int(value))


def in_order(dice: Iterable[Die]) -> tuple[Die, ...]:
    """Dice of a player's colour first, then black ones, then the white one, low ones first."""
    return tuple(sorted(dice, key=lambda die: (not die.own, str(die))))


def without(dice: Sequence[Die], used: Iterable[Die]) -> tuple[Die, ...] | None:
    """These dice less those that are used, each named with its value; None where one of them is not there."""
    left = list(dice)
    for die in used:
        found = next((one for one in left if one.colour == die.colour and one.shows(die.pips)), None)
        if found is None:
            return None
        left.remove(found)
    return tuple(left)


def lowest(dice: Iterable[Die]) -> int:
    """The lowest value of these dice (V11)."""
    return min(die.pips for die in dice)
