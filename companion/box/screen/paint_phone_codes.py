"""Painting of codes for phones: a code in large digits, and the square code of the address beside its words."""

from __future__ import annotations

from itertools import product

from companion.box.faces.faces import CodeFace, LobbyFace, QrFace, Strip
from companion.box.screen.art import glyphs
from companion.box.screen.canvas import HEIGHT, WIDTH, Align, Canvas
from companion.box.screen.font.text_lines import Size, measure
from companion.box.screen.paint_status_and_hints import (
    HINTS_TOP,
    STRIP_HEIGHT,
    best_size,
    paint_badges,
    paint_strip,
    seat_words,
)
from companion.words.signs import SeatMark

QR_LEFT = WIDTH - HEIGHT
"""The square code takes the whole height at the right edge; the rest of its face stays left of this column."""

_LEAST_QUIET = 3
"""Fewest lit points around the square code: its quiet zone."""
_MARGIN = 1
_CODE_TOP = 17
_HALVES = (15, 34)
"""Rows where the halves of a code begin, beside its square code."""
_COLUMN = QR_LEFT - 2 * _MARGIN
_BELOW_LINE = 14
_SIGN = 9
"""Points from the sign of a seat to its name."""
_LOBBY_HALVES = {Size.LARGE: (13, 25), Size.NUMBER: (12, 29)}
"""Rows where the halves of the code of the lobby begin, by the size of its digits."""
_BELOW_LOBBY_CODE = {Size.LARGE: 38, Size.NUMBER: 46}
"""The first row below these digits: of the marks, or of the instruction."""
_BELOW_LONG_CODE = 36
_MARK_WIDTH, _MARK_PITCH = 20, 8
_ARRIVAL_TOP = 26
_PITCH = {Size.SMALL: 9, Size.NARROW: 9, Size.LARGE: 13}


def paint_code(canvas: Canvas, face: CodeFace) -> None:
    """Paint the digits of a code.

    Beside a square code one half is above the other; without one the code is on one line, with the instruction below.
    """
    if face.modules:
        _paint_modules(canvas, face.modules)
        _paint_strip_beside_code(canvas, face.strip)
        for half, top in zip(face.grouped.split(), _HALVES, strict=False):
            canvas.text(half, _MARGIN, top, _COLUMN, Size.NUMBER, Align.CENTRE)
        return
    paint_strip(canvas, face.strip)
    canvas.text(face.grouped, 0, _CODE_TOP, WIDTH, Size.NUMBER, Align.CENTRE)
    size = best_size(face.line, WIDTH, (Size.LARGE, Size.SMALL)) if face.large else Size.SMALL
    lines, size = canvas.fit_lines(face.line, WIDTH, 1, size)
    canvas.lines(lines, 0, _CODE_TOP + 22, WIDTH, _PITCH[size], size, Align.CENTRE)


