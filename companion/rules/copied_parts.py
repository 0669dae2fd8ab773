"""Parts of a printed game that the owner copies once: boards, wheels, lists; and the wheel of free throws."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from companion.rules.components import Component
from companion.rules.fields import Json
from companion.rules.scene import Ring
from companion.rules.text import Text
from companion.support.frozen_dataclasses import frozen


@frozen
class FreeWheel:
    """A wheel that can be spun without a game."""

    ring: Ring[Text]
    """The wheel as a block. Its bands can be announced."""
    band_components: tuple[Component, ...]
    """Components that the bands are drawn as, in the order of the bands."""
    components: tuple[Component, ...]
    """All components that the wheel names."""
    trial: bool
    """True for a trial wheel: the owner has not copied the printed one yet."""

    @property
    def rings(self) -> tuple[str, ...]:
        """Names of the rings that can be announced."""
        return tuple(band.id for band in self.ring.bands)

    @property
    def values(self) -> tuple[tuple[int | None, ...], ...]:
        """Numbers on the rings by sector, from 0, in the order of `rings`; None where a ring shows no number."""
        return tuple(tuple(reading.n for reading in sector.shows) for sector in self.ring.sectors)

    @property
    def weights(self) -> tuple[int, ...]:
        """Width of each sector, as a part of the sum."""
        return tuple(sector.weight for sector in self.ring.sectors)

    def value_at(self, sector: int, ring: str) -> int | None:
        """Return the number that a sector shows on a ring; None if it shows none."""
        return self.ring.sectors[sector].shows[self.rings.index(ring)].n


@frozen(kw_only=True)
class CopyAnswer:
    """A possible answer to a question about a space or a sector."""

    value: Json
    """Value in the figures. None removes the entry: nothing was answered."""
    text: Text
    glyph: str | None = None
    """Drawing on pages. The small screen shows it too if it has a drawing of this name."""
    n: int | None = None
    """Amount, if it is drawn."""
    stark: bool = False
    """True if it is highlighted among the others."""


@frozen(kw_only=True)
class CopyQuestion:
    """A question that the pages ask about each space or each sector."""

    name: str
    """For a space the figure table that holds the answers, for a sector the field of the sector."""
    text: Text
    """The question, or its subject."""
    answers: tuple[CopyAnswer, ...]
    glyph: str | None = None
    counted: Text | None = None
    """Name of what is counted over all spaces, if the pages count it: answers with an amount."""
    expected: int | None = None
    """Number that the printed game probably has of it. Only a hint: another number is no mistake."""


@frozen(kw_only=True)
class CopiedSpace:
    """A space of a board that is copied."""

    id: str
    """Id in the figure tables."""
    text: Text
    questions: tuple[str, ...]
    """Names of the questions that apply to it."""
    highlighted: bool = False
    """True if it is highlighted among the others."""
    label: Text | None = None
    """Short label where all spaces are shown; None for the id."""


@frozen(kw_only=True)
class CopiedFigure:
    """A single figure that a copy may change. Figures of one group are shown together."""

    path: str
    """Path in the figures, such as `track.ormuz`."""
    text: Text
    group: Text | None = None


@frozen(kw_only=True)
class CopiedBoard:
    """The spaces of a printed board, with the questions about each."""

    id: str
    """Address of its page, without the slash."""
    title: Text
    action_label: Text
    """Label of the action that opens the page."""
    glyph: str
    why: Text
    questions: tuple[CopyQuestion, ...]
    spaces: Callable[[Mapping[str, Any]], tuple[CopiedSpace, ...]]
    """Function that returns the spaces for the owner's figures, from first to last."""
    figures: Callable[[Mapping[str, Any]], tuple[CopiedFigure, ...]]
    """Function that returns the less common figures for the owner's figures."""
    summary: Callable[[Mapping[str, Any]], Text]
    """Function that returns the closing sentence, a summary of the figures after copying."""


@frozen(kw_only=True)
class CopiedWheel:
    """The sectors of a printed wheel, with the values on their rings."""

    id: str
    title: Text
    action_label: Text
    glyph: str
    why: Text
    table: str
    """Name of its figure table. The table has a list `sectors`, and `placeholder` marks a trial wheel."""
    sectors: range
    """Allowed numbers of sectors."""
    default: int
    max_weight: int
    """Greatest `weight` of a sector, its width as a part of the sum; a sector without a weight has 1."""
    bands: tuple[CopyQuestion, ...]
    """Possible values on each ring, by the fields of a sector."""
    ring: Callable[[Mapping[str, Any]], Ring[Text]]
    """Function that returns the wheel of the owner's figures."""


@frozen(kw_only=True)
class LineType:
    """A type of line in a copied list: `{name: value}`."""

    name: str | None
    """Key of the value; None if a line is a text alone."""
    text: Text
    max_letters: int = 0
    """Maximum number of letters, if the value is a text; else 0."""
    number: bool = False
    """True if the value is a whole number other than zero."""
    answers: tuple[CopyAnswer, ...] = ()
    """Possible values, if the player chooses one. A type that is no text, no number and no choice is a flag."""


@frozen(kw_only=True)
class CopiedList:
    """A list of lines, of any length."""

    path: str
    """Path in the figures, such as `mission.towns`."""
    title: Text
    note: Text
    line: Text
    """Label of a line, with {n} for its number."""
    add: Text
    line_types: tuple[LineType, ...]


@frozen(kw_only=True)
class CopiedLists:
    """Lists of parts that differ between copies of the printed game."""

    id: str
    title: Text
    action_label: Text
    glyph: str
    why: Text
    lists: Callable[[Mapping[str, Any]], tuple[CopiedList, ...]]
    """Function that returns the lists for the owner's figures."""


Copied: TypeAlias = CopiedBoard | CopiedWheel | CopiedLists


@frozen
class Accessories:
    """The accessories of a game. The program provides the pages for them."""

    copied: tuple[Copied, ...] = ()
    """Parts that the owner copies once from the printed game."""
    dice: int = 0
    """Greatest number of free dice."""
    wheel: Callable[[Mapping[str, Any]], FreeWheel] | None = None
    """Function that returns the free wheel for the owner's figures, or the shipped wheel if they are invalid."""

    @property
    def wheel_page(self) -> str | None:
        """Address of the page where the wheel is copied; None if there is no such page."""
        return next((f"/{part.id}" for part in self.copied if isinstance(part, CopiedWheel)), None)
