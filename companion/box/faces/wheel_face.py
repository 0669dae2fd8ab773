"""The face of the wheel: its ring, where it stands, and what is at the pointer."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterable
from itertools import accumulate
from typing import Protocol

from companion.box.faces.faces import Face
from companion.support.frozen import frozen
from companion.words.signs import AnyGlyph


class Weighty(Protocol):
    """A sector of any wheel."""

    @property
    def weight(self) -> int:
        """How wide it is, in parts of the sum; at least 1."""


@frozen
class Sector:
    """One sector of a wheel, as it is read on the ring that was announced."""

    label: str
    """A number of a figure or two, or a word."""
    stark: bool = False
    """It is set off from the others: lit while the wheel turns, and at rest drawn rather than written."""
    glyph: AnyGlyph | None = None
    """Its drawing, if it has one."""
    weight: int = 1
    """How wide it is, in parts of the sum; at least 1."""


def bounds(sectors: Iterable[Weighty]) -> tuple[int, ...]:
    """Where each sector ends, in parts from the beginning of the first: the last of them is the whole ring."""
    return tuple(accumulate(max(sector.weight, 1) for sector in sectors))


def sector_at(ends: tuple[int, ...], turn: float) -> int:
    """The sector so far round the ring, in turns clockwise from the middle of the first."""
    return bisect_right(ends, parts_at(ends, turn)) % len(ends)


def parts_at(ends: tuple[int, ...], turn: float) -> float:
    """The same place in parts from the beginning of the first sector."""
    return (turn * ends[-1] + ends[0] / 2) % ends[-1]


def middle_of(ends: tuple[int, ...], index: int) -> float:
    """Where the middle of a sector is, in turns clockwise from that of the first."""
    start = ends[index - 1] if index else 0
    return ((start + ends[index]) / 2 - ends[0] / 2) / ends[-1]


@frozen(kw_only=True)
class WheelFace(Face):
    """The wheel: its ring of sectors with the pointer, and what stands there; at rest the result, large."""

    sectors: tuple[Sector, ...]
    """From 2 to 36, clockwise."""
    at: float
    """In turns: how far the ring is turned clockwise from where the middle of its first sector is at the pointer."""
    result: int | None = None
    """Which sector it rests on, counted from 0; None before that."""
    counts: str = ""
    """What stands large at rest in place of the sector's label, where a bonus of the house is added; "" as a rule."""
    line: str = ""
    """One short line: what was announced, and at rest what the result means."""
    glyph: AnyGlyph | None = None
    """On the hub: what was announced."""
    note: str = ""
    """A word or two at the edge: that it is only a trial wheel, that a result was typed in."""

    @property
    def turned(self) -> float:
        """The same angle from 0 to below 1."""
        return self.at % 1 if math.isfinite(self.at) else 0.0

    @property
    def pointed(self) -> Sector | None:
        """The sector at the pointer; None of a wheel without any."""
        if not self.sectors:
            return None
        index = sector_at(bounds(self.sectors), -self.turned) if self.result is None else self.result
        return self.sectors[index % len(self.sectors)]

    def spoken(self) -> tuple[str, ...]:
        result = self.pointed if self.result is not None else None
        stands = (self.counts or result.label) if result else ""
        return tuple(x for x in (stands, self.line, *Face.spoken(self), self.note) if x)
