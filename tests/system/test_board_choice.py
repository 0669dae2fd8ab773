"""Tests of the choice of a board from simulated hardware, and of systemd's drop-in."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.devices.board_parts import BoardProfile, DisplaySpec, I2c, Identity, Spi
from companion.devices.board_profiles import board_names, load_board
from companion.rules.text import say
from companion.support.resources import boards_dir
from companion.system.board_choice import (
    BoardChoice,
    DetectedHardware,
    choose_board,
    drop_in,
    environment_file,
    mismatches,
    missing_bus,
)
from companion.system.buses import BusKind, device_of, lines_of_controls
from tests.devices.test_board_profiles import lines_of as every_line_of

BENCH, BONNET, HAT = (load_board(name, boards_dir()) for name in ("bench", "adafruit-bonnet", "waveshare-oled-hat"))
HIGH = replace(BENCH, name="high", display=DisplaySpec("ssd1306", I2c(1, 0x3D)))
BARE = replace(BONNET, name="bare", display=None, identity=Identity("The Makers", "Table HAT"))
PI = DetectedHardware("gpiochip0", frozenset({"i2c-1"}))
FILE = "settings.toml"


def test_identity_matches_despite_case_and_blanks() -> None:
    hardware = replace(PI, identity=Identity("THE MAKERS ", "table hat"), answering=frozenset({I2c(1, 0x3D)}))
    choice = choose_board(hardware, (BENCH, HIGH, BARE), None, FILE)
    assert choice.board is BARE
    assert choice.findings[0].text.key == "found.board.identity"


@pytest.mark.parametrize("identity", [Identity("The Makers", "Other HAT"), Identity("Others", "Table HAT"), None])
def test_identity_must_match_vendor_and_product(identity: Identity | None) -> None:
    assert choose_board(replace(PI, identity=identity), (BENCH, BARE), None, FILE).board is BENCH


def test_board_whose_screen_answers_is_chosen() -> None:
    choice = choose_board(replace(PI, answering=frozenset({I2c(1, 0x3D)})), (BONNET, BENCH, HIGH), None, FILE)
    assert choice.board is HIGH
    assert [finding.text for finding in choice.findings] == [
        say("found.board.answers", name="high", address="0x3D", device="/dev/i2c-1")
    ]


def test_of_equal_boards_the_default_or_first_is_chosen() -> None:
    hardware = replace(PI, answering=frozenset({I2c(1, 0x3C)}))
    assert choose_board(hardware, (BONNET, BENCH, HAT), None, FILE).board is BENCH
    twin = replace(BONNET, name="twin")
    choice = choose_board(hardware, (BONNET, twin, HAT), None, FILE)
    assert choice.board is BONNET
    assert dict(choice.findings[0].text.args)["lines"] == 'board = "twin"'


def test_single_board_lists_no_alternatives() -> None:
    choice = choose_board(PI, (BENCH,), None, FILE)
    assert dict(choice.findings[0].text.args)["lines"] == 'board = "…"'


@pytest.mark.parametrize(
    ("board", "devices", "expected"),
    [
        (BENCH, (), I2c(1, 0x3C)),
        (BENCH, ("i2c-1",), None),
        (HAT, ("i2c-1",), Spi(0, 0, 24, 25)),
        (HAT, ("spidev0.0",), None),
        (BARE, (), None),
    ],
)
def test_missing_bus_is_the_bus_of_the_screen(
    board: BoardProfile, devices: tuple[str, ...], expected: I2c | Spi | None
) -> None:
    assert missing_bus(replace(PI, devices=frozenset(devices)), board) == expected
    assert missing_bus(DetectedHardware(devices=frozenset(devices)), board) is None


def test_bus_that_uses_lines_of_keys_is_reported() -> None:
    both = replace(PI, devices=frozenset({"i2c-1", "spidev0.0"}))
    assert [finding.text for finding in mismatches(both, BoardChoice(BENCH, ()))] == [
        say("found.bus.takes_lines", bus="SPI", name="bench")
    ]
    assert mismatches(both, BoardChoice(HAT, ())) == ()
    assert mismatches(DetectedHardware(devices=both.devices), BoardChoice(BENCH, ())) == ()


def test_drop_in_allows_only_detected_devices() -> None:
    head = "# What was found plugged in at this start of the machine.\n[Service]\n"
    assert drop_in(DetectedHardware(), BENCH) == head
    assert drop_in(DetectedHardware("gpiochip4"), BENCH) == f"{head}DeviceAllow=/dev/gpiochip4 rw\n"
    hardware = DetectedHardware(
        "gpiochip0", frozenset({"i2c-1", "spidev0.0", "companion-spinner"}), classes=frozenset({"ttyACM"})
    )
    assert drop_in(hardware, HAT).splitlines()[2:] == [
        "DeviceAllow=/dev/gpiochip0 rw",
        "DeviceAllow=/dev/spidev0.0 rw",
        "DeviceAllow=char-ttyACM rw",
        "DeviceAllow=/dev/companion-spinner rw",
    ]


def test_environment_names_the_board_unless_the_settings_do() -> None:
    assert environment_file(BoardChoice(BONNET, ())) == "COMPANION_BOARD=adafruit-bonnet\n"
    assert environment_file(BoardChoice(BONNET, (), configured=True)) == ""


@pytest.mark.parametrize("name", board_names(boards_dir()))
def test_lines_of_board_and_screen_are_complete(name: str) -> None:
    board = load_board(name, boards_dir())
    assert board.display is not None
    assert sorted((*lines_of_controls(board), *board.display.pins)) == sorted(every_line_of(board))


def test_buses_have_the_names_of_the_kernel() -> None:
    assert (device_of(I2c(3, 0x3C)), device_of(Spi(0, 1, 24, 25))) == ("i2c-3", "spidev0.1")
    assert (BusKind.I2C.pins, sorted(BusKind.SPI.pins)) == ((2, 3), [7, 8, 9, 10, 11])
