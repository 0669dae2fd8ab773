"""Which entry brought what lies or stands in a scene, from where "it is another" amends it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.rules.scene import Block, Cards, Graph, Mark, Piece, Track
from companion.rules.text import Text
from companion.rules.viewer import Viewer
from companion.table.incremental import grown
from companion.table.table import Table


def with_entries(block: Block[Text], table: Table, viewer: Viewer) -> Block[Text]:
    """A block of which every known card, tile and piece knows the entry that brought it, where the game tells it.

    What has been there since the set-up knows none.
    """
    if not isinstance(block, Cards | Graph | Track):
        return block
    entries = entries_of(table, viewer)
    if not entries:
        return block
    if isinstance(block, Track):
        places = tuple(replace(place, marks=_marks(place.marks, entries)) for place in block.places)
        return replace(block, places=places, pieces=_pieces(block.pieces, entries))
    if isinstance(block, Graph):
        spots = tuple(replace(spot, marks=_marks(spot.marks, entries)) for spot in block.spots)
        return replace(block, spots=spots, pieces=_pieces(block.pieces, entries))
    rows = []
    for row in block.rows:
        cards = (replace(card, entry=entries.get(card.thing or "", card.entry)) for card in row.cards)
        rows.append(replace(row, cards=tuple(cards)))
    return replace(block, rows=tuple(rows))


def entries_of(table: Table, viewer: Viewer) -> Mapping[str, int]:
    """The entries, from 1, that brought what this viewer sees: cards and tiles by their things, pieces by their ids."""

    def more(number: int, _: object) -> list[tuple[str, int]]:
        match, entry = table.match, table.entries[number - 1]
        before, after = (match.seen(state, viewer) for state in (entry.before, entry.state))
        return [(name, number) for name in match.brought(before, after)]

    return table.kept(("entries", viewer), lambda: dict(grown(table, ("entries", viewer), tuple, more)))


def _marks(marks: tuple[Mark[Text], ...], entries: Mapping[str, int]) -> tuple[Mark[Text], ...]:
    return tuple(replace(mark, entry=entries.get(mark.thing, mark.entry)) for mark in marks)


def _pieces(pieces: tuple[Piece[Text], ...], entries: Mapping[str, int]) -> tuple[Piece[Text], ...]:
    return tuple(replace(piece, entry=entries.get(piece.id, piece.entry)) for piece in pieces)
