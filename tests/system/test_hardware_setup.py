"""Tests of the detection before the service starts: its findings, its actions and its files."""

from __future__ import annotations

import errno
import os
from dataclasses import replace
from pathlib import Path

import pytest

from companion.devices.board_parts import I2c
from companion.rules.text import Text, say
from companion.support.resources import MissingResourceError, boards_dir
from companion.system.buses import BusKind
from companion.system.detection_report import read_report
from companion.system.hardware_setup import ExaminedMachine, set_up_hardware
from companion.system.system_commands import CommandResult
from companion.words.catalogue import LANGUAGES, Words
from tests.system.simulated_pi import CONFIG, SimulatedPi, args, keys, write

SCREEN = I2c(1, 0x3C)
ENVIRONMENT = "run/companion-setup/environment"
FOUND = "run/companion-setup/found.json"
DEVICES = "run/systemd/system/companion.service.d/50-devices.conf"
SWITCH_ON = "raspi-config nonint do_i2c 0"


@pytest.fixture
def pi(tmp_path: Path) -> SimulatedPi:
    return SimulatedPi(tmp_path)


def allowed(pi: SimulatedPi) -> list[str]:
    """Return the devices that the service may use."""
    head, section, *lines = pi.read(DEVICES).splitlines()
    assert (head[0], section) == ("#", "[Service]")
    assert all(line.startswith("DeviceAllow=") and line.endswith(" rw") for line in lines)
    return [line.removeprefix("DeviceAllow=").removesuffix(" rw") for line in lines]


# Choice of the board.


def test_on_a_fresh_card_bus_is_enabled_and_screen_found(pi: SimulatedPi) -> None:
    pi.screens = {SCREEN}
    result = pi.set_up()
    assert result.report.board == "bench"
    assert keys(result) == keys(result, ok=True) == ["found.board.alike", "found.bus.switched_on"]
    assert args(result, "found.board.alike")["lines"] == 'board = "adafruit-bonnet" / board = "pico"'
    assert pi.commands.count(SWITCH_ON) == 1
    assert "\ndtparam=i2c_arm=on\n" in pi.config.read_text()
    assert pi.read("boot/firmware/config.txt.before-companion") == CONFIG
    assert pi.read(ENVIRONMENT) == "COMPANION_BOARD=bench\n"
    assert allowed(pi) == ["/dev/gpiochip0", "/dev/i2c-1", "char-ttyACM"]
    assert pi.commands[-1] == "systemctl daemon-reload"


def test_settings_take_precedence(pi: SimulatedPi) -> None:
    write(pi.settings, 'board = "adafruit-bonnet"\n')
    pi.restart_with(BusKind.I2C)
    pi.screens = {SCREEN}
    result = pi.set_up()
    assert (result.report.board, keys(result)) == ("adafruit-bonnet", ["found.board.settings"])
    assert SWITCH_ON not in pi.commands
    assert not (pi.root / ENVIRONMENT).exists()


def test_settings_may_name_a_relative_board_file(pi: SimulatedPi) -> None:
    write(pi.settings, 'board = "mine.toml"\n')
    write(pi.settings.with_name("mine.toml"), "[keys]\nup = 17\ndown = 27\nok = 22\nback = 4\n")
    result = pi.set_up()
    assert (result.report.board, keys(result)) == (str(pi.settings.with_name("mine.toml")), ["found.board.settings"])
    assert allowed(pi) == ["/dev/gpiochip0", "char-ttyACM"]


def test_configured_board_is_kept_although_its_screen_is_silent(pi: SimulatedPi) -> None:
    write(pi.settings, 'board = "adafruit-bonnet"\n')
    pi.restart_with(BusKind.I2C)
    assert keys(pi.set_up(), ok=False) == ["found.screen.silent"]


def test_enabled_spi_suggests_its_board_if_no_screen_answers(pi: SimulatedPi) -> None:
    pi.restart_with(BusKind.SPI)
    result = pi.set_up()
    assert (result.report.board, keys(result)) == ("waveshare-oled-hat", ["found.board.spi"])
    assert allowed(pi) == ["/dev/gpiochip0", "/dev/spidev0.0", "char-ttyACM"]
    assert SWITCH_ON not in pi.commands


def test_answering_screen_outweighs_spi(pi: SimulatedPi) -> None:
    pi.restart_with(BusKind.I2C, BusKind.SPI)
    pi.screens = {SCREEN}
    result = pi.set_up()
    assert result.report.board == "bench"
    assert keys(result, ok=False) == ["found.bus.takes_lines"]
    write(pi.settings, 'board = "adafruit-bonnet"\n')
    assert keys(pi.set_up(), ok=False) == []


