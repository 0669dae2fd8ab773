"""The database file of the journal: its tables, the checks before it is trusted, the salvage of a damaged one."""

from __future__ import annotations

import errno
import json
import os
import sqlite3
from collections.abc import Collection, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from companion.chance.canonical_json import canonical, digest
from companion.journal.rows import Row, RowKind
from companion.rules.text import say
from companion.table import game_limits
from companion.table.game_summary import GameSummary, check_summary, parse_summary
from companion.table.session_errors import DamagedError, NewerError, NotSavedError, SaveFailure

APPLICATION_ID = 0x4D50_4F4C
"""Mark of our files ("MPOL"), so that no other database is taken for a journal."""
VERSION = 3
"""Version of the journal. Version 2 has kinds of rows that version 1 does not know. Rows of version 3 also give
the purpose of a draw, the fact that all draws of a game have one, and the end of the game. The tables are the
same."""
_LATEST = 100
"""Highest plausible version; a higher number is damaged."""
SCHEMA = """
CREATE TABLE games (
    number INTEGER PRIMARY KEY,
    last INTEGER NOT NULL,
    result TEXT,
    digest TEXT NOT NULL
) STRICT;
CREATE TABLE rows (
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
    hash TEXT NOT NULL,
    PRIMARY KEY (game, seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX rows_by_command ON rows (command) WHERE command IS NOT NULL;
CREATE TABLE notes (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL,
    digest TEXT NOT NULL
) STRICT, WITHOUT ROWID
"""
"""The tables. If they differ in a journal, even by a space, it counts as damaged: change the version too.

Every record carries its digest, so that a bit that flips on the card is found, whatever column it is in; and a
game knows the seq of its last row, so that missing rows at its end are noticed."""
INDEX, ROLLBACK = "-shm", "-journal"
FILES = ("", "-wal", INDEX, ROLLBACK)
"""Endings of the files that SQLite may put beside a database; the first is the database itself."""
_indexes: dict[Path, os.stat_result] = {}
"""By database, the index of its log as it was last seen, for those that this program has open for writing."""
_STORED_DATA_FAULTS = (
    *(sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT, sqlite3.SQLITE_ERROR),
    *(sqlite3.SQLITE_TOOBIG, sqlite3.SQLITE_INTERRUPT),  # our own limits, see below
)

_WHY_BY_SQLITE = {
    sqlite3.SQLITE_BUSY: SaveFailure.LOCKED,
    sqlite3.SQLITE_LOCKED: SaveFailure.LOCKED,
    sqlite3.SQLITE_FULL: SaveFailure.FULL,
    sqlite3.SQLITE_READONLY: SaveFailure.READ_ONLY,
}
_WHY_BY_SYSTEM = {
    errno.ENOSPC: SaveFailure.FULL,
    errno.EDQUOT: SaveFailure.FULL,
    errno.EROFS: SaveFailure.READ_ONLY,
    errno.EACCES: SaveFailure.READ_ONLY,
    errno.EPERM: SaveFailure.READ_ONLY,
    errno.ENOENT: SaveFailure.GONE,
}
_DENIED = sqlite3.SQLITE_DENY
_PROGRESS_STEPS = 10_000
"""Number of SQLite's steps between two calls of the progress handler, which counts them as one."""
_LEAST_STEPS = 300
_BYTES_PER_STEP = 2_000
"""Bytes per counted step; reading through a journal takes a small part of the steps allowed."""
UNREADABLE = (sqlite3.Error, UnicodeDecodeError)
"""Exceptions raised when a damaged database is read."""
MOST_RECORD_BYTES = 2 * 1024**2
"""Maximum bytes of a row or a note that somebody else may have written, and of all notes together: as objects they
take twenty times that. The largest of ours has some hundred kilobytes."""
MOST_NUMBER = 10**8
"""Bound of the numbers of games: none of ours ever gets so high, and pages find no higher one."""
HIGH_NUMBER = MOST_NUMBER // 2
"""Lowest number that no real evening reaches. Higher numbers come from a file that somebody made, and new games
are not counted on from them: else such a file could lead to numbers that cannot be restored."""
_STEPS_FOR_TABLES = 2_000
"""Limit of steps for reading the list of tables; SQLite needs a tenth of that for ours."""


