"""Components: the things that seats hold and that lines and choices name, with their words and drawings."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum
from functools import cached_property

from companion.rules.text import Text, args_of, say
from companion.support.frozen_dataclasses import frozen


class ComponentKind(Enum):
    """Type of a component."""

    AMOUNT = "amount"
    """Something counted, of which all units are alike: money, points, oil."""
    CARD = "card"
    TILE = "tile"
    DIE = "die"
    PIECE = "piece"
    """A position on the board."""
    COLOUR = "colour"
    """A sort of cards, tiles or dice, without saying which one."""
    LIST = "held"
    """A list in the holdings, whose entries are components."""
    WORDS = "said"
    """A fact about a seat, whose entries are words and not components."""


@frozen
class Amount:
    """An amount of a component."""

    thing: str
    """Name of the component."""
    n: int


@frozen(kw_only=True)
class ComponentUse:
    """A way to use a card or tile, with its costs and gains."""

    costs: tuple[Amount, ...] = ()
    gives: tuple[Amount, ...] = ()
    die: int | None = None
    """Value of the die that selects this row; None if no die does."""


@frozen(kw_only=True)
class CardFace:
    """The printed side of a card or tile."""

    uses: tuple[ComponentUse, ...] = ()
    places: tuple[str, ...] = ()
    """Places that it names, in the game's own names."""
    text: Text | None = None
    """The rest of the print, in one sentence."""


@frozen(kw_only=True)
class Component:
    """A component, identified by a name that players never see."""

    name: str
    """Name in holdings, lines and choices: `gold`, `blue:80` …"""
    word: Text
    """Word for one of it, made with `component_word`. Its key has a plural if there can be several."""
    kind: ComponentKind
    glyph: str | None = None
    """Drawing on the small screen, 16 points high; None without one, as for most cards."""
    small_glyph: str | None = None
    """The same drawing at the height of a line: 8 points, and one point of space."""
    page_glyph: str | None = None
    """Drawing on pages, which have more drawings."""
    colour: str | None = None
    worth: int | None = None
    """Value of one unit in the total; None if a single unit has no known value."""
    face: CardFace | None = None
    seat_coloured: bool = False
    """True if it has the colour of the seat that holds it, as pieces do."""
    sources: Text | None = None
    """Heading of the reasons for the totals that count it; None for the usual one, with its plural."""

    @property
    def title(self) -> Text:
        """Name outside of counts: the plural for an amount, else the singular."""
        return self.counted(2) if self.kind is ComponentKind.AMOUNT else self.word

    def counted(self, n: int) -> Text:
        """Return the word for this number of it, without the number. A loss has the same word as a gain."""
        return say(self.word.key, **{**args_of(self.word), "n": abs(n)})


class UnknownComponentError(LookupError):
    """A match was asked for a component that its game does not have; the message names both."""

    def __init__(self, game: str, name: str) -> None:
        super().__init__(f"{game} has no thing named {name!r}")


class ComponentCache:
    """Base of a match with many components: `make` creates each component when it is first needed."""

    @cached_property
    def _things(self) -> dict[str, Component]:
        return {}

    def make(self, name: str) -> Component:
        """Create the component of this name. Raises UnknownComponentError."""
        raise NotImplementedError

    def component(self, name: str) -> Component:
        """Return the component of this name, and remember it."""
        if name not in self._things:
            self._things[name] = self.make(name)
        return self._things[name]

    def seat_component(self, seat: int, name: str) -> Component:
        """Return the component in the words of a seat, by default those of everybody."""
        return self.component(name)


def component_word(key: str, **args: int | str | Text) -> Text:
    """Return the word of a component. The key may have a plural, and a brief form under `.short`."""
    return say(key, n=1, **args)


def with_glyph(component: Component, glyph: str) -> Component:
    """Return the component with one drawing for both sizes of the screen and for pages."""
    return replace(component, glyph=glyph, small_glyph=glyph, page_glyph=glyph)
