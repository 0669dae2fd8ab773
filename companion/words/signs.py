"""Signs shared by screen, page and lights: keys, badges, seats, and components with their names."""

from __future__ import annotations

import logging
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from functools import cache, lru_cache
from string import ascii_uppercase
from typing import Annotated, Any, NotRequired, TypeAlias, TypedDict

from companion.rules.components import Amount, CardFace, Component, ComponentKind
from companion.rules.game import Match
from companion.support.frozen_dataclasses import frozen
from companion.support.resources import art_dir
from companion.table.table import Table
from companion.words.catalogue import Words, format_signed

BRIEF_LENGTH = 8
"""Maximum number of characters of a name that shares a line with other words."""


class Shape(Enum):
    """Shape that marks a seat besides its colour and letter, the same on screen, page and lights."""

    CIRCLE = "circle"
    TRIANGLE = "triangle"
    SQUARE = "square"
    DIAMOND = "diamond"
    PENTAGON = "pentagon"


class Glyph(Enum):
    """Small drawings of the program; each exists as a 1-bit glyph and, on pages, as an SVG of the same silhouette."""

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
class GameGlyph:
    """A small drawing of a game, from `art/<value>.txt` in its package."""

    package: str
    value: str


AnyGlyph: TypeAlias = Glyph | GameGlyph


class Badge(Enum):
    """Small signs at the right of the status strip."""

    NOT_SAVED = "not_saved"
    SCREEN_LOST = "screen_lost"
    SPINNER_LOST = "spinner_lost"
    DAMAGED = "damaged"
    MUTED = "muted"
    CORRECTED = "corrected"
    HOUSE_RULES = "house_rules"
    REAL_DICE = "real_dice"
    LOOK = "look"
    """A warning of the table."""


class Key(Enum):
    """A key of the box; the board profile knows its pin."""

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


class TurnedPart(Enum):
    """A part of the box that is turned instead of pressed."""

    KNOB = "knob"
    """A knob that means up and down."""
    SPINNER = "spinner"
    """A knob that throws the wheel."""


@frozen
class SeatMark:
    """Marks that distinguish a seat from the others, never by colour alone."""

    seat: int
    """From 1."""
    letter: str
    """One capital letter, A to Z."""
    shape: Shape
    name: str
    colour: str
    """Name of the colour in the reader's language, as for the wooden pieces."""


class AmountView(TypedDict):
    """An amount of a component."""

    thing: str
    n: int


class WayView(TypedDict):
    """A printed way to use a card or tile."""

    costs: list[AmountView]
    gives: list[AmountView]
    die: Annotated[int | None, "The value of the die that selects it."]


class PrintedView(TypedDict):
    """The print on a card or tile."""

    ways: list[WayView]
    places: list[str]
    says: str | None


class ThingView(TypedDict):
    """The words and the drawing of a component that the view names; its name is for programs alone."""

    word: str
    plural: str
    short: str
    kind: Annotated[str, ComponentKind]
    glyph: str | None
    colour: str | None
    worth: Annotated[int | None, "What one of it counts in the total."]
    seated: NotRequired[Annotated[bool, "It has the colour of the seat that holds it."]]
    printed: NotRequired[Annotated[PrintedView, "Of a card or tile."]]


SHAPES = tuple(Shape)
SHAPE_OF_COLOUR: Mapping[str, Shape] = {
    "blue": Shape.CIRCLE,
    "red": Shape.TRIANGLE,
    "green": Shape.SQUARE,
    "yellow": Shape.DIAMOND,
    "violet": Shape.PENTAGON,
    "white": Shape.PENTAGON,
    "orange": Shape.DIAMOND,
}
"""The shape of each colour in every game. The last two share theirs with the colours that games give last."""
_PLAIN_LETTERS = str.maketrans({"Æ": "AE", "Œ": "OE", "Ø": "O", "Ł": "L", "Đ": "D"})
"""Plain letters for those that are not a letter with an accent to Unicode."""