@dataclass(slots=True)
class Salvaged:
    """The readable part of a damaged journal."""

    rows: dict[int, list[Row]] = field(default_factory=dict)
    """By game: its rows in order, up to the first that cannot be read or is not what was written."""
    broken: set[int] = field(default_factory=set)
    """The games that had more rows than could be read."""
    summaries: dict[int, Any] = field(default_factory=dict)
    """By game: its summary, if that can be read."""
    notes: dict[str, Any] = field(default_factory=dict)


def connect(path: Path, *, read_only: bool) -> sqlite3.Connection:
    """Open a database. With `read_only` it stays as it is, byte for byte, its WAL included.

    A WAL database needs files beside it, even to be read. In a folder without write access it is opened as
    immutable, so that SQLite needs no other file. SQLite would then ignore a WAL, so this is only done if there is
    no WAL with content.
    """
    check_index(path)
    if not read_only:  # SQLite would create a file that everybody on the machine can read
        with suppress(OSError):
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_CLOEXEC, 0o600))
    mode = "mode=rwc" if not read_only else "mode=ro&immutable=1" if _is_immutable(path) else "mode=ro"
    uri = f"{path.absolute().as_uri()}?{mode}"
    return sqlite3.connect(
        uri, uri=True, isolation_level=None, check_same_thread=False, timeout=2 if read_only else 0.5
    )


def keep_index(path: Path) -> None:
    """Note the index of the log of a database that this program has open, until `forget_index`."""
    with suppress(OSError):
        _indexes[path.absolute()] = path.with_name(path.name + INDEX).stat()


def forget_index(path: Path) -> None:
    """Forget the index of a database that was closed: the next connection makes a new one."""
    _indexes.pop(path.absolute(), None)


def check_index(path: Path) -> None:
    """Check that the index of the log was not cut while this program has it open.

    SQLite maps it into memory, and an access beyond its end would kill the program. Raises
    sqlite3.OperationalError.
    """
    last_seen = _indexes.get(path.absolute())
    if last_seen is None:
        return
    with suppress(OSError):
        status = path.with_name(path.name + INDEX).stat()
        if os.path.samestat(status, last_seen) and status.st_size < last_seen.st_size:
            raise sqlite3.OperationalError(
                f"{path.name}{INDEX} was cut to {status.st_size} of {last_seen.st_size} bytes"
            )


def _is_immutable(path: Path) -> bool:
    """Return whether a database was closed cleanly and is in a folder without write access.

    While another user has it open, SQLite's files are beside it.
    """
    path = Path(os.path.realpath(path))  # SQLite keeps its files beside the file, not beside a link to it
    beside = [path.with_name(path.name + ending) for ending in FILES[1:]]
    return not os.access(path.parent, os.W_OK) and not any(file.exists() and file.stat().st_size for file in beside)


@contextmanager
def translate_errors() -> Iterator[None]:
    """Translate SQLite's errors: to DamagedError if the stored data is at fault, to NotSavedError if the disk is."""
    try:
        yield
    except sqlite3.ProgrammingError:
        raise
    except OSError as error:
        raise not_saved(error) from error
    except UnicodeDecodeError as error:  # in a name, or in SQLite's own message
        raise DamagedError(say("session.database", cause=str(error))) from error
    except sqlite3.DatabaseError as error:
        # The error for text that is no UTF-8 has no code. A page that the card can no longer read counts as damaged.
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
        if code & 0xFF in _STORED_DATA_FAULTS or code == sqlite3.SQLITE_IOERR_READ:
            raise DamagedError(say("session.database", cause=str(error))) from error
        raise not_saved(error) from error


