"""The journal: durable by what SQLite says of the live connection, complete as one file, identified by its marks."""

from __future__ import annotations

import hashlib
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from companion.journal.database import APPLICATION_ID, SCHEMA, VERSION, translate_errors
from companion.journal.journal import Journal, check_pragmas
from companion.session.session import Session
from companion.table.commands import Answer, OpenGame
from companion.table.session_errors import DamagedError, NotSavedError
from tests.kit.scripted_games import crate, expedition, play, session_on, step, table_of


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    journal = Journal(tmp_path / "journal.sqlite3")
    yield journal
    journal.close()


class TestPragmas:
    """The pragmas by which a commit survives a power cut are read from the connection that commits."""

    def test_the_connection_has_the_pragmas_for_durability(self, journal: Journal) -> None:
        full = 2
        assert journal.pragmas() == {
            "journal_mode": "wal",
            "synchronous": full,
            "foreign_keys": 1,
            "application_id": 0x4D50_4F4C,
        }
        check_pragmas(journal)

    def test_the_pragmas_hold_on_a_reopened_journal(self, journal: Journal) -> None:
        journal.close()
        again = Journal(journal.path)
        check_pragmas(again)
        again.close()

    @pytest.mark.parametrize(
        ("pragma", "message"),
        [
            ("synchronous = normal", "PRAGMA synchronous = 1"),
            ("synchronous = off", "PRAGMA synchronous = 0"),
            ("journal_mode = delete", "PRAGMA journal_mode = delete"),
            ("journal_mode = truncate", "PRAGMA journal_mode = truncate"),
            ("foreign_keys = off", "PRAGMA foreign_keys = 0"),
            ("application_id = 7", "PRAGMA application_id = 7"),
        ],
    )
    def test_a_connection_without_one_pragma_is_refused(self, journal: Journal, pragma: str, message: str) -> None:
        assert journal._reader is not None
        journal._reader.close()  # the mode cannot be changed while it is open
        journal._db.execute(f"PRAGMA {pragma}")
        with pytest.raises(NotSavedError) as refused:
            check_pragmas(journal)
        assert refused.value.cause == message

    def test_the_file_has_its_application_id_and_version(self, journal: Journal) -> None:
        journal.close()
        header = journal.path.read_bytes()[:100]
        assert int.from_bytes(header[68:72]) == APPLICATION_ID
        assert int.from_bytes(header[60:64]) == VERSION

    def test_the_schema_changes_only_with_its_version(self) -> None:
        """A journal on a user's card has the tables of its version; other tables with that number would count as
        damage.
        """
        known_digests = dict.fromkeys((1, 2, 3), "0d10bbee68695b21d49b76bd6390420e6be000574c6ea374b1bcbb955643ca99")
        assert hashlib.sha256(SCHEMA.encode()).hexdigest() == known_digests[VERSION]


class TestCopy:
    """A copy is one file, complete and consistent, whatever is written meanwhile."""

    def test_the_copy_has_the_same_games_as_the_open_journal(self, journal: Journal, tmp_path: Path) -> None:
        session = session_on(journal)
        session.do(expedition())
        session.do(play(step(1)))
        journal.copy_to(tmp_path / "copy.sqlite3")
        session.do(play(crate(1, 2)))
        with closing(Journal(tmp_path / "copy.sqlite3")) as copy:
            assert copy.games() == journal.games()
            assert list(copy.rows(1)) == list(journal.rows(1))[:2]

    def test_the_copy_is_one_file(self, journal: Journal, tmp_path: Path) -> None:
        session_on(journal).do(expedition())
        target_dir = tmp_path / "there"
        target_dir.mkdir()
        journal.copy_to(target_dir / "copy.sqlite3")
        assert [path.name for path in target_dir.iterdir()] == ["copy.sqlite3"]

    def test_the_copy_can_be_read_on_a_read_only_disk(self, journal: Journal, tmp_path: Path) -> None:
        """Its header requests no WAL, which would have to be created beside it."""
        journal.copy_to(tmp_path / "copy.sqlite3")
        no_wal = 1
        assert [*(tmp_path / "copy.sqlite3").read_bytes()[18:20]] == [no_wal, no_wal]

    def test_a_half_written_transaction_is_not_copied(self, journal: Journal, tmp_path: Path) -> None:
        """Any thread may copy, also while the desk's is in the middle of a press."""
        with journal._transaction():
            journal._set_note("half", True)
            thread = threading.Thread(target=journal.copy_to, args=(tmp_path / "copy.sqlite3",))
            thread.start()
            thread.join()
        with closing(Journal(tmp_path / "copy.sqlite3")) as copy:
            assert copy.notes() == {}
        assert journal.notes() == {"half": True}

    def test_the_copy_never_overwrites_a_file(self, journal: Journal, tmp_path: Path) -> None:
        target = tmp_path / "taken.sqlite3"
        target.write_text("somebody's")
        with pytest.raises(NotSavedError):
            journal.copy_to(target)
        assert target.read_text() == "somebody's"

    def test_an_unwritable_target_is_reported(self, journal: Journal, tmp_path: Path) -> None:
        with pytest.raises(NotSavedError):
            journal.copy_to(tmp_path / "no such folder" / "copy.sqlite3")

    def test_copies_beside_the_journal_take_free_names(self, journal: Journal) -> None:
        journal.path.with_name("damaged-1.sqlite3-wal").touch()
        session = session_on(journal)
        names = []
        for _ in range(2):
            session.do(expedition())
            names += [journal.keep_copy(1).name, journal.keep_copy(1).name]
            session.do(OpenGame(number=1))
            session.do(play(step(1)))
        assert names == [f"damaged-{number}.sqlite3" for number in (2, 2, 3, 3)]

    def test_one_copy_with_all_games_is_enough(self, journal: Journal) -> None:
        session = session_on(journal)
        session.do(expedition())
        session.do(expedition())
        first = journal.keep_copy(1)
        assert journal.keep_copy(2) == first
        first.write_bytes(b"")
        assert journal.keep_copy(2) != first


