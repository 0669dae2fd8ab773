"""Tests of the part checks for `doctor`: results as data, in order, and without an error on any machine."""

from __future__ import annotations

import errno
import os
import pty
import tty
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.devices import device_checks
from companion.devices.board_profiles import BoardProfile, DisplaySpec, I2c, Spi, load_board
from companion.devices.display import DisplayLostError
from companion.devices.gpio_devices import PinsError
from companion.devices.open_devices import OFF
from companion.devices.spinner.link import PROTOCOL, Hello, SpinnerParts
from companion.devices.spinner.serial_port import PortError, SerialPort
from companion.devices.spinner.simulated_spinner import SimulatedSpinner
from companion.rules.text import say
from companion.support.install_commands import this_system
from companion.support.resources import boards_dir, firmware_dir

SPEC = DisplaySpec("ssd1306", I2c(1, 0x3C))
BLIND = DisplaySpec("sh1106", Spi(0, 1, dc=24, reset=25))


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Return the files of a system without raspi-config and without anything of a Pi's."""
    root = tmp_path / "root"
    root.mkdir()
    return root


def with_file(root: Path, name: str) -> Path:
    """Add a file to a system."""
    (root / name).parent.mkdir(parents=True)
    (root / name).touch()
    return root / name


def test_a_machine_without_devices_gets_results_and_no_error(tmp_path: Path, root: Path) -> None:
    results = device_checks.findings(load_board("bench", boards_dir()), dev=tmp_path, root=root)
    by_subject = {finding.subject: finding for finding in results}
    assert by_subject[str(tmp_path / "gpiochip0")].text == say("doctor.gpio.missing")
    assert "gpiozero" not in by_subject, "where there are no lines none is opened"
    assert by_subject[str(tmp_path / "i2c-1")].text == say("doctor.bus.missing")
    assert {"gpio", "i2c"} <= set(by_subject)
    assert {"lgpio", "gpiod"} & set(by_subject)
    assert "ssd1306 0x3C" not in by_subject, "without its bus there are no wires to look at"
    assert str(tmp_path / "companion-spinner") not in by_subject, "a bench does without"


def test_an_spi_screen_needs_its_own_checks(tmp_path: Path, root: Path) -> None:
    results = device_checks.findings(load_board("waveshare-oled-hat", boards_dir()), "rpi-gpio", tmp_path, root)
    by_subject = {finding.subject: finding for finding in results}
    assert by_subject[str(tmp_path / "spidev0.0")].text == say("doctor.bus.missing")
    assert {"gpio", "spi", "RPi.GPIO", "spidev"} <= set(by_subject)
    assert not {"i2c", "lgpio", "sh1106 spidev0.0"} & set(by_subject)


def test_a_screen_is_checked_only_after_its_bus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        device_checks,
        "check_spi_library",
        lambda: device_checks.DeviceFinding(True, "spidev", say("doctor.library.ok")),
    )
    monkeypatch.setattr(
        device_checks,
        "check_display",
        lambda spec: device_checks.DeviceFinding(True, spec.driver, say("doctor.display.ok")),
    )
    for name in ("i2c-1", "spidev0.0"):
        (tmp_path / name).touch()
    for board, driver in (("bench", "ssd1306"), ("waveshare-oled-hat", "sh1106")):
        assert device_checks.findings(load_board(board, boards_dir()), dev=tmp_path)[-1].subject == driver


def test_the_missing_spi_library_is_named_with_its_command() -> None:
    assert device_checks.check_spi_library(lambda name: name == "spidev").ok
    missing = device_checks.check_spi_library(lambda name: False)
    assert missing == device_checks.DeviceFinding(
        False, "spidev", say("doctor.library.missing", command=this_system().install_command("spidev") or "")
    )


@pytest.mark.parametrize(("spec", "kind"), [(SPEC, "i2c"), (BLIND, "spi")])
def test_raspi_config_is_the_remedy_for_a_bus_off(tmp_path: Path, root: Path, spec: DisplaySpec, kind: str) -> None:
    with_file(root, "usr/bin/raspi-config")
    with_file(root, "boot/firmware/config.txt")
    command = f"sudo raspi-config nonint do_{kind} 0"
    assert device_checks.check_bus(spec, tmp_path, root).text == say(f"doctor.{kind}.off", command=command)


@pytest.mark.parametrize(("spec", "kind"), [(SPEC, "i2c"), (BLIND, "spi")])
@pytest.mark.parametrize("name", ["boot/firmware/config.txt", "boot/config.txt"])
def test_without_raspi_config_the_remedy_is_the_config_file(
    tmp_path: Path, root: Path, spec: DisplaySpec, kind: str, name: str
) -> None:
    file = with_file(root, name)
    assert device_checks.check_bus(spec, tmp_path, root).text == say(f"doctor.{kind}.off_in_file", file=str(file))


