"""The archive: past games, read from the journal beside the table's own thread, which goes on writing meanwhile."""

from __future__ import annotations

import logging
import sqlite3
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.journal import recorded_game
from companion.journal.database import (
    connect,
    note_from_sql,
    row_from_sql,
    rows_in,
    summary_from_sql,
    translate_errors,
    versions_in,
)
from companion.journal.journal import OPEN_GAME
from companion.journal.played_times import PlayedTimes, played_times
from companion.journal.recorded_game import RecordedGame
from companion.journal.replay import ForeignReason, foreign_reason, replay_stored
from companion.journal.rows import IMPORT_SOURCE, RowKind
from companion.journal.rules_migration import UNEXPECTED_ERRORS
from companion.rules.game import Game
from companion.rules.rule_errors import RulesError
from companion.rules.text import say
from companion.support.frozen_dataclasses import frozen
from companion.table.game_summary import (
    ClockPeriod,
    Places,
    check_places,
    check_summary,
    parse_places,
    places_to_json,
)
from companion.table.session_errors import DamagedError, NoGameError, SessionError
from companion.table.table import Table
from companion.table.turning_point import TurningPoint, count_turns, turning_point

log = logging.getLogger(__name__)
_MOST_CACHED = 8
"""Maximum number of replayed games in the cache."""
_MOST_ROWS = 5_000
"""Maximum number of rows of these games together, unless a single game has more; each row takes about a kilobyte."""
_LAST_HASH = "(SELECT hex(hash) FROM rows WHERE game = number ORDER BY seq DESC LIMIT 1)"
"""In a query of `games`, the hash of a game's last row. It identifies the state of all its rows. Their number does not,
because a game may be cut and played on to the same number. `hex` also accepts damaged text."""


@frozen
class PastGame:
    """A game of the journal, as a list shows it. Nothing in it needs the game's rules."""

    number: int
    last_seq: int
    """Seq of its last row."""
    game: str | None
    """Id of the game that was played; None if not even that can be read."""
    names: tuple[str, ...] = ()
    """Present names of the seats."""
    colours: tuple[tuple[str, ...], ...] = ()
    """Colours of each seat's pieces; empty if unknown."""
    started: int = 0
    """Seconds since 1970 at the start, or at the first move with the right clock; 0 if the clock never was right."""
    result: Places | None = None
    """Set once the game is over, else None."""
    closed: bool = False
    """True if it was closed for good and cannot be continued."""
    damaged: bool = False
    """True if something in it is missing or is not what was written."""
    foreign: ForeignReason | None = None
    """Reason why it cannot be read by the present rules; None if it can."""
    imported: bool = False
    """True if it came from an exported file: nobody here saw it played."""
    unverifiable: bool = False
    """True if its result is in its summary alone and cannot be checked against its moves, for lack of their rules."""
    ended: int = 0
    """Seconds since 1970 at the last move; 0 if the clock was not right."""
    seconds: int | None = None
    """Time that it was played, without pauses; None if the clock went back meanwhile, or nobody here saw it played."""
    first_time: int = 0
    """Time in its first row, right or wrong: with the number, other programs know the game by it."""
    turns: int | None = None
    """Number of turns; None before the end, and if no summary has it."""
    turning_point: TurningPoint | None = None
    """The turn that decided it; None if there was none, before the end, and if no summary has it."""

    @property
    def unfinished(self) -> bool:
        """True if it is neither over nor closed."""
        return self.game is not None and self.result is None and not self.closed

    @property
    def minutes(self) -> int | None:
        """Whole minutes that a finished game was played, without pauses; None if unknown, or less than one."""
        return self.seconds // 60 or None if self.seconds is not None and self.result is not None else None


@frozen
class ArchivedGame:
    """A game of the journal, read whole, or up to its first damaged row."""

    past: PastGame
    table: Table | None
    """None for a foreign game."""
    recorded: RecordedGame | None
    """A foreign game as it can be read without its rules; None for others."""


