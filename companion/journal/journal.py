"""The journal: one SQLite database that holds every game, written in whole transactions and read back."""

from __future__ import annotations

import errno
import json
import logging
import os
import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.chance.canonical_json import canonical
from companion.journal.clock_watch import ClockWatch
from companion.journal.database import (
    APPLICATION_ID,
    FILES,
    HIGH_NUMBER,
    UNREADABLE,
    check_database,
    connect,
    create_tables,
    forget_index,
    is_empty,
    is_occupied,
    keep_index,
    not_saved,
    note_from_sql,
    raise_version,
    row_from_sql,
    row_to_sql,
    rows_in,
    summary_from_sql,
    summary_json_from_sql,
    translate_errors,
    versions_in,
    with_digest,
)
from companion.journal.file_watch import WAL_ENDING, JournalFiles, lacks_file_numbers
from companion.journal.memory_copy import INSERT_GAME, INSERT_NOTE, INSERT_ROW, RecentWrites, Statement
from companion.journal.played_times import PlayedTimes, played_times
from companion.journal.recorded_game import recorded_start
from companion.journal.rows import IMPORT_SOURCE, Row, RowKind
from companion.rules.text import say
from companion.support.frozen_dataclasses import frozen
from companion.table.commands import Answer
from companion.table.game_summary import (
    CLOCK,
    ClockPeriod,
    GameSummary,
    Places,
    check_summary,
    clock_to_json,
    parse_summary,
)
from companion.table.session_errors import DamagedError, NotSavedError, SaveFailure

log = logging.getLogger(__name__)
OPEN_GAME = "open_game"
"""Note with the number of the open game."""
LAST_ERASED = "last_erased"
"""Note with the highest number that an erased game had: a number is never given twice."""
REPAIR = "mended"
"""Note about a repair at the end of the program, to be shown at the next start."""
ANSWERS = "answers"
"""Note with the last few answers to commands that write no row, by the ids of the commands."""
SECRETS_KNOWN = "handed_out"
"""Note with the unfinished games whose secrets somebody may know: a phone down- or uploaded them in a backup."""
REAL_DICE = "real_dice"
"""Note that is true while the table uses real dice."""
_PRAGMAS = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "application_id": APPLICATION_ID}
"""Required pragmas of the live connection; synchronous 2 is FULL: a commit is on the disk before anything is shown."""


@frozen
class SavedGame:
    """A game in the journal, as the list of past games shows it."""

    number: int
    game: str
    names: tuple[str, ...]
    """Present names of the seats."""
    result: Places | None
    """Set once the game is over, else None."""
    closed: bool = False
    """True if it was closed for good and cannot be continued."""
    version: int = 0
    """Version of the rules that it follows."""
    imported: bool = False
    """True if it came from an exported file."""
    unreadable: bool = False
    """True if its records are as written, but have content that no game has: nothing else is known of it."""

    @property
    def unfinished(self) -> bool:
        """True if it is neither over nor closed."""
        return self.result is None and not self.closed and not self.unreadable