def not_saved(error: sqlite3.Error | OSError) -> NotSavedError:
    """Return the error for a failed write, by the code of SQLite or of the system."""
    if isinstance(error, OSError):
        cause = error.strerror or str(error)
        why = _WHY_BY_SYSTEM.get(error.errno or 0, SaveFailure.DISK)
        return NotSavedError(f"{error.filename}: {cause}" if error.filename else cause, why)
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    if code == sqlite3.SQLITE_READONLY_DBMOVED:
        return NotSavedError(str(error), SaveFailure.GONE)
    return NotSavedError(str(error), _WHY_BY_SQLITE.get(code & 0xFF, SaveFailure.DISK))


def is_occupied(path: Path) -> bool:
    """Return whether there is content at `path` that a new journal must not overwrite.

    Raises DamagedError if it cannot be a journal.
    """
    if path.is_dir():
        raise DamagedError(say("session.not_ours"))
    if path.exists() and path.stat().st_size:
        return True
    wal = path.with_name(f"{path.name}-wal")
    if wal.exists() and wal.stat().st_size:  # SQLite would delete it
        raise DamagedError(say("session.database", cause="a WAL without its database"))
    return False


def is_empty(db: sqlite3.Connection) -> bool:
    """Return whether nothing was ever written into this database."""
    (application,) = db.execute("PRAGMA application_id").fetchone()
    return not application and not _tables(db)


def check_database(db: sqlite3.Connection, path: Path) -> None:
    """Check that this is a journal, and sound as a database.

    Raises DamagedError if it is not, NewerError if a later version of this program wrote it.
    """
    (application,) = db.execute("PRAGMA application_id").fetchone()
    if application != APPLICATION_ID:
        raise DamagedError(say("session.not_ours"))
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if version > _LATEST:
        raise DamagedError(say("session.database", cause=f"version {version}"))
    _check_version(db, path)
    if _tables(db) != _our_tables():
        raise DamagedError(say("session.database", cause="its tables are not the journal's"))
    (fault,) = db.execute("PRAGMA integrity_check(1)").fetchone()
    if fault != "ok":
        raise DamagedError(say("session.database", cause=str(fault)))
    if db.execute("PRAGMA foreign_key_check").fetchone() is not None:
        raise DamagedError(say("session.database", cause="rows of no game"))


def check_not_newer(path: Path) -> None:
    """Raise NewerError if a later version of this program wrote this journal, which may be damaged."""
    with suppress(*UNREADABLE), closing(connect(path, read_only=True)) as db:
        (application,) = db.execute("PRAGMA application_id").fetchone()
        if application == APPLICATION_ID:
            _check_version(db, path)


def _check_version(db: sqlite3.Connection, path: Path) -> None:
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if VERSION < version <= _LATEST:
        raise NewerError(say("session.newer", path=str(path)))


def check_bounds(path: Path) -> tuple[int, ...]:
    """Check that a database which somebody else may have made can be read in as little time and memory as ours.

    Returns the games that have too many rows, which must not be read. Raises DamagedError for anything else.
    """
    with translate_errors(), closing(connect(path, read_only=True)) as db:
        (application,) = db.execute("PRAGMA application_id").fetchone()
        if application != APPLICATION_ID:
            raise DamagedError(say("session.not_ours"))
        db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MOST_RECORD_BYTES)
        # A loop of pages has no end, and every named table takes memory.
        db.set_progress_handler(lambda: True, _STEPS_FOR_TABLES)
        ours = _tables(db) == _our_tables()
        db.set_progress_handler(None, 0)
        if not ours:
            return ()  # the caller opens it, which gives the exact error
        (fault,) = db.execute("PRAGMA integrity_check(1)").fetchone()
        if fault != "ok":
            raise DamagedError(say("session.database", cause=str(fault)))
        (longest,) = db.execute(f"SELECT max({_lengths(db, 'rows')}) FROM rows").fetchone()
        (longest_noted,) = db.execute(f"SELECT max({_lengths(db, 'games')}) FROM games").fetchone()
        (all_notes,) = db.execute(f"SELECT sum({_lengths(db, 'notes')}) FROM notes").fetchone()
        (lowest, highest) = db.execute("SELECT min(number), max(number) FROM games").fetchone()
        if max(longest or 0, longest_noted or 0, all_notes or 0) > MOST_RECORD_BYTES:
            raise DamagedError(say("session.database", cause="more in it than any journal has"))
        if lowest is not None and not 0 < lowest <= highest < MOST_NUMBER:
            raise DamagedError(say("session.database", cause="a number that no game has"))
        return _overlong(db)


