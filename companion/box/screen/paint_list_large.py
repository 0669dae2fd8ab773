"""Painting of lists in large text: complete rows of large lines, the chosen one inverse, its note below them."""

from __future__ import annotations

from collections.abc import Sequence

from companion.box.faces.faces import ListFace, Row
from companion.box.screen.art import glyphs
from companion.box.screen.canvas import WIDTH, Align, Canvas
from companion.box.screen.font.text_lines import Size, measure
from companion.box.screen.layout import HINTS_TOP, LARGE_PITCH, LARGE_ROWS, MATTER_TOP, in_large_lines, paint_scroll
from companion.support.frozen import frozen

_GAP = 6
_SCROLL_WIDTH = 3
_MARGIN = 2
_SMALL_PITCH = 9


@frozen
class _Laid:
    """Words in lines, in large letters if possible."""

    lines: tuple[str, ...]
    size: Size = Size.LARGE
    detail: str = ""
    """At the right of the last line."""

    @property
    def height(self) -> int:
        """Height in large lines."""
        pitch = LARGE_PITCH if self.size is Size.LARGE else _SMALL_PITCH
        return -(-len(self.lines) * pitch // LARGE_PITCH)


def paint_large_list(canvas: Canvas, face: ListFace, chosen: int) -> None:
    """Paint as many complete rows around the chosen one as fit; what is too long for large letters is small.

    The chosen row, and those above it, are a point higher than those below it: its bar includes the parts of letters
    that hang below the line, and there is a dark line under it.
    """
    rows = face.rows
    width = WIDTH
    if len(rows) > LARGE_ROWS or sum(_laid(row, width).height for row in rows) > LARGE_ROWS:
        width -= _SCROLL_WIDTH
    this = _laid(rows[chosen], width)
    note, whole = _note(face.note, LARGE_ROWS - this.height)
    if not whole:
        this = _small(rows[chosen], width)
        note, whole = _note(face.note, LARGE_ROWS - this.height)
    if not whole:
        canvas.shortened.append(face.note)
    first, shown = _around(rows, chosen, this, LARGE_ROWS - note.height, width)
    top = MATTER_TOP
    for number, laid in enumerate(shown, start=first):
        below = top + laid.height * LARGE_PITCH
        _paint_row(canvas, rows[number], laid, top - (number <= chosen), width)
        if number == chosen:
            above = top if top == MATTER_TOP and face.strip.turn else top - 1
            _mark_chosen(canvas, above, width, below - above, refused=rows[number].refused)
        top = below
    paint_scroll(canvas, MATTER_TOP, top - MATTER_TOP, first, len(shown), len(rows))
    if note.lines:
        _paint_note(canvas, note)


def _around(rows: Sequence[Row], chosen: int, this: _Laid, room: int, width: int) -> tuple[int, list[_Laid]]:
    """Return the first row in sight, and all rows in sight.

    One row before the chosen one comes first, then the rows after it, then more before it.
    """
    shown, left = [this], room - this.height
    first, after = chosen, chosen + 1
    before_first = True
    while True:
        if first and (before_first or after == len(rows)) and (laid := _laid(rows[first - 1], width)).height <= left:
            first, shown, left = first - 1, [laid, *shown], left - laid.height
        elif after < len(rows) and (laid := _laid(rows[after], width)).height <= left:
            after, shown, left = after + 1, [*shown, laid], left - laid.height
        else:
            return first, shown
        before_first = False


def _laid(row: Row, width: int) -> _Laid:
    """Return a row in large lines, its detail at the right of the last line or on another line; else in small ones."""
    room = width - _head_width(row) - 2 * _MARGIN
    lines = in_large_lines(row.text, room, LARGE_ROWS)
    if row.detail and lines and measure(lines[-1], Size.LARGE) + _GAP + measure(row.detail, Size.LARGE) > room:
        lines.append("")
    fits = lines and len(lines) <= LARGE_ROWS and measure(row.detail, Size.LARGE) <= room
    return _Laid(tuple(lines), detail=row.detail) if fits else _small(row, width)


def _small(row: Row, width: int) -> _Laid:
    room = width - _head_width(row) - 2 * _MARGIN
    most = LARGE_ROWS * LARGE_PITCH // _SMALL_PITCH
    lines, size = Canvas().broken(f"{row.text} {row.detail}".strip(), room, most)
    return _Laid(tuple(lines), size)


def _note(note: str, rows: int) -> tuple[_Laid, bool]:
    """Return a note in at most `rows` large lines, else in small ones in the same room; and whether it is complete."""
    if not note:
        return _Laid(()), True
    if lines := in_large_lines(note, WIDTH - 2 * _MARGIN, rows):
        return _Laid(tuple(lines)), True
    tried = Canvas()
    most = rows * LARGE_PITCH // _SMALL_PITCH
    small, size = tried.broken(note, WIDTH - 2 * _MARGIN, most) if most else ([], Size.SMALL)
    return _Laid(tuple(small), size), bool(small) and not tried.shortened


def _head_width(row: Row) -> int:
    """Return the width of the signs before the words of a row."""
    ticked, drawn, marked = row.ticked is not None, row.glyph is not None, row.mark
    letter = 11 + 3 + measure(marked.letter, Size.LARGE) + 5 if marked else 0
    return 14 * ticked + (glyphs.SMALL + 4) * drawn + letter


def _paint_row(canvas: Canvas, row: Row, laid: _Laid, top: int, width: int) -> None:
    x = _paint_head(canvas, row, top)
    pitch = LARGE_PITCH if laid.size is Size.LARGE else _SMALL_PITCH
    for number, line in enumerate(laid.lines):
        y = top + 1 + number * pitch + (2 if laid.size is not Size.LARGE and laid.height == 1 else 0)
        written = canvas.text(line, x, y, width - _MARGIN - x, laid.size)
        if row.refused:
            canvas.dots(x, y + 5 if laid.size is Size.LARGE else y + 3, written, 2 if laid.size is Size.LARGE else 1)
    if laid.detail:
        y = top + 1 + (len(laid.lines) - 1) * pitch
        canvas.text(laid.detail, x, y, width - _MARGIN - x, laid.size, Align.RIGHT)


def _paint_head(canvas: Canvas, row: Row, top: int) -> int:
    """Paint the box to tick, the drawing, the seat's shape and letter; return where the words begin."""
    x = _MARGIN
    if row.ticked is not None:
        canvas.frame(x, top + 2, 10, 10)
        if row.ticked:
            canvas.fill(x + 3, top + 5, 4, 4)
        x += 14
    if row.glyph is not None:
        canvas.draw(glyphs.pictogram(row.glyph), x, top + 2)
        x += glyphs.SMALL + 4
    if row.mark is not None:
        canvas.draw(glyphs.big_shape(row.mark.shape), x, top + 1)
        x += 14
        x += canvas.text(row.mark.letter, x, top + 1, 20, Size.LARGE) + 5
    return x


def _mark_chosen(canvas: Canvas, top: int, width: int, height: int, *, refused: bool) -> None:
    """Mark the chosen row: inverse, or framed if it is refused.

    The row below starts after a dark line, so that the mark touches no letter there.
    """
    if refused:
        canvas.frame(0, top, width, height)
    else:
        canvas.invert(0, top, width, height)


def _paint_note(canvas: Canvas, note: _Laid) -> None:
    """Paint the note along the bottom of the list, under a dotted line."""
    top = HINTS_TOP - note.height * LARGE_PITCH
    canvas.dots(0, top, WIDTH, 1)
    pitch = LARGE_PITCH if note.size is Size.LARGE else _SMALL_PITCH
    canvas.lines(note.lines, _MARGIN, top + 2, WIDTH - _MARGIN, pitch, note.size)