@cache
def glyph_named(name: str | None, package: str) -> AnyGlyph | None:
    """Return the little screen's drawing of this name: the program's, else that of the game's package, else None."""
    own = next((glyph for glyph in Glyph if glyph.value == name), None)
    if own is None and name is not None and (art_dir(package) / f"{name}.txt").is_file():
        return GameGlyph(package, name)
    return own


def seat_mark(table: Table, seat: int, words: Words) -> SeatMark:
    """Return the mark of a seat at this table."""
    return _seat_mark(table.names, tuple(own[0] for own in table.match.colours), seat, words)


def seat_marks(names: Iterable[str], colours: Iterable[str], words: Words) -> tuple[SeatMark, ...]:
    """Return the marks of all seats from their names and first colours alone, so also before the game has started.

    Both are in the order of the seats, at most five. An unknown colour is empty, and so is its name.
    """
    names, colours = tuple(names), tuple(colours)
    return tuple(_seat_mark(names, colours, seat, words) for seat in range(1, len(names) + 1))


def _seat_mark(names: tuple[str, ...], colours: tuple[str, ...], seat: int, words: Words) -> SeatMark:
    colour = colours[seat - 1]
    letter, shape = seat_letters(names)[seat - 1], _seat_shapes(colours)[seat - 1]
    return SeatMark(seat, letter, shape, names[seat - 1], words(f"colour.{colour}") if colour else "")


