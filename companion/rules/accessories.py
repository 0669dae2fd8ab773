"""Accessories: what a game lends to a table without a game, and what its owner copies once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.rules.scene import Ring
from companion.rules.text import Text
from companion.rules.things import Thing


@dataclass(frozen=True, slots=True)
class FreeWheel:
    """A wheel that may be spun without a game."""

    ring: Ring[Text]
    """The wheel: its bands are what may be announced."""
    signs: tuple[Thing, ...]
    """What each band is drawn as."""
    trial: bool
    """Only a trial wheel: the owner has not copied the printed one yet."""

    @property
    def rings(self) -> tuple[str, ...]:
        """What may be announced, by name."""
        return tuple(band.id for band in self.ring.bands)

    @property
    def shows(self) -> tuple[tuple[int | None, ...], ...]:
        """By sector, from 0, what each ring shows, in the order of `rings`; None where it shows no number."""
        return tuple(tuple(reading.n for reading in sector.shows) for sector in self.ring.sectors)

    @property
    def weights(self) -> tuple[int, ...]:
        """How wide each sector is, in parts of their sum."""
        return tuple(sector.weight for sector in self.ring.sectors)

    def shown(self, sector: int, ring: str) -> int | None:
        """What a sector shows on a ring."""
        return self.ring.sectors[sector].shows[self.rings.index(ring)].n


@dataclass(frozen=True, slots=True)
class Accessories:
    """What there is of them in a game's box. The pages for them are the house's."""

    copied: tuple[str, ...] = ()
    """The tables of its figures that the owner copies once from the printed game: "wheel", "crates" …"""
    dice: int = 0
    """How many free dice it lends at most."""
    wheel: Callable[[Mapping[str, Any]], FreeWheel] | None = None
    """The free wheel by the owner's own figures. Figures that cannot be read give the shipped one."""
