"""A journal with games by other rules: versions, backups, salvage, and programs older and newer than the journal."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.journal.archive import Archive
from companion.journal.backup import backup_to, restore_backup
from companion.journal.database import VERSION
from companion.journal.open_journal import Store, open_store
from companion.journal.state_directory import NAME
from companion.rules.game import Game
from companion.table.session_errors import DamagedError, NewerError
from tests.kit.lanterns_printings import (
    BEFORE,
    NOW,
    SHOW_TWO,
    WITHOUT,
    begin_old_game,
    damage_row,
    finish_old_game,
    session_with,
)
from tests.kit.older_journals import everything_in, user_version
from tests.kit.scripted_games import expedition, play, step


def test_a_backup_with_foreign_games_is_restored_completely(store: Store, tmp_path: Path) -> None:
    begin_old_game(store, SHOW_TWO)
    finished_path = everything_in(store.journal.path, 1)
    backup = tmp_path / "backup.sqlite3"
    assert backup_to(backup, store.directory) == 1
    for name, games in (("without", WITHOUT), ("now", NOW)):
        assert restore_backup(backup, tmp_path / name, games).games == 1
        rows = [record for record in everything_in(tmp_path / name / NAME, 1) if "restore" not in record]
        assert [record for record in rows if len(record) > 4] == [record for record in finished_path if len(record) > 4]


def test_a_backup_with_a_damaged_foreign_game_is_refused(store: Store, tmp_path: Path) -> None:
    begin_old_game(store)
    damage_row(store, 5)
    backup = tmp_path / "backup.sqlite3"
    backup_to(backup, store.directory)
    with pytest.raises(DamagedError):
        restore_backup(backup, tmp_path / "other", WITHOUT)


@pytest.mark.parametrize("games", [NOW, WITHOUT])
def test_salvage_keeps_foreign_games_with_their_summary(directory: Path, games: tuple[Game, ...]) -> None:
    with closing(open_store(directory, BEFORE)) as store:
        finish_old_game(store)
        session = session_with(store.journal, BEFORE)
        session.do(expedition())
        before = everything_in(store.journal.path, 1)
        with closing(sqlite3.connect(store.journal.path)) as db, db:
            db.execute("UPDATE rows SET body = '{}' WHERE game = 2 AND seq = 1")
    with closing(open_store(directory, games)) as store:
        assert store.old_path is not None
        assert store.lost == 1
        assert everything_in(store.journal.path, 1) == before


def test_a_journal_of_version_1_stays_so_until_a_write(directory: Path) -> None:
    with closing(open_store(directory, BEFORE)) as store:
        session_with(store.journal, BEFORE).do(expedition())
    user_version(directory / NAME, 1)
    with closing(open_store(directory, BEFORE)) as store:
        session = session_with(store.journal, BEFORE)
        assert session.table is not None
        Archive(store.journal.path, BEFORE).find(1)
        assert user_version(store.journal.path) == 1
        session.do(play(step(1)))
        assert user_version(store.journal.path) == VERSION == 3


def test_a_newer_journal_is_reported_and_not_touched(directory: Path, tmp_path: Path) -> None:
    with closing(open_store(directory, BEFORE)) as store:
        session_with(store.journal, BEFORE).do(expedition())
    path = directory / NAME
    user_version(path, VERSION + 1)
    before = path.read_bytes()
    with pytest.raises(NewerError):
        open_store(directory, BEFORE)
    with pytest.raises(NewerError):
        backup_to(tmp_path / "backup.sqlite3", directory)
    assert path.read_bytes() == before
    copy = tmp_path / "copy.sqlite3"
    copy.write_bytes(before)
    with pytest.raises(NewerError):
        restore_backup(copy, tmp_path / "other", BEFORE)


def test_a_program_of_version_1_sees_a_newer_journal(directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(open_store(directory, BEFORE)) as store:
        session_with(store.journal, BEFORE).do(expedition())
    monkeypatch.setattr("companion.journal.database.VERSION", 1)
    with pytest.raises(NewerError):
        open_store(directory, BEFORE)
