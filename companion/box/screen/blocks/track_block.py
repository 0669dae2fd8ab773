"""A track: its places as a strip with every piece, and below in lines the pieces and the marks of places."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

from companion.box.faces.block_view import BlockView
from companion.box.screen.art import glyphs
from companion.box.screen.art.bitmap import Bitmap, bitmap_of
from companion.box.screen.blocks.bands import ScrollBand, TextLine, text_bands
from companion.box.screen.blocks.block_signs import NEUTRAL_SHAPE, capital, mark_part
from companion.box.screen.blocks.map_block import piece_line, standing_pieces
from companion.box.screen.canvas import WIDTH, Canvas
from companion.rules.scene import Piece, Place, Role, Track

HEIGHT = 16
"""Two lanes of shapes that may overlap by a row, and the track below them."""
FLAT_HEIGHT = 8
"""One lane of shapes that stand on the track."""

_FIRST_X = 5
_LAST_X = 121
_LANE_TOPS = (6, 1)
_SHAPE = 7
_TRACK = 14
_FLAT_TRACK = 6
_PITCH = _SHAPE + 1
_FURTHEST_ASIDE = 8
"""Greatest distance of a shape from its place in a single lane, in points: two spaces of Expedition."""
_MOST_PLACES = 61
_TOWN = bitmap_of(("#.#.#.#", "#######", "#######"))


@dataclass(slots=True)
class _PlacedPiece:
    piece: Piece[str]
    true_x: int
    """Column of its place on the track."""
    left: int
    lane: int = 0


def paint_track_strip(canvas: Canvas, view: BlockView, track: Track[str], top: int) -> None:
    """Paint the track in the 16 rows from `top`.

    The pieces of the seat on turn are filled, the others outlined; a ghost is grey.
    """
    _paint_track(canvas, track.places, top + _TRACK)
    placed = _place_pieces(track)
    for placed_piece in placed:
        canvas.down(
            placed_piece.true_x,
            top + _LANE_TOPS[placed_piece.lane] + _SHAPE,
            _TRACK - _LANE_TOPS[placed_piece.lane] - _SHAPE,
        )
    for placed_piece in sorted(placed, key=lambda placed_piece: -placed_piece.lane):
        _paint_piece(canvas, view, track, placed_piece, top + _LANE_TOPS[placed_piece.lane])


def paint_flat_track_strip(canvas: Canvas, view: BlockView, track: Track[str], top: int) -> None:
    """Paint the track in the 8 rows from `top`, with all pieces side by side on it."""
    _paint_track(canvas, track.places, top + _FLAT_TRACK)
    for placed_piece in _place_side_by_side(track):
        _paint_piece(canvas, view, track, placed_piece, top)


def is_flat(track: Track[str]) -> bool:
    """Return whether all pieces can stand side by side, each close to its place."""
    centre = _SHAPE // 2
    return all(abs(placed.left + centre - placed.true_x) <= _FURTHEST_ASIDE for placed in _place_side_by_side(track))


def with_ghost(track: Track[str], piece_id: str, place: str) -> Track[str]:
    """Return the track with a ghost of a piece on this place; without one if the piece is there."""
    pieces = (piece for piece in track.pieces if piece.id == piece_id and piece.at != place)
    ghosts = (replace(piece, id=f"ghost:{piece.id}", at=place, ghost=True) for piece in pieces)
    return replace(track, pieces=(*ghosts, *track.pieces))


def paint_way(canvas: Canvas, track: Track[str], piece_id: str, start: str, top: int) -> None:
    """Paint the way of a piece from a place to where it is, as a line along the track whose rows begin at `top`."""
    numbers = {place.id: number for number, place in enumerate(track.places)}
    ends = [numbers[place] for place in (start, *_places_of(track, piece_id)) if place in numbers]
    if len(ends) == 2:
        first, last = (_x(number, len(track.places) - 1) for number in sorted(ends))
        canvas.fill(first, top + _TRACK - 1, last - first + 1, 2)


def _places_of(track: Track[str], piece_id: str) -> Iterator[str]:
    return (piece.at for piece in track.pieces if piece.id == piece_id)


def _x(number: int, last: int) -> int:
    """Return the column of a place, numbered from 0."""
    share = number / last if last > 0 else 0.0
    return _FIRST_X + round(share * (_LAST_X - _FIRST_X))


def _paint_track(canvas: Canvas, places: tuple[Place[str], ...], line: int) -> None:
    """Paint the places in row `line`: underlined if they give something, with a block there if they hold something.

    The start of the track needs no town.
    """
    last = len(places) - 1
    if len(places) <= _MOST_PLACES:
        for number in range(len(places)):
            canvas.fill(_x(number, last), line, 1, 1)
    else:
        canvas.dots(_FIRST_X, line, _LAST_X - _FIRST_X, 1)
    for number, place in enumerate(places):
        roles = {mark.role for mark in place.marks}
        if Role.GIVES in roles:
            canvas.across(_x(number, last) - 2, line + 1, 5)
        if Role.LIES in roles:
            canvas.fill(_x(number, last) - 1, line - 1, 3, 2)
    for number, place in enumerate(places):
        if number and place.name:
            canvas.draw(_TOWN, _x(number, last) - _TOWN.width // 2, line - 1)


def _place_pieces(track: Track[str]) -> list[_PlacedPiece]:
    """Place the pieces without overlaps: in two lanes, and a piece whose column is taken moves on a little."""
    numbers = {place.id: number for number, place in enumerate(track.places)}
    numbered = [(numbers[piece.at], piece) for piece in track.pieces if piece.at in numbers]
    placed: list[_PlacedPiece] = []
    for number in sorted({number for number, _ in numbered}):
        together = [piece for other_number, piece in numbered if other_number == number]
        columns = (len(together) + 1) // 2
        x = _x(number, len(track.places) - 1)
        first = x - _SHAPE // 2 - (columns - 1) * (_SHAPE + 1) // 2
        placed += [_PlacedPiece(piece, x, first + nth // 2 * (_SHAPE + 1)) for nth, piece in enumerate(together)]
    free = [0, 0]
    for placed_piece in placed:
        placed_piece.lane = 0 if max(free[0] - placed_piece.left, 0) <= max(free[1] - placed_piece.left, 0) else 1
        placed_piece.left = max(placed_piece.left, free[placed_piece.lane])
        free[placed_piece.lane] = placed_piece.left + _SHAPE + 1
    limit = [WIDTH, WIDTH]
    for placed_piece in reversed(placed):
        placed_piece.left = min(placed_piece.left, limit[placed_piece.lane] - _SHAPE)
        limit[placed_piece.lane] = placed_piece.left - 1
    return placed


def _place_side_by_side(track: Track[str]) -> list[_PlacedPiece]:
    """Place the pieces in one lane, each as near to its place as the others allow.

    Neighbours that would overlap share their distances: pieces that touch stand around the middle of their places.
    """
    numbers = {place.id: number for number, place in enumerate(track.places)}
    on_track = sorted((piece for piece in track.pieces if piece.at in numbers), key=lambda piece: numbers[piece.at])
    columns = [_x(numbers[piece.at], len(track.places) - 1) for piece in on_track]
    groups: list[tuple[float, int]] = []
    """Offset of the pieces that touch, from where they would be if all pieces touched; and their number."""
    for order, column in enumerate(columns):
        offset, size = float(column - _SHAPE // 2 - order * _PITCH), 1
        while groups and groups[-1][0] >= offset:
            before, count = groups.pop()
            offset, size = (before * count + offset * size) / (count + size), count + size
        groups.append((offset, size))
    offsets = [offset for offset, size in groups for _ in range(size)]
    most = WIDTH - _SHAPE - (len(on_track) - 1) * _PITCH
    return [
        _PlacedPiece(piece, column, max(min(round(offset), most), 0) + order * _PITCH)
        for order, (piece, column, offset) in enumerate(zip(on_track, columns, offsets, strict=True))
    ]


def _pip_count(track: Track[str], piece: Piece[str]) -> int:
    """Return how many pips distinguish a piece: its number, or one for the second of two that have letters."""
    if piece.label is None:
        return piece.number or 0
    return [other.id for other in track.pieces if other.seat == piece.seat].index(piece.id)


def _paint_piece(canvas: Canvas, view: BlockView, track: Track[str], placed_piece: _PlacedPiece, y: int) -> None:
    piece, left = placed_piece.piece, placed_piece.left
    pips = _PIPS.get(_pip_count(track, piece))
    mark, turn = view.mark(piece.seat), view.turn is not None and piece.seat == view.turn
    shape = glyphs.shape(mark.shape, filled=turn) if mark else NEUTRAL_SHAPE
    canvas.cut(glyphs.shape(mark.shape) if mark else NEUTRAL_SHAPE, left, y)
    canvas.clear(left - 1, y + 1, _SHAPE + 2, _SHAPE - 1)
    canvas.draw(shape, left, y)
    if pips and turn:
        canvas.cut(pips, left, y)
    elif pips:
        canvas.draw(pips, left, y)
    if piece.ghost:
        canvas.veil(left, y, _SHAPE, _SHAPE)


_EMPTY = "." * _SHAPE
_PIPS: dict[int, Bitmap] = {
    1: bitmap_of((_EMPTY,) * 4 + ("...#...",) + (_EMPTY,) * 2),
    2: bitmap_of((_EMPTY,) * 4 + ("..#.#..",) + (_EMPTY,) * 2),
}


def track_bands(view: BlockView, track: Track[str], *, large: bool) -> Iterator[ScrollBand]:
    """Yield the drawing, then its pieces, then its marks."""
    if track.places:
        yield ScrollBand(HEIGHT + 3, partial(_paint, view=view, track=track))
    yield from text_bands(_lines(view, track), large=large)


def _paint(canvas: Canvas, top: int, view: BlockView, track: Track[str]) -> None:
    paint_track_strip(canvas, view, track, top)


def _lines(view: BlockView, track: Track[str]) -> Iterator[TextLine]:
    names = {place.id: place.name or place.label for place in track.places}
    for piece in standing_pieces(track):
        yield piece_line(view, piece, names.get(piece.at, ""))
    for place in track.places:
        if place.marks:
            parts = tuple(mark_part(view, mark) for mark in place.marks)
            yield TextLine(parts=(capital(" ".join(filter(None, (place.label, place.name)))),), right=parts)
