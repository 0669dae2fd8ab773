"""The common parts of all faces: the status strip on top, the key hints at the bottom, seats and scroll marks."""

from __future__ import annotations

from companion.box.faces.faces import Hint, Hold, Strip
from companion.box.screen.art import glyphs
from companion.box.screen.art.bitmap import Bitmap
from companion.box.screen.canvas import HEIGHT, WIDTH, Align, Canvas
from companion.box.screen.font.text_lines import Size, fit, line, measure, widest, wrap, wrap_evenly
from companion.support.frozen_dataclasses import frozen
from companion.words.signs import AnyGlyph, Badge, SeatMark

STRIP_HEIGHT = 11
HINTS_TOP = 54
"""The content of a face is between the strip and this row."""
CONTENT_TOP = STRIP_HEIGHT + 1
LARGE_PITCH = 14
"""Points from one line of large letters to the next."""
LARGE_ROWS = (HINTS_TOP - CONTENT_TOP) // LARGE_PITCH
"""Number of full lines of large letters in the content."""

_MARGIN = 2
_BADGE_APART = 2
"""Points between a number or a second text and the first badge, besides those between two badges, if there is room."""
_HINT_SETTINGS = (
    (Size.SMALL, 3, 5),
    (Size.SMALL, 2, 4),
    (Size.SMALL, 2, 3),
    (Size.NARROW, 2, 4),
    (Size.NARROW, 2, 3),
)
"""Letters, points between a key's symbol and its word, points between two hints: from roomy to narrow."""


@frozen
class SeatTotal:
    """A seat's total in the strip."""

    number: int
    unit: AnyGlyph


@frozen
class StripResult:
    """Outcome of painting a strip."""

    below: int
    """The first row below it; 0 if there was nothing to show."""
    aside: bool
    """True if the second text beside a name had room."""
    brief: bool = False
    """True if its shorter form had room instead."""


def paint_strip(
    canvas: Canvas, strip: Strip, aside: str = "", tag: str = "", total: SeatTotal | None = None, *, brief: str = ""
) -> StripResult:
    """Paint the status strip and return what had room.

    `aside`, or else the title when it is a seat's turn, is a second text at the right: if the name needs the room, it
    is left out or replaced by `brief`. `tag` is a few letters in a frame, such as a ruling's number. `total` is the
    seat's total: its number is always shown, its drawing if the name leaves room.
    """
    aside = aside or (strip.title if strip.turn else "")
    if not (strip.turn or strip.title or strip.badges or aside or tag):
        return StripResult(0, aside=False)
    right = paint_badges(canvas, strip.badges, WIDTH - 2)
    if tag:
        right = _paint_tag(canvas, tag, right)
    if strip.turn is None:
        _paint_title(canvas, strip.title or aside, right - _MARGIN)
        return StripResult(STRIP_HEIGHT, aside=False)
    left = _MARGIN + seat_width(strip.turn)
    if total:
        wanted = left + 5 + glyphs.SMALL + measure(number_text(total.number), Size.SMALL) + _BADGE_APART
        apart = _BADGE_APART if strip.badges and wanted <= right else 0
        right = _paint_total(canvas, total, left, right - apart)
    fits = left + 6 + measure(aside, Size.SMALL) <= right
    brief_fits = left + 6 + measure(brief, Size.NARROW) <= right
    if fits or (brief and brief_fits):
        size = Size.SMALL if left + 6 + measure(aside if fits else brief, Size.SMALL) <= right else Size.NARROW
        text = aside if fits else brief
        end = right - (_BADGE_APART if strip.badges and left + 6 + measure(text, size) + _BADGE_APART <= right else 0)
        canvas.text(text, left, 2, end - left, size, Align.RIGHT)
    paint_seat(canvas, strip.turn, _MARGIN, 2, right - _MARGIN)
    canvas.invert(0, 0, WIDTH, STRIP_HEIGHT)
    _round_corners(canvas)
    return StripResult(STRIP_HEIGHT, fits, bool(brief) and brief_fits and not fits)


