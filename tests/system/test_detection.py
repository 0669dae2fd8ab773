"""The one round before the service starts: what is found on a machine, what is done about it, and what is left."""

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
from companion.system.detection import ExaminedMachine, set_up
from companion.system.detection_report import read_report
from companion.system.system_commands import CommandResult
from companion.words.catalogue import LANGUAGES, Words
from tests.system.made_up import CONFIG, MadeUp, args, keys, write

SCREEN = I2c(1, 0x3C)
ENVIRONMENT = "run/companion-setup/environment"
FOUND = "run/companion-setup/found.json"
DEVICES = "run/systemd/system/companion.service.d/50-devices.conf"
SWITCH_ON = "raspi-config nonint do_i2c 0"


@pytest.fixture
def pi(tmp_path: Path) -> MadeUp:
    return MadeUp(tmp_path)


def allowed(pi: MadeUp) -> list[str]:
    """The devices that the service may use."""
    head, section, *lines = pi.said(DEVICES).splitlines()
    assert (head[0], section) == ("#", "[Service]")
    assert all(line.startswith("DeviceAllow=") and line.endswith(" rw") for line in lines)
    return [line.removeprefix("DeviceAllow=").removesuffix(" rw") for line in lines]


# Which board.


def test_on_a_fresh_card_bus_is_enabled_and_screen_found(pi: MadeUp) -> None:
    pi.screens = {SCREEN}
    done = pi.set_up()
    assert done.report.board == "bench"
    assert keys(done) == keys(done, ok=True) == ["found.board.alike", "found.bus.switched_on"]
    assert args(done, "found.board.alike")["lines"] == 'board = "adafruit-bonnet" / board = "pico"'
    assert pi.commands.count(SWITCH_ON) == 1
    assert "\ndtparam=i2c_arm=on\n" in pi.config.read_text()
    assert pi.said("boot/firmware/config.txt.before-companion") == CONFIG
    assert pi.said(ENVIRONMENT) == "COMPANION_BOARD=bench\n"
    assert allowed(pi) == ["/dev/gpiochip0", "/dev/i2c-1", "char-ttyACM"]
    assert pi.commands[-1] == "systemctl daemon-reload"


def test_settings_take_precedence(pi: MadeUp) -> None:
    write(pi.settings, 'board = "adafruit-bonnet"\n')
    pi.started_with(BusKind.I2C)
    pi.screens = {SCREEN}
    done = pi.set_up()
    assert (done.report.board, keys(done)) == ("adafruit-bonnet", ["found.board.settings"])
    assert SWITCH_ON not in pi.commands
    assert not (pi.root / ENVIRONMENT).exists()


def test_settings_may_name_a_relative_board_file(pi: MadeUp) -> None:
    write(pi.settings, 'board = "mine.toml"\n')
    write(pi.settings.with_name("mine.toml"), "[keys]\nup = 17\ndown = 27\nok = 22\nback = 4\n")
    done = pi.set_up()
    assert (done.report.board, keys(done)) == (str(pi.settings.with_name("mine.toml")), ["found.board.settings"])
    assert allowed(pi) == ["/dev/gpiochip0", "char-ttyACM"]


def test_configured_board_is_kept_although_its_screen_is_silent(pi: MadeUp) -> None:
    write(pi.settings, 'board = "adafruit-bonnet"\n')
    pi.started_with(BusKind.I2C)
    assert keys(pi.set_up(), ok=False) == ["found.screen.silent"]


def test_enabled_spi_suggests_its_board_if_no_screen_answers(pi: MadeUp) -> None:
    pi.started_with(BusKind.SPI)
    done = pi.set_up()
    assert (done.report.board, keys(done)) == ("waveshare-oled-hat", ["found.board.spi"])
    assert allowed(pi) == ["/dev/gpiochip0", "/dev/spidev0.0", "char-ttyACM"]
    assert SWITCH_ON not in pi.commands


def test_answering_screen_outweighs_spi(pi: MadeUp) -> None:
    pi.started_with(BusKind.I2C, BusKind.SPI)
    pi.screens = {SCREEN}
    done = pi.set_up()
    assert done.report.board == "bench"
    assert keys(done, ok=False) == ["found.bus.takes_lines"]
    write(pi.settings, 'board = "adafruit-bonnet"\n')
    assert keys(pi.set_up(), ok=False) == []


