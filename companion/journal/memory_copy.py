"""A copy in memory of what a spoilt journal may lose: the open game, the notes, and recent writes."""

from __future__ import annotations

import json
import logging
import sqlite3
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from companion.journal.database import MOST_NUMBER, SCHEMA, UNREADABLE

log = logging.getLogger(__name__)
Statement = tuple[str, Sequence[Any]]
"""A statement in SQL that writes to the journal, and its values."""
INSERT_GAME = "INSERT INTO games VALUES (?, ?, ?, ?)"
INSERT_ROW = f"INSERT INTO rows VALUES ({', '.join('?' * 13)})"
_LAST_ROWS = "SELECT number, last, (SELECT hash FROM rows WHERE game = number AND seq = last) FROM games"
INSERT_NOTE = "INSERT OR REPLACE INTO notes VALUES (?, ?, ?)"


class RecentWrites:
    """A database in memory with the tables of the journal. It has all notes, and its games are complete."""

    def __init__(self, db: sqlite3.Connection, previous: RecentWrites | None, open_game: str) -> None:
        """Read the notes of the journal, the games that `previous` knows, and the open one: note `open_game` has its
        number.

        Erased games stay known as such. Raises UNREADABLE if the notes cannot be read.
        """
        self.games: set[int] = set()
        """The games that it knows; of an erased game it knows that there is nothing."""
        self._other_last_rows: dict[int, tuple[int, str | None]] = {}
        """For every other game, the number and hash of its last row."""
        self._erased: set[int] = set() if previous is None else set(previous._erased)
        self._note = open_game
        self._memory = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        try:
            self._memory.executescript(SCHEMA)
            self._memory.executemany(INSERT_NOTE, db.execute("SELECT * FROM notes"))
            self._other_last_rows.update((number, (last, mark)) for number, last, mark in db.execute(_LAST_ROWS))
            for number in {*(previous.games if previous is not None else ()), *self._open_game()}:
                self.read(db, number)
        except BaseException:
            self.close()
            raise

    def read(self, db: sqlite3.Connection, number: int) -> None:
        """Read a game from the journal before it is written, unless it is known; a damaged game stays unknown."""
        if number in self.games:
            return
        self._delete(self._memory, number)
        try:
            self._memory.executemany(INSERT_GAME, db.execute("SELECT * FROM games WHERE number = ?", (number,)))
            self._memory.executemany(INSERT_ROW, db.execute("SELECT * FROM rows WHERE game = ?", (number,)))
        except UNREADABLE as error:
            log.warning("game %d is not kept in memory: %s", number, error)
            self._delete(self._memory, number)
        else:
            self.games.add(number)

    def repeat(self, statements: Iterable[Statement]) -> None:
        """Repeat the statements of a transaction of the journal."""
        for sql, values in statements:
            self._memory.execute(sql, values)

    def erase(self, numbers: Collection[int]) -> None:
        """Note that there are no games of these numbers any more."""
        self.games.update(numbers)
        self._erased.update(numbers)

    def is_in(self, db: sqlite3.Connection) -> bool:
        """Return whether a journal has the notes, and all games as far as they are known here. Raises sqlite3.Error."""
        notes = {*self._memory.execute("SELECT name, value FROM notes")}
        return notes <= {*db.execute("SELECT name, value FROM notes")} and not self.missing_in(db)

    def missing_in(self, db: sqlite3.Connection) -> set[int]:
        """Return the games whose last known row is missing in a journal, or that it has although they were erased.

        Raises sqlite3.Error.
        """
        query = "SELECT hash FROM rows WHERE game = ? AND seq = ?"
        last_rows = self._last_rows()
        lost = {game for game, (seq, mark) in last_rows.items() if (mark,) != db.execute(query, (game, seq)).fetchone()}
        present = {number for (number,) in db.execute("SELECT number FROM games")}
        return lost | (present & self._erased - last_rows.keys())

    def _last_rows(self) -> dict[int, tuple[int, str | None]]:
        """Return the last row of every game, by its number; a game whose last row was lost before is left out."""
        query = "SELECT game, max(seq), hash FROM rows GROUP BY game"
        in_memory = {game: (seq, mark) for game, seq, mark in self._memory.execute(query)}
        others = {
            game: last for game, last in self._other_last_rows.items() if game not in self.games and last[1] is not None
        }
        return {**others, **in_memory}

    def forget_checkpointed(self) -> None:
        """Forget all but the open game, the notes and each game's last row: the log is now in the database itself."""
        last_rows = self._last_rows()
        self.games &= self._open_game()
        self._other_last_rows = {game: row for game, row in last_rows.items() if game not in self.games}
        for number in {number for (number,) in self._memory.execute("SELECT DISTINCT game FROM rows")} - self.games:
            self._delete(self._memory, number)

    def write_to(self, db: sqlite3.Connection) -> None:
        """Write all records into a journal, replacing its own, in a transaction that is already open."""
        for number in self._erased - self._last_rows().keys():
            self._delete(db, number)
        for number in self.games:
            self._delete(db, number)
            for insert, query in (
                (INSERT_GAME, "SELECT * FROM games WHERE number = ?"),
                (INSERT_ROW, "SELECT * FROM rows WHERE game = ?"),
            ):
                db.executemany(insert, self._memory.execute(query, (number,)))
        db.execute("DELETE FROM notes")
        db.executemany(INSERT_NOTE, self._memory.execute("SELECT * FROM notes"))

    def close(self) -> None:
        """Free the memory."""
        self._memory.close()

    def _open_game(self) -> set[int]:
        query = "SELECT value FROM notes WHERE name = ?"
        numbers = [json.loads(value) for (value,) in self._memory.execute(query, (self._note,))]
        return {number for number in numbers if type(number) is int and 0 <= number < MOST_NUMBER}

    @staticmethod
    def _delete(db: sqlite3.Connection, number: int) -> None:
        db.execute("DELETE FROM rows WHERE game = ?", (number,))
        db.execute("DELETE FROM games WHERE number = ?", (number,))
