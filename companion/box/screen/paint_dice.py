"""Painting of dice: faces with pips in any size, and free dice with their sum."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from companion.box.faces.chance_faces import DiceFace
from companion.box.screen.art.bitmap import Bitmap
from companion.box.screen.canvas import WIDTH, Align, Canvas
from companion.box.screen.font.text_lines import Size, measure
from companion.box.screen.paint_status_and_hints import best_size, in_large_lines, paint_strip

_TOP = 13
_SIDES = (36, 30, 23, 18, 18, 18)
"""Size of a die in points, by the number of dice."""
_A_ROW = 3
_GAP = 3
_LEFT = 2
_BOTTOM = 52
_RATTLE = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""Offset of a die in the hand, step by step; each die is a step ahead of the previous one."""

_SPREAD = 0.28
"""Distance of the outer pips from the middle, as a share of the side."""
_NEAR, _MID, _FAR = -1, 0, 1
_CORNERS = ((_NEAR, _NEAR), (_FAR, _FAR), (_NEAR, _FAR), (_FAR, _NEAR))
_SIDEWAYS = ((_NEAR, _MID), (_FAR, _MID))
_UPRIGHT = ((_MID, _NEAR), (_MID, _FAR))
_CENTRE = ((_MID, _MID),)
PIPS: Mapping[int, tuple[tuple[int, int], ...]] = MappingProxyType(
    {
        1: _CENTRE,
        2: _CORNERS[:2],
        3: _CORNERS[:2] + _CENTRE,
        4: _CORNERS,
        5: _CORNERS + _CENTRE,
        6: _CORNERS + _SIDEWAYS,
        7: _CORNERS + _SIDEWAYS + _CENTRE,
        8: _CORNERS + _SIDEWAYS + _UPRIGHT,
    }
)
"""Positions of the pips of each face, from its middle."""


def paint_dice(canvas: Canvas, face: DiceFace) -> None:
    """Paint the dice in one or two rows, and their sum beside them."""
    paint_strip(canvas, face.strip)
    dice = face.dice[: 2 * _A_ROW]
    if face.lesson:
        _paint_lesson(canvas, face, dice)
        return
    side = _SIDES[max(len(dice), 1) - 1]
    rows = -(-len(dice) // _A_ROW)
    top = _TOP + (_BOTTOM - _TOP - rows * side - (rows - 1) * _GAP) // 2
    for number, value in enumerate(dice):
        row, column = divmod(number, _A_ROW)
        _paint_die(canvas, face, number, value, _LEFT + column * (side + _GAP), top + row * (side + _GAP), side)
    _paint_sum(canvas, face, _LEFT + min(max(len(dice), 1), _A_ROW) * (side + _GAP) + 2)


def die(value: int, side: int, *, cut: int = 2, dark: bool = False) -> Bitmap:
    """Return one face of a die, `side` points wide and high; a value that has no pips is a blank face.

    A white die is lit and its pips dark; a `dark` one is the inverse. `cut` is how far its corners are cut off.
    """
    return _die(PIPS.get(value, ()), side, cut, dark)


@lru_cache(maxsize=128)
def _die(pips: tuple[tuple[int, int], ...], side: int, cut: int, dark: bool) -> Bitmap:
    body = _body(side, 0, cut)
    if dark:
        inner = _body(side, 2, max(cut - 1, 0))
        body = [row & ~inside for row, inside in zip(body, inner, strict=True)]
    size = max(side // 5 - cut // 4, 3)
    step = round(side * _SPREAD) - cut // 4
    for across, down in pips:
        left = (side - size) // 2 + across * step
        top = (side - size) // 2 + down * step
        for y in range(size):
            rounded = size > 3 and y in (0, size - 1)
            width, start = (size - 2, left + 1) if rounded else (size, left)
            bits = ((1 << width) - 1) << (side - start - width)
            body[top + y] = body[top + y] | bits if dark else body[top + y] & ~bits
    return Bitmap(side, tuple(body))


def _body(side: int, margin: int, cut: int) -> list[int]:
    """Return a filled square with its corners cut off, `margin` points inside the edge of the die."""
    rows = []
    for y in range(side):
        away = min(y, side - 1 - y) - margin
        short = margin + max(cut - away, 0)
        width = side - 2 * short
        rows.append(((1 << width) - 1) << short if away >= 0 and width > 0 else 0)
    return rows


def _paint_lesson(canvas: Canvas, face: DiceFace, dice: tuple[int, ...]) -> None:
    """Paint a row of dice with their sum, and the sentence below it on two lines at most."""
    lines = in_large_lines(face.lesson, WIDTH, 2, even=True) if face.large else []
    size, pitch = (Size.LARGE, 13) if lines else (Size.SMALL, 10)
    if not lines:
        lines, size = canvas.fit_lines(face.lesson, WIDTH, 2, size, even=True)
    text_top = _BOTTOM + 2 - len(lines) * pitch
    side = min(text_top - _TOP - 1, _SIDES[2])
    total = str(face.total) if face.total is not None else ""
    total_size = Size.NUMBER if side > 15 else Size.LARGE
    total_width = measure(total, total_size)
    left = (WIDTH - len(dice) * (side + _GAP) - total_width) // 2
    for number, value in enumerate(dice):
        _paint_die(canvas, face, number, value, left + number * (side + _GAP), _TOP, side)
    total_top = _TOP + (side - (16 if total_size is Size.NUMBER else 11)) // 2
    canvas.text(total, left + len(dice) * (side + _GAP) + 3, total_top, total_width, total_size)
    canvas.lines(lines, 0, text_top, WIDTH, pitch, size, Align.CENTRE)


def _paint_die(canvas: Canvas, face: DiceFace, number: int, value: int, x: int, y: int, side: int) -> None:  # noqa: PLR0913 - content, position and size
    aside, down = _RATTLE[(face.shaken + number) % len(_RATTLE)] if face.shaken else (0, 0)
    canvas.draw(die(value, side), x + aside, y + down)


def _paint_sum(canvas: Canvas, face: DiceFace, left: int) -> None:
    room = WIDTH - 1 - left
    total = face.total
    if total is not None and len(face.dice) > 1:
        lines, small = canvas.fit_lines(face.line, room, 2, even=True)
        size = best_size(str(total), room, (Size.HUGE, Size.NUMBER) if len(lines) < 2 else (Size.NUMBER,))
        width = min(measure(str(total), size), room)
        middle = left + (room - width) // 2
        top = _TOP - 1 if size is Size.HUGE else _TOP + 8 if len(lines) < 2 else _TOP
        canvas.text(str(total), middle, top, width, size)
        canvas.lines(lines, left, _BOTTOM - 6 - 9 * (len(lines) - 1), room, 9, small, Align.CENTRE)
        return
    lines, small = canvas.fit_lines(face.line, room, 3)
    middle = (_TOP + _BOTTOM - 9 * len(lines)) // 2 + 1
    size = best_size(face.line, room, (Size.LARGE, small)) if len(lines) == 1 else small
    canvas.lines(lines, left, middle, room, 9, size, Align.CENTRE)
