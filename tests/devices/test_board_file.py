"""Tests of board profiles: every part that a file may have, and every mistake reported with file and line."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.devices.board_file import BoardError, missing_keys, read_board
from companion.devices.board_parts import BoardProfile, DisplaySpec, I2c, Identity, KnobSpec, PicoSpec, Spi
from companion.words.signs import Key

SMALL = """\
[keys]
up = 17
down = 27
ok = 22
back = 4
"""
KNOB = """\
[knob]
a = 17
b = 27
[keys]
ok = 22
back = 4
"""
PICO = """\
[pico]
keys = ["back", "up", "down", "ok"]
"""
SPINNER = """\
[spinner]
a = 5
b = 6
"""
I2C = """\
[display]
driver = "ssd1306"
bus = "i2c"
port = 1
address = 0x3C
"""
SPI = """\
[display]
driver = "sh1106"
bus = "spi"
port = 0
device = 1
dc = 24
reset = 25
"""
IDENTITY = """\
[identity]
vendor = "The Makers"
product = "Table HAT"
"""


def read(folder: Path, text: str) -> BoardProfile:
    file = folder / "mine.toml"
    file.write_text(text, encoding="utf-8")
    return read_board(file)


def fault(folder: Path, text: str) -> BoardError:
    with pytest.raises(BoardError) as error:
        read(folder, text)
    return error.value


def test_four_keys_are_a_board(tmp_path: Path) -> None:
    keys = {Key.UP: 17, Key.DOWN: 27, Key.OK: 22, Key.BACK: 4}
    assert read(tmp_path, SMALL) == BoardProfile("mine", keys, {}, None, None)


def test_two_keys_and_a_knob_are_a_board(tmp_path: Path) -> None:
    board = read(tmp_path, KNOB)
    assert board == BoardProfile("mine", {Key.OK: 22, Key.BACK: 4}, {}, None, None, knob=KnobSpec(17, 27))
    assert missing_keys(board) == ()


def test_a_spinner_on_a_pico_is_a_board(tmp_path: Path) -> None:
    board = read(tmp_path, PICO)
    assert board.pico == PicoSpec((Key.BACK, Key.UP, Key.DOWN, Key.OK), Key.SPIN)
    assert board.available_keys == (Key.UP, Key.DOWN, Key.OK, Key.BACK, Key.SPIN)
    assert not board.has_lines
    assert missing_keys(board) == ()


def test_a_pico_with_a_knob_for_moving_needs_fewer_keys(tmp_path: Path) -> None:
    board = read(tmp_path, '[pico]\nkeys = ["ok"]\nknob = "knob"\n[keys]\nback = 4\nok = 22\n' + I2C)
    assert board.available_keys == (Key.UP, Key.DOWN, Key.OK, Key.BACK)
    assert board.has_lines


def test_has_lines_counts_only_parts_on_pins(tmp_path: Path) -> None:
    assert not read(tmp_path, PICO + I2C).has_lines
    for part in (SPI, SPINNER, "[lights]\nseat2 = 9\n", "[buzzer]\npin = 18\n", "[keys]\nleft = 5\n"):
        assert read(tmp_path, PICO + part).has_lines


def test_a_board_may_have_every_kind_of_part(tmp_path: Path) -> None:
    board = read(tmp_path, SMALL + SPINNER + "[lights]\nseat2 = 9\n[buzzer]\npin = 18\n" + I2C)
    assert (board.knob, board.spinner) == (None, KnobSpec(5, 6))
    assert (board.lights, board.buzzer) == ({2: 9}, 18)
    assert board.display == DisplaySpec("ssd1306", I2c(port=1, address=0x3C))


def test_either_chip_may_be_on_either_bus(tmp_path: Path) -> None:
    assert read(tmp_path, SMALL + SPI).display == DisplaySpec("sh1106", Spi(port=0, device=1, dc=24, reset=25))
    exchanged = read(tmp_path, SMALL + I2C.replace("ssd1306", "sh1106")).display
    assert exchanged == DisplaySpec("sh1106", I2c(port=1, address=0x3C))


def test_a_board_may_have_an_identity(tmp_path: Path) -> None:
    assert read(tmp_path, SMALL + IDENTITY).identity == Identity("The Makers", "Table HAT")
    assert read(tmp_path, SMALL).identity is None


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        # Keys.
        (SMALL + "jump = 5\n", 6, "unknown key jump; keys are up, down, ok, back, left"),
        (SMALL + "left = 28\n", 6, "the line of the key left must be a number from 0 to 27"),
        (SMALL + "left = -1\n", 6, "must be a number from 0 to 27"),
        (SMALL + 'left = "GPIO5"\n', 6, "must be a number from 0 to 27"),
        (SMALL + "left = 5.0\n", 6, "must be a number from 0 to 27"),
        (SMALL + "left = true\n", 6, "must be a number from 0 to 27"),
        (SMALL + "left = 22\n", 6, "line 22 of the key left is already taken by the key ok"),
        (SMALL.replace("ok = 22\n", ""), 1, "required keys are missing: ok"),
        ("", None, "required keys are missing: up, down, ok, back"),
        (SMALL + "left = 3\n" + I2C, 6, "line 3 of the key left is already taken by the display"),
        (SMALL + "left = 5\nleft = 6\n", 7, "is not TOML"),
        (SMALL + "left 5\n", 6, "is not TOML"),
        ("keys = 4\n", 1, "keys must be a table: [keys]"),
        # Knob and spinner.
        (KNOB + "up = 5\n", 7, "the knob is up and down: leave out the key up, or [knob]"),
        (SMALL + "[knob]\na = 5\nb = 6\n", 2, "the knob is up and down: leave out the key up, or [knob]"),
        (KNOB.replace("ok = 22\n", ""), 4, "required keys are missing: ok"),
        (KNOB.replace("[keys]\nok = 22\nback = 4\n", ""), None, "required keys are missing: ok, back"),
        (SMALL + SPINNER.replace("spinner", "dial"), 6, "unknown entry dial; there are [keys], [knob], [spinner]"),
        (KNOB.replace("b = 27", "b = 17"), 3, "line 17 of b of the knob is already taken by a of the knob"),
        (KNOB.replace("b = 27\n", ""), 1, "the line of b of the knob must be a number"),
        (KNOB.replace("b = 27", "b = 27\npush = 22"), 4, "unknown entry push; [knob] has a, b"),
        (KNOB + SPINNER.replace("6", "27"), 9, "line 27 of b of the spinner is already taken by b of the knob"),
        (SMALL + SPINNER.replace("6", "28"), 8, "the line of b of the spinner must be a number from 0 to 27"),
        (SMALL + SPINNER.replace("5", "17"), 2, "line 17 of the key up is already taken by a of the spinner"),
        ("knob = 17\n" + SMALL, 1, "knob must be a table: [knob]"),
        (KNOB.replace("17", "2") + I2C, 2, "line 2 of a of the knob is already taken by the display"),
        # Lights and buzzer.
        (SMALL + "[lights]\nseat6 = 5\n", 7, "unknown light seat6; lights are seat1"),
        (SMALL + "[lights]\nseat1 = 17\n", 7, "line 17 of the light seat1 is already taken by the key up"),
        (SMALL + "[buzzer]\npin = 4\n", 7, "line 4 of the buzzer is already taken by the key back"),
        (SMALL + "[buzzer]\n", 6, "the line of the buzzer must be"),
        (SMALL + "[buzzer]\npin = 18\nvolume = 3\n", 8, "unknown entry volume; [buzzer] has pin"),
        ("buzzer = 18\n" + SMALL, 1, "buzzer must be a table"),
        # The spinner on a Pico.
        (PICO.replace("ok", "jump"), 2, "unknown key jump; keys are up, down, ok"),
        (PICO.replace('"ok"', "4"), 2, "unknown key 4; keys are up, down, ok"),
        (PICO.replace('"ok"', '"up"'), 2, "the key up stands there twice"),
        (PICO.replace('["back", "up", "down", "ok"]', '"ok"'), 2, "keys must be a list of 1 to 5 keys"),
        (PICO.replace('["back", "up", "down", "ok"]', "[]"), 2, "keys must be a list of 1 to 5 keys"),
        (PICO.replace('"ok"', '"ok", "undo", "spin"'), 2, "keys must be a list of 1 to 5 keys"),
        ("[pico]\n", 1, "keys must be a list of 1 to 5 keys"),
        (PICO + 'knob = "wheel"\n', 3, "knob must be one of: spinner, knob"),
        (PICO + "lights = 24\n", 3, "unknown entry lights; [pico] has keys, knob"),
        (PICO.replace('"ok"', '"left"'), None, "required keys are missing: ok"),
        ("pico = 3\n" + SMALL, 1, "pico must be a table: [pico]"),
        # Identity.
        (SMALL + IDENTITY.replace("product", "name"), 8, "unknown entry name; [identity] has vendor, product"),
        (SMALL + IDENTITY.replace('"Table HAT"', '" "'), 8, "product must be a text"),
        (SMALL + IDENTITY.replace('"The Makers"', "4"), 7, "vendor must be a text"),
        (SMALL + "[identity]\n", 6, "vendor must be a text"),
        ('identity = "Table HAT"\n' + SMALL, 1, "identity must be a table: [identity]"),
        # Screens.
        (SMALL + I2C.replace("ssd1306", "sh1107"), 7, "driver must be one of: ssd1306, sh1106"),
        (SMALL + I2C.replace("i2c", "usb"), 8, 'bus must be "i2c" or "spi"'),
        (SMALL + I2C.replace("port = 1", "port = -1"), 9, "port must be a number from 0 to 255"),
        (SMALL + I2C.replace("0x3C", "0x78"), 10, "address must be a number from 0x08 to 0x77"),
        (SMALL + I2C.replace("address = 0x3C\n", ""), 6, "address must be"),
        (SMALL + I2C + "width = 64\n", 11, "unknown entry width; [display] has driver, bus, port, address"),
        (SMALL + I2C.replace("i2c", "spi"), 10, "unknown entry address; [display] has driver, bus, port, device"),
        (SMALL + SPI.replace("port = 0", "port = 1"), 9, "port must be 0, the SPI bus of the header"),
        (SMALL + SPI.replace("device = 1", "device = 2"), 10, "device must be 0 or 1"),
        (SMALL + SPI.replace("dc = 24", "dc = 28"), 11, "the line of dc of the display must be a number"),
        (SMALL + SPI.replace("reset = 25\n", ""), 6, "the line of reset of the display must be a number"),
        (SMALL + SPI.replace("25", "24"), 12, "line 24 of reset of the display is already taken by dc of the display"),
        (SMALL + SPI.replace("24", "10"), 11, "line 10 of dc of the display is already taken by the display"),
        (SMALL + "left = 24\n" + SPI, 6, "line 24 of the key left is already taken by dc of the display"),
        *[
            (f"{SMALL}left = {pin}\n{SPI}", 6, f"line {pin} of the key left is already taken by the display")
            for pin in (7, 8, 9, 10, 11)
        ],
    ],
)
def test_a_mistake_is_reported_with_file_and_line(tmp_path: Path, text: str, line: int | None, reason: str) -> None:
    error = fault(tmp_path, text)
    assert (error.file, error.line) == (tmp_path / "mine.toml", line)
    assert reason in error.reason
    assert str(error).startswith(f"{error.file}:{line}: " if line else f"{error.file}: ")


def test_both_select_lines_are_reserved_for_any_spi_screen(tmp_path: Path) -> None:
    for device in (0, 1):
        for pin in (7, 8):
            error = fault(tmp_path, f"{SMALL}left = {pin}\n{SPI}".replace("device = 1", f"device = {device}"))
            assert error.reason == f"line {pin} of the key left is already taken by the display"


def test_a_byte_order_mark_is_accepted(tmp_path: Path) -> None:
    (tmp_path / "plain.toml").write_text(SMALL, "utf-8")
    (tmp_path / "marked.toml").write_text(SMALL, "utf-8-sig")
    assert replace(read_board(tmp_path / "marked.toml"), name="plain") == read_board(tmp_path / "plain.toml")


def test_an_unreadable_file_is_reported(tmp_path: Path) -> None:
    with pytest.raises(BoardError, match=r"gone\.toml: cannot be read: No such file"):
        read_board(tmp_path / "gone.toml")
    (tmp_path / "odd.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(BoardError, match=r"odd\.toml: is not UTF-8 text"):
        read_board(tmp_path / "odd.toml")
