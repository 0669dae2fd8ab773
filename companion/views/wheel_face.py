"""The face of the roulette: its ring, where it stands, and what is at the pointer."""

from __future__ import annotations

import math
from dataclasses import dataclass

from companion.views.faces import Face
from companion.views.signs import Glyph


@dataclass(frozen=True, slots=True)
class Sector:
    """One sector of a wheel, as it is read on the ring that was announced."""

    label: str
    """A number of a figure or two; of an attack the word for who attacks."""
    attack: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class WheelFace(Face):
    """The roulette: its ring of sectors with the pointer, and what stands there; at rest the result, large."""

    sectors: tuple[Sector, ...]
    """From 2 to 36, clockwise, all equally wide."""
    at: float
    """In turns: how far the ring is turned clockwise from where the middle of its first sector is at the pointer."""
    result: int | None = None
    """Which sector it rests on, counted from 0; None before that."""
    counts: str = ""
    """What stands large at rest in place of the sector's label, where a bonus of the house is added; "" as a rule."""
    line: str = ""
    """One short line: what was announced, and at rest what the result means."""
    glyph: Glyph | None = None
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
        count = len(self.sectors)
        if not count:
            return None
        index = math.floor(0.5 - self.turned * count) if self.result is None else self.result
        return self.sectors[index % count]

    def spoken(self) -> tuple[str, ...]:
        result = self.pointed if self.result is not None else None
        stands = (self.counts or result.label) if result else ""
        return tuple(x for x in (stands, self.line, *Face.spoken(self), self.note) if x)