def test_without_any_answer_bench_is_chosen_and_others_named(pi: MadeUp) -> None:
    pi.started_with(BusKind.I2C)
    done = pi.set_up()
    assert (done.report.board, keys(done, ok=False)) == ("bench", ["found.board.none"])
    told = args(done, "found.board.none")
    assert told["lines"] == 'board = "adafruit-bonnet" / board = "pico" / board = "waveshare-oled-hat"'
    assert told["path"] == "/etc/companion/settings.toml"


def test_unknown_identity_is_reported(pi: MadeUp) -> None:
    write(pi.root / "proc/device-tree/hat/vendor", "Some\x1b[31m  Maker\0")
    write(pi.root / "proc/device-tree/hat/product", b"PoE\xff HAT" + b"x" * 500 + b"\0")
    done = pi.set_up()
    assert "found.identity.unknown" in keys(done, ok=True)
    told = args(done, "found.identity.unknown")
    assert told["vendor"] == "Some [31m Maker"
    assert str(told["product"]).startswith("PoE\N{REPLACEMENT CHARACTER} HATxxx")
    assert len(str(told["product"])) == 80


def test_unreadable_identity_is_reported_and_detection_continues(pi: MadeUp) -> None:
    (pi.root / "proc/device-tree/hat/vendor").mkdir(parents=True)
    pi.screens = {SCREEN}
    done = pi.set_up()
    assert keys(done) == ["found.board.alike", "found.identity.unreadable", "found.bus.switched_on"]
    assert args(done, "found.identity.unreadable")["cause"] == "Is a directory"


def test_empty_identity_is_reported(pi: MadeUp) -> None:
    for name in ("vendor", "product"):
        write(pi.root / f"proc/device-tree/hat/{name}", "\0")
    assert "found.identity.empty" in keys(pi.set_up(), ok=False)


def test_header_chip_is_found_by_its_label(pi: MadeUp) -> None:
    pi.labels_of({"gpiochip0": "gpio-brcmstb", "gpiochip10": "raspberrypi-exp-gpio", "gpiochip4": "pinctrl-rp1"})
    pi.set_up()
    assert allowed(pi)[0] == "/dev/gpiochip4"


def test_plugged_in_spinner_is_an_allowed_device(pi: MadeUp) -> None:
    write(pi.root / "dev/companion-spinner")
    pi.set_up()
    assert allowed(pi)[-2:] == ["char-ttyACM", "/dev/companion-spinner"]


# Off a Pi.


def test_without_a_header_nothing_is_probed_or_loaded(pi: MadeUp) -> None:
    pi.labels_of({"gpiochip0": "INT34C5:00"})
    write(pi.root / "dev/i2c-1")
    pi.screens = {SCREEN}
    done = pi.set_up()
    assert (done.report.board, keys(done)) == ("bench", ["found.no_lines"])
    assert pi.commands == ["systemctl daemon-reload"]
    assert pi.said("boot/firmware/config.txt") == CONFIG
    assert allowed(pi) == []
    assert pi.said(ENVIRONMENT) == "COMPANION_BOARD=bench\n"


def test_configured_board_does_not_imply_a_header(pi: MadeUp) -> None:
    pi.labels_of({})
    write(pi.settings, 'board = "adafruit-bonnet"\n')
    assert keys(pi.set_up()) == ["found.board.settings", "found.no_lines"]


# Settings with a slip.


def test_slip_in_another_setting_keeps_the_board(pi: MadeUp) -> None:
    write(pi.settings, 'volume = 9\nboard = "adafruit-bonnet"\n')
    done = pi.set_up()
    assert done.report.board == "adafruit-bonnet"
    assert args(done, "found.settings.slip")["line"] == 1


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
def test_invalid_board_is_reported_and_another_detected(pi: MadeUp, content: str | bytes, key: str) -> None:
    write(pi.settings, content)
    done = pi.set_up()
    assert done.report.board == "bench"
    assert key in keys(done, ok=False)
    assert pi.said(ENVIRONMENT) == "COMPANION_BOARD=bench\n"