def test_without_any_answer_bench_is_chosen_and_others_named(pi: SimulatedPi) -> None:
    pi.restart_with(BusKind.I2C)
    result = pi.set_up()
    assert (result.report.board, keys(result, ok=False)) == ("bench", ["found.board.none"])
    arguments = args(result, "found.board.none")
    assert arguments["lines"] == 'board = "adafruit-bonnet" / board = "pico" / board = "waveshare-oled-hat"'
    assert arguments["path"] == "/etc/companion/settings.toml"


def test_unknown_identity_is_reported(pi: SimulatedPi) -> None:
    write(pi.root / "proc/device-tree/hat/vendor", "Some\x1b[31m  Maker\0")
    write(pi.root / "proc/device-tree/hat/product", b"PoE\xff HAT" + b"x" * 500 + b"\0")
    result = pi.set_up()
    assert "found.identity.unknown" in keys(result, ok=True)
    arguments = args(result, "found.identity.unknown")
    assert arguments["vendor"] == "Some [31m Maker"
    assert str(arguments["product"]).startswith("PoE\N{REPLACEMENT CHARACTER} HATxxx")
    assert len(str(arguments["product"])) == 80


def test_unreadable_identity_is_reported_and_detection_continues(pi: SimulatedPi) -> None:
    (pi.root / "proc/device-tree/hat/vendor").mkdir(parents=True)
    pi.screens = {SCREEN}
    result = pi.set_up()
    assert keys(result) == ["found.board.alike", "found.identity.unreadable", "found.bus.switched_on"]
    assert args(result, "found.identity.unreadable")["cause"] == "Is a directory"


def test_empty_identity_is_reported(pi: SimulatedPi) -> None:
    for name in ("vendor", "product"):
        write(pi.root / f"proc/device-tree/hat/{name}", "\0")
    assert "found.identity.empty" in keys(pi.set_up(), ok=False)


def test_header_chip_is_found_by_its_label(pi: SimulatedPi) -> None:
    pi.set_labels({"gpiochip0": "gpio-brcmstb", "gpiochip10": "raspberrypi-exp-gpio", "gpiochip4": "pinctrl-rp1"})
    pi.set_up()
    assert allowed(pi)[0] == "/dev/gpiochip4"


def test_plugged_in_spinner_is_an_allowed_device(pi: SimulatedPi) -> None:
    write(pi.root / "dev/companion-spinner")
    pi.set_up()
    assert allowed(pi)[-2:] == ["char-ttyACM", "/dev/companion-spinner"]


# Other machines.


def test_without_a_header_nothing_is_probed_or_loaded(pi: SimulatedPi) -> None:
    pi.set_labels({"gpiochip0": "INT34C5:00"})
    write(pi.root / "dev/i2c-1")
    pi.screens = {SCREEN}
    result = pi.set_up()
    assert (result.report.board, keys(result)) == ("bench", ["found.no_lines"])
    assert pi.commands == ["systemctl daemon-reload"]
    assert pi.read("boot/firmware/config.txt") == CONFIG
    assert allowed(pi) == []
    assert pi.read(ENVIRONMENT) == "COMPANION_BOARD=bench\n"


def test_configured_board_does_not_imply_a_header(pi: SimulatedPi) -> None:
    pi.set_labels({})
    write(pi.settings, 'board = "adafruit-bonnet"\n')
    assert keys(pi.set_up()) == ["found.board.settings", "found.no_lines"]


# Settings with a slip.


def test_slip_in_another_setting_keeps_the_board(pi: SimulatedPi) -> None:
    write(pi.settings, 'volume = 9\nboard = "adafruit-bonnet"\n')
    result = pi.set_up()
    assert result.report.board == "adafruit-bonnet"
    assert args(result, "found.settings.slip")["line"] == 1


@pytest.mark.parametrize(
    ("content", "key"),
    [
        ("board = \n", "found.settings.slip"),
        (b"\xff\xfe", "found.settings.slip"),
        ("board = 4\n", "found.settings.slip"),
        ('board = "nosuch"\n', "found.settings.fault"),
        ('board = "gone.toml"\n', "found.settings.fault"),
    ],
)
def test_invalid_board_is_reported_and_another_detected(pi: SimulatedPi, content: str | bytes, key: str) -> None:
    write(pi.settings, content)
    result = pi.set_up()
    assert result.report.board == "bench"
    assert key in keys(result, ok=False)
    assert pi.read(ENVIRONMENT) == "COMPANION_BOARD=bench\n"


def test_unreadable_settings_are_reported(pi: SimulatedPi) -> None:
    pi.settings.mkdir(parents=True)
    assert "found.settings.fault" in keys(pi.set_up(), ok=False)


