"""A damaged journal is kept unchanged, and a new one is created with everything in it that is intact."""

from __future__ import annotations

import os
import re
import sqlite3
import stat
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.journal.backup import restore_backup
from companion.journal.database import APPLICATION_ID, VERSION
from companion.journal.open_journal import Store, open_store
from companion.journal.rows import Row
from companion.journal.state_directory import NAME
from companion.table.commands import Amend, OpenGame, TakeBack
from companion.table.session_errors import DamagedError, NewerError, NotSavedError
from tests.depth import few_of, search
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

NOTES = {"board": {"crates": {"5": 2}}, "language": "fr", "volume": 3}


class SampleJournal:
    """A journal after a good evening, as one file, with its true content."""

    def __init__(self, content: bytes, rows: Mapping[int, list[Row]], notes: Mapping[str, Any]) -> None:
        self.content = content
        self.rows = rows
        self.notes = notes


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> SampleJournal:
    """Return twelve games: one finished, most of them short, one of Lanterns, and the open one."""
    directory = tmp_path_factory.mktemp("evening")
    store = open_store(directory, GAMES)
    session = session_on(store.journal)
    session.do(expedition())
    for move in whole_game():
        session.do(play(move))
    for number in range(9):
        session.do(expedition((f"Ada {number}", f"Bao {number}", "Chloé")))
        session.do(play(step(1), crate(1, 2), id=f"press-{number}"))
        session.do(TakeBack())
    start_lanterns(store.journal, dice=[1, 2, 3, 4]).do(play(roll(1), roll(2)))
    session.do(expedition())
    for move in whole_game()[:8]:
        session.do(play(move))
    session.do(Amend(entry=2, move=crate(1, 1)[1]))
    for name, value in NOTES.items():
        session.note(name, value)
    rows = {saved.number: list(store.journal.rows(saved.number)) for saved in store.journal.games()}
    notes = store.journal.notes()
    store.close()
    return SampleJournal((directory / NAME).read_bytes(), rows, notes)


def open_on(directory: Path, content: bytes) -> Store:
    """Open the store on a state directory whose journal has this content."""
    directory.mkdir(exist_ok=True)
    for old in directory.iterdir():
        old.unlink()
    (directory / NAME).write_bytes(content)
    return open_store(directory, GAMES)


def check(directory: Path, content: bytes, evening: SampleJournal) -> None:
    """Check that the damaged file is kept, everything shown is true, and play can continue."""
    try:
        store = open_on(directory, content)
    except NewerError:  # the bytes that hold the version
        assert content[60:64] != evening.content[60:64]
        assert (directory / NAME).read_bytes() == content
        return
    try:
        if store.old_path is not None:
            assert store.old_path.read_bytes() == content
        else:
            assert [saved.number for saved in store.journal.games()] == list(evening.rows)
            assert store.journal.notes() == evening.notes
        check_usable(store, evening)
    finally:
        store.close()


def check_usable(store: Store, evening: SampleJournal) -> None:
    assert store.journal.notes().items() <= evening.notes.items()
    session = session_on(store.journal)
    complete = True
    for saved in store.journal.games():
        session.do(OpenGame(number=saved.number))
        rows = list(store.journal.rows(saved.number))
        assert rows == evening.rows[saved.number][: len(rows)]
        assert table_of(session).seq == len(rows) > 0
        assert table_of(session).digest() == rows[-1].digest
        complete = complete and rows == evening.rows[saved.number]
    assert (
        complete or store.old_path or (session.snapshot().damaged and (store.directory / "damaged-1.sqlite3").exists())
    )
    session.do(expedition())
    assert session.do(play(step(1))).entry == 1
    assert session.snapshot().saved


def test_an_undamaged_journal_is_complete(directory: Path, evening: SampleJournal) -> None:
    store = open_on(directory, evening.content)
    assert (store.old_path, store.lost) == (None, 0)
    assert {saved.number: list(store.journal.rows(saved.number)) for saved in store.journal.games()} == evening.rows
    check_usable(store, evening)
    store.close()


class TestCut:
    """The database is truncated, as by a card that lost its last blocks."""

    def test_cut_at_many_bytes(self, directory: Path, evening: SampleJournal) -> None:
        for length in {*range(1, 600, 7), *range(1, len(evening.content), 997)}:
            check(directory, evening.content[:length], evening)

    def test_cut_around_the_end_of_every_page(self, directory: Path, evening: SampleJournal) -> None:
        for page in range(4096, len(evening.content) + 1, 4096):
            for length in (page - 1, page, page + 1):
                check(directory, evening.content[:length], evening)

    def test_readable_games_are_recovered(self, directory: Path, evening: SampleJournal) -> None:
        """Games that lost a page do not affect the others."""
        store = open_on(directory, evening.content[:-4096])
        assert store.old_path == directory / "damaged-1.sqlite3"
        intact_games = [n for n, rows in evening.rows.items() if list(store.journal.rows(n)) == rows]
        assert len(intact_games) + store.lost == len(evening.rows)
        assert len(intact_games) >= 3
        store.close()