def overlong_games(path: Path) -> tuple[int, ...]:
    """Return the games of a journal that have too many rows to be restored. Raises DamagedError or NotSavedError."""
    with translate_errors(), closing(connect(path, read_only=True)) as db:
        return _overlong(db)


def misnumbered_games(path: Path) -> tuple[int, ...]:
    """Return the games of a journal whose number prevents a restore of the whole journal.

    Raises DamagedError or NotSavedError.
    """
    query = "SELECT number FROM games WHERE number NOT BETWEEN 1 AND ? ORDER BY number"
    with translate_errors(), closing(connect(path, read_only=True)) as db:
        return tuple(number for (number,) in db.execute(query, (MOST_NUMBER - 1,)))


def delete_games(path: Path, games: Collection[int]) -> None:
    """Delete these games from a copy of a journal. Raises NotSavedError; then the copy is of no use.

    SQLite writes no log here, because it could need as much room on the card as the file itself.
    """
    with translate_errors(), closing(connect(path, read_only=False)) as db:
        db.execute("PRAGMA journal_mode = off")
        db.execute("PRAGMA secure_delete = on")
        for number in games:
            db.execute("DELETE FROM rows WHERE game = ?", (number,))
            db.execute("DELETE FROM games WHERE number = ?", (number,))


def _overlong(db: sqlite3.Connection) -> tuple[int, ...]:
    query = "SELECT game FROM rows GROUP BY game HAVING count(*) > ? ORDER BY game"
    return tuple(number for (number,) in db.execute(query, (game_limits.MOST_ROWS,)))


def _lengths(db: sqlite3.Connection, table: str) -> str:
    """Return an SQL expression for the number of characters in a record of a table."""
    columns = [name for _, name, *_ in db.execute(f"PRAGMA table_info({table})")]
    return " + ".join(f"coalesce(length({name}), 0)" for name in columns)


def create_tables(db: sqlite3.Connection) -> None:
    """Create the tables, in a transaction that is already open."""
    for statement in SCHEMA.split(";"):
        db.execute(statement)
    db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    db.execute(f"PRAGMA user_version = {VERSION}")


def salvage(path: Path) -> Salvaged:
    """Read what can still be read of a damaged journal, without changing it. Never raises for the damage."""
    salvaged = Salvaged()
    if not path.is_file() or not path.stat().st_size:  # SQLite would delete the WAL of an empty one
        return salvaged
    try:
        db = connect(path, read_only=True)
    except sqlite3.Error:
        return salvaged
    with closing(db):
        with suppress(sqlite3.Error):
            db.execute("PRAGMA writable_schema = ON")  # else nothing can be read of a file that is cut short
        _restrict_reading(db, path.stat().st_size)
        for query in ("SELECT number FROM games", "SELECT DISTINCT game FROM rows"):
            with suppress(*UNREADABLE):
                salvaged.rows.update((number, []) for (number,) in db.execute(query) if type(number) is int)
        for number, rows in salvaged.rows.items():
            try:
                for row in rows_in(db, number):
                    if row.seq != len(rows) + 1 or (rows and row.previous != rows[-1].hash()):
                        salvaged.broken.add(number)
                        break
                    rows.append(row)
            except (*UNREADABLE, DamagedError):
                salvaged.broken.add(number)
        with suppress(*UNREADABLE):
            for record in db.execute("SELECT number, last, result, digest FROM games"):
                with suppress(DamagedError, LookupError, TypeError, ValueError):
                    number, summary = summary_json_from_sql(record)
                    check_summary(parse_summary(summary), len(salvaged.rows[number][0].body["seats"]))
                    salvaged.summaries[number] = summary
        with suppress(*UNREADABLE):
            for record in db.execute("SELECT name, value, digest FROM notes"):
                with suppress(DamagedError):
                    name, value = note_from_sql(record)
                    salvaged.notes[name] = value
    return salvaged