def paint_hints(canvas: Canvas, hints: tuple[Hint, ...], width: int = WIDTH) -> None:
    """Paint the key hints along the bottom edge, in the given order; a pressed one is inverse.

    They move closer together, and their letters get narrower, before a word is shortened. `width` is the usable part of
    the edge, from the left.
    """
    wanted: list[int] = []
    room = symbol_gap = hint_gap = 0
    size = Size.SMALL
    for size, symbol_gap, hint_gap in _HINT_SETTINGS:
        wanted = [measure(hint.text, size) for hint in hints]
        room = width - 2 - _fixed_width(hints, symbol_gap, hint_gap)
        if sum(wanted) <= room:
            break
    widths = _limit_widths(wanted, room)
    spare = max(room - sum(widths), 0)
    gaps = max(sum(1 for hint in hints[:-1] if hint.text), 1)
    x = 1 if len(hints) > 1 else 1 + spare // 2
    for hint, wide in zip(hints, widths, strict=True):
        end = _paint_hint(canvas, hint, x, wide, symbol_gap, size)
        x = end + (hint_gap + spare // gaps if hint.text else symbol_gap)


def paint_hold(canvas: Canvas, hold: Hold, width: int = WIDTH) -> None:
    """Paint a long press that is coming: a bar that fills, in the place of the hints."""
    top = HINTS_TOP - 1
    canvas.clear(0, top, width, HEIGHT - top)
    fits = not hold.brief or measure(hold.text, Size.NARROW) <= width - 6
    canvas.text(hold.text if fits else hold.brief, 3, top + 2, width - 6, align=Align.CENTRE)
    canvas.frame(0, top, width, HEIGHT - top)
    canvas.invert(1, top + 1, round((width - 2) * _clamp(hold.progress)), HEIGHT - top - 2)


def paint_reminder(canvas: Canvas, text: str) -> None:
    """Paint what somebody still does by hand: an inverse label in the place of the hints, no wider than its text."""
    widths = (measure(text, size) + 6 for size in (Size.SMALL, Size.NARROW))
    width = next((width for width in widths if width <= WIDTH), WIDTH)
    left = (WIDTH - width) // 2
    canvas.text(text, left + 3, HINTS_TOP + 1, width - 6)
    canvas.invert(left, HINTS_TOP - 1, width, HEIGHT - HINTS_TOP + 1)


def paint_badges(canvas: Canvas, badges: tuple[Badge, ...], right: int, y: int = 1) -> int:
    """Paint badges side by side up to `right`; return where the room left of them ends."""
    for badge in reversed(badges):
        right -= glyphs.SMALL
        canvas.draw(glyphs.badge(badge), right, y)
        right -= 2
    return right


def paint_seat(canvas: Canvas, mark: SeatMark, x: int, y: int, width: int, size: Size = Size.SMALL) -> None:
    """Paint a seat as it is always shown: its shape, its letter, its name."""
    drawn = glyphs.big_shape(mark.shape) if size is Size.LARGE else glyphs.shape(mark.shape)
    canvas.draw(drawn, x, y)
    start = drawn.width + 3
    canvas.text(seat_words(mark), x + start, y, width - start, size)


def seat_width(mark: SeatMark, size: Size = Size.SMALL) -> int:
    """Return the width that `paint_seat` needs."""
    return (11 if size is Size.LARGE else 7) + 3 + measure(seat_words(mark), size)


def seat_words(mark: SeatMark) -> str:
    """Return a seat's letter and name."""
    return f"{mark.letter} {mark.name}".strip()


def paint_scroll(canvas: Canvas, top: int, height: int, first: int, visible: int, count: int) -> None:
    """Paint a scroll mark at the right edge for the `shown` of `count` lines; nothing if all are shown."""
    if count <= visible:
        return
    length = max(height * visible // count, 4)
    start = (height - length) * first // (count - visible)
    for y in range(top, top + height, 3):
        canvas.down(WIDTH - 1, y, 1)
    canvas.fill(WIDTH - 2, top + start, 2, length)


def first_visible(chosen: int, count: int, visible: int) -> int:
    """Return the first line to show of a list, so that the chosen line and the line before it are in sight."""
    return max(min(chosen - 1, count - visible), 0)


def best_size(text: str, width: int, sizes: tuple[Size, ...]) -> Size:
    """Return the first of the sizes in which the text fits, else the last size."""
    for size in sizes:
        if measure(text, size) <= width:
            return size
    return sizes[-1]


def in_large_lines(text: str, width: int, most: int, *, even: bool = False) -> list[str]:
    """Return a text in at most `most` lines of large letters, without breaking words; empty if it does not fit.

    `even` makes lines of about the same width.
    """
    lines = (wrap_evenly if even else wrap)(text, Size.LARGE, width) if text else []
    return lines if len(lines) <= most and widest(text, Size.LARGE) <= width else []


def number_text(number: int) -> str:
    """Return a number as text, with a minus as wide as a plus."""
    return str(number).replace("-", "−")


def _fixed_width(hints: tuple[Hint, ...], symbol_gap: int, hint_gap: int) -> int:
    """Return the width of the hints without their words."""
    symbols = sum(glyphs.key(hint.key).width + (symbol_gap if hint.text else 0) for hint in hints)
    return symbols + sum(hint_gap if hint.text else symbol_gap for hint in hints[:-1])


def _paint_hint(canvas: Canvas, hint: Hint, x: int, width: int, gap: int, size: Size) -> int:
    symbol = glyphs.key(hint.key)
    canvas.draw(symbol, x, HINTS_TOP + 1)
    end = x + symbol.width
    if hint.text:
        canvas.text(hint.text, end + gap, HINTS_TOP + 1, width, size)
        end += gap + width
    if hint.pressed:
        canvas.invert(x - 2, HINTS_TOP, end - x + 4, HEIGHT - HINTS_TOP)
    return end


def _paint_total(canvas: Canvas, total: SeatTotal, left: int, right: int) -> int:
    """Paint the number and its drawing at the right; return where the room left of them ends."""
    number = number_text(total.number)
    width = measure(number, Size.SMALL)
    right -= width
    canvas.text(number, right, 2, width)
    if left + 3 + glyphs.SMALL + 2 <= right:
        right -= glyphs.SMALL + 2
        canvas.draw(glyphs.pictogram(total.unit), right, 1)
    return right - 3


def _paint_tag(canvas: Canvas, tag: str, right: int) -> int:
    width = min(measure(tag, Size.SMALL), WIDTH // 3)
    left = right - width - 3
    canvas.text(tag, left, 1, width)
    canvas.invert(left - 3, 0, width + 6, STRIP_HEIGHT - 2)
    return left - 6


def _paint_title(canvas: Canvas, title: str, width: int) -> None:
    """Paint a title on a thin line that is interrupted below hanging letters."""
    canvas.across(0, STRIP_HEIGHT - 1, WIDTH)
    size = best_size(title, width, (Size.SMALL, Size.NARROW))
    drawn = line(fit(title, size, width), size)
    hanging = drawn.rows[-1] | drawn.rows[-2]
    room = Bitmap(drawn.width + 2, (hanging << 2 | hanging << 1 | hanging,))
    canvas.cut(room, _MARGIN - 1, STRIP_HEIGHT - 1)
    canvas.text(title, _MARGIN, 2, width, size)


def _limit_widths(wanted: list[int], room: int) -> list[int]:
    """Return widths that add up to at most `room`; the widest are reduced first."""
    for limit in range(max(wanted, default=0), -1, -1):
        widths = [min(width, limit) for width in wanted]
        if sum(widths) <= room:
            return widths
    return [0] * len(wanted)


def _clamp(progress: float) -> float:
    if progress >= 1:
        return 1.0
    return progress if progress > 0 else 0.0


def _round_corners(canvas: Canvas) -> None:
    for x in (0, WIDTH - 1):
        for y in (0, STRIP_HEIGHT - 1):
            canvas.clear(x, y, 1, 1)
