"""Temporary copies are in memory, and elsewhere if memory is missing or small."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.journal.open_journal import open_store
from companion.journal.state_directory import NAME
from companion.rules.text import say
from companion.support import atomic_write as scratch
from companion.support.atomic_write import scratch_folder
from companion.table.session_errors import NoStateError
from tests.kit.scripted_games import GAMES, expedition, session_on

ABSENT = Path("/no/such/folder")
TOO_MUCH_MEMORY = 1 << 60


@pytest.fixture
def memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Replace the memory folder by another one."""
    folder = tmp_path / "memory"
    folder.mkdir()
    monkeypatch.setattr(scratch, "MEMORY_FOLDER", folder)
    return folder


@pytest.fixture
def read_only_card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a state directory with a game, on a card that accepts no writes."""
    directory = tmp_path / "state"
    opened = open_store(directory, GAMES)
    session_on(opened.journal).do(expedition())
    opened.close()
    connect: Callable[..., sqlite3.Connection] = sqlite3.connect

    class ReadOnly(sqlite3.Connection):
        def execute(self, sql: str, *args: Any) -> sqlite3.Cursor:
            if sql.startswith(("BEGIN", "UPDATE")):
                error = sqlite3.OperationalError("attempt to write a readonly database")
                error.sqlite_errorcode = sqlite3.SQLITE_READONLY
                raise error
            return super().execute(sql, *args)

    def connected(database: str, **kwargs: Any) -> sqlite3.Connection:
        if str(directory) in str(database):
            kwargs["factory"] = ReadOnly
        return connect(database, **kwargs)

    monkeypatch.setattr(sqlite3, "connect", connected)
    return directory


def test_a_copy_is_in_memory_if_it_fits(memory: Path) -> None:
    with scratch_folder(1) as folder:
        assert Path(folder).parent == memory
    assert list(memory.iterdir()) == []


def test_a_copy_too_large_for_memory_is_a_temporary_file(memory: Path) -> None:
    with scratch_folder(TOO_MUCH_MEMORY) as folder:
        assert Path(folder).parent == Path(tempfile.gettempdir())


def test_a_machine_without_a_memory_folder_uses_temporary_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scratch, "MEMORY_FOLDER", ABSENT)
    with scratch_folder(0) as folder:
        assert Path(folder).parent == Path(tempfile.gettempdir())


def test_a_read_only_game_is_shown_without_a_memory_folder(
    read_only_card: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scratch, "MEMORY_FOLDER", ABSENT)
    opened = open_store(read_only_card, GAMES)
    assert opened.journal.read_only
    assert [game.number for game in opened.journal.games()] == [1]
    opened.close()


def test_a_copy_that_fits_nowhere_is_reported_at_the_start(
    read_only_card: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = (read_only_card / NAME).read_bytes()
    monkeypatch.setattr(scratch, "MEMORY_FOLDER", ABSENT)
    monkeypatch.setattr(tempfile, "tempdir", str(ABSENT))
    with pytest.raises(NoStateError) as refused:
        open_store(read_only_card, GAMES)
    because = say("session.no_state", path=str(read_only_card), cause="No such file or directory")
    assert refused.value.reason == because
    assert (read_only_card / NAME).read_bytes() == before
