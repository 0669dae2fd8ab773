"""A command that cannot be written is not done: a full disk, a read-only card, a journal that is not safe."""

from __future__ import annotations

import os
import resource
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import permutations
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from companion.journal.journal import Journal
from companion.journal.open_journal import Store, open_store
from companion.journal.rows import Row
from companion.journal.state_directory import NAME
from companion.rules.rule_errors import IllegalMoveError
from companion.rules.text import say
from companion.session.idle_checkpoint import IdleCheckpoint
from companion.session.session import Session
from companion.table.commands import Amend, CloseGame, Command, LeaveGame, OpenGame, TakeBack
from companion.table.session_errors import NotSavedError, SaveFailure
from tests.depth import some_of
from tests.kit.scripted_games import (
    GAMES,
    NAMES,
    crate,
    expedition,
    play,
    resumed_table,
    session_on,
    step,
    table_of,
    whole_game,
)

WAL = f"{NAME}-wal"
COMMANDS: dict[str, Command] = {
    "a move": play(step(1)),
    "a press of many": play(*whole_game()[2:9]),
    "take back": TakeBack(),
    "amend": Amend(entry=2, move=crate(1, 1)[1]),
    "start": expedition(),
    "close": CloseGame(),
    "leave": LeaveGame(),
    "open": OpenGame(number=1),
}


@contextmanager
def limit_file_size(size: int) -> Iterator[None]:
    """Limit the size of files, as a full disk does: the system answers writes with an error."""
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))


@pytest.fixture
def played(game: Session) -> Session:
    """Return a game in progress."""
    for move in whole_game()[:2]:
        game.do(play(move))
    return game


def rows_of(session: Session) -> list[Row]:
    return [row for saved in session.journal.games() for row in session.journal.rows(saved.number)]


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
class TestFullDisk:
    """Without space the command is refused; it is carried out once there is space again."""

    def test_nothing_is_done_and_the_snapshot_shows_it(
        self, played: Session, directory: Path, command: Command
    ) -> None:
        before, rows = played.table, rows_of(played)
        with limit_file_size((directory / WAL).stat().st_size):
            with pytest.raises(NotSavedError) as refused:
                played.do(command)
            assert refused.value.reason.key == "session.not_saved"
            assert refused.value.cause
            assert played.snapshot().table == before
            assert not played.snapshot().saved
        assert rows_of(played) == rows

    def test_with_free_space_the_game_continues(
        self, played: Session, directory: Path, tmp_path: Path, command: Command
    ) -> None:
        with limit_file_size((directory / WAL).stat().st_size), pytest.raises(NotSavedError):
            played.do(command)
        played.do(command)
        assert played.snapshot().saved
        assert resumed_table(played.journal, tmp_path) == played.table

    def test_nothing_of_the_failed_press_appears_after_a_restart(
        self, played: Session, directory: Path, tmp_path: Path, command: Command
    ) -> None:
        before = table_of(played)
        with limit_file_size((directory / WAL).stat().st_size), pytest.raises(NotSavedError):
            played.do(command)
        assert resumed_table(played.journal, tmp_path) == before


@pytest.mark.parametrize("more", range(0, 2 * 4120, 515))
def test_the_disk_becomes_full_at_any_point_of_a_press(
    played: Session, directory: Path, tmp_path: Path, more: int
) -> None:
    """The press is done completely or not at all, even if some of its pages could still be written."""
    before = table_of(played)
    with limit_file_size((directory / WAL).stat().st_size + more), pytest.raises(NotSavedError):
        played.do(play(*whole_game()[2:]))
    assert played.table == before
    assert resumed_table(played.journal, tmp_path) == before
    played.do(play(*whole_game()[2:]))
    assert table_of(played).over
    assert resumed_table(played.journal, tmp_path) == played.table


