"""The dark page of a box that nobody uses at night."""

from __future__ import annotations

from companion.box.faces.faces import Face, OffFace
from companion.box.pages.page import Page
from companion.table.table import Table
from companion.words.signs import Key

DARK_AFTER_S = 600.0
"""Seconds without a key or a move after which the box goes dark at night."""
LOOK_S = 600.0
"""Seconds between two looks at the clock of a box that nobody uses by day."""
_NIGHT = (22, 7)
"""The first hour of the night, and the first of the day."""


def is_night(hour: int) -> bool:
    """Return whether the night includes this hour, from 0 to 23."""
    begin, end = _NIGHT
    return hour >= begin or hour < end


class NightPage(Page):
    """Nothing at all. Any key, and any change of the game, brings the page below back and does nothing else."""

    is_dark = True

    def face(self) -> Face:
        return OffFace(line="")

    def press(self, key: Key) -> None:
        self.box.remove(self)

    def long_press(self, key: Key) -> None:
        self.box.remove(self)

    def undo(self) -> None:
        self.box.remove(self)

    def hold_text(self, key: Key) -> str:
        return ""

    def on_top(self) -> None:
        self.box.remove(self)  # a question that was above it is answered

    def table_changed(self, before: Table, after: Table) -> None:
        self.box.remove(self)
