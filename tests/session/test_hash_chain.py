"""The hash chain: any change in the database is found on resuming, and the rows before it stay valid."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.journal.journal import Journal
from companion.journal.open_journal import open_store
from companion.journal.replay import replay_rows
from companion.journal.rows import NO_PREVIOUS_HASH, Row, RowKind
from companion.journal.state_directory import NAME
from companion.session.session import Session
from companion.table.commands import Amend, OpenGame, TakeBack
from companion.table.session_errors import DamagedError, ForeignError
from tests.kit.scripted_games import GAMES, correct, crate, end_turn, expedition, play, session_on, step, table_of

NUMBERS = ("game", "seq", "grp", "time", "seat", "entry")
WORDS = ("source", "command", "kind", "body", "previous", "digest", "hash")
ROWS = 9


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    """Return a state directory with two games: the first is open and has nine rows of every common kind."""
    store = open_store(tmp_path / "state", GAMES)
    session = session_on(store.journal)
    session.do(expedition(id="begin"))
    session.do(play(step(1), crate(1, 2), end_turn(1), id="press"))
    session.do(TakeBack())
    session.do(play(step(1)))
    session.do(play(correct(2, 3, "à part")))
    session.do(Amend(entry=2, move=correct(2, 1)[1]))
    session.do(play(crate(1, 1), id="last"))
    session.do(expedition())
    session.do(OpenGame(number=1))
    assert table_of(session).seq == ROWS
    store.close()
    return tmp_path / "state"


def truth(directory: Path, game: int = 1) -> list[Row]:
    with closing(Journal(directory / NAME)) as journal:
        return list(journal.rows(game))


def alter(directory: Path, *statements: str) -> None:
    """Change the database as with SQLite's own shell."""
    with closing(sqlite3.connect(directory / NAME)) as db, db:
        for statement in statements:
            assert db.execute(statement).rowcount, "the statement changes something"


def raw(path: Path) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(path)) as db:
        return db.execute("SELECT * FROM rows ORDER BY game, seq").fetchall()


def changed_value(column: str, game: str = "2") -> str:
    """Return another value for a column, of the type that the table requires."""
    if column == "game":
        return game
    return f"coalesce({column}, 0) + 40" if column in NUMBERS else f"coalesce({column}, 'x') || ' '"


@pytest.mark.parametrize("seq", range(2, ROWS + 1))
@pytest.mark.parametrize("column", NUMBERS + WORDS)
def test_any_changed_column_of_any_row_is_found(directory: Path, column: str, seq: int) -> None:
    rows = truth(directory)
    alter(directory, f"UPDATE rows SET {column} = {changed_value(column)} WHERE game = 1 AND seq = {seq}")
    altered = raw(directory / NAME)

    store = open_store(directory, GAMES)
    session = session_on(store.journal)
    assert session.table == replay_rows(rows[: seq - 1], GAMES).table
    assert session.snapshot().damaged
    assert list(store.journal.rows(1)) == rows[: seq - 1]
    assert raw(directory / "damaged-1.sqlite3") == altered
    store.close()


@pytest.mark.parametrize("column", NUMBERS + WORDS)
def test_any_changed_column_of_a_first_row_is_found(directory: Path, column: str) -> None:
    """Without its first row a game is lost. The others are recovered, and the journal is kept as it was."""
    first = truth(directory, 1)
    alter(directory, f"UPDATE rows SET {column} = {changed_value(column, '3')} WHERE game = 2 AND seq = 1")
    altered = raw(directory / NAME)

    store = open_store(directory, GAMES)
    assert store.old_path is not None
    assert raw(store.old_path) == altered
    assert [saved.number for saved in store.journal.games()] == [1]
    assert list(store.journal.rows(1)) == first
    assert store.lost == (2 if column == "game" else 1)
    store.close()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE games SET number = 7 WHERE number = 2",
        "UPDATE games SET last = 3 WHERE number = 1",
        "UPDATE games SET result = '[[2,1,9],[1,2,4],[3,3,0]]' WHERE number = 2",
        "UPDATE games SET digest = ''",
        "UPDATE notes SET value = '2'",
        "UPDATE notes SET name = 'closed_game' WHERE name = 'open_game'",
        "UPDATE notes SET digest = ''",
        "DELETE FROM games WHERE number = 2",
        "CREATE TABLE more (x)",
        "DROP INDEX rows_by_command",
    ],
)
def test_changes_outside_the_rows_lose_no_game(directory: Path, statement: str) -> None:
    """Only the rows determine which games there are, so all of them are recovered."""
    rows = {game: truth(directory, game) for game in (1, 2)}
    with closing(sqlite3.connect(directory / NAME)) as db, db:
        db.execute(statement)
    altered = (directory / NAME).read_bytes()

    store = open_store(directory, GAMES)
    assert store.old_path is not None
    assert store.old_path.read_bytes() == altered
    assert {saved.number: list(store.journal.rows(saved.number)) for saved in store.journal.games()} == rows
    assert [saved.result for saved in store.journal.games()] == [None, None]
    store.close()


@pytest.mark.parametrize("seq", range(2, ROWS + 1))
def test_a_removed_row_is_found(directory: Path, seq: int) -> None:
    rows = truth(directory)
    alter(directory, f"DELETE FROM rows WHERE game = 1 AND seq = {seq}")
    store = open_store(directory, GAMES)
    session = session_on(store.journal)
    assert table_of(session).seq == seq - 1
    assert list(store.journal.rows(1)) == rows[: seq - 1]
    assert session.snapshot().damaged
    store.close()


