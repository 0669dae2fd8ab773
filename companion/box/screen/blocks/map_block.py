"""A map, drawn if it has room, and in lines: pieces and their places, the next places, each place and its ways."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import combinations
from typing import TypeAlias

from companion.box.faces.block_view import BlockView
from companion.box.screen.art import glyphs
from companion.box.screen.blocks.bands import ROOM, Part, ScrollBand, TextLine, text_bands
from companion.box.screen.blocks.block_signs import (
    ARROW,
    amount_part,
    badge_parts,
    capital,
    mark_part,
    seat_parts,
    title_parts,
)
from companion.box.screen.canvas import Canvas
from companion.rules.components import Amount
from companion.rules.scene import Edge, Graph, Piece, PieceBlock, Spot
from companion.words.catalogue import format_number

HEIGHT = 32
"""In points."""
_EDGE = 4
"""Distance of the middle of a place from the edge of the drawing, in points."""
_NEAREST = 8
"""Minimum points between the middles of two places: nearer ones would look like one."""
_SHAPE = 7

_Position: TypeAlias = tuple[int, int]


def places_of(graph: Graph[str]) -> dict[str, _Position]:
    """Return the position of each place, in points from the top left; empty if two of them would be too close."""
    if len(graph.spots) < 2:
        return {}
    across = _spread([spot.x for spot in graph.spots], ROOM - 2 * _EDGE)
    down = _spread([spot.y for spot in graph.spots], HEIGHT - 2 * _EDGE - 1)
    places = {spot.id: (_EDGE + x, _EDGE + y) for spot, x, y in zip(graph.spots, across, down, strict=True)}
    near = any(max(abs(a[0] - b[0]), abs(a[1] - b[1])) < _NEAREST for a, b in combinations(places.values(), 2))
    return {} if near else places


def paint_map(canvas: Canvas, top: int, view: BlockView, graph: Graph[str]) -> None:
    """Paint ways dotted, places with marks filled, and the next places with a frame around them.

    A piece covers its place, filled if it is its seat's turn; of several pieces on one place the first is seen.
    """
    places = places_of(graph)
    for edge in graph.edges:
        if edge.a in places and edge.b in places:
            _paint_way(canvas, top, places[edge.a], places[edge.b])
    next_ids = {next_spot.id for next_spot in graph.next}
    piece_by_spot = {piece.at: piece for piece in reversed(graph.pieces)}
    for spot in graph.spots:
        x, y = places[spot.id]
        canvas.clear(x - 2, top + y - 2, 5, 5)
        if spot.id in next_ids:
            canvas.clear(x - 3, top + y - 3, 7, 7)
            canvas.frame(x - 3, top + y - 3, 7, 7)
        if spot.marks:
            canvas.fill(x - 1, top + y - 1, 3, 3)
        else:
            canvas.frame(x - 1, top + y - 1, 3, 3)
        if spot.id in piece_by_spot:
            _paint_piece(canvas, view, piece_by_spot[spot.id], x, top + y)


def _spread(values: list[float], room: int) -> list[int]:
    """Scale values to the whole room, the least at 0; if all are equal, to the middle."""
    least, most = min(values), max(values)
    if most <= least:
        return [room // 2] * len(values)
    return [round((value - least) / (most - least) * room) for value in values]


def _paint_way(canvas: Canvas, top: int, begin: _Position, end: _Position) -> None:
    """Paint every third point of the way."""
    steps = max(abs(end[0] - begin[0]), abs(end[1] - begin[1]))
    for step in range(0, steps, 3):
        x, y = (round(a + (b - a) * step / steps) for a, b in zip(begin, end, strict=True))
        canvas.fill(x, top + y, 1, 1)


def _paint_piece(canvas: Canvas, view: BlockView, piece: Piece[str], x: int, y: int) -> None:
    mark, half = view.mark(piece.seat), _SHAPE // 2
    canvas.clear(x - half - 1, y - half - 1, _SHAPE + 2, _SHAPE + 2)
    if mark is not None:
        canvas.draw(glyphs.shape(mark.shape, filled=piece.seat == view.turn), x - half, y - half)
    else:
        canvas.frame(x - half, y - half, _SHAPE, _SHAPE)
        canvas.fill(x - 1, y - 1, 3, 3)
    if piece.ghost:
        canvas.veil(x - half, y - half, _SHAPE, _SHAPE)


def graph_bands(view: BlockView, graph: Graph[str], *, large: bool) -> Iterator[ScrollBand]:
    """Yield the drawing, if no two places are too close, then the lines."""
    if places_of(graph):
        yield ScrollBand(HEIGHT + 2, partial(_paint, view=view, graph=graph))
    yield from text_bands(_lines(view, graph), large=large)


def _paint(canvas: Canvas, top: int, view: BlockView, graph: Graph[str]) -> None:
    paint_map(canvas, top + 1, view, graph)


def _lines(view: BlockView, graph: Graph[str]) -> Iterator[TextLine]:
    """Yield pieces first, because players look for themselves first."""
    names = {spot.id: spot.name for spot in graph.spots}
    for piece in standing_pieces(graph):
        yield piece_line(view, piece, names.get(piece.at, ""))
    for next_spot in graph.next:
        if next_spot.id in names:
            yield TextLine(parts=(ARROW, capital(names[next_spot.id])), right=_cost(view, next_spot.cost))
    for spot in graph.spots:
        yield from _spot(view, graph, spot, names)


def standing_pieces(board: PieceBlock[str]) -> Iterator[Piece[str]]:
    """Yield the pieces of a map, track or board, without ghosts of places that pieces have left."""
    return (piece for piece in board.pieces if not piece.ghost)


def piece_line(view: BlockView, piece: Piece[str], where: str) -> TextLine:
    """Return a line with a piece and its place."""
    label = piece.label or ("" if piece.number is None else format_number(piece.number))
    which: tuple[Part, ...] = (label,) if label else ()
    who = (*(seat_parts(view, piece.seat) or title_parts(view, piece.thing)), *which)
    place: tuple[Part, ...] = (piece.says or where,) if piece.says or where else ()
    return TextLine(parts=who or ("•",), right=place)


def _spot(view: BlockView, graph: Graph[str], spot: Spot[str], names: dict[str, str]) -> Iterator[TextLine]:
    badges = [part for piece in standing_pieces(graph) if piece.at == spot.id for part in badge_parts(view, piece.seat)]
    yield TextLine(parts=(capital(spot.name),), right=tuple(badges), head=True)
    if spot.marks:
        yield TextLine(parts=tuple(mark_part(view, mark) for mark in spot.marks), inset=4)
    for edge in graph.edges:
        other_end = _other_end(edge, spot.id)
        if other_end in names:
            yield TextLine(parts=(capital(names[other_end]),), right=_cost(view, edge.cost), inset=4)


def _cost(view: BlockView, cost: Amount | None) -> tuple[Part, ...]:
    return () if cost is None else (amount_part(view, cost),)


def _other_end(edge: Edge, spot: str) -> str:
    return edge.b if edge.a == spot else edge.a if edge.b == spot else ""
