"""The state directory: one companion at a time, created if missing, and errors reported in words."""

from __future__ import annotations

import fcntl
import os
import stat
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest

from companion.journal.open_journal import Store, journal_to_read, open_store
from companion.journal.state_directory import NAME
from companion.table.session_errors import InUseError, NoStateError, UnreadableError
from tests.kit.scripted_games import GAMES, expedition, play, session_on, step, table_of
from tests.kit.special_files import everything_in

CHECKOUT = Path(__file__).resolve().parents[2]


def test_the_directory_is_created_with_its_parents(tmp_path: Path) -> None:
    store = open_store(tmp_path / "var" / "lib" / "companion", GAMES)
    assert session_on(store.journal).do(expedition()).game == 1
    assert (store.old_path, store.lost) == (None, 0)
    store.close()


def test_played_moves_are_there_when_it_is_opened_again(directory: Path) -> None:
    store = open_store(directory, GAMES)
    session = session_on(store.journal)
    session.do(expedition())
    session.do(play(step(1)))
    store.close()
    again = open_store(directory, GAMES)
    assert session_on(again.journal).table == table_of(session)
    again.close()


class TestTwoAtOnce:
    """Two companions on one state would overwrite each other: the second is refused."""

    def test_the_second_is_refused_with_the_path(self, store: Store, directory: Path) -> None:
        with pytest.raises(InUseError) as refused:
            open_store(directory, GAMES)
        assert refused.value.reason.key == "session.in_use"
        assert refused.value.reason.args == (("path", str(directory)),)

    def test_the_first_is_not_disturbed(self, store: Store, directory: Path) -> None:
        with pytest.raises(InUseError):
            open_store(directory, GAMES)
        assert session_on(store.journal).do(expedition()).seq == 1

    def test_another_process_is_refused_too(self, store: Store, directory: Path) -> None:
        player = [sys.executable, "-m", "tests.session.player", str(directory)]
        completed = subprocess.run(player, cwd=CHECKOUT, capture_output=True, text=True, input="", check=False)
        assert completed.returncode != 0
        assert completed.stderr.splitlines()[-1] == "companion.table.session_errors.InUseError: session.in_use"
        assert store.journal.games() == ()

    def test_after_the_first_is_closed_the_next_may_open(self, store: Store, directory: Path) -> None:
        store.close()
        open_store(directory, GAMES).close()

    def test_a_lock_left_by_a_power_cut_blocks_nobody(self, directory: Path) -> None:
        directory.mkdir()
        (directory / "lock").touch()
        open_store(directory, GAMES).close()

    def test_without_a_lock_file_the_second_is_refused_too(self, directory: Path) -> None:
        """As on a card that has become read-only."""
        (directory / "lock").mkdir(parents=True)
        first = open_store(directory, GAMES)
        with pytest.raises(InUseError):
            open_store(directory, GAMES)
        first.close()


@pytest.mark.parametrize("above", ["", "deeper", "deeper/still"])
def test_an_impossible_directory_is_reported_with_path_and_cause(tmp_path: Path, above: str) -> None:
    (tmp_path / "state").write_text("a file in its place")
    with pytest.raises(NoStateError) as refused:
        open_store(tmp_path / "state" / above, GAMES)
    args = dict(refused.value.reason.args)
    assert refused.value.reason.key == "session.no_state"
    assert args["path"] == str(tmp_path / "state" / above)
    assert args["cause"] in ("File exists", "Not a directory")
    assert (tmp_path / "state").read_text() == "a file in its place"


def test_a_path_refused_by_the_system_is_reported_too(tmp_path: Path) -> None:
    with pytest.raises(NoStateError) as refused:
        open_store(tmp_path / ("x" * 300), GAMES)
    assert dict(refused.value.reason.args)["cause"] == "File name too long"