class Journal:
    """The open database, for one thread at a time; only `copy_to` may be called from any thread, at any time."""

    def __init__(self, path: Path, *, read_only: bool = False) -> None:
        """Open or create the journal at `path`.

        Raises DamagedError if the file is no journal or not what was written, and NewerError if a later version wrote
        it: then it stays as it is, byte for byte. Raises NotSavedError if it cannot be read, or not written.
        """
        self.path = path
        self.read_only = read_only
        self.writes = 0
        """Number of transactions written."""
        self.way_back: Callable[[], Journal] | None = None if read_only else lambda: Journal(self.path)
        """Function that reopens a journal that could not be written; None for one opened to be read.

        It raises NotSavedError while that fails."""
        self.read_only_reason: SaveFailure | None = None
        """For a copy in memory, the reason why the journal itself could not be opened for writing."""
        self._files = JournalFiles(path)
        self._statements: list[Statement] = []
        """Statements of the open transaction."""
        self._may_be_left_over = False
        """True if a transaction has failed and part of it may be at the end of the log."""
        self._data_version = 0
        """SQLite's count of the changes by other connections."""
        self._keeps_recent = False
        self.recent: RecentWrites | None = None
        """The records that a spoilt file may cost, if they are kept in memory."""
        self.doubtful = False
        """True if the last write failed in such a way that its state on the disk is unknown."""
        self._last_copy: Path | None = None
        """The last copy that was kept before a repair."""
        self._written_clock: tuple[int, int, tuple[ClockPeriod, ...]] | None = None
        """The game that was written last, its last row, and its stored periods; None if they are not known."""
        self.clock_watch: ClockWatch | None = None
        """The watch over the clock that rows are stamped with; None if their times count as they are."""
        self._reader: sqlite3.Connection | None = None
        """Connection that reads nothing: while it is open, the log can stay when the journal is closed."""
        with translate_errors():
            intact = not read_only and is_occupied(path) and _is_intact(path)
            self._db = connect(path, read_only=read_only)
            try:
                self._prepare(intact)
                if not read_only:
                    self._reader = connect(path, read_only=True)
                    self._reader.execute("PRAGMA user_version").fetchall()  # SQLite opens the log only now
                self._check_files(written=True)
                self._data_version = self._read_data_version()
            except BaseException:
                self._close_files(with_log=True)
                raise

    def close(self) -> None:
        """Close the database; committed transactions stay.

        If a file was spoilt while the journal was open, the journal is first saved from memory. If that fails, the
        files stay as they are: a spoilt log is not put into the database.
        """
        if self.recent is not None:
            with suppress(NotSavedError, sqlite3.Error, OSError):
                self._check_files()
            self.doubtful = self.doubtful or self.spoilt
            self.checkpoint()
            if self.spoilt:
                try:
                    self.ensure_writable()
                except NotSavedError as error:
                    log.error("the spoilt files of the journal stay as they are: %s", error.cause)
            self._forget_recent()
        self._close_files(with_log=not self.spoilt)

    def _close_files(self, *, with_log: bool) -> None:
        """Close the database; `with_log`, SQLite puts the log into it and removes the log.

        SQLite does so when the last connection that may write is closed. It finds the log by its path: if another card
        is there by then, it would take the log of that one.
        """
        connections = [self._db] if self._reader is None else [self._db, self._reader]
        for db in reversed(connections) if with_log else connections:
            with suppress(sqlite3.Error):
                db.close()
        if not self.read_only:
            forget_index(self.path)

    def keep_recent(self) -> None:
        """Keep in memory, from now on, the records that could be lost if another program spoils a file."""
        self._keeps_recent = True
        if self.read_only:
            return
        try:
            recent = RecentWrites(self._db, self.recent, OPEN_GAME)
        except UNREADABLE:
            log.exception("the journal cannot be read into memory")
            return
        self._forget_recent()
        self.recent = recent

    def _forget_recent(self) -> None:
        recent, self.recent = self.recent, None
        if recent is not None:
            recent.close()

    def verify_files(self) -> None:
        """Check that the files are what was written. Raises NotSavedError if another program has spoilt one."""
        if self.read_only or self.doubtful:
            return
        try:
            self._check_files()
        except (sqlite3.Error, OSError) as error:
            self.doubtful = True
            raise not_saved(error) from error

    def ensure_writable(self) -> bool:
        """Reopen the journal if a write failed on the disk, if a file was spoilt, or if a copy is open.

        Returns whether it was reopened: then results of earlier reads may be out of date. Raises NotSavedError while
        nothing can be written.
        """
        if not (self.read_only or self.doubtful):
            return False
        if self.way_back is None:
            raise NotSavedError("opened to be read")
        if not self.spoilt:
            with suppress(sqlite3.Error, OSError):
                self._check_files()
        with translate_errors():
            reopened = self.way_back()
        repaired = self.spoilt
        self._close_files(with_log=not repaired)
        self._db, self.path, self.read_only, self.doubtful = reopened._db, reopened.path, reopened.read_only, False
        self._reader = reopened._reader
        self._files, self._data_version = reopened._files, reopened._data_version
        keep_index(self.path)
        if self._keeps_recent:
            try:
                if not repaired:  # else losses are already reported
                    self._check_recent()
            except sqlite3.Error as error:
                self.doubtful = True
                raise not_saved(error) from error
            self.keep_recent()
        return True

    @property
    def spoilt(self) -> bool:
        """True if another program has cut, changed, replaced or removed one of the files."""
        return self._files.spoilt

    @property
    def moved(self) -> bool:
        """True if the open database was removed from its path."""
        return self._files.moved

    def copy_open_database(self, path: Path) -> None:
        """Copy the database that SQLite has open, even if it is no longer at its path. Raises sqlite3.Error."""
        with closing(connect(path, read_only=False)) as copy:
            self._db.backup(copy)

    def write_recent(self, recent: RecentWrites) -> set[int]:
        """Write the records that another journal keeps in memory; return the games that are still missing or shorter.

        Raises NotSavedError.
        """
        with self._transaction():
            recent.write_to(self._db)
        with translate_errors():
            return recent.missing_in(self._db)

    def checkpoint(self) -> bool:
        """Move all of the log into the database and empty the log; return whether that succeeded.

        Nothing depends on it to survive a power cut; but the log of a whole evening is easily spoilt.
        """
        if self.read_only or self.doubtful:
            return False
        try:
            self.verify_files()
            try:
                busy, *_ = self._db.execute("PRAGMA wal_checkpoint(truncate)").fetchone()
            finally:
                self._check_files(settled=True)
            self._check_recent(fresh=True)
        except NotSavedError as error:
            log.error("the log of the journal is not put into the database: %s", error.cause)
            return False
        except (sqlite3.Error, OSError) as error:
            log.warning("the log of the journal stays: %s", error)
            self.doubtful = self.spoilt
            return False
        if not busy:
            self._may_be_left_over = False
            if self.recent is not None:
                self.recent.forget_checkpointed()
        return not busy

    def check_writable(self) -> None:
        """Check that the journal could be written now. Raises NotSavedError, such as while another program locks it."""
        with self._transaction():
            pass

    def pragmas(self) -> dict[str, int | str]:
        """Return the live connection's values of the pragmas that durability depends on."""
        return {name: self._db.execute(f"PRAGMA {name}").fetchone()[0] for name in _PRAGMAS}

    def append(self, rows: Sequence[Row], summary: Any = None, notes: Mapping[str, Any] | None = None) -> None:
        """Write rows of one game, the summary of the game and other notes in one transaction. Raises NotSavedError."""
        game, last = rows[0].game, rows[-1].seq
        with self._transaction():
            periods = self._new_periods(game, rows[0].seq) if isinstance(summary, dict) else ()
            self._append(rows, _with_periods(summary, periods))
            for name, value in (notes or {}).items():
                self._set_note(name, value)
        self._written_clock = (game, last, periods)

    def append_games(self, games: Iterable[tuple[Sequence[Row], Any]], notes: Mapping[str, Any]) -> None:
        """Write games, each with its rows and its summary, and notes, in one transaction. Raises NotSavedError."""
        with self._transaction():
            for rows, summary in games:
                self._append(rows, summary)
            for name, value in notes.items():
                self._set_note(name, value)

    def games(self) -> tuple[SavedGame, ...]:
        """Return every game, oldest first; one with invalid content hides no other. Raises DamagedError."""
        query = """
            SELECT first.*, number, last, result, games.digest,
                EXISTS (SELECT 1 FROM rows WHERE rows.game = number AND kind = 'closed')
            FROM games LEFT JOIN rows AS first ON first.game = number AND first.seq = 1 ORDER BY number
        """
        with self._reading():
            versions = versions_in(self._db)
            return tuple(_saved_game(record, versions) for record in self._db.execute(query))

    def summary_json(self, game: int) -> Any:
        """Return the summary of a game as JSON; None if it has no summary. Raises DamagedError."""
        query = "SELECT result FROM games WHERE number = ?"
        with self._reading():
            record = self._db.execute(query, (game,)).fetchone()
            return json.loads(record[0]) if record and record[0] else None

    def game_summary(self, game: int) -> GameSummary:
        """Return the summary of a game. Raises DamagedError."""
        try:
            return parse_summary(self.summary_json(game))
        except (KeyError, TypeError, ValueError) as error:
            raise DamagedError(say("session.database", cause=f"record {game}: {error}")) from error

    def played_times(self, game: int) -> PlayedTimes:
        """Return when a game was played. Raises DamagedError."""
        summary = self.game_summary(game)
        with self._reading():
            return played_times(self._db, game, summary.clock)

    def settle_clock(self) -> None:
        """Note the right times of the games that were played while the clock was wrong, once it is right.

        Raises NotSavedError.
        """
        watch = self.clock_watch
        if watch is None or not (shifts := watch.known_shifts()):
            return
        with self._transaction():
            for game in sorted({game for game, _ in shifts}):
                self._settle(game, shifts)
        self._written_clock = None
        watch.forget_waiting()

    def rows(self, game: int) -> Iterator[Row]:
        """Yield the rows of a game in order. Raises DamagedError if one is missing or is not what was written."""
        with self._reading():
            yield from rows_in(self._db, game)

    def answer_to(self, command: str) -> Answer | None:
        """Return the answer that the command of this id got; None if it is unknown."""
        query = "SELECT game, seq, entry FROM rows WHERE command = ? ORDER BY game DESC, seq DESC LIMIT 1"
        with self._reading():
            record = self._db.execute(query, (command,)).fetchone()
        return Answer(*record) if record else None

    def truncate(self, game: int, seq: int, summary: Any = None) -> None:
        """Drop the rows of a game after `seq`, which do not hold, and replace its summary. Raises NotSavedError."""
        with self._transaction():
            self._write("DELETE FROM rows WHERE game = ? AND seq > ?", (game, seq))
            self._keep_game(game)  # before the invalid rows are gone, they may be unreadable
            self._set_last(game, seq, _with_periods(summary, self._periods(game, seq)))

    def note(self, name: str) -> Any:
        """Return the value of a note (a setting made on the box, the owner's board, the open game); None if not set."""
        return self.notes().get(name)

    def set_note(self, name: str, value: Any) -> None:
        """Set a note to a JSON value; None removes it. Raises NotSavedError."""
        with self._transaction():
            self._set_note(name, value)

    def set_notes(self, notes: Mapping[str, Any]) -> None:
        """Set several notes in one transaction. Raises NotSavedError."""
        with self._transaction():
            for name, value in notes.items():
                self._set_note(name, value)

    def erase(self, numbers: Collection[int], notes: Mapping[str, Any] | None = None) -> None:
        """Erase games for good, also from the free space of the file and from the WAL, and write notes in the same
        transaction. Raises NotSavedError.

        If the open game is among them, no game is open afterwards.
        """
        if not numbers:
            return
        with self._transaction():
            for number in numbers:
                self._write("DELETE FROM rows WHERE game = ?", (number,))
                self._write("DELETE FROM games WHERE number = ?", (number,))
            if self.note(OPEN_GAME) in numbers:
                self._set_note(OPEN_GAME, None)
            self._set_note(LAST_ERASED, _highest((*numbers, self.note(LAST_ERASED) or 0)))
            for name, value in (notes or {}).items():
                self._set_note(name, value)
        if self.recent is not None:
            self.recent.erase(numbers)
        self.checkpoint()

    def next_number(self) -> int:
        """Return the number of the next game. Numbers from HIGH_NUMBER on do not count."""
        numbers = {saved.number for saved in self.games()}
        number = _highest((*numbers, self.note(LAST_ERASED) or 0)) + 1
        while number in numbers:
            number += 1
        return number

    def notes(self) -> dict[str, Any]:
        """Return all notes by name."""
        with self._reading():
            return dict(map(note_from_sql, self._db.execute("SELECT name, value, digest FROM notes")))

    def copy_to(self, path: Path) -> None:
        """Make a consistent copy of the journal as one file at `path`, which must not exist. Raises NotSavedError.

        It uses its own connection, so that the copy has no half-written row of another thread.
        """
        try:
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_CLOEXEC, 0o600))
        except OSError as error:
            raise NotSavedError(str(error)) from error
        try:
            with closing(connect(self.path, read_only=True)) as db, closing(connect(path, read_only=False)) as copy:
                db.backup(copy)
                copy.execute("PRAGMA journal_mode = delete")
        except sqlite3.Error as error:
            path.unlink(missing_ok=True)
            raise NotSavedError(str(error)) from error

    def keep_copy(self, number: int) -> Path:
        """Keep a copy beside the journal, under a free name, before a game is repaired; return its path.

        The last copy is used again if it has the game in its present state. Raises NotSavedError.
        """
        if self._last_copy is None or not self._copy_has(self._last_copy, number):
            self.copy_to(copy := free_name(self.path))
            self._last_copy = copy
        return self._last_copy

    def _copy_has(self, copy: Path, number: int) -> bool:
        queries = ("SELECT * FROM games WHERE number = ?", "SELECT * FROM rows WHERE game = ? ORDER BY seq")
        try:
            with closing(connect(copy, read_only=True)) as db:
                return all(
                    db.execute(query, (number,)).fetchall() == self._db.execute(query, (number,)).fetchall()
                    for query in queries
                )
        except UNREADABLE:
            return False

    def _prepare(self, intact: bool) -> None:
        if not intact and not self.read_only and is_empty(self._db):
            with self._transaction():
                create_tables(self._db)
        elif not intact:
            check_database(self._db, self.path)
            self.games()
            self.notes()
        if not self.read_only:
            self._db.execute("PRAGMA journal_mode = wal")
            self._db.execute("PRAGMA synchronous = full")
            self._db.execute("PRAGMA secure_delete = on")  # erased data is overwritten
            self._db.execute("UPDATE notes SET value = value WHERE FALSE")  # fails now if nothing can be written here
            self._db.execute("PRAGMA busy_timeout = 0")  # the table must not wait for another program
        self._db.execute("PRAGMA foreign_keys = on")

    def _append(self, rows: Sequence[Row], summary: Any) -> None:
        self._keep_game(rows[0].game)
        if rows[0].kind is RowKind.STARTED:
            self._write(INSERT_GAME, with_digest(rows[0].game, 0, None))
        for row in rows:
            self._write(INSERT_ROW, row_to_sql(row))
        self._set_last(rows[-1].game, rows[-1].seq, summary)

    def _set_last(self, game: int, seq: int, summary: Any) -> None:
        _, *record = with_digest(game, seq, canonical(summary) if summary is not None else None)
        self._write("UPDATE games SET last = ?, result = ?, digest = ? WHERE number = ?", (*record, game))

    def _new_periods(self, game: int, seq: int) -> tuple[ClockPeriod, ...]:
        """Return the periods of a game to which rows from `seq` on are added, with what is known of the clock now."""
        periods = self._periods(game, seq - 1)
        return periods if self.clock_watch is None else self.clock_watch.periods_with(game, seq, periods)

    def _periods(self, game: int, seq: int) -> tuple[ClockPeriod, ...]:
        """Return the stored periods of a game up to the row `seq`; none if they cannot be read."""
        if self._written_clock is not None and self._written_clock[:2] == (game, seq):
            return self._written_clock[2]
        with suppress(DamagedError, KeyError, TypeError, ValueError):
            return tuple(period for period in self._stored_summary(game)[1].clock if period.first_seq <= seq)
        return ()

    def _settle(self, game: int, shifts: Mapping[tuple[int, int], int]) -> None:
        """Write the shifts of a game that are known now, by game and first row."""
        with suppress(DamagedError, KeyError, TypeError, ValueError):  # damaged meanwhile, or erased
            last, summary = self._stored_summary(game)
            settled = tuple(
                replace(period, shift_s=shifts.get((game, period.first_seq), period.shift_s))
                for period in summary.clock
            )
            if settled != summary.clock:
                self._keep_game(game)
                self._set_last(game, last, {**self.summary_json(game), CLOCK: clock_to_json(settled)})

    def _stored_summary(self, game: int) -> tuple[int, GameSummary]:
        """Return the last seq of a game and its summary. Raises DamagedError, or TypeError if there is no such game."""
        query = "SELECT number, last, result, digest FROM games WHERE number = ?"
        record = self._db.execute(query, (game,)).fetchone()
        _, summary = summary_from_sql(record)
        return record[1], summary

    def _set_note(self, name: str, value: Any) -> None:
        if value is None:
            self._write("DELETE FROM notes WHERE name = ?", (name,))
            return
        if name == OPEN_GAME:
            self._keep_game(value)
        self._write(INSERT_NOTE, with_digest(name, canonical(value)))

    def _keep_game(self, game: int) -> None:
        """Have a game in memory before it is written or played."""
        if self.recent is not None:
            self.recent.read(self._db, game)

    def _write(self, sql: str, values: Sequence[Any]) -> None:
        self._db.execute(sql, values)
        if self.recent is not None:
            self._statements.append((sql, values))

    def _check_card(self, *, written: bool = False) -> None:
        """Check that written data can be found again. Raises sqlite3.OperationalError or OSError if not.

        After a fault the card may have become read-only: Linux then lets a program that has a file open go on writing,
        and even reports that all is on the disk, but nothing ever is. The same happens if somebody removes the file or
        replaces it.
        """
        if os.statvfs(self.path.parent).f_flag & os.ST_RDONLY:
            raise OSError(errno.EROFS, os.strerror(errno.EROFS), str(self.path.parent))
        self._check_files(written=written)

    def _check_files(self, *, written: bool = False, settled: bool = False) -> None:
        """Check that nobody else changed the files of the journal; `written` and `settled` tell what we did ourselves.

        Another program may write by the rules of SQLite, which counts such changes. Raises sqlite3.Error or OSError.
        """
        if self.read_only:
            return
        changed = self._files.check(log_may_shrink=settled)
        if written or settled:
            return
        try:
            version = self._read_data_version()
        except sqlite3.OperationalError as error:
            if not_saved(error).failure is SaveFailure.LOCKED:
                raise
            raise self._files.mark_spoilt("", f"cannot be read: {error}") from error
        if version == self._data_version:
            if changed:
                raise self._files.mark_spoilt("", f"or its {WAL_ENDING} was changed by another program")
            return
        self._check_recent()
        self._data_version = version
        if self._keeps_recent:
            self.keep_recent()

    def _check_recent(self, *, fresh: bool = False) -> None:
        """Check that the journal has the records kept in memory, with `fresh` as a new connection reads it.

        With an older index of the log, SQLite takes an older state for the present one. Raises sqlite3.OperationalError
        if something is missing.
        """
        if self.recent is None:
            return
        with ExitStack() as stack:
            db = stack.enter_context(closing(connect(self.path, read_only=True))) if fresh else self._db
            try:
                complete = self.recent.is_in(db)
            except sqlite3.Error as error:
                if lacks_file_numbers():
                    raise
                raise self._files.mark_spoilt("", f"cannot be read: {error}") from error
        if not complete:
            raise self._files.mark_spoilt("", "lacks what was written to it")

    @contextmanager
    def _reading(self) -> Iterator[None]:
        """Raise DamagedError for errors that are due to the stored data, and NotSavedError for others."""
        try:
            self._files.check_index()
        except sqlite3.Error as error:
            raise not_saved(error) from error
        with translate_errors():
            yield

    def _read_data_version(self) -> int:
        (version,) = self._db.execute("PRAGMA data_version").fetchone()
        return int(version)

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """Have everything inside on the disk when the block ends, or nothing of it."""
        self._statements = []
        if self._may_be_left_over:  # else this transaction may overwrite only the first part of the failed one
            self.checkpoint()
        try:
            self._files.check_index()
            self._db.execute("BEGIN IMMEDIATE")
            try:
                self._check_card()
                raise_version(self._db)
                yield
                self._db.execute("COMMIT")
                self._check_card(written=True)
                self.writes += 1
            except BaseException:
                self._may_be_left_over = True
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                if not self.spoilt:  # part of it may be in the log
                    self._check_files(written=True)
                raise
        except (sqlite3.DatabaseError, OSError) as error:
            refused = not_saved(error)
            self.doubtful = self.doubtful or refused.failure not in (SaveFailure.FULL, SaveFailure.LOCKED)
            raise refused from error
        if self.recent is not None:
            try:
                self.recent.repeat(self._statements)
            except sqlite3.Error:
                log.exception("what is kept of the journal in memory is read anew")
                self.keep_recent()


