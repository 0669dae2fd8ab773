"""Erasing: a game is gone for good, nothing of it stays in the file, and its number is never used again."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from companion.journal.journal import Journal
from companion.journal.open_journal import open_store
from companion.table.commands import EraseGames, LeaveGame
from companion.table.session_errors import NoGameError, NotSavedError
from tests.kit.scripted_games import GAMES, expedition, play, session_on, step

SECRET = "Zéphyrine-the-forgotten"


def bytes_of(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(folder.iterdir()) if path.is_file())


def test_an_erased_game_leaves_nothing_in_the_files(tmp_path: Path) -> None:
    with closing(Journal(tmp_path / "journal.sqlite3")) as journal:
        session = session_on(journal)
        session.do(expedition((SECRET, "Bao")))
        session.do(play((1, {"move": "step", "by": "cards", "camel": 1})))
        session.do(expedition(("Ada", "Bao", "Chloé")))
        assert SECRET.encode() in bytes_of(tmp_path)
        session.erase(1)
        assert SECRET.encode() not in bytes_of(tmp_path)
        assert [saved.number for saved in journal.games()] == [2]
        assert session.table
        assert session.table.number == 2, "the open game is another one and stays open"


def test_erasing_the_open_game_puts_it_away(tmp_path: Path) -> None:
    with closing(Journal(tmp_path / "journal.sqlite3")) as journal:
        session = session_on(journal)
        session.do(expedition())
        session.erase(1)
        assert session.table is None
        assert session_on(journal).table is None


def test_erasing_all_games_keeps_the_notes(tmp_path: Path) -> None:
    with closing(Journal(tmp_path / "journal.sqlite3")) as journal:
        session = session_on(journal)
        session.note("volume", 3)
        session.do(expedition())
        session.do(expedition())
        session.erase(None)
        assert journal.games() == ()
        assert journal.note("volume") == 3
        session.erase(None)
        assert journal.games() == (), "there is nothing to refuse in erasing nothing"


def test_a_number_is_never_used_twice(tmp_path: Path) -> None:
    with closing(Journal(tmp_path / "journal.sqlite3")) as journal:
        session = session_on(journal)
        for _ in range(3):
            session.do(expedition())
        session.erase(3)
        session.erase(2)
        assert session.do(expedition()).game == 4
        session.erase(None)
        assert session.do(expedition()).game == 5


def test_an_unknown_game_cannot_be_erased(tmp_path: Path) -> None:
    with closing(Journal(tmp_path / "journal.sqlite3")) as journal:
        session = session_on(journal)
        session.do(expedition())
        with pytest.raises(NoGameError):
            session.erase(7)
        assert len(journal.games()) == 1


def test_a_read_only_journal_erases_nothing(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite3"
    with closing(Journal(path)) as journal:
        session_on(journal).do(expedition())
    with closing(Journal(path, read_only=True)) as journal:
        looking = session_on(journal)
        with pytest.raises(NotSavedError):
            looking.do(EraseGames(number=1))
        assert looking.table is not None


def test_after_erasing_the_journal_is_intact(tmp_path: Path) -> None:
    with closing(open_store(tmp_path, GAMES)) as store:
        session = session_on(store.journal)
        session.do(expedition())
        session.do(play(step(1)))
        session.do(LeaveGame())
        session.do(expedition())
        session.erase(1)
    with closing(open_store(tmp_path, GAMES)) as store:
        assert (store.old_path, store.lost) == (None, 0)
        again = session_on(store.journal)
        assert again.table
        assert (again.table.number, again.damaged) == (2, False)
