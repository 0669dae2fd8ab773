"""Probes of the machine: the header's chip, the buses, the screens that answer, and the identity of a HAT."""

from __future__ import annotations

import fcntl
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from companion.devices.board_parts import HEADER_CHIPS, DisplaySpec, I2c, Identity
from companion.rules.text import say
from companion.system.board_choice import SPINNER, DetectedHardware
from companion.system.buses import BusKind, device_of
from companion.system.detection_report import DetectionFinding

_HAT = "proc/device-tree/hat"
_CHIP_INFO = 0x8044B401
"""The request GPIO_GET_CHIPINFO_IOCTL to a chip: 32 bytes of name, 32 of label, then the number of lines."""
_MAX_LETTERS = 80


def chip_label(path: Path) -> str:
    """Return the label of a GPIO chip. Raises OSError."""
    with path.open("rb") as chip:
        answer = fcntl.ioctl(chip, _CHIP_INFO, bytes(68))
    return answer[32:64].split(b"\0")[0].decode(errors="replace")


def screen_answers(spec: DisplaySpec) -> bool:
    """Return whether a screen answers; changes nothing on it."""
    from companion.devices.display import DisplayLostError, probe  # the drivers load slowly: only this call needs them

    try:
        probe(spec)
    except DisplayLostError:
        return False
    return True


def header_chip(root: Path, label: Callable[[Path], str]) -> str:
    """Return the name in /dev of the chip with the lines of the header; empty without one."""
    for chip in sorted((root / "dev").glob("gpiochip*")):
        with suppress(OSError):
            if label(chip) in HEADER_CHIPS:
                return chip.resolve().name
    return ""


def read_identity(root: Path) -> tuple[Identity | None, tuple[DetectionFinding, ...]]:
    """Return the identity that a plugged-on board reports, and what kept it from being read."""
    folder = root / _HAT
    if not folder.exists():
        return None, ()
    try:
        identity = Identity(*(_printable((folder / name).read_bytes()) for name in ("vendor", "product")))
    except OSError as error:
        return None, (DetectionFinding(False, say("found.identity.unreadable", cause=error.strerror or str(error))),)
    if not (identity.vendor and identity.product):
        return None, (DetectionFinding(False, say("found.identity.empty")),)
    return identity, ()


def detect_hardware(
    root: Path,
    chip: str,
    identity: Identity | None,
    screens: Iterable[DisplaySpec],
    answers: Callable[[DisplaySpec], bool],
) -> DetectedHardware:
    """Return the hardware that is present now.

    A screen is probed only on a machine with a header: elsewhere the bus belongs to something else.
    """
    specs = tuple(screens)
    names = {SPINNER, *(kind.device for kind in BusKind), *(device_of(spec.bus) for spec in specs)}
    devices = frozenset(name for name in names if (root / "dev" / name).exists())
    i2c_screens = {spec.bus: spec for spec in specs if isinstance(spec.bus, I2c)}
    answering = frozenset(
        bus for bus, spec in i2c_screens.items() if chip and device_of(bus) in devices and answers(spec)
    )
    return DetectedHardware(chip, devices, answering, identity, _device_classes(root))


def _device_classes(root: Path) -> frozenset[str]:
    try:
        lines = (root / "proc/devices").read_text("utf-8", "replace").splitlines()
    except OSError:
        return frozenset()
    return frozenset(words[1] for line in lines if len(words := line.split()) == 2)


def _printable(content: bytes) -> str:
    """Return a text from a board's memory, which may hold anything, cleaned for use in a sentence."""
    text = content.split(b"\0")[0].decode(errors="replace")
    printable = "".join(letter if letter.isprintable() else " " for letter in text)
    return " ".join(printable.split())[:_MAX_LETTERS]
