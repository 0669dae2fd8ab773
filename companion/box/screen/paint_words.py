"""Painting of words to read: a message with its ruling, the last question before something is done, and a seal."""

from __future__ import annotations

from companion.box.faces.chance_faces import SealFace
from companion.box.faces.faces import ConfirmFace, MessageFace
from companion.box.screen.art import glyphs
from companion.box.screen.canvas import WIDTH, Align, Canvas
from companion.box.screen.font.text_lines import Size, measure, wrap
from companion.box.screen.paint_status_and_hints import HINTS_TOP, best_size, paint_scroll, paint_strip

_PITCH = {Size.SMALL: 10, Size.NARROW: 10, Size.LARGE: 14}
_DENSE_PITCH = 9
"""Points between small lines under a question."""
_DENSEST_PITCH, _FEW_LINES = 8, 2
"""Points between lines of a box, and the number of lines up to which it is not used."""
_CAP_HEIGHT = {Size.SMALL: 7, Size.LARGE: 11}
_MARGIN = 2
_TEXT_WIDTH = WIDTH - _MARGIN - 4
_GLYPH_WIDTH = glyphs.SMALL + 3
_ARROW = "→"


def paint_message(canvas: Canvas, face: MessageFace) -> None:
    """Paint the heading, and as many lines of the body as there is room for; the ruling is in the strip.

    Large text is read page by page, with complete lines; a heading of several lines is on its first page.
    """
    top = paint_strip(canvas, face.strip, tag=face.ruling).below
    if _is_heading_above(face):
        _paint_heading(canvas, face, top)
    lines, size, top, visible = _body(face, top)
    last = max(len(lines) - visible, 0)
    first = min(
        max(face.scroll, 0) * (visible if face.large else 1), _last_page(lines, visible) if face.large else last
    )
    indent = 0
    if first == 0 and face.glyph is not None and not _is_heading_above(face):
        canvas.draw(glyphs.pictogram(face.glyph), _MARGIN, top + 3)
        indent = _GLYPH_WIDTH
    for number, line in enumerate(lines[first : first + visible]):
        x = _MARGIN + (indent if number < len(_heading_lines(face)) else 0)
        canvas.text(line, x, top + 2 + number * _PITCH[size], _MARGIN + _TEXT_WIDTH - x, size)
    paint_scroll(canvas, top + 1, HINTS_TOP - top - 2, min(first, last), visible, len(lines))


def last_line(face: MessageFace) -> int:
    """Return the furthest scroll position of a message, in lines, or in pages of large text."""
    lines, _, _, visible = _body(face, paint_strip(Canvas(), face.strip, tag=face.ruling).below)
    return _last_page(lines, visible) // visible if face.large else max(len(lines) - visible, 0)


def _last_page(lines: list[str], visible: int) -> int:
    """Return the first line of the last page."""
    return max(len(lines) - 1, 0) // visible * visible


def paint_confirm(canvas: Canvas, face: ConfirmFace) -> None:
    """Paint the question, and under it costs → gains, or words."""
    top = paint_strip(canvas, face.strip).below
    if not (face.costs or face.gives or face.body):
        _paint_centred(canvas, face.question, top, (Size.LARGE, Size.SMALL))
        return
    rows = max(len(face.costs), len(face.gives))
    words = len(wrap(face.body, Size.NARROW, WIDTH - 4)) if face.body else 0
    is_long = rows > _FEW_LINES or words > _FEW_LINES
    size = Size.SMALL if is_long else best_size(face.question, WIDTH - 4, (Size.LARGE, Size.SMALL))
    pitch = _PITCH[size]
    lines, size = canvas.fit_lines(face.question, WIDTH - 4, 2, size, even=True)
    canvas.lines(lines, 0, top + 3, WIDTH, pitch, size, Align.CENTRE)
    top += 4 + len(lines) * pitch
    if face.body:
        _paint_centred(canvas, face.body, top, (Size.LARGE, Size.SMALL) if face.large else (Size.SMALL,))
    elif _has_room(face, rows, top):
        _paint_balance(canvas, face, top)
    else:
        sides = (", ".join(side) for side in (face.costs, face.gives) if side)
        _paint_centred(canvas, f" {_ARROW} ".join(sides), top, (Size.SMALL,))


