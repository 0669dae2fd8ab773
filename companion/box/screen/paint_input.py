"""Painting of things to set: letters, a level, a number, a place of a track, a space of the board."""

from __future__ import annotations

from companion.box.faces.faces import Face, LettersFace, LevelFace, NumberFace, PlaceFace, SpaceAnswer, SpaceFace
from companion.box.screen.art import glyphs
from companion.box.screen.art.bitmap import Bitmap
from companion.box.screen.blocks.track_block import paint_track_strip, paint_way, with_ghost
from companion.box.screen.canvas import WIDTH, Align, Canvas
from companion.box.screen.font.text_lines import ELLIPSIS, Size, fit, measure
from companion.box.screen.paint_status_and_hints import best_size, paint_strip
from companion.rules.scene import Track
from companion.words.signs import Key

_CENTRE = WIDTH // 2
_FIELD_TOPS = (12, 33)
_NUMBERS = (Size.HUGE, Size.NUMBER, Size.LARGE, Size.SMALL)
_MOST_BARS = 20
_BOUND = 24
"""Minimum width of a bound, so that small bounds do not move the number."""
_FLOOR = 52
"""Row above which bars and big numbers end."""


def paint_letters(canvas: Canvas, face: LettersFace) -> None:
    """Paint the typed text with its caret, and the wheel below it, its chosen letter large in the middle."""
    paint_strip(canvas, face.strip)
    caption = _caption(face, face.caption)
    canvas.text(caption, 0, 13, WIDTH, align=Align.CENTRE)
    top = 24 if caption else 17
    size = best_size(face.typed, WIDTH - 12, (Size.LARGE, Size.SMALL))
    typed = _tail(face.typed, size, WIDTH - 12)
    left = (WIDTH - 8 - measure(typed, size)) // 2
    written = canvas.text(typed, left, top, WIDTH - left, size)
    canvas.fill(left + written + 2, top + (9 if size is Size.LARGE else 6), 6, 2)
    _paint_wheel(canvas, face)


def paint_level(canvas: Canvas, face: LevelFace) -> None:
    """Paint bars like stairs, lit up to the level."""
    paint_strip(canvas, face.strip)
    caption = _caption(face, face.caption)
    canvas.text(caption, 2, 14, WIDTH - 2)
    highest = 26 if caption else 36
    number = str(face.level)
    size = best_size(number, 48, _NUMBERS[1:] if caption else _NUMBERS)
    canvas.text(number, WIDTH - 52, _FLOOR - (16 if caption else 34), 48, size, Align.RIGHT)
    top = max(face.top, 1)
    bars = min(top, _MOST_BARS)
    lit = bars * min(max(face.level, 0), top) // top
    step = 76 // bars
    for bar in range(bars):
        height = 6 + (bar + 1) * (highest - 6) // bars
        width = max(step - 3, 1)
        if bar < lit:
            canvas.fill(4 + bar * step, _FLOOR - height, width, height)
        else:
            canvas.dots(4 + bar * step, _FLOOR - height, width, height)


def paint_number(canvas: Canvas, face: NumberFace) -> None:
    """Paint the number as large as possible between its bounds, or above its consequence if there is one.

    A refused number is grey, above its reason.
    """
    paint_strip(canvas, face.strip)
    caption = _caption(face, face.caption)
    canvas.text(caption, 0, 13, WIDTH, align=Align.CENTRE)
    number = ("+" if face.signed and face.number > 0 else "") + _number_text(face.number)
    below = face.refused or face.consequence
    low, high = ("", "") if below else (_number_text(face.low), _number_text(face.high))
    side = max(_BOUND, *(measure(bound, Size.SMALL) for bound in (low, high)))
    between = WIDTH - 2 * side
    size = best_size(number, between, _NUMBERS[1:] if below else _NUMBERS)
    top = (22 if caption else 17) + (0 if below or size is Size.HUGE else 8)
    canvas.text(below, 0, 44, WIDTH, align=Align.CENTRE)
    canvas.text(number, side, top, between, size, Align.CENTRE)
    if face.refused:
        canvas.veil(side, top, between, 43 - top)
    _paint_bound(canvas, glyphs.key(Key.DOWN), low, 2, side, Align.LEFT, reached=face.number <= face.low)
    right = WIDTH - 2 - side
    _paint_bound(canvas, glyphs.key(Key.UP), high, right, side, Align.RIGHT, reached=face.number >= face.high)


