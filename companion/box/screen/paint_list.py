"""Painting of lists: four rows, the chosen one inverse; large text has a separate layout."""

from __future__ import annotations

from companion.box.faces.faces import ListFace, ListRow
from companion.box.screen.art import glyphs
from companion.box.screen.canvas import WIDTH, Align, Canvas
from companion.box.screen.font.text_lines import Size, measure
from companion.box.screen.paint_list_large import paint_large_list
from companion.box.screen.paint_status_and_hints import HINTS_TOP, best_size, first_visible, paint_scroll, paint_strip
from companion.words.signs import Glyph

_ROW_TOPS = (12, 22, 33, 43)
_ROW_HEIGHT = 11
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
    tops, height = _ROW_TOPS, _ROW_HEIGHT
    full_text = _full_text(face.rows[chosen])
    text = full_text if full_text and face.rows[chosen].refused else face.note or full_text
    note, note_size = canvas.fit_lines(text, WIDTH - 4, _MOST_NOTE_LINES) if text else ([], Size.SMALL)
    note_top = HINTS_TOP - len(note) * _NOTE_PITCH
    visible = sum(1 for top in tops if top + height - 3 <= note_top)
    first = max(first_visible(chosen, count, len(tops)), chosen - visible + 1)
    width = WIDTH - _SCROLL_WIDTH if count > visible else WIDTH
    for number, (row, top) in enumerate(zip(face.rows[first : first + visible], tops, strict=False), start=first):
        shortened_before = len(canvas.shortened)
        _paint_row(canvas, row, top, width, height)
        if number != chosen or text != face.note:
            del canvas.shortened[shortened_before:]  # it is shown in full when it is chosen
        if number == chosen:
            _mark_chosen(canvas, row, top, width, height)
    paint_scroll(canvas, tops[0], tops[visible - 1] + height - tops[0], first, visible, count)
    if note:
        _paint_note(canvas, note, note_top, note_size)


def _full_text(row: ListRow) -> str:
    """Return the full words of a row that is cut off in its line, else ""."""
    line = Canvas()
    _paint_row(line, row, 0, WIDTH - _SCROLL_WIDTH, _ROW_HEIGHT)
    return f"{row.text} {row.detail}".strip() if line.shortened else ""


def _paint_empty(canvas: Canvas, face: ListFace) -> None:
    size = best_size(face.note, WIDTH, (Size.LARGE, Size.SMALL)) if face.large else Size.SMALL
    lines, size = canvas.fit_lines(face.note, WIDTH - 4, _MOST_NOTE_LINES, size, even=True)
    canvas.draw(glyphs.large_pictogram(Glyph.LANTERN), (WIDTH - glyphs.LARGE) // 2, 13)
    canvas.lines(lines, 0, 33, WIDTH, 10, size, Align.CENTRE)


def _paint_row(canvas: Canvas, row: ListRow, top: int, width: int, height: int) -> None:
    x = 2
    middle = top + height // 2
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
