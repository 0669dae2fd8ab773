"""Which library drives the lines, whether it is there and may be used: lgpio, gpiod, or the module RPi.GPIO."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

from companion.rules.text import Text, say
from companion.support.packages import System, this_system

AUTO = "auto"
"""The value of the setting gpio that takes lgpio where it is, else gpiod."""

MODULES = {"lgpio": "lgpio", "gpiod": "gpiod", "rpi-gpio": "RPi.GPIO"}
"""What may stand between gpiozero and the kernel, each with its module: lgpio, gpiod alone, or RPi.GPIO, which two
packages bring. Under each the lines tell of their changes by gpiod, but for RPi.GPIO."""

WATCHES = "gpiod.line"
"""The module through which lines tell of their changes; older versions of gpiod have no such part."""

_ORIGINAL, _STAND_IN = "RPi.GPIO", "rpi-lgpio"
"""The two packages that bring the module RPi.GPIO: the one that does not know a Pi 5, and the one over lgpio."""
_MACHINE = Path("/proc/device-tree/compatible")
_PI_5 = b"brcm,bcm2712"
"""The processor of a Pi 5 (also of the Pi 500 and the Compute Module 5), as the device tree names it."""


class NoHeaderError(OSError):
    """This machine has no header of a Raspberry Pi."""


def chosen(library: str, has: Callable[[str], bool] | None = None) -> str:
    """The library that a value of the setting gpio leads to on this machine; `has` as for `trouble`."""
    if library != AUTO:
        return library
    return "lgpio" if (has or has_module)(MODULES["lgpio"]) else "gpiod"


def trouble(
    library: str,
    *,
    has: Callable[[str], bool] | None = None,
    owners: Collection[str] | None = None,
    machine: Path = _MACHINE,
    system: System | None = None,
) -> Text | None:
    """What keeps a library from driving the lines here, and what to do; None when nothing does.

    Args:
        library: One of MODULES, or AUTO.
        has: Whether Python finds a module.
        owners: The packages whose module RPi.GPIO it would be, if it is not for this to find out.
        machine: The file in which the kernel tells what machine this is; need not be there.
        system: What brings packages here, if it is not for this to find out.
    """
    has = has or has_module
    library = chosen(library, has)
    if library != "gpiod" and not has(MODULES[library]):
        command = (system or this_system()).brings(MODULES[library])
        return say("doctor.library.missing", command=command) if command else say("doctor.library.nowhere")
    if library != "rpi-gpio":
        command = (system or this_system()).brings("gpiod") or ""
        return None if has(WATCHES) else say("doctor.library.old_gpiod", command=command)
    if owners is None:
        owners = _owners()
    if len(owners) > 1:
        return say("doctor.library.both")
    if _ORIGINAL in owners and _is_pi_5(machine):
        return say("doctor.library.too_new")
    return None


def overwritten() -> bool:
    """Whether the module RPi.GPIO is that of two packages, one put over the other."""
    return len(_owners()) > 1


def _owners() -> tuple[str, ...]:
    """Of the two packages those in the folder that Python takes RPi.GPIO from; one in a later folder is only hidden."""
    for folder in sys.path:
        if here := tuple(name for name in (_ORIGINAL, _STAND_IN) if _is_in(folder, name)):
            return here
    return ()


def _is_in(folder: str, package: str) -> bool:
    return any(True for _ in metadata.distributions(name=package, path=[folder]))


def has_module(name: str) -> bool:
    """Whether Python finds a module; it is not loaded."""
    try:
        return find_spec(name) is not None
    except ImportError:  # the package around it is missing
        return False


def _is_pi_5(machine: Path) -> bool:
    try:
        return _PI_5 in machine.read_bytes()
    except OSError:  # no device tree: no Pi
        return False
