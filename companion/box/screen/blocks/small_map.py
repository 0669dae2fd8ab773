"""A map in few points: its places where they lie, the ways between them, and who stands there."""

from __future__ import annotations

from itertools import combinations
from typing import TypeAlias

from companion.box.faces.block_face import ShownBlock
from companion.box.screen.art import glyphs
from companion.box.screen.blocks.bands import ROOM
from companion.box.screen.canvas import Canvas
from companion.rules.scene import Graph, Piece

HEIGHT = 32
"""In points."""
_EDGE = 4
"""How far the middle of a place stays from the edge of the drawing."""
_NEAREST = 8
"""Points between the middles of two places: nearer ones would be one."""
_SHAPE = 7

_At: TypeAlias = tuple[int, int]


def places_of(graph: Graph[str]) -> dict[str, _At]:
    """Where each place lies, in points from the upper left; nothing where two of them would come too near."""
    if len(graph.spots) < 2:
        return {}
    across = _spread([spot.x for spot in graph.spots], ROOM - 2 * _EDGE)
    down = _spread([spot.y for spot in graph.spots], HEIGHT - 2 * _EDGE - 1)
    found = {spot.id: (_EDGE + x, _EDGE + y) for spot, x, y in zip(graph.spots, across, down, strict=True)}
    near = any(max(abs(a[0] - b[0]), abs(a[1] - b[1])) < _NEAREST for a, b in combinations(found.values(), 2))
    return {} if near else found


def paint_map(canvas: Canvas, top: int, shown: ShownBlock, graph: Graph[str]) -> None:
    """Ways are dotted, places with something on them are filled, those that come next have a frame around them.

    A piece stands in place of its place, the one whose turn it is filled; of several on one place the first is seen.
    """
    places = places_of(graph)
    for edge in graph.edges:
        if edge.a in places and edge.b in places:
            _paint_way(canvas, top, places[edge.a], places[edge.b])
    onward = {one.id for one in graph.next}
    standing = {piece.at: piece for piece in reversed(graph.pieces)}
    for spot in graph.spots:
        x, y = places[spot.id]
        canvas.clear(x - 2, top + y - 2, 5, 5)
        if spot.id in onward:
            canvas.clear(x - 3, top + y - 3, 7, 7)
            canvas.frame(x - 3, top + y - 3, 7, 7)
        if spot.marks:
            canvas.fill(x - 1, top + y - 1, 3, 3)
        else:
            canvas.frame(x - 1, top + y - 1, 3, 3)
        if spot.id in standing:
            _paint_piece(canvas, shown, standing[spot.id], x, top + y)


def _spread(values: list[float], room: int) -> list[int]:
    """Values over the whole room there is, the least at 0; in the middle where they are all the same."""
    least, most = min(values), max(values)
    if most <= least:
        return [room // 2] * len(values)
    return [round((value - least) / (most - least) * room) for value in values]


def _paint_way(canvas: Canvas, top: int, begin: _At, end: _At) -> None:
    """Every third point of the way."""
    steps = max(abs(end[0] - begin[0]), abs(end[1] - begin[1]))
    for step in range(0, steps, 3):
        x, y = (round(a + (b - a) * step / steps) for a, b in zip(begin, end, strict=True))
        canvas.fill(x, top + y, 1, 1)


def _paint_piece(canvas: Canvas, shown: ShownBlock, piece: Piece[str], x: int, y: int) -> None:
    mark, half = shown.mark(piece.seat), _SHAPE // 2
    canvas.clear(x - half - 1, y - half - 1, _SHAPE + 2, _SHAPE + 2)
    if mark is not None:
        canvas.draw(glyphs.shape(mark.shape, filled=piece.seat == shown.turn), x - half, y - half)
    else:
        canvas.frame(x - half, y - half, _SHAPE, _SHAPE)
        canvas.fill(x - 1, y - 1, 3, 3)