class Archive:
    """Reader of past games. May be used from any thread; it writes nothing.

    Each read has its own connection, so it never waits for the table's thread; one game is replayed at a time.
    """

    def __init__(
        self,
        path: Path,
        games: tuple[Game, ...],
        open_table: Callable[[], Table | None] = lambda: None,
        shown_table: Callable[[], Table | None] = lambda: None,
    ) -> None:
        """Create an archive of the journal at `path`.

        `open_table` gives the game on the table, and `shown_table` what was published of it last, from any thread. As
        long as everybody sees that game as it was before its end, so does the archive show it.
        """
        self.path = path
        """Present path of the journal: a copy in memory may be back on the disk later."""
        self._games = games
        self._open_table = open_table
        self._shown_table = shown_table
        self.reading = threading.Lock()
        """Held while a game is replayed: beside the game on the table, memory has room for only one."""
        self._cache: OrderedDict[tuple[int, str, str], ArchivedGame] = OrderedDict()
        """By number, hash of the last row, and digest of the summary, which also has what is known of the clock."""
        self._damaged: set[tuple[int, str]] = set()
        """Games with a row that did not hold, by number and hash of the last row."""
        self._names: dict[tuple[int, str], tuple[str, ...] | None] = {}
        """For games whose summary has no names, likewise."""
        self._played_times: dict[tuple[int, str, tuple[ClockPeriod, ...]], PlayedTimes] = {}
        """By the same keys and what is known of the clock, when the game was played."""
        self._listed: tuple[Any, tuple[PastGame, ...]] | None = None
        """The last list and the state of the journal that it shows: it is made again only once a game has changed."""
        self._listed_concealed: tuple[tuple[PastGame, ...], tuple[PastGame, ...]] | None = None
        """The last list with an end that is concealed, before and after that."""

    @property
    def known_games(self) -> tuple[Game, ...]:
        """The games that this program has."""
        return self._games

    def games(self) -> tuple[PastGame, ...]:
        """Return every game, newest first; one that cannot be read is marked, and hides no other. Raises DamagedError.

        Returns the same tuple as long as nothing has changed.
        """
        with translate_errors(), closing(connect(self.path, read_only=True)) as db:
            query = f"SELECT number, last, {_LAST_HASH}, digest FROM games ORDER BY number DESC"
            records = db.execute(query).fetchall()
            version = (self.path, tuple(records), len(self._damaged))
            if self._listed is None or self._listed[0] != version:
                versions = versions_in(db)
                past = (self._past(db, number, last, last_hash, versions) for number, last, last_hash, _ in records)
                self._listed = (version, tuple(past))
            listed = self._listed[1]
        shown = self._shown_table()  # after the journal was read: what it has of the end is older
        if shown is None or not any(_is_concealed(past, shown) for past in listed):
            return listed
        if self._listed_concealed is None or self._listed_concealed[0] is not listed:
            concealed = (_without_end(past) if _is_concealed(past, shown) else past for past in listed)
            self._listed_concealed = (listed, tuple(concealed))
        return self._listed_concealed[1]

    def open_game(self) -> int | None:
        """Return the number of the open game; None if no game is open or the note cannot be read."""
        value = self.note(OPEN_GAME)
        return value if isinstance(value, int) else None

    def note(self, name: str) -> Any:
        """Return the journal's note of a name; None if there is no such note or it cannot be read."""
        query = "SELECT name, value, digest FROM notes WHERE name = ?"
        try:
            with translate_errors(), closing(connect(self.path, read_only=True)) as db:
                record = db.execute(query, (name,)).fetchone()
                return note_from_sql(record)[1] if record else None
        except SessionError:
            return None

    def find(self, number: int) -> ArchivedGame:
        """Return a game with all its moves, or with those before the first row that does not hold.

        Raises NoGameError if there is no game of this number, DamagedError if not even its start can be read.
        """
        archived, shown = self._find(number), self._shown_table()
        if shown is None or not _is_concealed(archived.past, shown):
            return archived
        return replace(archived, past=_without_end(archived.past), table=shown)

    def _find(self, number: int) -> ArchivedGame:
        with self.reading, translate_errors(), closing(connect(self.path, read_only=True)) as db:
            query = f"SELECT number, last, {_LAST_HASH}, digest FROM games WHERE number = ?"
            # SQLite refuses a query for a number beyond its 64 bits.
            record = db.execute(query, (number,)).fetchone() if number < 2**63 else None
            if record is None:
                raise NoGameError(say("session.no_such_game", number=number))
            _, last, last_hash, digest = record
            key = (number, last_hash, digest)
            if key not in self._cache:
                past = self._past(db, number, last, last_hash, versions_in(db))
                self._make_room(past.last_seq)
                self._cache[key] = self._read_game(db, past, last_hash)
            self._cache.move_to_end(key)
            return self._cache[key]

    def _make_room(self, rows: int) -> None:
        """Drop the least recently used games from the cache until a game with this many rows fits."""
        while self._cache and (len(self._cache) >= _MOST_CACHED or rows + self._cached_rows > _MOST_ROWS):
            self._cache.popitem(last=False)

    @property
    def _cached_rows(self) -> int:
        return sum(cached.past.last_seq for cached in self._cache.values())

    def _past(
        self, db: sqlite3.Connection, number: int, last: int, last_hash: str, versions: Mapping[int, int]
    ) -> PastGame:
        query = "SELECT * FROM rows WHERE game = ? AND seq = 1"
        try:
            first = row_from_sql(db.execute(query, (number,)).fetchone() or ())
            start = recorded_game.record_row(None, first)
            query = "SELECT number, last, result, digest FROM games WHERE number = ?"
            _, summary = summary_from_sql(db.execute(query, (number,)).fetchone())
            query = "SELECT count(*), coalesce(max(kind = 'closed'), 0) FROM rows WHERE game = ?"
            rows, closed = db.execute(query, (number,)).fetchone()
            check_summary(summary, len(start.names))
            foreign = foreign_reason(start.game, versions.get(number, start.version), self._games)
            places = recorded_result(db, number) if foreign is not None else None
            check_places(places, len(start.names))
            times = self._times(db, number, last_hash, summary.clock)
        except (DamagedError, *UNEXPECTED_ERRORS):
            return PastGame(number, last, None, damaged=True)
        game = next((candidate for candidate in self._games if candidate.id == start.game), None)
        damaged = rows != last or (number, last_hash) in self._damaged
        names = summary.names or self._names_in_rows(db, number, rows, last_hash) or start.names
        colours = summary.colours or _colours(game, start)
        result = places or summary.result
        only_noted = foreign is not None and result is not None and places is None
        imported = first.source == IMPORT_SOURCE
        return PastGame(
            number=number,
            last_seq=last,
            game=start.game,
            names=names,
            colours=colours,
            started=times.started,
            result=result,
            closed=bool(closed),
            damaged=damaged,
            foreign=foreign,
            imported=imported,
            unverifiable=only_noted,
            ended=times.ended,
            seconds=times.seconds if not imported else None,
            first_time=first.time,
            turns=summary.turns,
            turning_point=summary.turning_point,
        )

    def _names_in_rows(self, db: sqlite3.Connection, number: int, rows: int, last_hash: str) -> tuple[str, ...] | None:
        """Return the names after the last row of a game; None if they cannot have changed, or it has too many rows."""
        key = (number, last_hash)
        if key not in self._names:
            query = "SELECT 1 FROM rows WHERE game = ? AND kind = ? LIMIT 1"
            amended = db.execute(query, (number, RowKind.AMENDED.value)).fetchone() is not None
            self._names[key] = recorded_names(db, number) if amended and rows <= _MOST_ROWS else None
        return self._names[key]

    def _times(
        self, db: sqlite3.Connection, number: int, last_hash: str, clock: tuple[ClockPeriod, ...]
    ) -> PlayedTimes:
        """Return when a game was played."""
        key = (number, last_hash, clock)
        if key not in self._played_times:
            self._played_times[key] = played_times(db, number, clock)
        return self._played_times[key]

    def _read_game(self, db: sqlite3.Connection, past: PastGame, last_hash: str) -> ArchivedGame:
        open_table = self._open_table()
        same_game = open_table is not None and open_table.number == past.number
        replay = replay_stored(lambda: rows_in(db, past.number), self._games, open_table if same_game else None)
        if past.game is None and replay.table is None:
            raise DamagedError(say("session.game_unreadable", number=past.number))
        past = replace(past, foreign=replay.foreign)
        if replay.table is not None:
            table = replay.table
            result, colours = parse_places(places_to_json(table)), table.match.colours
            past = replace(past, names=tuple(table.names), colours=colours, result=result)
            if table.over:
                past = replace(past, turns=count_turns(table), turning_point=turning_point(table))
        elif replay.recorded is not None:
            past = replace(past, names=replay.recorded.names)
        if replay.damage is not None:
            self._damaged.add((past.number, last_hash))
            past = replace(past, damaged=True)
        return ArchivedGame(past, replay.table, replay.recorded)


