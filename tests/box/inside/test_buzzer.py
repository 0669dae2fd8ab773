"""Tests of the buzzer's line: it sounds, and is low when silent, because a line that stays high hums."""

from __future__ import annotations

import time
from contextlib import closing

import pytest

from companion.devices.board_profiles import load_board
from companion.devices.gpio_library import MODULES
from companion.devices.gpio_lines import ToneLine, open_pins
from companion.support.resources import boards_dir
from tests.box.inside.lines import Lines

BENCH = load_board("bench", boards_dir())
PITCH = 440
SOUNDS = 20
HEARD_S = 0.06
"""Seconds, longer than a library takes to start, and not a whole number of waves."""


@pytest.mark.parametrize("library", MODULES)
def test_silence_leaves_the_line_low_at_any_phase(lines: Lines, library: str) -> None:
    assert BENCH.buzzer is not None
    with closing(open_pins(simulated=False, library=library)) as pins:
        tone = ToneLine(BENCH.buzzer, pins)
        assert lines.low(BENCH.buzzer)
        for number in range(SOUNDS):
            tone.sound(PITCH, 0.5)
            waves = lines.watch((BENCH.buzzer,), HEARD_S + number / SOUNDS / PITCH, every=0)
            tone.silence()
            assert lines.low(BENCH.buzzer), number
            assert {on for (on,) in waves} == {True, False}
            time.sleep(1 / PITCH)
            assert lines.low(BENCH.buzzer), "and stays so"
