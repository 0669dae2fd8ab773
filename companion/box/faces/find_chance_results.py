"""Finds in the table what the little screen's chance faces show: the sectors of a spin and the values of a throw."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias, TypeVar

from companion.box.faces.wheel_face import SectorLabel
from companion.rules.fill_form_by_touch import SECTOR
from companion.rules.offers import Offer
from companion.rules.scene import Reading, Ring, Spin, Throw
from companion.rules.viewer import PUBLIC
from companion.support.frozen_dataclasses import frozen
from companion.table.legal_moves import offers_of
from companion.table.table import CompleteMove, Table
from companion.words.catalogue import Words, format_number
from companion.words.signs import AnyGlyph
from companion.words.translated_scene import animations_in_words
from companion.words.wheel_labels import wheel_of

_ChanceAnimation = TypeVar("_ChanceAnimation", Spin[str], Throw[str])


FindGlyph: TypeAlias = Callable[[str | None], AnyGlyph | None]
"""Function that returns the drawing of a component by its name, or None."""


@frozen
class SpinResult:
    """The result of a spin."""

    seat: int
    ring: Ring[str]
    band: int
    """Index of the announced ring, from 0."""
    sector: int
    """From 0."""
    meaning: str
    """Meaning of the result."""
    large: str
    """Large text instead of the sector's label; usually ""."""
    typed: bool
    """True if it was read from the owner's own wheel, not drawn."""
    again: bool
    """True if it was drawn before, taken back, and asked for once more."""


@frozen
class ThrowResult:
    """The result of a throw of dice."""

    seat: int
    throw: Throw[str]
    typed: bool
    again: bool


def spins_of(table: Table, seat: int) -> tuple[Offer, ...]:
    """Return the complete offers of a seat that spin the wheel now, one for each ring that may be announced."""
    if table.closed or seat not in table.match.active_seats(table.state):
        return ()
    offers = offers_of(table, seat)
    return tuple(offer for offer in offers if SECTOR in offer.form_touches and offer.complete and offer.refused is None)


def sector_labels(ring: Ring[str], band: int, drawings: FindGlyph) -> tuple[SectorLabel, ...]:
    """Return the sectors of one ring of a wheel in the form a face needs."""

    def sector_of(reading: Reading[str], weight: int) -> SectorLabel:
        return SectorLabel(sector_label(reading), reading.stark, drawings(reading.thing), weight)

    return tuple(sector_of(sector.shows[band], sector.weight) for sector in ring.sectors)


def sector_label(reading: Reading[str]) -> str:
    """Return the label of a sector: a number or a word."""
    return reading.name or format_number(reading.n or 0)


def spin_result_at(table: Table, entry: int, words: Words) -> SpinResult | None:
    """Return the spin result of an entry, numbered from 1; None if it is no spin, or no longer one."""
    for played, spin in _chance_animations(table, entry, words, Spin):
        ring = wheel_of(table, words)
        if ring is None or ring.id != spin.block:
            return None
        bands, sectors = [band.id for band in ring.bands], [sector.id for sector in ring.sectors]
        if spin.sector in sectors:
            band = bands.index(spin.band) if spin.band in bands else 0
            details = (spin.says, spin.large or "", played.typed, _again(played))
            return SpinResult(played.seat, ring, band, sectors.index(spin.sector), *details)
    return None


def throw_result_at(table: Table, entry: int, words: Words) -> ThrowResult | None:
    """Return the throw result of an entry, numbered from 1; None if it is no throw, or no longer one."""
    for played, throw in _chance_animations(table, entry, words, Throw):
        return ThrowResult(played.seat, throw, played.typed, _again(played))
    return None


def _chance_animations(
    table: Table, entry: int, words: Words, kind: type[_ChanceAnimation]
) -> Iterator[tuple[CompleteMove, _ChanceAnimation]]:
    """Yield an entry's animations of one type, with its move.

    The animations of moves without chance are not even computed.
    """
    if not 1 <= entry <= len(table.entries):
        return
    played = table.entries[entry - 1].played
    if not hasattr(played.move, "chance"):
        return
    for animation in animations_in_words(table, entry, PUBLIC, words, brief=True):
        if isinstance(animation, kind):
            yield played, animation


def _again(played: CompleteMove) -> bool:
    return played.drawn is not None and played.drawn.repeated
