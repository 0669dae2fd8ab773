"""The wheel that is played with, in words: which ring is announced, what its sectors show, and how dice are called."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.rules.fields import Json
from companion.rules.scene import Ring
from companion.rules.viewer import PUBLIC
from companion.table.table import Table
from companion.words.catalogue import Words, figure
from companion.words.scene_texts import scene_of


def ring_at(table: Table, words: Words) -> Ring[str] | None:
    """The wheel that is played with, None in a game without one."""
    blocks = scene_of(table, PUBLIC, words).blocks
    return next((block for block in blocks if isinstance(block, Ring)), None)


def band_of(ring: Ring[str], chosen: Mapping[str, Json]) -> int:
    """Which ring a move announces, from 0; the first where it announces none."""
    ids = [band.id for band in ring.bands]
    return next((ids.index(value) for value in chosen.values() if isinstance(value, str) and value in ids), 0)


def sectors_said(table: Table, chosen: Mapping[str, Json], words: Words) -> tuple[str, ...]:
    """Every sector of the wheel, from 0, by its number and what it shows on the ring that was announced."""
    ring = ring_at(table, words)
    if ring is None:
        return ()
    band = band_of(ring, chosen)
    shown = [sector.shows[band] for sector in ring.sectors]
    return tuple(
        words("wheel.sector", number=number, shows=one.name or one.says or figure(one.n or 0))
        for number, one in enumerate(shown, 1)
    )


def drawn_told(
    game: str, purpose: str, of: Sequence[tuple[str, int]], values: Sequence[int] | None, words: Words
) -> str:
    """What was drawn or typed in: which sector of a wheel, or what each die shows; of what is hidden, a dash."""
    if values is None:
        return "–"
    if of and of[0][0] == "sectors":
        return words("page.chance.sector", number=values[0] + 1)
    kind = purpose.partition(".")[0]
    if not words.has(f"{game}.die.{kind}.1"):
        return words("page.chance.dice", n=len(values), values=", ".join(map(figure, values)))
    dice = (words("page.chance.die", die=die_named(game, kind, at, words), n=n) for at, n in enumerate(values))
    return " · ".join(dice)


def die_named(game: str, kind: str, index: int, words: Words) -> str:
    """A die of a kind of move, by its place in the order it is typed in, from 0: its own name, or its number."""
    key = f"{game}.die.{kind}.{index + 1}"
    return words(key) if words.has(key) else words("form.die", number=index + 1)
