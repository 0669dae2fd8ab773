"""Painting of the welcome page, and of the picture that stays on the glass when the box is off."""

from __future__ import annotations

from functools import lru_cache

from companion.box.faces.faces import HomeFace, OffFace
from companion.box.screen.art import glyphs, welcome_art
from companion.box.screen.art.bitmap import Bitmap, read_bands
from companion.box.screen.canvas import WIDTH, Align, Canvas
from companion.box.screen.font.text_lines import Size
from companion.box.screen.paint_status_and_hints import HINTS_TOP, best_size, paint_badges
from companion.words.signs import Glyph

_WALKERS = (("camel", 4), ("camel_stepping", 25), ("camel", 46), ("leader", 67))
_FIRST_SAND = 24


def paint_home(canvas: Canvas, face: HomeFace) -> None:
    """Paint the caravan at dusk, the name of the house in its sky, and the invitation on one or two lines."""
    paint_welcome(canvas)
    x = paint_badges(canvas, face.strip.badges, WIDTH - 1)
    if face.strip.title:
        size = best_size(face.strip.title, x, (Size.LARGE, Size.SMALL))
        canvas.clear(0, 0, x, 13 if size is Size.LARGE else 11)
        canvas.text(face.strip.title, 0, 1, x, size, Align.CENTRE)
    size = best_size(face.line, WIDTH, (Size.LARGE, Size.SMALL)) if face.large else Size.SMALL
    lines, size = canvas.fit_lines(face.line, WIDTH, 2, size, even=True)
    pitch = 13 if size is Size.LARGE else 9
    top = HINTS_TOP - 1 - len(lines) * pitch
    canvas.clear(0, top - 1, WIDTH, HINTS_TOP - top + 1)
    canvas.lines(lines, 0, top + 1, WIDTH, pitch, size, Align.CENTRE)


def paint_off(canvas: Canvas, face: OffFace) -> None:
    """Paint a lantern and one line: little light, since the picture may stay."""
    lantern = glyphs.large_pictogram(Glyph.LANTERN)
    sizes = (Size.LARGE, Size.SMALL) if face.large else (Size.SMALL,)
    size = best_size(face.line, WIDTH, sizes)
    lines, size = canvas.fit_lines(face.line, WIDTH, 2, size, even=True)
    canvas.draw(lantern, (WIDTH - lantern.width) // 2, 8)
    canvas.lines(lines, 0, 33, WIDTH, 11, size, Align.CENTRE)


def paint_welcome(canvas: Canvas) -> None:
    """Paint dunes, sun and caravan from the top edge."""
    west, east, walkers = _art()
    canvas.draw(west, 0, 0)
    canvas.draw(east, WIDTH // 2, 0)
    for name, x in _WALKERS:
        walker = walkers[name]
        canvas.draw(walker, x, _sand(west, east, x + walker.width // 2) - walker.height + 1)


def _sand(west: Bitmap, east: Bitmap, x: int) -> int:
    """Return the row of the first sand below a column of the ridge."""
    half = west if x < WIDTH // 2 else east
    bit = 1 << (half.width - 1 - x % half.width)
    return next(row for row in range(_FIRST_SAND, half.height) if half.rows[row] & bit)


@lru_cache(maxsize=1)
def _art() -> tuple[Bitmap, Bitmap, dict[str, Bitmap]]:
    west = read_bands(welcome_art.WEST)["dunes"]
    east = read_bands(welcome_art.EAST)["dunes"]
    return west, east, read_bands(welcome_art.WALKERS)
