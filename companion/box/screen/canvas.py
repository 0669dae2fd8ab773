"""A canvas to paint on: text, lines, bars and drawings; and the picture of 128 by 64 points that comes of it."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from companion.box.screen.art.bitmap import Bitmap
from companion.box.screen.font import text_lines
from companion.box.screen.font.text_lines import Size
from companion.support.frozen import frozen

WIDTH = 128
HEIGHT = 64

_BYTES_PER_ROW = WIDTH // 8


@frozen
class Picture:
    """A finished picture. Two pictures are equal when every point is."""

    rows: tuple[int, ...]
    """One whole number a row, from the top; its highest bit (of 128) is the leftmost point."""

    def __post_init__(self) -> None:
        if len(self.rows) != HEIGHT:
            raise ValueError(f"a picture has {HEIGHT} rows, not {len(self.rows)}")
        if any(row < 0 or row >> WIDTH for row in self.rows):
            raise ValueError(f"a row of a picture has {WIDTH} points")

    def lit(self, x: int, y: int) -> bool:
        """Whether the point `x` from the left, `y` from the top is lit."""
        return bool(self.rows[y] >> (WIDTH - 1 - x) & 1)

    def to_bytes(self) -> bytes:
        """Row by row, eight points a byte, leftmost first: the raw form of a mode "1" image."""
        return b"".join(row.to_bytes(_BYTES_PER_ROW, "big") for row in self.rows)


BLANK = Picture((0,) * HEIGHT)


_ALL = (1 << WIDTH) - 1
_EVEN = int("10" * (WIDTH // 2), 2)
_ODD = _EVEN >> 1


class Align(Enum):
    """Where a text sits in the width it is given."""

    LEFT = "left"
    CENTRE = "centre"
    RIGHT = "right"


class Canvas:
    """A dark picture being painted. Whatever lies beyond the edge is lost without harm."""

    def __init__(self) -> None:
        self._rows = [0] * HEIGHT
        self.shortened: list[str] = []
        """The texts that did not fit where they were put, as they were given."""

    def picture(self) -> Picture:
        """What has been painted so far."""
        return Picture(tuple(self._rows))

    def draw(self, drawing: Bitmap, x: int, y: int) -> None:
        """Light the drawing's points, its left upper corner at `x`, `y`."""
        for row, bits in self._placed(drawing, x, y):
            self._rows[row] |= bits

    def cut(self, drawing: Bitmap, x: int, y: int) -> None:
        """Darken the drawing's points: the same drawing on a bar."""
        for row, bits in self._placed(drawing, x, y):
            self._rows[row] &= ~bits

    def text(  # noqa: PLR0913 - what, where and how large
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
        """Write one line in `width` points, its capitals' top at `y`; returns how wide the written text is.

        Where small letters do not fit, narrow ones are tried; where those do not, an ellipsis ends the line and the
        text is noted in `shortened`. `dark` writes on a lit bar.
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

    def lines(  # noqa: PLR0913 - what, where and how large
        self,
        texts: Iterable[str],
        x: int,
        y: int,
        width: int,
        pitch: int,
        size: Size = Size.SMALL,
        align: Align = Align.LEFT,
    ) -> None:
        """Write lines one under the other, `pitch` points apart."""
        for number, text in enumerate(texts):
            self.text(text, x, y + number * pitch, width, size, align)

    def broken(
        self, text: str, width: int, most: int, size: Size = Size.SMALL, *, even: bool = False
    ) -> tuple[list[str], Size]:
        """A text in at most so many lines, to be written in the size returned.

        Narrow letters are taken where small ones need too many lines, or where they save the second one. What is too
        long all the same ends in an ellipsis and is noted in `shortened`. `even` for lines to be centred.
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
        """Light a whole rectangle."""
        bits = _span(x, width)
        for row in _visible(y, height):
            self._rows[row] |= bits

    def clear(self, x: int, y: int, width: int, height: int) -> None:
        """Darken a whole rectangle."""
        bits = _span(x, width)
        for row in _visible(y, height):
            self._rows[row] &= ~bits

    def invert(self, x: int, y: int, width: int, height: int) -> None:
        """Turn lit to dark and dark to lit in a rectangle."""
        bits = _span(x, width)
        for row in _visible(y, height):
            self._rows[row] ^= bits

    def veil(self, x: int, y: int, width: int, height: int) -> None:
        """Darken every second point of a rectangle, as on a chessboard: what cannot be had now."""
        bits = _span(x, width)
        for row in _visible(y, height):
            self._rows[row] &= ~(bits & (_EVEN if row % 2 else _ODD))

    def dots(self, x: int, y: int, width: int, height: int) -> None:
        """Light every second point of a rectangle, as on a chessboard."""
        bits = _span(x, width)
        for row in _visible(y, height):
            self._rows[row] |= bits & (_EVEN if row % 2 == 0 else _ODD)

    def across(self, x: int, y: int, width: int) -> None:
        """A hair-line from left to right."""
        self.fill(x, y, width, 1)

    def down(self, x: int, y: int, height: int) -> None:
        """A hair-line from top to bottom."""
        self.fill(x, y, 1, height)

    def frame(self, x: int, y: int, width: int, height: int) -> None:
        """The outline of a rectangle, its corners left dark."""
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