def _without_end(past: PastGame) -> PastGame:
    """Return a game as the list shows it before its end."""
    return replace(past, result=None, turns=None, turning_point=None)


def _is_concealed(past: PastGame, shown: Table) -> bool:
    """Return whether everybody still sees this game as it was before its end."""
    return past.number == shown.number and past.result is not None and not shown.over


def recorded_result(db: sqlite3.Connection, number: int) -> Places | None:
    """Return the result in the rows of a game; None in older games, if it has none, and if the game was changed since.

    Raises DamagedError, TypeError or ValueError.
    """
    query = "SELECT * FROM rows WHERE game = ? AND kind <> 'seat_claimed' ORDER BY seq DESC LIMIT 2"
    for record in db.execute(query, (number,)):
        row = row_from_sql(record)
        if row.kind is not RowKind.CLOSED or "result" in row.body:
            return parse_places(row.body.get("result")) if row.kind in (RowKind.REVEALED, RowKind.CLOSED) else None
    return None


def recorded_names(db: sqlite3.Connection, number: int) -> tuple[str, ...] | None:
    """Return the names of the seats after the last row of a game that holds; None if none does."""
    recorded = None
    with suppress(DamagedError):
        for row in rows_in(db, number):
            recorded = recorded_game.record_row(recorded, row)
    return recorded.names if recorded is not None else None


def _colours(game: Game | None, recorded: RecordedGame) -> tuple[tuple[str, ...], ...]:
    """Return the colours that a game started with; empty if its rules are missing or refuse its setup now."""
    if game is None:
        return ()
    try:
        match, *_ = game.begin(recorded.names, recorded.options)
    except RulesError:
        return ()
    except Exception:
        log.debug("game %d has no colours", recorded.number, exc_info=True)
        return ()
    return match.colours
