"""The signs of the house: keys, badges, drawings, and how seats are marked; the same on screen, page and lights."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


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
    PEPPER = "pepper"
    SILK = "silk"
    GOLD = "gold"
    POST = "post"
    DIE = "die"
    WIND_ROSE = "wind_rose"
    LANTERN = "lantern"
    CROWN = "crown"
    SHIP = "ship"
    SABRES = "sabres"
    # What a space of the Expedition board asks for, drawn as on the cards.
    ONE_GOOD = "one_good"
    IDENTICAL_GOODS = "identical_goods"
    ALL_GOODS = "all_goods"
    DRIVERS = "drivers"
    ONE_COLOUR = "one_colour"
    ALL_COLOURS = "all_colours"


class Badge(Enum):
    """Small signs at the right of the status strip."""

    NOT_SAVED = "not_saved"
    SCREEN_LOST = "screen_lost"
    DAMAGED = "damaged"
    MUTED = "muted"
    SIMULATED = "simulated"
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


@dataclass(frozen=True, slots=True)
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


def glyph_named(name: str | None) -> Glyph | None:
    """The drawing of this name on the little screen; None where it has none of it."""
    return next((glyph for glyph in Glyph if glyph.value == name), None)
