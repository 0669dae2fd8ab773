"""Tests of config.txt: read like the firmware does, changed through raspi-config, and intact in every case."""

from __future__ import annotations

import errno
import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from companion.rules.text import say
from companion.system.boot_file import boot_file, copies, is_intact, is_on, restore_if_empty, switch_on
from companion.system.buses import BusKind
from companion.system.system_commands import CommandResult
from tests.system.simulated_pi import CONFIG, write

ON = CONFIG.replace("#dtparam=i2c", "dtparam=i2c")


@pytest.fixture
def config(tmp_path: Path) -> Path:
    return write(tmp_path / "boot/firmware/config.txt", CONFIG)


def switch_on_leaving(config: Path, content: str | bytes | None) -> CommandResult:
    """Switch the bus on with a raspi-config that leaves this content."""

    def run(words: Sequence[str]) -> CommandResult:
        if content is None:
            config.unlink()
        else:
            write(config, content)
        return CommandResult()

    return CommandResult(switch_on(config, BusKind.I2C, run))


@pytest.mark.parametrize(
    ("line", "on"),
    [
        ("dtparam=i2c_arm=on", True),
        ("dtparam=i2c=on", True),
        ("dtparam=i2c_arm", True),
        ("dtparam=i2c_arm=on,i2c_arm_baudrate=400000", True),
        ("dtparam=audio=on,i2c_arm=on", True),
        ("device_tree_param=i2c_arm=1", True),
        ("  dtparam=i2c_arm=yes # for the screen", True),
        ("#dtparam=i2c_arm=on", False),
        ("dtparam=i2c_arm=off", False),
        ("dtparam=i2c_vc=on", False),
        ("dtparam=i2c_arm_baudrate=400000", False),
        ("dtparam=spi=on", False),
        ("dtparam=i2c_arm=on\ndtparam=i2c_arm=off", False),
        ("", False),
    ],
)
def test_last_line_about_a_bus_counts(line: str, on: bool) -> None:
    assert is_on(f"{line}\n[all]\n", BusKind.I2C) is on


def test_spi_has_a_separate_line() -> None:
    assert is_on("dtparam=spi=on", BusKind.SPI)
    assert not is_on("dtparam=i2c_arm=on", BusKind.SPI)


@pytest.mark.parametrize(
    ("after", "intact"),
    [
        (ON, True),
        (CONFIG, True),
        (CONFIG + "dtparam=i2c_arm=on\n", True),
        (ON.replace("\n", "\r\n"), True),
        ("", False),
        ("\n\n", False),
        (ON[:-20], False),
        (ON.replace("dtparam=audio=on\n", ""), False),
        (ON.replace("dtparam=audio=on", "dtparam=audio=o"), False),
        (ON + "\0\0\0", False),
    ],
)
def test_intact_file_keeps_every_line_except_those_of_the_bus(after: str, intact: bool) -> None:
    assert is_intact(CONFIG.encode(), after.encode(), BusKind.I2C) is intact


def test_missing_copy_of_a_repeated_line_is_noticed() -> None:
    before = "gpio=5=op\n[pi4]\ngpio=5=op\n"
    assert not is_intact(before.encode(), b"gpio=5=op\n[pi4]\n", BusKind.I2C)


@pytest.mark.parametrize("content", ["", ON[:-20], ON.encode() + b"\0\0", None])
def test_damage_by_raspi_config_is_undone(config: Path, content: str | bytes | None) -> None:
    assert switch_on_leaving(config, content).error == say("found.boot.put_back", path=str(config), bus="I²C")
    assert config.read_text(encoding="utf-8") == CONFIG
    assert [copy.read_text() for copy in copies(config)] == [CONFIG]


def test_only_the_copy_is_left_beside_it(config: Path) -> None:
    assert switch_on_leaving(config, ON) == CommandResult()
    names = sorted(path.name for path in config.parent.iterdir())
    assert names == ["config.txt", "config.txt.before-companion"]


def switch_on_with(config: Path, content: str) -> CommandResult:
    """Switch the bus on in a file with this content."""
    write(config, content)
    return switch_on_leaving(config, content + "dtparam=i2c_arm=on\n")


def test_copies_are_never_overwritten_or_duplicated(config: Path) -> None:
    for content in ("a\n", "a\n", "b\n"):
        assert switch_on_with(config, content) == CommandResult()
    assert [copy.name for copy in copies(config)] == ["config.txt.before-companion", "config.txt.before-companion-2"]
    assert [copy.read_text() for copy in copies(config)] == ["a\n", "b\n"]


