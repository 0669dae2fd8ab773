"""Painting of results: a share of a tally, and the steps of the final scoring."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from companion.box.faces.faces import RevealColumn, RevealFace, TallyFace
from companion.box.screen.art import glyphs
from companion.box.screen.canvas import WIDTH, Align, Canvas
from companion.box.screen.font.text_lines import Size, measure, widest, wrap_evenly
from companion.box.screen.paint_status_and_hints import (
    CONTENT_TOP,
    HINTS_TOP,
    LARGE_PITCH,
    best_size,
    in_large_lines,
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
_APART = 4
"""Fewest points between two numbers side by side."""
_AMOUNTS_TOP = CONTENT_TOP + 11
_TOTALS_TOP = CONTENT_TOP + 29
_LARGE_AMOUNTS_TOP, _LARGE_TOTALS_TOP = CONTENT_TOP + 15, CONTENT_TOP + 30
_MARGIN, _REASON_LINES = 2, 2
_NOTHING, _UNKNOWN = "0", "–"
"""An amount that is nothing, and a total that is not counted yet."""
_SCROLL = 4
"""Width of the scroll mark."""


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


def paint_reveal(canvas: Canvas, face: RevealFace) -> None:
    """Paint a column for each seat: its mark, what the step brings it, and its total below a line.

    A sentence takes the place of the amounts. Beside a single amount are its reasons, if there is room. In large text
    the columns are on several pages if they have to be, and a step of one seat has the page for itself.
    """
    paint_strip(canvas, face.strip)
    columns = face.columns[:_MOST_RESULTS]
    if not columns:
        return
    if face.large and (face.line or face.strip.turn is not None):
        _paint_large_step(canvas, face)
        return
    if face.large:
        pages = _pages_of_columns(face)
        page = min(max(face.scroll, 0), len(pages) - 1)
        columns = pages[page]
        paint_scroll(canvas, CONTENT_TOP, HINTS_TOP - CONTENT_TOP - 1, page, 1, len(pages))
    width = WIDTH // len(columns)
    left = (WIDTH - width * len(columns)) // 2
    named = all(seat_width(column.mark) + 2 <= width for column in columns)
    for number, column in enumerate(columns):
        _paint_mark(canvas, column.mark, left + number * width, width, named=named, large=face.large)
    amounts = [number for number, column in enumerate(columns) if column.amount]
    amounts_top, totals_top = (_LARGE_AMOUNTS_TOP, _LARGE_TOTALS_TOP) if face.large else (_AMOUNTS_TOP, _TOTALS_TOP)
    size = _number_size((*face.amounts, *(column.amount for column in columns)), width)
    if len(amounts) == 1 and (reasons := _reasons_beside(face.reasons, left, width, amounts[0])) is not None:
        _paint_numbers(canvas, [column.amount for column in columns], left, width, amounts_top, size)
        lines, x, room = reasons
        y = amounts_top + (4 if len(lines) == 1 else 0)
        canvas.lines(lines, x, y, room, 8, Size.NARROW, Align.CENTRE)
    elif not face.line:
        _paint_numbers(canvas, [column.amount or _NOTHING for column in columns], left, width, amounts_top, size)
    else:
        lines, sentence_size = canvas.fit_lines(face.line, WIDTH - 4, 1)
        canvas.lines(lines, 2, amounts_top + 2, WIDTH - 4, 9, sentence_size, Align.CENTRE)
    canvas.dots(0, totals_top - (2 if face.large else 3), WIDTH, 1)
    totals = [_UNKNOWN if column.total is None else _number(column.total) for column in columns]
    _paint_numbers(canvas, totals, left, width, totals_top, _number_size((*face.totals, *totals), width))


def last_reveal_page(face: RevealFace) -> int:
    """Return the index of the last page of a step: only several columns of large text can need more than one."""
    if not face.large or face.line or face.strip.turn is not None or not face.columns:
        return 0
    return len(_pages_of_columns(face)) - 1


def _pages_of_columns(face: RevealFace) -> list[tuple[RevealColumn, ...]]:
    """Return the columns in as few pages as large numbers need, with about the same number on each."""
    columns = face.columns[:_MOST_RESULTS]
    numbers = (*face.amounts, *face.totals, *(column.amount for column in columns))
    widest_number = max(measure(number, Size.LARGE) for number in numbers)
    if len(columns) * (widest_number + _APART) <= WIDTH:
        return [columns]
    most = max(1, (WIDTH - _SCROLL) // (widest_number + _APART))
    count = -(-len(columns) // most)
    bounds = [len(columns) * number // count for number in range(count + 1)]
    return [columns[start:end] for start, end in pairwise(bounds)]


def _paint_large_step(canvas: Canvas, face: RevealFace) -> None:
    """Paint the step of one seat: what it brings, its total beside it, and the reasons below; or the sentence alone."""
    column = next((each for each in face.columns if each.mark == face.strip.turn), None)
    if column is None or not column.amount:
        words = face.line if column is None or column.total is None else f"{face.line} = {_number(column.total)}"
        _paint_sentence(canvas, words, CONTENT_TOP, 3)
        return
    total = f"= {_UNKNOWN if column.total is None else _number(column.total)}"
    canvas.text(f"{column.amount} {total}", _MARGIN, CONTENT_TOP + 3, WIDTH - 2 * _MARGIN, Size.LARGE, Align.CENTRE)
    _paint_sentence(canvas, " · ".join(face.reasons), CONTENT_TOP + LARGE_PITCH, 2)


def _paint_sentence(canvas: Canvas, words: str, top: int, most: int) -> None:
    """Paint a sentence in large letters in the room below `top`, in small ones if it is too long for that."""
    room, width = HINTS_TOP - top, WIDTH - 2 * _MARGIN
    size, pitch = Size.LARGE, LARGE_PITCH
    lines = in_large_lines(words, width, most, even=True)
    if not lines:
        lines, size = canvas.fit_lines(words, width, room // 10, even=True)
        pitch = 10
    canvas.lines(lines, _MARGIN, top + (room - pitch * len(lines)) // 2 + 2, width, pitch, size, Align.CENTRE)


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


def _paint_mark(canvas: Canvas, mark: SeatMark, left: int, width: int, *, named: bool, large: bool) -> None:
    """Paint the mark of a seat in the middle of its column."""
    size, shape = (Size.LARGE, glyphs.big_shape(mark.shape)) if large else (Size.SMALL, glyphs.shape(mark.shape))
    gap = 2 if large else 3
    wide = seat_width(mark) if named and not large else shape.width + gap + measure(mark.letter, size)
    x = left + max(0, (width - wide) // 2)
    if named and not large:
        paint_seat(canvas, mark, x, CONTENT_TOP + 1, wide)
        return
    canvas.draw(shape, x, CONTENT_TOP + 1)
    canvas.text(mark.letter, x + wide - measure(mark.letter, size), CONTENT_TOP + 1, width, size)


def _number_size(numbers: Iterable[str], width: int) -> Size:
    """Return the largest letters in which all numbers fit into a column."""
    numbers = tuple(numbers)
    sizes = (Size.LARGE, Size.SMALL, Size.NARROW)
    widths = {size: max((measure(number, size) for number in numbers), default=0) for size in sizes}
    return next((size for size in sizes if widths[size] + _APART <= width), Size.NARROW)


def _paint_numbers(canvas: Canvas, numbers: list[str], left: int, width: int, top: int, size: Size) -> None:
    """Paint numbers in the middle of their columns."""
    y = top + (0 if size is Size.LARGE else 2)
    for number, text in enumerate(numbers):
        canvas.text(text, left + number * width, y, width, size, Align.CENTRE)


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


def _number(number: int) -> str:
    return str(number).replace("-", "−")


def _signed(number: int) -> str:
    return f"+{number}" if number > 0 else _number(number)
