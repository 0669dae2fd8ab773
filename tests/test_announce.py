"""Tests of the table's listing on the network through Avahi, of its name, and of changes of the address."""

from __future__ import annotations

import errno
import logging
import os
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import cast

import pytest

from companion.system.announce import Announcer, _receive, address_changes
from tests.hands import PATIENCE_S

HERE, THERE = "192.0.2.7", "192.0.2.8"
ESTABLISHED = "Established under name 'Table companion (table)'"


class FakeNetwork:
    """A machine's network as an announcer sees it, changed by the test."""

    def __init__(self) -> None:
        self.address = HERE
        self._news, self._kernel = socket.socketpair()
        self._changes = threading.Semaphore(0)
        self._asked = threading.Event()

    def watch(self) -> socket.socket:
        """Return a socket for the announcer, which closes it."""
        return self._news.dup()

    def own_addresses(self) -> tuple[str, ...]:
        """Return the current address to the announcer."""
        self._asked.set()
        return (self.address,)

    def changed(self) -> None:
        """Count a call of the announcer."""
        self._changes.release()

    def change_address(self, address: str) -> None:
        """Change the machine's address after the announcer has started, and send the kernel's news."""
        self.wait_until_watched()
        self.address = address
        self.send_news()

    def wait_until_watched(self) -> None:
        """Wait until the announcer has asked for the first address."""
        assert self._asked.wait(PATIENCE_S)

    def send_news(self) -> None:
        """Send news of the kernel."""
        self._kernel.send(b"news")

    def end_news(self) -> None:
        """Close the kernel's side: no more news follow."""
        self._kernel.close()

    def noticed(self) -> bool:
        """Wait until the announcer calls once more."""
        return self._changes.acquire(timeout=PATIENCE_S)

    def noticed_more(self) -> bool:
        """Return whether it has called since."""
        return self._changes.acquire(blocking=False)

    def close(self) -> None:
        self._news.close()
        self._kernel.close()


class FakeAvahi:
    """Replacement for Avahi's two commands: the one that returns its name, and the one that lists a service while it
    runs.
    """

    def __init__(self, folder: Path) -> None:
        self._name = folder / "name"
        self._service = folder / "service"
        self._output = folder / "output"
        os.mkfifo(self._output)
        self._writes = os.open(self._output, os.O_RDWR)
        self._commands = folder / "commands"
        self._commands.mkdir()
        self.path = f"{self._commands}{os.pathsep}{os.environ['PATH']}"
        """PATH with the commands in front."""
        self.command("busctl", f"cat '{self._name}'")
        publish = f"printf '%s\\n' $$ \"$@\" >'{self._service}.part'; mv '{self._service}.part' '{self._service}'"
        self.command("avahi-publish", f"{publish}; exec cat '{self._output}' >&2")

    def command(self, name: str, script: str) -> None:
        """Replace one of the two commands."""
        file = self._commands / name
        file.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        file.chmod(0o755)

    def has_name(self, name: str) -> None:
        """Answer for this name from now on."""
        self._name.write_text(f's "{name}"\n', encoding="utf-8")

    def stop(self) -> None:
        """Stop: it has no name any more."""
        self._name.unlink()
        self.write_line("Disconnected, reconnecting ...")

    def write_line(self, line: str) -> None:
        """Write a line as the command that lists the service."""
        os.write(self._writes, f"{line}\n".encode())

    def service(self) -> list[str]:
        """Wait until a service is listed; return the arguments of its listing."""
        wait_until(self._service.exists)
        return self._service.read_text(encoding="utf-8").splitlines()[1:]

    def lists(self) -> bool:
        """Return whether a service is listed now."""
        return Path("/proc", self._service.read_text(encoding="utf-8").splitlines()[0]).exists()

    @property
    def was_asked(self) -> bool:
        """True if a service was ever listed."""
        return self._service.exists()

    def close(self) -> None:
        os.close(self._writes)


def wait_until(condition: Callable[[], bool]) -> None:
    """Wait until a condition holds."""
    pause = threading.Event()
    for _ in range(int(PATIENCE_S * 100)):
        if condition():
            return
        pause.wait(0.01)
    raise AssertionError(condition)


@pytest.fixture
def network() -> Iterator[FakeNetwork]:
    network = FakeNetwork()
    yield network
    network.close()


@pytest.fixture
def avahi(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeAvahi]:
    avahi = FakeAvahi(tmp_path)
    avahi.has_name("table.local")
    monkeypatch.setenv("PATH", avahi.path)
    yield avahi
    avahi.close()


@contextmanager
def announcing(network: FakeNetwork, name: str = "table") -> Iterator[Announcer]:
    announcer = Announcer(name, 8080, network.own_addresses, network.changed, network.watch)
    announcer.start()
    try:
        yield announcer
    finally:
        announcer.close()


def test_table_is_listed_and_has_the_name_of_avahi(network: FakeNetwork, avahi: FakeAvahi) -> None:
    with announcing(network) as announcer:
        assert announcer.name == "table.local"
        assert avahi.service() == [
            "--service", "--no-fail", "Table companion (table)", "_http._tcp", "8080", "path=/",
        ]  # fmt: skip
        assert avahi.lists()


def test_listing_ends_with_the_announcer(network: FakeNetwork, avahi: FakeAvahi) -> None:
    with announcing(network):
        avahi.service()
    assert not avahi.lists()


