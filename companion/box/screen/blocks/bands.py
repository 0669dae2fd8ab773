"""Layout of blocks: bands below each other, each a line of words, numbers and signs, or a drawing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TypeAlias

from companion.box.screen.art.bitmap import Bitmap
from companion.box.screen.canvas import WIDTH, Align, Canvas
from companion.box.screen.font.text_lines import Size, measure, wrap
from companion.support.frozen_dataclasses import frozen

MARGIN = 1
ROOM = WIDTH - MARGIN - 5
"""Maximum width of a line, in points: the scroll mark is right of it."""
PITCH = {Size.SMALL: 10, Size.NARROW: 10, Size.LARGE: 14}
"""Points from one line to the next."""
CAPITAL = {Size.SMALL: 7, Size.NARROW: 7, Size.LARGE: 11}
_SPACE = {Size.SMALL: 4, Size.NARROW: 3, Size.LARGE: 6}
_GLUE = 2
"""Points between parts that stay together."""
_INDENT = 4
"""Indentation of the second row of a line, in points."""
_APART = 6
"""Minimum distance between a line and its right part, in points."""

Drawing: TypeAlias = Bitmap
Part: TypeAlias = str | Drawing | tuple[str | Drawing, ...]
"""A few words, a drawing, or several of them that stay together at the end of a row."""


@frozen
class ScrollBand:
    """A unit of scrolling."""

    height: int
    """In points."""
    paint: Callable[[Canvas, int], None]
    """Paints it onto a canvas, from this row down."""


@frozen(kw_only=True)
class TextLine:
    """One line of a block, which continues in the next rows if it is too long."""

    parts: tuple[Part, ...] = ()
    right: tuple[Part, ...] = ()
    """Parts at the right edge, or in separate rows if there is no room."""
    inset: int = 0
    """Indentation, in points."""
    room: int = ROOM
    """Maximum width, in points, including the indentation."""
    head: bool = False
    """True for a heading, over a dotted line; always in small letters, like the strip."""


_PlacedRow: TypeAlias = tuple[tuple[int, str | Drawing], ...]
"""Parts of a row, each with its distance from the left."""
_Atom: TypeAlias = tuple[str | Drawing, ...]


def text_bands(lines: Iterable[TextLine], *, large: bool) -> Iterator[ScrollBand]:
    """Yield a band for each row of these lines.

    They are in small letters, in narrow ones if those save a row, or in large ones.
    """
    for line in lines:
        yield from _rows(line, Size.LARGE if large and not line.head and _fits_large(line) else Size.SMALL)


def width_of(parts: Iterable[Part], size: Size) -> int:
    """Return the width of these parts in one row."""
    widths = [_width(atom, size) for atom in _atoms(parts, size, None)]
    return sum(widths) + _SPACE[size] * max(len(widths) - 1, 0)


def _fits_large(line: TextLine) -> bool:
    """Return whether no word would be broken in large letters."""
    atoms = _atoms((*line.parts, *line.right), Size.LARGE, None)
    return all(_width(atom, Size.LARGE) <= line.room - line.inset - _INDENT for atom in atoms)


def _rows(line: TextLine, size: Size) -> Iterator[ScrollBand]:
    room = line.room - line.inset
    rows, size = _wrapped(line, room, size)
    beside = line.right and _right_end(rows, size) + _APART + width_of(line.right, size) <= room
    last = len(rows) - 1
    for number, row in enumerate(rows):
        right = _row(line.right, size) if beside and number == last else ()
        yield _band(row, right, line, size, head=line.head and number == last)
    if line.right and not beside:
        for row in _flow(line.right, size, room - _INDENT, 0):
            yield _band((), row, line, size, head=False)


def _wrapped(line: TextLine, room: int, size: Size) -> tuple[list[_PlacedRow], Size]:
    """Return the rows of a line, in narrow letters if those save a row."""
    rows = _flow(line.parts, size, room, _INDENT) if line.parts else []
    right = width_of(line.right, size) + _APART if line.right else 0
    if size is Size.SMALL and (len(rows) > 1 or _right_end(rows, size) + right > room):
        narrow = _flow(line.parts, Size.NARROW, room, _INDENT) if line.parts else []
        right = width_of(line.right, Size.NARROW) + _APART if line.right else 0
        if len(narrow) < len(rows) or (len(narrow) == 1 and _right_end(narrow, Size.NARROW) + right <= room):
            return narrow, Size.NARROW
    return rows, size


def _right_end(rows: list[_PlacedRow], size: Size) -> int:
    """Return the right end of the last row; without rows, more than there is room for."""
    if not rows:
        return WIDTH
    x, part = rows[-1][-1]
    return x + _width((part,), size)


def _row(parts: tuple[Part, ...], size: Size) -> _PlacedRow:
    return next(iter(_flow(parts, size, WIDTH * len(parts), 0)), ())


def _flow(parts: Iterable[Part], size: Size, room: int, indent: int) -> list[_PlacedRow]:
    """Return rows of at most `room` points, all but the first indented by `indent`."""
    rows: list[list[tuple[int, str | Drawing]]] = []
    x = 0
    for atom in _atoms(parts, size, room - indent):
        wide = _width(atom, size)
        if not rows or x + wide > room:
            x = indent if rows else 0
            rows.append([])
        for part in atom:
            rows[-1].append((x, part))
            x += _width((part,), size) + _GLUE
        x += _SPACE[size] - _GLUE
    return [tuple(row) for row in rows]


def _atoms(parts: Iterable[Part], size: Size, room: int | None) -> Iterator[_Atom]:
    """Yield unbreakable units: words, drawings, and groups of parts; a word wider than the room is cut in pieces."""
    for part in parts:
        if isinstance(part, str):
            for word in part.split(" "):
                pieces = [word] if room is None or measure(word, size) <= room else wrap(word, size, room)
                yield from ((piece,) for piece in pieces if piece)
        elif isinstance(part, Bitmap):
            yield (part,)
        elif room is None or _width(part, size) <= room:
            yield tuple(piece for piece in part if piece)
        else:
            yield from _atoms(part, size, room)


def _width(atom: _Atom, size: Size) -> int:
    widths = [measure(part, size) if isinstance(part, str) else part.width for part in atom]
    return sum(widths) + _GLUE * max(len(widths) - 1, 0)


def _band(left: _PlacedRow, right: _PlacedRow, line: TextLine, size: Size, *, head: bool) -> ScrollBand:
    heights = [part.height for _, part in (*left, *right) if isinstance(part, Bitmap)]
    height = max([PITCH[size], *(high + 1 for high in heights)])
    shift = ROOM - max((x + _width((part,), size) for x, part in right), default=0)
    moved = tuple((x + shift, part) for x, part in right)
    inset = tuple((x + line.inset, part) for x, part in left)
    paint = partial(_paint, placed=(*inset, *moved), size=size, height=height, head=head)
    return ScrollBand(height + (2 if head else 0), paint)


def _paint(canvas: Canvas, top: int, placed: _PlacedRow, size: Size, height: int, *, head: bool) -> None:
    """Paint parts in the vertical middle of their row, words next to each other as one text."""
    above = (height - CAPITAL[size]) // 2
    for x, part in placed:
        if isinstance(part, str):
            canvas.text(part, MARGIN + x, top + above, measure(part, size), size)
        else:
            canvas.draw(part, MARGIN + x, top + (height - part.height) // 2)
    if head:
        canvas.dots(MARGIN, top + height, ROOM, 1)


def paint_cells(canvas: Canvas, top: int, cells: tuple[str, ...], left: int, width: int, size: Size) -> None:
    """Paint numbers in columns of the same width, each at the right of its column."""
    for number, cell in enumerate(cells):
        canvas.text(cell, left + number * width, top, width - 2, size, Align.RIGHT)