def test_a_bus_off_the_header_has_no_such_remedy(tmp_path: Path, root: Path) -> None:
    with_file(root, "usr/bin/raspi-config")
    assert device_checks.check_bus(DisplaySpec("ssd1306", I2c(7, 0x3C)), tmp_path, root).text == say(
        "doctor.bus.missing"
    )


def test_a_board_without_a_screen_needs_no_bus(tmp_path: Path) -> None:
    board = BoardProfile("bare", {}, {}, None, None)
    results = device_checks.findings(board, dev=tmp_path)
    assert {finding.subject for finding in results} <= {
        str(tmp_path / "gpiochip0"),
        "gpio",
        "lgpio",
        "gpiod",
        "gpiozero",
    }


def test_existing_usable_devices_are_fine(tmp_path: Path) -> None:
    for name in ("gpiochip0", "i2c-1", "spidev0.1"):
        (tmp_path / name).touch()
    assert device_checks.check_lines(tmp_path) == device_checks.DeviceFinding(
        True, str(tmp_path / "gpiochip0"), say("doctor.gpio.ok")
    )
    assert device_checks.check_bus(SPEC, tmp_path) == device_checks.DeviceFinding(
        True, str(tmp_path / "i2c-1"), say("doctor.i2c.ok")
    )
    assert device_checks.check_bus(BLIND, tmp_path) == device_checks.DeviceFinding(
        True, str(tmp_path / "spidev0.1"), say("doctor.spi.ok")
    )


