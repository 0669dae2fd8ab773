"""Attempts to lose a game, or to gain by a file: each of them worked once."""

from __future__ import annotations

import errno
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from companion.chance.canonical_json import canonical
from companion.journal.backup import backup_to, restore_backup
from companion.journal.database import with_digest
from companion.journal.journal import Journal
from companion.journal.open_journal import Store, open_store
from companion.journal.rows import RowKind
from companion.journal.state_directory import NAME
from companion.session.session import Session
from companion.table.commands import OpenGame
from companion.table.session_errors import NewerError, NotSavedError
from tests.kit.scripted_games import GAMES, play, session_on, start_lanterns, table_of, whole_game

WAL = f"{NAME}-wal"


def entries_in(directory: Path) -> tuple[int, Path | None]:
    """Return the number of entries of the open game at the next start, and the file that was set aside then."""
    store = open_store(directory, GAMES)
    try:
        table = session_on(store.journal).table
        return (len(table.entries) if table is not None else 0), store.old_path
    finally:
        store.close()


def copy_of_card(directory: Path, to: Path) -> Path:
    """Return the files as they are on the card right now."""
    shutil.copytree(directory, to, ignore=shutil.ignore_patterns("*-shm"))
    return to


@pytest.fixture
def spoilt(game: Session, directory: Path, tmp_path: Path) -> Path:
    """Return a state directory with six entries, all in a log whose first frame has a flipped bit."""
    for move in whole_game()[:6]:
        game.do(play(move))
    card = copy_of_card(directory, tmp_path / "card")
    log = bytearray((card / WAL).read_bytes())
    log[32 + 24 + 50] ^= 1
    (card / WAL).write_bytes(log)
    return card


