"""Painting of lists: four rows, the chosen one inverse; large text has a separate layout."""

from __future__ import annotations

from itertools import accumulate

from companion.box.faces.faces import ListFace, ListRow
from companion.box.screen.art import glyphs
from companion.box.screen.canvas import WIDTH, Align, Canvas
from companion.box.screen.font.text_lines import Size, measure
from companion.box.screen.paint_list_large import paint_large_list
from companion.box.screen.paint_status_and_hints import HINTS_TOP, best_size, first_visible, paint_scroll, paint_strip
from companion.support.frozen_dataclasses import frozen
from companion.words.signs import Glyph

_FIRST_TOP, _MOST_ROWS = 12, 4
_ROW_HEIGHT = 11
_CAPITALS, _CAP_HEIGHT, _HANGING = 2, 7, 2
"""Rows of a row of the list: above its capitals, of its capitals, and below them."""
_USUAL_PITCH, _LEAST_PITCH = 10, 9
_DETAIL_GAP = 4
_SCROLL_WIDTH = 3
_NOTE_PITCH = 9
_MOST_NOTE_LINES = 3


def paint_list(canvas: Canvas, face: ListFace) -> None:
    """Paint rows with their marks and details; the note covers the last rows like a drawer.

    Without a note, the drawer shows the full text of a chosen row that is too long for its line. So it does if the row
    is refused, because its reason is shown again when it is pressed.
    """
    paint_strip(canvas, face.strip)
    if not face.rows:
        _paint_empty(canvas, face)
        return
    count = len(face.rows)
    chosen = min(max(face.chosen, 0), count - 1)
    if face.large:
        paint_large_list(canvas, face, chosen)
        return
    full_text = _full_text(face.rows[chosen])
    text = full_text if full_text and face.rows[chosen].refused else face.note or full_text
    note, note_size = canvas.fit_lines(text, WIDTH - 4, _MOST_NOTE_LINES) if text else ([], Size.SMALL)
    note_top = HINTS_TOP - len(note) * _NOTE_PITCH
    first, layout = _lay_out(face.rows, chosen, note_top - 1 if note else HINTS_TOP)
    visible = len(layout.tops)
    width = WIDTH - _SCROLL_WIDTH if count > visible else WIDTH
    for number, (row, top) in enumerate(zip(face.rows[first:], layout.tops, strict=False), start=first):
        shortened_before = len(canvas.shortened)
        _paint_row(canvas, row, top, width)
        if number != chosen or text != face.note:
            del canvas.shortened[shortened_before:]  # it is shown in full when it is chosen
        if number == chosen:
            _mark_chosen(canvas, row, layout.bar_top, width, top + _ROW_HEIGHT - layout.bar_top)
    paint_scroll(canvas, layout.tops[0], layout.tops[-1] + _ROW_HEIGHT - layout.tops[0], first, visible, count)
    if note:
        _paint_note(canvas, note, note_top, note_size)


@frozen
class _RowLayout:
    """The rows of a list in sight."""

    tops: tuple[int, ...]
    bar_top: int
    """First row of the bar of the chosen row; it ends with what hangs below its letters."""


def _lay_out(rows: tuple[ListRow, ...], chosen: int, end: int) -> tuple[int, _RowLayout]:
    """Return the first row in sight and the layout of as many as fit above the row `end`."""
    for visible in range(min(len(rows), _MOST_ROWS), 1, -1):
        first = first_visible(chosen, len(rows), visible)
        if visible < _MOST_ROWS:
            first = max(first_visible(chosen, len(rows), _MOST_ROWS), chosen - visible + 1)
        room = end - _ROW_HEIGHT - _FIRST_TOP
        layout = _lay_out_rows(rows[first : first + visible], chosen - first, room)
        if layout is not None:
            return first, layout
    return chosen, _RowLayout((_FIRST_TOP,), _FIRST_TOP)


