"""A grid: rows of values under the letters of the seats."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from companion.box.faces.block_view import BlockView
from companion.box.screen.blocks.bands import (
    CAPITAL,
    MARGIN,
    PITCH,
    ROOM,
    ScrollBand,
    TextLine,
    paint_cells,
    text_bands,
)
from companion.box.screen.blocks.block_signs import capital, title_parts
from companion.box.screen.canvas import Canvas
from companion.box.screen.font.text_lines import Size, measure
from companion.rules.scene import Cell, Grid
from companion.words.catalogue import format_number

_AIR = (5, 2)
"""Points between two columns: from roomy to narrow."""
_INSET = 4
_OPEN, _NOT_YET = "·", "–"


def grid_bands(view: BlockView, grid: Grid[str], *, large: bool) -> Iterator[ScrollBand]:
    """Yield each row's name and values in one line if all rows have room; else the values below the name."""
    columns = max((len(row.cells) for row in grid.rows), default=0)
    letters = tuple(_letter(view, seat) for seat in range(1, columns + 1))
    values = [tuple(map(_value, row.cells)) for row in grid.rows]
    fit = _fitting([letters, *values], columns, large=large)
    if fit is not None:
        yield _cells(letters, columns, *fit)
    for row, cells in zip(grid.rows, values, strict=True):
        name = TextLine(parts=(*title_parts(view, row.thing)[:-1], capital(row.name)))
        if row.total:
            yield ScrollBand(3, _paint_sum)
        if fit is None:
            pairs = " · ".join(f"{letter}\xa0{cell}" for letter, cell in zip(letters, cells, strict=False))
            yield from text_bands([name, TextLine(parts=(pairs,), inset=_INSET)], large=large)
        else:
            yield from _row(name, cells, columns, *fit, large=large)


def _fitting(rows: list[tuple[str, ...]], columns: int, *, large: bool) -> tuple[Size, int] | None:
    """Return the largest size in which all columns have room, and their width; None if even narrow ones do not fit."""
    sizes = (Size.LARGE, Size.SMALL, Size.NARROW) if large else (Size.SMALL, Size.NARROW)
    for size in sizes:
        widest = max((measure(cell, size) for row in rows for cell in row), default=0)
        for air in _AIR:
            if (widest + air) * columns <= ROOM:
                return size, widest + air
    return None


def _row(
    name: TextLine, cells: tuple[str, ...], columns: int, size: Size, width: int, *, large: bool
) -> Iterator[ScrollBand]:
    """Yield the name before the cells if it fits there, else above them."""
    beside = list(text_bands([replace(name, room=ROOM - columns * width)], large=large))
    if len(beside) == 1:
        yield _cells(cells, columns, size, width, named=beside[0])
    else:
        yield from text_bands([name], large=large)
        yield _cells(cells, columns, size, width)


def _cells(
    cells: tuple[str, ...], columns: int, size: Size, width: int, *, named: ScrollBand | None = None
) -> ScrollBand:
    height = max(PITCH[size], named.height if named else 0)
    left = MARGIN + ROOM - columns * width
    return ScrollBand(height, partial(_paint, cells=cells, left=left, width=width, size=size, named=named))


def _paint(  # noqa: PLR0913 - content, position and size
    canvas: Canvas, top: int, cells: tuple[str, ...], left: int, width: int, size: Size, named: ScrollBand | None
) -> None:
    if named is not None:
        named.paint(canvas, top)
    paint_cells(canvas, top + (PITCH[size] - CAPITAL[size]) // 2, cells, left, width, size)


def _paint_sum(canvas: Canvas, top: int) -> None:
    canvas.across(MARGIN, top + 1, ROOM)


def _letter(view: BlockView, seat: int) -> str:
    mark = view.mark(seat)
    return mark.letter if mark else format_number(seat)


def _value(cell: Cell) -> str:
    if cell.value is not None:
        return format_number(cell.value)
    return _OPEN if cell.touch is not None else _NOT_YET
