"""The goods cards and the possible effects of a Hasard card: facts only."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from companion.support.frozen_dataclasses import frozen


class Colour(Enum):
    """The colour of a goods card and of the trading posts that sell it."""

    BLUE = "blue"
    GREEN = "green"
    YELLOW = "yellow"
    MAUVE = "mauve"


_ORDER = {colour: number for number, colour in enumerate(Colour)}


@frozen
class GoodsCard:
    """A goods card. Cards of one colour and value are alike."""

    colour: Colour
    value: int

    def __str__(self) -> str:
        """Return the name of the card in sheets and holdings, like `blue:80`."""
        return f"{self.colour.value}:{self.value}"


@frozen
class Destination:
    """The destination of a lost card or of a payment; exactly one of the fields is given."""

    seat: int | None = None
    """The other seat, which receives it."""
    loot: bool | None = None
    """True if it goes into the loot space."""


@frozen
class Effect:
    """One effect of a Hasard card; exactly one field is given, apart from `to`."""

    besants: int | None = None
    """The besants gained, or lost if below 0."""
    lose: GoodsCard | None = None
    """A card that goes back under its stack, shown to everyone; or to `to`, seen only by its holders."""
    to: Destination | None = None
    """The destination of the lost card, or of besants below 0; None means the bank."""
    gain: GoodsCard | None = None
    """A card drawn from its stack, hidden from the others."""
    miss_turn: bool | None = None
    spin_again: bool | None = None
    move: bool | None = None
    """The player arrives at another place, without a number of spaces."""
    fight: bool | None = None
    """The player has to fight."""
    note: str | None = None
    """Any other effect, in words; the players carry it out."""

    @property
    def kind(self) -> str:
        """The name of the field that is given; empty if none is given, or more than one."""
        names = [name for name in EFFECT_KINDS if getattr(self, name) is not None]
        return names[0] if len(names) == 1 else ""


EFFECT_KINDS = ("besants", "lose", "gain", "miss_turn", "spin_again", "move", "fight", "note")


def sorted_cards(cards: Iterable[GoodsCard]) -> tuple[GoodsCard, ...]:
    """Sort the cards by colour, then by value, highest first."""
    return tuple(sorted(cards, key=lambda card: (_ORDER[card.colour], -card.value)))


def without(cards: tuple[GoodsCard, ...], removed: Iterable[GoodsCard]) -> tuple[GoodsCard, ...] | None:
    """Return the cards without the removed ones; None if one of these is not among them."""
    remaining = list(cards)
    for card in removed:
        if card not in remaining:
            return None
        remaining.remove(card)
    return tuple(remaining)
