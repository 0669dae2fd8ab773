"""The welcome drawing: a caravan on its way to the setting sun, standing still or a few steps earlier."""

from __future__ import annotations

from functools import lru_cache

from companion.screen.art import welcome as art_welcome
from companion.screen.art.bitmap import Bitmap, read_bands
from companion.screen.canvas import Canvas
from companion.screen.picture import WIDTH

STEPS = 24
"""So many steps before it stands, the caravan is still out of sight."""

_STEP = 4
_WALKERS = (("camel", 4), ("camel_stepping", 25), ("camel", 46), ("leader", 67))
_FIRST_SAND = 24


def paint_welcome(canvas: Canvas, steps_to_go: int = 0) -> None:
    """Paint dunes, sun and caravan from the top edge; with `steps_to_go`, the caravan has not come so far yet."""
    west, east, walkers = _art()
    canvas.draw(west, 0, 0)
    canvas.draw(east, WIDTH // 2, 0)
    for name, stands_at in _WALKERS:
        if steps_to_go % 2:
            name = _other_foot(name)
        walker = walkers[name]
        x = stands_at - steps_to_go * _STEP
        canvas.draw(walker, x, _sand(west, east, x + walker.width // 2) - walker.height + 1)


def _other_foot(name: str) -> str:
    return name.removesuffix("_stepping") if name.endswith("_stepping") else f"{name}_stepping"


def _sand(west: Bitmap, east: Bitmap, x: int) -> int:
    """The row of the first sand below a place on the ridge."""
    x = min(max(x, 0), WIDTH - 1)
    half = west if x < WIDTH // 2 else east
    bit = 1 << (half.width - 1 - x % half.width)
    return next(row for row in range(_FIRST_SAND, half.height) if half.rows[row] & bit)


@lru_cache(maxsize=1)
def _art() -> tuple[Bitmap, Bitmap, dict[str, Bitmap]]:
    west = read_bands(art_welcome.WEST)["dunes"]
    east = read_bands(art_welcome.EAST)["dunes"]
    return west, east, read_bands(art_welcome.WALKERS)
