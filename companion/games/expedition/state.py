"""The state of an Expedition and its moves: facts only, no rules."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import ClassVar

from companion.games.expedition.board_figures import BoardFigures
from companion.rules.moves import Move
from companion.support.frozen_dataclasses import frozen


class StepPayment(Enum):
    """The payment for a step: cards, or gold thrown off as ballast (E4)."""

    CARDS = "cards"
    BALLAST = "ballast"


@frozen
class CamelStep(Move):
    """Enter the next free space, by cards or by ballast (E2, E4, E5). `camel` (1 or 2) only with two camels (E15)."""

    kind: ClassVar[str] = "step"
    by: StepPayment
    camel: int | None = None


@frozen
class Crate(Move):
    """Take the crate of the space just reached, where the board profile does not know it (E3). Its value is 1 or 2.

    With `space`, at the end of the race: the crate of that space, for the seat that landed there first (E19).
    """

    kind: ClassVar[str] = "crate"
    value: int
    space: int | None = None


@frozen
class NoCrates(Move):
    """Say at the end of the race that all crates have been noted; then the tally of Dadu follows (E19)."""

    kind: ClassVar[str] = "no_crates"


@frozen
class EndTurn(Move):
    """Close the turn; without a step it is a pass (E6)."""

    kind: ClassVar[str] = "end_turn"


@frozen
class Landing:
    """The first landing on a space whose crate the board profile does not know (E3)."""

    space: int
    seat: int
    crate: int | None = None
    """The value of its crate as the players noted it, 0 for none; None if nobody has noted any."""


@frozen
class Turn:
    """The progress of the current turn."""

    seat: int
    steps: int = 0
    ballast_used: bool = False
    camel: int | None = None
    """The camel that has moved, if a seat has two camels and one moves per turn (E15)."""
    stopped: tuple[int, ...] = ()
    """Camels that arrived late at Ganzhou and may not move again this turn (E11)."""
    crate_at: int | None = None
    """The space just reached for the first time in the game, if its crate is not named yet (E3)."""


@frozen
class State:
    """An Expedition at one moment. Tuples are ordered by seat, from seat 1."""

    gold: tuple[int, ...]
    camels: tuple[tuple[int, ...], ...]
    """The spaces of each seat's camels, camel 1 first."""
    reached: tuple[int, ...]
    """Spaces that a camel has landed on by a step, ascending; not set-up places or transfers (E3, E12)."""
    visited: tuple[tuple[int, ...], ...]
    """The spaces that each seat's camels have reached, ascending (E5).

    These are spaces occupied at set-up, landed on, or led to by a correction; a transfer reaches only Ganzhou.
    """
    untold: tuple[int, ...]
    """By seat, the number of its `landings` whose crates are not named yet (E3)."""
    tallied: bool
    """True once the interim tally at Ganzhou has been held (E8)."""
    turn: Turn | None
    """None once the game is over."""
    turn_no: int = 1
    """Number of the current or last turn, counted over all seats."""
    draws: int | None = None
    """The seat that ended its turn last and draws its card, until the next step is made (E6, E7)."""
    landings: tuple[Landing, ...] = ()
    """The first landings on spaces whose crates the board profile does not know, in order (E3, E19)."""


@dataclass(frozen=True)
class Setup:
    """The facts that do not change during a game."""

    names: tuple[str, ...]
    colours: tuple[tuple[str, ...], ...]
    """The colours of each seat's camels."""
    board: BoardFigures
    both_camels: bool
    late_camel_stops: bool
