"""A journal that is only read: on a read-only card, with and without a log, and a missing one."""

from __future__ import annotations

import errno
import fcntl
import os
import shutil
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.cli import doctor
from companion.journal.backup import backup_to, restore_backup, restore_damaged_backup
from companion.journal.journal import Journal
from companion.journal.open_journal import broken_log, journal_to_read, open_store
from companion.journal.sanitise_import import RESTORE_SOURCE
from companion.journal.state_directory import NAME
from companion.rules.text import say
from companion.session.session import Session
from companion.support import atomic_write
from companion.table.session_errors import DamagedError, NewerError, NoStateError, UnreadableError
from companion.words.catalogue import Words
from tests.kit.scripted_games import GAMES, play, table_of, whole_game
from tests.kit.special_files import NO_FILES, everything_in

WAL = f"{NAME}-wal"
CONNECT = sqlite3.connect


@pytest.fixture
def leftover(game: Session, directory: Path, tmp_path: Path) -> Path:
    """Return a state directory like the copy of a running one: a journal and its log, without the shared memory."""
    copy = tmp_path / "copy"
    copy.mkdir()
    game.journal.checkpoint()
    game.do(play(whole_game()[0]))
    for name in (NAME, WAL):
        shutil.copyfile(directory / name, copy / name)
    assert (copy / WAL).stat().st_size
    return copy