def test_invalid_profile_is_reported_and_others_stay(pi: SimulatedPi, tmp_path: Path) -> None:
    boards = tmp_path / "boards"
    write(boards / "bad.toml", "[keys]\n")
    machine = ExaminedMachine(pi.root, pi.run, pi.answers, lambda chip: pi.labels[chip.name])
    with pytest.raises(MissingResourceError, match="has no board profile"):
        set_up_hardware(boards, machine=machine)
    write(boards / "mine.toml", "[keys]\nup = 17\ndown = 27\nok = 22\nback = 4\n")
    result = set_up_hardware(boards, machine=machine)
    assert (result.report.board, keys(result, ok=False)) == ("mine", ["start.board"])


# The bus.


def test_bus_that_does_not_appear_needs_a_restart(pi: SimulatedPi) -> None:
    pi.appears_at_once = False
    result = pi.set_up()
    assert result.report.restart
    assert (keys(result, ok=True), keys(result, ok=False)) == (["found.board.usual"], ["found.bus.restart"])
    assert "/dev/i2c-1" not in allowed(pi)
    # A second run without a restart: the bus is on already, and nothing is switched.
    again = pi.set_up()
    assert keys(again) == ["found.board.usual", "found.bus.stays_off"]
    assert pi.commands.count(SWITCH_ON) == 1


def test_without_raspi_config_instructions_are_reported(pi: SimulatedPi) -> None:
    (pi.root / "usr/bin/raspi-config").unlink()
    result = pi.set_up()
    assert args(result, "found.bus.by_hand")["line"] == "dtparam=i2c_arm=on"
    assert [path for path in pi.all_files() if path.startswith("boot")] == ["boot/firmware/config.txt"]
    assert pi.config.read_text() == CONFIG


def test_without_config_txt_nothing_is_switched(pi: SimulatedPi) -> None:
    pi.config.unlink()
    result = pi.set_up()
    assert "found.bus.missing" in keys(result, ok=False)
    assert SWITCH_ON not in pi.commands


def test_older_system_has_its_config_txt_elsewhere(pi: SimulatedPi) -> None:
    pi.config = pi.config.rename(pi.root / "boot/config.txt")
    assert "found.bus.switched_on" in keys(pi.set_up())
    assert pi.read("boot/config.txt.before-companion") == CONFIG


def test_bus_unknown_to_raspi_config_is_left_alone(pi: SimulatedPi) -> None:
    display = '[display]\ndriver = "ssd1306"\nbus = "i2c"\nport = 3\naddress = 0x3C\n'
    write(pi.settings.with_name("mine.toml"), f"[keys]\nup = 17\ndown = 27\nok = 22\nback = 4\n{display}")
    write(pi.settings, 'board = "mine.toml"\n')
    assert args(pi.set_up(), "found.bus.missing")["device"] == "/dev/i2c-3"
    assert SWITCH_ON not in pi.commands


SLOW = say("found.command.slow", command="raspi-config", seconds=60)
IN_VAIN = say("found.command.in_vain", command="raspi-config")


@pytest.mark.parametrize(("command_result", "cause"), [(CommandResult(SLOW), SLOW), (CommandResult(), IN_VAIN)])
def test_failing_raspi_config_is_reported(pi: SimulatedPi, command_result: CommandResult, cause: Text) -> None:
    pi.edit_config = lambda _: command_result
    result = pi.set_up()
    assert not result.report.restart
    assert args(result, "found.bus.left_off")["cause"] == cause
    assert pi.config.read_text() == CONFIG


def test_empty_config_txt_is_restored_first(pi: SimulatedPi) -> None:
    write(pi.config.with_name("config.txt.before-companion"), CONFIG.replace("#dtparam=i2c", "dtparam=i2c"))
    write(pi.config, "")
    result = pi.set_up()
    assert "found.boot.mended" in keys(result, ok=False)
    assert "dtparam=audio=on" in pi.config.read_text()


# Written files.


def test_report_is_readable_and_translated(pi: SimulatedPi) -> None:
    pi.appears_at_once = False
    write(pi.settings, "volume = 9\n")
    result = pi.set_up()
    assert read_report(pi.root / FOUND) == result.report
    assert len(result.report.findings) == 3
    for language in LANGUAGES:
        assert [
            sentence for finding in result.report.findings if "{" in (sentence := Words(language).of(finding.text))
        ] == []


def test_service_may_only_read_the_report(pi: SimulatedPi) -> None:
    before = os.umask(0o077)
    try:
        pi.set_up()
    finally:
        os.umask(before)
    assert [oct((pi.root / path).stat().st_mode & 0o777) for path in (ENVIRONMENT, FOUND, DEVICES)] == ["0o644"] * 3
    assert (pi.root / FOUND).parent.stat().st_mode & 0o777 == 0o755