def _restrict_reading(db: sqlite3.Connection, size: int) -> None:
    """Restrict a database of `size` bytes, which somebody else may have made, so that reading runs nothing in it.

    A view in place of a table is refused, and reading always comes to an end, however much there is to read.
    """
    steps = 0

    def count_steps() -> bool:
        nonlocal steps
        steps += 1
        return steps > _LEAST_STEPS + size // _BYTES_PER_STEP

    def authorize(action: int, table: str | None, name: str | None, _: str | None, within: str | None) -> int:
        reads = action in (sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ) and within is None
        return sqlite3.SQLITE_OK if reads or (action == sqlite3.SQLITE_FUNCTION and name == "max") else _DENIED

    db.set_progress_handler(count_steps, _PROGRESS_STEPS)
    db.set_authorizer(authorize)


def with_our_header(database: bytes) -> bytes:
    """Return a database with the header that all of ours have, in place of one that cannot be read; its pages stay."""
    size = int.from_bytes(database[16:18])
    size = size if size in (512, 1024, 2048, 4096, 8192, 16384, 32768, 1) else 4096
    pages = len(database) // (65536 if size == 1 else size)
    head = bytearray(database[:100].ljust(100, b"\0"))
    head[:24] = b"SQLite format 3\0" + size.to_bytes(2) + bytes((1, 1, 0, 64, 32, 32))
    head[24:28] = head[92:96] = bytes(3) + b"\1"  # change counters: they make the number of pages valid
    head[28:32] = pages.to_bytes(4)
    head[32:40] = bytes(8)  # no free pages: their list may be damaged
    head[44:48] = head[56:60] = bytes(3) + b"\4"
    head[59] = 1
    head[60:64], head[68:72] = VERSION.to_bytes(4), APPLICATION_ID.to_bytes(4)
    return bytes(head) + database[100:]


def merge_salvaged(newer: Salvaged, older: Salvaged) -> Salvaged:
    """Merge two readings of one journal: of every game the longer rows; `broken` has those that neither has whole."""
    merged = Salvaged(summaries={**older.summaries, **newer.summaries}, notes={**older.notes, **newer.notes})
    for number in newer.rows.keys() | older.rows.keys():
        rows, others = newer.rows.get(number, []), older.rows.get(number, [])
        merged.rows[number] = rows if len(rows) >= len(others) else others
    merged.broken = newer.broken | {number for number in older.rows if number not in newer.rows}
    return merged


def rows_in(db: sqlite3.Connection, game: int) -> Iterator[Row]:
    """Yield the rows of a game in order.

    Raises DamagedError if one is not what was written, or if some are missing.
    """
    seq = 0
    records = db.execute("SELECT * FROM rows WHERE game = ? ORDER BY seq", (game,))
    # Read while the query above is open, this shows the same moment, even if another program writes meanwhile.
    (last,) = db.execute("SELECT max(last) FROM games WHERE number = ?", (game,)).fetchone()
    for record in records:
        yield (row := row_from_sql(record))
        seq = row.seq
    if last is not None and last != seq:
        raise DamagedError(say("session.row_chain", game=game, seq=seq + 1))


