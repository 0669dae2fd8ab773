"""Facts about the machine: model, temperature, power, space and memory. None means that the system does not say."""

from __future__ import annotations

import os
from pathlib import Path

from companion.support.frozen_dataclasses import frozen

ROOT = Path("/")
_PROCESSOR_ZONES = ("cpu-thermal", "cpu_thermal", "x86_pkg_temp")
"""The kernel's names for the processor's thermometer, on a Pi and elsewhere."""
_LOW_NOW, _CAPPED_NOW, _SLOWED_NOW, _HOT_NOW = (1 << bit for bit in (0, 1, 2, 3))
_EVER_SHIFT = 16
"""Shift of the bits that say the same of any moment since the machine was switched on."""


@frozen
class Power:
    """The state of the power supply."""

    low: bool
    """True if there is too little power now."""
    was_low: bool
    """True if there is too little power now or was at some moment since the start."""
    slowed: bool
    """True if the machine runs slower now, because of too little power or heat."""


@frozen
class Memory:
    """Memory, in bytes."""

    own: int
    """Memory that the program uses."""
    free: int | None
    """Memory that any program can still use; None where the system does not say."""


@frozen
class DiskSpace:
    """The space on a disk, in bytes."""

    free: int
    """Space that the program may still use."""
    read_only: bool
    """True if nothing at all can be written."""


@frozen
class MachineFacts:
    """All facts that could be read; None for those that could not."""

    model: str | None = None
    temperature: float | None = None
    """Temperature of the processor, in °C."""
    power: Power | None = None
    memory: Memory | None = None
    space: DiskSpace | None = None
    """Space of the disk where games are kept."""


def read_facts(state_dir: Path, root: Path = ROOT) -> MachineFacts:
    """Read every fact once. Raises nothing; takes some milliseconds.

    Args:
        state_dir: The directory where games are kept.
        root: The folder that holds the system's `sys` and `proc`.
    """
    return MachineFacts(model(root), temperature(root), power(root), memory(root), disk_space(state_dir))


def model(root: Path = ROOT) -> str | None:
    """Return the maker's name of the machine, such as "Raspberry Pi 4 Model B Rev 1.4"."""
    return _read(root / "sys/firmware/devicetree/base/model") or _read(root / "sys/class/dmi/id/product_name")


def temperature(root: Path = ROOT) -> float | None:
    """Return the temperature of the processor, in °C."""
    zones = sorted((root / "sys/class/thermal").glob("thermal_zone*"))
    processor_zones = [zone for zone in zones if _read(zone / "type") in _PROCESSOR_ZONES]
    millidegrees = next(
        (reading for zone in processor_zones or zones if (reading := _number(zone / "temp")) is not None), None
    )
    return None if millidegrees is None else millidegrees / 1000


def power(root: Path = ROOT) -> Power | None:
    """Return the state of the power: from the kernel's voltage alarm, else from the notes of a Pi's firmware.

    The alarm comes first, because the kernel treats a read of the other as a mistake and logs it. The alarm knows
    nothing of earlier moments.
    """
    path = voltage_alarm(root)
    if path is not None and (alarm := _number(path)) is not None:
        return Power(alarm != 0, alarm != 0, slowed=False)
    for throttled in sorted((root / "sys/devices/platform").glob("soc*/soc*firmware/get_throttled")):
        if (bits := _number(throttled, 16)) is not None:
            low = bits & _LOW_NOW != 0
            slowed = bits & (_CAPPED_NOW | _SLOWED_NOW | _HOT_NOW) != 0
            return Power(low, low or bits & (_LOW_NOW << _EVER_SHIFT) != 0, slowed)
    return None


def voltage_alarm(root: Path = ROOT) -> Path | None:
    """Return the file in which the kernel of a Pi says whether there is too little power: "1" if so, else "0"."""
    sensors = sorted((root / "sys/class/hwmon").glob("hwmon*"))
    return next((sensor / "in0_lcrit_alarm" for sensor in sensors if _read(sensor / "name") == "rpi_volt"), None)


def memory(root: Path = ROOT) -> Memory | None:
    """Return the memory that the program uses, and the memory that is left."""
    pages = (_read(root / "proc/self/statm") or "").split()
    if len(pages) < 2 or not pages[1].isdecimal():
        return None
    free = None
    for line in (_read(root / "proc/meminfo") or "").splitlines():
        match line.split():
            case ["MemAvailable:", kilobytes, *_] if kilobytes.isdecimal():
                free = int(kilobytes) * 1024
    return Memory(int(pages[1]) * os.sysconf("SC_PAGE_SIZE"), free)


def disk_space(directory: Path) -> DiskSpace | None:
    """Return the space on the disk of a directory."""
    try:
        stats = os.statvfs(directory)
    except OSError:
        return None
    return DiskSpace(stats.f_bavail * stats.f_frsize, read_only=stats.f_flag & os.ST_RDONLY != 0)


def _read(path: Path) -> str | None:
    """Return the text of a system file; None if it is missing, unreadable or empty."""
    try:
        return path.read_text("utf-8", errors="replace").strip("\0 \n") or None
    except OSError:
        return None


def _number(path: Path, base: int = 10) -> int | None:
    try:
        return int(_read(path) or "", base)
    except ValueError:
        return None
