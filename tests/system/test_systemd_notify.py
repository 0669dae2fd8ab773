"""Tests of notifications to systemd: every kind at its address, and none without an address."""

from __future__ import annotations

import logging
import os
import signal
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.system.system_commands import run_power_command
from companion.system.systemd_notify import RESTARTING, Notifier, is_restarting, notifier_from


class FakeManager:
    """A listener that replaces systemd."""

    def __init__(self, address: str) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.settimeout(10)
        self._socket.bind(address)

    def receive(self) -> list[str]:
        """Return the lines of the next message."""
        return self._socket.recv(4096).decode().split("\n")

    def close(self) -> None:
        self._socket.close()


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[FakeManager]:
    manager = FakeManager(str(tmp_path / "notify"))
    yield manager
    manager.close()


def test_every_notification_reaches_the_socket(manager: FakeManager, tmp_path: Path) -> None:
    notifier = Notifier(str(tmp_path / "notify"))
    notifier.ready("Phones find the table at http://192.0.2.7:8080/")
    assert manager.receive() == ["READY=1", "STATUS=Phones find the table at http://192.0.2.7:8080/"]
    notifier.status("two\nlines")
    assert manager.receive() == ["STATUS=two lines"]
    notifier.alive()
    assert manager.receive() == ["WATCHDOG=1"]
    notifier.stopping()
    assert manager.receive() == ["STOPPING=1"]


def test_socket_may_have_an_abstract_name() -> None:
    name = f"companion-test-{os.getpid()}"
    manager = FakeManager(f"\0{name}")
    Notifier(f"@{name}").alive()
    assert manager.receive() == ["WATCHDOG=1"]
    manager.close()


def test_without_an_address_nothing_is_sent(caplog: pytest.LogCaptureFixture) -> None:
    for address in ("", "vsock:2:1234", "relative"):
        notifier = notifier_from({"NOTIFY_SOCKET": address, "WATCHDOG_USEC": "5000000"})
        notifier.ready("here")
        assert notifier.beat_s is None
    assert caplog.text == ""


def test_missing_listener_is_only_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        Notifier(str(tmp_path / "nobody")).ready("here")
    assert "was not told" in caplog.text


@pytest.mark.parametrize(
    ("watchdog", "watched", "beat_s"),
    [
        ("10000000", "", 5.0),
        pytest.param("10000000", str(os.getpid()), 5.0, id="ours"),
        ("10000000", "1", None),
        ("0", "", None),
        ("", "", None),
        ("soon", "", None),
    ],
)
def test_two_signals_fit_into_the_watchdogs_limit(watchdog: str, watched: str, beat_s: float | None) -> None:
    environment = {"NOTIFY_SOCKET": "/run/notify", "WATCHDOG_USEC": watchdog, "WATCHDOG_PID": watched}
    assert notifier_from(environment).beat_s == beat_s


def test_children_do_not_inherit_the_variables(tmp_path: Path) -> None:
    environment = {"NOTIFY_SOCKET": "/run/notify", "WATCHDOG_USEC": "1", "WATCHDOG_PID": "1", "HOME": "/"}
    notifier_from(environment)
    assert environment == {"HOME": "/"}


def test_marker_file_announces_a_restart(tmp_path: Path) -> None:
    environment = {"RUNTIME_DIRECTORY": f"{tmp_path / 'other'}:{tmp_path}"}
    assert not is_restarting(environment)
    (tmp_path / RESTARTING).touch()
    assert is_restarting(environment)


@pytest.mark.parametrize("environment", [{}, {"RUNTIME_DIRECTORY": ""}])
def test_without_a_runtime_directory_no_restart_is_announced(
    environment: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / RESTARTING).touch()
    assert not is_restarting(environment)


def test_power_command_is_run_word_by_word(tmp_path: Path) -> None:
    output = tmp_path / "told"
    code = "import pathlib, sys; pathlib.Path(sys.argv[1]).write_text(sys.argv[2])"
    assert run_power_command((sys.executable, "-c", code, str(output), "$HOME; two words"))
    assert output.read_text() == "$HOME; two words"


@pytest.mark.parametrize("command", [("/no/such/program",), (sys.executable, "-c", "raise SystemExit(3)")])
def test_failed_power_command_is_logged(command: tuple[str, ...], caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR):
        assert not run_power_command(command)
    assert "could not be switched off" in caplog.text
    assert command[0] in caplog.text


def test_hanging_power_command_is_ended(caplog: pytest.LogCaptureFixture) -> None:
    assert not run_power_command((sys.executable, "-c", "import signal; signal.pause()"), longest_s=0.01)
    assert "timed out" in caplog.text


def test_power_command_killed_by_the_shutdown_succeeded() -> None:
    kill = f"import os; os.kill(os.getpid(), {int(signal.SIGTERM)})"
    assert run_power_command((sys.executable, "-c", kill))