def paint_lobby(canvas: Canvas, face: LobbyFace) -> None:
    """Paint the code of the lobby as other codes, and below its digits the marks of the people who sit.

    The name of the person who has just sat down covers them for a moment; the digits are smaller then.
    """
    width = _COLUMN if face.modules else WIDTH - 2 * _MARGIN
    if face.modules:
        _paint_modules(canvas, face.modules)
        _paint_strip_beside_code(canvas, face.strip)
    else:
        paint_strip(canvas, face.strip)
    if face.arrival:
        canvas.text(face.grouped, _MARGIN, 14, width, Size.SMALL, Align.CENTRE)
        size = best_size(face.arrival, width, (Size.LARGE, Size.SMALL))
        name, size = canvas.fit_lines(face.arrival, width, 1 if size is Size.LARGE else 2, size)
        canvas.lines(name, _MARGIN, _ARRIVAL_TOP, width, _MARK_PITCH, size, Align.CENTRE)
        canvas.text(face.arrival_line, _MARGIN, _ARRIVAL_TOP + 16, width, Size.SMALL, Align.CENTRE)
        return
    a_line = width // _MARK_WIDTH
    if not face.modules:
        canvas.text(face.grouped, _MARGIN, 14, width, Size.NUMBER, Align.CENTRE)
        below = _BELOW_LONG_CODE
    else:
        size = Size.NUMBER if face.large and len(face.marks) <= a_line else Size.LARGE
        for half, top in zip(face.grouped.split(), _LOBBY_HALVES[size], strict=False):
            canvas.text(half, _MARGIN, top, width, size, Align.CENTRE)
        below = _BELOW_LOBBY_CODE[size]
    lines = max((HINTS_TOP - below) // _MARK_PITCH, 1)
    _paint_marks(canvas, face.marks[: a_line * lines], a_line, below)
    if not face.marks and (lines > 1 or not face.modules):
        words, size = canvas.fit_lines(face.line, width, lines)
        canvas.lines(words, _MARGIN, below, width, _MARK_PITCH, size, Align.CENTRE)


def paint_qr(canvas: Canvas, face: QrFace) -> None:
    """Paint the square code, dark on lit, with its quiet zone; at its left as many words as there is room for."""
    _paint_modules(canvas, face.modules)
    top = 0
    for number, text in enumerate(face.words):
        tops = (top,) if number else (_BELOW_LINE, _MARGIN)
        lines, size, top = _lay_out_address(text, tops, large=face.large, is_alone=len(face.words) == 1)
        room = (HINTS_TOP - top) // _PITCH[size]
        if number and len(lines) > room:
            break  # the first one is enough to find the table
        if number == 0 and top == _BELOW_LINE:
            _paint_line(canvas, face)
        if len(lines) > room:
            canvas.shortened.append(text)
        canvas.lines(lines[:room], _MARGIN, top, _COLUMN, _PITCH[size], size)
        top += len(lines) * _PITCH[size] + 3


def _paint_modules(canvas: Canvas, modules: tuple[tuple[bool, ...], ...]) -> None:
    canvas.fill(QR_LEFT, 0, HEIGHT, HEIGHT)
    side = len(modules)
    if not side:
        return
    scale = max((HEIGHT - 2 * _LEAST_QUIET) // side, 1)
    start = (HEIGHT - side * scale) // 2
    for y, row in enumerate(modules):
        for x, dark in enumerate(row):
            if dark:
                canvas.clear(QR_LEFT + start + x * scale, start + y * scale, scale, scale)


def _paint_marks(canvas: Canvas, marks: tuple[SeatMark, ...], a_line: int, top: int) -> None:
    """Paint shapes and letters in lines."""
    for number, mark in enumerate(marks):
        x, y = _MARGIN + number % a_line * _MARK_WIDTH, top + number // a_line * _MARK_PITCH
        canvas.draw(glyphs.shape(mark.shape), x, y)
        canvas.text(mark.letter, x + _SIGN, y, _MARK_WIDTH - _SIGN)


def _paint_strip_beside_code(canvas: Canvas, strip: Strip) -> None:
    """Paint the strip in the room beside the square code."""
    right = paint_badges(canvas, strip.badges, QR_LEFT - 2)
    mark, left, sizes = strip.turn, 2, (Size.SMALL, Size.NARROW)
    if mark is None:
        canvas.text(strip.title, left, 2, right - left, best_size(strip.title, right - left, sizes))
        canvas.across(0, STRIP_HEIGHT - 1, QR_LEFT - 1)
        return
    canvas.draw(glyphs.shape(mark.shape), left, 2)
    left += _SIGN
    size = best_size(seat_words(mark), right - left, sizes)
    words = seat_words(mark) if measure(seat_words(mark), size) <= right - left else mark.name
    canvas.text(words, left, 2, right - left, size)
    canvas.invert(0, 0, QR_LEFT - 1, STRIP_HEIGHT)


def _paint_line(canvas: Canvas, face: QrFace) -> None:
    """Paint the instruction, if the badges of the strip leave room for it."""
    right = paint_badges(canvas, face.strip.badges, QR_LEFT - 2)
    if measure(face.line, Size.NARROW) <= right - _MARGIN:
        canvas.text(face.line, _MARGIN, 2, right - _MARGIN)


def _lay_out_address(text: str, tops: tuple[int, ...], *, large: bool, is_alone: bool) -> tuple[list[str], Size, int]:
    """Return an address in lines, their size and their first row: the largest letters in which all of it has room."""
    pieces = _pieces(text)
    sizes = (Size.LARGE, Size.SMALL, Size.NARROW) if large else (Size.SMALL, Size.NARROW)
    lines, size, top = [text], sizes[-1], tops[-1]
    for size, top in product(sizes, tops):
        lines = _join_pieces(pieces, size)
        fits = all(measure(piece, size) <= _COLUMN for piece in pieces)
        if fits and top + len(lines) * _PITCH[size] <= HINTS_TOP:
            break
    narrow = _join_pieces(pieces, Size.NARROW)
    if size is Size.SMALL and len(narrow) < len(lines):  # the line saved is used for the next address, or the heading
        if is_alone:
            top = next((each for each in tops if each + len(narrow) * _PITCH[size] <= HINTS_TOP), top)
        return narrow, Size.NARROW, top
    return lines, size, top


def _join_pieces(pieces: list[str], size: Size) -> list[str]:
    """Join pieces into lines; a piece that is wider than a line is broken at any letter."""
    lines = [""]
    for piece in pieces:
        for part in [piece] if measure(piece, size) <= _COLUMN else piece:
            if lines[-1] and measure(lines[-1] + part, size) > _COLUMN:
                lines.append("")
            lines[-1] += part
    return lines


def _pieces(text: str) -> list[str]:
    """Split an address where it may be broken: after a dot or a slash, before a colon."""
    pieces = [""]
    for char in text:
        if char == ":" and pieces[-1]:
            pieces.append("")
        pieces[-1] += char
        if char in "./":
            pieces.append("")
    return [piece for piece in pieces if piece]
