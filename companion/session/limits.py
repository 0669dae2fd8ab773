"""How long a game may be: far longer than any evening, and no longer than there is room for."""

from __future__ import annotations

from companion.rules.errors import IllegalMoveError
from companion.rules.text import say
from companion.session.table import Table

MOST_ENTRIES = 20_000
"""Of a game at the table, and of a moves file. What an older program has written is read, however long it is."""
MOST_FILE_BYTES = 8 * 1024 * 1024
"""Of a moves file of a command."""
MOST_LINES = 4 * MOST_ENTRIES
"""Of a moves file: each entry has one, its draw another, and so has every draw that was taken back."""
MOST_ROWS = 4 * MOST_ENTRIES
"""Rows of one game in the journal: its moves, and also every take-back and change. Restoring a backup leaves out a game
that is longer, because without its rules all rows of a game are in memory at once."""


def is_overlong(rows: int) -> bool:
    """Return whether restoring a backup leaves out a game with this many rows."""
    return rows > MOST_ROWS


def check_room(table: Table, more: int) -> None:
    """Refuse to put so many entries more into a game. Raises IllegalMoveError.

    What was taken back can be restored, and an entry be replaced or left out, however many there are.
    """
    if len(table.entries) + more > MOST_ENTRIES:
        raise IllegalMoveError(say("session.too_many_moves", n=MOST_ENTRIES))
