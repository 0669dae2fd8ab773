"""Painting of blocks of a scene on separate pages: as scrolled bands, for blocks of any kind."""

from __future__ import annotations

from collections.abc import Iterator

from companion.box.faces.block_face import BlockView
from companion.box.faces.faces import BlockFace
from companion.box.screen.blocks.bands import Band, TextLine, laid
from companion.box.screen.blocks.block_signs import capital
from companion.box.screen.blocks.board_block import board_lines
from companion.box.screen.blocks.dice_block import dice_lines
from companion.box.screen.blocks.grid_block import grid_bands
from companion.box.screen.blocks.map_block import graph_bands
from companion.box.screen.blocks.row_blocks import cards_lines, notes_lines, purse_lines, road_lines
from companion.box.screen.blocks.track_block import track_bands
from companion.box.screen.blocks.wheel_block import ring_bands
from companion.box.screen.canvas import HEIGHT, WIDTH, Canvas
from companion.box.screen.layout import HINTS_TOP, MATTER_TOP, paint_scroll, paint_strip
from companion.rules.scene import Board, Cards, Dice, Graph, Grid, Notes, Purse, Ring, Road, Track

_ROOM = HINTS_TOP - MATTER_TOP


def paint_block(canvas: Canvas, face: BlockFace) -> None:
    """Paint as many complete bands as there is room for; the first is painted even if it is too large."""
    paint_strip(canvas, face.strip)
    bands = _bands(face)
    first = min(max(face.scroll, 0), _last(bands))
    top, shown = MATTER_TOP, 0
    for band in bands[first:]:
        if shown and top + band.height > HINTS_TOP:
            break
        band.paint(canvas, top)
        top, shown = top + band.height, shown + 1
    if face.hints or face.hold:
        canvas.clear(0, HINTS_TOP, WIDTH, HEIGHT - HINTS_TOP)
    paint_scroll(canvas, MATTER_TOP, _ROOM - 1, first, shown, len(bands))


def last_band(face: BlockFace) -> int:
    """Return the furthest scroll position of these blocks, in bands."""
    return _last(_bands(face))


def _last(bands: list[Band]) -> int:
    """Return the first band from which all others are in sight."""
    height = 0
    for number in range(len(bands) - 1, -1, -1):
        height += bands[number].height
        if height > _ROOM:
            return min(number + 1, len(bands) - 1)
    return 0


def _bands(face: BlockFace) -> list[Band]:
    """Return the bands of all blocks; each block but the first, which the strip names, is under its name."""
    found: list[Band] = []
    for number, shown in enumerate(face.blocks):
        if number:
            found += laid([TextLine(parts=(capital(shown.block.name),), head=True)], large=face.large)
        found += _of_block(shown, large=face.large)
    return found


def _of_block(shown: BlockView, *, large: bool) -> Iterator[Band]:
    match shown.block:
        case Track() as track:
            return track_bands(shown, track, large=large)
        case Ring() as ring:
            return ring_bands(shown, ring, large=large)
        case Graph() as graph:
            return graph_bands(shown, graph, large=large)
        case Grid() as grid:
            return grid_bands(shown, grid, large=large)
        case _:
            return laid(_lines(shown), large=large)


def _lines(shown: BlockView) -> Iterator[TextLine]:
    match shown.block:
        case Dice() as dice:
            return dice_lines(shown, dice)
        case Cards() as cards:
            return cards_lines(shown, cards)
        case Road() as road:
            return road_lines(shown, road)
        case Notes() as notes:
            return notes_lines(shown, notes)
        case Board() as board:
            return board_lines(shown, board)
        case Purse() as purse:
            return purse_lines(shown, purse)
        case _:
            raise TypeError(f"no painter for {type(shown.block).__name__}")
