"""SQLite's log as this program reads it: damage is found anywhere, and affects nothing else."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion.journal.database_files import Log, read_log, with_log

HEADER, FRAME = 32, 24


@dataclass(frozen=True)
class Written:
    """A database and its log, as a killed program leaves them."""

    folder: Path
    database: bytes
    log: bytes
    page: int
    rows: list[str]

    @property
    def step(self) -> int:
        return FRAME + self.page

    @property
    def frames(self) -> int:
        return (len(self.log) - HEADER) // self.step

    def read(self, log: bytes) -> Log:
        (self.folder / "log").write_bytes(log)
        (self.folder / "database").write_bytes(self.database)
        return read_log(self.folder / "log", self.folder / "database")

    def rows_with(self, log: Log) -> list[str]:
        """Return the rows of the database once the log is applied."""
        path = self.folder / "both"
        path.write_bytes(with_log(self.database, log))
        with closing(sqlite3.connect(path)) as db:
            assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            return [text for (text,) in db.execute("SELECT text FROM words ORDER BY rowid")]


@pytest.fixture(params=[512, 4096])
def written(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Written]:
    """Return five rows in the database and more in the log, each a transaction; the last one makes the database
    smaller.
    """
    page, path = request.param, tmp_path / "words"
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        for statement in (f"PRAGMA page_size = {page}", "PRAGMA journal_mode = wal", "CREATE TABLE words (text TEXT)"):
            db.execute(statement)
        rows = [f"{number} " + "x" * 300 for number in range(20)]
        for row in rows[:5]:
            db.execute("INSERT INTO words VALUES (?)", (row,))
        db.execute("PRAGMA wal_checkpoint(truncate)")
        for row in rows[5:]:
            db.execute("INSERT INTO words VALUES (?)", (row,))
        db.execute("DELETE FROM words WHERE rowid > 15")
        db.execute("VACUUM")
        yield Written(tmp_path, path.read_bytes(), (tmp_path / "words-wal").read_bytes(), page, rows[:15])


def flipped(data: bytes, position: int, bit: int = 1) -> bytes:
    return data[:position] + bytes([data[position] ^ bit]) + data[position + 1 :]


@pytest.mark.parametrize("written", [512, 4096, 65536], indirect=True)
def test_an_intact_log_is_read_completely(written: Written) -> None:
    log = written.read(written.log)
    assert (len(log.frames), log.broken) == (written.frames, False)
    assert written.rows_with(log) == written.rows
    assert len(with_log(written.database, log)) == log.frames[-1].commits * written.page


def test_a_missing_or_empty_log_is_not_broken(written: Written) -> None:
    (written.folder / "database").write_bytes(written.database)
    nothing = Log((), broken=False)
    assert read_log(written.folder / "no-log", written.folder / "database") == nothing
    for log in (b"", written.log[: HEADER - 1], bytes(HEADER)):
        assert written.read(log) == nothing
    assert with_log(written.database, nothing)[20:] == written.database[20:]


def test_a_shorter_log_is_not_broken(written: Written) -> None:
    for length in range(HEADER, len(written.log), max(1, len(written.log) // 300)):
        log = written.read(written.log[:length])
        assert not log.broken, length
        assert len(log.frames) == (length - HEADER) // written.step


@pytest.mark.parametrize("part", ["page", "commits", "salt 1", "salt 2", "sum 1", "sum 2", "content", "last letter"])
def test_a_flipped_bit_is_found_and_spoils_no_other_frame(written: Written, part: str) -> None:
    offset = {"page": 3, "commits": 7, "salt 1": 8, "salt 2": 12, "sum 1": 16, "sum 2": 20, "content": 24 + 100}
    kept_all = part.startswith("salt")  # only the checksum still shows that it belongs to the log
    for frame in range(written.frames):
        position = HEADER + frame * written.step + offset.get(part, written.step - 1)
        log = written.read(flipped(written.log, position))
        assert log.broken, (part, frame)
        # The checksum of a frame is also the start value of the next one.
        spoilt = 0 if kept_all else 2 if part.startswith("sum") and frame + 1 < written.frames else 1
        assert len(log.frames) == written.frames - spoilt


@pytest.mark.parametrize("offset", range(HEADER))
def test_a_corrupt_header_is_found_and_the_frames_are_read(written: Written, offset: int) -> None:
    log = written.read(flipped(written.log, offset, 0x10))
    assert log.broken
    assert len(log.frames) >= written.frames - 1
    if offset < 24:
        assert written.rows_with(log) == written.rows


@pytest.mark.parametrize("written", [512, 65536], indirect=True)
def test_a_header_of_zeros_is_found(written: Written) -> None:
    log = written.read(bytes(HEADER) + written.log[HEADER:])
    assert log.broken
    assert len(log.frames) == written.frames - 1, "where the sum of the first one begins stood in the header"


def test_a_place_of_zeros_is_broken_even_at_the_end(written: Written) -> None:
    for frame in range(written.frames):
        position = HEADER + frame * written.step
        log = written.read(written.log[:position] + bytes(written.step) + written.log[position + written.step :])
        assert log.broken, frame
        assert len(log.frames) >= written.frames - 2


def test_a_place_of_zeros_is_broken_in_a_first_log(tmp_path: Path) -> None:
    """SQLite's count begins at 0 before the first write: a frame with the salt 0 looks as if it were earlier."""
    path, log = tmp_path / "words", tmp_path / "words-wal"
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = wal")
        db.execute("CREATE TABLE words (text TEXT)")
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        for statement in ("PRAGMA wal_checkpoint(truncate)", "SELECT * FROM words", "PRAGMA wal_checkpoint(truncate)"):
            db.execute(statement).fetchall()
        for number in range(3):
            db.execute("INSERT INTO words VALUES (?)", (f"{number}",))
        original = log.read_bytes()
        assert int.from_bytes(original[16:20]) < 9
        (tmp_path / "copy").write_bytes(path.read_bytes())
    last = (len(original) - HEADER) // 3
    log.write_bytes(original[:-last] + bytes(last))
    assert read_log(log, tmp_path / "copy").broken