def paint_place(canvas: Canvas, face: PlaceFace) -> None:
    """Paint the track with the piece on the chosen place, and both places in words; below them why it is refused."""
    paint_strip(canvas, face.strip)
    track = face.block.block
    if isinstance(track, Track):
        paint_track_strip(canvas, face.block, with_ghost(track, face.piece, face.start), 12)
        paint_way(canvas, track, face.piece, face.start, 12)
    size = best_size(face.change, WIDTH, (Size.LARGE, Size.SMALL))
    canvas.text(face.change, 0, 31 if face.refused else 36, WIDTH, size, Align.CENTRE)
    canvas.text(face.refused, 0, 44, WIDTH, align=Align.CENTRE)


def paint_space(canvas: Canvas, face: SpaceFace) -> None:
    """Paint the space's label, and beside it the answers about it, the one being set inverse."""
    paint_strip(canvas, face.strip)
    number = face.space
    size = best_size(number, 43, _NUMBERS)
    canvas.text(number, 0, 13 if size is Size.HUGE else 21, 43, size, Align.CENTRE)
    canvas.frame(1, 48, 42, 4)
    canvas.fill(2, 49, 40 * min(max(face.place, 0), max(face.of, 1)) // max(face.of, 1), 2)
    for field, (answer, top) in enumerate(zip(face.asked, _FIELD_TOPS, strict=False)):
        _paint_field(canvas, _answer_drawing(answer), answer.word, top, chosen=face.field == field)


def _answer_drawing(answer: SpaceAnswer) -> Bitmap | None:
    """Return the drawing of an answer, with its amount if the drawing shows one."""
    if answer.n is not None:
        return glyphs.counted(answer.n)
    return glyphs.large_pictogram(answer.glyph) if answer.glyph is not None else None


def _caption(face: Face, caption: str) -> str:
    """Return the caption, or "" if it is also the title, which the strip shows already."""
    return "" if caption == face.strip.title else caption


def _paint_wheel(canvas: Canvas, face: LettersFace) -> None:
    if not face.wheel:
        return
    chosen = face.chosen % len(face.wheel)
    size = best_size(face.wheel[chosen], 60, (Size.LARGE, Size.SMALL))
    text = fit(face.wheel[chosen], size, 60)
    width = max(measure(text, size) + 6, 17)
    left = _CENTRE - width // 2
    canvas.text(text, left, 39 if size is Size.LARGE else 41, width, size, Align.CENTRE)
    canvas.invert(left, 36, width, 17)
    _paint_arm(canvas, face.wheel, chosen, 1, left + width + 4)
    _paint_arm(canvas, face.wheel, chosen, -1, left - 4)


def _paint_arm(canvas: Canvas, wheel: tuple[str, ...], chosen: int, way: int, x: int) -> None:
    """Paint the letters to one side of the chosen one; the wheel wraps around."""
    others = len(wheel) - 1
    for away in range(1, (others // 2 if way < 0 else others - others // 2) + 1):
        entry = wheel[(chosen + way * away) % len(wheel)]
        width = measure(entry, Size.SMALL)
        left = x if way > 0 else x - width
        if left < 0 or left + width > WIDTH:
            return
        canvas.text(entry, left, 41, width)
        x = left + width + 5 if way > 0 else left - 5


def _paint_bound(canvas: Canvas, arrow: Bitmap, bound: str, x: int, width: int, align: Align, *, reached: bool) -> None:  # noqa: PLR0913 - content, position and size
    canvas.text(bound, x, 44, width, Size.SMALL, align)
    if not reached:
        canvas.draw(arrow, x if align is Align.LEFT else x + width - arrow.width, 33)


def _paint_field(canvas: Canvas, drawing: Bitmap | None, text: str, top: int, *, chosen: bool) -> None:
    left, height = 46, 20
    if drawing is not None:
        canvas.draw(drawing, left + 1, top + 2)
    else:
        canvas.text("?", left + 1, top + 4, glyphs.LARGE, Size.LARGE, Align.CENTRE)
    x = left + glyphs.LARGE + 3
    width = WIDTH - x
    lines, size = canvas.fit_lines(text, width, 2)
    canvas.lines(lines, x, top + (7 if len(lines) == 1 else 2), width, 9, size)
    if chosen:
        canvas.invert(left, top, WIDTH - left, height)


def _tail(text: str, size: Size, width: int) -> str:
    """Return the end of a text that fits: a player who types must see the last letters."""
    start = 0
    tail = text
    while tail and measure(tail, size) > width:
        start += 1
        tail = ELLIPSIS + text[start:]
    return tail


def _number_text(number: int) -> str:
    return str(number).replace("-", "−")
