"""How a service stands to the system: whether it is started again at once, and how the machine is sent to sleep."""

from __future__ import annotations

import logging
import signal
import sys
from pathlib import Path

import pytest

from companion.system.system_commands import goes_down
from companion.system.systemd_notify import RESTARTING, comes_back


def test_it_comes_back_where_somebody_left_word(tmp_path: Path) -> None:
    environment = {"RUNTIME_DIRECTORY": f"{tmp_path / 'other'}:{tmp_path}"}
    assert not comes_back(environment)
    (tmp_path / RESTARTING).touch()
    assert comes_back(environment)


@pytest.mark.parametrize("environment", [{}, {"RUNTIME_DIRECTORY": ""}])
def test_without_a_runtime_directory_nobody_can(
    environment: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / RESTARTING).touch()
    assert not comes_back(environment)


def test_a_command_is_run_word_by_word(tmp_path: Path) -> None:
    told = tmp_path / "told"
    code = "import pathlib, sys; pathlib.Path(sys.argv[1]).write_text(sys.argv[2])"
    assert goes_down((sys.executable, "-c", code, str(told), "$HOME; two words"))
    assert told.read_text() == "$HOME; two words"


@pytest.mark.parametrize("command", [("/no/such/program",), (sys.executable, "-c", "raise SystemExit(3)")])
def test_a_command_that_fails_is_told_in_the_log(command: tuple[str, ...], caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR):
        assert not goes_down(command)
    assert "could not be switched off" in caplog.text
    assert command[0] in caplog.text


def test_a_command_that_never_ends_is_ended(caplog: pytest.LogCaptureFixture) -> None:
    assert not goes_down((sys.executable, "-c", "import signal; signal.pause()"), longest_s=0.01)
    assert "timed out" in caplog.text


def test_a_command_that_the_machine_ends_with_us_has_done_its_work() -> None:
    kill = f"import os; os.kill(os.getpid(), {int(signal.SIGTERM)})"
    assert goes_down((sys.executable, "-c", kill))
