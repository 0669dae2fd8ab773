"""Tests of a knob over real lines: turned fast and bouncing, it loses and invents no detent."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from queue import SimpleQueue
from random import Random

import pytest

from companion.box.input_events import KnobTurn
from companion.devices.board_profiles import KnobSpec
from companion.devices.gpio_devices import Knob, open_pins
from tests.box.inside.lines import PATIENCE_S, Lines, turning

SPEC = KnobSpec(17, 27)
Turns = SimpleQueue[KnobTurn]


@contextmanager
def knob(library: str) -> Iterator[Turns]:
    """Yield the turns that a knob reports."""
    turns: Turns = SimpleQueue()
    pins = open_pins(False, library)
    knob = Knob(SPEC, pins, turns.put, lambda: 0.0)
    try:
        yield turns
    finally:
        knob.close()
        pins.close()


def steps_after(turns: Turns, detents: int) -> int:
    """Return the sum of a knob's steps once it has reported this many detents."""
    steps = [turns.get(timeout=PATIENCE_S).steps]
    while sum(map(abs, steps)) < detents:
        steps.append(turns.get(timeout=PATIENCE_S).steps)
    return sum(steps)


# RPi.GPIO reads a line only some time after it changed: it misses too much of a bouncing contact at full speed.
@pytest.mark.parametrize(
    ("library", "a_second", "bounces"),
    [
        *((library, *turn) for library in ("lgpio", "gpiod") for turn in ((60, True), (60, False), (5, True))),
        *(("rpi-gpio", *turn) for turn in ((60, False), (5, True))),
    ],
)
def test_every_detent_is_reported_once(lines: Lines, library: str, a_second: int, bounces: bool) -> None:
    random = Random(a_second) if bounces else None
    with knob(library) as turns:
        for detents in (1, a_second, -a_second, -1, 1):
            lines.play(turning(SPEC.a, SPEC.b, detents, a_second, random))
            assert steps_after(turns, abs(detents)) == detents
        assert turns.empty()


def test_knob_that_falls_back_is_no_turn(lines: Lines) -> None:
    a, b = SPEC.a, SPEC.b
    with knob("lgpio") as turns:
        lines.play([(0.0, a, True), (0.01, b, True), (0.02, b, False), (0.03, a, False)])
        lines.play(turning(a, b, -1, 10))
        assert steps_after(turns, 1) == -1
        assert turns.empty()