def versions_in(db: sqlite3.Connection) -> dict[int, int]:
    """Return by game the version of the rules that it was last migrated to. Unreadable rows are left out."""
    versions: dict[int, int] = {}
    query = "SELECT * FROM rows WHERE kind = ? ORDER BY game, seq"
    for record in db.execute(query, (RowKind.MIGRATED.value,)):
        with suppress(DamagedError, KeyError, TypeError, ValueError):
            row = row_from_sql(record)
            versions[row.game] = int(row.body["to"])
    return versions


def row_to_sql(row: Row) -> tuple[Any, ...]:
    """Return the record of a row."""
    head = (row.game, row.seq, row.group, row.time, row.source, row.seat, row.command, row.kind.value)
    return (*head, canonical(row.body), row.entry, row.previous, row.digest, row.hash())


def row_from_sql(record: tuple[Any, ...]) -> Row:
    """Return the row of a record. Raises DamagedError if it is not what was written."""
    try:
        game, seq, group, time, source, seat, command, kind, body, entry, previous, state, stored_hash = record
        row = Row(
            game, seq, group, time, source, seat, command, RowKind(kind), json.loads(body), entry, previous, state
        )  # fmt: skip
        intact = row.hash() == stored_hash and canonical(row.body) == body and isinstance(row.body, dict)
    except (ValueError, TypeError, RecursionError) as error:
        raise DamagedError(say("session.database", cause=f"row {record[:2]}: {error}")) from error
    if not intact:
        raise DamagedError(say("session.row_bad", game=game, seq=seq))
    return row


def with_digest(*values: Any) -> tuple[Any, ...]:
    """Return the record of these values: the values and their digest."""
    return (*values, digest(values))


def note_from_sql(record: tuple[Any, ...]) -> tuple[str, Any]:
    """Return the name and value of a note's record. Raises DamagedError if it is not what was written."""
    name, value = _checked(record)
    try:
        return str(name), _value_of(value)
    except (ValueError, RecursionError) as error:
        raise DamagedError(say("session.database", cause=f"note {name}: {error}")) from error


def summary_from_sql(record: tuple[Any, ...]) -> tuple[int, GameSummary]:
    """Return the number of a game and its summary. Raises DamagedError if they are not what was written."""
    number, summary = summary_json_from_sql(record)
    try:
        return number, parse_summary(summary)
    except (KeyError, TypeError, ValueError) as error:
        raise DamagedError(say("session.database", cause=f"record {number}: {error}")) from error


def summary_json_from_sql(record: tuple[Any, ...]) -> tuple[int, Any]:
    """Return the number of a game and the JSON of its summary. Raises DamagedError as `summary_from_sql` does."""
    number, _, summary = _checked(record)
    try:
        return number, _value_of(summary) if summary else None
    except (ValueError, RecursionError) as error:
        raise DamagedError(say("session.database", cause=f"record {number}: {error}")) from error


def raise_version(db: sqlite3.Connection) -> None:
    """Raise the version of an older journal to this one, in a transaction that is already open."""
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if version < VERSION:
        db.execute(f"PRAGMA user_version = {VERSION}")


def _value_of(text: str) -> Any:
    """Return the value of a JSON text. Raises ValueError if no program of ours would have written it this way."""
    value = json.loads(text)
    if canonical(value) != text:  # such as NaN, or half a surrogate pair
        raise ValueError("not as it is written here")
    return value


def _checked(record: tuple[Any, ...]) -> tuple[Any, ...]:
    *values, stored_digest = record
    try:
        intact = digest(values) == stored_digest
    except (ValueError, TypeError):
        intact = False
    if not intact:
        raise DamagedError(say("session.database", cause=f"record {values[0]} is not what was written"))
    return tuple(values)


def _tables(db: sqlite3.Connection) -> list[tuple[Any, ...]]:
    return db.execute("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name").fetchall()


@cache
def _our_tables() -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(":memory:")) as db:
        db.executescript(SCHEMA)
        return _tables(db)
