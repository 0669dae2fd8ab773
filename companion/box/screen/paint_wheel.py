"""Painting of the wheel: a ring of sectors that turns, its pointer, and the content of the sector beside it."""

from __future__ import annotations

import math
from bisect import bisect_right
from functools import lru_cache

from companion.box.faces.wheel_face import SectorLabel, WheelFace, middle_of, parts_at, sector_ends
from companion.box.screen.art import glyphs
from companion.box.screen.art.bitmap import Bitmap, read_bands
from companion.box.screen.canvas import WIDTH, Align, Canvas
from companion.box.screen.font.text_lines import Size, line
from companion.box.screen.paint_status_and_hints import best_size, paint_strip
from companion.support.frozen_dataclasses import frozen

POINTER = """
0: pointer
......#
....###
..#####
#######
..#####
....###
......#
"""


_RIM, _HUB, _LABELS = 20, 8, 14
"""Radii, in points: the edge of the ring, its inner edge, and the middle of the labels."""
_SIDE = 2 * _RIM + 1
_LEFT, _TOP = 1, 12
HEIGHT = _SIDE + 1
"""Height of the content of a wheel, in points."""
_BESIDE = _LEFT + _SIDE + 13
"""Column where the content beside the ring begins, right of the pointer."""
_ROOM_BEFORE_NOTE = 3
_FLOOR = 34
"""Points from the ring's upper edge to the line under the result."""
_PITCH = 9
_CLOSEST_BORDERS = 3.0
"""Points between two borders; closer borders, towards the hub, are left out."""
_ROOM_OF_GAP = 5.0
"""Minimum width of a lit sector, in points, that is set off from its borders."""
_HALF_LINE = 0.5
_CAPITAL = 7
"""Height of a digit of a label."""
_ROOM_OF_LABEL = 8.5
"""Minimum width of a sector, in points, at the middle of its label."""


def paint_wheel(canvas: Canvas, face: WheelFace) -> None:
    """Paint the ring at the face's angle; at rest its result is set off, in the ring and large beside it."""
    paint_strip(canvas, face.strip)
    paint_ring(canvas, face, _TOP, WIDTH)


def paint_ring(canvas: Canvas, face: WheelFace, top: int, right: int) -> None:
    """Paint the ring from this row down, and the content beside it up to `right`."""
    room = right - _BESIDE
    _paint_ring(canvas, face, top)
    canvas.draw(read_bands(POINTER)["pointer"], _LEFT + _SIDE + 1, top + _RIM - 3)
    lines, size = canvas.fit_lines(face.line, room, 2)
    one_line = len(lines) < 2
    taken_width = (
        _paint_sector_at_pointer(canvas, face, face.sector_at_pointer, top, room, full_height=one_line)
        if face.sector_at_pointer is not None
        else 0
    )
    left = _BESIDE + taken_width + _ROOM_BEFORE_NOTE
    _paint_note(canvas, face.note, left, top, right - 1 - left)
    huge = face.result is not None and face.sector_at_pointer is not None and not face.sector_at_pointer.stark
    if face.large and not huge:  # a huge number leaves no room for large words below it
        size = best_size(face.line, room, (Size.LARGE, size))
    if size is Size.LARGE:
        canvas.text(face.line, _BESIDE, top + _FLOOR - 3, room, size)
    else:
        canvas.lines(lines, _BESIDE, top + _FLOOR - (0 if one_line else _PITCH), room, _PITCH, size)


def _paint_note(canvas: Canvas, note: str, left: int, top: int, room: int) -> None:
    """Paint a note at the right edge, above the line of the result, in three lines at most."""
    if note:
        lines, size = canvas.fit_lines(note, room, 3)
        canvas.lines(lines, left, top + 2, room, 8, size, Align.RIGHT)


