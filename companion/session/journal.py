"""The journal: one SQLite database that holds every game, and the only file that opens it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.rules.text import say
from companion.session.canonical import canonical
from companion.session.commands import Answer
from companion.session.errors import DamagedError, NewerError, NotSavedError
from companion.session.rows import Kind, Row

APPLICATION_ID = 0x4D50_4F4C
"""Marks the file as ours ("MPOL"), so that no other database is taken for a journal."""
VERSION = 1
OPEN_GAME = "open_game"
"""The note that says which game is open."""
_PRAGMAS = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "application_id": APPLICATION_ID}
"""What the live connection must answer; synchronous 2 is FULL: a commit is on the disk before anything is shown."""
_SCHEMA = """
CREATE TABLE IF NOT EXISTS games (
    number INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    names TEXT NOT NULL,
    started INTEGER NOT NULL,
    result TEXT
) STRICT;
CREATE TABLE IF NOT EXISTS rows (
    game INTEGER NOT NULL REFERENCES games (number),
    seq INTEGER NOT NULL,
    grp INTEGER NOT NULL,
    time INTEGER NOT NULL,
    source TEXT NOT NULL,
    seat INTEGER,
    command TEXT,
    kind TEXT NOT NULL,
    body TEXT NOT NULL,
    entry INTEGER NOT NULL,
    previous TEXT NOT NULL,
    digest TEXT NOT NULL,
    PRIMARY KEY (game, seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS rows_by_command ON rows (command) WHERE command IS NOT NULL;
CREATE TABLE IF NOT EXISTS notes (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
"""


@dataclass(frozen=True, slots=True)
class Saved:
    """A game in the journal, as the list of past games shows it."""

    number: int
    game: str
    names: tuple[str, ...]
    started: int
    """Seconds since 1970 by a clock that may have been wrong."""
    result: tuple[tuple[int, int, int], ...] | None
    """(seat, rank, total) by rank then seat once the game is over, else None."""
    closed: bool = False
    """It was closed for good and cannot be gone on with."""


class Journal:
    """The open database. Only the desk's thread writes; reading from others wants a `Journal` of their own."""

    def __init__(self, path: Path, *, read_only: bool = False) -> None:
        """Open or begin the journal at `path`.

        Raises DamagedError when the file is no journal or fails SQLite's own check, NewerError when a later version
        wrote it, NotSavedError when it cannot be opened for writing.
        """
        self.path = path
        self.read_only = read_only
        uri = f"{path.absolute().as_uri()}?mode={'ro' if read_only else 'rwc'}"
        try:
            self._db = sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False, timeout=2)
        except sqlite3.OperationalError as error:
            raise NotSavedError(str(error)) from error
        try:
            self._prepare()
        except sqlite3.OperationalError as error:
            self._db.close()
            raise NotSavedError(str(error)) from error
        except sqlite3.DatabaseError as error:
            self._db.close()
            raise DamagedError(say("session.database", cause=str(error))) from error
        except BaseException:
            self._db.close()
            raise

    def close(self) -> None:
        """Close the database; what is committed stays."""
        self._db.close()

    def pragmas(self) -> dict[str, int | str]:
        """What the live connection answers to the pragmas that durability rests on."""
        return {name: self._db.execute(f"PRAGMA {name}").fetchone()[0] for name in _PRAGMAS}

    def append(self, rows: Sequence[Row], result: Any = None, open_game: int | None = None) -> None:
        """Write these rows of one game in one transaction, with the game's result so far.

        With `open_game` the same transaction notes which game is open. Raises NotSavedError.
        """
        with self._transaction():
            for row in rows:
                if row.kind is Kind.STARTED:
                    values = (row.game, row.body["game"], canonical(row.body["seats"]), row.time)
                    self._db.execute("INSERT INTO games (number, game, names, started) VALUES (?, ?, ?, ?)", values)
                self._db.execute(f"INSERT INTO rows VALUES ({', '.join('?' * 12)})", _to_sql(row))
            values = (canonical(result) if result is not None else None, rows[-1].game)
            self._db.execute("UPDATE games SET result = ? WHERE number = ?", values)
            if open_game is not None:
                self._db.execute("INSERT OR REPLACE INTO notes VALUES (?, ?)", (OPEN_GAME, canonical(open_game)))

    def games(self) -> tuple[Saved, ...]:
        """Every game, oldest first."""
        closed = "EXISTS (SELECT 1 FROM rows WHERE rows.game = number AND kind = 'closed')"
        query = f"SELECT number, game, names, started, result, {closed} FROM games ORDER BY number"
        return tuple(_saved(record) for record in self._db.execute(query))

    def rows(self, game: int) -> Iterator[Row]:
        """The rows of a game in order. Raises DamagedError at a row that cannot be read."""
        try:
            for record in self._db.execute("SELECT * FROM rows WHERE game = ? ORDER BY seq", (game,)):
                yield _from_sql(record)
        except (sqlite3.DatabaseError, ValueError) as error:
            raise DamagedError(say("session.database", cause=str(error))) from error

    def answer_to(self, command: str) -> Answer | None:
        """The answer that a command of this id got, None if there was none."""
        query = "SELECT game, seq, entry FROM rows WHERE command = ? ORDER BY game DESC, seq DESC LIMIT 1"
        record = self._db.execute(query, (command,)).fetchone()
        return Answer(*record) if record else None

    def cut(self, game: int, seq: int) -> None:
        """Drop the rows of a game after `seq`, and the game itself for seq 0: they do not hold. Raises NotSavedError."""
        with self._transaction():
            self._db.execute("DELETE FROM rows WHERE game = ? AND seq > ?", (game, seq))
            if seq == 0:
                self._db.execute("DELETE FROM games WHERE number = ?", (game,))

    def note(self, name: str) -> Any:
        """What is noted under a name (a setting made on the box, the owner's board, which game is open); None if nothing."""
        record = self._db.execute("SELECT value FROM notes WHERE name = ?", (name,)).fetchone()
        return json.loads(record[0]) if record else None

    def set_note(self, name: str, value: Any) -> None:
        """Note a JSON value under a name; None takes it away. Raises NotSavedError."""
        with self._transaction():
            if value is None:
                self._db.execute("DELETE FROM notes WHERE name = ?", (name,))
            else:
                self._db.execute("INSERT OR REPLACE INTO notes VALUES (?, ?)", (name, canonical(value)))

    def notes(self) -> dict[str, Any]:
        """Everything that is noted, by name."""
        return {name: json.loads(value) for name, value in self._db.execute("SELECT name, value FROM notes")}

    def copy_to(self, path: Path) -> None:
        """A whole, consistent copy of the journal as one file at `path`, which must not exist. Raises NotSavedError."""
        try:
            with sqlite3.connect(path, isolation_level=None) as other:
                self._db.backup(other)
                other.execute("PRAGMA journal_mode = delete")
            other.close()
        except sqlite3.Error as error:
            raise NotSavedError(str(error)) from error

    def keep_copy(self) -> Path:
        """A copy beside the journal, under a name not yet taken, before something in it is put right. Raises NotSavedError."""
        copy = free_name(self.path)
        self.copy_to(copy)
        return copy

    def _prepare(self) -> None:
        if not self.read_only:
            self._db.execute("PRAGMA journal_mode = wal")
            self._db.execute("PRAGMA synchronous = full")
        self._db.execute("PRAGMA foreign_keys = on")
        (application,) = self._db.execute("PRAGMA application_id").fetchone()
        (tables,) = self._db.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        if application != APPLICATION_ID and (application or tables):
            raise DamagedError(say("session.not_ours"))
        (version,) = self._db.execute("PRAGMA user_version").fetchone()
        if version > VERSION:
            raise NewerError(say("session.newer", path=str(self.path)))
        if not tables and not self.read_only:
            with self._transaction():
                for statement in _SCHEMA.split(";"):
                    self._db.execute(statement)
                self._db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
                self._db.execute(f"PRAGMA user_version = {VERSION}")
        (check,) = self._db.execute("PRAGMA quick_check(1)").fetchone()
        if check != "ok":
            raise DamagedError(say("session.database", cause=str(check)))

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """All of it is on the disk when this ends, or none of it ever was."""
        try:
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise
        except sqlite3.DatabaseError as error:
            raise NotSavedError(str(error)) from error


def free_name(path: Path) -> Path:
    """A name beside the journal for a damaged copy of it, never one that is taken."""
    number = 1
    while (free := path.with_name(f"damaged-{number}{path.suffix}")).exists():
        number += 1
    return free


def check_pragmas(journal: Journal) -> None:
    """Make sure that the live connection keeps what it acknowledges. Raises NotSavedError naming the pragma that is off."""
    for name, value in journal.pragmas().items():
        if value != _PRAGMAS[name]:
            raise NotSavedError(f"PRAGMA {name} = {value}")


def salvage(path: Path) -> tuple[dict[int, list[Row]], dict[str, Any]]:
    """What can still be read of a damaged journal: rows by game in order, and notes. Never raises for the damage."""
    rows: dict[int, list[Row]] = {}
    notes: dict[str, Any] = {}
    for record in _readable(path, "SELECT * FROM rows ORDER BY game, seq"):
        try:
            row = _from_sql(record)
        except (ValueError, TypeError):
            continue
        rows.setdefault(row.game, []).append(row)
    for name, value in _readable(path, "SELECT name, value FROM notes"):
        try:
            notes[str(name)] = json.loads(value)
        except (ValueError, TypeError):
            continue
    return rows, notes


def _readable(path: Path, query: str) -> Iterable[tuple[Any, ...]]:
    try:
        db = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
    except sqlite3.Error:
        return
    try:
        yield from db.execute(query)
    except sqlite3.Error:
        return
    finally:
        db.close()


def _to_sql(row: Row) -> tuple[Any, ...]:
    head = (row.game, row.seq, row.group, row.time, row.source, row.seat, row.command, row.kind.value)
    return (*head, canonical(row.body), row.entry, row.previous, row.digest)


def _from_sql(record: tuple[Any, ...]) -> Row:
    game, seq, group, time, source, seat, command, kind, body, entry, previous, digest = record
    read = json.loads(body)
    if not isinstance(read, dict):
        raise ValueError("a row's body is no object")
    return Row(game, seq, group, time, source, seat, command, Kind(kind), read, entry, previous, digest)


def _saved(record: tuple[Any, ...]) -> Saved:
    number, game, names, started, result, closed = record
    places = tuple((seat, rank, total) for seat, rank, total in json.loads(result)) if result else None
    return Saved(number, game, tuple(json.loads(names)), started, places, bool(closed))
