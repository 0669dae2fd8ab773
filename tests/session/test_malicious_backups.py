"""Malicious backups: each is reported as damaged in little time and memory, or does no harm afterwards."""

from __future__ import annotations

import sqlite3
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from companion.chance.canonical_json import canonical
from companion.journal.archive import Archive
from companion.journal.backup import install_backup, prepare_backup
from companion.journal.database import MOST_NUMBER, MOST_RECORD_BYTES, with_digest
from companion.journal.open_journal import Store, open_store
from companion.table import game_limits
from companion.table.commands import OpenGame
from companion.table.roles import Roles
from companion.table.session_errors import DamagedError
from tests.kit.scripted_games import GAMES, expedition, play, session_on, whole_game

MANY_LISTS = "[" + "[]," * 1_000_000 + "[]]"
"""Three megabytes; as objects they take twenty times that."""
MOST_MEMORY = 20_000_000


@pytest.fixture
def backup(store: Store, tmp_path: Path) -> Path:
    """Return a backup with one finished game."""
    session = session_on(store.journal)
    session.do(expedition())
    for move in whole_game():
        session.do(play(move))
    path = tmp_path / "backup.sqlite3"
    store.journal.copy_to(path)
    return path


@contextmanager
def open_database(path: Path) -> Iterator[sqlite3.Connection]:
    """Yield the database, to be changed by hand."""
    with closing(sqlite3.connect(path)) as db, db:
        yield db


def note(path: Path, name: str, text: str) -> None:
    with open_database(path) as db:
        db.execute("INSERT OR REPLACE INTO notes VALUES (?, ?, ?)", with_digest(name, text))


def note_of_game(path: Path, text: str) -> None:
    with open_database(path) as db:
        (last,) = db.execute("SELECT last FROM games").fetchone()
        *_, result, digest = with_digest(1, last, text)
        db.execute("UPDATE games SET result = ?, digest = ?", (result, digest))


def refusal_reason(path: Path) -> str:
    """Return the reason why the backup is reported as damaged."""
    with pytest.raises(DamagedError) as raised:
        prepare_backup(path, GAMES)
    return str(dict(raised.value.reason.args).get("cause", ""))


def alter_row(path: Path) -> None:
    with open_database(path) as db:
        db.execute("UPDATE rows SET body = ? WHERE seq = 1", (MANY_LISTS,))


def alter_note(path: Path) -> None:
    note(path, "more", MANY_LISTS)


def add_many_notes(path: Path) -> None:
    for number in range(6):
        note(
            path, f"more {number}", MANY_LISTS[-MOST_RECORD_BYTES // 4 :].replace("]", "[", 1).replace("[,", "[[],", 1)
        )


def alter_summary(path: Path) -> None:
    note_of_game(path, MANY_LISTS)


@pytest.mark.parametrize("hurt", [alter_row, alter_note, add_many_notes, alter_summary])
def test_a_row_that_would_need_much_memory_is_never_read(backup: Path, hurt: Callable[[Path], None]) -> None:
    hurt(backup)
    tracemalloc.start()
    try:
        refusal_reason(backup)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < MOST_MEMORY


def test_a_row_with_too_deep_lists_is_reported(backup: Path) -> None:
    deep = "[" * 100_000 + "]" * 100_000
    with open_database(backup) as db:
        db.execute("UPDATE rows SET body = ? WHERE seq = 1", (deep,))
    refusal_reason(backup)


@pytest.mark.parametrize("text", ["no JSON", "[" * 100_000 + "]" * 100_000])
def test_an_unreadable_note_is_reported(backup: Path, text: str) -> None:
    note(backup, "more", text)
    refusal_reason(backup)


def test_too_many_tables_are_not_read_to_the_end(backup: Path) -> None:
    with open_database(backup) as db:
        db.execute("PRAGMA writable_schema = ON")
        for number in range(400):
            name = f"more{number}"
            row = ("table", name, name, 0, f"CREATE VIRTUAL TABLE {name} USING fts5(one)")
            db.execute("INSERT INTO sqlite_schema VALUES (?, ?, ?, ?, ?)", row)
    assert refusal_reason(backup) == "interrupted"


def test_a_game_with_too_many_rows_is_skipped_unread(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = session_on(store.journal)
    for _ in range(2):
        session.do(expedition())
    path = tmp_path / "backup.sqlite3"
    store.journal.copy_to(path)
    unreadable = "2, ?, 1, 1, 'x', NULL, NULL, 'no kind', 'no JSON', 1, 'p', 'd', 'h'"
    with open_database(path) as db:
        db.executemany(f"INSERT INTO rows VALUES ({unreadable})", ((seq,) for seq in range(2, 12)))
    monkeypatch.setattr(game_limits, "MOST_ROWS", 10)
    contents = prepare_backup(path, GAMES)
    assert (contents.games, contents.too_long) == (1, (2,))


@pytest.mark.parametrize("number", [MOST_NUMBER, 2**63 - 1, 0, -1])
def test_a_game_with_an_impossible_number_is_reported(backup: Path, number: int) -> None:
    with open_database(backup) as db:
        *record, _ = db.execute("SELECT * FROM games").fetchone()
        db.execute("INSERT INTO games VALUES (?, ?, ?, ?)", with_digest(number, *record[1:]))
        db.execute("UPDATE rows SET game = ?", (number,))
        db.execute("DELETE FROM games WHERE number = 1")
    assert refusal_reason(backup) == "a number that no game has"


@pytest.mark.parametrize(
    "summary",
    [
        [[1, 1, 2]],
        [["x", "y", "z"], [2, 2, 1], [3, 3, 0]],
        [[{}, [], None]],
        {"result": None, "names": [], "colours": [], "totals": []},
        {"result": None, "names": ["A", "B", "C"], "colours": [[], [], []], "totals": [1, 2, 3]},
    ],
)
def test_a_summary_must_fit_its_game(backup: Path, summary: Any) -> None:
    note_of_game(backup, canonical(summary))
    refusal_reason(backup)


@pytest.mark.parametrize("name", ["answers", "last_erased", "open_game", "profile.expedition", "handed_out", "free"])
@pytest.mark.parametrize("value", [5, "x", True, [1], [[1]], {"a": 1}, [{}], 2**63])
def test_no_note_prevents_a_table_from_continuing(backup: Path, tmp_path: Path, name: str, value: Any) -> None:
    note(backup, name, canonical(value))
    prepare_backup(backup, GAMES)
    install_backup(backup, tmp_path / "box", Roles())
    with closing(open_store(tmp_path / "box", GAMES)) as again:
        session = session_on(again.journal)
        session.do(expedition(("Dom", "Eve", "Flo")))
        session.do(OpenGame(number=1, id="a command that writes no row"))
        for game in GAMES:
            session.profile(game.id)
        assert [past.result is None for past in Archive(again.journal.path, GAMES).games()] == [True, False]