def test_earlier_content_that_returns_becomes_the_newest_copy(config: Path) -> None:
    for content in ("a\n", "b\n", "a\n"):
        switch_on_with(config, content)
    write(config, "")
    assert restore_if_empty(config) is not None
    assert config.read_text(encoding="utf-8") == "a\n"


def test_switching_on_works_after_removal_of_the_first_copy(config: Path) -> None:
    switch_on_with(config, "a\n")
    switch_on_with(config, "b\n")
    copies(config)[0].unlink()
    assert switch_on_with(config, "c\n") == CommandResult()
    assert [copy.read_text() for copy in copies(config)] == ["b\n", "c\n"]


def test_number_of_copies_is_limited(config: Path) -> None:
    count = 0
    while (result := switch_on_with(config, f"{count}\n")) == CommandResult():
        count += 1
        assert count < 100
    assert [copy.read_text() for copy in copies(config)] == [f"{number}\n" for number in range(count)]
    assert result.error is not None
    cause = f"{copies(config)[-1].name}: File exists"
    assert dict(result.error.args)["cause"] == say("file.unwritable", path=str(config.parent), cause=cause)
    assert config.read_text(encoding="utf-8") == f"{count}\n"


def test_without_a_copy_raspi_config_is_not_run(config: Path) -> None:
    (config.parent / ".config.txt.before-companion.new").mkdir()  # so that no file of that name can be created

    def run(words: Sequence[str]) -> CommandResult:
        raise AssertionError(words)

    trouble = switch_on(config, BusKind.I2C, run)
    assert trouble is not None
    assert (trouble.key, dict(trouble.args)["line"]) == ("found.bus.left_off", "dtparam=i2c_arm=on")
    assert config.read_text(encoding="utf-8") == CONFIG


def _full(descriptor: int) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_on_a_full_disk_the_copy_is_renamed_back(config: Path) -> None:
    def run(words: Sequence[str]) -> CommandResult:
        write(config, ON[:20])
        (config.parent / ".config.txt.new").mkdir()  # so that the new content cannot be written
        return CommandResult()

    trouble = switch_on(config, BusKind.I2C, run)
    assert trouble == say("found.boot.put_back", path=str(config), bus="I²C")
    assert config.read_text(encoding="utf-8") == CONFIG


def test_failed_restore_is_reported_with_the_copy(config: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def run(words: Sequence[str]) -> CommandResult:
        config.unlink()
        config.mkdir()
        monkeypatch.setattr(os, "fsync", _full)
        return CommandResult()

    trouble = switch_on(config, BusKind.I2C, run)
    assert trouble is not None
    copy = config.with_name("config.txt.before-companion")
    assert (trouble.key, dict(trouble.args)["copy"]) == ("found.boot.lost", str(copy))
    assert copy.read_text() == CONFIG


def test_newest_copy_replaces_an_empty_file(config: Path) -> None:
    assert restore_if_empty(config) is None
    copy = write(config.with_name("config.txt.before-companion"), "old\n")
    assert restore_if_empty(config) is None
    write(copy.with_name("config.txt.before-companion-2"), "new\n")
    write(config, "")
    assert restore_if_empty(config) == say("found.boot.mended", path=str(config))
    assert (config.read_text(encoding="utf-8"), copy.read_text()) == ("new\n", "old\n")


def test_missing_file_is_found_by_its_copy(tmp_path: Path) -> None:
    assert boot_file(tmp_path) is None
    write(tmp_path / "boot/config.txt.before-companion", CONFIG)
    path = boot_file(tmp_path)
    assert path == tmp_path / "boot/config.txt"
    assert restore_if_empty(path) is not None
    assert path.read_text() == CONFIG


def test_empty_file_without_a_copy_stays_unchanged(config: Path) -> None:
    write(config, "")
    assert restore_if_empty(config) is None
    assert config.read_bytes() == b""


def test_copy_that_cannot_be_restored_is_reported(config: Path) -> None:
    write(config.with_name("config.txt.before-companion"), CONFIG)
    write(config, "")
    (config.parent / ".config.txt.new").mkdir()
    copy = str(config.with_name("config.txt.before-companion"))
    assert restore_if_empty(config) == say("found.boot.lost", path=str(config), copy=copy, cause="Is a directory")
