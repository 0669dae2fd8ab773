"""A map, drawn where it has room, and in lines: who stands where, where one goes next, each place and its ways."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from companion.box.faces.block_face import ShownBlock
from companion.box.screen.blocks.bands import Band, Part, TextLine, laid
from companion.box.screen.blocks.block_signs import (
    ARROW,
    amount_part,
    badge_parts,
    capital,
    mark_part,
    seat_parts,
    titled,
)
from companion.box.screen.blocks.small_map import HEIGHT, paint_map, places_of
from companion.box.screen.canvas import Canvas
from companion.rules.components import Amount
from companion.rules.scene import Edge, Graph, Piece, Spot
from companion.words.catalogue import figure


def graph_bands(shown: ShownBlock, graph: Graph[str], *, large: bool) -> Iterator[Band]:
    """The drawing, where no two places come too near each other, then the lines."""
    if places_of(graph):
        yield Band(HEIGHT + 2, partial(_paint, shown=shown, graph=graph))
    yield from laid(_lines(shown, graph), large=large)


def _paint(canvas: Canvas, top: int, shown: ShownBlock, graph: Graph[str]) -> None:
    paint_map(canvas, top + 1, shown, graph)


def _lines(shown: ShownBlock, graph: Graph[str]) -> Iterator[TextLine]:
    """Pieces first, as one looks for oneself first."""
    names = {spot.id: spot.name for spot in graph.spots}
    for piece in graph.pieces:
        yield piece_line(shown, piece, names.get(piece.at, ""))
    for one in graph.next:
        if one.id in names:
            yield TextLine(parts=(ARROW, capital(names[one.id])), right=_cost(shown, one.cost))
    for spot in graph.spots:
        yield from _spot(shown, graph, spot, names)


def piece_line(shown: ShownBlock, piece: Piece[str], where: str) -> TextLine:
    """A piece and where it stands."""
    number: tuple[Part, ...] = () if piece.number is None else (figure(piece.number),)
    who = (*(seat_parts(shown, piece.seat) or titled(shown, piece.thing)), *number)
    place: tuple[Part, ...] = (piece.says or where,) if piece.says or where else ()
    return TextLine(parts=who or ("•",), right=place)


def _spot(shown: ShownBlock, graph: Graph[str], spot: Spot[str], names: dict[str, str]) -> Iterator[TextLine]:
    here = [part for piece in graph.pieces if piece.at == spot.id for part in badge_parts(shown, piece.seat)]
    yield TextLine(parts=(capital(spot.name),), right=tuple(here), head=True)
    if spot.marks:
        yield TextLine(parts=tuple(mark_part(shown, mark) for mark in spot.marks), inset=4)
    for edge in graph.edges:
        other = _other_end(edge, spot.id)
        if other in names:
            yield TextLine(parts=(capital(names[other]),), right=_cost(shown, edge.cost), inset=4)


def _cost(shown: ShownBlock, cost: Amount | None) -> tuple[Part, ...]:
    return () if cost is None else (amount_part(shown, cost),)


def _other_end(edge: Edge, spot: str) -> str:
    return edge.b if edge.a == spot else edge.a if edge.b == spot else ""
