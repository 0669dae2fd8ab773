"""Tests of the state of the service as systemd shows it: running, stopped, not installed, and without systemd."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.cli.doctor import _service
from companion.system.service_state import ServiceState, service_state
from companion.words.catalogue import Words


def systemctl(folder: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    """Put a command of this name into the path, and nothing else."""
    command = folder / "systemctl"
    command.write_text(f"#!/bin/sh\n{script}\n")
    command.chmod(0o755)
    monkeypatch.setenv("PATH", str(folder))


def show(load: str, active: str, status: str) -> str:
    return f'echo "LoadState={load}"; echo "ActiveState={active}"; echo "StatusText={status}"'


def texts() -> list[tuple[bool, str]]:
    return [(finding.ok, finding.text) for finding in _service(Words("en"))]


def test_a_service_that_runs_says_where_the_table_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    status = "Phones find the table at http://192.168.1.20:8080/?a=b"
    systemctl(tmp_path, monkeypatch, show("loaded", "active", status))
    assert service_state() == ServiceState(True, "active", status)
    assert texts() == [(True, f"The service runs. {status}")]


def test_a_service_that_failed_names_the_next_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    systemctl(tmp_path, monkeypatch, show("loaded", "failed", ""))
    ((well, text),) = texts()
    assert not well
    assert "(failed)" in text
    assert "sudo systemctl start companion" in text
    assert "sudo journalctl -u companion" in text


@pytest.mark.parametrize("script", [show("not-found", "inactive", ""), "exit 1", "echo nothing"])
def test_without_the_service_nothing_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    systemctl(tmp_path, monkeypatch, script)
    assert service_state() is None
    assert texts() == []


def test_without_systemd_nothing_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert service_state() is None
