"""Backup and restore: one complete file, and never fewer games on the card than before."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.journal.backup import BackupContents, backup_to, restore_backup, restore_damaged_backup
from companion.journal.database import FILES, VERSION
from companion.journal.journal import Journal
from companion.journal.open_journal import Store, open_store
from companion.journal.rows import Row, RowKind
from companion.journal.state_directory import NAME
from companion.session.session import Session
from companion.table.commands import ClaimSeat, LayOutFreeDice, OpenGame, ThrowFreeDice
from companion.table.session_errors import DamagedError, InUseError, NewerError, NoStateError, NotSavedError, TakenError
from companion.table.table import Table
from tests.kit.scripted_games import (
    GAMES,
    crate,
    expedition,
    play,
    roll,
    session_on,
    start_lanterns,
    step,
    table_of,
    whole_game,
)


@pytest.fixture
def evening(store: Store) -> Session:
    """Return a session with three games: a finished Expedition, a market, and an unfinished Expedition."""
    session = session_on(store.journal)
    session.do(expedition())
    for move in whole_game():
        session.do(play(move))
    start_lanterns(store.journal, dice=[3, 3]).do(play(roll(1)))
    session.do(expedition(("Dom", "Eve", "Flo")))
    session.do(play(step(1), crate(1, 2)))
    session.note("language", "fr")
    return session


def rows_of(path: Path) -> dict[int, list[Row]]:
    with closing(Journal(path, read_only=True)) as journal:
        return {saved.number: list(journal.rows(saved.number)) for saved in journal.games()}


def played_in(path: Path) -> dict[int, list[Row]]:
    """Return the rows of a journal without those that say that it came from a file."""
    return {number: [row for row in rows if row.source != "restore"] for number, rows in rows_of(path).items()}


def files_of(directory: Path) -> dict[str, bytes]:
    """Return the files in a state directory, without the lock and what SQLite may keep there while reading."""
    return {
        path.name: path.read_bytes()
        for path in directory.iterdir()
        if path.is_file() and not path.name.endswith("-shm") and path.name != "lock" and path.stat().st_size
    }


def no_room(handle: int) -> None:
    """Replace `os.fsync` as on a full card."""
    raise OSError(28, "No space left on device")


class TestBackup:
    """A copy of everything can be made at any time."""

    def test_a_backup_of_a_running_table_has_all_games(self, evening: Session, directory: Path, tmp_path: Path) -> None:
        rows = rows_of(directory / NAME)
        assert backup_to(tmp_path / "backup.sqlite3", directory) == 3
        evening.do(play(step(1)))
        assert rows_of(tmp_path / "backup.sqlite3") == rows
        with closing(Journal(tmp_path / "backup.sqlite3", read_only=True)) as backup:
            assert backup.notes() == evening.journal.notes()

    def test_a_backup_works_at_rest_and_after_a_power_cut(
        self, evening: Session, store: Store, directory: Path, tmp_path: Path
    ) -> None:
        rows = rows_of(directory / NAME)
        cut = tmp_path / "cut"
        cut.mkdir()
        for name in (NAME, f"{NAME}-wal"):
            (cut / name).write_bytes((directory / name).read_bytes())
        store.close()
        for number, source in enumerate((directory, cut)):
            backup_to(tmp_path / f"{number}.sqlite3", source)
            assert rows_of(tmp_path / f"{number}.sqlite3") == rows

    def test_a_backup_is_a_single_file(self, evening: Session, directory: Path, tmp_path: Path) -> None:
        (tmp_path / "stick").mkdir()
        backup_to(tmp_path / "stick" / "backup.sqlite3", directory)
        assert [path.name for path in (tmp_path / "stick").iterdir()] == ["backup.sqlite3"]

    def test_a_backup_never_overwrites_a_file(self, evening: Session, directory: Path, tmp_path: Path) -> None:
        target = tmp_path / "backup.sqlite3"
        target.write_text("last year's")
        with pytest.raises(TakenError) as refused:
            backup_to(target, directory)
        assert refused.value.reason.args == (("path", str(target)),)
        assert target.read_text() == "last year's"

    def test_other_files_are_not_touched(
        self, evening: Session, directory: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        others = [tmp_path / f"backup.sqlite3.part{ending}" for ending in FILES]
        for path in others:
            path.write_text("theirs")
        before = sorted(tmp_path.iterdir())
        backup_to(tmp_path / "backup.sqlite3", directory)
        assert len(rows_of(tmp_path / "backup.sqlite3")) == 3
        (tmp_path / "backup.sqlite3").unlink()
        monkeypatch.setattr(os, "fsync", no_room)
        with pytest.raises(NotSavedError):
            backup_to(tmp_path / "backup.sqlite3", directory)
        assert sorted(tmp_path.iterdir()) == before
        assert {path.read_text() for path in others} == {"theirs"}

    @pytest.mark.parametrize("place", ["no such folder", "a file", "x" * 300])
    def test_an_unwritable_target_is_reported(
        self, evening: Session, directory: Path, tmp_path: Path, place: str
    ) -> None:
        (tmp_path / "a file").touch()
        with pytest.raises(NotSavedError):
            backup_to(tmp_path / place / "backup.sqlite3", directory)

    def test_a_failed_backup_leaves_nothing(
        self, evening: Session, directory: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (tmp_path / "stick").mkdir()
        monkeypatch.setattr(os, "fsync", no_room)
        with pytest.raises(NotSavedError):
            backup_to(tmp_path / "stick" / "backup.sqlite3", directory)
        assert list((tmp_path / "stick").iterdir()) == []

    def test_without_a_journal_there_is_nothing_to_back_up(self, tmp_path: Path) -> None:
        with pytest.raises(NoStateError):
            backup_to(tmp_path / "backup.sqlite3", tmp_path / "nowhere")
        assert list(tmp_path.iterdir()) == []

    def test_a_damaged_journal_is_not_backed_up_as_intact(self, directory: Path, tmp_path: Path) -> None:
        directory.mkdir()
        (directory / NAME).write_text("garbage")
        with pytest.raises(DamagedError):
            backup_to(tmp_path / "backup.sqlite3", directory)
        assert not (tmp_path / "backup.sqlite3").exists()


@pytest.fixture
def backup(evening: Session, directory: Path, tmp_path: Path) -> Path:
    """Return a backup of the evening."""
    backup_to(tmp_path / "backup.sqlite3", directory)
    return tmp_path / "backup.sqlite3"


class TestRestore:
    """A backup replaces the journal, which is kept beside it."""

    def test_a_restore_gives_the_same_games(
        self, backup: Path, evening: Session, store: Store, directory: Path
    ) -> None:
        before: list[Table] = []
        for number in (1, 2, 3):
            evening.do(OpenGame(number=number))
            before.append(table_of(evening))
        store.close()
        (directory / NAME).unlink()

        assert restore_backup(backup, directory, GAMES).games == 3
        again = open_store(directory, GAMES)
        session = session_on(again.journal)
        assert table_of(session).number == 3
        for table in before:
            session.do(OpenGame(number=table.number))
            now = table_of(session)
            assert (now.entries, now.redo_stack, now.draws) == (table.entries, table.redo_stack, table.draws)
            assert (now.state, now.sealed) == (table.state, table.sealed)
        assert again.journal.note("language") == "fr"
        again.close()

    def test_a_restore_works_on_another_box(self, backup: Path, tmp_path: Path) -> None:
        rows = rows_of(backup)
        other_dir = tmp_path / "other" / "state"
        assert restore_backup(backup, other_dir, GAMES).games == 3
        assert played_in(other_dir / NAME) == rows
        assert not list(other_dir.glob("replaced-*"))

    def test_the_replaced_journal_is_kept_and_can_be_restored(
        self, backup: Path, evening: Session, store: Store, directory: Path
    ) -> None:
        evening.do(play(step(1)))
        later = rows_of(directory / NAME)
        store.close()
        restore_backup(backup, directory, GAMES)
        assert played_in(directory / NAME) == rows_of(backup)
        assert rows_of(directory / "replaced-1.sqlite3") == later
        restore_backup(directory / "replaced-1.sqlite3", directory, GAMES)
        assert played_in(directory / NAME) == later
        assert (directory / "replaced-2.sqlite3").exists()

    def test_the_replaced_journal_is_kept_with_its_wal(
        self, backup: Path, evening: Session, store: Store, tmp_path: Path, directory: Path
    ) -> None:
        evening.do(play(step(1)))
        cut = tmp_path / "cut"
        cut.mkdir()
        for name in (NAME, f"{NAME}-wal"):
            (cut / name).write_bytes((directory / name).read_bytes())
        restore_backup(backup, cut, GAMES)
        assert not (cut / "replaced-1.sqlite3-wal").exists(), "one renaming, so that a cut finds the one or the other"
        assert rows_of(cut / "replaced-1.sqlite3") == rows_of(directory / NAME)
        assert played_in(cut / NAME) == rows_of(backup)

    def test_a_damaged_journal_is_replaced_and_kept_unchanged(self, backup: Path, tmp_path: Path) -> None:
        other_dir = tmp_path / "other"
        other_dir.mkdir()
        (other_dir / NAME).write_text("garbage")
        (other_dir / f"{NAME}-wal").write_text("more garbage")
        assert restore_backup(backup, other_dir, GAMES).games == 3
        kept_files = {path.name: path.read_text() for path in other_dir.glob("replaced-*")}
        assert kept_files == {"replaced-1.sqlite3": "garbage", "replaced-1.sqlite3-wal": "more garbage"}
        assert played_in(other_dir / NAME) == rows_of(backup)

    def test_a_manual_copy_of_a_journal_can_be_restored(
        self, evening: Session, directory: Path, tmp_path: Path
    ) -> None:
        """From the card of a broken box, for example: the database with its WAL."""
        by_hand = tmp_path / "by-hand"
        by_hand.mkdir()
        for name in (NAME, f"{NAME}-wal"):
            (by_hand / name).write_bytes((directory / name).read_bytes())
        before = files_of(by_hand)
        assert restore_backup(by_hand / NAME, tmp_path / "other", GAMES).games == 3
        assert played_in(tmp_path / "other" / NAME) == rows_of(directory / NAME)
        assert files_of(by_hand) == before

    def test_a_restore_leaves_nothing_else_behind(self, backup: Path, store: Store, directory: Path) -> None:
        store.close()
        restore_backup(backup, directory, GAMES)
        assert sorted(path.name for path in directory.iterdir()) == [NAME, "lock", "replaced-1.sqlite3"]
        assert [path.name for path in backup.parent.glob("backup*")] == ["backup.sqlite3"]

    def test_a_journal_in_use_is_not_replaced(self, backup: Path, evening: Session, directory: Path) -> None:
        rows = rows_of(directory / NAME)
        with pytest.raises(InUseError):
            restore_backup(backup, directory, GAMES)
        assert rows_of(directory / NAME) == rows
        assert evening.do(play(step(1))).seq == 4

    def test_an_impossible_state_directory_is_reported(self, backup: Path, tmp_path: Path) -> None:
        (tmp_path / "file").touch()
        with pytest.raises(NoStateError):
            restore_backup(backup, tmp_path / "file" / "state", GAMES)

    def test_a_read_only_folder_is_reported(
        self, backup: Path, store: Store, directory: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        store.close()
        before = files_of(directory)
        monkeypatch.setattr(os, "access", lambda path, mode: not mode & os.W_OK)
        with pytest.raises(NotSavedError) as refused:
            restore_backup(backup, directory, GAMES)
        assert (refused.value.reason.key, refused.value.cause) == ("session.read_only", str(directory))
        assert files_of(directory) == before

    def test_a_full_disk_leaves_the_journal_unchanged(
        self, backup: Path, store: Store, directory: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        store.close()
        before = files_of(directory)

        def full(handle: int) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(os, "fsync", full)
        with pytest.raises(NotSavedError):
            restore_backup(backup, directory, GAMES)
        assert files_of(directory) == before


class TestBadBackup:
    """A file that is no backup, or a damaged one, changes nothing."""

    @pytest.fixture
    def at_rest(self, backup: Path, store: Store, directory: Path) -> Path:
        """Return the state directory, closed."""
        store.close()
        return directory

    def refused(self, backup: Path, directory: Path, error: type[Exception] = DamagedError) -> None:
        before = files_of(directory)
        with pytest.raises(error):
            restore_backup(backup, directory, GAMES)
        assert files_of(directory) == before
        open_store(directory, GAMES).close()

    def test_a_missing_file(self, at_rest: Path, tmp_path: Path) -> None:
        self.refused(tmp_path / "none.sqlite3", at_rest)

    def test_a_folder(self, at_rest: Path, tmp_path: Path) -> None:
        self.refused(tmp_path, at_rest)

    @pytest.mark.parametrize("content", [b"", b"garbage" * 1000], ids=["empty", "garbage"])
    def test_a_file_that_is_not_a_journal(self, at_rest: Path, tmp_path: Path, content: bytes) -> None:
        (tmp_path / "bad.sqlite3").write_bytes(content)
        self.refused(tmp_path / "bad.sqlite3", at_rest)

    def test_a_truncated_backup(self, at_rest: Path, backup: Path) -> None:
        content = backup.read_bytes()
        for length in range(1, len(content), 3001):
            backup.write_bytes(content[:length])
            self.refused(backup, at_rest)

    @pytest.mark.parametrize("written", [b'"cards"', b"Eve", b"11111", b'"fr"', b"played"])
    def test_a_backup_with_a_corrupt_byte_in_any_game(self, at_rest: Path, backup: Path, written: bytes) -> None:
        content = bytearray(backup.read_bytes())
        content[content.index(written) + 1] ^= 1
        backup.write_bytes(content)
        self.refused(backup, at_rest)

    def test_a_backup_of_a_later_version(self, at_rest: Path, backup: Path) -> None:
        with closing(Journal(backup)) as journal:
            journal._db.execute("PRAGMA user_version = 99")
        self.refused(backup, at_rest, NewerError)


@pytest.mark.usefixtures("evening")
class TestNobodyGainsByAFile:
    """The owner of a backup has its seeds and could have the roles of phones: neither is valid after a restore."""

    @pytest.fixture
    def restored(self, store: Store, directory: Path, tmp_path: Path) -> Iterator[Session]:
        session = session_on(store.journal, dice=[1, 2])
        for number in (2, 3):
            session.do(OpenGame(number=number))
            session.do(ClaimSeat(phone="fox", seat=1))
        session.do(ClaimSeat(phone="fox", seat=None))
        session.do(LayOutFreeDice())
        session.do(ThrowFreeDice(dice=2))
        session.open_lobby(session.games[0], led_by="fox")
        backup_to(tmp_path / "backup.sqlite3", directory)
        store.close()
        restore_backup(tmp_path / "backup.sqlite3", directory, GAMES)
        again = open_store(directory, GAMES)
        yield session_on(again.journal, dice=[5, 6])
        again.close()

    def test_no_phone_has_a_role(self, restored: Session) -> None:
        assert restored.snapshot().roles.phones == ()
        for number in (1, 2, 3):
            restored.do(OpenGame(number=number))
            assert table_of(restored).claims == {}

    def test_no_phone_has_a_place_in_a_lobby(self, restored: Session) -> None:
        assert restored.lobby is None

    def test_a_new_game_with_these_names_has_no_roles(self, restored: Session) -> None:
        restored.do(OpenGame(number=3))
        restored.do(expedition(("Dom", "Eve", "Flo")))
        assert table_of(restored).claims == {}

    def test_an_unfinished_game_of_chance_gets_a_new_seed(self, restored: Session) -> None:
        restored.do(OpenGame(number=2))
        before, now = table_of(restored).commitments
        assert (before.revealed, now.revealed) == (True, False)
        assert (before.from_file, now.from_file) == (False, True)
        assert now.match == before.match
        assert now.seed != before.seed
        restored.do(play(roll(2)))
        assert table_of(restored).draws[-1].commitment_index == 1

    def test_finished_games_and_games_without_chance_are_unchanged(
        self, restored: Session, tmp_path: Path, directory: Path
    ) -> None:
        before, now = rows_of(tmp_path / "backup.sqlite3"), rows_of(directory / NAME)
        assert now[1] == before[1]
        assert now[3] == before[3]

    def test_the_free_dice_are_put_away(self, restored: Session, tmp_path: Path) -> None:
        assert restored.free_dice is not None
        assert restored.free_dice.throws == ()
        assert restored.free_dice.previous_commitment is not None
        assert restored.free_dice.previous_commitment.revealed
        assert len(restored.free_dice.previous_throws) == 1

    def test_each_restore_makes_a_new_seed(self, restored: Session, tmp_path: Path, directory: Path) -> None:
        backup_to(tmp_path / "again.sqlite3", directory)
        restore_backup(tmp_path / "again.sqlite3", tmp_path / "other", GAMES)
        with closing(Journal(tmp_path / "other" / NAME, read_only=True)) as journal:
            assert sum(row.kind is RowKind.COMMITTED for row in journal.rows(2)) == 3


def test_the_intact_games_of_a_damaged_backup_can_be_restored(
    evening: Session, store: Store, directory: Path, tmp_path: Path
) -> None:
    backup = tmp_path / "backup.sqlite3"
    backup_to(backup, directory)
    rows = rows_of(backup)
    store.close()
    with closing(sqlite3.connect(backup)) as db, db:
        db.execute("UPDATE rows SET source = 'fox' WHERE game = 2 AND seq = 3")
    with pytest.raises(DamagedError):
        restore_backup(backup, directory, GAMES)
    restored = restore_damaged_backup(backup, directory, GAMES)
    assert (restored.games, restored.lost) == (3, 1)
    now = played_in(directory / NAME)
    assert (now[1], now[2], now[3]) == (rows[1], rows[2][:2], rows[3])
    assert (directory / "replaced-1.sqlite3").exists()


@pytest.mark.parametrize("restore", [restore_backup, restore_damaged_backup])
@pytest.mark.parametrize("damaged", [False, True])
def test_a_backup_of_a_later_version_is_refused_as_newer(
    evening: Session,
    store: Store,
    directory: Path,
    tmp_path: Path,
    restore: Callable[..., BackupContents],
    damaged: bool,
) -> None:
    backup = tmp_path / "backup.sqlite3"
    backup_to(backup, directory)
    store.close()
    with closing(sqlite3.connect(backup)) as db, db:
        db.execute(f"PRAGMA user_version = {VERSION + 1}")
        if damaged:
            db.execute("UPDATE rows SET source = 'fox' WHERE game = 2 AND seq = 3")
    before = (directory / NAME).read_bytes()
    with pytest.raises(NewerError) as refused:
        restore(backup, directory, GAMES)
    assert refused.value.reason.args == (("path", str(backup)),)
    assert (directory / NAME).read_bytes() == before


def test_nothing_is_restored_from_a_foreign_file(store: Store, directory: Path, tmp_path: Path) -> None:
    store.close()
    (tmp_path / "letter.txt").write_text("Dear Marco, " * 1000)
    before = (directory / NAME).read_bytes()
    with pytest.raises(DamagedError):
        restore_damaged_backup(tmp_path / "letter.txt", directory, GAMES)
    with pytest.raises(DamagedError) as refused:
        restore_backup(tmp_path / "letter.txt", directory, GAMES)
    assert refused.value.reason.key == "backup.foreign"
    assert (directory / NAME).read_bytes() == before


def test_an_interrupted_restore_after_a_broken_log_is_undone(
    evening: Session, store: Store, directory: Path, tmp_path: Path
) -> None:
    """The log has been removed already; the rest would look intact."""
    rows = rows_of(directory / NAME)
    cut = tmp_path / "cut"
    cut.mkdir()
    for name in (NAME, f"{NAME}-wal"):
        (cut / name).write_bytes((directory / name).read_bytes())
        (cut / name.replace("journal", "replaced-1")).write_bytes((cut / name).read_bytes())
    with (cut / "replaced-1.sqlite3-wal").open("r+b") as log:
        log.seek(log.seek(0, os.SEEK_END) // 2)
        log.write(b"!")
    (cut / f"{NAME}-wal").unlink()
    (cut / "putting-aside").write_text("replaced-1.sqlite3")
    open_store(cut, GAMES).close()
    assert rows_of(cut / NAME) == rows
