"""Tests of keys over real lines, through every library: each press is one command, even with a bouncing contact."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from queue import SimpleQueue
from random import Random

import pytest

from companion.app.application import Companion
from companion.box.faces.faces import ListFace
from companion.box.input_events import KeyEdge
from companion.devices.board_profiles import load_board
from companion.devices.gpio_devices import Keys, open_pins
from companion.devices.gpio_library import MODULES
from companion.journal.rows import RowKind
from companion.support.resources import boards_dir
from companion.words.signs import Key
from tests.box.inside.lines import PATIENCE_S, Lines, press
from tests.box.inside.playing import PINS, board_of_keys, companion_on_lines, new_row_kinds, wait_for_face

OK, BACK, UNDO = PINS[Key.OK], PINS[Key.BACK], PINS[Key.UNDO]
TO_AND_FRO = [RowKind.PLAYED, RowKind.TAKEN_BACK]
"""The result of ok, which counts on release, and then of undo, which counts on press."""
A_SECOND = 8
PAIRS = 12


@pytest.fixture(params=tuple(MODULES))
def table(request: pytest.FixtureRequest, lines: Lines, tmp_path: Path) -> Iterator[Companion]:
    with companion_on_lines(tmp_path, request.param) as companion:
        yield companion


@pytest.mark.parametrize("longest", [0.03, 0.09])
def test_each_bouncing_press_is_one_command_at_8_a_second(table: Companion, lines: Lines, longest: float) -> None:
    random = Random(str(longest))
    held = [random.uniform(0.03, longest) for _ in range(2 * PAIRS)]
    presses = [press(n / A_SECOND, (OK, UNDO)[n % 2], seconds, random) for n, seconds in enumerate(held)]
    lines.play([pull for pulls in presses for pull in pulls])
    assert new_row_kinds(table, lines) == TO_AND_FRO * PAIRS


def test_long_press_has_another_meaning(table: Companion, lines: Lines) -> None:
    random = Random("long")
    lines.play([*press(0, OK, 0.05, random), *press(0.2, BACK, 0.75, random)])
    assert new_row_kinds(table, lines) == TO_AND_FRO
    lines.play(press(0, OK, 0.75, random))
    wait_for_face(table, ListFace)
    lines.play(press(0, BACK, 0.05, random))
    assert new_row_kinds(table, lines) == TO_AND_FRO


def test_keys_held_together_are_distinguished(lines: Lines, tmp_path: Path) -> None:
    edges: SimpleQueue[KeyEdge] = SimpleQueue()
    pins = open_pins(simulated=False)
    keys = Keys(load_board(board_of_keys(tmp_path), boards_dir()), pins, edges.put, time.monotonic)
    lines.play([(0.0, OK, True), (0.02, BACK, True), (0.1, OK, False), (0.15, BACK, False)])
    received = [edges.get(timeout=PATIENCE_S) for _ in range(4)]
    assert [(e.key, e.down) for e in received] == [(Key.OK, True), (Key.BACK, True), (Key.OK, False), (Key.BACK, False)]
    keys.close()
    pins.close()


def test_key_held_at_the_start_is_no_press(lines: Lines, tmp_path: Path) -> None:
    lines.pull(OK, low=True)
    with companion_on_lines(tmp_path) as table:
        lines.let_go()
        lines.play([*press(0.1, OK, 0.05), *press(0.3, UNDO, 0.05)])
        assert new_row_kinds(table, lines) == TO_AND_FRO
