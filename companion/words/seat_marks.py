"""How seats are marked: colour, shape and letter, the same on the screen, the pages and the lights."""

from __future__ import annotations

from collections.abc import Sequence

from companion.table.table import Table
from companion.words.catalogue import Words
from companion.words.signs import SeatMark, Shape

SHAPES = (Shape.CIRCLE, Shape.TRIANGLE, Shape.SQUARE, Shape.DIAMOND, Shape.PENTAGON)
LETTERS = "ABCDE"
BRIEF = 8
"""How long a name may be where it shares a line with other words."""


def mark_for(seat: int, name: str, colour: str, words: Words) -> SeatMark:
    """The mark of a seat, from 1; of a colour that nobody knows with an empty one."""
    return SeatMark(seat, LETTERS[seat - 1], SHAPES[seat - 1], name, words(f"colour.{colour}") if colour else "")


def mark_of(table: Table, seat: int, words: Words) -> SeatMark:
    """The mark of a seat at this table."""
    colour = table.match.colours[seat - 1][0]
    return mark_for(seat, table.names[seat - 1], colour, words)


def named_together(names: Sequence[str]) -> str:
    """One or more names as one: "Ada, Bao & Cid"."""
    *others, last = names
    return f"{', '.join(others)} & {last}" if others else last


def brief_names(names: Sequence[str]) -> tuple[str, ...]:
    """Names short enough to share a line with other words: a long one is cut, so that what follows it is still read."""
    return tuple(name if len(name) <= BRIEF else f"{name[: BRIEF - 1].rstrip(' -')}…" for name in names)
