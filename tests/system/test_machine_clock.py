"""What says that the machine's clock is right: the kernel, systemd-timesyncd, or a clock with a battery."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from companion.system.machine_clock import is_right, uptime

NOW = 1_795_293_000.0
TIMESYNC = "run/systemd/timesync"


def answer(root: Path, *, kernel: bool | None = False) -> bool:
    return is_right(kernel, NOW, root)


def with_battery_clock(root: Path, text: str, name: str = "rtc0") -> None:
    clock = root / "sys/class/rtc" / name
    clock.mkdir(parents=True)
    (clock / "since_epoch").write_text(text)


def test_kernel_that_keeps_the_clock_is_trusted(tmp_path: Path) -> None:
    assert answer(tmp_path, kernel=True)
    assert not answer(tmp_path, kernel=False)


def test_timesyncd_is_trusted_once_it_has_corrected_the_clock(tmp_path: Path) -> None:
    """The service may not ask the kernel, but it may look for this file."""
    (tmp_path / TIMESYNC).mkdir(parents=True)
    assert not answer(tmp_path, kernel=None)
    (tmp_path / TIMESYNC / "synchronized").touch()
    assert answer(tmp_path, kernel=None)
    assert answer(tmp_path, kernel=False), "the kernel forgets it after hours without a network"


@pytest.mark.parametrize("difference_s", [0, -60, 299])
def test_clock_with_a_battery_is_trusted(tmp_path: Path, difference_s: int) -> None:
    with_battery_clock(tmp_path, f"{int(NOW) + difference_s}\n")
    assert answer(tmp_path)


@pytest.mark.parametrize("text", ["12\n", f"{int(NOW) + 301}\n", "", "never\n"])
def test_battery_clock_that_shows_another_time_says_nothing(tmp_path: Path, text: str) -> None:
    """A Pi 5 has such a clock, but its battery must be bought."""
    with_battery_clock(tmp_path, text)
    assert not answer(tmp_path)


def test_any_of_several_battery_clocks_may_agree(tmp_path: Path) -> None:
    with_battery_clock(tmp_path, "12\n")
    with_battery_clock(tmp_path, f"{int(NOW)}\n", "rtc1")
    assert answer(tmp_path)


def test_clock_is_trusted_where_nothing_can_be_asked(tmp_path: Path) -> None:
    assert answer(tmp_path, kernel=None)


def answer_of_kernel(root: Path) -> str:
    """Return the answer of this machine's kernel to a program of its own."""
    command = (
        "import sys, pathlib, companion.system.machine_clock as c; print(c.is_synchronised(pathlib.Path(sys.argv[1])))"
    )
    words = (sys.executable, "-c", command, str(root))
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout.strip()


def test_this_kernel_answers() -> None:
    assert answer_of_kernel(Path("/")) in ("True", "False", "None")


@pytest.mark.parametrize("status", ["Name:\tpython3\nSeccomp:\t2\nSeccomp_filters:\t9\n", ""])
def test_confined_program_does_not_ask_the_kernel(tmp_path: Path, status: str) -> None:
    """Under the unit's filter the call would end the service."""
    (tmp_path / "proc/self").mkdir(parents=True)
    (tmp_path / "proc/self/status").write_text(status)
    assert answer_of_kernel(tmp_path) == "None"


def test_running_time_only_grows() -> None:
    before = uptime()
    assert 0 < before <= uptime()
