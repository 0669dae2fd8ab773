"""Tests of system commands: their results in words, and that none delays the start forever."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from companion.rules.text import say
from companion.system.system_commands import CommandResult, run_command


def test_successful_command_has_no_error() -> None:
    assert run_command(("sh", "-c", "echo well; read line || exit 0; exit 1")) == CommandResult()


@pytest.mark.parametrize("path", ["/usr/bin:/bin", "", "/no/such/folder", "/etc/passwd"])
def test_missing_command_is_reported(monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    monkeypatch.setenv("PATH", path)
    result = run_command(("no-such-command-anywhere", "on"))
    assert result == CommandResult(say("found.command.missing", command="no-such-command-anywhere"))


def test_command_in_a_forbidden_folder_of_path_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If PATH names a folder of another user, Python reports "Permission denied" instead of a missing file."""
    (tmp_path / "tool").write_text("#!/bin/sh\n")
    monkeypatch.setenv("PATH", f"/usr/bin:{tmp_path}")
    assert run_command(("tool",)).error == say("found.command.barred", command="tool", cause="Permission denied")


def test_failure_is_reported_with_its_last_line() -> None:
    result = run_command(("sh", "-c", "echo first; printf 'no \\033 room\\n\\n' >&2; exit 3"))
    assert result == CommandResult(say("found.command.failed", command="sh", cause="no  room"))
    silent = run_command(("sh", "-c", "exit 3"))
    assert silent.error == say("found.command.failed", command="sh", cause="3")


def test_command_without_permission_is_reported(tmp_path: Path) -> None:
    tool = tmp_path / "tool"
    tool.write_text("#!/bin/sh\n")
    assert run_command((str(tool),)).error == say("found.command.failed", command=str(tool), cause="Permission denied")


def test_hanging_command_is_killed_with_its_children(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    # Every child of the command holds this pipe open, so the end of the pipe is read only after all are gone.
    reading = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    result = run_command(("sh", "-c", f"exec 3>{pipe}; sleep infinity & sleep infinity"), seconds=0.2)
    assert result.error == say("found.command.slow", command="sh", seconds=0)
    os.set_blocking(reading, True)
    with os.fdopen(reading, "rb") as held:
        assert held.read() == b""
