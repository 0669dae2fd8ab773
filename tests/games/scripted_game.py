"""The base of games that tests play by short method calls."""

from __future__ import annotations

from typing import Any

from companion.rules.moves import Line
from companion.rules.viewer import EVERYTHING


class ScriptedGame:
    """A game in progress; a subclass for each game begins it and plays its moves."""

    match: Any
    state: Any
    last: tuple[Line, ...]
    """The lines of the last move."""

    @property
    def turn(self) -> int | None:
        seat: int | None = self.match.turn(self.state)
        return seat

    @property
    def active_seats(self) -> tuple[int, ...]:
        seats: tuple[int, ...] = self.match.active_seats(self.state)
        return seats

    @property
    def over(self) -> bool:
        return bool(self.match.over(self.state))

    @property
    def lines(self) -> list[tuple[int, str, int, str | None]]:
        """(seat, what, by, ruling) of the last move."""
        return [(line.seat, line.what, line.by, line.ruling) for line in self.last]

    def holding(self, seat: int, what: str) -> Any:
        """Return one holding of a seat, by its name in the view."""
        return self.match.holdings(self.match.player_view(self.state, EVERYTHING), seat)[what]
