"""Painting of lists in large text: complete rows of large lines, the chosen one inverse, its note below them."""

from __future__ import annotations

from collections.abc import Sequence

from companion.box.faces.faces import ListFace, ListRow
from companion.box.screen.art import glyphs
from companion.box.screen.art.bitmap import Bitmap
from companion.box.screen.canvas import WIDTH, Align, Canvas
from companion.box.screen.font.text_lines import Size, measure
from companion.box.screen.paint_status_and_hints import (
    CONTENT_TOP,
    HINTS_TOP,
    LARGE_PITCH,
    LARGE_ROWS,
    in_large_lines,
    paint_scroll,
)
from companion.support.frozen_dataclasses import frozen

_GAP = 6
_SCROLL_WIDTH = 3
_MARGIN = 2
_SMALL_PITCH = 9


@frozen
class _TextLayout:
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
    if len(rows) > LARGE_ROWS or sum(_lay_out(row, width).height for row in rows) > LARGE_ROWS:
        width -= _SCROLL_WIDTH
    chosen_layout = _lay_out(rows[chosen], width)
    note, complete = _lay_out_note(face.note, LARGE_ROWS - chosen_layout.height)
    if not complete:
        chosen_layout = _lay_out_small(rows[chosen], width)
        note, complete = _lay_out_note(face.note, LARGE_ROWS - chosen_layout.height)
    if not complete:
        canvas.shortened.append(face.note)
    first, visible = _visible_rows(rows, chosen, chosen_layout, LARGE_ROWS - note.height, width)
    top = CONTENT_TOP
    for number, layout in enumerate(visible, start=first):
        below = top + layout.height * LARGE_PITCH
        above = top if top == CONTENT_TOP and face.strip.turn else top - 1
        hanging = canvas.picture().rows[above] if number > first else 0
        _paint_row(canvas, rows[number], layout, top - (number <= chosen), width)
        if number == chosen:
            _mark_chosen(canvas, above, width, below - above, refused=rows[number].refused)
            _interrupt(canvas, above, hanging)
        top = below
    paint_scroll(canvas, CONTENT_TOP, top - CONTENT_TOP, first, len(visible), len(rows))
    if note.lines:
        _paint_note(canvas, note)


def _visible_rows(
    rows: Sequence[ListRow], chosen: int, chosen_layout: _TextLayout, room: int, width: int
) -> tuple[int, list[_TextLayout]]:
    """Return the first row in sight, and all rows in sight.

    One row before the chosen one comes first, then the rows after it, then more before it.
    """
    visible, room_left = [chosen_layout], room - chosen_layout.height
    first, after = chosen, chosen + 1
    before_first = True
    while True:
        if (
            first
            and (before_first or after == len(rows))
            and (layout := _lay_out(rows[first - 1], width)).height <= room_left
        ):
            first, visible, room_left = first - 1, [layout, *visible], room_left - layout.height
        elif after < len(rows) and (layout := _lay_out(rows[after], width)).height <= room_left:
            after, visible, room_left = after + 1, [*visible, layout], room_left - layout.height
        else:
            return first, visible
        before_first = False


def _lay_out(row: ListRow, width: int) -> _TextLayout:
    """Return a row in large lines, its detail at the right of the last line or on another line; else in small ones."""
    room = width - _head_width(row) - 2 * _MARGIN
    lines = in_large_lines(row.text, room, LARGE_ROWS)
    if row.detail and lines and measure(lines[-1], Size.LARGE) + _GAP + measure(row.detail, Size.LARGE) > room:
        lines.append("")
    fits = lines and len(lines) <= LARGE_ROWS and measure(row.detail, Size.LARGE) <= room
    return _TextLayout(tuple(lines), detail=row.detail) if fits else _lay_out_small(row, width)


def _lay_out_small(row: ListRow, width: int) -> _TextLayout:
    """Return a row in small letters: its detail at the right of the last line if it fits there, else after the text."""
    room = width - _head_width(row) - 2 * _MARGIN
    most = LARGE_ROWS * LARGE_PITCH // _SMALL_PITCH
    trial = Canvas()
    lines, size = trial.fit_lines(row.text, room, most)
    beside = measure(lines[-1], size) + _GAP + measure(row.detail, size) <= room if lines else False
    if row.detail and beside and not trial.shortened:
        return _TextLayout(tuple(lines), size, row.detail)
    lines, size = Canvas().fit_lines(f"{row.text} {row.detail}".strip(), room, most)
    return _TextLayout(tuple(lines), size)


def _lay_out_note(note: str, rows: int) -> tuple[_TextLayout, bool]:
    """Return a note in at most `rows` large lines, else in small ones in the same room; and whether it is complete."""
    if not note:
        return _TextLayout(()), True
    if lines := in_large_lines(note, WIDTH - 2 * _MARGIN, rows):
        return _TextLayout(tuple(lines)), True
    trial = Canvas()
    most = rows * LARGE_PITCH // _SMALL_PITCH
    small, size = trial.fit_lines(note, WIDTH - 2 * _MARGIN, most) if most else ([], Size.SMALL)
    return _TextLayout(tuple(small), size), bool(small) and not trial.shortened


def _head_width(row: ListRow) -> int:
    """Return the width of the signs before the words of a row."""
    ticked, drawn, marked = row.ticked is not None, row.glyph is not None, row.mark
    letter = 11 + 3 + measure(marked.letter, Size.LARGE) + 5 if marked else 0
    return 14 * ticked + (glyphs.SMALL + 4) * drawn + letter


def _paint_row(canvas: Canvas, row: ListRow, layout: _TextLayout, top: int, width: int) -> None:
    x = _paint_head(canvas, row, top)
    pitch = LARGE_PITCH if layout.size is Size.LARGE else _SMALL_PITCH
    for number, line in enumerate(layout.lines):
        y = top + 1 + number * pitch + (2 if layout.size is not Size.LARGE and layout.height == 1 else 0)
        written = canvas.text(line, x, y, width - _MARGIN - x, layout.size)
        if row.refused:
            canvas.dots(
                x, y + 5 if layout.size is Size.LARGE else y + 3, written, 2 if layout.size is Size.LARGE else 1
            )
    if layout.detail:
        y = top + 1 + (len(layout.lines) - 1) * pitch
        y += 2 if layout.size is not Size.LARGE and layout.height == 1 else 0
        canvas.text(layout.detail, x, y, width - _MARGIN - x, layout.size, Align.RIGHT)


def _paint_head(canvas: Canvas, row: ListRow, top: int) -> int:
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


def _interrupt(canvas: Canvas, y: int, hanging: int) -> None:
    """Interrupt the first row of the mark around the letters that hang into it from the row above."""
    canvas.cut(Bitmap(WIDTH, (hanging << 1 | hanging | hanging >> 1,)), 0, y)
    canvas.draw(Bitmap(WIDTH, (hanging,)), 0, y)


def _paint_note(canvas: Canvas, note: _TextLayout) -> None:
    """Paint the note along the bottom of the list, under a dotted line."""
    top = HINTS_TOP - note.height * LARGE_PITCH
    canvas.dots(0, top, WIDTH, 1)
    pitch = LARGE_PITCH if note.size is Size.LARGE else _SMALL_PITCH
    canvas.lines(note.lines, _MARGIN, top + 2, WIDTH - _MARGIN, pitch, note.size)
