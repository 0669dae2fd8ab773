"""The drawings of the house, by their meaning; their points are art in `small_glyphs` and `large_glyphs`."""

from __future__ import annotations

import logging
from functools import cache

from companion.box.screen.art import large_glyphs, small_glyphs
from companion.box.screen.art.bitmap import Bitmap, read_bands
from companion.support.resources import art_dir
from companion.words.signs import AnyGlyph, Badge, GameGlyph, Key, Shape, TurnedPart

log = logging.getLogger(__name__)

SMALL = 9
"""Width and height of a small pictogram and of a badge, in points."""
LARGE = 16
"""Width and height of a large pictogram, in points."""
MOST_STRAPS = 3
"""Number of straps of the most valuable crate."""


def pictogram(glyph: AnyGlyph) -> Bitmap:
    """Return a drawing at the height of a line."""
    return _own(glyph)["small"] if isinstance(glyph, GameGlyph) else _read(small_glyphs.PICTOGRAMS)[glyph.value]


def large_pictogram(glyph: AnyGlyph) -> Bitmap:
    """Return the same drawing, 16 by 16."""
    return _own(glyph)["large"] if isinstance(glyph, GameGlyph) else _read(large_glyphs.PICTOGRAMS)[glyph.value]


def huge_pictogram(glyph: AnyGlyph) -> Bitmap:
    """Return the same drawing as large as half the screen, if the game has one; else 16 by 16."""
    drawn = _own(glyph) if isinstance(glyph, GameGlyph) else {}
    return drawn.get("huge") or large_pictogram(glyph)


@cache
def _own(glyph: GameGlyph) -> dict[str, Bitmap]:
    """Return a game's drawings: `small`, `large`, and optionally `huge`; blanks if they cannot be read."""
    blank = {"small": Bitmap(SMALL, (0,) * SMALL), "large": Bitmap(LARGE, (0,) * LARGE)}
    try:
        return blank | read_bands((art_dir(glyph.package) / f"{glyph.value}.txt").read_text("utf-8"))
    except (OSError, ValueError) as error:
        log.warning("the drawing %s of %s cannot be read: %s", glyph.value, glyph.package, error)
        return blank


def counted(value: int | None) -> Bitmap:
    """Return a large crate with as many straps as it is worth; a faint one for no crate or an unknown one."""
    if value is None or value <= 0:
        return _read(large_glyphs.PICTOGRAMS)["crate_0"]
    return _read(large_glyphs.PICTOGRAMS)[f"crate_{min(value, MOST_STRAPS)}"]


def badge(badge: Badge) -> Bitmap:
    """Return a sign of the status strip."""
    return _read(small_glyphs.BADGES)[badge.value]


def key(key: Key) -> Bitmap:
    """Return the sign of a key in the hints, 7 high."""
    return _read(small_glyphs.KEYS)[key.value]


def turned_part(part: TurnedPart) -> Bitmap:
    """Return the sign of a part that is turned, 7 high."""
    return _read(small_glyphs.TURNED_PARTS)[part.value]


def shape(shape: Shape, *, filled: bool = True) -> Bitmap:
    """Return a seat's shape, 7 by 7."""
    drawn = _read(small_glyphs.SHAPES)[shape.value]
    return drawn if filled else outlined(drawn)


def big_shape(shape: Shape) -> Bitmap:
    """Return a seat's shape, 11 by 11."""
    return _read(small_glyphs.BIG_SHAPES)[shape.value]


@cache
def outlined(drawing: Bitmap) -> Bitmap:
    """Return only the edge of a drawing: its points without lit neighbours on all four sides."""
    above = (0, *drawing.rows[:-1])
    below = (*drawing.rows[1:], 0)
    rows = zip(drawing.rows, above, below, strict=True)
    return Bitmap(drawing.width, tuple(row & ~(row << 1 & row >> 1 & up & down) for row, up, down in rows))


@cache
def _read(art: str) -> dict[str, Bitmap]:
    return read_bands(art)