def test_second_run_writes_and_loads_nothing(pi: SimulatedPi) -> None:
    pi.screens = {SCREEN}
    write(pi.root / "dev/spidev0.0")
    write(pi.settings, 'board = "adafruit-bonnet"\n')
    pi.set_up()
    pi.set_up()
    pi.commands.clear()
    times = {path: (pi.root / path).stat().st_mtime_ns for path in pi.all_files()}
    pi.set_up()
    assert {path: (pi.root / path).stat().st_mtime_ns for path in pi.all_files()} == times
    assert pi.commands == []


def test_plugged_in_spinner_leaves_the_box_its_keys(pi: SimulatedPi) -> None:
    """A spinner works beside any board, so it does not identify one."""
    pi.screens = {SCREEN}
    assert pi.set_up().report.board == "bench"
    write(pi.root / "dev/companion-spinner")
    assert pi.set_up().report.board == "bench"


def test_changed_devices_reload_systemd(pi: SimulatedPi) -> None:
    pi.set_up()
    pi.commands.clear()
    write(pi.root / "dev/companion-spinner")
    pi.set_up()
    assert pi.commands[-1] == "systemctl daemon-reload"
    pi.commands.clear()
    (pi.root / "dev/companion-spinner").unlink()
    pi.set_up()
    assert "/dev/companion-spinner" not in allowed(pi)
    assert pi.commands[-1] == "systemctl daemon-reload"


def test_newly_configured_board_leaves_the_environment(pi: SimulatedPi) -> None:
    pi.set_up()
    write(pi.settings, 'board = "adafruit-bonnet"\n')
    pi.set_up()
    assert pi.read(ENVIRONMENT) == ""


def test_dry_run_changes_nothing_and_lists_planned_steps(pi: SimulatedPi) -> None:
    before = pi.all_files()
    result = pi.set_up(dry=True)
    assert pi.all_files() == before
    assert pi.commands == []
    assert [dict(text.args).popitem()[1] for text in result.planned] == [
        "modprobe i2c-dev",
        "modprobe spidev",
        "modprobe cdc-acm",
        "udevadm settle --timeout=10",
        SWITCH_ON,
        f"/{DEVICES}",
        *(f"/run/systemd/system/{unit}.service.d/60-description.conf" for unit in ("companion", "companion-setup")),
        "systemctl daemon-reload",
        f"/{ENVIRONMENT}",
        f"/{FOUND}",
    ]
    assert keys(result, ok=False) == ["found.bus.off"]


def test_dry_run_leaves_an_empty_config_txt_alone(pi: SimulatedPi) -> None:
    write(pi.config.with_name("config.txt.before-companion"), CONFIG)
    write(pi.config, "")
    before = pi.all_files()
    result = pi.set_up(dry=True)
    assert pi.all_files() == before
    assert result.planned[0] == say("found.would.write", path=str(pi.config))


def test_full_disk_is_reported_without_an_error(pi: SimulatedPi, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    before = pi.all_files()
    result = pi.set_up()
    arguments = args(result, "found.bus.left_off")
    assert arguments["cause"] == say("file.unwritable", path=str(pi.config.parent), cause="No space left on device")
    causes = [
        dict(finding.text.args)["cause"] for finding in result.report.findings if finding.text.key == "file.unwritable"
    ]
    assert causes == ["No space left on device"] * 3
    assert SWITCH_ON not in pi.commands
    assert {**pi.all_files(), "proc/devices": b""} == {**before, "proc/devices": b""}


def test_failed_reload_of_systemd_is_reported(pi: SimulatedPi) -> None:
    machine = ExaminedMachine(pi.root, pi.run, pi.answers, lambda chip: pi.labels[chip.name])
    missing = say("found.command.missing", command="systemctl")

    def run(words: object) -> CommandResult:
        return CommandResult(missing) if "systemctl" in str(words) else CommandResult()

    result = set_up_hardware(boards_dir(), machine=replace(machine, run=run))
    assert result.report.findings[-1].text == say("found.devices.not_taken", cause=missing)
    assert read_report(pi.root / FOUND) == result.report


# Descriptions of the units.


@pytest.mark.parametrize(
    ("settings", "description"),
    [("", "Compagnon de table"), ('language = "fr"\n', "Compagnon de table"), ('language = "en"\n', "Table companion")],
)
def test_units_are_described_in_the_language_of_the_settings(pi: SimulatedPi, settings: str, description: str) -> None:
    write(pi.settings, settings)
    pi.set_up()
    folder = "run/systemd/system"
    assert pi.read(f"{folder}/companion.service.d/60-description.conf") == f"[Unit]\nDescription={description}\n"
    assert description in pi.read(f"{folder}/companion-setup.service.d/60-description.conf")
    assert pi.commands.count("systemctl daemon-reload") == 1


def test_unchanged_units_are_not_loaded_again(pi: SimulatedPi) -> None:
    pi.set_up()
    pi.commands.clear()
    pi.set_up()
    assert "systemctl daemon-reload" not in pi.commands
