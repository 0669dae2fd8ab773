"""The steps in which the end of a game is revealed, and how many of them are shown."""

from __future__ import annotations

from dataclasses import replace

from companion.rules.scene import GridRow
from companion.rules.text import Text
from companion.support.frozen_dataclasses import frozen


@frozen
class RevealStep:
    """One step: a category of the final scoring for every seat, or the end of one seat."""

    rows: tuple[GridRow[Text], ...]
    """The rows that it adds, with a cell for each seat."""
    totals: tuple[int | None, ...]
    """The total of each seat after it, from seat 1; None for a seat whose end is still to come."""
    seat: int | None = None
    """The seat whose end it is; None for a category."""


@frozen
class EndReveal:
    """A reveal that goes on. It is in no state and in no journal."""

    game: int
    """Number of the game."""
    seq: int
    """Sequence number of the table that ended: any later change ends the reveal."""
    entry: int
    """Number of the entry that ended the game, from 1."""
    draws: int
    """Number of draws that were made before that entry."""
    before: tuple[int, ...]
    """The total of each seat that the steps begin with, from seat 1."""
    steps: tuple[RevealStep, ...]
    """Categories in the order of the game, or seats, the lowest place first."""
    shown: int = 0
    """Number of steps that are shown."""

    @property
    def shown_steps(self) -> tuple[RevealStep, ...]:
        """The steps that are shown."""
        return self.steps[: self.shown]

    def turned_to(self, step: int) -> EndReveal | None:
        """Return the reveal with this many steps shown, never fewer than before; None if it is over then."""
        return None if step > len(self.steps) else replace(self, shown=max(self.shown, step))
