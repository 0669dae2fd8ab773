"""Whether the box's parts can be used on this machine, for `doctor`: findings as data, never an error off a Pi."""

from __future__ import annotations

import grp
import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from companion.devices.boards import Board, DisplaySpec
from companion.devices.display import DisplayLostError, probe
from companion.devices.gpio import PinsError, open_pins
from companion.rules.text import Arg, Text, say

GROUPS = ("gpio", "i2c")
"""The groups that may use lines and I²C buses on Raspberry Pi OS and Debian."""

_DEV = Path("/dev")


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at."""

    ok: bool
    subject: str
    """What was looked at, in the world's own words: a path, a group, an address."""
    text: Text
    """How it is, and what to do when it is not well."""


def findings(board: Board, dev: Path = _DEV) -> tuple[Finding, ...]:
    """Everything that a real box of this board needs, in the order in which one would put it right.

    `dev` is where the system keeps its devices. Raises nothing: what cannot be found out is a finding too.
    """
    found = [lines(dev), *groups(), pins()]
    if board.display is not None:
        found += [bus(board.display, dev), display(board.display)]
    return tuple(found)


def lines(dev: Path = _DEV) -> Finding:
    """Whether there is a chip with lines, and whether it may be used."""
    chips = sorted(dev.glob("gpiochip*"))
    usable = [chip for chip in chips if os.access(chip, os.R_OK | os.W_OK)]
    if usable:
        return _finding(True, str(usable[0]), "doctor.gpio.ok")
    if chips:
        return _finding(False, str(chips[0]), "doctor.gpio.forbidden", group="gpio")
    return _finding(False, str(dev / "gpiochip0"), "doctor.gpio.missing")


def pins(open_and_close: Callable[[], None] | None = None) -> Finding:
    """Whether the lines can really be opened through gpiozero. They are given back at once."""
    try:
        (open_and_close or _open_and_close)()
    except PinsError as error:
        return _finding(False, "gpiozero", "doctor.pins.failed", reason=str(error))
    return _finding(True, "gpiozero", "doctor.pins.ok")


def bus(spec: DisplaySpec, dev: Path = _DEV) -> Finding:
    """Whether the screen's I²C bus is there, and whether it may be used."""
    path = dev / f"i2c-{spec.port}"
    if not path.exists():
        return _finding(False, str(path), "doctor.i2c.missing")
    if not os.access(path, os.R_OK | os.W_OK):
        return _finding(False, str(path), "doctor.i2c.forbidden", group="i2c")
    return _finding(True, str(path), "doctor.i2c.ok")


def display(spec: DisplaySpec, ask: Callable[[DisplaySpec], None] = probe) -> Finding:
    """Whether a screen answers at its address."""
    subject = f"{spec.driver} 0x{spec.address:02X}"
    try:
        ask(spec)
    except DisplayLostError as error:
        return _finding(False, subject, "doctor.display.silent", reason=str(error))
    return _finding(True, subject, "doctor.display.ok")


def groups(names: Iterable[str] = GROUPS) -> tuple[Finding, ...]:
    """Whether this user is in each of these groups. The superuser needs none; a group that is not there is told."""
    mine = {os.getegid(), *os.getgroups()}
    return tuple(_group(name, mine) for name in names)


def _group(name: str, mine: set[int]) -> Finding:
    if os.geteuid() == 0:
        return _finding(True, name, "doctor.group.root")
    try:
        member = grp.getgrnam(name).gr_gid in mine
    except KeyError:
        return _finding(False, name, "doctor.group.missing")
    return _finding(member, name, "doctor.group.ok" if member else "doctor.group.outside")


def _open_and_close() -> None:
    open_pins(simulated=False).close()


def _finding(ok: bool, subject: str, key: str, **args: Arg) -> Finding:
    return Finding(ok, subject, say(key, **args))
