"""The archive: past games read from the journal beside the table's own thread, which goes on writing meanwhile."""

from __future__ import annotations

import sqlite3
import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from companion.rules.errors import RulesError
from companion.rules.game import Game
from companion.rules.registry import game_named
from companion.rules.text import say
from companion.session import table as tables
from companion.session.database import connect, in_our_words, note_from_sql, result_from_sql, row_from_sql, rows_in
from companion.session.errors import DamagedError, NoGameError, SessionError
from companion.session.journal import OPEN_GAME
from companion.session.rows import Kind, Row, fold
from companion.session.table import Table

_MOST_KEPT = 8
"""How many folded games are kept; a game of an evening is a few hundred kilobytes."""
_PLAYING = (Kind.STARTED, Kind.PLAYED, Kind.AMENDED, Kind.RESTORED)
"""Rows that move the game on: the last of them says when it ended."""


@dataclass(frozen=True, slots=True)
class Past:
    """A game of the journal, as a list shows it."""

    number: int
    last: int
    """The seq of its last row: with the number it names what there was to read."""
    start: Table | None
    """The game at its first moment; None when not even that can be read."""
    started: int = 0
    """Seconds since 1970 by a clock that may have been wrong."""
    result: tuple[tuple[int, int, int], ...] | None = None
    """(seat, rank, total) by rank then seat once the game is over, else None."""
    closed: bool = False
    """It was closed for good and cannot be gone on with."""
    damaged: bool = False
    """Something of it is missing or is not what was written."""


@dataclass(frozen=True, slots=True)
class Found:
    """A game of the journal, read whole, or as far as it holds."""

    past: Past
    table: Table
    ended: int
    """Seconds since 1970, by the same clock, of the last move."""


class Archive:
    """Reads past games. May be used from any thread; nothing is ever written.

    Every look has a connection of its own, so the table's thread is never waited for; one game is folded at a time.
    """

    def __init__(self, path: Path, games: tuple[Game[Any], ...]) -> None:
        """`path` is the journal's."""
        self._path = path
        self._games = games
        self._lock = threading.Lock()
        self._kept: OrderedDict[tuple[int, int], Found] = OrderedDict()
        self._bad: set[tuple[int, int]] = set()

    def games(self) -> tuple[Past, ...]:
        """Every game, newest first; one that cannot be read says so and hides no other. Raises DamagedError."""
        with in_our_words(), closing(connect(self._path, read_only=True)) as db:
            numbers = db.execute("SELECT number, last FROM games ORDER BY number DESC").fetchall()
            return tuple(self._past(db, number, last) for number, last in numbers)

    def open_game(self) -> int | None:
        """The number of the game that is open, None if none is or nobody can tell."""
        try:
            with in_our_words(), closing(connect(self._path, read_only=True)) as db:
                query = "SELECT name, value, digest FROM notes WHERE name = ?"
                record = db.execute(query, (OPEN_GAME,)).fetchone()
                value = note_from_sql(record)[1] if record else None
        except SessionError:
            return None
        return value if isinstance(value, int) else None

    def find(self, number: int) -> Found:
        """A game with all its moves, or those up to the first that does not hold.

        Raises NoGameError when there is none of this number, DamagedError when not even its beginning can be read.
        """
        with self._lock, in_our_words(), closing(connect(self._path, read_only=True)) as db:
            query = "SELECT number, last FROM games WHERE number = ?"
            # SQLite cannot even be asked for a number that is larger than it has any.
            record = db.execute(query, (number,)).fetchone() if number < 2**63 else None
            if record is None:
                raise NoGameError(say("session.no_such_game", number=number))
            past = self._past(db, *record)
            key = (past.number, past.last)
            if key not in self._kept:
                self._kept[key] = self._found(db, past)
            self._kept.move_to_end(key)
            while len(self._kept) > _MOST_KEPT:
                self._kept.popitem(last=False)
            return self._kept[key]

    def _past(self, db: sqlite3.Connection, number: int, last: int) -> Past:
        query = "SELECT * FROM rows WHERE game = ? AND seq = 1"
        try:
            first = row_from_sql(db.execute(query, (number,)).fetchone() or ())
            game = game_named(first.body["game"], self._games)
            start = tables.start(game, first.body["seats"], first.body["options"], number, seq=1)
            query = "SELECT number, last, result, digest FROM games WHERE number = ?"
            _, result = result_from_sql(db.execute(query, (number,)).fetchone())
            query = "SELECT count(*), coalesce(max(kind = 'closed'), 0) FROM rows WHERE game = ?"
            rows, closed = db.execute(query, (number,)).fetchone()
        except (DamagedError, RulesError, KeyError, TypeError, ValueError):
            return Past(number, last, None, damaged=True)
        damaged = rows != last or (number, last) in self._bad
        return Past(number, last, start, first.time, result, bool(closed), damaged)

    def _found(self, db: sqlite3.Connection, past: Past) -> Found:
        ended = 0

        def timed(rows: Iterator[Row]) -> Iterator[Row]:
            nonlocal ended
            for row in rows:
                if row.kind in _PLAYING:
                    ended = row.time
                yield row

        table, _, damage = fold(timed(rows_in(db, past.number)), self._games)
        if damage is not None:
            self._bad.add((past.number, past.last))
            past = replace(past, damaged=True)
        return Found(past, table, ended)
