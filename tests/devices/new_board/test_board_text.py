"""Tests of a board's file: reading it gives the same board, and every line has its pin behind it."""

from __future__ import annotations

import re
import tempfile
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.devices.board_file import REQUIRED_KEYS, read_board
from companion.devices.board_parts import HEADER_PINS, LAST_PIN, BoardProfile, DisplaySpec, I2c, KnobSpec, Spi
from companion.devices.board_profiles import board_names, load_board
from companion.devices.new_board.board_text import text_of_board
from companion.support.resources import boards_dir
from companion.words.signs import Key
from tests.test_hardware import HEADER

OTHERS = [key for key in Key if key not in REQUIRED_KEYS]


@st.composite
def boards(draw: st.DrawFn) -> BoardProfile:
    """Draw any board with the required keys, its lines in any order."""
    take = iter(draw(st.permutations(range(LAST_PIN + 1)))).__next__
    display = None
    if draw(st.booleans()):
        display = DisplaySpec("ssd1306", I2c(9, 0x3D)) if draw(st.booleans()) else None
    knob = KnobSpec(take(), take()) if draw(st.booleans()) else None
    required = [key for key in REQUIRED_KEYS if knob is None or key not in (Key.UP, Key.DOWN)]
    keys = {key: take() for key in Key if key in required or (key in OTHERS and draw(st.booleans()))}
    spinner = KnobSpec(take(), take()) if draw(st.booleans()) else None
    lights = {seat: take() for seat in range(1, 6) if draw(st.booleans())}
    buzzer = take() if draw(st.booleans()) else None
    return BoardProfile("mine", MappingProxyType(keys), MappingProxyType(lights), buzzer, display, knob, spinner)


def read(text: str) -> BoardProfile:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "mine.toml"
        file.write_text(text, "utf-8")
        return read_board(file)


@given(boards())
def test_a_written_board_reads_back_the_same(board: BoardProfile) -> None:
    text = text_of_board(board)
    assert read(text) == board
    entries = re.findall(r"^\w+ = (\d+) # pin (\d+)$", text, re.MULTILINE)
    parts = (len(board.keys), len(board.lights), board.buzzer is not None)
    assert len(entries) == sum(parts) + 2 * (board.knob is not None) + 2 * (board.spinner is not None)
    assert all(HEADER[int(line)] == int(pin) for line, pin in entries)


@pytest.mark.parametrize("name", [name for name in board_names(boards_dir()) if name != "pico"])
def test_our_own_profiles_survive_writing_and_reading(name: str) -> None:
    board = load_board(name, boards_dir())
    assert read(text_of_board(board)) == replace(board, name="mine", identity=None)


@pytest.mark.parametrize(
    ("bus", "wires"),
    [
        (I2c(1, 0x3C), {2, 3}),
        (Spi(0, 0, 24, 25), {8, 10, 11, 24, 25}),
        (Spi(0, 1, 5, 6), {7, 10, 11, 5, 6}),
    ],
)
def test_every_wire_of_the_screen_has_its_pin(bus: I2c | Spi, wires: set[int]) -> None:
    keys = dict(zip(REQUIRED_KEYS, (12, 13, 16, 17), strict=True))
    board = BoardProfile("mine", keys, {}, None, DisplaySpec("sh1106", bus))
    text = text_of_board(board)
    assert read(text).display == board.display
    entries = re.findall(r"(?:BCM |^(?:dc|reset) = )(\d+)(?:,| #) pin (\d+)", text, re.MULTILINE)
    assert {int(line) for line, _ in entries} == wires
    assert all(HEADER[int(line)] == int(pin) for line, pin in entries)


def test_the_pins_are_those_of_the_header() -> None:
    assert dict(enumerate(HEADER_PINS)) == HEADER