def test_the_directory_is_released_when_opening_fails(directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def faulty(*_: object, **__: object) -> None:
        raise RuntimeError("a bug")

    with monkeypatch.context() as patch:
        patch.setattr("companion.journal.rescue.Journal", faulty)
        with pytest.raises(RuntimeError):
            open_store(directory, GAMES)
    open_store(directory, GAMES).close()


def test_nothing_but_the_journal_and_the_lock_is_left_behind(directory: Path) -> None:
    store = open_store(directory, GAMES)
    session_on(store.journal).do(expedition())
    store.close()
    assert sorted(path.name for path in directory.iterdir()) == [NAME, "lock"]


def test_a_state_directory_and_its_files_become_private(tmp_path: Path) -> None:
    directory = tmp_path / "state"
    before = os.umask(0o022)
    try:
        directory.mkdir(mode=0o755)
        for name in ("damaged-1.sqlite3", "lock", "notes.txt"):
            (directory / name).touch(mode=0o644)
        store = open_store(directory, GAMES)
        store.journal.set_note("something", 1)
        store.journal.keep_copy(1)
    finally:
        os.umask(before)
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in directory.iterdir()}
    store.close()
    assert stat.S_IMODE(directory.stat().st_mode) == 0o700
    assert modes.pop("notes.txt") == 0o644, "what is not ours is left alone"
    assert {f"{NAME}-wal", NAME, "damaged-1.sqlite3", "damaged-2.sqlite3", "lock"} <= modes.keys()
    assert set(modes.values()) == {0o600}


def test_a_shared_directory_keeps_its_permissions(tmp_path: Path) -> None:
    directory = tmp_path / "shared"
    directory.mkdir()
    directory.chmod(0o1777)
    open_store(directory, GAMES).close()
    assert stat.S_IMODE(directory.stat().st_mode) == 0o1777
    assert stat.S_IMODE((directory / NAME).stat().st_mode) == 0o600


def test_a_folder_named_like_a_rollback_journal_is_refused_first(directory: Path) -> None:
    """It would stop the removal of a journal's files after its log is removed."""
    with closing(open_store(directory, GAMES)) as store:
        session_on(store.journal).do(expedition())
    folder = directory / f"{NAME}-journal"
    folder.mkdir()
    before = everything_in(directory)
    with pytest.raises(UnreadableError) as raised:
        open_store(directory, GAMES)
    assert dict(raised.value.reason.args)["path"] == str(folder)
    assert everything_in(directory) == before


def test_an_old_rollback_journal_rolls_nothing_back(directory: Path) -> None:
    """SQLite would restore the database to its state before the first table: nothing at all."""
    database = directory / NAME
    with closing(open_store(directory, GAMES)) as store:
        session_on(store.journal).do(expedition())
    old = b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7" + bytes(8) + (0).to_bytes(4) + (512).to_bytes(4) + (4096).to_bytes(4)
    (directory / f"{NAME}-journal").write_bytes(old.ljust(512, b"\0"))
    with closing(open_store(directory, GAMES)) as store:
        assert [game.number for game in store.journal.games()] == [1]
        assert store.old_path is None
    kept_file = database.with_name("damaged-1.sqlite3-journal")
    assert kept_file.read_bytes() == old.ljust(512, b"\0")


def test_checking_whether_it_is_in_use_blocks_nobody(directory: Path) -> None:
    open_store(directory, GAMES).close()
    with (directory / "lock").open() as look:
        fcntl.flock(look, fcntl.LOCK_SH)
        letting_go = threading.Timer(0.01, fcntl.flock, (look, fcntl.LOCK_UN))
        letting_go.start()
        open_store(directory, GAMES).close()
        letting_go.join()


def test_a_pipe_named_like_the_lock_does_not_block(directory: Path) -> None:
    with closing(open_store(directory, GAMES)) as store:
        session_on(store.journal).do(expedition())
    (directory / "lock").unlink()
    os.mkfifo(directory / "lock")
    with journal_to_read(directory) as journal:
        assert [game.number for game in journal.games()] == [1]
