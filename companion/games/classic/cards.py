"""The goods cards, and what a Hasard may do: facts only."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from companion.support.frozen import frozen


class Colour(Enum):
    """Of a goods card and of the trading posts that sell it."""

    BLUE = "blue"
    GREEN = "green"
    YELLOW = "yellow"
    MAUVE = "mauve"


_ORDER = {colour: number for number, colour in enumerate(Colour)}


@frozen
class Card:
    """A goods card. Cards of one colour and value are alike."""

    colour: Colour
    value: int

    def __str__(self) -> str:
        """The card as sheet and holdings name it, `blue:80`."""
        return f"{self.colour.value}:{self.value}"


@frozen
class Whither:
    """Where a lost card goes; exactly one of these is given."""

    seat: int | None = None
    """Into the hand of another seat."""
    loot: bool | None = None
    """Into the loot space."""


@frozen
class Effect:
    """One thing that a Hasard does; exactly one of these is given."""

    besants: int | None = None
    """More of them, or below zero fewer."""
    lose: Card | None = None
    """Back under its stack, for all to see; or `to` somewhere, unseen by all who did not hold it."""
    to: Whither | None = None
    """Where the card goes that is lost; None for the bank."""
    gain: Card | None = None
    """Drawn from its stack, unseen by the others."""
    miss_turn: bool | None = None
    spin_again: bool | None = None
    move: bool | None = None
    """One arrives somewhere else, without a number."""
    fight: bool | None = None
    """One has to fight."""
    note: str | None = None
    """Anything else, in words; the table sees to it."""

    @property
    def sort(self) -> str:
        """The one that is given, by its name; empty for none or for more than one."""
        given = [name for name in EFFECTS if getattr(self, name) is not None]
        return given[0] if len(given) == 1 else ""


EFFECTS = ("besants", "lose", "gain", "miss_turn", "spin_again", "move", "fight", "note")


def in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards by colour, dear ones first."""
    return tuple(sorted(cards, key=lambda card: (_ORDER[card.colour], -card.value)))


def without(cards: tuple[Card, ...], gone: Iterable[Card]) -> tuple[Card, ...] | None:
    """The cards less some of them; None when one of those is not among them."""
    left = list(cards)
    for card in gone:
        if card not in left:
            return None
        left.remove(card)
    return tuple(left)