class TestReadOnly:
    """A journal may be read while another connection writes."""

    def test_the_reader_sees_committed_rows(self, journal: Journal) -> None:
        session = session_on(journal)
        session.do(expedition())
        session.do(play(step(1)))
        with closing(Journal(journal.path, read_only=True)) as reader:
            assert session_on(reader).table == table_of(session)
            session.do(play(crate(1, 2)))
            assert len(list(reader.rows(1))) == 3

    def test_the_reader_writes_nothing(self, journal: Journal) -> None:
        session_on(journal).do(expedition())
        with closing(Journal(journal.path, read_only=True)) as reader:
            session = session_on(reader)
            assert not session.snapshot().saved
            with pytest.raises(NotSavedError):
                session.do(play(step(1)))
        assert len(list(journal.rows(1))) == 1

    def test_a_missing_journal_is_not_created(self, tmp_path: Path) -> None:
        with pytest.raises(NotSavedError):
            Journal(tmp_path / "none.sqlite3", read_only=True)
        assert list(tmp_path.iterdir()) == []

    def test_a_path_refused_by_the_system_cannot_be_read(self, tmp_path: Path) -> None:
        with pytest.raises(NotSavedError):
            Journal(tmp_path / ("x" * 300))

    def test_an_empty_file_is_not_a_readable_journal(self, tmp_path: Path) -> None:
        (tmp_path / "empty.sqlite3").touch()
        with pytest.raises(DamagedError):
            Journal(tmp_path / "empty.sqlite3", read_only=True)


def test_answers_are_found_by_the_id_of_their_command(journal: Journal) -> None:
    session_on(journal).do(expedition(id="first"))
    assert journal.answer_to("first") == Answer(1, 1, 0)
    assert journal.answer_to("second") is None


def test_after_a_faulty_press_the_journal_accepts_the_next(journal: Journal) -> None:
    session = session_on(journal)
    session.do(expedition())
    rows = list(journal.rows(1))
    with pytest.raises(NotSavedError):
        journal.append(rows)
    session.do(play(step(1)))
    assert len(list(journal.rows(1))) == 2


def test_a_closed_journal_is_not_reported_as_damaged(journal: Journal) -> None:
    journal.close()
    with pytest.raises(sqlite3.ProgrammingError):
        journal.games()


@pytest.mark.parametrize("read_only", [False, True])
def test_no_connection_stays_open_when_opening_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, read_only: bool
) -> None:
    open_ones: list[sqlite3.Connection] = []

    class Counted(sqlite3.Connection):
        def __init__(self, *args: Any, **kwargs: Any) -> None:
            super().__init__(*args, **kwargs)
            open_ones.append(self)

        def close(self) -> None:
            super().close()
            open_ones.remove(self)

    monkeypatch.setattr(sqlite3, "connect", partial(sqlite3.connect, factory=Counted))
    path = tmp_path / "journal.sqlite3"
    path.write_bytes(b"no database at all" * 100)
    with pytest.raises(DamagedError):
        Journal(path, read_only=read_only)
    assert open_ones == []
    path.unlink()
    journal = Journal(path)
    journal.copy_to(tmp_path / "copy.sqlite3")
    assert open_ones == [journal._db, journal._reader]
    journal.close()
    assert open_ones == []


@pytest.mark.parametrize(
    ("code", "ours"),
    [
        (sqlite3.SQLITE_CORRUPT, DamagedError),
        (sqlite3.SQLITE_CORRUPT_INDEX, DamagedError),
        (sqlite3.SQLITE_NOTADB, DamagedError),
        (sqlite3.SQLITE_ERROR, DamagedError),
        (sqlite3.SQLITE_IOERR_READ, DamagedError),
        (sqlite3.SQLITE_IOERR_WRITE, NotSavedError),
        (sqlite3.SQLITE_IOERR_FSYNC, NotSavedError),
        (sqlite3.SQLITE_FULL, NotSavedError),
        (sqlite3.SQLITE_READONLY, NotSavedError),
        (sqlite3.SQLITE_CANTOPEN, NotSavedError),
        (sqlite3.SQLITE_BUSY, NotSavedError),
    ],
)
def test_sqlite_errors_are_attributed_to_the_file_or_the_card(code: int, ours: type[Exception]) -> None:
    """An unreadable sector of a worn card is damage, too: the other sectors can be saved."""
    complaint = sqlite3.OperationalError("as SQLite says it")
    complaint.sqlite_errorcode = code
    with pytest.raises(ours), translate_errors():
        raise complaint


def test_rows_are_written_in_order_of_seq(game: Session) -> None:
    for command in (play(step(1)), play(crate(1, 1)), play(step(1))):
        game.do(command)
    assert [row.seq for row in game.journal.rows(1)] == [1, 2, 3, 4]
