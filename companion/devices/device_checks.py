"""Checks for `doctor` that the box's parts can be used on this machine: results as data, never an error off a Pi."""

from __future__ import annotations

import grp
import os
import secrets
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path

from companion.devices.board_profiles import BoardProfile, DisplaySpec, I2c, Spi
from companion.devices.display import DisplayLostError, probe
from companion.devices.gpio_devices import PinsError, open_pins
from companion.devices.gpio_library import AUTO, MODULES, has_module, library_problem, resolve_library
from companion.devices.open_devices import AUTO as PLUGGED_IN
from companion.devices.open_devices import OFF
from companion.devices.spinner.link import Hello, SpinnerState
from companion.devices.spinner.serial_port import BY_NAME, PortError, SerialPort
from companion.devices.spinner.spinner_check import SpinnerProbe
from companion.rules.text import Arg, Text, say
from companion.support.frozen_dataclasses import frozen
from companion.support.install_commands import this_system

_DEV = Path("/dev")
_ROOT = Path("/")
_RASPI_CONFIG = "usr/bin/raspi-config"
_CONFIGS = ("boot/firmware/config.txt", "boot/config.txt")
"""The files that a Pi reads before it starts; the second is that of systems up to Debian 11."""
_SPI_MODULE = "spidev"
_HEADER_I2C = 1
"""The number of the header's I²C bus, the one that settings switch on."""


@frozen
class DeviceFinding:
    """The result of one check."""

    ok: bool
    subject: str
    """The checked object under its technical name: a path, a group, an address."""
    text: Text
    """Its state, and the remedy if it is not fine."""


def findings(
    board: BoardProfile, gpio: str = AUTO, dev: Path = _DEV, root: Path = _ROOT, *, port: str = PLUGGED_IN
) -> tuple[DeviceFinding, ...]:
    """Check everything that a real box of this board needs, in the order in which to fix it.

    Raises nothing: an impossible check is a result too. A part that depends on a failed one is not checked: a screen on
    a bus that is switched off has no wires to test.

    Args:
        board: The parts and their lines.
        gpio: The library that is to drive the lines: one of MODULES, or AUTO.
        dev: The folder of the system's devices.
        root: The folder with the system's other files.
        port: The spinner's port: its path, PLUGGED_IN for any port it is plugged into, or OFF for no spinner.
    """
    results = [check_lines(dev), *check_groups(groups_of(board)), check_library(gpio)]
    if results[0].ok and results[-1].ok:
        results.append(check_pins(gpio))
    if board.display is not None:
        bus_checks = [check_bus(board.display, dev, root)]
        if isinstance(board.display.bus, Spi):
            bus_checks.append(check_spi_library())
        results += bus_checks
        if all(result.ok for result in bus_checks):
            results.append(check_display(board.display))
    if port != OFF:
        path = str(dev / BY_NAME.name) if port == PLUGGED_IN else port
        spinner_check = check_spinner(path, wanted=board.pico is not None or port != PLUGGED_IN)
        results += [] if spinner_check is None else [spinner_check]
    return tuple(results)


def check_lines(dev: Path = _DEV) -> DeviceFinding:
    """Check that there is a chip with lines, and that it may be used."""
    chips = sorted(dev.glob("gpiochip*"))
    usable = [chip for chip in chips if os.access(chip, os.R_OK | os.W_OK)]
    if usable:
        return _finding(True, str(usable[0]), "doctor.gpio.ok")
    if chips:
        return _finding(False, str(chips[0]), "doctor.gpio.forbidden", group="gpio")
    return _finding(False, str(dev / "gpiochip0"), "doctor.gpio.missing")


def check_library(gpio: str, problem_of: Callable[[str], Text | None] = library_problem) -> DeviceFinding:
    """Check that the library that is to drive the lines is installed, and may be used on this machine."""
    problem = problem_of(gpio)
    return DeviceFinding(problem is None, MODULES[resolve_library(gpio)], problem or say("doctor.library.ok"))


def check_spi_library(has: Callable[[str], bool] = has_module) -> DeviceFinding:
    """Check that the library for SPI is installed."""
    if has(_SPI_MODULE):
        return _finding(True, _SPI_MODULE, "doctor.library.ok")
    return _finding(
        False, _SPI_MODULE, "doctor.library.missing", command=this_system().install_command(_SPI_MODULE) or ""
    )


def check_pins(gpio: str, open_and_close: Callable[[str], None] | None = None) -> DeviceFinding:
    """Check that the lines can really be opened through gpiozero. They are released at once."""
    try:
        (open_and_close or _open_and_close)(gpio)
    except PinsError as error:
        return _finding(False, "gpiozero", "doctor.pins.failed", reason=error.message)
    return _finding(True, "gpiozero", "doctor.pins.ok")