def test_unreadable_settings_are_reported(pi: MadeUp) -> None:
    pi.settings.mkdir(parents=True)
    assert "found.settings.fault" in keys(pi.set_up(), ok=False)


def test_invalid_profile_is_reported_and_others_stay(pi: MadeUp, tmp_path: Path) -> None:
    boards = tmp_path / "boards"
    write(boards / "bad.toml", "[keys]\n")
    machine = ExaminedMachine(pi.root, pi.run, pi.answers, lambda chip: pi.labels[chip.name])
    with pytest.raises(MissingResourceError, match="has no board profile"):
        set_up(boards, machine=machine)
    write(boards / "mine.toml", "[keys]\nup = 17\ndown = 27\nok = 22\nback = 4\n")
    done = set_up(boards, machine=machine)
    assert (done.report.board, keys(done, ok=False)) == ("mine", ["start.board"])


# The bus.


def test_bus_that_does_not_appear_needs_a_restart(pi: MadeUp) -> None:
    pi.at_once = False
    done = pi.set_up()
    assert done.report.restart
    assert (keys(done, ok=True), keys(done, ok=False)) == (["found.board.usual"], ["found.bus.restart"])
    assert "/dev/i2c-1" not in allowed(pi)
    # In the same start of the machine once more: it is on already, and nothing is switched.
    again = pi.set_up()
    assert keys(again) == ["found.board.usual", "found.bus.stays_off"]
    assert pi.commands.count(SWITCH_ON) == 1


def test_without_raspi_config_instructions_are_reported(pi: MadeUp) -> None:
    (pi.root / "usr/bin/raspi-config").unlink()
    done = pi.set_up()
    assert args(done, "found.bus.by_hand")["line"] == "dtparam=i2c_arm=on"
    assert [path for path in pi.everything() if path.startswith("boot")] == ["boot/firmware/config.txt"]
    assert pi.config.read_text() == CONFIG


def test_without_config_txt_nothing_is_switched(pi: MadeUp) -> None:
    pi.config.unlink()
    done = pi.set_up()
    assert "found.bus.missing" in keys(done, ok=False)
    assert SWITCH_ON not in pi.commands


def test_older_system_has_its_config_txt_elsewhere(pi: MadeUp) -> None:
    pi.config = pi.config.rename(pi.root / "boot/config.txt")
    assert "found.bus.switched_on" in keys(pi.set_up())
    assert pi.said("boot/config.txt.before-companion") == CONFIG


def test_bus_unknown_to_raspi_config_is_left_alone(pi: MadeUp) -> None:
    display = '[display]\ndriver = "ssd1306"\nbus = "i2c"\nport = 3\naddress = 0x3C\n'
    write(pi.settings.with_name("mine.toml"), f"[keys]\nup = 17\ndown = 27\nok = 22\nback = 4\n{display}")
    write(pi.settings, 'board = "mine.toml"\n')
    assert args(pi.set_up(), "found.bus.missing")["device"] == "/dev/i2c-3"
    assert SWITCH_ON not in pi.commands


SLOW = say("found.command.slow", command="raspi-config", seconds=60)
IN_VAIN = say("found.command.in_vain", command="raspi-config")


@pytest.mark.parametrize(("ran", "cause"), [(CommandResult(SLOW), SLOW), (CommandResult(), IN_VAIN)])
def test_failing_raspi_config_is_reported(pi: MadeUp, ran: CommandResult, cause: Text) -> None:
    pi.edits = lambda _: ran
    done = pi.set_up()
    assert not done.report.restart
    assert args(done, "found.bus.left_off")["cause"] == cause
    assert pi.config.read_text() == CONFIG


def test_empty_config_txt_is_restored_first(pi: MadeUp) -> None:
    write(pi.config.with_name("config.txt.before-companion"), CONFIG.replace("#dtparam=i2c", "dtparam=i2c"))
    write(pi.config, "")
    done = pi.set_up()
    assert "found.boot.mended" in keys(done, ok=False)
    assert "dtparam=audio=on" in pi.config.read_text()


# What is left.