@pytest.fixture
def no_write_access(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make only the folders for temporary files writable, so that SQLite creates its files nowhere else."""

    class ReadOnly(sqlite3.Connection):
        def execute(self, sql: str, *args: Any) -> sqlite3.Cursor:
            if sql.startswith("PRAGMA application_id"):
                error = sqlite3.OperationalError("unable to open database file")
                error.sqlite_errorcode = sqlite3.SQLITE_CANTOPEN
                raise error
            return super().execute(sql, *args)

    def connect(database: str, *args: Any, **kwargs: Any) -> sqlite3.Connection:
        shared = database.endswith("mode=ro") and "/copy/" in database
        return CONNECT(database, *args, factory=ReadOnly if shared else sqlite3.Connection, **kwargs)

    def access(path: Path, mode: int) -> bool:
        return not (mode & os.W_OK and Path(path).name == "copy")

    monkeypatch.setattr(sqlite3, "connect", connect)
    monkeypatch.setattr(os, "access", access)


def entries(directory: Path) -> int:
    """Return the number of readable rows of the first game."""
    with journal_to_read(directory) as journal:
        return len(list(journal.rows(1)))


@pytest.mark.usefixtures("no_write_access")
class TestReadOnlyCard:
    """A folder without write access, in which SQLite can create no file."""

    def test_a_log_is_read_from_a_copy(self, leftover: Path) -> None:
        before = everything_in(leftover)
        assert entries(leftover) == 2
        assert everything_in(leftover) == before

    def test_a_backup_contains_the_log(self, leftover: Path, tmp_path: Path) -> None:
        assert backup_to(tmp_path / "backup.sqlite3", leftover) == 1
        target = tmp_path / "other"
        target.mkdir()
        shutil.copyfile(tmp_path / "backup.sqlite3", target / NAME)
        assert entries(target) == 2

    def test_a_journal_without_a_log_needs_no_copy(self, leftover: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        Journal(leftover / NAME).close()
        monkeypatch.setattr(atomic_write, "MEMORY_FOLDER", leftover / "none")
        monkeypatch.setattr(tempfile, "tempdir", str(leftover / "none"))
        before = everything_in(leftover)
        assert entries(leftover) == 2
        assert everything_in(leftover) == before

    def test_an_impossible_copy_is_reported_with_its_reason(
        self, leftover: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(atomic_write, "MEMORY_FOLDER", leftover / "none")
        monkeypatch.setattr(tempfile, "tempdir", str(leftover / "none"))
        with pytest.raises(UnreadableError) as refused:
            entries(leftover)
        because = os.strerror(errno.ENOENT)
        assert refused.value.reason == say("session.no_copy", path=str(leftover / NAME), cause=because)

    def test_the_copy_is_removed(self, leftover: Path) -> None:
        with journal_to_read(leftover) as journal:
            copy = journal.path
            assert copy.exists()
        assert not copy.parent.exists()

    def test_a_newer_journal_is_reported_by_its_own_path(self, leftover: Path) -> None:
        with CONNECT(leftover / NAME) as db:
            db.execute("PRAGMA user_version = 77")
        db.close()
        (leftover / WAL).write_bytes(b"not empty")
        with pytest.raises(NewerError) as refused:
            entries(leftover)
        assert refused.value.reason == say("session.newer", path=str(leftover / NAME))


class TestNoJournal:
    """There is something else in place of the journal, or nothing."""

    @pytest.mark.parametrize("kind", NO_FILES)
    def test_a_path_that_is_no_file_is_reported_unopened(self, kind: str, directory: Path) -> None:
        directory.mkdir()
        NO_FILES[kind](directory / NAME)
        before = everything_in(directory)
        with pytest.raises(UnreadableError) as refused:
            entries(directory)
        assert dict(refused.value.reason.args)["path"] == str(directory / NAME)
        assert everything_in(directory) == before

    @pytest.mark.parametrize("kind", [kind for kind in NO_FILES if kind != "a folder"])
    def test_a_path_that_is_no_file_is_never_replaced(self, kind: str, directory: Path, tmp_path: Path) -> None:
        """A link may lead to a device of the system."""
        open_store(tmp_path / "other", GAMES).close()
        backup = tmp_path / "other" / NAME
        directory.mkdir()
        NO_FILES[kind](directory / NAME)
        before = everything_in(directory)
        with pytest.raises(UnreadableError):
            open_store(directory, GAMES)
        with pytest.raises(UnreadableError):
            restore_backup(backup, directory, GAMES)
        assert everything_in(directory) == before

    @pytest.mark.parametrize("ending", ["-wal", "-journal", "-shm"])
    def test_a_pipe_beside_the_journal_is_not_opened(self, ending: str, leftover: Path) -> None:
        (leftover / f"{NAME}{ending}").unlink(missing_ok=True)
        os.mkfifo(leftover / f"{NAME}{ending}")
        for opened in (entries, lambda directory: open_store(directory, GAMES)):
            with pytest.raises(UnreadableError) as refused:
                opened(leftover)
            assert dict(refused.value.reason.args)["path"] == str(leftover / f"{NAME}{ending}")

    def test_an_empty_file_is_reported_and_keeps_its_log(self, leftover: Path) -> None:
        (leftover / NAME).write_bytes(b"")
        before = everything_in(leftover)
        with pytest.raises(UnreadableError) as refused:
            entries(leftover)
        assert refused.value.reason == say("session.empty_file", path=str(leftover / NAME))
        assert everything_in(leftover) == before

    def test_a_missing_file(self, directory: Path) -> None:
        for place in (directory, directory.parent):
            with pytest.raises(NoStateError) as refused:
                entries(place)
            assert refused.value.reason == say("session.no_journal", path=str(place / NAME))

    def test_a_broken_link_is_reported_with_its_target(self, directory: Path) -> None:
        directory.mkdir()
        (directory / NAME).symlink_to(directory / "elsewhere")
        with pytest.raises(NoStateError) as refused:
            entries(directory)
        assert refused.value.reason == say("session.no_journal", path=str(directory / "elsewhere"))


@pytest.fixture
def broken(game: Session, directory: Path, tmp_path: Path) -> tuple[Path, int]:
    """Return a copy with several moves in its log, of which the first is broken; and its number of rows."""
    game.journal.checkpoint()
    for move in whole_game()[:5]:
        game.do(play(move))
    copy = tmp_path / "copy"
    copy.mkdir()
    for name in (NAME, WAL):
        shutil.copyfile(directory / name, copy / name)
    with (copy / WAL).open("r+b") as file:
        file.seek(32 + 24 + 4000)
        file.write(b"!")
    return copy, table_of(game).seq


def test_everything_intact_in_a_broken_log_is_read(broken: tuple[Path, int], tmp_path: Path) -> None:
    """SQLite would read only the rows before it, and report no damage."""
    state, rows = broken
    before = {path.name: path.read_bytes() for path in state.iterdir()}
    with journal_to_read(state) as journal:
        seqs = [row.seq for row in journal.rows(1)]
    assert seqs == [*range(1, rows + 1)]
    backup_to(tmp_path / "backup", state)
    with closing(Journal(tmp_path / "backup", read_only=True)) as journal:
        assert len([*journal.rows(1)]) == rows
    assert {path.name: path.read_bytes() for path in state.iterdir()} == before


def test_doctor_reports_a_broken_log(broken: tuple[Path, int]) -> None:
    state, _ = broken
    damage = broken_log(state)
    assert damage is not None
    assert damage.reason.args == (("cause", f"{WAL} is broken"),)
    assert [finding.ok for finding in doctor._state(state, GAMES, Words("en"))] == [False]


def test_the_log_of_a_running_companion_is_ignored(broken: tuple[Path, int]) -> None:
    state, _ = broken
    with (state / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert broken_log(state) is None
    assert broken_log(state) is not None


def test_a_backup_with_a_broken_log_is_damaged(broken: tuple[Path, int], tmp_path: Path) -> None:
    """Somebody has copied the files of another card."""
    state, rows = broken
    with pytest.raises(DamagedError):
        restore_backup(state / NAME, tmp_path / "other", GAMES)
    assert restore_damaged_backup(state / NAME, tmp_path / "other", GAMES).lost == 0
    with journal_to_read(tmp_path / "other") as journal:
        assert len([row for row in journal.rows(1) if row.source != RESTORE_SOURCE]) == rows