def test_forbidden_devices_name_their_group(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("gpiochip0", "i2c-1", "spidev0.1"):
        (tmp_path / name).touch()
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    assert device_checks.check_lines(tmp_path).text == say("doctor.gpio.forbidden", group="gpio")
    assert device_checks.check_bus(SPEC, tmp_path).text == say("doctor.i2c.forbidden", group="i2c")
    assert device_checks.check_bus(BLIND, tmp_path).text == say("doctor.spi.forbidden", group="spi")


def test_lines_that_do_not_open_say_why() -> None:
    def refuse(gpio: str) -> None:
        raise PinsError(f"{gpio} is missing")

    assert device_checks.check_pins("lgpio", refuse) == device_checks.DeviceFinding(
        False, "gpiozero", say("doctor.pins.failed", reason="lgpio is missing")
    )

    def unfit(gpio: str) -> None:
        raise PinsError("for the log", say("doctor.library.both"))

    assert device_checks.check_pins("lgpio", unfit).text == say("doctor.pins.failed", reason=say("doctor.library.both"))
    assert device_checks.check_pins("lgpio", lambda gpio: None).ok


def test_an_unusable_library_is_reported_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert device_checks.check_library("rpi-gpio", lambda gpio: None) == device_checks.DeviceFinding(
        True, "RPi.GPIO", say("doctor.library.ok")
    )
    problem = device_checks.check_library("rpi-gpio", lambda gpio: say("doctor.library.both"))
    assert problem == device_checks.DeviceFinding(False, "RPi.GPIO", say("doctor.library.both"))
    monkeypatch.setattr(device_checks, "check_library", lambda gpio: problem)
    (tmp_path / "gpiochip0").touch()
    results = device_checks.findings(BoardProfile("bare", {}, {}, None, None), "rpi-gpio", tmp_path)
    assert results[-1] == problem, "the lines are not tried with it"


def test_a_silent_screen_is_reported_with_its_address() -> None:
    def silent(spec: DisplaySpec) -> None:
        raise DisplayLostError("nobody there")

    finding = device_checks.check_display(SPEC, silent)
    assert (finding.ok, finding.subject) == (False, "ssd1306 0x3C")
    assert finding.text == say("doctor.display.silent", reason="nobody there")
    assert device_checks.check_display(SPEC, lambda spec: None).ok


def test_an_spi_screen_is_only_checked_for_sending() -> None:
    def closed(spec: DisplaySpec) -> None:
        raise DisplayLostError("no such bus")

    assert device_checks.check_display(BLIND, lambda spec: None) == device_checks.DeviceFinding(
        True, "sh1106 spidev0.1", say("doctor.display.blind")
    )
    assert device_checks.check_display(BLIND, closed) == device_checks.DeviceFinding(
        False, "sh1106 spidev0.1", say("doctor.display.unreachable", reason="no such bus")
    )


def test_groups_are_checked_for_the_current_user(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert [finding.text.key for finding in device_checks.check_groups(("gpio",))] == ["doctor.group.root"]
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setattr(os, "getegid", lambda: 0)
    monkeypatch.setattr(os, "getgroups", lambda: [])
    results = device_checks.check_groups(("root", "daemon", "no-such-group"))
    assert results[1].text == say("doctor.group.outside", group="daemon"), "the whole command"
    assert [finding.text.key for finding in results] == [
        "doctor.group.ok",
        "doctor.group.outside",
        "doctor.group.missing",
    ]


# The spinner.

PORT = "/dev/companion-spinner"


@pytest.fixture
def terminal() -> Iterator[str]:
    """Return a serial port without anybody at its other end."""
    ours, end = pty.openpty()
    tty.setraw(end)
    yield os.ttyname(end)
    os.close(ours)
    os.close(end)


def answers(protocol: int = PROTOCOL) -> Callable[[str], Hello]:
    """Return a function that meets a spinner with this protocol."""
    return lambda path: Hello(protocol, 1, 24, 5, SpinnerParts.KNOB, (1, 2, 3), "pico")


def refuses(number: int | None) -> Callable[[str], Hello | None]:
    """Return a function that raises the error of an unavailable port."""

    def refuse(path: str) -> Hello | None:
        raise PortError(f"{path}: no", number)

    return refuse


def test_a_spinner_that_answers_is_reported_with_its_version() -> None:
    for board_has_one in (True, False):
        result = device_checks.check_spinner(PORT, wanted=board_has_one, meet=answers())
        assert result == device_checks.DeviceFinding(True, PORT, say("doctor.spinner.ok", version="1.2.3"))


def test_another_protocol_names_the_program_to_update() -> None:
    for protocol, key in ((PROTOCOL - 1, "older"), (PROTOCOL + 1, "newer")):
        result = device_checks.check_spinner(PORT, wanted=True, meet=answers(protocol))
        assert result == device_checks.DeviceFinding(False, PORT, say(f"doctor.spinner.{key}", version="1.2.3"))


def test_a_silent_port_is_a_fault() -> None:
    assert device_checks.check_spinner(PORT, wanted=False, meet=lambda path: None) == device_checks.DeviceFinding(
        False, PORT, say("doctor.spinner.silent")
    )


def test_a_forbidden_spinner_names_its_group() -> None:
    assert device_checks.check_spinner(PORT, wanted=False, meet=refuses(errno.EACCES)) == device_checks.DeviceFinding(
        False, PORT, say("doctor.spinner.forbidden", group="dialout")
    )


def test_a_file_that_is_no_port_is_named_as_such(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Marco")
    for path in (tmp_path, tmp_path / "letter.txt"):
        assert device_checks.check_spinner(str(path), wanted=False) == device_checks.DeviceFinding(
            False, str(path), say("doctor.spinner.foreign")
        )


def test_only_a_board_with_a_spinner_misses_it() -> None:
    missing = refuses(errno.ENOENT)
    assert device_checks.check_spinner(PORT, wanted=False, meet=missing) is None
    assert device_checks.check_spinner(PORT, wanted=True, meet=missing) == device_checks.DeviceFinding(
        False, PORT, say("doctor.spinner.missing")
    )


def test_a_port_that_fails_otherwise_says_why() -> None:
    for number in (errno.EIO, errno.EPERM, None):
        assert device_checks.check_spinner(PORT, wanted=False, meet=refuses(number)) == device_checks.DeviceFinding(
            False, PORT, say("doctor.spinner.unreachable", reason=f"{PORT}: no")
        )


def test_a_port_in_use_is_fine(terminal: str) -> None:
    with closing(SerialPort(terminal)):
        assert device_checks.check_spinner(terminal, wanted=True) == device_checks.DeviceFinding(
            True, terminal, say("doctor.spinner.taken")
        )


def test_the_spinner_is_really_asked_over_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(SimulatedSpinner(firmware_dir(), lambda state: None)) as simulated:
        monkeypatch.setattr(device_checks, "SerialPort", lambda path: simulated.open_port())
        result = device_checks.check_spinner(PORT, wanted=True)
    assert result is not None
    assert (result.ok, result.text.key) == (True, "doctor.spinner.ok")


def test_the_spinner_is_checked_at_the_configured_port(tmp_path: Path, root: Path) -> None:
    def missed(board: str, **port: str) -> list[str]:
        results = device_checks.findings(load_board(board, boards_dir()), dev=tmp_path, root=root, **port)
        return [finding.subject for finding in results if finding.text == say("doctor.spinner.missing")]

    other_port = str(tmp_path / "ttyACM7")
    assert missed("pico") == [str(tmp_path / "companion-spinner")]
    assert missed("pico", port=other_port) == missed("bench", port=other_port) == [other_port]
    assert missed("pico", port=OFF) == missed("bench") == []