def _lay_out_rows(rows: tuple[ListRow, ...], chosen: int, room: int) -> _RowLayout | None:
    """Return rows so that the bar of the chosen one cuts no letter of its neighbours; None if they need more room.

    `room` is the distance of the first row from the last one.
    """
    reach = [_reach(row) for row in rows]
    above = _CAPITALS if reach[chosen][0] else _CAPITALS - 1
    least = [_LEAST_PITCH] * (len(rows) - 1)
    if chosen:
        least[chosen - 1] = _CAP_HEIGHT + reach[chosen - 1][1] + above
    if chosen < len(rows) - 1:
        least[chosen] = _CAP_HEIGHT + _HANGING + reach[chosen + 1][0]
    pitches = [max(pitch, _USUAL_PITCH) for pitch in least]
    while sum(pitches) > room:
        wide = [number for number, pitch in enumerate(pitches) if pitch > max(least[number], _LEAST_PITCH)]
        if not wide:
            return None
        pitches[max(wide, key=lambda number: abs(2 * number + 1 - 2 * chosen))] -= 1
    if pitches and len(rows) == _MOST_ROWS and sum(pitches) < room:
        pitches[min(chosen, len(pitches) - 1)] += 1
    tops = tuple(accumulate(pitches, initial=_FIRST_TOP))
    return _RowLayout(tops, tops[chosen] + _CAPITALS - above)


def _reach(row: ListRow) -> tuple[int, int]:
    """Return how many rows a row of the list reaches above its capitals and below them."""
    line = Canvas()
    _paint_row(line, row, _ROW_HEIGHT, WIDTH - _SCROLL_WIDTH)
    capitals = _ROW_HEIGHT + _CAPITALS
    lit = [y for y, points in enumerate(line.picture().rows) if points] or [capitals]
    return max(capitals - lit[0], 0), max(lit[-1] - capitals - _CAP_HEIGHT + 1, 0)


def _full_text(row: ListRow) -> str:
    """Return the full words of a row that is cut off in its line, else ""."""
    line = Canvas()
    _paint_row(line, row, 0, WIDTH - _SCROLL_WIDTH)
    return f"{row.text} {row.detail}".strip() if line.shortened else ""


def _paint_empty(canvas: Canvas, face: ListFace) -> None:
    size = best_size(face.note, WIDTH, (Size.LARGE, Size.SMALL)) if face.large else Size.SMALL
    lines, size = canvas.fit_lines(face.note, WIDTH - 4, _MOST_NOTE_LINES, size, even=True)
    canvas.draw(glyphs.large_pictogram(Glyph.LANTERN), (WIDTH - glyphs.LARGE) // 2, 13)
    canvas.lines(lines, 0, 33, WIDTH, 10, size, Align.CENTRE)


def _paint_row(canvas: Canvas, row: ListRow, top: int, width: int) -> None:
    x = 2
    middle = top + _ROW_HEIGHT // 2
    if row.ticked is not None:
        _paint_tick(canvas, x, middle - 3, ticked=row.ticked)
        x += 10
    if row.glyph is not None:
        canvas.draw(glyphs.pictogram(row.glyph), x, middle - 4)
        x += 12
    if row.mark is not None:
        canvas.draw(glyphs.shape(row.mark.shape), x, middle - 3)
        x += 9 + canvas.text(row.mark.letter, x + 9, middle - 3, 10) + 4
    right = width - 2
    if row.detail:
        detail_width = min(measure(row.detail, Size.SMALL), (right - x) * 2 // 3)
        canvas.text(row.detail, right - detail_width, middle - 3, detail_width)
        right -= detail_width + _DETAIL_GAP
    written = canvas.text(row.text, x, middle - 3, right - x)
    if row.refused:
        canvas.dots(x, middle, written, 1)


def _mark_chosen(canvas: Canvas, row: ListRow, top: int, width: int, height: int) -> None:
    if not row.refused:
        canvas.invert(0, top, width, height)
        return
    canvas.frame(0, top, width, height)


def _paint_tick(canvas: Canvas, x: int, y: int, *, ticked: bool) -> None:
    canvas.frame(x, y, 7, 7)
    if ticked:
        canvas.fill(x + 2, y + 2, 3, 3)


def _paint_note(canvas: Canvas, lines: list[str], top: int, size: Size) -> None:
    canvas.clear(0, top - 1, WIDTH, HINTS_TOP - top + 1)
    canvas.dots(0, top - 1, WIDTH, 1)
    canvas.lines(lines, 2, top + 1, WIDTH - 2, _NOTE_PITCH, size)
