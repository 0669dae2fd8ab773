"""Power cuts: nothing acknowledged is lost; a truncated journal comes back complete or shorter, never wrong."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion.journal.journal import Journal
from companion.journal.open_journal import open_store
from companion.journal.rows import Row
from companion.journal.state_directory import NAME
from tests.depth import few_of, some_of
from tests.kit.scripted_games import GAMES, crate, digests, expedition, play, session_on, step, table_of, whole_game

CHECKOUT = Path(__file__).resolve().parents[2]
WAL = f"{NAME}-wal"
ACKNOWLEDGED = range(1, len(whole_game()) + 2)
"""Every seq of the complete game, its start included."""


@pytest.mark.parametrize("last", some_of(ACKNOWLEDGED))
def test_killed_after_any_entry_the_game_continues_from_there(directory: Path, last: int) -> None:
    """The player gets no warning before it is killed, in the middle of whatever it does."""
    player = [sys.executable, "-m", "tests.session.player", str(directory)]
    with subprocess.Popen(player, cwd=CHECKOUT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert [int(process.stdout.readline()) for _ in range(last)] == list(range(1, last + 1))
        process.kill()

    store = open_store(directory, GAMES)
    session = session_on(store.journal)
    table = table_of(session)
    assert (store.old_path, session.snapshot().damaged) == (None, False)
    assert table.seq >= last
    assert table.digest() == digests()[len(table.entries)] == digests()[table.seq - 1]
    for move in whole_game()[len(table.entries) :]:
        session.do(play(move))
    assert table_of(session).digest() == digests()[-1]
    store.close()


@dataclass(frozen=True)
class Cut:
    """A journal after a power cut: the database, its WAL, the length of the WAL after each commit, and the true
    rows.
    """

    database: bytes
    wal: bytes
    commits: tuple[int, ...]
    rows: tuple[Row, ...]

    def rows_left(self, directory: Path, length: int) -> list[Row]:
        """Return the rows that are recovered from a WAL cut to this length. The directory is reused."""
        (directory / NAME).write_bytes(self.database)
        (directory / WAL).write_bytes(self.wal[:length])
        store = open_store(directory, GAMES)
        try:
            assert (store.old_path, store.lost) == (None, 0)
            return [row for saved in store.journal.games() for row in store.journal.rows(saved.number)]
        finally:
            store.close()

    def check(self, directory: Path, lengths: Iterable[int]) -> None:
        """Check that after the cut exactly the rows of the last complete commit are there."""
        directory.mkdir()
        for length in lengths:
            commits = sum(commit <= length for commit in self.commits)
            assert self.rows_left(directory, length) == list(self.rows[:commits]), f"cut at {length}"


def played(directory: Path, page_size: int) -> Cut:
    """Play the complete game while the WAL grows. Small pages make small commits, with as many frames."""
    directory.mkdir()
    Journal(directory / NAME).close()
    with closing(sqlite3.connect(directory / NAME, isolation_level=None)) as db:
        for statement in ("PRAGMA journal_mode = delete", f"PRAGMA page_size = {page_size}", "VACUUM"):
            db.execute(statement)
    store = open_store(directory, GAMES)
    session = session_on(store.journal)
    commits = []
    for command in (expedition(), *(play(move) for move in whole_game())):
        session.do(command)
        commits.append((directory / WAL).stat().st_size)
    database, wal = ((directory / name).read_bytes() for name in (NAME, WAL))
    cut = Cut(database, wal, tuple(commits), tuple(store.journal.rows(1)))
    store.close()
    assert len(cut.wal) == cut.commits[-1]
    return cut


@pytest.fixture(scope="module")
def small_cut(tmp_path_factory: pytest.TempPathFactory) -> Cut:
    return played(tmp_path_factory.mktemp("cut") / "small", page_size=512)


@pytest.fixture(scope="module")
def usual_cut(tmp_path_factory: pytest.TempPathFactory) -> Cut:
    return played(tmp_path_factory.mktemp("cut") / "usual", page_size=4096)


@pytest.mark.parametrize("back", [1, *(pytest.param(back, marks=pytest.mark.long) for back in (2, 3))])
def test_the_wal_is_cut_at_every_byte_of_last_commits(small_cut: Cut, directory: Path, back: int) -> None:
    small_cut.check(directory, few_of(range(small_cut.commits[-back - 1], small_cut.commits[-back] + 1)))


def test_the_wal_is_cut_all_along(small_cut: Cut, usual_cut: Cut, tmp_path: Path) -> None:
    small_cut.check(tmp_path / "small", some_of(range(0, len(small_cut.wal), 251), deep_share=2))
    usual_cut.check(tmp_path / "usual", some_of(range(0, len(usual_cut.wal), 1013), deep_share=2))


def test_the_wal_is_cut_around_the_end_of_every_frame(usual_cut: Cut, directory: Path) -> None:
    header, frame = 32, 24 + 4096
    ends = some_of(range(header, len(usual_cut.wal) + 1, frame))
    usual_cut.check(directory, (end + off for end in ends for off in (-1, 0, 1, 24) if end + off <= len(usual_cut.wal)))


@pytest.mark.long
def test_the_wal_is_cut_at_the_usual_page_size(usual_cut: Cut, directory: Path) -> None:
    usual_cut.check(directory, range(usual_cut.commits[-4], len(usual_cut.wal) + 1))


@pytest.mark.parametrize("back", some_of(range(1, 9)))
def test_a_corrupt_byte_of_the_wal_costs_little(usual_cut: Cut, directory: Path, back: int) -> None:
    """The log is kept unchanged; only rows that nothing but the corrupt place had are lost."""
    directory.mkdir()
    for offset in range(usual_cut.commits[-back - 1], usual_cut.commits[-back], 811):
        for old in directory.iterdir():
            old.unlink()
        wal = _flipped(usual_cut.wal, offset)
        (directory / NAME).write_bytes(usual_cut.database)
        (directory / WAL).write_bytes(wal)
        store = open_store(directory, GAMES)
        rows = list(store.journal.rows(1))
        assert store.log_broken
        assert store.old_path is not None
        assert store.old_path.with_name(f"{store.old_path.name}-wal").read_bytes() == wal
        assert rows == list(usual_cut.rows[: len(rows)])
        assert len(rows) >= len(usual_cut.rows) - back
        assert len(rows) == len(usual_cut.rows) or store.lost or back == 1
        store.close()


def test_the_game_continues_from_the_remaining_rows(usual_cut: Cut, directory: Path) -> None:
    directory.mkdir()
    usual_cut.rows_left(directory, usual_cut.commits[1] + 100)
    store = open_store(directory, GAMES)
    session = session_on(store.journal)
    assert table_of(session).digest() == digests()[1]
    assert session.do(play(crate(1, 2), step(1))).seq == 4
    store.close()


def test_a_journal_cut_while_it_was_created_is_created_again(directory: Path) -> None:
    """At any point while the tables are created: SQLite's own rollback journal undoes the incomplete part."""
    directory.mkdir()
    with closing(sqlite3.connect(directory / "begun.sqlite3", isolation_level=None)) as db:
        db.execute("PRAGMA cache_size = 1")
        db.execute("BEGIN")
        for number in range(40):
            db.execute(f"CREATE TABLE t{number} (x)")
        half = (directory / "begun.sqlite3").read_bytes()
        journal = (directory / "begun.sqlite3-journal").read_bytes()
        db.execute("ROLLBACK")
    assert half
    (directory / NAME).write_bytes(half)
    (directory / f"{NAME}-journal").write_bytes(journal)
    store = open_store(directory, GAMES)
    assert store.journal.games() == ()
    assert session_on(store.journal).do(expedition()).seq == 1
    store.close()


def _flipped(content: bytes, offset: int) -> bytes:
    return content[:offset] + bytes([content[offset] ^ 0x20]) + content[offset + 1 :]
