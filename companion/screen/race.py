"""The race as a strip: the track along the bottom, its towns, and every camel as its seat's shape."""

from __future__ import annotations

from dataclasses import dataclass

from companion.screen import glyphs
from companion.screen.bitmap import Bitmap, bitmap_of
from companion.screen.canvas import Canvas
from companion.screen.picture import WIDTH
from companion.views.faces import Pawn, Race

HEIGHT = 16
"""Two lanes of shapes that may touch by a row, and the track below them."""

_FIRST_X = 5
_LAST_X = 121
_LANE_TOPS = (6, 1)
_SHAPE = 7
_TRACK = 14
_MOST_SPACES = 60
_TOWN = bitmap_of(("#.#.#.#", "#######", "#######"))


@dataclass(slots=True)
class _Placed:
    pawn: Pawn
    true_x: int
    """Where its space is on the track."""
    left: int
    lane: int = 0


def paint_race(canvas: Canvas, race: Race, top: int) -> None:
    """The race in the 16 rows from `top`; the shapes of the seat whose turn it is are filled, the others outlined."""
    _paint_track(canvas, race, top)
    placed = _place(race)
    for one in placed:
        canvas.down(one.true_x, top + _LANE_TOPS[one.lane] + _SHAPE, _TRACK - _LANE_TOPS[one.lane] - _SHAPE)
    for one in sorted(placed, key=lambda one: -one.lane):
        _paint_pawn(canvas, one, top + _LANE_TOPS[one.lane])


def sky(race: Race) -> tuple[int, int]:
    """The widest stretch over the camels that no camel of the upper lane reaches into: its first point, and its end."""
    taken = sorted(one.left for one in _place(race) if one.lane)
    edges = zip([1, *(left + _SHAPE + 3 for left in taken)], [*(left - 3 for left in taken), WIDTH], strict=True)
    return max(edges, key=lambda edge: edge[1] - edge[0])


def _x(space: int, end: int) -> int:
    share = min(max(space, 0), end) / end if end > 0 else 0.0
    return _FIRST_X + round(share * (_LAST_X - _FIRST_X))


def _paint_track(canvas: Canvas, race: Race, top: int) -> None:
    line = top + _TRACK
    if 0 < race.end <= _MOST_SPACES:
        for space in range(race.end + 1):
            canvas.fill(_x(space, race.end), line, 1, 1)
    else:
        canvas.dots(_FIRST_X, line, _LAST_X - _FIRST_X, 1)
    for space in race.zones:
        canvas.across(_x(space, race.end) - 2, line + 1, 5)
    for space in race.crates:
        canvas.fill(_x(space, race.end) - 1, line - 1, 3, 2)
    for town in (race.halfway, race.end):
        canvas.draw(_TOWN, _x(town, race.end) - _TOWN.width // 2, line - 1)


def _place(race: Race) -> list[_Placed]:
    """Side by side without hiding each other: two lanes, and a camel whose place is taken moves on a little."""
    placed: list[_Placed] = []
    for space in sorted({pawn.space for pawn in race.pawns}):
        together = [pawn for pawn in race.pawns if pawn.space == space]
        columns = (len(together) + 1) // 2
        x = _x(space, race.end)
        first = x - _SHAPE // 2 - (columns - 1) * (_SHAPE + 1) // 2
        placed += [_Placed(pawn, x, first + number // 2 * (_SHAPE + 1)) for number, pawn in enumerate(together)]
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


def _paint_pawn(canvas: Canvas, one: _Placed, y: int) -> None:
    mark = one.pawn.mark
    canvas.cut(glyphs.shape(mark.shape), one.left, y)
    canvas.clear(one.left - 1, y + 1, _SHAPE + 2, _SHAPE - 1)
    canvas.draw(glyphs.shape(mark.shape, filled=one.pawn.turn), one.left, y)
    pips = _PIPS.get(one.pawn.figure or 0)
    if pips and one.pawn.turn:
        canvas.cut(pips, one.left, y)
    elif pips:
        canvas.draw(pips, one.left, y)


_EMPTY = "." * _SHAPE
_PIPS: dict[int, Bitmap] = {
    1: bitmap_of((_EMPTY,) * 4 + ("...#...",) + (_EMPTY,) * 2),
    2: bitmap_of((_EMPTY,) * 4 + ("..#.#..",) + (_EMPTY,) * 2),
}
