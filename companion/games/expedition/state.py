"""The state of an Expedition and its moves: facts only, no rules."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import ClassVar

from companion.games.expedition.board import Board
from companion.rules.moves import Move
from companion.support.frozen import frozen


class By(Enum):
    """How a camel steps: by cards laid out, or by ballast thrown off (E4)."""

    CARDS = "cards"
    BALLAST = "ballast"


@frozen
class Step(Move):
    """Enter the next free space, by cards or by ballast (E2, E4, E5). `camel` (1 or 2) only with two camels (E15)."""

    kind: ClassVar[str] = "step"
    by: By
    camel: int | None = None


@frozen
class Crate(Move):
    """Take the crate of the space just reached, where the board profile does not know it (E3). Its value is 1 or 2."""

    kind: ClassVar[str] = "crate"
    value: int


@frozen
class EndTurn(Move):
    """Close the turn; without a step it is a pass (E6)."""

    kind: ClassVar[str] = "end_turn"


@frozen
class Turn:
    """What has happened in the turn under way."""

    seat: int
    steps: int = 0
    ballast_used: bool = False
    camel: int | None = None
    """With two camels, one moving a turn: the one that has moved (E15)."""
    stopped: tuple[int, ...] = ()
    """Camels that arrived late at Ganzhou and rest until the turn ends (E11)."""
    crate_at: int | None = None
    """The space just reached for the first time ever, whose crate nobody has told yet (E3)."""


@frozen
class State:
    """An Expedition at one moment. Tuples go by seat, from seat 1."""

    gold: tuple[int, ...]
    camels: tuple[tuple[int, ...], ...]
    """The spaces of each seat's camels, camel 1 first."""
    reached: tuple[int, ...]
    """Spaces that a camel has landed on by a step, ascending. Set-up places and transfers are no landings (E3, E12)."""
    visited: tuple[tuple[int, ...], ...]
    """By seat, the spaces that its camels have reached, ascending: stood on at set-up, landed on, or led to or past by
    a correction; a transfer reaches Ganzhou alone (E5)."""
    untold: tuple[int, ...]
    """By seat, how many spaces it was the first to land on whose crates nobody has told (E3)."""
    tallied: bool
    """The interim tally at Ganzhou has been held (E8)."""
    turn: Turn | None
    """None when the game is over."""
    turn_no: int = 1
    """Which turn it is, of whoever's: the one under way, or the last."""
    draws: int | None = None
    """Whose turn was closed last: that seat draws its card, until the next step is made (E6, E7)."""


@dataclass(frozen=True)
class Setup:
    """What does not change once a game has begun."""

    names: tuple[str, ...]
    colours: tuple[tuple[str, ...], ...]
    """Of each seat's camels."""
    board: Board
    both_camels: bool
    late_camel_stops: bool
