"""Tests of disks, in a machine that has one: a card that fills up or turns read-only, and a USB stick."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.box.machine import run
from tests.box.vm.image import state_disk
from tests.box.vm.parts import called

TESTS = "tests/box/on_disk"


@pytest.mark.timeout(600)
def test_acknowledged_entries_survive_on_a_bad_card(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    state_disk(tmp_path / "disk", tmp_path / "empty", megabytes=16)
    on_disk("test_card.py", tmp_path / "disk")


@pytest.mark.timeout(600)
def test_factory_formatted_usb_stick_keeps_games(tmp_path: Path) -> None:
    called("mkfs.vfat", "-C", tmp_path / "stick", str(16 * 1024))
    on_disk("test_stick.py", tmp_path / "stick")


def on_disk(tests: str, disk: Path) -> None:
    """Run these tests in a machine with this disk."""
    completed = run(f"pytest -p no:cacheprovider --confcutdir={TESTS} {TESTS}/{tests}", seconds=500, disk=disk)
    assert completed.status == 0, completed.output
