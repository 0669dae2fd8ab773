"""The signs of the house: keys, badges, drawings, and how seats are marked; the same on screen, page and lights."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from functools import cache
from typing import TypeAlias

from companion.support.frozen import frozen
from companion.support.resources import art_dir
from companion.table.table import Table
from companion.words.catalogue import Words

LETTERS = "ABCDE"
BRIEF = 8
"""How long a name may be where it shares a line with other words."""


class Shape(Enum):
    """The shape that marks a seat besides its colour and letter, the same on screen, page and lights."""

    CIRCLE = "circle"
    TRIANGLE = "triangle"
    SQUARE = "square"
    DIAMOND = "diamond"
    PENTAGON = "pentagon"


class Glyph(Enum):
    """The small drawings of the house; each exists as a 1-bit glyph and, on pages, as an SVG of the same silhouette."""

    CAMEL = "camel"
    CRATE = "crate"
    COIN = "coin"
    GOLD = "gold"
    POST = "post"
    DIE = "die"
    WIND_ROSE = "wind_rose"
    LANTERN = "lantern"
    CROWN = "crown"


@frozen
class OwnGlyph:
    """A small drawing that a game brings, as `art/<value>.txt` in its package."""

    package: str
    value: str


AnyGlyph: TypeAlias = Glyph | OwnGlyph


class Badge(Enum):
    """Small signs at the right of the status strip."""

    NOT_SAVED = "not_saved"
    SCREEN_LOST = "screen_lost"
    SPINNER_LOST = "spinner_lost"
    DAMAGED = "damaged"
    MUTED = "muted"
    CORRECTED = "corrected"
    HOUSE_RULES = "house_rules"
    LOOK = "look"
    """Something at the table wants to be looked at."""


class Key(Enum):
    """A key of the box, as a word; which pin it is on is the board profile's business."""

    UP = "up"
    DOWN = "down"
    OK = "ok"
    BACK = "back"
    LEFT = "left"
    RIGHT = "right"
    SPIN = "spin"
    UNDO = "undo"
    SEAT1 = "seat1"
    SEAT2 = "seat2"
    SEAT3 = "seat3"
    SEAT4 = "seat4"
    SEAT5 = "seat5"


@frozen
class SeatMark:
    """How a seat is told from the others: never by colour alone."""

    seat: int
    """From 1."""
    letter: str
    """One capital letter, A to E."""
    shape: Shape
    name: str
    colour: str
    """The colour in words of the reader's language, as the wooden pieces are called."""


SHAPES = (Shape.CIRCLE, Shape.TRIANGLE, Shape.SQUARE, Shape.DIAMOND, Shape.PENTAGON)


@cache
def glyph_named(name: str | None, package: str) -> AnyGlyph | None:
    """The little screen's drawing of this name: the house's, else that of the game in this package, else None."""
    found = next((glyph for glyph in Glyph if glyph.value == name), None)
    if found is None and name is not None and (art_dir(package) / f"{name}.txt").is_file():
        return OwnGlyph(package, name)
    return found


def mark_of(table: Table, seat: int, words: Words) -> SeatMark:
    """The mark of a seat at this table."""
    colour = table.match.colours[seat - 1][0]
    return mark_for(seat, table.names[seat - 1], colour, words)


def mark_for(seat: int, name: str, colour: str, words: Words) -> SeatMark:
    """The mark of a seat, from 1; of a colour that nobody knows with an empty one."""
    return SeatMark(seat, LETTERS[seat - 1], SHAPES[seat - 1], name, words(f"colour.{colour}") if colour else "")


def named_together(names: Sequence[str]) -> str:
    """One or more names as one: "Ada, Bao & Cid"."""
    *others, last = names
    return f"{', '.join(others)} & {last}" if others else last


def brief_names(names: Sequence[str]) -> tuple[str, ...]:
    """Names short enough to share a line with other words: a long one is cut, so that what follows it is still read."""
    return tuple(name if len(name) <= BRIEF else f"{name[: BRIEF - 1].rstrip(' -')}…" for name in names)