@pytest.mark.parametrize("settles", [True, False])
def test_the_log_of_a_failed_press_is_not_damage(
    played: Session, directory: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settles: bool
) -> None:
    """A shorter press is then written over its beginning, and the power is cut."""
    full = (directory / WAL).stat().st_size
    with limit_file_size(full + 3 * 4120), pytest.raises(NotSavedError):
        played.do(play(*whole_game()[2:]))
    if not settles:
        monkeypatch.setattr(Journal, "checkpoint", lambda _: False)
    played.do(play(whole_game()[2]))
    monkeypatch.undo()
    shutil.copytree(directory, tmp_path / "card", ignore=shutil.ignore_patterns("*-shm"))
    store = open_store(tmp_path / "card", GAMES)
    assert (store.old_path, store.lost, store.log_broken) == (None, 0, False)
    assert session_on(store.journal).table == played.table
    store.close()


def test_sqlites_own_error_for_a_full_disk(played: Session) -> None:
    db = played.journal._db
    (pages,) = db.execute("PRAGMA page_count").fetchone()
    db.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(NotSavedError) as refused:  # noqa: PT012 - one of several presses fails
        for _ in range(100):
            played.do(expedition())
    assert refused.value.cause == "database or disk is full"
    assert not played.snapshot().saved
    db.execute("PRAGMA max_page_count = 1000000")
    played.do(expedition())
    assert played.snapshot().saved


def test_a_refused_move_does_not_clear_the_failure(played: Session, directory: Path) -> None:
    with limit_file_size((directory / WAL).stat().st_size):
        with pytest.raises(NotSavedError):
            played.do(play(step(1)))
        with pytest.raises(IllegalMoveError):
            played.do(play(step(2)))
        assert not played.snapshot().saved


def test_an_unsaved_command_may_be_repeated_with_its_id(played: Session, directory: Path) -> None:
    with limit_file_size((directory / WAL).stat().st_size), pytest.raises(NotSavedError):
        played.do(play(step(1), id="x"))
    assert played.do(play(step(1), id="x")).entry == 3


def test_a_setting_that_cannot_be_saved_raises(played: Session, directory: Path) -> None:
    with limit_file_size((directory / WAL).stat().st_size), pytest.raises(NotSavedError):
        played.note("board", {"crates": {}})
    assert not played.snapshot().saved
    assert played.journal.note("board") is None


class TestReadOnly:
    """A worn card turns read-only: the game is shown from a copy, and every move is refused."""

    @pytest.fixture
    def card(self, directory: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, bytes]:
        """Return a journal with its last moves in the WAL, in a state directory that SQLite may no longer write to."""
        store = open_store(directory, GAMES)
        session = session_on(store.journal)
        session.do(expedition())
        for move in whole_game()[:2]:
            session.do(play(move))
        files = {name: (directory / name).read_bytes() for name in (NAME, WAL)}
        store.close()
        for name, content in files.items():
            (directory / name).write_bytes(content)

        connect = sqlite3.connect

        def connect_read_only(database: str, *args: Any, **kwargs: Any) -> sqlite3.Connection:
            if str(directory) in str(database):
                database = database.replace("mode=rwc", "mode=ro")
            db: sqlite3.Connection = connect(database, *args, **kwargs)
            return db

        monkeypatch.setattr(sqlite3, "connect", connect_read_only)
        return files

    @pytest.fixture
    def looking(self, directory: Path, card: dict[str, bytes]) -> Iterator[Store]:
        store = open_store(directory, GAMES)
        yield store
        store.close()

    def test_the_table_is_shown_from_a_read_only_card(self, looking: Store) -> None:
        session = session_on(looking.journal)
        assert len(table_of(session).entries) == 2
        assert not session.snapshot().saved
        assert looking.old_path is None

    @pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
    def test_every_command_is_refused(self, looking: Store, command: Command) -> None:
        session = session_on(looking.journal)
        before = session.snapshot()
        with pytest.raises(NotSavedError):
            session.do(command)
        assert session.snapshot() == before

    def test_moves_can_still_be_previewed(self, looking: Store) -> None:
        assert len(session_on(looking.journal).preview(play(step(1))).entries) == 3

    @pytest.mark.usefixtures("looking")
    def test_nothing_on_the_card_changes(self, directory: Path, card: dict[str, bytes]) -> None:
        assert {name: (directory / name).read_bytes() for name in card} == card

    def test_the_copy_is_removed_when_the_store_is_closed(self, looking: Store, directory: Path) -> None:
        copy = looking.journal.path
        assert copy.exists()
        assert copy.parent != directory
        looking.close()
        assert not copy.parent.exists()

    def test_the_intact_part_of_a_damaged_journal_is_shown(self, directory: Path, card: dict[str, bytes]) -> None:
        damaged = bytearray(card[NAME])
        damaged[23] ^= 0xFF
        (directory / NAME).write_bytes(damaged)
        store = open_store(directory, GAMES)
        assert [saved.number for saved in store.journal.games()] == [1], "its header alone was bad"
        assert not session_on(store.journal).snapshot().saved
        assert (directory / NAME).read_bytes() == damaged
        assert not list(directory.glob("damaged-*"))
        store.close()

    def test_without_a_journal_there_is_no_game(self, directory: Path, card: dict[str, bytes]) -> None:
        for name in card:
            (directory / name).unlink()
        store = open_store(directory, GAMES)
        session = session_on(store.journal)
        assert session.snapshot().table is None
        with pytest.raises(NotSavedError):
            session.do(expedition())
        store.close()


