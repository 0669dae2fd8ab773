"""An Expedition played by short method calls, for tests that go through the rulings."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.games.expedition import EXPEDITION
from companion.games.expedition.match import Match
from companion.games.expedition.state import CamelStep, Crate, EndTurn, NoCrates, State, StepPayment
from companion.rules.match_functions import standings
from companion.rules.moves import Correct, Line, Move
from companion.rules.rule_errors import IllegalMoveError

NAMES = ("Ada", "Bao", "Chen", "Dara", "Émile")


class Race:
    """A race in progress. Moves are made by the seat whose turn it is; each method returns the race."""

    def __init__(self, seats: int = 3, **options: Any) -> None:
        self.match: Match
        self.state: State
        self.match, self.state, self.last = EXPEDITION.begin(NAMES[:seats], options)

    @property
    def gold(self) -> tuple[int, ...]:
        return self.state.gold

    @property
    def camels(self) -> tuple[tuple[int, ...], ...]:
        return self.state.camels

    @property
    def spaces(self) -> tuple[int, ...]:
        """The spaces of the camels if each seat has one."""
        return tuple(space for (space,) in self.state.camels)

    @property
    def turn(self) -> int | None:
        return self.match.turn(self.state)

    @property
    def over(self) -> bool:
        return self.match.over(self.state)

    @property
    def ranks(self) -> list[tuple[int, int]]:
        """(seat, rank), best first."""
        return [(place.seat, place.rank) for place in standings(self.match, self.state)]

    @property
    def payments(self) -> list[tuple[int, int, str | None]]:
        """(seat, gold, ruling) of the last move."""
        return [(line.seat, line.by, line.ruling) for line in self.last if line.what == "gold"]

    def cards(self, steps: int = 1, camel: int | None = None) -> Race:
        for _ in range(steps):
            self.play(CamelStep(StepPayment.CARDS, camel))
        return self

    def ballast(self, camel: int | None = None) -> Race:
        return self.play(CamelStep(StepPayment.BALLAST, camel))

    def crate(self, value: int, space: int | None = None) -> Race:
        return self.play(Crate(value, space))

    def no_crates(self) -> Race:
        return self.play(NoCrates())

    def end(self, turns: int = 1) -> Race:
        for _ in range(turns):
            self.play(EndTurn())
        return self

    def correct(self, seat: int, what: str, by: int) -> Race:
        return self.play(Correct(what, by), seat)

    def after_tally(self) -> Race:
        """Go on as after an interim tally that paid nobody: now corrections lead beyond Ganzhou (E18)."""
        self.state = replace(self.state, tallied=True)
        return self

    def place_camel(self, seat: int, space: int, camel: int = 1) -> Race:
        """Place a camel on a space by a correction."""
        by = space - self.state.camels[seat - 1][camel - 1]
        return self.correct(seat, f"space:{camel}", by) if by else self

    def play(self, move: Move, seat: int | None = None) -> Race:
        """Make any move, of the seat whose turn it is or of another."""
        before = self.state.gold
        self.state, self.last = self.match.play(self.state, seat or self.turn or 1, move)
        gained = [after - previous for after, previous in zip(self.state.gold, before, strict=True)]
        assert gained == [_gold(self.last, number) for number in range(1, len(before) + 1)]
        return self

    def refuses(self, move: Move, ruling: str | None, seat: int | None = None) -> Race:
        """Check that this ruling refuses the move and nothing changes."""
        before = self.state
        with pytest.raises(IllegalMoveError) as caught:
            self.match.play(self.state, seat or self.turn or 1, move)
        assert caught.value.ruling == ruling
        assert self.state == before
        return self

    def refuses_ballast(self, ruling: str, camel: int | None = None) -> Race:
        return self.refuses(CamelStep(StepPayment.BALLAST, camel), ruling)

    def refuses_cards(self, ruling: str | None, camel: int | None = None) -> Race:
        return self.refuses(CamelStep(StepPayment.CARDS, camel), ruling)

    def refuses_crate(self, value: int = 1) -> Race:
        return self.refuses(Crate(value), "E3")


def _gold(lines: tuple[Line, ...], seat: int) -> int:
    return sum(line.by for line in lines if line.what == "gold" and line.seat == seat)
