"""The face of the wheel: its ring, its angle, and the sector at the pointer."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterable
from itertools import accumulate
from typing import Protocol

from companion.box.faces.faces import Face
from companion.support.frozen_dataclasses import frozen
from companion.words.signs import AnyGlyph


class Weighted(Protocol):
    """A sector of any wheel."""

    @property
    def weight(self) -> int:
        """Width, in parts of the sum; at least 1."""


@frozen
class SectorLabel:
    """One sector of a wheel, with its label on the announced ring."""

    label: str
    """A number of one or two digits, or a word."""
    stark: bool = False
    """It is set off from the others: lit while the wheel turns, and at rest drawn rather than written."""
    glyph: AnyGlyph | None = None
    """Its drawing, if it has one."""
    weight: int = 1
    """Width, in parts of the sum; at least 1."""


def sector_ends(sectors: Iterable[Weighted]) -> tuple[int, ...]:
    """Return the end of each sector, in parts from the start of the first; the last end is the whole ring."""
    return tuple(accumulate(max(sector.weight, 1) for sector in sectors))


def sector_at(ends: tuple[int, ...], turn: float) -> int:
    """Return the index of the sector at a position in turns, clockwise from the middle of the first."""
    return bisect_right(ends, parts_at(ends, turn)) % len(ends)


def parts_at(ends: tuple[int, ...], turn: float) -> float:
    """Return the same position in parts from the beginning of the first sector."""
    return (turn * ends[-1] + ends[0] / 2) % ends[-1]


def middle_of(ends: tuple[int, ...], index: int) -> float:
    """Return the middle of a sector, in turns clockwise from the middle of the first."""
    start = ends[index - 1] if index else 0
    return ((start + ends[index]) / 2 - ends[0] / 2) / ends[-1]


@frozen(kw_only=True)
class WheelFace(Face):
    """The wheel: its ring of sectors with the pointer, and the sector there; at rest the result, large."""

    sectors: tuple[SectorLabel, ...]
    """From 2 to 36, clockwise."""
    rotation: float
    """In turns: how far the ring is turned clockwise from the angle with the middle of its first sector at the
    pointer."""
    result: int | None = None
    """Sector it rests on, from 0; None while it turns."""
    counts: str = ""
    """Large text at rest instead of the sector's label, if a bonus of the house is added; usually ""."""
    line: str = ""
    """One short line: the announcement, and at rest the meaning of the result."""
    glyph: AnyGlyph | None = None
    """Drawing of the announcement, on the hub."""
    note: str = ""
    """A word or two at the edge: this is only a trial wheel, or a result was typed in."""

    @property
    def angle(self) -> float:
        """The rotation within one turn, from 0 to below 1."""
        return self.rotation % 1 if math.isfinite(self.rotation) else 0.0

    @property
    def sector_at_pointer(self) -> SectorLabel | None:
        """Sector at the pointer; None for a wheel without sectors."""
        if not self.sectors:
            return None
        index = sector_at(sector_ends(self.sectors), -self.angle) if self.result is None else self.result
        return self.sectors[index % len(self.sectors)]

    def spoken(self) -> tuple[str, ...]:
        result = self.sector_at_pointer if self.result is not None else None
        label = (self.counts or result.label) if result else ""
        return tuple(x for x in (label, self.line, *Face.spoken(self), self.note) if x)