def test_new_name_of_avahi_after_a_conflict_is_noticed(network: FakeNetwork, avahi: FakeAvahi) -> None:
    with announcing(network) as announcer:
        avahi.has_name("table-2.local")
        avahi.write_line(ESTABLISHED)
        assert network.noticed()
        assert announcer.name == "table-2.local"


def test_avahi_may_start_later_and_stop_earlier(network: FakeNetwork, avahi: FakeAvahi) -> None:
    avahi.stop()
    with announcing(network) as announcer:
        assert announcer.name == ""
        avahi.has_name("table.local")
        avahi.write_line(ESTABLISHED)
        assert network.noticed()
        assert announcer.name == "table.local"
        avahi.stop()
        assert network.noticed()
        assert announcer.name == ""


def test_line_without_a_change_is_ignored(network: FakeNetwork, avahi: FakeAvahi) -> None:
    with announcing(network) as announcer:
        avahi.write_line(ESTABLISHED)
        network.change_address(THERE)
        assert network.noticed()
        assert announcer.name == "table.local"
    assert not network.noticed_more()


def test_without_avahi_there_is_no_name_and_no_complaint(
    network: FakeNetwork, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with announcing(network) as announcer:
        network.change_address(THERE)
        assert network.noticed()
        assert announcer.name == ""
    assert [record for record in caplog.records if record.levelno >= logging.INFO] == []


def test_without_a_label_nothing_is_asked_or_listed(network: FakeNetwork, avahi: FakeAvahi) -> None:
    with announcing(network, name="") as announcer:
        network.change_address(THERE)
        assert network.noticed()
        assert announcer.name == ""
    assert not avahi.was_asked


def test_failed_listing_is_logged_and_keeps_the_name(
    network: FakeNetwork, avahi: FakeAvahi, caplog: pytest.LogCaptureFixture
) -> None:
    avahi.command("avahi-publish", "echo Client failure, exiting: Access denied >&2; exit 1")
    with announcing(network) as announcer:
        wait_until(lambda: "no longer listed" in caplog.text)
        network.change_address(THERE)
        assert network.noticed()
        assert announcer.name == "table.local"
    assert "network: Client failure, exiting: Access denied" in caplog.text


def test_requested_end_of_the_listing_is_no_failure(
    network: FakeNetwork, avahi: FakeAvahi, caplog: pytest.LogCaptureFixture
) -> None:
    avahi.command("avahi-publish", "exit 0")
    with announcing(network):
        network.change_address(THERE)
        assert network.noticed()
    assert caplog.text == ""


def test_long_name_is_cut(network: FakeNetwork, avahi: FakeAvahi) -> None:
    with announcing(network, name="t" * 63):
        assert len(avahi.service()[2].encode()) < 63


@pytest.mark.parametrize("first", [HERE, ""])
def test_new_address_is_noticed(network: FakeNetwork, avahi: FakeAvahi, first: str) -> None:
    network.address = first
    with announcing(network) as announcer:
        network.change_address(THERE)
        assert network.noticed()
        assert announcer.name == "table.local"
    assert not network.noticed_more()


def test_immediate_close_leaves_nothing_behind(network: FakeNetwork, avahi: FakeAvahi) -> None:
    before = set(threading.enumerate())
    with announcing(network):
        pass
    assert set(threading.enumerate()) == before


# The news of the kernel.


def test_news_without_a_change_are_ignored(network: FakeNetwork, avahi: FakeAvahi) -> None:
    with announcing(network):
        network.wait_until_watched()
        network.send_news()
        network.send_news()
        network.change_address(THERE)
        assert network.noticed()
    assert not network.noticed_more()


def test_table_is_listed_without_address_news(network: FakeNetwork, avahi: FakeAvahi) -> None:
    announcer = Announcer("table", 8080, network.own_addresses, network.changed, lambda: None)
    announcer.start()
    assert avahi.service()
    announcer.close()


def test_forbidden_news_are_logged(network: FakeNetwork, caplog: pytest.LogCaptureFixture) -> None:
    def forbidden() -> None:
        raise OSError(errno.EAFNOSUPPORT, "Address family not supported by protocol")

    announcer = Announcer("", 8080, network.own_addresses, network.changed, forbidden)
    announcer.start()
    announcer.close()
    assert "go unnoticed: [Errno" in caplog.text


def test_end_of_news_does_not_end_the_listing(network: FakeNetwork, avahi: FakeAvahi) -> None:
    with announcing(network) as announcer:
        network.end_news()
        avahi.has_name("table-2.local")
        avahi.write_line(ESTABLISHED)
        assert network.noticed()
        assert announcer.name == "table-2.local"


def test_overflow_of_news_counts_as_news() -> None:
    class Crowded:
        def recv(self, _: int) -> bytes:
            raise OSError(errno.ENOBUFS, "No buffer space available")

    assert _receive(cast("socket.socket", Crowded()))


def test_failing_watch_is_logged_and_harms_nothing_else(network: FakeNetwork, caplog: pytest.LogCaptureFixture) -> None:
    def broken() -> str:
        raise RuntimeError("no idea where this is")

    announcer = Announcer("", 8080, broken, network.changed, network.watch)
    announcer.start()
    announcer.close()
    assert "watched no longer" in caplog.text


def test_this_kernel_reports_address_changes_if_it_is_linux(monkeypatch: pytest.MonkeyPatch) -> None:
    if sys.platform == "linux":
        news = address_changes()
        assert news is not None
        news.close()
    monkeypatch.setattr(sys, "platform", "elsewhere")
    assert address_changes() is None
