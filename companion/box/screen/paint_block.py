"""Painting of blocks of a scene on separate pages: as scrolled bands, for blocks of any kind."""

from __future__ import annotations

from collections.abc import Iterator

from companion.box.faces.block_view import BlockView
from companion.box.faces.faces import BlockFace
from companion.box.screen.blocks.bands import ScrollBand, TextLine, text_bands
from companion.box.screen.blocks.block_signs import capital
from companion.box.screen.blocks.board_block import board_lines
from companion.box.screen.blocks.dice_block import dice_lines
from companion.box.screen.blocks.grid_block import grid_bands
from companion.box.screen.blocks.map_block import graph_bands
from companion.box.screen.blocks.row_blocks import cards_lines, notes_lines, purse_lines, road_lines
from companion.box.screen.blocks.squares_block import squares_bands
from companion.box.screen.blocks.track_block import track_bands
from companion.box.screen.blocks.wheel_block import ring_bands
from companion.box.screen.canvas import HEIGHT, WIDTH, Canvas
from companion.box.screen.paint_status_and_hints import CONTENT_TOP, HINTS_TOP, paint_scroll, paint_strip
from companion.rules.scene import Board, Cards, Dice, Graph, Grid, Notes, Purse, Ring, Road, Squares, Track

_ROOM = HINTS_TOP - CONTENT_TOP


def paint_block(canvas: Canvas, face: BlockFace) -> None:
    """Paint as many complete bands as there is room for; the first is painted even if it is too large.

    Large text is read page by page.
    """
    paint_strip(canvas, face.strip)
    bands = _bands(face)
    starts = _page_starts(bands) if face.large else range(_last_first_band(bands) + 1)
    first = starts[min(max(face.scroll, 0), len(starts) - 1)]
    top, visible = CONTENT_TOP, 0
    for band in bands[first:]:
        if visible and top + band.height > HINTS_TOP:
            break
        band.paint(canvas, top)
        top, visible = top + band.height, visible + 1
    if face.hints or face.hold:
        canvas.clear(0, HINTS_TOP, WIDTH, HEIGHT - HINTS_TOP)
    paint_scroll(canvas, CONTENT_TOP, _ROOM - 1, first, visible, len(bands))


def last_band(face: BlockFace) -> int:
    """Return the furthest scroll position of these blocks, in bands, or in pages of large text."""
    bands = _bands(face)
    return len(_page_starts(bands)) - 1 if face.large else _last_first_band(bands)


def _page_starts(bands: list[ScrollBand]) -> list[int]:
    """Return the first band of every page, each as full as possible."""
    starts, height = [0], 0
    for number, band in enumerate(bands):
        if height and height + band.height > _ROOM:
            starts.append(number)
            height = 0
        height += band.height
    return starts


def _last_first_band(bands: list[ScrollBand]) -> int:
    """Return the first band from which all others are in sight."""
    height = 0
    for number in range(len(bands) - 1, -1, -1):
        height += bands[number].height
        if height > _ROOM:
            return min(number + 1, len(bands) - 1)
    return 0


def _bands(face: BlockFace) -> list[ScrollBand]:
    """Return the bands of all blocks; each block but the first, which the strip names, is under its name."""
    bands: list[ScrollBand] = []
    for number, view in enumerate(face.blocks):
        if number:
            bands += text_bands([TextLine(parts=(capital(view.block.name),), head=True)], large=face.large)
        bands += _bands_of_block(view, large=face.large)
    return bands


def _bands_of_block(view: BlockView, *, large: bool) -> Iterator[ScrollBand]:
    match view.block:
        case Track() as track:
            return track_bands(view, track, large=large)
        case Ring() as ring:
            return ring_bands(view, ring, large=large)
        case Graph() as graph:
            return graph_bands(view, graph, large=large)
        case Squares() as squares:
            return squares_bands(view, squares, large=large)
        case Grid() as grid:
            return grid_bands(view, grid, large=large)
        case _:
            return text_bands(_lines(view), large=large)


def _lines(view: BlockView) -> Iterator[TextLine]:
    match view.block:
        case Dice() as dice:
            return dice_lines(view, dice)
        case Cards() as cards:
            return cards_lines(view, cards)
        case Road() as road:
            return road_lines(view, road)
        case Notes() as notes:
            return notes_lines(view, notes)
        case Board() as board:
            return board_lines(view, board)
        case Purse() as purse:
            return purse_lines(view, purse)
        case _:
            raise TypeError(f"no painter for {type(view.block).__name__}")