class TestFlipped:
    """Bytes are corrupt, anywhere."""

    @pytest.mark.parametrize("change", [0x01, pytest.param(0xFF, marks=pytest.mark.long)])
    def test_each_byte_of_the_header(self, directory: Path, evening: SampleJournal, change: int) -> None:
        for offset in few_of(range(108)):
            check(directory, _changed(evening.content, {offset: change}), evening)

    def test_a_page_of_zeros(self, directory: Path, evening: SampleJournal) -> None:
        for offset in range(0, len(evening.content), 4096):
            check(directory, evening.content[:offset] + bytes(4096) + evening.content[offset + 4096 :], evening)

    def test_a_page_replaced_by_another(self, directory: Path, evening: SampleJournal) -> None:
        pages = [evening.content[offset : offset + 4096] for offset in range(0, len(evening.content), 4096)]
        for offset in range(len(pages) - 1):
            swapped = [*pages[:offset], pages[offset + 1], pages[offset], *pages[offset + 2 :]]
            check(directory, b"".join(swapped), evening)

    @pytest.mark.parametrize("examples", [100, pytest.param(1000, marks=pytest.mark.long)])
    def test_any_byte(self, directory: Path, evening: SampleJournal, examples: int) -> None:
        @search(examples)
        @given(changes=st.dictionaries(st.integers(0, 11 * 4096 - 1), st.integers(1, 255), min_size=1, max_size=6))
        def whatever_bytes(changes: dict[int, int]) -> None:
            check(directory, _changed(evening.content, changes), evening)

        whatever_bytes()

    @pytest.mark.parametrize(
        "written",
        [b"Ada 4", b"Chlo\xc3", b'"cards"', b'"crates"', b'"fr"', b"press-3", b"played", b"open_game", b"[[1,1"],
    )
    @pytest.mark.parametrize("change", [0x01, pytest.param(0x80, marks=pytest.mark.long)])
    def test_letters_of_written_values(
        self, directory: Path, evening: SampleJournal, written: bytes, change: int
    ) -> None:
        """A name, a move or a setting is changed anywhere: SQLite's quick check finds nothing wrong with such a
        file.
        """
        places = [match.start() for match in re.finditer(re.escape(written), evening.content)]
        assert places
        for offset in few_of(places):
            check(directory, _changed(evening.content, {offset + 1: change}), evening)

    @pytest.mark.parametrize("written", [b"games (", b"number INTEGER", b"command TEXT", b"value TEXT", b"STRICT"])
    def test_letters_of_the_schema(self, directory: Path, evening: SampleJournal, written: bytes) -> None:
        for offset in (match.start() for match in re.finditer(re.escape(written), evening.content)):
            for change in (0x01, 0x80):
                check(directory, _changed(evening.content, {offset + 1: change}), evening)


@pytest.mark.parametrize(
    "content",
    [b"x", b"Not a database.\n" * 500, os.urandom(9000), b"SQLite format 3\0", b"SQLite format 3\0" + bytes(5000)],
    ids=["one byte", "text", "noise", "a title", "a title and nothing"],
)
def test_a_file_that_is_not_a_database(directory: Path, content: bytes) -> None:
    store = open_on(directory, content)
    assert store.old_path == directory / "damaged-1.sqlite3"
    assert store.old_path.read_bytes() == content
    assert store.journal.games() == ()
    assert session_on(store.journal).do(expedition()).seq == 1
    store.close()


def test_an_empty_file_becomes_a_new_journal(directory: Path) -> None:
    store = open_on(directory, b"")
    assert store.old_path is None
    assert session_on(store.journal).do(expedition()).seq == 1
    store.close()


def test_an_empty_file_with_a_wal_is_damaged(directory: Path, evening: SampleJournal) -> None:
    """SQLite would drop the WAL silently."""
    directory.mkdir()
    (directory / NAME).touch()
    (directory / f"{NAME}-wal").write_bytes(b"what was written last")
    store = open_store(directory, GAMES)
    assert store.old_path is not None
    assert store.old_path.with_name(f"{store.old_path.name}-wal").read_bytes() == b"what was written last"
    store.close()


