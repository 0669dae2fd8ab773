"""The welcome drawing: a caravan on its way to the setting sun."""

from __future__ import annotations

from functools import lru_cache

from companion.box.screen.art import welcome_art as art_welcome
from companion.box.screen.art.bitmap import Bitmap, read_bands
from companion.box.screen.canvas import Canvas
from companion.box.screen.picture import WIDTH

_WALKERS = (("camel", 4), ("camel_stepping", 25), ("camel", 46), ("leader", 67))
_FIRST_SAND = 24


def paint_welcome(canvas: Canvas) -> None:
    """Paint dunes, sun and caravan from the top edge."""
    west, east, walkers = _art()
    canvas.draw(west, 0, 0)
    canvas.draw(east, WIDTH // 2, 0)
    for name, x in _WALKERS:
        walker = walkers[name]
        canvas.draw(walker, x, _sand(west, east, x + walker.width // 2) - walker.height + 1)


def _sand(west: Bitmap, east: Bitmap, x: int) -> int:
    """The row of the first sand below a place on the ridge."""
    half = west if x < WIDTH // 2 else east
    bit = 1 << (half.width - 1 - x % half.width)
    return next(row for row in range(_FIRST_SAND, half.height) if half.rows[row] & bit)


@lru_cache(maxsize=1)
def _art() -> tuple[Bitmap, Bitmap, dict[str, Bitmap]]:
    west = read_bands(art_welcome.WEST)["dunes"]
    east = read_bands(art_welcome.EAST)["dunes"]
    return west, east, read_bands(art_welcome.WALKERS)
