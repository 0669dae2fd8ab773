"""Painting of results: a share of a tally, and the sheet at the end of a game."""

from __future__ import annotations

from companion.box.faces.faces import MOST_LARGE_RESULTS, EndFace, RevealFace, SeatResult, TallyFace
from companion.box.screen.art import glyphs
from companion.box.screen.canvas import HEIGHT, WIDTH, Align, Canvas
from companion.box.screen.font.text_lines import Size, measure, widest, wrap_evenly
from companion.box.screen.paint_status_and_hints import (
    CONTENT_TOP,
    HINTS_TOP,
    best_size,
    paint_badges,
    paint_scroll,
    paint_seat,
    paint_strip,
    seat_width,
)
from companion.words.signs import Glyph, SeatMark

_NUMBERS = (Size.HUGE, Size.NUMBER, Size.LARGE, Size.SMALL)
_TALLY_BAR = 15
_MOST_RESULTS = 5
_LARGE_ROW = 13
_SMALL_ROW = 9
_APART = 4
"""Fewest points between two numbers side by side."""
_AMOUNTS_TOP = CONTENT_TOP + 11
_TOTALS_TOP = CONTENT_TOP + 29
_MARGIN, _REASON_LINES = 2, 2
_SCROLL = 4
"""Width of the bar of a scrolled sheet."""


def paint_tally(canvas: Canvas, face: TallyFace) -> None:
    """Paint one share of a tally.

    The seat is on a bar, the share huge at the right; at the left are the town, the camel's place and the new total.
    """
    _paint_seat_bar(canvas, face)
    pays = _signed(face.pays)
    size = best_size(pays, 68, _NUMBERS)
    width = min(measure(pays, size), 68)
    canvas.text(pays, WIDTH - 2 - width, 18 if size is Size.HUGE else 26, width, size)
    room = WIDTH - 2 - width - 8
    canvas.text(face.city, 2, 18, room)
    lines, small = canvas.fit_lines(face.place, max(room, 1), 2)
    canvas.lines(lines, 2, 27, room, 8, small)
    canvas.draw(glyphs.pictogram(Glyph.COIN), 2, 44)
    total = _number(face.total)
    size = best_size(total, room - 12, (Size.LARGE, Size.SMALL))
    canvas.text(total, 14, 43 if size is Size.LARGE else 45, room - 12, size)
    _paint_steps(canvas, face)


def paint_end(canvas: Canvas, face: EndFace) -> None:
    """Paint a sheet to photograph: the headline on a bar, then every seat with its rank and total."""
    results = face.results[:_MOST_RESULTS]
    top = _paint_headline(canvas, face, two_lines=len(results) <= 3) + 1
    bottom = HINTS_TOP
    if not face.hints and face.hold is None:
        bottom = HEIGHT - 11
        canvas.across(0, bottom, WIDTH)
        canvas.text(face.game, 0, bottom + 3, WIDTH, align=Align.CENTRE)
    end = WIDTH - 2
    if face.large and len(results) > MOST_LARGE_RESULTS:
        end -= _SCROLL
        first = min(max(face.scroll, 0), len(results) - MOST_LARGE_RESULTS)
        paint_scroll(canvas, top, bottom - top - 1, first, MOST_LARGE_RESULTS, len(results))
        results = results[first : first + MOST_LARGE_RESULTS]
    for result, height in zip(results, _heights(len(results), bottom - top), strict=True):
        _paint_result(canvas, result, top, height, end)
        top += height


def paint_reveal(canvas: Canvas, face: RevealFace) -> None:
    """Paint a column for each seat: its mark, what the step brings it, and its total below a line.

    A sentence takes the place of the amounts. Beside a single amount are its reasons, if there is room.
    """
    paint_strip(canvas, face.strip)
    columns = face.columns[:_MOST_RESULTS]
    if not columns:
        return
    width = WIDTH // len(columns)
    left = (WIDTH - width * len(columns)) // 2
    named = all(seat_width(column.mark) + 2 <= width for column in columns)
    for number, column in enumerate(columns):
        _paint_mark(canvas, column.mark, left + number * width, width, named=named)
    amounts = [number for number, column in enumerate(columns) if column.amount]
    if len(amounts) == 1 and (reasons := _reasons_beside(face.reasons, left, width, amounts[0])) is not None:
        _paint_numbers(canvas, [column.amount for column in columns], left, width, _AMOUNTS_TOP)
        lines, x, room = reasons
        y = _AMOUNTS_TOP + (4 if len(lines) == 1 else 0)
        canvas.lines(lines, x, y, room, 8, Size.NARROW, Align.CENTRE)
    elif amounts:
        _paint_numbers(canvas, [column.amount or "–" for column in columns], left, width, _AMOUNTS_TOP)
    elif face.line:
        lines, size = canvas.fit_lines(face.line, WIDTH - 4, 1)
        canvas.lines(lines, 2, _AMOUNTS_TOP + 2, WIDTH - 4, 9, size, Align.CENTRE)
    canvas.dots(0, _TOTALS_TOP - 3, WIDTH, 1)
    totals = ["–" if column.total is None else _number(column.total) for column in columns]
    _paint_numbers(canvas, totals, left, width, _TOTALS_TOP)


