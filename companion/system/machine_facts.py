"""What the system tells of the machine: model, heat, power, room and memory; what it does not tell is None."""

from __future__ import annotations

import os
from pathlib import Path

from companion.support.frozen import frozen

ROOT = Path("/")
_PROCESSOR = ("cpu-thermal", "cpu_thermal", "x86_pkg_temp")
"""What the kernel calls the processor's thermometer, on a Pi and elsewhere."""
_LOW_NOW, _CAPPED_NOW, _SLOWED_NOW, _HOT_NOW = (1 << bit for bit in (0, 1, 2, 3))
_WAS = 16
"""So many bits higher stands the same, of any moment since the machine was switched on."""


@frozen
class Power:
    """Whether the machine gets enough power."""

    low: bool
    """Too little, now."""
    was_low: bool
    """Too little, now or at some moment since the start."""
    slowed: bool
    """It goes slower now, for want of power or because it is hot."""


@frozen
class Memory:
    """Memory, in bytes."""

    own: int
    """What the program takes."""
    free: int | None
    """What is left for anybody; None where the system does not say."""


@frozen
class Space:
    """The room on a disk, in bytes."""

    free: int
    """What the program may still take."""
    read_only: bool
    """It takes nothing at all."""


@frozen
class Facts:
    """All that could be found out; None of what could not."""

    model: str | None = None
    heat: float | None = None
    """Of the processor, in °C."""
    power: Power | None = None
    memory: Memory | None = None
    space: Space | None = None
    """Where games are kept."""


def look(state: Path, root: Path = ROOT) -> Facts:
    """Look at everything once. Raises nothing; takes some milliseconds.

    Args:
        state: The directory where games are kept.
        root: Below which the system has its files, `sys` and `proc`.
    """
    return Facts(model(root), heat(root), power(root), memory(root), space(state))


def model(root: Path = ROOT) -> str | None:
    """What the machine is called by its maker, as "Raspberry Pi 4 Model B Rev 1.4"."""
    return _read(root / "sys/firmware/devicetree/base/model") or _read(root / "sys/class/dmi/id/product_name")


def heat(root: Path = ROOT) -> float | None:
    """How hot the processor is, in °C."""
    zones = sorted((root / "sys/class/thermal").glob("thermal_zone*"))
    own = [zone for zone in zones if _read(zone / "type") in _PROCESSOR]
    measured = next((found for zone in own or zones if (found := _number(zone / "temp")) is not None), None)
    return None if measured is None else measured / 1000


def power(root: Path = ROOT) -> Power | None:
    """Whether the power is enough: by the voltage alarm of the kernel, else by what the firmware of a Pi has noted.

    The alarm comes first, for the kernel takes the reading of the other for a mistake and says so in its log. It knows
    nothing of earlier moments.
    """
    path = voltage_alarm(root)
    if path is not None and (alarm := _number(path)) is not None:
        return Power(alarm != 0, alarm != 0, slowed=False)
    for noted in sorted((root / "sys/devices/platform").glob("soc*/soc*firmware/get_throttled")):
        if (bits := _number(noted, 16)) is not None:
            low = bits & _LOW_NOW != 0
            slowed = bits & (_CAPPED_NOW | _SLOWED_NOW | _HOT_NOW) != 0
            return Power(low, low or bits & (_LOW_NOW << _WAS) != 0, slowed)
    return None


def voltage_alarm(root: Path = ROOT) -> Path | None:
    """The file in which the kernel of a Pi says whether there is too little power, "1" or "0"."""
    sensors = sorted((root / "sys/class/hwmon").glob("hwmon*"))
    return next((one / "in0_lcrit_alarm" for one in sensors if _read(one / "name") == "rpi_volt"), None)


def memory(root: Path = ROOT) -> Memory | None:
    """What the program takes of the memory, and what is left."""
    pages = (_read(root / "proc/self/statm") or "").split()
    if len(pages) < 2 or not pages[1].isdecimal():
        return None
    free = None
    for line in (_read(root / "proc/meminfo") or "").splitlines():
        match line.split():
            case ["MemAvailable:", kilobytes, *_] if kilobytes.isdecimal():
                free = int(kilobytes) * 1024
    return Memory(int(pages[1]) * os.sysconf("SC_PAGE_SIZE"), free)


def space(directory: Path) -> Space | None:
    """The room on the disk of a directory."""
    try:
        found = os.statvfs(directory)
    except OSError:
        return None
    return Space(found.f_bavail * found.f_frsize, read_only=found.f_flag & os.ST_RDONLY != 0)


def _read(path: Path) -> str | None:
    """What a file of the system says; None where it is not there, may not be read, or is empty."""
    try:
        return path.read_text("utf-8", errors="replace").strip("\0 \n") or None
    except OSError:
        return None


def _number(path: Path, base: int = 10) -> int | None:
    try:
        return int(_read(path) or "", base)
    except ValueError:
        return None
