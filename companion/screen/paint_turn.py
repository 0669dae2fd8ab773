"""How the table is painted while it waits: the big number, the action of OK, the race, what happened last."""

from __future__ import annotations

from companion.screen import glyphs
from companion.screen.canvas import Align, Canvas
from companion.screen.font import Size, measure
from companion.screen.layout import best_size, paint_strip
from companion.screen.picture import WIDTH
from companion.screen.race import paint_race
from companion.views.faces import TurnFace

_RACE_TOP = 37
_NUMBERS = (Size.NUMBER, Size.LARGE, Size.SMALL)


def paint_turn(canvas: Canvas, face: TurnFace) -> None:
    """In large text the race makes room for bigger words."""
    paint_strip(canvas, face.strip, aside=face.place)
    if face.large:
        _paint_large(canvas, face)
        return
    x = _paint_number(canvas, face) + 4
    _paint_choice(canvas, face, x, 12, 16)
    x += 6
    _paint_action(canvas, face, x, WIDTH - x)
    if face.race is None:
        lines, size = canvas.broken(face.last, WIDTH - 1, 2)
        canvas.lines(lines, 1, 36, WIDTH - 1, 10, size)
        return
    canvas.text(face.last, 1, 29, WIDTH - 1)
    paint_race(canvas, face.race, _RACE_TOP)


def _paint_number(canvas: Canvas, face: TurnFace) -> int:
    canvas.draw(glyphs.pictogram(face.unit), 0, 15)
    number = _signed(face.number)
    size = best_size(number, 48, _NUMBERS)
    return 12 + canvas.text(number, 12, 12 if size is Size.NUMBER else 15, 48, size)


def _paint_action(canvas: Canvas, face: TurnFace, x: int, width: int) -> None:
    """The action, and below it what it wants or gives; a long action takes from that line."""
    lines, size = canvas.broken(face.action, width, 2)
    for number, line in enumerate(lines):
        written = canvas.text(line, x, 12 + number * 9, width, size)
        if face.action_refused:
            canvas.dots(x, 15 + number * 9, written, 1)
    if len(lines) > 1:
        used = measure(lines[1], size) + 6
        x, width = x + used, width - used
    if face.action_glyph is not None and width >= glyphs.SMALL:
        canvas.draw(glyphs.pictogram(face.action_glyph), x, 20)
        x, width = x + 12, width - 12
    canvas.text(face.action_detail, x, 21, width, align=Align.RIGHT if len(lines) > 1 else Align.LEFT)


def _paint_choice(canvas: Canvas, face: TurnFace, x: int, top: int, height: int) -> None:
    """A line, or one dot for each action up and down go through, the present one big."""
    if face.actions < 2:
        canvas.down(x, top, height)
        return
    pitch = min(5, max(height // face.actions, 2))
    count = min(face.actions, height // pitch)
    here = min(max(face.action_index, 0), count - 1)
    start = top + (height - (count - 1) * pitch) // 2
    for number in range(count):
        canvas.fill(x, start + number * pitch, 1, 1)
    canvas.fill(x - 1, start + here * pitch - 1, 3, 3)


def _paint_large(canvas: Canvas, face: TurnFace) -> None:
    canvas.draw(glyphs.large_pictogram(face.unit), 1, 13)
    number = _signed(face.number)
    x = 20 + canvas.text(number, 20, 13, 48, best_size(number, 48, _NUMBERS)) + 5
    _paint_choice(canvas, face, x, 13, 16)
    x += 6
    _paint_large_detail(canvas, face, x, WIDTH - x)
    size = best_size(face.action, WIDTH - 1, (Size.LARGE, Size.SMALL))
    written = canvas.text(face.action, 1, 33, WIDTH - 1, size)
    if face.action_refused:
        canvas.dots(1, 38 if size is Size.LARGE else 36, written, 2)
    canvas.text(face.last, 1, 46, WIDTH - 1)


def _paint_large_detail(canvas: Canvas, face: TurnFace, x: int, width: int) -> None:
    """Its drawing large where the words still fit beside it on one line."""
    if face.action_glyph is not None:
        roomy = measure(face.action_detail, Size.SMALL) <= width - glyphs.LARGE - 3
        drawn = glyphs.large_pictogram(face.action_glyph) if roomy else glyphs.pictogram(face.action_glyph)
        canvas.draw(drawn, x, 13 if roomy else 17)
        x, width = x + drawn.width + 3, width - drawn.width - 3
    if measure(face.action_detail, Size.LARGE) <= width:
        canvas.text(face.action_detail, x, 16, width, Size.LARGE)
        return
    lines, size = canvas.broken(face.action_detail, width, 2)
    canvas.lines(lines, x, 14 if len(lines) > 1 else 18, width, 9, size)


def _signed(number: int) -> str:
    return str(number).replace("-", "−")
