"""A game made as long as possible by take-backs and restores: a backup with it must be restorable."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import cycle
from pathlib import Path

import pytest

from companion.journal.archive import Archive
from companion.journal.backup import BackupContents, backup_to, restore_backup, restore_damaged_backup
from companion.journal.game_export import moves_file
from companion.journal.journal import Journal
from companion.journal.moves_file import replay_file
from companion.journal.open_journal import open_store
from companion.journal.state_directory import NAME
from companion.rules.rule_errors import IllegalMoveError
from companion.session.session import Session
from companion.table import game_limits
from companion.table.commands import Amend, CloseGame, Command, Insert, Play, Restore, TakeBack
from companion.table.session_errors import DamagedError
from tests.kit.scripted_games import GAMES, correct, expedition, play, session_on, start_lanterns, step, table_of

ROWS, KEPT = 60, 8
FULL = ROWS - KEPT


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lower the limits on rows."""
    monkeypatch.setattr(game_limits, "MOST_ROWS", ROWS)
    monkeypatch.setattr(game_limits, "KEPT_ROWS", KEPT)


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    """Yield a session with two games; the second is open."""
    with closing(open_store(tmp_path / "state", GAMES)) as store:
        session = session_on(store.journal)
        session.do(expedition())
        session.do(expedition(("Dom", "Eve", "Flo")))
        session.do(play(step(1)))
        yield session


def lengthen(session: Session, rows: int) -> None:
    """Take the last move back and restore it until the open game has this many rows."""
    for command in cycle((TakeBack(), Restore())):
        if table_of(session).seq >= rows:
            return
        session.do(command)


def numbers(path: Path) -> tuple[int, ...]:
    with closing(Journal(path, read_only=True)) as journal:
        return tuple(saved.number for saved in journal.games())


def test_a_game_cannot_outgrow_a_restorable_backup(session: Session, small: None, tmp_path: Path) -> None:
    with pytest.raises(IllegalMoveError) as refused:
        lengthen(session, ROWS + 10)
    assert refused.value.reason.key == "session.full"
    assert table_of(session).seq == FULL
    session.do(CloseGame())
    backup_to(tmp_path / "backup.sqlite3", tmp_path / "state")
    assert restore_backup(tmp_path / "backup.sqlite3", tmp_path / "new", GAMES).too_long == ()
    assert numbers(tmp_path / "new" / NAME) == (1, 2)


@pytest.mark.parametrize(
    "command",
    [
        play(step(1)),
        play(correct(2, 1)),
        TakeBack(),
        TakeBack(seat=1),
        Restore(),
        Amend(entry=0, names=("Dom", "Eve", "Zoé")),
        Amend(entry=1),
        Insert(entry=1, seat=1, move=correct(1, 1)[1]),
    ],
    ids=lambda command: f"{type(command).__name__}-{getattr(command, 'entry', '')}",
)
def test_no_command_adds_a_row_to_a_full_game(session: Session, small: None, command: Command) -> None:
    lengthen(session, FULL)
    before = session.snapshot()
    for ask in (session.do, session.preview):
        with pytest.raises(IllegalMoveError) as refused:
            ask(command)
        assert refused.value.reason.key == "session.full"
    assert session.snapshot() == before


def test_a_move_group_cannot_exceed_the_limit(session: Session, small: None) -> None:
    lengthen(session, FULL - 1)
    before = session.snapshot()
    with pytest.raises(IllegalMoveError):
        session.do(Play(moves=(correct(1, 1),) * 2))
    assert session.snapshot() == before
    session.do(play(correct(1, 1)))
    assert table_of(session).seq == FULL


def test_repeated_restores_of_a_full_game_add_no_rows(small: None, tmp_path: Path) -> None:
    state = tmp_path / "0"
    with closing(open_store(state, GAMES)) as store:
        session = start_lanterns(store.journal, dice=[])
        lengthen(session, FULL)
    for number in range(1, KEPT + 2):
        backup_to(tmp_path / f"{number}.sqlite3", state)
        state = tmp_path / str(number)
        assert restore_backup(tmp_path / f"{number}.sqlite3", state, GAMES).games == 1
    with closing(open_store(state, GAMES)) as store:
        session = session_on(store.journal)
        session.do(CloseGame())
        assert table_of(session).commitments[-1].revealed
        assert table_of(session).seq <= ROWS


class TestTooLong:
    """Tests with a game that an earlier version of the program let grow too long."""

    @pytest.fixture
    def backup(self, session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        lengthen(session, ROWS + 12)
        backup_to(tmp_path / "backup.sqlite3", tmp_path / "state")
        monkeypatch.setattr(game_limits, "MOST_ROWS", ROWS)
        monkeypatch.setattr(game_limits, "KEPT_ROWS", KEPT)
        return tmp_path / "backup.sqlite3"

    def test_a_too_long_game_can_be_opened_and_erased(self, session: Session, backup: Path) -> None:
        session = session_on(session.journal)
        with pytest.raises(IllegalMoveError):
            session.do(TakeBack())
        session.do(CloseGame())
        assert table_of(session).closed
        saved = Archive(session.journal.path, GAMES).find(2)
        file = moves_file(saved.table, saved.recorded, saved.past.result, GAMES)
        assert len(replay_file(file.encode(), GAMES).entries) == len(table_of(session).entries)
        session.erase(2)
        assert [saved.number for saved in session.journal.games()] == [1]

    @pytest.mark.parametrize("restore", [restore_backup, restore_damaged_backup])
    def test_the_other_games_of_its_backup_are_restored(
        self, backup: Path, tmp_path: Path, restore: Callable[..., BackupContents]
    ) -> None:
        before = backup.read_bytes()
        contents = restore(backup, tmp_path / "new", GAMES)
        assert (contents.games, contents.too_long, contents.open_game) == (1, (2,), None)
        assert numbers(tmp_path / "new" / NAME) == (1,)
        assert backup.read_bytes() == before
        with closing(open_store(tmp_path / "new", GAMES)) as store:
            session = session_on(store.journal)
            assert session.table is None
            session.do(expedition())
            assert table_of(session).number == 3, "no number is given twice"

    def test_a_backup_with_nothing_else_is_refused_and_replaces_nothing(
        self, session: Session, backup: Path, tmp_path: Path
    ) -> None:
        session.erase(1)
        alone = tmp_path / "alone.sqlite3"
        backup_to(alone, tmp_path / "state")
        for restore in (restore_backup, restore_damaged_backup):
            with pytest.raises(DamagedError) as refused:
                restore(alone, tmp_path / "new", GAMES)
            assert refused.value.reason.key == "backup.all_too_long"
            assert not (tmp_path / "new" / NAME).exists()

    def test_nothing_of_the_too_long_game_stays_in_the_file(self, backup: Path, tmp_path: Path) -> None:
        assert b"Flo" in backup.read_bytes()
        restore_backup(backup, tmp_path / "new", GAMES)
        assert b"Flo" not in (tmp_path / "new" / NAME).read_bytes()
