"""Limits to the length of a game: far above any real evening, but low enough for memory and disk."""

from __future__ import annotations

from companion.rules.rule_errors import IllegalMoveError
from companion.rules.text import say
from companion.table.commands import CloseGame, Command, Insert, Play
from companion.table.table import Table

MOST_ENTRIES = 20_000
"""The most entries of a game at the table and of a moves file. What an older program wrote is read at any length."""
MOST_FILE_BYTES = 8 * 1024 * 1024
"""The size of a moves file given to a command, in bytes."""
MOST_LINES = 4 * MOST_ENTRIES
"""The most lines of a moves file: each entry has one, its draw another, and each draw that was taken back one more."""
MOST_ROWS = 4 * MOST_ENTRIES
"""The most rows of one game in the journal: its moves, and also every take-back and change. Restoring a backup leaves
out a longer game, because without its rules all rows of a game are in memory at once."""
KEPT_ROWS = 100
"""The number of these rows that no move and no change may use: a full game can still be closed, with its seed revealed,
and migrated to other rules."""


def is_full(rows: int) -> bool:
    """Return whether a game with this many rows accepts no more moves and changes."""
    return rows >= MOST_ROWS - KEPT_ROWS


def is_nearly_full(rows: int) -> bool:
    """Return whether the table should know that a game with this many rows will soon be full."""
    return rows >= MOST_ROWS * 9 // 10


def is_overlong(rows: int) -> bool:
    """Return whether restoring a backup leaves out a game with this many rows."""
    return rows > MOST_ROWS


def check_room(table: Table, command: Command) -> None:
    """Refuse a command that the open game has no room for. Raises IllegalMoveError.

    Closing is always possible. A game with too many moves still accepts changes, until it also has too many rows.
    """
    match command:
        case CloseGame():
            return
        case Play():
            moves = len(command.moves)
        case Insert():
            moves = 1
        case _:
            moves = 0
    rows = max(moves, 1)
    if table.seq + rows > MOST_ROWS - KEPT_ROWS:
        raise IllegalMoveError(say("session.full"))
    if moves and len(table.entries) + moves > MOST_ENTRIES:
        raise IllegalMoveError(say("session.too_many_moves", n=MOST_ENTRIES))