def check_bus(spec: DisplaySpec, dev: Path = _DEV, root: Path = _ROOT) -> DeviceFinding:
    """Check that the screen's bus exists and may be used; the text says how to switch it on."""
    kind = _kind(spec)
    path = _path(spec.bus, dev)
    if not path.exists():
        return DeviceFinding(False, str(path), _missing_bus_text(spec, root))
    if not os.access(path, os.R_OK | os.W_OK):
        return _finding(False, str(path), f"doctor.{kind}.forbidden", group=kind)
    return _finding(True, str(path), f"doctor.{kind}.ok")


def check_display(spec: DisplaySpec, probe_screen: Callable[[DisplaySpec], None] = probe) -> DeviceFinding:
    """Check that a screen answers at its address. Over SPI, which has no answers, check that bytes can be sent."""
    without_answers = isinstance(spec.bus, Spi)
    subject = (
        f"{spec.driver} {_path(spec.bus, _DEV).name if isinstance(spec.bus, Spi) else f'0x{spec.bus.address:02X}'}"
    )
    try:
        probe_screen(spec)
    except DisplayLostError as error:
        return _finding(
            False, subject, f"doctor.display.{'unreachable' if without_answers else 'silent'}", reason=str(error)
        )
    return _finding(True, subject, f"doctor.display.{'blind' if without_answers else 'ok'}")


def check_spinner(
    path: str, *, wanted: bool, meet: Callable[[str], Hello | None] | None = None
) -> DeviceFinding | None:
    """Check that a spinner answers, and with which program; None if it is missing and not expected.

    Args:
        path: Its port.
        wanted: True if a missing spinner is a fault.
        meet: Returns who answers at a port, None for nobody; raises PortError.
    """
    try:
        hello = (meet or _wait_for_hello)(path)
    except PortError as error:
        return _port_finding(path, error, wanted)
    if hello is None:
        return _finding(False, path, "doctor.spinner.silent")
    state, version = SpinnerState(True, hello), ".".join(map(str, hello.version))
    if state.older or state.newer:
        return _finding(False, path, f"doctor.spinner.{'older' if state.older else 'newer'}", version=version)
    return _finding(True, path, "doctor.spinner.ok", version=version)


def groups_of(board: BoardProfile) -> tuple[str, ...]:
    """Return the groups that may use a board's lines and the bus of its screen, on Raspberry Pi OS and Debian."""
    return ("gpio",) if board.display is None else ("gpio", _kind(board.display))


def check_groups(names: Iterable[str]) -> tuple[DeviceFinding, ...]:
    """Check that this user is in each of these groups. The superuser needs none; an unknown group is reported."""
    own_groups = {os.getegid(), *os.getgroups()}
    return tuple(_check_group(name, own_groups) for name in names)


def _kind(spec: DisplaySpec) -> str:
    return "i2c" if isinstance(spec.bus, I2c) else "spi"


def _missing_bus_text(spec: DisplaySpec, root: Path) -> Text:
    """Describe a missing bus, and how to switch it on if that is possible."""
    kind = _kind(spec)
    config = next((root / name for name in _CONFIGS if (root / name).exists()), None)
    if isinstance(spec.bus, I2c) and spec.bus.port != _HEADER_I2C:
        return say("doctor.bus.missing")
    if (root / _RASPI_CONFIG).exists():
        return say(f"doctor.{kind}.off", command=f"sudo raspi-config nonint do_{kind} 0")
    if config is not None:
        return say(f"doctor.{kind}.off_in_file", file=str(config))
    return say("doctor.bus.missing")


def _path(bus: I2c | Spi, dev: Path) -> Path:
    return dev / (f"i2c-{bus.port}" if isinstance(bus, I2c) else f"spidev{bus.port}.{bus.device}")


def _check_group(name: str, own_groups: set[int]) -> DeviceFinding:
    if os.geteuid() == 0:
        return _finding(True, name, "doctor.group.root")
    try:
        member = grp.getgrnam(name).gr_gid in own_groups
    except KeyError:
        return _finding(False, name, "doctor.group.missing")
    if member:
        return _finding(True, name, "doctor.group.ok")
    return _finding(False, name, "doctor.group.outside", group=name)


def _port_finding(path: str, error: PortError, wanted: bool) -> DeviceFinding | None:
    """Return the result for a port that cannot be opened. A port in use is fine: the table plays with it."""
    if error.in_use:
        return _finding(True, path, "doctor.spinner.taken")
    if error.forbidden:
        return _finding(False, path, "doctor.spinner.forbidden", group="dialout")
    if error.missing:
        return _finding(False, path, "doctor.spinner.missing") if wanted else None
    if error.foreign:
        return _finding(False, path, "doctor.spinner.foreign")
    return _finding(False, path, "doctor.spinner.unreachable", reason=str(error))


def _wait_for_hello(path: str) -> Hello | None:
    with closing(SerialPort(path)) as port:
        return SpinnerProbe(port, 1 + secrets.randbelow(0xFFFF)).wait_for_spinner()


def _open_and_close(gpio: str) -> None:
    open_pins(simulated=False, library=gpio).close()


def _finding(ok: bool, subject: str, key: str, **args: Arg) -> DeviceFinding:
    return DeviceFinding(ok, subject, say(key, **args))
