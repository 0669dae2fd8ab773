"""The state of Lanterns and its moves: facts only."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import ClassVar

from companion.rules.moves import Move

CARDS = 2
BURNT = (6, 6)
"""The roll that makes a stall miss its turn (L8)."""
CARD_VALUES = range(10_000, 100_000)
"""Large on purpose: a number that occurs nowhere else is easily detected in a wrong place."""
MOST_ROUNDS = 3
LONGEST_WISH = 40
PLACE, CARD, DIE, OWN_OIL = "place", "card", "die", "oil"
"""The prefixes of touches, before the colon."""


class Colour(Enum):
    """The colour of a card."""

    RED = "red"
    BLUE = "blue"


class Row(Enum):
    """The row where lanterns hang."""

    GATE = "gate"
    RIVER = "river"


PLACES = {Row.GATE: 3, Row.RIVER: 6}


class Flame(Enum):
    """The flame of lanterns hung together."""

    SMALL = "small"
    LARGE = "large"


@dataclass(frozen=True, slots=True)
class Hide(Move):
    """Put a card and a wish under the stall (L1)."""

    kind: ClassVar[str] = "hide"
    colour: Colour
    value: int
    wish: str


@dataclass(frozen=True, slots=True)
class Roll(Move):
    """Roll for oil (L2)."""

    kind: ClassVar[str] = "roll"
    chance: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Hang(Move):
    """Hang lanterns along a row (L3), with small flames where nothing else is said."""

    kind: ClassVar[str] = "hang"
    row: Row
    path: tuple[int, ...]
    flame: Flame = Flame.SMALL


@dataclass(frozen=True, slots=True)
class Show(Move):
    """Show cards from under the stall (L4)."""

    kind: ClassVar[str] = "show"
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Feast(Move):
    """Call a feast (L5)."""

    kind: ClassVar[str] = "feast"
    first: int


@dataclass(frozen=True, slots=True)
class Answer(Move):
    """Give oil for a feast, or not (L5)."""

    kind: ClassVar[str] = "answer"
    gives: bool


@dataclass(frozen=True, slots=True)
class Thank(Move):
    """Give thanks after a feast to which everyone gave (L7): there is nothing else to do then."""

    kind: ClassVar[str] = "thank"


@dataclass(frozen=True, slots=True)
class Wind(Move):
    """Ask the wind about a row that is announced before (L9)."""

    kind: ClassVar[str] = "wind"
    row: Row
    chance: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class EndTurn(Move):
    """Close the turn."""

    kind: ClassVar[str] = "end_turn"


@dataclass(frozen=True, slots=True)
class State:
    """The market at one moment. Tuples are ordered by seat, from seat 1."""

    oil: tuple[int, ...]
    points: tuple[int, ...]
    hidden: tuple[tuple[str, ...], ...]
    wishes: tuple[tuple[str, ...], ...]
    shown: tuple[tuple[str, ...], ...]
    hung: tuple[tuple[Row, int], ...] = ()
    round: int = 0
    """0 while cards are put under the stalls."""
    rolled: tuple[int, ...] = ()
    thrown: tuple[tuple[int, ...], ...] = ()
    """The dice of each seat in this round; empty before they are rolled."""
    turn: int | None = None
    feasted: bool = False
    asked: tuple[int, ...] = ()
    """Seats that owe an answer, in this order."""
    given: int = 0
    """Number of seats that gave oil for the current feast."""
    thanks: bool = False
    """True if the seat whose turn it is owes thanks."""
    asked_wind: bool = False
    missing: tuple[int, ...] = ()
    """Seats that miss their turn of this round (L8)."""
    turn_no: int = 0
    """Number of turns begun."""
    over: bool = False


@dataclass(frozen=True)
class Setup:
    """The facts that do not change during a game."""

    names: tuple[str, ...]
    rounds: int
    charms: tuple[Colour | None, ...]
    """By seat, the colour that pays at the end: a secret until then (L10)."""
    points_per_card: int
    """Points for a card that is shown; it differs between the printings."""
    cards_at_once: int
    """The largest number of cards that may be shown in one move; it differs as well."""
