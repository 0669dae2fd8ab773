"""The wheel in play in words: the ring that is announced, the labels of its sectors, and the names of dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.rules.fields import Json, deals_cards
from companion.rules.scene import Ring
from companion.rules.viewer import PUBLIC
from companion.table.table import Table
from companion.words.catalogue import Words, format_number
from companion.words.translated_scene import scene_of


def wheel_of(table: Table, words: Words) -> Ring[str] | None:
    """Return the wheel in play; None in a game without one."""
    blocks = scene_of(table, PUBLIC, words).blocks
    return next((block for block in blocks if isinstance(block, Ring)), None)


def announced_band(ring: Ring[str], chosen: Mapping[str, Json]) -> int:
    """Return the index of the ring that a move announces, from 0; 0 if it announces none."""
    ids = [band.id for band in ring.bands]
    return next((ids.index(value) for value in chosen.values() if isinstance(value, str) and value in ids), 0)


def sector_labels(table: Table, chosen: Mapping[str, Json], words: Words) -> tuple[str, ...]:
    """Return every sector of the wheel, from sector 0, by its number and its label on the announced ring."""
    ring = wheel_of(table, words)
    if ring is None:
        return ()
    band = announced_band(ring, chosen)
    labels = [sector.shows[band] for sector in ring.sectors]
    return tuple(
        words("wheel.sector", number=number, shows=label.name or label.says or format_number(label.n or 0))
        for number, label in enumerate(labels, 1)
    )


def draw_text(
    game: str, purpose: str, of: Sequence[tuple[str, int]], values: Sequence[int] | None, words: Words
) -> str:
    """Return the result of a draw, or a typed one: the sector of a wheel, or the value of each die; "–" if hidden.

    Of dealt cards it is only their number: which ones they are, the table says.
    """
    if values is None:
        return "–"
    if deals_cards(of):
        return words("page.chance.cards", n=len(values))
    if of and of[0][0] == "sectors":
        return words("page.chance.sector", number=values[0] + 1)
    kind = purpose.partition(".")[0]
    if not words.has(f"{game}.die.{kind}.1"):
        return words("page.chance.dice", n=len(values), values=", ".join(map(format_number, values)))
    dice = (words("page.chance.die", die=die_name(game, kind, index, words), n=n) for index, n in enumerate(values))
    return " · ".join(dice)


def die_name(game: str, kind: str, index: int, words: Words) -> str:
    """Return the name of a die, or its number if it has none; `index` is its place, from 0, in the order of typing."""
    key = f"{game}.die.{kind}.{index + 1}"
    return words(key) if words.has(key) else words("form.die", number=index + 1)
