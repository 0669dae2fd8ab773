"""Tests of `companion detect`: its output, and that it never prevents a start."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.system import hardware_setup
from companion.system.hardware_setup import ExaminedMachine
from tests.system.simulated_pi import SimulatedPi
from tests.terminal import run, run_json


@pytest.fixture
def pi(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SimulatedPi:
    """Return a simulated Pi that replaces this machine."""
    made_up = SimulatedPi(tmp_path)
    machine = ExaminedMachine(tmp_path, made_up.run, made_up.answers, lambda chip: made_up.labels[chip.name])
    monkeypatch.setattr(hardware_setup, "ExaminedMachine", lambda: machine)
    return made_up


def test_findings_are_printed(pi: SimulatedPi) -> None:
    pi.appears_at_once = False
    result = run("detect")
    assert (result.exit_code, result.stderr) == (0, "")
    first, second = result.stdout.splitlines()
    assert first.startswith("ok  Using board bench; nothing else was detected.")
    assert first.endswith(
        '/etc/companion/settings.toml: board = "adafruit-bonnet" / board = "pico" / board = "waveshare-oled-hat"'
    )
    assert second == "!!  I²C was switched on for the screen. Restart once."
    assert (pi.root / "run/companion-setup/found.json").exists()


def test_findings_are_printed_as_json(pi: SimulatedPi) -> None:
    pi.appears_at_once = False
    status, body = run_json("detect")
    assert (status, list(body)) == (0, ["board", "restart", "findings"])
    assert (body["board"], body["restart"]) == ("bench", True)
    assert [finding["ok"] for finding in body["findings"]] == [True, False]


def test_dry_run_prints_planned_steps(pi: SimulatedPi) -> None:
    result = run("detect", "--dry-run")
    assert result.exit_code == 0
    assert "..  would run: raspi-config nonint do_i2c 0" in result.stdout.splitlines()
    status, body = run_json("detect", "--dry-run")
    assert (status, body["would"][-1]) == (0, "would write: /run/companion-setup/found.json")
    assert pi.commands == []


def test_settings_file_can_be_given(pi: SimulatedPi) -> None:
    other_path = Path("/etc/other.toml")
    file = pi.root / "etc/other.toml"
    file.parent.mkdir(exist_ok=True)
    file.write_text('board = "adafruit-bonnet"\nvolume = 9\n')
    result = run("detect", "--settings", other_path)
    assert result.exit_code == 0
    assert result.stdout.startswith("ok  Using board adafruit-bonnet, as named in /etc/other.toml.\n")
    assert "!!  /etc/other.toml, line 2: “volume” must be a whole number from 0 to 3." in result.stdout
