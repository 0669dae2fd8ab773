"""Components of a game, its things: what seats hold, lines speak of and choices stand for; their names and drawings."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum
from functools import cached_property

from companion.rules.text import Text, args_of, say
from companion.support.frozen import frozen


class Kind(Enum):
    """What sort of thing it is."""

    AMOUNT = "amount"
    """Counted, one like the other: money, points, oil."""
    CARD = "card"
    TILE = "tile"
    DIE = "die"
    PIECE = "piece"
    """Stands somewhere on the board."""
    COLOUR = "colour"
    """A sort of cards, tiles or dice, without which one."""
    HELD = "held"
    """A list of what is held: its entries are things themselves."""
    SAID = "said"
    """What is said of a seat: its entries are words, and no things."""


@frozen
class Amount:
    """So many of a thing."""

    thing: str
    """By its name."""
    n: int


@frozen(kw_only=True)
class Way:
    """One way to use a card or tile: what it costs, what it gives."""

    costs: tuple[Amount, ...] = ()
    gives: tuple[Amount, ...] = ()
    die: int | None = None
    """The value of the die that it is the row of; None where no die decides."""


@frozen(kw_only=True)
class Printed:
    """What is printed on a card or tile."""

    ways: tuple[Way, ...] = ()
    places: tuple[str, ...] = ()
    """The places that it names, as the game names them."""
    says: Text | None = None
    """What else stands there, in one sentence."""


@frozen(kw_only=True)
class Component:
    """A thing by its name, which people are never shown."""

    name: str
    """As holdings, lines and choices name it: `gold`, `blue:80` …"""
    word: Text
    """How one of it is called, made with `called`: its key has a plural where there may be several."""
    kind: Kind
    glyph: str | None = None
    """Its drawing on the little screen, 16 points high; None where there is none, as for most cards."""
    small_glyph: str | None = None
    """The same at the height of a line, 8 points and one of air."""
    page_glyph: str | None = None
    """Its drawing on pages, which have more of them."""
    colour: str | None = None
    worth: int | None = None
    """What one of it counts in the total; None where that is not known of a single one."""
    printed: Printed | None = None

    @property
    def title(self) -> Text:
        """How it is called where nobody counts it: amounts in the plural, all else as one."""
        return self.counted(2) if self.kind is Kind.AMOUNT else self.word

    def counted(self, n: int) -> Text:
        """Its word where there are so many, of which a loss has as many as a gain; the number is not in it."""
        return say(self.word.key, **{**args_of(self.word), "n": abs(n)})


class UnknownComponentError(LookupError):
    """A match was asked for a thing that its game does not have; the message names both."""

    def __init__(self, game: str, name: str) -> None:
        super().__init__(f"{game} has no thing named {name!r}")


class ComponentCache:
    """What a match may be made of that has many things: each is made when it is asked for first, by `made`."""

    @cached_property
    def _things(self) -> dict[str, Component]:
        return {}

    def make(self, name: str) -> Component:
        """The thing of this name. Raises UnknownComponentError."""
        raise NotImplementedError

    def component(self, name: str) -> Component:
        """The same, kept from the first time on."""
        if name not in self._things:
            self._things[name] = self.make(name)
        return self._things[name]


def called(key: str, **args: int | str | Text) -> Text:
    """The word of a thing; `key` may have a plural, and under `.short` a brief form."""
    return say(key, n=1, **args)


def drawn(thing: Component, glyph: str) -> Component:
    """The thing with one drawing everywhere: it is known by the same name on screens and on pages."""
    return replace(thing, glyph=glyph, small_glyph=glyph, page_glyph=glyph)