def check_pragmas(journal: Journal) -> None:
    """Check that the connection keeps what it acknowledges. Raises NotSavedError naming the pragma that is off."""
    for name, value in journal.pragmas().items():
        if value != _PRAGMAS[name]:
            raise NotSavedError(f"PRAGMA {name} = {value}")


def free_name(path: Path, word: str = "damaged") -> Path:
    """Return a path beside the journal for another copy of it, never one that is taken."""
    number = 1
    while any(os.path.lexists(f"{path.parent / word}-{number}{path.suffix}{ending}") for ending in FILES):
        number += 1
    return path.with_name(f"{word}-{number}{path.suffix}")


def _highest(numbers: Iterable[Any]) -> int:
    """Return the highest of these numbers of games below HIGH_NUMBER, or 0; other values are ignored."""
    return max((number for number in numbers if type(number) is int and number < HIGH_NUMBER), default=0)


def _is_intact(path: Path) -> bool:
    """Return whether an undamaged journal is at `path`; it is only read, so that a damaged one stays as it is."""
    try:
        Journal(path, read_only=True).close()
    except NotSavedError:  # cut while it was created, or read-only: opening it for writing will tell
        return False
    return True


def _with_periods(summary: Any, periods: Sequence[ClockPeriod]) -> Any:
    """Return a new summary with the periods in which the clock was wrong; without a summary there is nothing to add."""
    return {**summary, CLOCK: clock_to_json(periods)} if periods and isinstance(summary, dict) else summary


def _saved_game(record: tuple[Any, ...], versions: Mapping[int, int]) -> SavedGame:
    first = row_from_sql(record[:13])
    number, summary_json = summary_json_from_sql(record[13:17])
    try:
        start, summary = recorded_start(first), parse_summary(summary_json)
        check_summary(summary, len(start.names))
    except (KeyError, TypeError, ValueError):
        return SavedGame(number, "", (), None, unreadable=True)
    names, version = summary.names or start.names, versions.get(number, start.version)
    closed, brought_in = bool(record[17]), first.source == IMPORT_SOURCE
    return SavedGame(number, start.game, names, summary.result, closed, version, brought_in)
