"""Tests of facts about the machine: read as the system states them; unknown ones are left out."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from companion.system.machine_facts import (
    MachineFacts,
    Memory,
    Power,
    disk_space,
    memory,
    model,
    power,
    read_facts,
    temperature,
)

THROTTLED = "sys/devices/platform/soc/soc:firmware/get_throttled"
VOLTS = {"sys/class/hwmon/hwmon0/name": "cpu_thermal\n", "sys/class/hwmon/hwmon1/name": "rpi_volt\n"}
ALARM = "sys/class/hwmon/hwmon1/in0_lcrit_alarm"


def tree(root: Path, files: Mapping[str, str]) -> Path:
    """Write a system's files below a root, and return it."""
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return root


def test_silent_system_is_no_error(tmp_path: Path) -> None:
    assert read_facts(tmp_path / "no state", tmp_path) == MachineFacts()


def test_nonsense_from_the_system_is_no_error(tmp_path: Path) -> None:
    files = {
        THROTTLED: "what?",
        "sys/class/thermal/thermal_zone0/temp": "hot",
        "sys/class/thermal/thermal_zone0/type": "cpu-thermal",
        "proc/self/statm": "many few",
        "sys/firmware/devicetree/base/model": "\0",
    }
    assert read_facts(tmp_path / "no state", tree(tmp_path, files)) == MachineFacts()


def test_model_has_no_trailing_null_byte(tmp_path: Path) -> None:
    files = {"sys/firmware/devicetree/base/model": "Raspberry Pi 4 Model B Rev 1.4\0"}
    assert model(tree(tmp_path, files)) == "Raspberry Pi 4 Model B Rev 1.4"


def test_temperature_is_that_of_the_processor(tmp_path: Path) -> None:
    files = {
        "sys/class/thermal/thermal_zone0/type": "wifi\n",
        "sys/class/thermal/thermal_zone0/temp": "31000\n",
        "sys/class/thermal/thermal_zone1/type": "cpu-thermal\n",
        "sys/class/thermal/thermal_zone1/temp": "52582\n",
    }
    assert temperature(tree(tmp_path, files)) == pytest.approx(52.582)


def test_without_a_processor_zone_the_first_zone_is_used(tmp_path: Path) -> None:
    files = {"sys/class/thermal/thermal_zone0/type": "acpitz\n", "sys/class/thermal/thermal_zone0/temp": "40000\n"}
    assert temperature(tree(tmp_path, files)) == 40.0


@pytest.mark.parametrize(
    ("bits", "expected"),
    [
        ("0", Power(low=False, was_low=False, slowed=False)),
        ("50005", Power(low=True, was_low=True, slowed=True)),
        ("50000", Power(low=False, was_low=True, slowed=False)),
        ("1", Power(low=True, was_low=True, slowed=False)),
        ("2", Power(low=False, was_low=False, slowed=True)),
        ("80008", Power(low=False, was_low=False, slowed=True)),
        ("e0000", Power(low=False, was_low=False, slowed=False)),
    ],
)
def test_firmware_reports_present_and_past_power(tmp_path: Path, bits: str, expected: Power) -> None:
    assert power(tree(tmp_path, {THROTTLED: f"{bits}\n"})) == expected


@pytest.mark.parametrize("low", [False, True])
def test_kernel_alarm_takes_precedence(tmp_path: Path, low: bool) -> None:
    files = {**VOLTS, ALARM: f"{low:d}\n", THROTTLED: f"{50005 * (not low)}\n"}
    assert power(tree(tmp_path, files)) == Power(low=low, was_low=low, slowed=False)


def test_memory_is_in_bytes(tmp_path: Path) -> None:
    files = {
        "proc/self/statm": "30000 12000 3000 1 0 9000 0\n",
        "proc/meminfo": "MemTotal:  439000 kB\nMemAvailable:   212000 kB\n",
    }
    assert memory(tree(tmp_path, files)) == Memory(12_000 * os.sysconf("SC_PAGE_SIZE"), 212_000 * 1024)


@pytest.mark.parametrize("meminfo", ["", "MemTotal:  439000 kB\n", "MemAvailable:\n", "MemAvailable: much\n"])
def test_own_memory_is_known_without_that_of_the_system(tmp_path: Path, meminfo: str) -> None:
    result = memory(tree(tmp_path, {"proc/self/statm": "30000 12000 3000 1 0 9000 0\n", "proc/meminfo": meminfo}))
    assert result == Memory(12_000 * os.sysconf("SC_PAGE_SIZE"), None)


def test_space_is_that_of_the_disk_with_the_games(tmp_path: Path) -> None:
    space = disk_space(tmp_path)
    assert space is not None
    assert space.free > 0
    assert not space.read_only
    assert disk_space(tmp_path / "nowhere") is None


def test_facts_of_this_machine_can_be_read(tmp_path: Path) -> None:
    facts = read_facts(tmp_path)
    assert facts.memory is not None
    assert facts.memory.own > 1024**2