def _reasons_beside(reasons: tuple[str, ...], left: int, width: int, column: int) -> tuple[list[str], int, int] | None:
    """Return as many reasons as fit beside the amount in a column, in lines, and the place and width of these."""
    before, after = left + column * width - 2 * _MARGIN, WIDTH - left - (column + 1) * width - 2 * _MARGIN
    x, room = (_MARGIN, before) if before > after else (left + (column + 1) * width + _MARGIN, after)
    for count in range(len(reasons), 0, -1):
        text = " · ".join(reasons[:count])
        lines = wrap_evenly(text, Size.NARROW, room)
        if len(lines) <= _REASON_LINES and widest(text, Size.NARROW) <= room:
            return lines, x, room
    return None


def _paint_mark(canvas: Canvas, mark: SeatMark, left: int, width: int, *, named: bool) -> None:
    """Paint the mark of a seat in the middle of its column."""
    wide = seat_width(mark) if named else glyphs.shape(mark.shape).width + 3 + measure(mark.letter, Size.SMALL)
    x = left + max(0, (width - wide) // 2)
    if named:
        paint_seat(canvas, mark, x, CONTENT_TOP + 1, wide)
        return
    canvas.draw(glyphs.shape(mark.shape), x, CONTENT_TOP + 1)
    canvas.text(mark.letter, x + wide - measure(mark.letter, Size.SMALL), CONTENT_TOP + 1, width)


def _paint_numbers(canvas: Canvas, numbers: list[str], left: int, width: int, top: int) -> None:
    """Paint numbers in the middle of their columns, all in the largest letters in which they fit."""
    sizes = (Size.LARGE, Size.SMALL, Size.NARROW)
    widest = {size: max(measure(each, size) for each in numbers) for size in sizes}
    size = next((size for size in sizes if widest[size] + _APART <= width), Size.NARROW)
    y = top + (0 if size is Size.LARGE else 2)
    for number, each in enumerate(numbers):
        canvas.text(each, left + number * width, y, width, size, Align.CENTRE)


def _paint_seat_bar(canvas: Canvas, face: TallyFace) -> None:
    right = paint_badges(canvas, face.strip.badges, WIDTH - 2, 3)
    size = Size.LARGE if seat_width(face.mark, Size.LARGE) <= right - 3 else Size.SMALL
    paint_seat(canvas, face.mark, 3, 2 if size is Size.LARGE else 4, right - 3, size)
    canvas.invert(0, 0, WIDTH, _TALLY_BAR)


def _paint_steps(canvas: Canvas, face: TallyFace) -> None:
    """Paint a dot for each share of this tally, the present one big."""
    if not 1 < face.steps <= _MOST_RESULTS * 2:
        return
    for step in range(face.steps):
        x = WIDTH - 4 - (face.steps - 1 - step) * 5
        canvas.fill(x, 52, 1, 1)
        if step == face.step:
            canvas.fill(x - 1, 51, 3, 3)


def _paint_headline(canvas: Canvas, face: EndFace, *, two_lines: bool) -> int:
    """Paint the bar with the headline, and the unit if there is room; return the height of the bar."""
    left, right = glyphs.SMALL + 7, WIDTH - 3
    canvas.draw(glyphs.pictogram(Glyph.CROWN), 3, 1)
    lines, size = canvas.fit_lines(face.headline, right - left, 2 if two_lines else 1)
    canvas.lines(lines, left, 2, right - left, 9, size)
    left += measure(lines[0], size) + 4
    if left + glyphs.SMALL <= right:
        canvas.draw(glyphs.pictogram(face.unit), right - glyphs.SMALL, 1)
    height = 2 + 9 * len(lines)
    canvas.invert(0, 0, WIDTH, height)
    return height


def _heights(count: int, room: int) -> list[int]:
    """Return the height of each line: the winner's fits large letters if the others still fit small ones."""
    if not count:
        return []
    if room // count < _LARGE_ROW and count > 1 and (room - _LARGE_ROW) // (count - 1) >= _SMALL_ROW:
        return [_LARGE_ROW, *_even(count - 1, room - _LARGE_ROW)]
    return _even(count, room)


def _even(count: int, room: int) -> list[int]:
    return [room * (number + 1) // count - room * number // count for number in range(count)]


def _paint_result(canvas: Canvas, result: SeatResult, top: int, height: int, end: int) -> None:
    total = _number(result.total)
    size = Size.LARGE if height >= _LARGE_ROW else Size.SMALL
    if size is Size.LARGE and _result_width(result, total) > end + 2:
        size = Size.SMALL
    y = top + (height - (11 if size is Size.LARGE else 7) + 1) // 2
    width = min(measure(total, size), 60)
    canvas.text(total, end - width, y, width, size)
    x = 2 + canvas.text(str(result.rank), 2, y, 20, size) + 6
    right = end - width - _APART
    paint_seat(canvas, result.mark, x, y, right - x, size)
    note = min(measure(result.place, Size.NARROW), WIDTH)
    if result.place and x + seat_width(result.mark, size) + _APART + note + _APART <= right:
        canvas.text(result.place, right - _APART - note, y + (3 if size is Size.LARGE else 0), note, Size.NARROW)


def _result_width(result: SeatResult, total: str) -> int:
    return (
        2
        + measure(str(result.rank), Size.LARGE)
        + 6
        + seat_width(result.mark, Size.LARGE)
        + 4
        + measure(total, Size.LARGE)
        + 2
    )


def _number(number: int) -> str:
    return str(number).replace("-", "−")


def _signed(number: int) -> str:
    return f"+{number}" if number > 0 else _number(number)
