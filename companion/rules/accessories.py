"""Accessories: what a game lends to a table without a game, and what its owner copies once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class FreeWheel:
    """A wheel that may be spun without a game."""

    rings: tuple[str, ...]
    """What may be announced, by name."""
    shows: tuple[tuple[int | None, ...], ...]
    """By sector, from 0, what each ring shows, in the order of `rings`; None where a number is not what it shows."""
    weights: tuple[int, ...]
    """How wide each sector is, in parts of their sum."""
    trial: bool
    """Only a trial wheel: the owner has not copied the printed one yet."""

    def shown(self, sector: int, ring: str) -> int | None:
        """What a sector shows on a ring."""
        return self.shows[sector][self.rings.index(ring)]


@dataclass(frozen=True, slots=True)
class Accessories:
    """What there is of them in a game's box. The pages for them are the house's."""

    copied: tuple[str, ...] = ()
    """The tables of its figures that the owner copies once from the printed game: "wheel", "crates" …"""
    dice: int = 0
    """How many free dice it lends at most."""
    wheel: Callable[[Mapping[str, Any]], FreeWheel] | None = None
    """The free wheel by the owner's own figures. Figures that cannot be read give the shipped one."""
