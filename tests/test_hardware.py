"""Tests of facts about hardware: profiles name their sources, and pins match the header everywhere."""

from __future__ import annotations

import re
import runpy
import tomllib
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory

from companion.devices.board_file import read_board
from companion.devices.board_parts import DisplaySpec, KnobSpec, Spi
from companion.devices.board_profiles import board_names, load_board
from companion.devices.spinner.simulated_spinner import load_firmware
from companion.support.resources import boards_dir, firmware_dir
from companion.words.signs import Key
from tests.devices.test_board_profiles import lines_of
from tests.test_docs import codes, section, table, text

PINS = MockFactory(revision="c03111").board_info.headers["J8"].pins.values()
"""The pins of the 40-pin header."""
HEADER = {int(pin.name.removeprefix("GPIO")): pin.number for pin in PINS if pin.name.startswith("GPIO")}
"""The pin of each line."""

PICO = dict(zip(range(23), [pin for pin in range(1, 41) if pin not in (3, 8, 13, 18, 23, 28, 30)], strict=False))
"""The pin of each line of a Pico (Pico data sheet, figure 4): every fifth is ground, the 30th RUN."""


def profile(name: str) -> str:
    return (boards_dir() / f"{name}.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", board_names(boards_dir()))
def test_profile_names_the_pin_of_every_line(name: str) -> None:
    expected = re.findall(r"^\w+ = (\d+) # pin (\d+)", profile(name), re.MULTILINE)
    expected += re.findall(r"\bBCM (\d+), pin (\d+)", profile(name))
    board = load_board(name, boards_dir())
    # The SPI bus has a third line, on which a screen sends nothing: it needs no wire.
    silent = {9} if board.display and isinstance(board.display.bus, Spi) else set()
    assert {int(line) for line, _ in expected} == set(lines_of(board)) - silent
    assert [(line, pin) for line, pin in expected if HEADER[int(line)] != int(pin)] == []


@pytest.mark.parametrize("name", board_names(boards_dir()))
def test_profile_names_its_source(name: str) -> None:
    assert re.search(r"^# .*\bSources?: .*\n(# .*\n)*?# .*https://", profile(name), re.MULTILINE)


def test_the_wires_of_the_bench_are_those_of_its_profile() -> None:
    part = section(text("hardware/README.md"), "## The bench")
    expected = {codes(name)[0]: (int(line), int(pin)) for name, (_, line, pin, _) in table(part).items()}
    tables = tomllib.loads(profile("bench"))
    bus = load_board("bench", boards_dir()).display
    assert bus is not None
    lines = {
        f"{name}.{key}": line for name, entries in tables.items() if name != "display" for key, line in entries.items()
    }
    lines |= dict(zip(("display.data", "display.clock"), bus.pins, strict=True))
    assert expected == {name: (line, HEADER[line]) for name, line in lines.items()}


def test_the_wires_of_the_spinner_are_those_of_its_program() -> None:
    pins = runpy.run_path(str(firmware_dir() / "pins.py"))
    expected = table(section(text("hardware/README.md"), "## The spinner"))
    numbers = {name: [int(number) for number in re.findall(r"GP(\d+)", row[0])] for name, row in expected.items()}
    for name, row in expected.items():
        on = [int(pin) for pin in re.findall(r"\d+", row[1])]
        assert on == ([PICO[line] for line in numbers[name]] if numbers[name] else on), name
    keys = "key 1, key 2, key 3, key 4, key 5"
    assert {name: wires for name, wires in numbers.items() if wires} == {
        "ring, data in": [pins["RING"]],
        keys: [*pins["KEYS"]],
        f"light of {keys}": [*pins["KEY_LIGHTS"]],
        "piezo disc": [pins["BUZZER"]],
        "knob, the contact that closes first when you turn clockwise": [pins["KNOB_A"]],
        "knob, the other contact": [pins["KNOB_B"]],
    }
    assert f"a ring of {pins['LIGHTS']} lights" in section(text("hardware/README.md"), "## The spinner")


def test_ground_and_voltages_are_where_the_header_has_them() -> None:
    part = section(text("hardware/README.md"), "## The bench")
    [expected] = re.findall(r"Ground is on the pins ([\d, and]+), and 3\.3 V on the pins ([\d and]+)\.", part)
    [five] = re.findall(r"the pins (\d+ and \d+): they carry 5 V", part)
    pins = [[int(pin) for pin in re.findall(r"\d+", words)] for words in (*expected, five)]
    assert pins == [[pin.number for pin in PINS if pin.name == name] for name in ("GND", "3V3", "5V")]


def test_example_board_is_valid(tmp_path: Path) -> None:
    [example] = re.findall(r"^```toml\n(.*?)^```", text("hardware/README.md"), re.MULTILINE | re.DOTALL)
    file = tmp_path / "mine.toml"
    file.write_text(example, "utf-8")
    board = read_board(file)
    assert (board.knob, board.spinner) == (KnobSpec(17, 27), KnobSpec(5, 6))
    assert set(board.available_keys) == {Key.UP, Key.DOWN, Key.OK, Key.BACK, Key.SPIN}
    assert board.display == DisplaySpec("sh1106", Spi(port=0, device=0, dc=24, reset=25))


@pytest.mark.parametrize("file", ["firmware/README.md", "firmware/spinner/ring.py"])
def test_current_of_the_ring_is_limited_by_its_program(file: str) -> None:
    assert _milliamperes(file) == {_most_for_light(), OF_A_PORT}


@pytest.mark.parametrize(
    "file", ["hardware/README.md", "hardware/parts.md", "hardware/parts.fr.md", "companion/plans/words.toml"]
)
def test_total_current_of_the_ring_is_documented(file: str) -> None:
    """A WS2812B takes about 1 mA while it is dark."""
    lights = runpy.run_path(str(firmware_dir() / "pins.py"))["LIGHTS"]
    assert _milliamperes(file) == {round(_most_for_light() + 1 * lights, -1), OF_A_PORT}


OF_A_PORT = 500


def _milliamperes(file: str) -> set[int]:
    return {int(number) for number in re.findall(r"(\d{3})\s+mA", text(file))}


def _most_for_light() -> int:
    return 20 * int(load_firmware(firmware_dir()).ring._MOST_LEVELS) // 255
