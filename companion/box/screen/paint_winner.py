"""Painting of the winner at the end of a game: a crowned piece with its letter, the name and the total."""

from __future__ import annotations

from functools import cache

from companion.box.faces.faces import EndFace
from companion.box.screen.art import glyphs
from companion.box.screen.art.bitmap import Bitmap
from companion.box.screen.canvas import WIDTH, Align, Canvas
from companion.box.screen.font.text_lines import Size, alphabet, line, measure
from companion.box.screen.paint_status_and_hints import HINTS_TOP, in_large_lines, number_text
from companion.words.signs import AnyGlyph, Glyph, SeatMark, Shape

_PANEL = 30
"""Width of the lit panel with the piece."""
_BOTTOM = HINTS_TOP - 2
_LEFT = _PANEL + 3
_ROOM = WIDTH - 1 - _LEFT
_LETTER_DOWN = {Shape.TRIANGLE: 4, Shape.PENTAGON: 1}
"""Points by which the middle of a shape lies below the middle of its drawing."""
_NAME_PITCH = 14
_UNIT_GAP = 3


def paint_winner(canvas: Canvas, face: EndFace) -> None:
    """Paint the winner: the piece on a lit panel, and beside it the name as large as it fits, above the total."""
    result = face.results[0]
    _paint_piece(canvas, result.mark)
    total, name = number_text(result.total), result.mark.name
    if 2 * measure(name, Size.LARGE) <= _ROOM:
        drawn = doubled(_without_empty_rows(line(name, Size.LARGE)))
        room = _BOTTOM - drawn.height - alphabet(Size.NUMBER).cap_height
        canvas.draw(drawn, _LEFT + (_ROOM - drawn.width) // 2, room // 3)
        _paint_total(canvas, total, face.unit, _BOTTOM - room // 3 - alphabet(Size.NUMBER).cap_height, Size.NUMBER)
        return
    lines, size = in_large_lines(name, _ROOM, 1), Size.LARGE
    if not lines:
        apart = in_large_lines(name.replace("-", "- "), _ROOM, 2, even=True)
        lines = [each.replace("- ", "-") for each in apart]
    if not lines:
        lines, size = canvas.fit_lines(name, _ROOM, 2, even=True)
    if len(lines) == 1:
        canvas.lines(lines, _LEFT, 3, _ROOM, _NAME_PITCH, size, Align.CENTRE)
        _paint_total(canvas, total, face.unit, _BOTTOM - alphabet(Size.HUGE).cap_height, Size.HUGE)
    else:
        canvas.lines(lines, _LEFT, 3, _ROOM, _NAME_PITCH if size is Size.LARGE else 11, size, Align.CENTRE)
        _paint_total(canvas, total, face.unit, _BOTTOM - alphabet(Size.NUMBER).cap_height - 1, Size.NUMBER)


def _paint_total(canvas: Canvas, total: str, unit: AnyGlyph, top: int, size: Size) -> None:
    """Paint the total with the drawing of what it counts, if there is room, in the middle."""
    width = measure(total, size)
    if width > _ROOM and size is Size.HUGE:
        _paint_total(canvas, total, unit, top + 8, Size.NUMBER)
        return
    sign = glyphs.large_pictogram(unit)
    both = width + _UNIT_GAP + sign.width
    left = _LEFT + (_ROOM - (both if both <= _ROOM else width)) // 2
    canvas.text(total, left, top, width, size)
    if both <= _ROOM:
        canvas.draw(sign, left + width + _UNIT_GAP, top + (alphabet(size).cap_height - sign.height) // 2)


def _paint_piece(canvas: Canvas, mark: SeatMark) -> None:
    """Paint the crowned piece with its letter, dark on a lit panel."""
    canvas.fill(0, 0, _PANEL, _BOTTOM)
    crown = _without_empty_rows(glyphs.large_pictogram(Glyph.CROWN))
    piece = doubled(glyphs.big_shape(mark.shape))
    top = (_BOTTOM - crown.height - 2 - piece.height) // 2
    canvas.cut(crown, (_PANEL - crown.width) // 2, top)
    top += crown.height + 2
    left = (_PANEL - piece.width) // 2
    canvas.cut(piece, left, top)
    size = Size.SMALL if mark.shape in (Shape.TRIANGLE, Shape.DIAMOND) else Size.LARGE
    letter = _without_empty_rows(line(mark.letter, size))
    down = (piece.height - letter.height + 1) // 2 + _LETTER_DOWN.get(mark.shape, 0)
    canvas.draw(letter, left + (piece.width - letter.width + 1) // 2, top + down)
    for x in (0, _PANEL - 1):
        for y in (0, _BOTTOM - 1):
            canvas.clear(x, y, 1, 1)


@cache
def doubled(drawing: Bitmap) -> Bitmap:
    """Return a drawing at twice its size, with its slanted edges smoothed: each corner of a point takes the value of
    its two neighbours there if these are equal and the others differ.
    """

    def lit(x: int, y: int) -> bool:
        inside = 0 <= x < drawing.width and 0 <= y < drawing.height
        return inside and bool(drawing.rows[y] >> (drawing.width - 1 - x) & 1)

    def corner(x: int, y: int, right: int, below: int) -> bool:
        beside, across = lit(x + right, y), lit(x - right, y)
        near, far = lit(x, y + below), lit(x, y - below)
        return beside if beside == near and beside != far and near != across else lit(x, y)

    rows = []
    for y in range(drawing.height):
        for below in (-1, 1):
            points = (corner(x, y, right, below) for x in range(drawing.width) for right in (-1, 1))
            rows.append(int("".join("1" if point else "0" for point in points) or "0", 2))
    return Bitmap(2 * drawing.width, tuple(rows))


def _without_empty_rows(drawing: Bitmap) -> Bitmap:
    """Return a drawing without the empty rows above and below it."""
    lit = [number for number, row in enumerate(drawing.rows) if row]
    return Bitmap(drawing.width, drawing.rows[lit[0] : lit[-1] + 1]) if lit else drawing