def test_reordered_rows_are_found(directory: Path) -> None:
    rows = truth(directory)
    where = "WHERE game = 1 AND seq"
    alter(
        directory,
        f"UPDATE rows SET seq = 99 {where} = 3",
        f"UPDATE rows SET seq = 3 {where} = 4",
        f"UPDATE rows SET seq = 4 {where} = 99",
    )
    store = open_store(directory, GAMES)
    session_on(store.journal)
    assert list(store.journal.rows(1)) == rows[:2]
    store.close()


def test_a_row_moved_to_another_game_is_found_in_both(directory: Path) -> None:
    alter(directory, "UPDATE rows SET game = 2 WHERE game = 1 AND seq = 3")
    store = open_store(directory, GAMES)
    session = session_on(store.journal)
    assert table_of(session).seq == 2
    session.do(OpenGame(number=2))
    assert table_of(session).seq == 1
    assert len(list(store.journal.rows(2))) == 1
    assert sorted(path.name for path in directory.glob("damaged-*")) == ["damaged-1.sqlite3"], "it has both"
    store.close()


def test_found_damage_is_repaired_for_good(directory: Path) -> None:
    alter(directory, "UPDATE rows SET body = '{}' WHERE game = 1 AND seq = 6")
    store = open_store(directory, GAMES)
    assert session_on(store.journal).snapshot().damaged
    again = session_on(store.journal)
    assert not again.snapshot().damaged
    assert again.do(play(step(1))).seq == 6
    store.close()


class TestFold:
    """Rows with a correct hash must also fit the rows before them."""

    @pytest.fixture
    def rows(self, directory: Path) -> list[Row]:
        return truth(directory)

    def test_intact_rows_replay_completely(self, rows: list[Row]) -> None:
        replay = replay_rows(rows, GAMES)
        assert (replay.seq, replay.last_hash, replay.damage) == (ROWS, rows[-1].hash(), None)

    def test_each_row_has_the_hash_of_the_row_before(self, rows: list[Row]) -> None:
        assert [row.previous for row in rows] == [NO_PREVIOUS_HASH, *(row.hash() for row in rows[:-1])]

    @pytest.mark.parametrize(
        "forge",
        [
            lambda row: replace(row, digest="0" * 64),
            lambda row: replace(row, previous=NO_PREVIOUS_HASH),
            lambda row: replace(row, entry=row.entry + 1),
            lambda row: replace(row, seq=row.seq + 1),
            lambda row: replace(row, kind=RowKind.RESTORED),
            lambda row: replace(row, kind=RowKind.STARTED),
            lambda row: replace(row, seat=9),
            lambda row: replace(row, seat=None),
            lambda row: replace(row, body={}),
            lambda row: replace(row, body={"move": "step"}),
            lambda row: replace(row, body={"move": {"move": "fly"}}),
            lambda row: replace(row, body={"move": {"move": "correct", "what": "gold", "by": 7}}),
        ],
    )
    def test_a_forged_row_ends_the_replay(self, rows: list[Row], forge: Callable[[Row], Row]) -> None:
        index = next(
            number
            for number, row in enumerate(rows)
            if row.kind is RowKind.PLAYED and row.body["move"]["move"] == "correct"
        )
        replay = replay_rows([*rows[:index], forge(rows[index]), *rows[index + 1 :]], GAMES)
        assert replay.damage is not None
        assert (replay.seq, replay.last_hash) == (index, rows[index - 1].hash())

    def test_a_forged_field_is_found_by_the_next_hash(self, rows: list[Row]) -> None:
        replay = replay_rows([*rows[:3], replace(rows[3], source="phone"), *rows[4:]], GAMES)
        assert replay.damage is not None
        assert replay.seq == 4

    @pytest.mark.parametrize(
        "forge",
        [
            lambda row: replace(row, kind=RowKind.PLAYED),
            lambda row: replace(row, body={**row.body, "seats": ["Ada"]}),
            lambda row: replace(row, body={**row.body, "seats": ["Zoë", "Bao", "Chloé"]}),
            lambda row: replace(row, body={**row.body, "game": "chess"}),
            lambda row: replace(row, body={**row.body, "edition": {}}),
            lambda row: replace(row, body={**row.body, "salt": "0" * 32}),
            lambda row: replace(row, digest="0" * 64),
            lambda row: replace(row, body={}),
            lambda row: replace(row, seq=2),
        ],
    )
    def test_without_its_first_row_a_game_is_lost(self, rows: list[Row], forge: Callable[[Row], Row]) -> None:
        with pytest.raises(DamagedError):
            replay_rows([forge(rows[0]), *rows[1:]], GAMES)

    def test_a_game_starts_once(self, rows: list[Row]) -> None:
        again = replace(rows[0], seq=ROWS + 1, entry=rows[-1].entry, previous=rows[-1].hash(), digest=rows[-1].digest)
        replay = replay_rows([*rows, again], GAMES)
        assert replay.damage is not None
        assert replay.seq == ROWS

    def test_no_rows_make_no_game(self) -> None:
        with pytest.raises(DamagedError):
            replay_rows([], GAMES)


def test_a_completely_damaged_saved_game_is_not_touched(session: Session) -> None:
    """A program that no longer knows the game must not delete its rows."""
    session.do(expedition())
    session.do(play(step(1)))
    journal = session.journal
    rows = list(journal.rows(1))
    without_expedition = Session(journal, GAMES[1:], lambda: 0.0)
    assert without_expedition.snapshot() == (replace(without_expedition.snapshot(), table=None, damaged=False))
    with pytest.raises(ForeignError):
        without_expedition.do(OpenGame(number=1))
    assert list(journal.rows(1)) == rows
    assert table_of(session_on(journal)).seq == 2
