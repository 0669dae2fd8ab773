"""Board profiles: the one that ships is sound, and every slip in another is told with file and line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory

from companion.devices.boards import BoardError, DisplaySpec, UnknownBoardError, board_names, load_board
from companion.resources import boards_dir
from companion.views.signs import Key

SMALL = """\
[keys]
up = 17
down = 27
ok = 22
back = 4
"""
DISPLAY = """\
[display]
driver = "ssd1306"
bus = "i2c"
port = 1
address = 0x3C
"""


def test_the_bench_has_every_key_five_lights_a_buzzer_and_a_screen() -> None:
    bench = load_board("bench", boards_dir())
    assert set(bench.keys) == set(Key)
    assert set(bench.lights) == {1, 2, 3, 4, 5}
    assert bench.buzzer in {12, 13, 18, 19}, "a line that can do pulse-width modulation"
    assert bench.display == DisplaySpec("ssd1306", 1, 0x3C)


def test_no_two_parts_of_the_bench_share_a_line_and_the_reserved_ones_stay_free() -> None:
    bench = load_board("bench", boards_dir())
    lines = [*bench.keys.values(), *bench.lights.values(), bench.buzzer]
    assert len(lines) == len(set(lines))
    assert not {0, 1, 2, 3, 14, 15} & set(lines)


def test_the_header_pins_in_the_bench_profile_are_those_of_the_header() -> None:
    header = MockFactory(revision="c03111").board_info.headers["J8"]
    by_line = {int(name[4:]): pin.number for pin in header.pins.values() if (name := pin.name).startswith("GPIO")}
    text = (boards_dir() / "bench.toml").read_text(encoding="utf-8")
    told = re.findall(r"^\w+ = (\d+) # pin (\d+)", text, re.MULTILINE)
    assert len(told) == 19
    assert [(line, pin) for line, pin in told if by_line[int(line)] != int(pin)] == []


@pytest.mark.parametrize("name", board_names(boards_dir()))
def test_every_profile_that_ships_loads(name: str) -> None:
    assert load_board(name, boards_dir()).name == name


def test_a_board_may_be_a_file_of_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(SMALL)
    mine = load_board(str(file), boards_dir())
    assert mine.name == "mine"
    assert dict(mine.keys) == {Key.UP: 17, Key.DOWN: 27, Key.OK: 22, Key.BACK: 4}
    assert (dict(mine.lights), mine.buzzer, mine.display) == ({}, None, None)


def test_an_unknown_name_lists_the_known_ones(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / f"{name}.toml").write_text(SMALL)
    with pytest.raises(UnknownBoardError) as told:
        load_board("three", tmp_path)
    assert str(told.value) == "There is no board named three; the boards are: one, two."


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        (SMALL + "jump = 5\n", 6, "unknown key jump"),
        (SMALL + "left = 28\n", 6, "must be a number from 0 to 27"),
        (SMALL + "left = -1\n", 6, "must be a number from 0 to 27"),
        (SMALL + 'left = "GPIO5"\n', 6, "must be a number from 0 to 27"),
        (SMALL + "left = true\n", 6, "must be a number from 0 to 27"),
        (SMALL + "left = 22\n", 6, "line 22 of the key left is already taken by the key ok"),
        (SMALL.replace("ok = 22\n", ""), 1, "required keys are missing: ok"),
        ("", None, "required keys are missing: up, down, ok, back"),
        (SMALL + "left = 3\n" + DISPLAY, 6, "line 3 of the key left is already taken by the display"),
        (SMALL + "left = 5\nleft = 6\n", 7, "is not TOML"),
        (SMALL + "left 5\n", 6, "is not TOML"),
        (SMALL + "[lights]\nseat6 = 5\n", 7, "unknown light seat6"),
        (SMALL + "[lights]\nseat1 = 17\n", 7, "line 17 of the light seat1 is already taken by the key up"),
        (SMALL + "[buzzer]\npin = 4\n", 7, "line 4 of the buzzer is already taken by the key back"),
        (SMALL + "[buzzer]\n", 6, "the line of the buzzer must be"),
        (SMALL + "[buzzer]\npin = 18\nvolume = 3\n", 8, "unknown entry volume; [buzzer] has pin"),
        (SMALL + "[knob]\n", 6, "unknown entry knob"),
        ("buzzer = 18\n" + SMALL, 1, "buzzer must be a table"),
        (SMALL + DISPLAY.replace("ssd1306", "sh1107"), 7, "driver must be one of"),
        (SMALL + DISPLAY.replace("i2c", "spi"), 8, 'bus must be "i2c"'),
        (SMALL + DISPLAY.replace("port = 1", "port = -1"), 9, "port must be"),
        (SMALL + DISPLAY.replace("0x3C", "0x78"), 10, "address must be"),
        (SMALL + DISPLAY.replace("address = 0x3C\n", ""), 6, "address must be"),
        (SMALL + DISPLAY + "width = 64\n", 11, "unknown entry width"),
    ],
)
def test_a_slip_is_told_with_file_and_line(tmp_path: Path, text: str, line: int | None, reason: str) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(text)
    with pytest.raises(BoardError) as told:
        load_board(file, tmp_path)
    assert (told.value.file, told.value.line) == (file, line)
    assert reason in told.value.reason
    assert str(told.value).startswith(f"{file}:{line}: " if line else f"{file}: ")


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    with pytest.raises(BoardError, match=r"gone\.toml: cannot be read"):
        load_board(tmp_path / "gone.toml", tmp_path)
    (tmp_path / "odd.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(BoardError, match=r"odd\.toml: is not UTF-8 text"):
        load_board("odd", tmp_path)
