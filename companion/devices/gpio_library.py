"""The choice of the library that drives the lines (lgpio, gpiod, or the module RPi.GPIO), and its problems."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

from companion.rules.text import Text, say
from companion.support.install_commands import System, this_system

AUTO = "auto"
"""The value of the setting gpio that takes lgpio if it is installed, else gpiod."""

MODULES = {"lgpio": "lgpio", "gpiod": "gpiod", "rpi-gpio": "RPi.GPIO"}
"""The libraries that can connect gpiozero to the kernel, each with its module: lgpio, gpiod alone, or RPi.GPIO, which
comes from either of two packages. With all but RPi.GPIO, gpiod reports the changes of the lines."""

WATCH_MODULE = "gpiod.line"
"""The module that reports the changes of lines; older versions of gpiod do not have it."""

_ORIGINAL, _STAND_IN = "RPi.GPIO", "rpi-lgpio"
"""The two packages that bring the module RPi.GPIO: the one that does not know a Pi 5, and the one over lgpio."""
_DEVICE_TREE = Path("/proc/device-tree/compatible")
_PI_5 = b"brcm,bcm2712"
"""The processor of a Pi 5 (also of the Pi 500 and the Compute Module 5), as the device tree names it."""


class NoHeaderError(OSError):
    """An error for a machine without the header of a Raspberry Pi."""


def resolve_library(library: str, has: Callable[[str], bool] | None = None) -> str:
    """Return the library that a value of the setting gpio selects on this machine; `has` as for `library_problem`."""
    if library != AUTO:
        return library
    return "lgpio" if (has or has_module)(MODULES["lgpio"]) else "gpiod"


def library_problem(
    library: str,
    *,
    has: Callable[[str], bool] | None = None,
    owners: Collection[str] | None = None,
    machine: Path = _DEVICE_TREE,
    system: System | None = None,
) -> Text | None:
    """Return what prevents a library from driving the lines here, and the remedy; None if nothing does.

    Args:
        library: One of MODULES, or AUTO.
        has: Returns whether Python finds a module.
        owners: The packages that provide the module RPi.GPIO; by default they are looked up.
        machine: The file in which the kernel names this machine; it may be missing.
        system: The package manager of this system; by default it is looked up.
    """
    has = has or has_module
    library = resolve_library(library, has)
    if library != "gpiod" and not has(MODULES[library]):
        command = (system or this_system()).install_command(MODULES[library])
        return say("doctor.library.missing", command=command) if command else say("doctor.library.nowhere")
    if library != "rpi-gpio":
        command = (system or this_system()).install_command("gpiod") or ""
        return None if has(WATCH_MODULE) else say("doctor.library.old_gpiod", command=command)
    if owners is None:
        owners = _owners()
    if len(owners) > 1:
        return say("doctor.library.both")
    if _ORIGINAL in owners and _is_pi_5(machine):
        return say("doctor.library.too_new")
    return None


def has_both_packages() -> bool:
    """Return whether two packages provide the module RPi.GPIO, one installed over the other."""
    return len(_owners()) > 1


def _owners() -> tuple[str, ...]:
    """Return which of the two packages are in the folder from which Python imports RPi.GPIO.

    A package in a later folder is only hidden, and does not count.
    """
    for folder in sys.path:
        if packages := tuple(name for name in (_ORIGINAL, _STAND_IN) if _is_in(folder, name)):
            return packages
    return ()


def _is_in(folder: str, package: str) -> bool:
    return any(True for _ in metadata.distributions(name=package, path=[folder]))


def has_module(name: str) -> bool:
    """Return whether Python finds a module, without loading it."""
    try:
        return find_spec(name) is not None
    except ImportError:  # the package around it is missing
        return False


def _is_pi_5(machine: Path) -> bool:
    try:
        return _PI_5 in machine.read_bytes()
    except OSError:  # no device tree: no Pi
        return False
