"""A backup uploaded by a phone: one at a time, checked before it is confirmed, and removed afterwards."""

from __future__ import annotations

import os
from contextlib import closing
from pathlib import Path

import pytest

from companion.journal.backup import backup_to, install_backup
from companion.journal.journal import Journal
from companion.journal.open_journal import Store, open_store
from companion.journal.state_directory import NAME, UPLOAD_NAME
from companion.journal.upload import KEPT_S, ROOM_BYTES, UploadSlot, WaitingBackup
from companion.session.session import Session
from companion.table.roles import PhoneRole, Roles
from companion.table.session_errors import BusyError, DamagedError, NewerError, NotSavedError, SaveFailure, SessionError
from tests.kit.clock import Clock
from tests.kit.scripted_games import (
    GAMES,
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
def backup(tmp_path: Path) -> bytes:
    """Return a backup of three games: a finished one, one with a sealed seed, and the open one."""
    with closing(open_store(tmp_path / "elsewhere", GAMES)) as other_store:
        session = session_on(other_store.journal)
        session.do(expedition())
        for move in whole_game():
            session.do(play(move))
        start_lanterns(other_store.journal, dice=[3, 3]).do(play(roll(1)))
        session.do(expedition(("Dom", "Eve", "Flo")))
        backup_to(tmp_path / "backup.sqlite3", tmp_path / "elsewhere")
    return (tmp_path / "backup.sqlite3").read_bytes()


@pytest.fixture
def uploads(store: Store, directory: Path) -> UploadSlot:
    """Accept uploads for a table with an open game."""
    session_on(store.journal).do(expedition(("Ina", "Jo", "Kim")))
    return UploadSlot(directory, GAMES, clock=Clock())


def upload_file(uploads: UploadSlot, content: bytes) -> WaitingBackup:
    part = uploads.begin(len(content))
    for offset in range(0, len(content), 5000):
        part.append(content[offset : offset + 5000])
    return uploads.examine(part)


def files_in(directory: Path) -> list[str]:
    """Return the files beside the journal."""
    ours = (NAME, f"{NAME}-wal", f"{NAME}-shm", "lock")
    return sorted(path.name for path in directory.iterdir() if path.name not in ours)


def test_the_content_is_shown_and_nothing_is_done_yet(uploads: UploadSlot, backup: bytes, store: Store) -> None:
    waiting = upload_file(uploads, backup)
    assert (waiting.contents.games, waiting.contents.unfinished) == (3, 2)
    assert waiting.contents.open_game is not None
    assert waiting.contents.open_game.names == ("Dom", "Eve", "Flo")
    assert [game.names for game in store.journal.games()] == [("Ina", "Jo", "Kim")]


def test_a_restored_upload_replaces_the_journal_which_is_kept(
    uploads: UploadSlot, backup: bytes, store: Store, directory: Path
) -> None:
    before = list(store.journal.rows(1))
    waiting = uploads.claim(upload_file(uploads, backup).name)
    assert waiting is not None
    store.close()
    uploads.close()
    kept_file = install_backup(waiting.path, directory, Roles(7, (PhoneRole("ada", host=True),)))
    assert files_in(directory) == [kept_file.name]
    with closing(Journal(kept_file, read_only=True)) as replaced:
        assert list(replaced.rows(1)) == before
    with closing(open_store(directory, GAMES)) as again:
        session = session_on(again.journal)
        assert table_of(session).names == ("Dom", "Eve", "Flo")
        assert session.snapshot().roles == Roles(7, (PhoneRole("ada", host=True),))
        assert [row.body.get("from_file") for row in again.journal.rows(2) if row.kind.value == "committed"][-1]


def test_no_other_user_of_the_machine_may_read_it(uploads: UploadSlot, backup: bytes) -> None:
    before = os.umask(0)
    try:
        waiting = upload_file(uploads, backup)
    finally:
        os.umask(before)
    assert oct(waiting.path.stat().st_mode & 0o777) == "0o600"


def test_known_hands_are_reported_after_the_restore(
    uploads: UploadSlot, backup: bytes, store: Store, directory: Path
) -> None:
    """Otherwise a phone could fetch everything and hide that by uploading it again."""
    waiting = uploads.claim(upload_file(uploads, backup).name)
    assert waiting is not None
    store.close()
    install_backup(waiting.path, directory, Roles())
    with closing(open_store(directory, GAMES)) as again:
        session = session_on(again.journal)
        assert session.snapshot().in_phone_backup
        session.do(expedition())
        assert not session.snapshot().in_phone_backup, "nobody has anything of a new one"


def test_only_one_upload_is_accepted_at_a_time(uploads: UploadSlot, backup: bytes) -> None:
    part = uploads.begin(len(backup))
    assert uploads.busy
    with pytest.raises(BusyError):
        uploads.begin(10)
    part.drop()
    assert not uploads.busy
    assert upload_file(uploads, backup).contents.games == 3


def test_during_a_restore_no_other_upload_is_accepted(uploads: UploadSlot, backup: bytes, directory: Path) -> None:
    assert uploads.claim(upload_file(uploads, backup).name)
    with pytest.raises(BusyError):
        uploads.begin(10)
    assert files_in(directory) == [UPLOAD_NAME]


def test_a_new_upload_replaces_a_waiting_one(uploads: UploadSlot, backup: bytes, directory: Path) -> None:
    first, second = upload_file(uploads, backup), upload_file(uploads, backup)
    assert uploads.claim(first.name) is None
    assert uploads.claim(second.name) == second
    assert files_in(directory) == [UPLOAD_NAME]


def test_an_upload_is_restored_only_by_its_name(uploads: UploadSlot, backup: bytes) -> None:
    upload_file(uploads, backup)
    assert uploads.claim("0" * 32) is None
    assert not uploads.discard("0" * 32)


def test_an_unwanted_upload_is_removed_at_once_or_later(store: Store, directory: Path, backup: bytes) -> None:
    clock = Clock()
    uploads = UploadSlot(directory, GAMES, clock=clock)
    assert uploads.discard(upload_file(uploads, backup).name)
    assert files_in(directory) == []
    waiting = upload_file(uploads, backup)
    clock.now += KEPT_S
    assert uploads.claim(waiting.name) is None
    assert files_in(directory) == []


def refused(uploads: UploadSlot, content: bytes, error: type[SessionError], directory: Path) -> str:
    with pytest.raises(error) as raised:
        upload_file(uploads, content)
    assert files_in(directory) == []
    assert not uploads.busy
    return raised.value.reason.key


def test_a_file_that_is_not_a_backup_leaves_nothing(uploads: UploadSlot, directory: Path) -> None:
    for content in (b"Dear Marco, " * 1000, b"x"):
        assert refused(uploads, content, DamagedError, directory) == "backup.foreign"


def test_a_database_of_another_program_is_foreign(uploads: UploadSlot, directory: Path, backup: bytes) -> None:
    content = bytearray(backup)
    content[68:72] = b"GPKG"
    assert refused(uploads, bytes(content), DamagedError, directory) == "backup.foreign"


def test_a_damaged_upload_is_reported_and_leaves_nothing(uploads: UploadSlot, directory: Path, backup: bytes) -> None:
    assert refused(uploads, backup[: len(backup) // 2], DamagedError, directory) == "backup.damaged"
    for written in (b"Eve", b"11111", b"played"):
        content = bytearray(backup)
        content[content.index(written) + 1] ^= 1
        refused(uploads, bytes(content), DamagedError, directory)


def test_an_upload_of_a_later_version_leaves_nothing(
    uploads: UploadSlot, directory: Path, tmp_path: Path, backup: bytes
) -> None:
    with closing(Journal(tmp_path / "backup.sqlite3")) as journal:
        journal._db.execute("PRAGMA user_version = 99")
    newer = (tmp_path / "backup.sqlite3").read_bytes()
    refused(uploads, newer, NewerError, directory)


def test_a_truncated_upload_leaves_nothing(uploads: UploadSlot, directory: Path, backup: bytes) -> None:
    part = uploads.begin(len(backup))
    part.append(backup[:-1])
    with pytest.raises(DamagedError) as raised:
        uploads.examine(part)
    assert raised.value.reason.key == "backup.cut"
    assert files_in(directory) == []


def test_a_request_that_ends_early_leaves_nothing(uploads: UploadSlot, directory: Path) -> None:
    part = uploads.begin(10)
    part.append(b"0123456789")
    part.close()
    assert files_in(directory) == []
    assert not uploads.busy


def test_without_room_no_upload_begins(uploads: UploadSlot, directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    disk = type("Told", (), {"f_bavail": 3, "f_frsize": ROOM_BYTES // 2})
    monkeypatch.setattr(os, "statvfs", lambda _: disk)
    with pytest.raises(NotSavedError) as why:
        uploads.begin(ROOM_BYTES)
    assert why.value.failure is SaveFailure.FULL
    uploads.begin(ROOM_BYTES // 2).drop()


def test_a_card_that_fills_up_is_reported_and_leaves_nothing(uploads: UploadSlot, directory: Path) -> None:
    part = uploads.begin(300_000)
    full = os.open("/dev/full", os.O_WRONLY)
    os.dup2(full, part._file.fileno())
    os.close(full)
    part.append(b"x" * 100_000)
    assert part.error is not None
    assert files_in(directory) == []
    part.append(b"x" * 100_000)
    with pytest.raises(NotSavedError) as why:
        uploads.examine(part)
    assert why.value.failure is SaveFailure.FULL
    assert not uploads.busy


def test_the_next_start_removes_half_an_upload(session: Session, store: Store, directory: Path) -> None:
    session.do(expedition())
    session.do(play(step(1)))
    store.close()
    names_kept = ("replaced-1.sqlite3", "damaged-2.sqlite3", "my-incoming.sqlite3", "incoming.sqlite3.txt")
    half = (UPLOAD_NAME, f"{UPLOAD_NAME}-wal", "restoring-1.sqlite3", "handed-12.sqlite3", "handed-12.sqlite3-journal")
    for name in (*names_kept, *half):
        (directory / name).write_text("half")
    with closing(open_store(directory, GAMES)) as again:
        assert files_in(directory) == sorted(names_kept)
        assert table_of(session_on(again.journal)).seq == 2
