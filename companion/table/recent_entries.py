"""Recent entries of the open game: whether a seat's moves are still those that somebody saw a while ago."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from companion.table.table import Beginning, Entry, Table

MOST = 64
"""How many of the last changes are known; whoever saw less than that is told to look again."""


class Lately:
    """The beginning and the entries of one game after each of its last changes, by the seq that they were shown under.

    It is kept in memory alone: after a restart only what was there then is known.
    """

    def __init__(self) -> None:
        """Nothing is known yet."""
        self._stood: dict[int, tuple[Beginning, Sequence[Entry]]] = {}

    def begin(self, table: Table) -> None:
        """Know this table alone: another game is open now."""
        self._stood = {}
        self.note(table)

    def note(self, table: Table) -> None:
        """Know what stands at this table now."""
        self._stood[table.seq] = (table.beginning, table.entries)
        for seq in list(self._stood)[:-MOST]:
            del self._stood[seq]

    def alike(self, table: Table, seq: int, seats: Collection[int]) -> bool:
        """Whether the beginning, and all moves of these seats, are what they were at this seq, as far as is known."""
        beginning, entries = self._stood.get(seq, (None, ()))
        return beginning == table.beginning and _of(entries, seats) == _of(table.entries, seats)


def _of(entries: Collection[Entry], seats: Collection[int]) -> list[object]:
    return [(entry.made, entry.played) for entry in entries if entry.played.seat in seats]
