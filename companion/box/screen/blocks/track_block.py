"""A track: the strip of it, and below in lines who stands where and what each place has."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from companion.box.faces.block_face import ShownBlock
from companion.box.screen.blocks.bands import Band, TextLine, laid
from companion.box.screen.blocks.block_signs import capital, mark_part
from companion.box.screen.blocks.map_block import piece_line
from companion.box.screen.blocks.track_strip import HEIGHT, paint_strip_of
from companion.box.screen.canvas import Canvas
from companion.rules.scene import Track


def track_bands(shown: ShownBlock, track: Track[str], *, large: bool) -> Iterator[Band]:
    """The drawing, then its pieces, then its marks."""
    if track.places:
        yield Band(HEIGHT + 3, partial(_paint, shown=shown, track=track))
    yield from laid(_lines(shown, track), large=large)


def _paint(canvas: Canvas, top: int, shown: ShownBlock, track: Track[str]) -> None:
    paint_strip_of(canvas, shown, track, top)


def _lines(shown: ShownBlock, track: Track[str]) -> Iterator[TextLine]:
    names = {place.id: place.name or place.label for place in track.places}
    for piece in track.pieces:
        yield piece_line(shown, piece, names.get(piece.at, ""))
    for place in track.places:
        if place.marks:
            parts = tuple(mark_part(shown, mark) for mark in place.marks)
            yield TextLine(parts=(capital(" ".join(filter(None, (place.label, place.name)))),), right=parts)