def test_a_journal_without_a_wal_is_shown_read_only(directory: Path) -> None:
    """A commit that does not survive a power cut is worth nothing."""
    store = open_store(directory, GAMES)
    session_on(store.journal).do(expedition())
    store.close()
    (directory / WAL).mkdir()
    store = open_store(directory, GAMES)
    session = session_on(store.journal)
    assert table_of(session).names == NAMES
    with pytest.raises(NotSavedError):
        session.do(play(step(1)))
    store.close()


def test_a_connection_that_lost_its_pragmas_is_not_written(directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    open_store(directory, GAMES).close()

    def weak(journal: Journal) -> dict[str, int | str]:
        return {"synchronous": 1} if journal.path.parent == directory else {}

    monkeypatch.setattr(Journal, "pragmas", weak)
    before = (directory / NAME).read_bytes()
    store = open_store(directory, GAMES)
    assert store.journal.read_only
    with pytest.raises(NotSavedError):
        session_on(store.journal).do(expedition())
    assert (directory / NAME).read_bytes() == before
    assert not list(directory.glob("damaged-*")), "nothing is wrong with the journal itself"
    store.close()


# The obstacle is removed, and the table continues without a restart.


class Card:
    """A card that can always be read, and written as long as it does not refuse."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.refuses: tuple[str, int] | None = None
        """SQLite's message and error code."""

    def connection(self, database: str, *args: Any, **kwargs: Any) -> sqlite3.Connection:
        """Replace sqlite3.connect."""
        card = self

        class OnCard(sqlite3.Connection):
            def execute(self, sql: str, *args: Any) -> sqlite3.Cursor:
                if card.refuses is not None and sql.startswith(("BEGIN", "UPDATE")):
                    error = sqlite3.OperationalError(card.refuses[0])
                    error.sqlite_errorcode = card.refuses[1]
                    raise error
                return super().execute(sql, *args)

        mine = str(self.directory) in str(database)
        return CONNECT(database, *args, factory=OnCard if mine else sqlite3.Connection, **kwargs)


CONNECT = sqlite3.connect


@pytest.fixture
def card(directory: Path, monkeypatch: pytest.MonkeyPatch) -> Card:
    card = Card(directory)
    monkeypatch.setattr(sqlite3, "connect", card.connection)
    return card


@contextmanager
def full(card: Card) -> Iterator[None]:
    card.refuses = ("database or disk is full", sqlite3.SQLITE_FULL)
    yield
    card.refuses = None


@contextmanager
def read_only(card: Card) -> Iterator[None]:
    card.refuses = ("attempt to write a readonly database", sqlite3.SQLITE_READONLY)
    yield
    card.refuses = None


HOLD = """
import sqlite3, sys
db = sqlite3.connect(sys.argv[1], isolation_level=None)
db.execute("BEGIN IMMEDIATE")
print("held", flush=True)
sys.stdin.read()
db.execute("ROLLBACK")
"""


@contextmanager
def locked(card: Card) -> Iterator[None]:
    """Lock the journal from another process, because a process does not lock itself out."""
    card.directory.mkdir(exist_ok=True)
    command = [sys.executable, "-c", HOLD, str(card.directory / NAME)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other_program:
        assert other_program.stdin is not None
        assert other_program.stdout is not None
        assert other_program.stdout.readline() == "held\n"
        yield
        other_program.stdin.close()


TROUBLES = {"full": full, "read-only": read_only, "locked": locked}


@pytest.mark.parametrize("order", some_of(list(permutations(TROUBLES)), share=3), ids=" ".join)
@pytest.mark.parametrize("begun", [True, False], ids=["a game was there", "nothing was there"])
def test_the_table_continues_once_the_obstacle_is_gone(
    directory: Path, card: Card, tmp_path: Path, order: tuple[str, ...], *, begun: bool
) -> None:
    """First at the start, then with one fault after another during the game."""
    if begun:
        store = open_store(directory, GAMES)
        session_on(store.journal).do(expedition())
        store.close()
    first, *others = order
    commands = [play(move) for move in whole_game()]
    with TROUBLES[first](card):
        store = open_store(directory, GAMES)
        session = session_on(store.journal)
        assert (session.table is not None) == begun
        for _ in range(2):
            with pytest.raises(NotSavedError):
                session.do(commands[0] if begun else expedition())
            assert not session.snapshot().saved
    if not begun:
        session.do(expedition())
    session.do(commands.pop(0))
    for trouble in others:
        before = table_of(session)
        with TROUBLES[trouble](card):
            for _ in range(2):
                with pytest.raises(NotSavedError):
                    session.do(commands[0])
            assert session.snapshot().table == before
        session.do(commands.pop(0))
        assert session.snapshot().saved
    assert len(table_of(session).entries) == 3
    assert store.journal.path.parent == directory
    assert (store.old_path, store.lost) == (None, 0)
    (tmp_path / "later").mkdir()
    assert resumed_table(store.journal, tmp_path / "later") == session.table
    store.close()


def test_a_write_that_failed_but_was_stored_is_recognised(played: Session, directory: Path) -> None:
    """A disk may have stored what it reported as failed: the next move must not fail because of it."""
    before = table_of(played)

    append = played.journal.append
    with pytest.MonkeyPatch.context() as patch:

        def append_and_fail(*args: Any, **more: Any) -> None:
            append(*args, **more)
            played.journal.doubtful = True
            raise NotSavedError("disk I/O error")

        patch.setattr(played.journal, "append", append_and_fail)
        with pytest.raises(NotSavedError):
            played.do(play(step(1), id="x"))
    assert played.table == before
    assert played.do(play(step(1), id="x")).entry == 3, "it is the answer to what was done"
    assert len(table_of(played).entries) == 3


class TestLocked:
    """Another program has the journal open and writes to it."""

    def test_a_locked_journal_is_refused_at_once_with_its_reason(self, played: Session, card: Card) -> None:
        before = played.table
        with locked(card):
            began = monotonic()
            with pytest.raises(NotSavedError) as refused:
                played.do(play(step(1)))
            assert monotonic() - began < 1, "SQLite would wait for two seconds"
        assert (refused.value.reason.key, refused.value.failure) == ("session.locked", SaveFailure.LOCKED)
        assert played.table == before
        assert (played.snapshot().saved, played.snapshot().locked) == (False, True)

    def test_the_table_recovers_when_the_lock_is_released(self, played: Session, card: Card) -> None:
        now = 0.0
        settling = IdleCheckpoint(played, lambda: now)
        with locked(card):
            with pytest.raises(NotSavedError):
                played.do(play(step(1)))
            settling.note_writes()
            assert settling.deadline() == 2
            now = 2
            settling.tick(now)
            assert not played.snapshot().saved
            assert settling.deadline() == 4
        now = 4
        settling.tick(now)
        assert (played.snapshot().saved, played.snapshot().locked) == (True, False)
        assert len(table_of(played).entries) == 2, "what was refused is not done by itself"

    def test_a_lock_at_the_start_is_shown_and_recovers_too(self, directory: Path, card: Card) -> None:
        store = open_store(directory, GAMES)
        session_on(store.journal).do(expedition())
        store.close()
        with locked(card):
            store = open_store(directory, GAMES)
            session = session_on(store.journal)
            assert (session.snapshot().saved, session.snapshot().locked) == (False, True)
            session.retry_locked()
            assert session.snapshot().locked
        session.retry_locked()
        assert session.snapshot().saved
        assert store.journal.path.parent == directory
        store.close()

    def test_a_file_that_another_program_writes_is_not_touched(
        self, directory: Path, card: Card, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Its log may be copied in the middle of a frame."""
        store = open_store(directory, GAMES)
        session_on(store.journal).do(expedition())
        store.close()
        before = (directory / NAME).stat().st_ino
        with locked(card), monkeypatch.context() as patch:
            patch.setattr("companion.journal.open_journal._copy_in_memory", lambda *_: None)
            store = open_store(directory, GAMES)
        assert (directory / NAME).stat().st_ino == before
        session = session_on(store.journal)
        assert (session.snapshot().locked, store.old_path) == (True, None)
        session.do(play(step(1)))
        assert session.snapshot().saved
        store.close()

    def test_a_full_card_is_not_retried_without_a_command(self, played: Session, directory: Path) -> None:
        with limit_file_size((directory / WAL).stat().st_size), pytest.raises(NotSavedError):
            played.do(play(step(1)))
        played.retry_locked()
        assert not played.snapshot().saved


# The obstacle is reported.


@pytest.mark.parametrize("damage", ["removed", "renamed", "the file alone", "another file"])
def test_vanished_games_are_reported_as_gone(damage: str, game: Session, directory: Path) -> None:
    match damage:
        case "removed":
            shutil.rmtree(directory)
        case "renamed":
            directory.rename(directory.with_name("other"))
        case "the file alone":
            (directory / NAME).unlink()
        case _:
            (directory / NAME).unlink()
            (directory / NAME).write_bytes(b"another")
    for _ in range(1 if directory.exists() else 2):
        with pytest.raises(NotSavedError) as refused:
            game.do(play(step(1)))
        assert refused.value.reason == say("session.gone")


def test_the_table_continues_when_its_folder_is_back(game: Session, directory: Path) -> None:
    directory.rename(directory.with_name("other"))
    for _ in range(2):
        with pytest.raises(NotSavedError):
            game.do(play(step(1)))
    directory.with_name("other").rename(directory)
    assert game.do(play(step(1))).entry == 1


def test_a_card_that_turned_read_only_is_reported(game: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    statvfs = os.statvfs

    class Turned:
        f_flag = os.ST_RDONLY

    monkeypatch.setattr(os, "statvfs", lambda path: Turned)
    with pytest.raises(NotSavedError) as refused:
        game.do(expedition())
    assert refused.value.reason == say("session.read_only")
    assert not game.snapshot().saved
    monkeypatch.setattr(os, "statvfs", statvfs)
    assert game.do(expedition()).game == 2
    assert session_on(game.journal).table is not None
