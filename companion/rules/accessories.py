"""Accessories: what a game lends to a table without a game, and what its owner copies once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from companion.rules.components import Component
from companion.rules.fields import Json
from companion.rules.scene import Ring
from companion.rules.text import Text
from companion.support.frozen import frozen


@frozen
class FreeWheel:
    """A wheel that may be spun without a game."""

    ring: Ring[Text]
    """The wheel: its bands are what may be announced."""
    signs: tuple[Component, ...]
    """What each band is drawn as."""
    things: tuple[Component, ...]
    """Everything that the wheel names."""
    trial: bool
    """Only a trial wheel: the owner has not copied the printed one yet."""

    @property
    def rings(self) -> tuple[str, ...]:
        """What may be announced, by name."""
        return tuple(band.id for band in self.ring.bands)

    @property
    def shows(self) -> tuple[tuple[int | None, ...], ...]:
        """By sector, from 0, what each ring shows, in the order of `rings`; None where it shows no number."""
        return tuple(tuple(reading.n for reading in sector.shows) for sector in self.ring.sectors)

    @property
    def weights(self) -> tuple[int, ...]:
        """How wide each sector is, in parts of their sum."""
        return tuple(sector.weight for sector in self.ring.sectors)

    def shown(self, sector: int, ring: str) -> int | None:
        """What a sector shows on a ring."""
        return self.ring.sectors[sector].shows[self.rings.index(ring)].n


@frozen(kw_only=True)
class Answer:
    """One answer to what is asked of a space or a sector."""

    value: Json
    """As the figures have it; None takes it away: nobody has told."""
    says: Text
    glyph: str | None = None
    """Its drawing on pages; on the little screen it stands there where that has it too."""
    n: int | None = None
    """How much it is, where that is drawn."""
    stark: bool = False
    """It is set off from the others."""


@frozen(kw_only=True)
class Asked:
    """What is asked of every space, or of every sector."""

    name: str
    """Of a space the table that its answers lie in, of a sector its field there."""
    says: Text
    """The question, or what is asked about."""
    answers: tuple[Answer, ...]
    glyph: str | None = None


@frozen(kw_only=True)
class CopiedSpace:
    """A space of a board that is copied."""

    id: str
    """As the tables name it."""
    says: Text
    asked: tuple[str, ...]
    """What of it can be asked, by name."""
    town: bool = False
    """It is set off from the others."""


@frozen(kw_only=True)
class CopiedFigure:
    """A figure of its own that a copy may change, of a group with others that are told alike."""

    path: str
    """Where it lies: `track.ormuz`."""
    says: Text
    group: Text | None = None


@frozen(kw_only=True)
class CopiedBoard:
    """The spaces of a printed board, each with what it asks for and what lies there."""

    id: str
    """The address of its page, after the slash."""
    title: Text
    copy: Text
    """What copying it is called."""
    glyph: str
    why: Text
    asked: tuple[Asked, ...]
    spaces: Callable[[Mapping[str, Any]], tuple[CopiedSpace, ...]]
    """By the owner's figures, first to last."""
    figures: Callable[[Mapping[str, Any]], tuple[CopiedFigure, ...]]
    """The rarer figures, likewise."""
    kept: Callable[[Mapping[str, Any]], Text]
    """What is told at the end of copying: what the figures have now."""


@frozen(kw_only=True)
class CopiedWheel:
    """The sectors of a printed wheel, each with what its rings show."""

    id: str
    title: Text
    copy: Text
    glyph: str
    why: Text
    table: str
    """The table of its figures, which has a list of `sectors`, and says with `placeholder` that it is only a trial."""
    sectors: range
    """How many there may be."""
    default: int
    heaviest: int
    """How wide a sector may be, in parts of the sum; its `weight`, 1 where it has none."""
    bands: tuple[Asked, ...]
    """What its rings may show, by the fields of a sector."""
    ring: Callable[[Mapping[str, Any]], Ring[Text]]
    """The wheel of the owner's figures."""


@frozen(kw_only=True)
class LineSort:
    """One sort of line on a list: `{name: value}`."""

    name: str | None
    """None where a line is its words alone."""
    says: Text
    letters: int = 0
    """It is written, in so many letters at most."""
    number: bool = False
    """It is a whole number, never zero."""
    answers: tuple[Answer, ...] = ()
    """It is one of these. Where it is none of all this, it is there or it is not."""


@frozen(kw_only=True)
class CopiedList:
    """A list of lines, of which an owner may have any number."""

    path: str
    """Where it lies: `mission.towns`."""
    title: Text
    note: Text
    line: Text
    """What a line is called, with {n} for which."""
    add: Text
    sorts: tuple[LineSort, ...]


@frozen(kw_only=True)
class CopiedLists:
    """Lists of what differs from box to box."""

    id: str
    title: Text
    copy: Text
    glyph: str
    why: Text
    lists: Callable[[Mapping[str, Any]], tuple[CopiedList, ...]]
    """By the owner's figures."""


Copied: TypeAlias = CopiedBoard | CopiedWheel | CopiedLists


@frozen
class Accessories:
    """What there is of them in a game's box. The pages for them are the house's."""

    copied: tuple[Copied, ...] = ()
    """What its owner copies once from the printed game."""
    dice: int = 0
    """How many free dice it lends at most."""
    wheel: Callable[[Mapping[str, Any]], FreeWheel] | None = None
    """The free wheel by the owner's own figures. Figures that cannot be read give the shipped one."""

    @property
    def wheel_page(self) -> str | None:
        """The address at which the wheel is copied; None where none is."""
        return next((f"/{one.id}" for one in self.copied if isinstance(one, CopiedWheel)), None)
