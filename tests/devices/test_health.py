"""What `doctor` is told of the parts: in data, in order, and without an error on any machine."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from companion.devices import health
from companion.devices.boards import DisplaySpec, load_board
from companion.devices.display import DisplayLostError
from companion.devices.gpio import PinsError
from companion.resources import boards_dir
from companion.rules.text import say

SPEC = DisplaySpec("ssd1306", 1, 0x3C)


def test_on_a_machine_without_any_of_it_everything_is_told_and_nothing_raised(tmp_path: Path) -> None:
    found = health.findings(load_board("bench", boards_dir()), tmp_path)
    by_subject = {finding.subject: finding for finding in found}
    assert by_subject[str(tmp_path / "gpiochip0")].text == say("doctor.gpio.missing")
    assert by_subject[str(tmp_path / "i2c-1")].text == say("doctor.i2c.missing")
    assert {"gpio", "i2c", "gpiozero", "ssd1306 0x3C"} <= set(by_subject)


def test_devices_that_are_there_and_usable_are_well(tmp_path: Path) -> None:
    for name in ("gpiochip0", "i2c-1"):
        (tmp_path / name).touch()
    assert health.lines(tmp_path) == health.Finding(True, str(tmp_path / "gpiochip0"), say("doctor.gpio.ok"))
    assert health.bus(SPEC, tmp_path) == health.Finding(True, str(tmp_path / "i2c-1"), say("doctor.i2c.ok"))


def test_devices_that_may_not_be_used_name_the_group_that_may(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("gpiochip0", "i2c-1"):
        (tmp_path / name).touch()
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    assert health.lines(tmp_path).text == say("doctor.gpio.forbidden", group="gpio")
    assert health.bus(SPEC, tmp_path).text == say("doctor.i2c.forbidden", group="i2c")


def test_lines_that_do_not_open_say_why() -> None:
    def refuse() -> None:
        raise PinsError("lgpio is missing")

    assert health.pins(refuse) == health.Finding(
        False, "gpiozero", say("doctor.pins.failed", reason="lgpio is missing")
    )
    assert health.pins(lambda: None).ok


def test_a_screen_that_does_not_answer_says_where_it_was_asked() -> None:
    def silent(spec: DisplaySpec) -> None:
        raise DisplayLostError("nobody there")

    finding = health.display(SPEC, silent)
    assert (finding.ok, finding.subject) == (False, "ssd1306 0x3C")
    assert finding.text == say("doctor.display.silent", reason="nobody there")
    assert health.display(SPEC, lambda spec: None).ok


def test_groups_are_looked_up_for_whoever_runs_this(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert [finding.text.key for finding in health.groups(("gpio",))] == ["doctor.group.root"]
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setattr(os, "getegid", lambda: 0)
    monkeypatch.setattr(os, "getgroups", lambda: [])
    found = health.groups(("root", "daemon", "no-such-group"))
    assert [finding.text.key for finding in found] == [
        "doctor.group.ok",
        "doctor.group.outside",
        "doctor.group.missing",
    ]