def _has_room(face: ConfirmFace, rows: int, top: int) -> bool:
    """Return whether boxes can show all costs and gains; otherwise they are shown as words."""
    half = (WIDTH - measure(_ARROW, Size.LARGE) - 8) // 2
    wide = [max((measure(words, Size.NARROW) + 6 for words in side), default=0) for side in (face.costs, face.gives)]
    beside = not all(wide) or min(*wide, half) + max(wide) <= 2 * half
    return beside and (rows <= _FEW_LINES or rows * _DENSEST_PITCH + 4 < HINTS_TOP - top)


def _paint_heading(canvas: Canvas, face: MessageFace, top: int) -> None:
    x = _MARGIN
    if face.glyph is not None:
        canvas.draw(glyphs.pictogram(face.glyph), x, top + 2)
        x += _GLYPH_WIDTH
    size = _heading_size(face)
    canvas.text(face.heading, x, top + 3 - (size is Size.LARGE), WIDTH - x, size)


def _heading_size(face: MessageFace) -> Size:
    return Size.LARGE if face.large else Size.SMALL


def _is_heading_above(face: MessageFace) -> bool:
    """Return whether the heading stays above all of the body, because one line is enough for it."""
    return not face.large or measure(face.heading, Size.LARGE) <= WIDTH - _MARGIN - _glyph_width(face)


def _glyph_width(face: MessageFace) -> int:
    return _GLYPH_WIDTH if face.glyph is not None else 0


def _heading_lines(face: MessageFace) -> list[str]:
    """Return a heading that does not stay above the body, in lines."""
    return [] if _is_heading_above(face) else wrap(face.heading, Size.LARGE, _TEXT_WIDTH - _glyph_width(face))


def _body(face: MessageFace, top: int) -> tuple[list[str], Size, int, int]:
    """Return the lines below the heading, their size, their first row, and the number of lines in sight."""
    size = Size.LARGE if face.large else Size.SMALL
    if _is_heading_above(face) and (face.heading or face.glyph is not None):
        top += 15 if face.large else 13
    body = f"{face.body}\n{face.card}" if face.card else face.body
    lines = [*_heading_lines(face), *wrap(body, size, _TEXT_WIDTH)]
    return lines, size, top, _lines_in(HINTS_TOP - top, size)


