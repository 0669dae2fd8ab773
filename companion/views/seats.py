"""How seats are marked: colour, shape and letter, the same on the screen, the pages and the lights."""

from __future__ import annotations

from companion.session.table import Table
from companion.views.faces import SeatMark, Shape
from companion.views.texts import Words

SHAPES = (Shape.CIRCLE, Shape.TRIANGLE, Shape.SQUARE, Shape.DIAMOND, Shape.PENTAGON)
LETTERS = "ABCDE"


def mark_for(seat: int, name: str, colour: str, words: Words) -> SeatMark:
    """The mark of a seat, from 1."""
    return SeatMark(seat, LETTERS[seat - 1], SHAPES[seat - 1], name, words(f"colour.{colour}"))


def mark_of(table: Table, seat: int, words: Words) -> SeatMark:
    """The mark of a seat at this table."""
    colour = table.game.seat_colours(table.state)[seat - 1][0]
    return mark_for(seat, table.names[seat - 1], colour, words)
