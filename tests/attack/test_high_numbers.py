"""A backup with the highest possible numbers: games played after its restore must be restorable too."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.journal.backup import backup_to, restore_backup
from companion.journal.database import HIGH_NUMBER, MOST_NUMBER
from companion.journal.journal import LAST_ERASED, Journal
from companion.journal.open_journal import open_store
from companion.journal.state_directory import NAME
from tests.kit.scripted_games import GAMES, expedition, play, session_on, step, table_of


def play_and_restore(state: Path, new: Path) -> tuple[int, ...]:
    """Play one more game, restore a backup of all games to a new place, and return their numbers there."""
    with closing(open_store(state, GAMES)) as store:
        session = session_on(store.journal)
        session.do(expedition())
        session.do(play(step(1)))
    backup = new.with_suffix(".backup")
    backup_to(backup, state)
    restore_backup(backup, new, GAMES)
    with closing(Journal(new / NAME, read_only=True)) as journal:
        return tuple(saved.number for saved in journal.games())


@pytest.mark.parametrize("number", [MOST_NUMBER - 1, HIGH_NUMBER, HIGH_NUMBER - 1])
def test_a_high_number_of_an_erased_game(tmp_path: Path, number: int) -> None:
    with closing(open_store(tmp_path / "forged", GAMES)) as store:
        session_on(store.journal).do(expedition())
        store.journal.set_note(LAST_ERASED, number)
    backup_to(tmp_path / "backup", tmp_path / "forged")
    restore_backup(tmp_path / "backup", tmp_path / "0", GAMES)
    for times in range(3):
        numbers = play_and_restore(tmp_path / str(times), tmp_path / str(times + 1))
        assert len(numbers) == len(set(numbers)) == times + 2
        assert max(numbers) < MOST_NUMBER


@pytest.mark.parametrize("number", [MOST_NUMBER - 1, HIGH_NUMBER, HIGH_NUMBER - 1])
def test_a_high_number_of_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    with closing(open_store(tmp_path / "forged", GAMES)) as store, monkeypatch.context() as patch:
        patch.setattr(Journal, "next_number", lambda _: number)
        session_on(store.journal).do(expedition())
    backup_to(tmp_path / "backup", tmp_path / "forged")
    restore_backup(tmp_path / "backup", tmp_path / "0", GAMES)
    for times in range(3):
        numbers = play_and_restore(tmp_path / str(times), tmp_path / str(times + 1))
        assert len(numbers) == len(set(numbers)) == times + 2
        assert number in numbers
        assert max(numbers) < MOST_NUMBER


def test_erasing_a_high_number_forgets_no_other_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(open_store(tmp_path / "state", GAMES)) as store:
        session = session_on(store.journal)
        for _ in range(3):
            session.do(expedition())
        session.erase(3)
        with monkeypatch.context() as patch:
            patch.setattr(Journal, "next_number", lambda _: MOST_NUMBER - 1)
            session.do(expedition())
        session.erase(MOST_NUMBER - 1)
        session.do(expedition())
        assert table_of(session).number == 4


@pytest.mark.parametrize("noted", ["x", [1], {"a": 1}, True, 1.5])
def test_a_note_without_a_number_is_skipped(tmp_path: Path, noted: Any) -> None:
    with closing(Journal(tmp_path / "journal.sqlite3")) as journal:
        journal.set_note(LAST_ERASED, noted)
        assert journal.next_number() == 1
        journal.erase([3])
        assert (journal.note(LAST_ERASED), journal.next_number()) == (3, 4)
