"""Whether the library that drives the lines is there and may be used, for `doctor`: lgpio, or the module RPi.GPIO."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

from companion.rules.text import Text, say

MODULES = {"lgpio": "lgpio", "rpi-gpio": "RPi.GPIO"}
"""The module behind each value of the setting gpio."""

WATCHES = "gpiod.line"
"""The module through which the lines of lgpio tell of their changes; older versions of gpiod have no such part."""

_PACKAGES = {"lgpio": "python3-lgpio, companion[pi]", "rpi-gpio": "python3-rpi-lgpio, companion[rpi-lgpio]"}
"""What brings it: a package of Debian, an extra of ours."""
_ORIGINAL, _STAND_IN = "RPi.GPIO", "rpi-lgpio"
"""The two packages that bring the module RPi.GPIO: the one that does not know a Pi 5, and the one over lgpio."""
_MACHINE = Path("/proc/device-tree/compatible")
_PI_5 = b"brcm,bcm2712"
"""The processor of a Pi 5 (also of the Pi 500 and the Compute Module 5), as the device tree names it."""


def trouble(
    library: str,
    *,
    has_module: Callable[[str], bool] | None = None,
    owners: Collection[str] | None = None,
    machine: Path = _MACHINE,
) -> Text | None:
    """What keeps a library, "lgpio" or "rpi-gpio", from driving the lines here, and what to do; None when nothing does.

    Args:
        library: The value of the setting gpio.
        has_module: Whether Python finds a module.
        owners: The packages whose module RPi.GPIO it would be, if it is not for this to find out.
        machine: The file in which the kernel tells what machine this is; need not be there.
    """
    if not (has_module or _has_module)(MODULES[library]):
        return say("doctor.library.missing", package=_PACKAGES[library])
    if library == "lgpio":
        return None if (has_module or _has_module)(WATCHES) else say("doctor.library.no_changes")
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


def _has_module(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except ImportError:  # the package around it is missing
        return False


def _is_pi_5(machine: Path) -> bool:
    try:
        return _PI_5 in machine.read_bytes()
    except OSError:  # no device tree: no Pi
        return False
