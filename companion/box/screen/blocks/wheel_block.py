"""A wheel: the announced ring with the sector at its pointer, and below in words the content of each ring."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from companion.box.faces.block_view import BlockView
from companion.box.faces.wheel_face import SectorLabel, WheelFace, middle_of, sector_ends
from companion.box.screen.blocks.bands import MARGIN, ROOM, Part, ScrollBand, TextLine, text_bands
from companion.box.screen.blocks.block_signs import capital, drawing_parts
from companion.box.screen.canvas import Canvas
from companion.box.screen.paint_wheel import HEIGHT, paint_ring
from companion.rules.scene import Band as RingBand
from companion.rules.scene import Reading, Ring
from companion.words.catalogue import format_number


def ring_bands(view: BlockView, ring: Ring[str], *, large: bool) -> Iterator[ScrollBand]:
    """Yield the drawing, then its sectors ring by ring, beginning with the one that is drawn."""
    face = _face(view, ring, large=large)
    yield ScrollBand(HEIGHT, partial(_paint, face=face))
    yield from text_bands(_lines(view, ring), large=large)


def _paint(canvas: Canvas, top: int, face: WheelFace) -> None:
    paint_ring(canvas, face, top, MARGIN + ROOM)


def _face(view: BlockView, ring: Ring[str], *, large: bool) -> WheelFace:
    band = _band(ring)
    sectors = tuple(_sector(view, sector.shows[band : band + 1], sector.weight) for sector in ring.sectors)
    ids = [sector.id for sector in ring.sectors]
    rests = ids.index(ring.rests) if ring.rests in ids else None
    name = ring.bands[band].name if band < len(ring.bands) else ""
    sign = view.sign(ring.bands[band].thing) if band < len(ring.bands) else None
    return WheelFace(
        sectors=sectors,
        rotation=0.0 if rests is None else -middle_of(sector_ends(sectors), rests),
        result=rests,
        counts=ring.large or "",
        line=(ring.says if rests is not None else None) or name,
        glyph=sign.glyph if sign else None,
        note=ring.note or "",
        large=large,
    )


def _band(ring: Ring[str]) -> int:
    """Return the index of the drawn ring: the announced one, else the first."""
    return next((number for number, band in enumerate(ring.bands) if band.id == ring.announced), 0)


def _sector(view: BlockView, readings: tuple[Reading[str], ...], weight: int) -> SectorLabel:
    for reading in readings:
        sign = view.sign(reading.thing)
        return SectorLabel(_label(reading), reading.stark, sign.glyph if sign else None, weight)
    return SectorLabel("", weight=weight)


def _label(reading: Reading[str]) -> str:
    if reading.name:
        return reading.name
    return format_number(reading.n) if reading.n is not None else reading.says or ""


def _lines(view: BlockView, ring: Ring[str]) -> Iterator[TextLine]:
    """Yield what the drawing has no room for: every sector of every ring."""
    first = _band(ring)
    for number in sorted(range(len(ring.bands)), key=lambda number: number != first):
        readings = [sector.shows[number] for sector in ring.sectors if number < len(sector.shows)]
        yield TextLine(parts=_heading(view, ring.bands[number]), head=True)
        yield TextLine(parts=(" · ".join(map(_label, readings)),))


def _heading(view: BlockView, band: RingBand[str]) -> tuple[Part, ...]:
    return (*drawing_parts(view, band.thing), capital(band.name))
