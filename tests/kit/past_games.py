"""Entries of the archive, made from a table without a journal."""

from __future__ import annotations

from typing import Any

from companion.journal.archive import ArchivedGame, PastGame
from companion.table.table import Table


def past_game(table: Table, **fields: Any) -> PastGame:
    """Return the entry of this table's game in a list of past games."""
    return PastGame(table.number, table.seq, table.game.id, table.names, table.match.colours, **fields)


def found_game(table: Table, ended: int = 0, **fields: Any) -> ArchivedGame:
    """Return this table as the archive finds it."""
    return ArchivedGame(past_game(table, ended=ended, **fields), table, None)
