"""Attacks with backups over real sockets: who may upload one, how large, and that a stalled upload is dropped."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.journal.state_directory import NAME, UPLOAD_NAME
from companion.journal.upload import MOST_BYTES, UploadedFile
from companion.server import connections
from tests.attack.devices import Device
from tests.attack.memory import resident_kb
from tests.attack.test_exhausted_places import BesiegedTable, siege
from tests.kit.scripted_games import backup_of_another_table

PART = b"\0" * (1024 * 1024)


@pytest.fixture
def besieged() -> Iterator[BesiegedTable]:
    with siege(entries=1) as besieged_table:
        yield besieged_table


@pytest.fixture
def backup(tmp_path: Path) -> bytes:
    return backup_of_another_table(tmp_path).read_bytes()


def announce_backup(device: Device, length: int, **more: str) -> socket.socket:
    """Return a connection that announces a backup of this length, and sends nothing of it."""
    connection = device.connect()
    headers = {"Host": "127.0.0.1", "Content-Type": "application/vnd.sqlite3", "Content-Length": str(length), **more}
    head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    connection.sendall(f"POST /api/restore HTTP/1.1\r\n{head}{device._cookie}\r\n".encode())
    return connection


def response_of(connection: socket.socket) -> bytes:
    """Return as much of the response as comes."""
    text = b""
    while b"\r\n\r\n" not in text or b"}" not in text:
        try:
            part = connection.recv(65536)
        except OSError:
            return text
        if not part:
            return text
        text += part
    return text


def spooled(besieged: BesiegedTable) -> Path:
    return besieged.world.session.journal.path.with_name(UPLOAD_NAME)


def wait_until_soon(good: Callable[[], bool]) -> None:
    """Wait until a condition holds; a busy machine fails no test."""
    ends = time.monotonic() + 20
    while not good():
        assert time.monotonic() < ends
        time.sleep(0.02)


@contextmanager
def files_vanish(path: Path) -> Iterator[None]:
    """Check that soon after the block nothing of a file is left."""
    yield
    wait_until_soon(lambda: not path.exists())


def test_a_backup_in_small_pieces_is_accepted(besieged: BesiegedTable, backup: bytes) -> None:
    connection = announce_backup(besieged.device(2, besieged.claim(None, "111111")), len(backup))
    for start in range(0, len(backup), 7001):
        connection.sendall(backup[start : start + 7001])
    response = response_of(connection)
    assert response.startswith(b"HTTP/1.1 200 "), response
    assert b'"games":1' in response.replace(b" ", b"")


def test_an_upload_is_written_to_disk_without_using_memory(besieged: BesiegedTable) -> None:
    connection = announce_backup(besieged.device(2, besieged.claim(None, "111111")), MOST_BYTES)
    connection.sendall(PART)
    before = resident_kb()
    for _ in range(62):
        connection.sendall(PART)
    wait_until_soon(lambda: spooled(besieged).stat().st_size >= 60 * len(PART))
    growth = resident_kb() - before
    print(f"63 MB on their way: {growth / 1000:.1f} MB more in memory")
    assert growth < 8_000
    besieged.check("a backup that comes in")
    with files_vanish(spooled(besieged)):
        connection.close()


def test_only_hosts_uploads_reach_the_disk(besieged: BesiegedTable) -> None:
    player, host = besieged.claim(1, "111111"), besieged.claim(None, "222222")
    for last, cookie, status in ((2, "", b"401"), (3, player, b"403")):
        connection = announce_backup(besieged.device(last, cookie), 1_000_000)
        assert response_of(connection).split()[1] == status, "told at once, by the length"
        assert not spooled(besieged).exists()
    connection = announce_backup(besieged.device(4, host), 1000, Origin="http://evil.example")
    with files_vanish(spooled(besieged)):
        connection.sendall(b"\0" * 1000)
        assert b"foreign_origin" in response_of(connection)


def test_a_second_upload_does_not_disturb_the_first(besieged: BesiegedTable, backup: bytes) -> None:
    host = besieged.claim(None, "111111")
    first = announce_backup(besieged.device(2, host), len(backup))
    first.sendall(backup[:1000])
    wait_until_soon(spooled(besieged).exists)
    assert b"backup_busy" in response_of(announce_backup(besieged.device(3, host), len(backup)))
    first.sendall(backup[1000:])
    assert response_of(first).startswith(b"HTTP/1.1 200 ")


def test_an_upload_of_65_mb_is_refused_at_once(besieged: BesiegedTable) -> None:
    connection = announce_backup(besieged.device(2, besieged.claim(None, "111111")), 65 * 1024 * 1024)
    response = response_of(connection)
    assert response.startswith(b"HTTP/1.1 413 ")
    assert b"backup_too_large" in response
    assert not spooled(besieged).exists()


def test_an_upload_without_a_length_is_refused(besieged: BesiegedTable) -> None:
    connection = besieged.device(2, besieged.claim(None, "111111")).connect()
    head = "POST /api/restore HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/vnd.sqlite3\r\n"
    cookie = besieged.devices[-1]._cookie
    connection.sendall(f"{head}{cookie}Transfer-Encoding: chunked\r\n\r\n".encode())
    connection.sendall((b"2000\r\n" + b"\0" * 0x2000 + b"\r\n") * 3)
    assert response_of(connection).startswith(b"HTTP/1.1 4")
    assert not spooled(besieged).exists()


def test_a_stalled_upload_is_dropped_and_takes_no_thread(
    besieged: BesiegedTable, backup: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = besieged.claim(None, "111111")
    stalled = announce_backup(besieged.device(2, host), MOST_BYTES)
    stalled.sendall(PART)
    besieged.check("a backup that stalls")
    assert spooled(besieged).exists()
    with files_vanish(spooled(besieged)):
        monkeypatch.setattr(connections, "BODY_S", 0.2)
        besieged.device(9).status("/api/claim")  # the server checks its deadlines at each event
    monkeypatch.undo()
    connection = announce_backup(besieged.device(3, host), len(backup))
    connection.sendall(backup)
    assert response_of(connection).startswith(b"HTTP/1.1 200 "), "the next one has its turn"


def test_a_dripping_upload_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    parser = connections.Parser(None, lambda _: True, lambda _: None)  # type: ignore[arg-type, return-value]
    parser.first_byte_time, parser.headers_finished = 100.0, True
    assert parser.deadline == 100.0 + connections.BODY_S
    part = type("Dripping", (UploadedFile,), {"__init__": lambda self: None})()
    part.received = 60 * connections.LEAST_BYTES_PER_SECOND
    parser.backup, parser._last_byte_time = part, 1000.0
    assert parser.deadline == 160.0 + connections.BODY_S, "so much should have taken a minute"
    parser._last_byte_time = 110.0
    assert parser.deadline == 110.0 + connections.BODY_S, "nothing more has come since"


def test_a_card_that_fills_up_is_reported_at_once(besieged: BesiegedTable, monkeypatch: pytest.MonkeyPatch) -> None:
    def append(self: UploadedFile, data: bytes) -> None:
        self.error = OSError(28, "No space left on device")
        self.drop()

    connection = announce_backup(besieged.device(2, besieged.claim(None, "111111")), MOST_BYTES)
    monkeypatch.setattr(UploadedFile, "append", append)
    connection.sendall(b"\0" * 1000)
    assert b"no_room" in response_of(connection)
    assert not spooled(besieged).exists()
    assert besieged.world.session.journal.path.name == NAME
