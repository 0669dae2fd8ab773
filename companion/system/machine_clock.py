"""The machine's clock: whether anything says that it is right, and how long the machine has run."""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache, partial
from pathlib import Path

ROOT = Path("/")
_SYNCHRONISED = "run/systemd/timesync/synchronized"
"""File that systemd-timesyncd makes once the network has corrected the clock."""
_BATTERY_CLOCKS = "sys/class/rtc"
_TOLERANCE_S = 300
"""Difference to the clock with a battery that weeks without a network explain."""
_STA_UNSYNC = 0x40
_UNCONFINED = "Seccomp:\t0"
uptime: Callable[[], float] = (
    partial(time.clock_gettime, time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic
)
"""Gives the seconds that the machine has run, asleep or not; nobody can set them."""


class _Timex(ctypes.Structure):
    """The beginning of the kernel's `struct timex`, with room for the rest of it."""

    _fields_ = (
        ("modes", ctypes.c_uint),
        *((name, ctypes.c_long) for name in ("offset", "freq", "maxerror", "esterror")),
        ("status", ctypes.c_int),
        ("rest", ctypes.c_byte * 256),
    )


def is_synchronised(root: Path = ROOT) -> bool | None:
    """Return whether the kernel says that the network or a receiver keeps the clock; None if it may not be asked.

    The service may not: the call that answers could also set the clock, so its unit ends a program that makes it.
    """
    adjtimex = getattr(ctypes.CDLL(None), "adjtimex", None)
    timex = _Timex()
    if adjtimex is None or _is_confined(root) or adjtimex(ctypes.byref(timex)) < 0:  # modes 0: it only reads
        return None
    return not timex.status & _STA_UNSYNC


def is_right(synchronised: bool | None, now: float, root: Path = ROOT) -> bool:
    """Return whether anything says that the clock is right: the kernel, systemd-timesyncd, or a clock with a battery.

    Where nothing can be asked, the clock counts as right.

    Args:
        synchronised: The answer of the kernel.
        now: The time that the clock shows, in seconds since 1970.
        root: The folder that holds the system's `sys` and `run`.
    """
    if synchronised or (root / _SYNCHRONISED).exists() or _agrees_with_battery(now, root):
        return True
    return synchronised is None and not (root / _SYNCHRONISED).parent.is_dir()


@cache
def _is_confined(root: Path) -> bool:
    """Return whether a filter for calls to the kernel is in force, as in a service: it would never be lifted."""
    with suppress(OSError):
        return _UNCONFINED not in (root / "proc/self/status").read_text("utf-8", "replace").splitlines()
    return True


def _agrees_with_battery(now: float, root: Path) -> bool:
    """Return whether a clock with a battery shows the same time. That of a Pi 5 without one begins in 1970."""
    for clock in sorted((root / _BATTERY_CLOCKS).glob("rtc*")):
        with suppress(OSError, ValueError):
            if abs(int((clock / "since_epoch").read_text("ascii")) - now) <= _TOLERANCE_S:
                return True
    return False
