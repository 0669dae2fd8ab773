"""Tests of our own boards: each has its maker's parts, no line is used twice, and a board may come from any file."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.devices.board_profiles import (
    BoardOverrides,
    BoardProfile,
    DisplaySpec,
    I2c,
    KnobSpec,
    Spi,
    UnknownBoardError,
    board_names,
    load_board,
)
from companion.support.resources import boards_dir
from companion.words.signs import Key

SMALL = """\
[keys]
up = 17
down = 27
ok = 22
back = 4
"""
SEAT_KEYS = {Key.SEAT1, Key.SEAT2, Key.SEAT3, Key.SEAT4, Key.SEAT5}


def lines_of(board: BoardProfile) -> list[int]:
    """Return every line that a board uses."""
    knobs = [line for knob in (board.knob, board.spinner) if knob for line in (knob.a, knob.b)]
    buzzer = [] if board.buzzer is None else [board.buzzer]
    display = board.display.pins if board.display else ()
    return [*board.keys.values(), *knobs, *board.lights.values(), *buzzer, *display]


def test_the_bench_has_every_kind_of_part() -> None:
    bench = load_board("bench", boards_dir())
    assert set(bench.keys) == {Key.OK, Key.BACK, Key.SPIN, Key.UNDO, *SEAT_KEYS}
    assert (bench.knob, bench.spinner) == (KnobSpec(17, 27), KnobSpec(5, 6))
    assert set(bench.available_keys) == set(Key) - {Key.LEFT, Key.RIGHT}
    assert set(bench.lights) == {1, 2, 3, 4, 5}
    assert bench.buzzer in {12, 13, 18, 19}, "a line that can do pulse-width modulation"
    assert bench.display == DisplaySpec("ssd1306", I2c(1, 0x3C))


def test_the_bonnet_has_joystick_two_keys_and_i2c_screen() -> None:
    bonnet = load_board("adafruit-bonnet", boards_dir())
    joystick = {Key.UP: 17, Key.DOWN: 22, Key.LEFT: 27, Key.RIGHT: 23, Key.OK: 4}
    assert bonnet.keys == joystick | {Key.BACK: 5, Key.SPIN: 6}
    assert bonnet.display == DisplaySpec("ssd1306", I2c(1, 0x3C))
    assert (bonnet.lights, bonnet.buzzer, bonnet.knob, bonnet.spinner) == ({}, None, None, None)


def test_the_hat_has_joystick_three_keys_and_spi_screen() -> None:
    hat = load_board("waveshare-oled-hat", boards_dir())
    joystick = {Key.UP: 6, Key.DOWN: 19, Key.LEFT: 5, Key.RIGHT: 26, Key.OK: 13}
    assert hat.keys == joystick | {Key.BACK: 21, Key.UNDO: 20, Key.SPIN: 16}
    assert hat.display == DisplaySpec("sh1106", Spi(port=0, device=0, dc=24, reset=25))
    assert (hat.lights, hat.buzzer, hat.knob, hat.spinner) == ({}, None, None, None)


def test_keys_are_given_by_pressing_or_by_turning() -> None:
    keys = {Key.SEAT1: 23, Key.OK: 22, Key.BACK: 4}
    without = BoardProfile("none", keys, {}, None, None)
    assert without.available_keys == (Key.OK, Key.BACK, Key.SEAT1)
    with_knobs = BoardProfile("both", keys, {}, None, None, knob=KnobSpec(17, 27), spinner=KnobSpec(5, 6))
    assert with_knobs.available_keys == (Key.UP, Key.DOWN, Key.OK, Key.BACK, Key.SPIN, Key.SEAT1)


def test_a_screen_uses_the_lines_of_its_bus_and_more() -> None:
    assert DisplaySpec("ssd1306", I2c(1, 0x3C)).pins == (2, 3)
    assert DisplaySpec("ssd1306", I2c(0, 0x3C)).pins == (0, 1)
    assert DisplaySpec("ssd1306", I2c(20, 0x3C)).pins == ()
    assert DisplaySpec("sh1106", Spi(0, 0, dc=24, reset=25)).pins == (10, 9, 11, 8, 7, 24, 25)
    assert DisplaySpec("sh1106", Spi(0, 1, dc=24, reset=25)).pins == (10, 9, 11, 8, 7, 24, 25)


@pytest.mark.parametrize("name", board_names(boards_dir()))
def test_parts_share_no_line_and_use_no_reserved_one(name: str) -> None:
    board = load_board(name, boards_dir())
    lines = lines_of(board)
    assert len(lines) == len(set(lines))
    assert not {0, 1, 14, 15} & set(lines)
    assert {2, 3} & set(lines) in ({2, 3}, set())
    assert board.name == name


def test_a_board_may_be_loaded_from_any_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(SMALL)
    mine = load_board(str(file), boards_dir())
    assert mine.name == "mine"
    assert dict(mine.keys) == {Key.UP: 17, Key.DOWN: 27, Key.OK: 22, Key.BACK: 4}
    assert (dict(mine.lights), mine.buzzer, mine.display, mine.knob, mine.spinner) == ({}, None, None, None, None)


def test_an_unknown_name_lists_the_known_ones(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / f"{name}.toml").write_text(SMALL)
    with pytest.raises(UnknownBoardError) as error:
        load_board("three", tmp_path)
    assert str(error.value) == "There is no board named three; the boards are: one, two."


def test_the_owners_changes_are_applied(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(SMALL)
    assert load_board("mine", tmp_path, BoardOverrides(keys={Key.OK: 5})).keys[Key.OK] == 5