@pytest.mark.parametrize("mode", ["delete", "wal"])
def test_a_foreign_database_is_renamed(directory: Path, mode: str) -> None:
    directory.mkdir()
    with closing(sqlite3.connect(directory / NAME)) as db, db:
        db.execute(f"PRAGMA journal_mode = {mode}")
        db.execute("CREATE TABLE notes (name TEXT, value TEXT, digest TEXT)")
        db.execute("INSERT INTO notes VALUES ('milk', '2', '')")
    theirs = (directory / NAME).read_bytes()
    store = open_store(directory, GAMES)
    assert store.old_path is not None
    assert store.old_path.read_bytes() == theirs
    assert (store.journal.games(), store.journal.notes(), store.lost) == ((), {}, 0)
    store.close()


def test_the_wal_of_a_damaged_database_is_kept_with_it(directory: Path, evening: SampleJournal) -> None:
    """Its committed rows are recovered, but do not get into the new database by mistake."""
    store = open_on(directory, evening.content)
    session = session_on(store.journal)
    for _ in range(2):
        session.do(play(step(1)))
    rows = {saved.number: list(store.journal.rows(saved.number)) for saved in store.journal.games()}
    truth = SampleJournal(evening.content, rows, store.journal.notes())
    wal = (directory / f"{NAME}-wal").read_bytes()[:-1000]
    store.close()
    in_wal = {int.from_bytes(wal[frame : frame + 4]) for frame in range(32, len(wal), 24 + 4096)}
    names = (match.start() for match in re.finditer(b"Ada [0-9]", evening.content))
    offset = next(position for position in names if position // 4096 + 1 not in in_wal)
    database = _changed(evening.content, {offset: 0x80})
    (directory / NAME).write_bytes(database)
    (directory / f"{NAME}-wal").write_bytes(wal)

    store = open_store(directory, GAMES)
    assert store.old_path is not None
    assert store.old_path.read_bytes() == database
    assert store.old_path.with_name(f"{store.old_path.name}-wal").read_bytes() == wal
    assert list(store.journal.rows(12)) == rows[12][:-1]
    assert store.lost == 1
    check_usable(store, truth)
    store.close()


def test_a_journal_without_its_application_id_is_recovered(directory: Path, evening: SampleJournal) -> None:
    offset = evening.content.index(APPLICATION_ID.to_bytes(4))
    store = open_on(directory, _changed(evening.content, {offset: 0x01}))
    assert store.old_path is not None
    assert {saved.number: list(store.journal.rows(saved.number)) for saved in store.journal.games()} == evening.rows
    assert store.journal.notes() == evening.notes
    store.close()


@pytest.mark.parametrize("in_wal", [False, True], ids=["in the file", "in the WAL"])
def test_a_journal_of_a_later_version_is_not_touched(directory: Path, evening: SampleJournal, *, in_wal: bool) -> None:
    open_on(directory, evening.content).close()
    db = sqlite3.connect(directory / NAME)
    db.execute(f"PRAGMA user_version = {VERSION + 1}")
    files = {path.name: path.read_bytes() for path in directory.iterdir()}
    db.close()
    if in_wal:
        for name, content in files.items():
            (directory / name).write_bytes(content)
    before = {name: (directory / name).read_bytes() for name in (NAME, f"{NAME}-wal") if (directory / name).exists()}

    with pytest.raises(NewerError) as newer:
        open_store(directory, GAMES)
    assert newer.value.reason.args == (("path", str(directory / NAME)),)
    assert {name: (directory / name).read_bytes() for name in before} == before
    with pytest.raises(NewerError):  # the first call must have released the directory
        open_store(directory, GAMES)


ENDLESS = "WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT"
HOSTILE = {
    "a view in place of the rows": [
        "ALTER TABLE rows RENAME TO old",
        f"CREATE VIEW rows AS {ENDLESS} 1 AS game, n AS seq, n AS grp, 0 AS time, '' AS source, NULL AS seat, "
        "NULL AS command, 'played' AS kind, '{}' AS body, 0 AS entry, '' AS previous, '' AS digest, '' AS hash FROM t",
    ],
    "a view in place of the games": [
        "ALTER TABLE games RENAME TO old",
        f"CREATE VIEW games AS {ENDLESS} n AS number, 1 AS last, NULL AS result, '' AS digest FROM t",
    ],
    "a view in place of the notes": [
        "DROP TABLE notes",
        "CREATE VIEW notes AS SELECT a.hash AS name, b.hash AS value, c.hash AS digest FROM rows a, rows b, rows c, "
        "rows d, rows e, rows f",
    ],
    "a column that is worked out": [
        "DROP TABLE notes",
        "CREATE TABLE notes (name TEXT, digest TEXT, value TEXT AS (hex(zeroblob(50000000))))",
        "INSERT INTO notes (name) VALUES ('volume')",
    ],
}


@pytest.mark.parametrize("statements", HOSTILE.values(), ids=HOSTILE)
def test_foreign_schema_objects_are_not_executed(
    directory: Path, tmp_path: Path, evening: SampleJournal, statements: list[str]
) -> None:
    """They would never end, and the program could not be stopped meanwhile."""
    directory.mkdir()
    (directory / NAME).write_bytes(evening.content)
    with closing(sqlite3.connect(directory / NAME, isolation_level=None)) as db:
        for statement in statements:
            db.execute(statement)
    (tmp_path / "theirs.sqlite3").write_bytes((directory / NAME).read_bytes())
    began = monotonic()
    store = open_store(directory, GAMES)
    assert store.old_path is not None
    for saved in store.journal.games():
        rows = list(store.journal.rows(saved.number))
        assert rows == evening.rows[saved.number][: len(rows)]
    assert store.journal.notes().items() <= evening.notes.items()
    store.close()
    with pytest.raises(DamagedError):
        restore_backup(tmp_path / "theirs.sqlite3", directory, GAMES)
    assert monotonic() - began < 10


def test_a_directory_with_the_journals_name_is_renamed(directory: Path) -> None:
    (directory / NAME).mkdir(parents=True)
    (directory / NAME / "photo.jpg").write_text("sun")
    store = open_store(directory, GAMES)
    assert store.old_path == directory / "damaged-1.sqlite3"
    assert (store.old_path / "photo.jpg").read_text() == "sun"
    assert session_on(store.journal).do(expedition()).seq == 1
    store.close()


def test_a_renamed_directory_stays_accessible_to_its_owner(directory: Path) -> None:
    (directory / NAME).mkdir(parents=True, mode=0o755)
    open_store(directory, GAMES).close()
    open_store(directory, GAMES).close()  # a start opens every file in the directory
    assert stat.S_IMODE((directory / "damaged-1.sqlite3").stat().st_mode) == 0o700


def test_each_damaged_journal_gets_its_own_name(directory: Path) -> None:
    directory.mkdir()
    for number in (1, 2, 3):
        (directory / NAME).write_text(f"garbage {number}")
        open_store(directory, GAMES).close()
    kept_files = {path.name: path.read_text() for path in directory.glob("damaged-*")}
    assert kept_files == {f"damaged-{number}.sqlite3": f"garbage {number}" for number in (1, 2, 3)}


def test_nothing_else_remains_in_the_state_directory(directory: Path, evening: SampleJournal) -> None:
    open_on(directory, evening.content[:-4096]).close()
    assert sorted(path.name for path in directory.iterdir()) == ["damaged-1.sqlite3", NAME, "lock"]


def test_a_half_created_journal_is_created_again(directory: Path, evening: SampleJournal) -> None:
    directory.mkdir()
    (directory / f"salvaged-{NAME}").write_text("half")
    (directory / f"salvaged-{NAME}-journal").write_text("half")
    (directory / NAME).write_bytes(evening.content[:-4096])
    store = open_store(directory, GAMES)
    assert store.old_path is not None
    check_usable(store, evening)
    store.close()
    assert sorted(path.name for path in directory.iterdir()) == ["damaged-1.sqlite3", NAME, "lock"]


def test_without_a_new_journal_the_intact_games_are_shown(
    directory: Path, evening: SampleJournal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The damaged one stays in place, to be repaired when the disk has space again."""

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    damaged = evening.content[:-4096]
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        store = open_on(directory, damaged)
        assert store.journal.games()
        assert (store.old_path, session_on(store.journal).snapshot().saved) == (None, False)
        with pytest.raises(NotSavedError):
            session_on(store.journal).do(expedition())
        store.close()
    kept_files = {path.name: path.read_bytes() for path in directory.iterdir() if path.suffix == ".sqlite3"}
    assert kept_files == {NAME: damaged}
    check(directory, damaged, evening)


def test_without_hard_links_the_journal_is_copied(
    directory: Path, evening: SampleJournal, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_links(*_: object) -> None:
        raise PermissionError("this file system has no links")

    monkeypatch.setattr(os, "link", no_links)
    check(directory, evening.content[:-4096], evening)


def _changed(content: bytes, changes: Mapping[int, int]) -> bytes:
    changed = bytearray(content)
    for offset, change in changes.items():
        changed[offset] ^= change
    return bytes(changed)