def _lines_in(height: int, size: Size) -> int:
    return max((height - 1) // _PITCH[size], 1)


def _paint_centred(canvas: Canvas, text: str, top: int, sizes: tuple[Size, ...]) -> None:
    """Paint a text in the middle of the room above the hints, in the largest of the sizes that shows all of it."""
    size = next((size for size in sizes[:-1] if _fits(text, size, top)), sizes[-1])
    pitch = _DENSE_PITCH if size is Size.SMALL else _PITCH[size]
    lines, size = canvas.fit_lines(text, WIDTH - 4, max((HINTS_TOP - top) // pitch, 1), size, even=True)
    height = len(lines) * pitch - 2
    canvas.lines(lines, 0, top + max((HINTS_TOP - top - height) // 2, 0), WIDTH, pitch, size, Align.CENTRE)


def _fits(text: str, size: Size, top: int) -> bool:
    lines = wrap(text, size, WIDTH - 4)
    return len(lines) <= _lines_in(HINTS_TOP - top, size) and all(measure(line, size) <= WIDTH for line in lines)


def _paint_balance(canvas: Canvas, face: ConfirmFace, top: int) -> None:
    """Paint two boxes and an arrow: costs outlined, gains filled; one box if there is only one side."""
    arrow = measure(_ARROW, Size.LARGE)
    both = bool(face.costs and face.gives)
    width, gives_width = _widths(face, WIDTH - arrow - 8) if both else (WIDTH * 2 // 3,) * 2
    left, right = (0, WIDTH - gives_width) if both else ((WIDTH - width) // 2,) * 2
    rows = max(len(face.costs), len(face.gives))
    size = _box_size(face, width) if rows == 1 and width == gives_width else Size.SMALL
    height = (
        rows * _DENSEST_PITCH + 4 if rows > _FEW_LINES else rows * (_PITCH[size] - 1) + (6 if size is Size.LARGE else 5)
    )
    height = min(height, HINTS_TOP - top - 1)
    top += (HINTS_TOP - top - height) // 2
    if face.costs:
        _paint_box(canvas, face.costs, left, top, width, height, size)
    if face.gives:
        _paint_box(canvas, face.gives, right, top, gives_width, height, size)
        canvas.invert(right, top, gives_width, height)
    if both:
        canvas.text(_ARROW, width + 4, top + height // 2 - 5, arrow, Size.LARGE)


def _widths(face: ConfirmFace, room: int) -> tuple[int, int]:
    """Return the widths of the boxes of costs and gains: equal, unless one needs some of the other's room."""
    needs = [max(measure(words, Size.NARROW) for words in side) + 6 for side in (face.costs, face.gives)]
    half = room // 2
    if max(needs) <= half:
        return half, half
    least = min(*needs, half)
    return (least, room - least) if needs[0] <= needs[1] else (room - least, least)


def _box_size(face: ConfirmFace, width: int) -> Size:
    fits = all(measure(words, Size.LARGE) <= width - 6 for words in (*face.costs, *face.gives))
    return Size.LARGE if fits else Size.SMALL


def _paint_box(canvas: Canvas, lines: tuple[str, ...], x: int, top: int, width: int, height: int, size: Size) -> None:  # noqa: PLR0913 - content, position and size
    """Paint lines centred in a frame; those that do not fit are noted as shortened."""
    canvas.frame(x, top, width, height)
    pitch = _PITCH[size] - 1 if len(lines) <= _FEW_LINES else _DENSEST_PITCH
    most = max((height - 4) // pitch, 1)
    visible = lines[:most]
    y = top + (height - (len(visible) - 1) * pitch - _CAP_HEIGHT[size]) // 2
    for number, line in enumerate(visible):
        canvas.text(line, x + 3, y + number * pitch, width - 6, size, Align.CENTRE)
    canvas.shortened.extend(lines[most:])


_TOP = 14
_WORDS_A_ROW = 2
_DIGITS_A_ROW, _DIGITS_TOGETHER = 16, 4
_WORD_PITCH, _DIGIT_PITCH = 14, 10


def paint_seal(canvas: Canvas, face: SealFace) -> None:
    """Paint words two by two with a line or the digits below; without words, the digits in rows of 16."""
    paint_strip(canvas, face.strip)
    column = WIDTH // _WORDS_A_ROW
    for number, word in enumerate(face.words):
        row, place = divmod(number, _WORDS_A_ROW)
        canvas.text(word, place * column, _TOP + row * _WORD_PITCH, column, Size.LARGE, Align.CENTRE)
    words_end = _TOP + -(-len(face.words) // _WORDS_A_ROW) * _WORD_PITCH
    top = words_end + (3 if face.words else 0)
    canvas.lines([face.line] if face.line else _rows(face.digits), 0, top, WIDTH, _DIGIT_PITCH, align=Align.CENTRE)


def _rows(digits: str) -> list[str]:
    """Return the digits in groups of four, so that they are easy to compare."""
    rows = [digits[start : start + _DIGITS_A_ROW] for start in range(0, len(digits), _DIGITS_A_ROW)]
    return [
        " ".join(row[start : start + _DIGITS_TOGETHER] for start in range(0, len(row), _DIGITS_TOGETHER))
        for row in rows
    ]