def test_a_log_of_zeros_was_once_a_log(written: Written) -> None:
    assert written.read(bytes(len(written.log))).broken


@pytest.mark.parametrize("noise", [b"\xff" * 512, bytes(range(1, 256)) * 2, b"\x00\x00\x00\x01" * 128])
def test_a_last_frame_with_a_corrupt_header_is_found(written: Written, noise: bytes) -> None:
    """Neither of its salts is the log's any more, and no earlier log can have left such a frame behind."""
    offset = HEADER + (written.frames - 1) * written.step
    log = written.read(written.log[:offset] + noise + written.log[offset + len(noise) :])
    assert log.broken
    assert len(log.frames) == written.frames - 1


def test_the_rest_of_an_earlier_log_is_ignored(tmp_path: Path) -> None:
    """SQLite begins at the front again, and the earlier log is longer."""
    path = tmp_path / "words"
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = wal")
        db.execute("CREATE TABLE words (text TEXT)")
        for number in range(30):
            db.execute("INSERT INTO words VALUES (?)", (f"{number}",))
        db.execute("PRAGMA wal_checkpoint(restart)")
        before = (tmp_path / "words-wal").stat().st_size
        db.execute("INSERT INTO words VALUES ('one more')")
        log = read_log(tmp_path / "words-wal", path)
        assert (tmp_path / "words-wal").stat().st_size == before
        assert (len(log.frames), log.broken) == (1, False)


@dataclass(frozen=True)
class Failed:
    """Three logs that begin alike: the original, one with another long transaction, and one with a short one
    instead.
    """

    written: Written
    long: bytes
    short: bytes


@pytest.fixture
def failed(written: Written) -> Failed:
    logs = []
    for name, rows in (("long", 30), ("short", 1)):
        path = written.folder / name
        path.write_bytes(written.database)
        (written.folder / f"{name}-wal").write_bytes(written.log)
        with closing(sqlite3.connect(path, isolation_level=None)) as db:
            db.execute("BEGIN")
            for number in range(rows):
                db.execute("INSERT INTO words VALUES (?)", (f"{name} {number} " + "y" * 1000,))
            db.execute("COMMIT")
            logs.append((written.folder / f"{name}-wal").read_bytes())
    assert logs[0].startswith(written.log)
    assert logs[1].startswith(written.log)
    assert len(logs[0]) > len(logs[1]) + 3 * written.step
    return Failed(written, *logs)


def test_the_rest_of_a_failed_transaction_is_not_broken(failed: Failed) -> None:
    """A shorter one is written over its first frames. Nothing behind that ends a transaction."""
    written = failed.written
    without_end = failed.long[: -written.step]
    for length in range(len(failed.short), len(without_end) + 1, written.step // 2):
        log = written.read(failed.short + without_end[len(failed.short) : length])
        assert not log.broken, length
        assert written.rows_with(log) == [*written.rows, "short 0 " + "y" * 1000]


def test_a_commit_behind_a_broken_place_is_reported(failed: Failed) -> None:
    assert failed.written.read(failed.short + failed.long[len(failed.short) :]).broken


def test_a_corrupt_transaction_before_a_failed_one_is_found(failed: Failed) -> None:
    written = failed.written
    rest = failed.long[len(failed.short) : -written.step]
    for position in range(len(written.log), len(failed.short), 7):
        assert written.read(flipped(failed.short, position) + rest).broken, position


@pytest.mark.parametrize("rows", range(1, 40, 3))
def test_a_last_frame_that_lost_its_commit_is_found(tmp_path: Path, rows: int) -> None:
    """The number of pages is sometimes a power of two, and one flipped bit makes it 0."""
    path = tmp_path / "words"
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        for statement in ("PRAGMA page_size = 512", "PRAGMA journal_mode = wal", "CREATE TABLE words (text TEXT)"):
            db.execute(statement)
        for _ in range(rows):
            db.execute("INSERT INTO words VALUES (?)", ("x" * 300,))
        database, data = path.read_bytes(), (tmp_path / "words-wal").read_bytes()
    position = len(data) - FRAME - 512 + 4
    for bit in range(32):
        bad = flipped(data, position + bit // 8, 1 << bit % 8)
        written = Written(tmp_path, database, bad, 512, [])
        assert written.read(bad).broken, bit


def test_frames_behind_the_last_complete_transaction_are_ignored(written: Written) -> None:
    original = written.read(written.log)
    position = max(number for number, frame in enumerate(original.frames[:-1]) if frame.commits)
    cut = Log(
        original.frames[: position + 1]
        + tuple(frame for frame in original.frames[position + 1 :] if not frame.commits),
        False,
    )
    pages = with_log(written.database, cut)
    assert len(pages) == original.frames[position].commits * written.page
    assert pages == with_log(written.database, Log(original.frames[: position + 1], broken=False))
