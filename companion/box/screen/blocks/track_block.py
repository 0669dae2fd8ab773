"""A track: its places as a strip with every piece, and below in lines the pieces and the marks of places."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from companion.box.faces.block_face import BlockView
from companion.box.screen.art import glyphs
from companion.box.screen.art.bitmap import Bitmap, bitmap_of
from companion.box.screen.blocks.bands import Band, TextLine, laid
from companion.box.screen.blocks.block_signs import capital, mark_part
from companion.box.screen.blocks.map_block import piece_line
from companion.box.screen.canvas import WIDTH, Canvas
from companion.rules.scene import Piece, Place, Role, Track

HEIGHT = 16
"""Two lanes of shapes that may overlap by a row, and the track below them."""

_FIRST_X = 5
_LAST_X = 121
_LANE_TOPS = (6, 1)
_SHAPE = 7
_TRACK = 14
_MOST_PLACES = 61
_TOWN = bitmap_of(("#.#.#.#", "#######", "#######"))
_NOBODYS = bitmap_of((".......", "..###..", ".#...#.", ".#.#.#.", ".#...#.", "..###..", "......."))
"""The shape of a piece that belongs to no seat."""


@dataclass(slots=True)
class _Placed:
    piece: Piece[str]
    true_x: int
    """Column of its place on the track."""
    left: int
    lane: int = 0


def paint_strip_of(canvas: Canvas, shown: BlockView, track: Track[str], top: int) -> None:
    """Paint the track in the 16 rows from `top`.

    The pieces of the seat on turn are filled, the others outlined.
    """
    _paint_track(canvas, track.places, top)
    placed = _place(track)
    for one in placed:
        canvas.down(one.true_x, top + _LANE_TOPS[one.lane] + _SHAPE, _TRACK - _LANE_TOPS[one.lane] - _SHAPE)
    for one in sorted(placed, key=lambda one: -one.lane):
        _paint_piece(canvas, shown, one, top + _LANE_TOPS[one.lane])


def sky(track: Track[str]) -> tuple[int, int]:
    """Return the widest stretch over the pieces without any in the upper lane: its first column, and its end."""
    taken = sorted(one.left for one in _place(track) if one.lane)
    edges = zip([1, *(left + _SHAPE + 3 for left in taken)], [*(left - 3 for left in taken), WIDTH], strict=True)
    return max(edges, key=lambda edge: edge[1] - edge[0])


def _x(number: int, last: int) -> int:
    """Return the column of a place, numbered from 0."""
    share = number / last if last > 0 else 0.0
    return _FIRST_X + round(share * (_LAST_X - _FIRST_X))


def _paint_track(canvas: Canvas, places: tuple[Place[str], ...], top: int) -> None:
    """Paint the places: underlined if they give something, with a block on the line if they hold something.

    The start of the track needs no town.
    """
    line, last = top + _TRACK, len(places) - 1
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


def _place(track: Track[str]) -> list[_Placed]:
    """Place the pieces without overlaps: in two lanes, and a piece whose column is taken moves on a little."""
    numbers = {place.id: number for number, place in enumerate(track.places)}
    standing = [(numbers[piece.at], piece) for piece in track.pieces if piece.at in numbers]
    placed: list[_Placed] = []
    for number in sorted({number for number, _ in standing}):
        together = [piece for at, piece in standing if at == number]
        columns = (len(together) + 1) // 2
        x = _x(number, len(track.places) - 1)
        first = x - _SHAPE // 2 - (columns - 1) * (_SHAPE + 1) // 2
        placed += [_Placed(piece, x, first + nth // 2 * (_SHAPE + 1)) for nth, piece in enumerate(together)]
    free = [0, 0]
    for one in placed:
        one.lane = 0 if max(free[0] - one.left, 0) <= max(free[1] - one.left, 0) else 1
        one.left = max(one.left, free[one.lane])
        free[one.lane] = one.left + _SHAPE + 1
    limit = [WIDTH, WIDTH]
    for one in reversed(placed):
        one.left = min(one.left, limit[one.lane] - _SHAPE)
        limit[one.lane] = one.left - 1
    return placed


def _paint_piece(canvas: Canvas, shown: BlockView, one: _Placed, y: int) -> None:
    mark, turn = shown.mark(one.piece.seat), shown.turn is not None and one.piece.seat == shown.turn
    shape = glyphs.shape(mark.shape, filled=turn) if mark else _NOBODYS
    canvas.cut(glyphs.shape(mark.shape) if mark else _NOBODYS, one.left, y)
    canvas.clear(one.left - 1, y + 1, _SHAPE + 2, _SHAPE - 1)
    canvas.draw(shape, one.left, y)
    pips = _PIPS.get(one.piece.number or 0)
    if pips and turn:
        canvas.cut(pips, one.left, y)
    elif pips:
        canvas.draw(pips, one.left, y)


_EMPTY = "." * _SHAPE
_PIPS: dict[int, Bitmap] = {
    1: bitmap_of((_EMPTY,) * 4 + ("...#...",) + (_EMPTY,) * 2),
    2: bitmap_of((_EMPTY,) * 4 + ("..#.#..",) + (_EMPTY,) * 2),
}


def track_bands(shown: BlockView, track: Track[str], *, large: bool) -> Iterator[Band]:
    """Yield the drawing, then its pieces, then its marks."""
    if track.places:
        yield Band(HEIGHT + 3, partial(_paint, shown=shown, track=track))
    yield from laid(_lines(shown, track), large=large)


def _paint(canvas: Canvas, top: int, shown: BlockView, track: Track[str]) -> None:
    paint_strip_of(canvas, shown, track, top)


def _lines(shown: BlockView, track: Track[str]) -> Iterator[TextLine]:
    names = {place.id: place.name or place.label for place in track.places}
    for piece in track.pieces:
        yield piece_line(shown, piece, names.get(piece.at, ""))
    for place in track.places:
        if place.marks:
            parts = tuple(mark_part(shown, mark) for mark in place.marks)
            yield TextLine(parts=(capital(" ".join(filter(None, (place.label, place.name)))),), right=parts)
