"""Tests of hardware probes: a file that is no chip, a screen that answers or not."""

from __future__ import annotations

import fcntl
from pathlib import Path

import pytest

from companion.devices import display
from companion.devices.board_parts import DisplaySpec, I2c
from companion.devices.display import DisplayLostError
from companion.system.hardware_probe import chip_label, header_chip, screen_answers
from tests.system.simulated_pi import write

SPEC = DisplaySpec("ssd1306", I2c(1, 0x3C))


def test_other_file_has_no_chip_label(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="ioctl"):
        chip_label(write(tmp_path / "dev/gpiochip0"))
    assert header_chip(tmp_path, chip_label) == ""


def test_label_follows_the_name_in_the_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def ioctl(chip: object, question: int, room: bytes) -> bytes:
        assert (question, len(room)) == (0x8044B401, 68)
        return b"gpiochip0".ljust(32, b"\0") + b"pinctrl-bcm2711".ljust(32, b"\0") + (58).to_bytes(4, "little")

    monkeypatch.setattr(fcntl, "ioctl", ioctl)
    assert chip_label(write(tmp_path / "dev/gpiochip0")) == "pinctrl-bcm2711"


def test_link_to_a_chip_is_resolved(tmp_path: Path) -> None:
    write(tmp_path / "dev/gpiochip4")
    (tmp_path / "dev/gpiochip0").symlink_to("gpiochip4")
    assert header_chip(tmp_path, lambda chip: "pinctrl-rp1") == "gpiochip4"


def test_screen_is_probed_like_in_doctor(monkeypatch: pytest.MonkeyPatch) -> None:
    probed: list[DisplaySpec] = []
    monkeypatch.setattr(display, "probe", probed.append)
    assert screen_answers(SPEC)
    assert probed == [SPEC]

    def silent(spec: DisplaySpec) -> None:
        raise DisplayLostError("nobody")

    monkeypatch.setattr(display, "probe", silent)
    assert not screen_answers(SPEC)
