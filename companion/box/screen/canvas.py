"""A canvas to paint on: text, lines, bars and drawings; and the finished picture of 128 by 64 points."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from companion.box.screen.art.bitmap import Bitmap
from companion.box.screen.font import text_lines
from companion.box.screen.font.text_lines import Size
from companion.support.frozen_dataclasses import frozen

WIDTH = 128
HEIGHT = 64

_BYTES_PER_ROW = WIDTH // 8


@frozen
class Picture:
    """A finished picture. Two pictures are equal when all their points are."""

    rows: tuple[int, ...]
    """One whole number a row, from the top; its highest bit (of 128) is the leftmost point."""

    def __post_init__(self) -> None:
        if len(self.rows) != HEIGHT:
            raise ValueError(f"a picture has {HEIGHT} rows, not {len(self.rows)}")
        if any(row < 0 or row >> WIDTH for row in self.rows):
            raise ValueError(f"a row of a picture has {WIDTH} points")

    def lit(self, x: int, y: int) -> bool:
        """Return whether the point `x` from the left, `y` from the top is lit."""
        return bool(self.rows[y] >> (WIDTH - 1 - x) & 1)

    def to_bytes(self) -> bytes:
        """Return the rows, eight points a byte, leftmost first: the raw form of a mode "1" image."""
        return b"".join(row.to_bytes(_BYTES_PER_ROW, "big") for row in self.rows)


BLANK = Picture((0,) * HEIGHT)


_ALL = (1 << WIDTH) - 1
_EVEN = int("10" * (WIDTH // 2), 2)
_ODD = _EVEN >> 1


class Align(Enum):
    """Position of a text in its width."""

    LEFT = "left"
    CENTRE = "centre"
    RIGHT = "right"


class Canvas:
    """A picture that is being painted, dark at first. Points beyond the edge are ignored."""

    def __init__(self) -> None:
        self._rows = [0] * HEIGHT
        self.shortened: list[str] = []
        """Texts that did not fit their room, in full."""

    def picture(self) -> Picture:
        """Return the picture painted so far."""
        return Picture(tuple(self._rows))

    def end(self) -> int:
        """Return the row below the lowest lit point; 0 if none is lit."""
        return max((number + 1 for number, row in enumerate(self._rows) if row), default=0)

    def draw(self, drawing: Bitmap, x: int, y: int) -> None:
        """Light the drawing's points, with its top left corner at `x`, `y`."""
        for row, bits in self._placed(drawing, x, y):
            self._rows[row] |= bits

    def cut(self, drawing: Bitmap, x: int, y: int) -> None:
        """Darken the drawing's points: the same drawing on a lit bar."""
        for row, bits in self._placed(drawing, x, y):
            self._rows[row] &= ~bits

    def text(  # noqa: PLR0913 - content, position and size
        self,
        text: str,
        x: int,
        y: int,
        width: int,
        size: Size = Size.SMALL,
        align: Align = Align.LEFT,
        *,
        dark: bool = False,
    ) -> int:
        """Write one line in `width` points, the top of its capitals at `y`; return the width of the written text.

        If small letters do not fit, narrow ones are tried; if those do not fit either, an ellipsis ends the line and
        the text is noted in `shortened`. `dark` writes on a lit bar.
        """
        if size is Size.SMALL and text_lines.measure(text, size) > width:
            size = Size.NARROW
        fitted = text_lines.fit(text, size, width)
        if fitted != text:
            self.shortened.append(text)
        drawn = text_lines.line(fitted, size)
        room = width - drawn.width
        left = x + {Align.LEFT: 0, Align.CENTRE: room // 2, Align.RIGHT: room}[align]
        letters = text_lines.alphabet(size)
        top = y - (letters.baseline - letters.cap_height + 1)
        if dark:
            self.cut(drawn, left, top)
        else:
            self.draw(drawn, left, top)
        return drawn.width

    def lines(  # noqa: PLR0913 - content, position and size
        self,
        texts: Iterable[str],
        x: int,
        y: int,
        width: int,
        pitch: int,
        size: Size = Size.SMALL,
        align: Align = Align.LEFT,
    ) -> None:
        """Write lines below each other, `pitch` points apart."""
        for number, text in enumerate(texts):
            self.text(text, x, y + number * pitch, width, size, align)

    def fit_lines(
        self, text: str, width: int, most: int, size: Size = Size.SMALL, *, even: bool = False
    ) -> tuple[list[str], Size]:
        """Return a text in at most `most` lines, and the size to write them in.

        Narrow letters are used if small ones need too many lines, or if they save the second line. A text that is still
        too long ends in an ellipsis and is noted in `shortened`. `even` makes lines of about the same width, for
        centring.
        """
        wrap = text_lines.wrap_evenly if even else text_lines.wrap
        lines = wrap(text, size, width)
        if size is Size.SMALL and len(lines) > 1:
            narrow = wrap(text, Size.NARROW, width)
            if len(narrow) == 1 or len(lines) > most:
                lines, size = narrow, Size.NARROW
        if len(lines) > most:
            rest = " ".join(lines[most - 1 :])
            fitted = text_lines.fit(rest, size, width)
            lines = [*lines[: most - 1], fitted]
            if fitted != rest:
                self.shortened.append(text)
        return lines, size

    def fill(self, x: int, y: int, width: int, height: int) -> None:
        """Light a rectangle."""
        bits = _span(x, width)
        for row in _visible(y, height):
            self._rows[row] |= bits

    def clear(self, x: int, y: int, width: int, height: int) -> None:
        """Darken a rectangle."""
        bits = _span(x, width)
        for row in _visible(y, height):
            self._rows[row] &= ~bits

    def invert(self, x: int, y: int, width: int, height: int) -> None:
        """Swap lit and dark points in a rectangle."""
        bits = _span(x, width)
        for row in _visible(y, height):
            self._rows[row] ^= bits

    def veil(self, x: int, y: int, width: int, height: int) -> None:
        """Darken every second point of a rectangle, as on a chessboard, to show that it is not available now."""
        bits = _span(x, width)
        for row in _visible(y, height):
            self._rows[row] &= ~(bits & (_EVEN if row % 2 else _ODD))

    def dots(self, x: int, y: int, width: int, height: int) -> None:
        """Light every second point of a rectangle, as on a chessboard."""
        bits = _span(x, width)
        for row in _visible(y, height):
            self._rows[row] |= bits & (_EVEN if row % 2 == 0 else _ODD)

    def across(self, x: int, y: int, width: int) -> None:
        """Draw a thin line from left to right."""
        self.fill(x, y, width, 1)

    def down(self, x: int, y: int, height: int) -> None:
        """Draw a thin line from top to bottom."""
        self.fill(x, y, 1, height)

    def frame(self, x: int, y: int, width: int, height: int) -> None:
        """Draw the outline of a rectangle, with dark corners."""
        self.across(x + 1, y, width - 2)
        self.across(x + 1, y + height - 1, width - 2)
        self.down(x, y + 1, height - 2)
        self.down(x + width - 1, y + 1, height - 2)

    def _placed(self, drawing: Bitmap, x: int, y: int) -> Iterable[tuple[int, int]]:
        shift = WIDTH - x - drawing.width
        for row, bits in enumerate(drawing.rows, start=y):
            if bits and 0 <= row < HEIGHT:
                yield row, (bits << shift if shift >= 0 else bits >> -shift) & _ALL


def _span(x: int, width: int) -> int:
    left = min(max(x, 0), WIDTH)
    right = min(max(x + width, left), WIDTH)
    return (1 << (WIDTH - left)) - (1 << (WIDTH - right))


def _visible(y: int, height: int) -> range:
    return range(max(y, 0), min(y + height, HEIGHT))