def test_report_is_readable_and_translated(pi: MadeUp) -> None:
    pi.at_once = False
    write(pi.settings, "volume = 9\n")
    done = pi.set_up()
    assert read_report(pi.root / FOUND) == done.report
    assert len(done.report.findings) == 3
    for language in LANGUAGES:
        assert [said for one in done.report.findings if "{" in (said := Words(language).of(one.text))] == []


def test_service_may_only_read_the_report(pi: MadeUp) -> None:
    before = os.umask(0o077)
    try:
        pi.set_up()
    finally:
        os.umask(before)
    assert [oct((pi.root / path).stat().st_mode & 0o777) for path in (ENVIRONMENT, FOUND, DEVICES)] == ["0o644"] * 3
    assert (pi.root / FOUND).parent.stat().st_mode & 0o777 == 0o755


def test_second_run_writes_and_loads_nothing(pi: MadeUp) -> None:
    pi.screens = {SCREEN}
    write(pi.root / "dev/spidev0.0")
    write(pi.settings, 'board = "adafruit-bonnet"\n')
    pi.set_up()
    pi.set_up()
    pi.commands.clear()
    times = {path: (pi.root / path).stat().st_mtime_ns for path in pi.everything()}
    pi.set_up()
    assert {path: (pi.root / path).stat().st_mtime_ns for path in pi.everything()} == times
    assert pi.commands == []


def test_plugged_in_spinner_leaves_the_box_its_keys(pi: MadeUp) -> None:
    """It works beside any board, and which one it is cannot be told from it."""
    pi.screens = {SCREEN}
    assert pi.set_up().report.board == "bench"
    write(pi.root / "dev/companion-spinner")
    assert pi.set_up().report.board == "bench"


def test_changed_devices_reload_systemd(pi: MadeUp) -> None:
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


def test_newly_configured_board_leaves_the_environment(pi: MadeUp) -> None:
    pi.set_up()
    write(pi.settings, 'board = "adafruit-bonnet"\n')
    pi.set_up()
    assert pi.said(ENVIRONMENT) == ""


def test_dry_run_changes_nothing_and_lists_planned_steps(pi: MadeUp) -> None:
    before = pi.everything()
    done = pi.set_up(dry=True)
    assert pi.everything() == before
    assert pi.commands == []
    assert [dict(text.args).popitem()[1] for text in done.planned] == [
        "modprobe i2c-dev",
        "modprobe spidev",
        "modprobe cdc-acm",
        "udevadm settle --timeout=10",
        SWITCH_ON,
        f"/{DEVICES}",
        "systemctl daemon-reload",
        f"/{ENVIRONMENT}",
        f"/{FOUND}",
    ]
    assert keys(done, ok=False) == ["found.bus.off"]


def test_dry_run_leaves_an_empty_config_txt_alone(pi: MadeUp) -> None:
    write(pi.config.with_name("config.txt.before-companion"), CONFIG)
    write(pi.config, "")
    before = pi.everything()
    done = pi.set_up(dry=True)
    assert pi.everything() == before
    assert done.planned[0] == say("found.would.write", path=str(pi.config))


def test_full_disk_is_reported_without_an_error(pi: MadeUp, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    before = pi.everything()
    done = pi.set_up()
    left = args(done, "found.bus.left_off")
    assert left["cause"] == say("file.unwritable", path=str(pi.config.parent), cause="No space left on device")
    causes = [dict(one.text.args)["cause"] for one in done.report.findings if one.text.key == "file.unwritable"]
    assert causes == ["No space left on device"] * 3
    assert SWITCH_ON not in pi.commands
    assert {**pi.everything(), "proc/devices": b""} == {**before, "proc/devices": b""}


def test_failed_reload_of_systemd_is_reported(pi: MadeUp) -> None:
    machine = ExaminedMachine(pi.root, pi.run, pi.answers, lambda chip: pi.labels[chip.name])
    missing = say("found.command.missing", command="systemctl")

    def run(words: object) -> CommandResult:
        return CommandResult(missing) if "systemctl" in str(words) else CommandResult()

    done = set_up(boards_dir(), machine=replace(machine, run=run))
    assert done.report.findings[-1].text == say("found.devices.not_taken", cause=missing)
    assert read_report(pi.root / FOUND) == done.report
