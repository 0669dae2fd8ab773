"""A game made as long as can be, by take-backs and restores: a backup with it has to come back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import cycle
from pathlib import Path

import pytest

from companion.session import limits
from companion.session.commands import Restore, TakeBack
from companion.session.errors import DamagedError
from companion.session.journal import Journal
from companion.session.session import Session
from companion.session.store import NAME, Contents, backup_to, open_store, restore_backup, restore_what_holds
from tests.kit.evenings import GAMES, expedition, play, session_on, step, table_of

ROWS = 60


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    """Two games; the second one is open."""
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


class TestTooLong:
    """A game that an earlier version of the program has let grow."""

    @pytest.fixture
    def backup(self, session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        lengthen(session, ROWS + 12)
        backup_to(tmp_path / "backup.sqlite3", tmp_path / "state")
        monkeypatch.setattr(limits, "MOST_ROWS", ROWS)
        return tmp_path / "backup.sqlite3"

    @pytest.mark.parametrize("restore", [restore_backup, restore_what_holds])
    def test_the_other_games_of_its_backup_come_back(
        self, backup: Path, tmp_path: Path, restore: Callable[..., Contents]
    ) -> None:
        before = backup.read_bytes()
        contents = restore(backup, tmp_path / "new", GAMES)
        assert (contents.games, contents.too_long, contents.open) == (1, (2,), None)
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
        for restore in (restore_backup, restore_what_holds):
            with pytest.raises(DamagedError) as refused:
                restore(alone, tmp_path / "new", GAMES)
            assert refused.value.reason.key == "backup.all_too_long"
            assert not (tmp_path / "new" / NAME).exists()

    def test_nothing_of_it_stays_in_the_file(self, backup: Path, tmp_path: Path) -> None:
        assert b"Flo" in backup.read_bytes()
        restore_backup(backup, tmp_path / "new", GAMES)
        assert b"Flo" not in (tmp_path / "new" / NAME).read_bytes()