class TestSettingAside:
    """Setting a damaged journal aside may be interrupted, or lack room."""

    def test_undisturbed_everything_is_moved(self, spoilt: Path) -> None:
        entries, aside = entries_in(spoilt)
        assert (entries, aside) == (6, spoilt / "damaged-1.sqlite3")

    @pytest.mark.parametrize("moment", ["unlink", "replace"])
    def test_an_interruption_is_resumed(self, spoilt: Path, monkeypatch: pytest.MonkeyPatch, moment: str) -> None:
        """The log is no longer beside the journal then, and there is no new journal yet."""
        with monkeypatch.context() as patch:
            original = getattr(Path, moment)

            def cut(path: Path, *args: object, **more: object) -> object:
                if path.name in (f"{NAME}-shm", "salvaged-journal.sqlite3"):
                    raise SystemExit("the power went")
                return original(path, *args, **more)

            patch.setattr(Path, moment, cut)
            with pytest.raises(SystemExit):
                open_store(spoilt, GAMES)
        entries, aside = entries_in(spoilt)
        assert (entries, aside) == (6, spoilt / "damaged-1.sqlite3")
        assert sorted(path.name for path in spoilt.glob("*")) == [
            "damaged-1.sqlite3",
            "damaged-1.sqlite3-wal",
            NAME,
            "lock",
        ]

    def test_without_room_nothing_is_moved(self, spoilt: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        before = {name: (spoilt / name).read_bytes() for name in (NAME, WAL)}
        with monkeypatch.context() as patch:
            patch.setattr(Journal, "checkpoint", lambda _: False)
            with pytest.raises(NotSavedError):  # nor is there another copy in memory
                open_store(spoilt, GAMES)
        assert {name: (spoilt / name).read_bytes() for name in (NAME, WAL)} == before
        assert entries_in(spoilt)[0] == 6

    def test_a_restore_without_room_leaves_the_journal_unchanged(
        self, game: Session, store: Store, directory: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        game.do(play(whole_game()[0]))
        backup_to(tmp_path / "backup.sqlite3", directory)
        store.close()
        before = (directory / NAME).read_bytes()
        with monkeypatch.context() as patch:
            patch.setattr(Journal, "checkpoint", lambda _: False)
            with pytest.raises(NotSavedError):
                restore_backup(tmp_path / "backup.sqlite3", directory, GAMES)
        assert (directory / NAME).read_bytes() == before

    @pytest.mark.parametrize(
        "mark", [b"", b"\xff\xfe", b"/", b"..", b"damaged-1.sqlite3", b"x/y", NAME.encode(), b"\0"]
    )
    def test_a_marker_without_a_journal_blocks_neither_start_nor_restore(
        self, game: Session, store: Store, directory: Path, tmp_path: Path, mark: bytes
    ) -> None:
        for move in whole_game()[:6]:
            game.do(play(move))
        backup_to(tmp_path / "backup.sqlite3", directory)
        store.close()
        (directory / "putting-aside").write_bytes(mark)
        assert entries_in(directory) == (6, None)
        assert not (directory / "putting-aside").exists()
        (directory / "putting-aside").write_bytes(mark)
        assert restore_backup(tmp_path / "backup.sqlite3", directory, GAMES).games == 1
        assert not (directory / "putting-aside").exists()

    @pytest.mark.parametrize("name", ["damaged-1.sqlite3", "replaced-1.sqlite3"])
    @pytest.mark.parametrize("content", [b"no journal", b"", None])
    def test_a_marker_with_another_file_costs_no_game(
        self, game: Session, store: Store, directory: Path, name: str, content: bytes | None
    ) -> None:
        """None: another journal, intact and without a game."""
        for move in whole_game()[:6]:
            game.do(play(move))
        store.close()
        if content is None:
            Journal(directory / name).close()
        else:
            (directory / name).write_bytes(content)
        (directory / "putting-aside").write_text(name)
        if (name, content) == ("replaced-1.sqlite3", None):
            assert entries_in(directory) == (0, None), "it may have been the journal until the power went"
            return
        assert entries_in(directory) == (6, None)
        assert (directory / name).exists()

    @pytest.mark.parametrize("written", [b"", b"dama"])
    @pytest.mark.parametrize("cause", [SystemExit("the power went"), OSError(errno.ENOSPC, "no room")], ids=repr)
    def test_an_interruption_while_the_marker_is_written_is_resumed(
        self, spoilt: Path, monkeypatch: pytest.MonkeyPatch, cause: BaseException, written: bytes
    ) -> None:
        def cut(path: Path, *_: object) -> None:
            path.write_bytes(written)
            raise cause

        with monkeypatch.context() as patch:
            patch.setattr(Path, "write_text", cut)
            if isinstance(cause, OSError):
                assert entries_in(spoilt) == (6, None), "shown from memory"
                assert {path.name for path in spoilt.iterdir()} <= {NAME, WAL, f"{NAME}-shm", "lock"}
            else:
                with pytest.raises(SystemExit):
                    open_store(spoilt, GAMES)
        assert entries_in(spoilt)[0] == 6
        assert not list(spoilt.glob("putting-aside*"))

    def test_the_files_of_an_interrupted_restore_can_be_restored(
        self, game: Session, store: Store, directory: Path
    ) -> None:
        game.do(play(whole_game()[0]))
        restored = directory / f"restored-{NAME}"
        backup_to(restored, directory)
        store.close()
        assert restore_backup(restored, directory, GAMES).games == 1
        assert restored.exists()


def _all(directory: Path) -> None:
    for path in directory.glob("journal*"):
        path.unlink()


def _log(directory: Path) -> None:
    (directory / WAL).unlink()


def _renamed(directory: Path) -> None:
    (directory / NAME).rename(directory / "elsewhere.sqlite3")


@pytest.mark.parametrize("remove", [_all, _log, _renamed], ids=lambda remove: remove.__name__)
def test_files_removed_under_the_table_are_noticed_and_written_again(
    game: Session, directory: Path, tmp_path: Path, remove: Callable[[Path], None]
) -> None:
    """Otherwise every move would be acknowledged into a file that nobody finds again."""
    moves = [play(move) for move in whole_game()]
    for move in moves[:3]:
        game.do(move)
    remove(directory)
    with pytest.raises(NotSavedError):
        game.do(moves[3])
    for move in moves[3:6]:
        game.do(move)
    assert len(table_of(game).entries) == 6
    assert entries_in(copy_of_card(directory, tmp_path / "card")) == (6, None)


def test_a_link_to_the_journal_does_not_hide_damage(spoilt: Path, tmp_path: Path) -> None:
    """SQLite has the log beside the file itself."""
    linked = tmp_path / "linked"
    linked.mkdir()
    (linked / NAME).symlink_to(spoilt / NAME)
    entries, aside = entries_in(linked)
    assert (entries, aside) == (6, spoilt / "damaged-1.sqlite3")


def test_a_result_stored_by_hand_keeps_no_seed(store: Store, directory: Path, tmp_path: Path) -> None:
    start_lanterns(store.journal, dice=[])
    backup = tmp_path / "backup.sqlite3"
    backup_to(backup, directory)
    store.close()
    with closing(sqlite3.connect(backup)) as db, db:
        (last,) = db.execute("SELECT last FROM games").fetchone()
        *_, result, digest = with_digest(1, last, canonical([[1, 1, 9], [2, 2, 3]]))
        db.execute("UPDATE games SET result = ?, digest = ?", (result, digest))
    restore_backup(backup, directory, GAMES)
    again = open_store(directory, GAMES)
    session = session_on(again.journal)
    session.do(OpenGame(number=1))
    seeds = [row.body["seed"] for row in again.journal.rows(1) if row.kind is RowKind.COMMITTED]
    assert len(seeds) == 2
    assert table_of(session).commitments[-1].from_file
    again.close()


def test_a_corrupt_header_byte_loses_no_game(game: Session, store: Store, directory: Path) -> None:
    for move in whole_game()[:6]:
        game.do(play(move))
    store.close()
    content = (directory / NAME).read_bytes()
    newer = 0
    for offset in range(100):
        for path in directory.iterdir():
            path.unlink()
        (directory / NAME).write_bytes(content[:offset] + bytes([content[offset] ^ 0x80]) + content[offset + 1 :])
        try:
            entries, _ = entries_in(directory)
        except NewerError:
            newer += 1
        else:
            assert entries == 6, offset
    assert newer == 0, "a bit of the version says nothing of a later program"
