"""The state of Lanterns and its moves: facts only."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import ClassVar

from companion.rules.game import Move

CARDS = 2
CARD_VALUES = range(10_000, 100_000)
"""Large on purpose: a number that occurs nowhere else is easily found where it does not belong."""
MOST_ROUNDS = 3
LONGEST_WISH = 40


class Colour(Enum):
    """Of a card."""

    RED = "red"
    BLUE = "blue"


class Row(Enum):
    """Where lanterns hang."""

    GATE = "gate"
    RIVER = "river"


PLACES = {Row.GATE: 3, Row.RIVER: 6}


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
    """Hang lanterns along a row (L3)."""

    kind: ClassVar[str] = "hang"
    row: Row
    path: tuple[int, ...]


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
class EndTurn(Move):
    """Close the turn."""

    kind: ClassVar[str] = "end_turn"


@dataclass(frozen=True, slots=True)
class State:
    """The market at one moment. Tuples go by seat, from seat 1."""

    names: tuple[str, ...]
    rounds: int
    oil: tuple[int, ...]
    points: tuple[int, ...]
    hidden: tuple[tuple[str, ...], ...]
    wishes: tuple[tuple[str, ...], ...]
    shown: tuple[tuple[str, ...], ...]
    hung: tuple[tuple[Row, int], ...] = ()
    round: int = 0
    """0 while cards are put under the stalls."""
    rolled: tuple[int, ...] = ()
    turn: int | None = None
    feasted: bool = False
    asked: tuple[int, ...] = ()
    """Seats that owe an answer, in this order."""
    over: bool = False