def _paint_sector_at_pointer(
    canvas: Canvas, face: WheelFace, sector: SectorLabel, top: int, room: int, *, full_height: bool
) -> int:
    """Paint the sector at the pointer: small while the wheel turns, as large as possible at rest; return its width.

    With `whole`, it has the full height above a single line.
    """
    rests = face.result is not None
    if sector.stark and sector.glyph is not None:
        drawn = glyphs.huge_pictogram(sector.glyph) if rests else glyphs.large_pictogram(sector.glyph)
        canvas.draw(drawn, _BESIDE, top + (2 if rests else _RIM - 8))
        return drawn.width
    sizes = (Size.HUGE, Size.NUMBER) if rests and full_height else (Size.NUMBER,)
    label = face.counts if rests and face.counts else sector.label
    size = best_size(label, room, (*sizes, Size.LARGE, Size.SMALL))
    height = {Size.HUGE: 32, Size.NUMBER: 16, Size.LARGE: 11}.get(size, 7)
    middle = _RIM if full_height else (_FLOOR - _PITCH) // 2
    return canvas.text(label, _BESIDE, top if rests and full_height else top + middle - height // 2, room, size)


def _paint_ring(canvas: Canvas, face: WheelFace, top: int) -> None:
    """Paint the ring. Stark sectors are lit; at rest the result is lit instead and the stark ones are dotted."""
    stark = frozenset(index for index, sector in enumerate(face.sectors) if sector.stark)
    count, ends = len(face.sectors), sector_ends(face.sectors)
    if face.result is None or not count:
        ring, lit = _ring(ends, stark, frozenset(), face.angle), stark
    else:
        lit = frozenset((face.result % count,))
        ring = _ring(ends, lit, stark - lit, face.angle)
    canvas.draw(ring, _LEFT, top)
    if face.glyph is not None:
        drawn = glyphs.pictogram(face.glyph)
        canvas.draw(drawn, _LEFT + _RIM - drawn.width // 2, top + _RIM - drawn.height // 2)
    for index, sector in enumerate(face.sectors):
        if not sector.stark:
            turn, share = face.angle + middle_of(ends, index), max(sector.weight, 1) / ends[-1]
            _paint_label(canvas, sector.label, turn, share, top + _RIM, dark=index in lit)


def _paint_label(canvas: Canvas, label: str, turn: float, share: float, middle: int, *, dark: bool) -> None:
    """Paint an upright label in the middle of a sector with this share of the ring, if it has room."""
    written = line(label, Size.NARROW)
    room = share * math.tau * _LABELS
    if room < _ROOM_OF_LABEL or written.width > min(room, _RIM - _HUB - 1):
        return
    x = _LEFT + _RIM + _LABELS * math.cos(turn * math.tau) - (written.width - 1) / 2
    y = middle + _LABELS * math.sin(turn * math.tau) - _CAPITAL // 2
    canvas.text(label, round(x), round(y), written.width, Size.NARROW, dark=dark)


@lru_cache(maxsize=64)
def _ring(ends: tuple[int, ...], lit: frozenset[int], dotted: frozenset[int], angle: float) -> Bitmap:
    """Return the ring without its labels; `ends` are the ends of its sectors."""
    rows = list(_edges().rows)
    for point in _points() if ends else ():
        along = parts_at(ends, point.turn - angle)
        index = bisect_right(ends, along) % len(ends)
        start = ends[index - 1] if index else 0
        # How wide the sector is here and how far the nearer of its borders is, in points.
        part = math.tau * point.radius / ends[-1]
        apart = part * (ends[index] - start)
        border = min(along - start, ends[index] - along) * part
        dot = (point.x + point.y) % 2 == 0
        drawn = border < _HALF_LINE and apart >= _CLOSEST_BORDERS
        filled = border >= (1 if apart >= _ROOM_OF_GAP else 0)
        if drawn or (filled and (index in lit or (index in dotted and dot))):
            rows[point.y] |= 1 << (_SIDE - 1 - point.x)
    return Bitmap(_SIDE, tuple(rows))


@frozen
class _Point:
    """A point of the ring, between its two edges."""

    x: int
    y: int
    radius: float
    turn: float
    """Position round the ring, clockwise from the pointer, in turns."""


@lru_cache(maxsize=1)
def _points() -> tuple[_Point, ...]:
    every = [(x, y, math.hypot(x - _RIM, y - _RIM)) for y in range(_SIDE) for x in range(_SIDE)]
    return tuple(
        _Point(x, y, radius, math.atan2(y - _RIM, x - _RIM) / math.tau)
        for x, y, radius in every
        if _HUB + 1 < radius < _RIM - 1
    )


@lru_cache(maxsize=1)
def _edges() -> Bitmap:
    """Return the two circles that bound the sectors."""
    rows = []
    for y in range(_SIDE):
        radii = [math.hypot(x - _RIM, y - _RIM) for x in range(_SIDE)]
        lit = [min(abs(radius - _RIM), abs(radius - _HUB)) <= _HALF_LINE for radius in radii]
        rows.append(sum(1 << (_SIDE - 1 - x) for x, on in enumerate(lit) if on))
    return Bitmap(_SIDE, tuple(rows))