@lru_cache(maxsize=64)
def seat_letters(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the letter of each seat: the first of its name that no seat before it has, else the first free one."""
    letters: list[str] = []
    for name in names:
        letters.append(next(letter for letter in _plain_capitals(name) + ascii_uppercase if letter not in letters))
    return tuple(letters)


def _plain_capitals(name: str) -> str:
    """Return the Latin letters of a name as capitals from A to Z, without accents."""
    capitals = unicodedata.normalize("NFKD", name).upper().translate(_PLAIN_LETTERS)
    return "".join(letter for letter in capitals if letter in ascii_uppercase)


@lru_cache(maxsize=64)
def _seat_shapes(colours: tuple[str, ...]) -> tuple[Shape, ...]:
    """Return the shape of each seat: that of its colour, or the first free one if another seat has that already.

    Each shape goes to the first seat with such a colour, before any seat gets a free one: red is always a triangle.
    """
    shapes: dict[int, Shape] = {}
    for seat, colour in enumerate(colours):
        shape = SHAPE_OF_COLOUR.get(colour)
        if shape is not None and shape not in shapes.values():
            shapes[seat] = shape
    free = iter([shape for shape in SHAPES if shape not in shapes.values()])
    return tuple(shapes[seat] if seat in shapes else next(free) for seat in range(len(colours)))


def join_names(names: Sequence[str], words: Words) -> str:
    """Join names as people say them: "Ada, Bao and Cid"; empty without any."""
    *others, last = names or ("",)
    return words("list.and", first=", ".join(others), last=last) if others else last


def brief_names(names: Sequence[str]) -> tuple[str, ...]:
    """Return names short enough to share a line with other words: long ones are cut, so that the rest fits."""
    return tuple(name if len(name) <= BRIEF_LENGTH else f"{name[: BRIEF_LENGTH - 1].rstrip(' -')}…" for name in names)


log = logging.getLogger(__name__)
_NAMING_FIELDS = frozenset({"what", "goods", "known", "thing", "things"})
"""Fields of a view that name components, one or a list of them."""


def amount_text(match: Match, what: str, by: int, words: Words, *, seat: int | None = None, brief: bool = False) -> str:
    """Return an amount gained or lost: "+2 pepper"; in the words of a seat if given. With `brief`, for little room."""
    component = match.component(what) if seat is None else match.seat_component(seat, what)
    word = component.counted(by)
    return words("sheet.amount", by=format_signed(by), what=words.brief(word) if brief else words.of(word))


def component_title(match: Match, what: str, words: Words) -> str:
    """Return the name of a component where nobody counts it."""
    return words.of(match.component(what).title)


def worth_of(match: Match, names: Iterable[str]) -> int:
    """Return the worth of these components in a total; one without a known worth counts 0."""
    return sum(match.component(what).worth or 0 for what in names)


def sum_text(match: Match, worth: int, words: Words) -> str:
    """Return the worth of several components together: "In all: 230 besants"."""
    return words("page.form.sum", n=worth, what=words.of(match.component(match.unit).counted(worth)))


def unit_of(match: Match) -> AnyGlyph:
    """Return the drawing of the unit of the totals; a crown if it has none."""
    return _glyph(match.component(match.unit).glyph, match.game.words) or Glyph.CROWN


def glyph_of(match: Match, name: str | None) -> AnyGlyph | None:
    """Return the drawing of a component on the little screen, if it has one."""
    glyph = match.component(name).small_glyph if name is not None else None
    return _glyph(glyph, match.game.words)


@cache
def _glyph(name: str | None, package: str) -> AnyGlyph | None:
    """Return the drawing of this name; if the little screen has no such drawing, None, with a warning in the log."""
    drawing = glyph_named(name, package)
    if name is not None and drawing is None:
        log.warning("the little screen has no drawing %r", name)
    return drawing


def things_view(match: Match, names: Iterable[str], words: Words) -> dict[str, ThingView]:
    """Return these components for pages, by name: word, plural, brief form, drawing, colour, worth, and printed text.

    Components named in the printed text are included.
    """
    views: dict[str, ThingView] = {}
    pending = [*dict.fromkeys(names)]
    while pending:
        component = match.component(pending.pop(0))
        if component.name not in views:
            views[component.name] = thing_view(component, words)
            pending += _printed_names(component.face)
    return views


def names_in_holdings(match: Match, holdings: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    """Yield the components in holdings: their keys, and the entries of lists of components."""
    for held in holdings.values():
        for name, value in held.items():
            yield name
            if isinstance(value, list) and match.component(name).kind is ComponentKind.LIST:
                yield from value


def names_in_view(view: object) -> Iterator[str]:
    """Yield the components that a part of a view names, at any depth."""
    if isinstance(view, list | tuple):
        for part in view:
            if not isinstance(part, str):
                yield from names_in_view(part)
    elif isinstance(view, dict):
        for name, value in view.items():
            if name in _NAMING_FIELDS:
                yield from _names(value)
            if isinstance(value, dict | list | tuple):
                yield from names_in_view(value)


def _names(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        yield from (entry for entry in value if isinstance(entry, str))


def thing_view(component: Component, words: Words) -> ThingView:
    """Return one component for pages."""
    view: ThingView = {
        "word": words.of(component.word),
        "plural": words.of(component.counted(2)),
        "short": words.brief(component.word),
        "kind": component.kind.value,
        "glyph": component.page_glyph,
        "colour": component.colour,
        "worth": component.worth,
    }
    if component.seat_coloured:
        view["seated"] = True
    if component.face:
        view["printed"] = _printed(component.face, words)
    return view


def _printed(printed: CardFace, words: Words) -> PrintedView:
    ways: list[WayView] = [
        {"costs": _amounts(way.costs), "gives": _amounts(way.gives), "die": way.die} for way in printed.uses
    ]
    says = words.of(printed.text) if printed.text else None
    return {"ways": ways, "places": list(printed.places), "says": says}


def _amounts(amounts: Iterable[Amount]) -> list[AmountView]:
    return [{"thing": amount.thing, "n": amount.n} for amount in amounts]


def _printed_names(printed: CardFace | None) -> list[str]:
    ways = printed.uses if printed else ()
    return [amount.thing for way in ways for amount in (*way.costs, *way.gives)]
