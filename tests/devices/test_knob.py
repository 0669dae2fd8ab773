"""Tests of knob and spinner on their lines: detents, throws, and any position at the start."""

from __future__ import annotations

import pytest

from companion.box.input_events import KnobThrow, KnobTurn
from companion.box.knob import REST_TIME
from companion.devices.board_profiles import KnobSpec
from companion.devices.gpio_devices import Knob, PinsError, SimulatedPins, Spinner
from tests.devices.helpers import StuckPins

SPEC = KnobSpec(a=17, b=27)
CLOCKWISE = ((17, True), (27, True), (17, False), (27, False))


def steps(turns: list[KnobTurn]) -> list[int]:
    return [turn.steps for turn in turns]


def test_a_detent_counts_at_its_last_edge_both_ways(pins: SimulatedPins) -> None:
    turns: list[KnobTurn] = []
    knob = Knob(SPEC, pins, turns.append, lambda: 0.0)
    for pin, low in CLOCKWISE[:3]:
        pins.pull(pin, low)
    assert turns == []
    pins.pull(*CLOCKWISE[3])
    for pin, low in reversed(CLOCKWISE):
        pins.pull(pin, not low)
    assert steps(turns) == [1, -1]
    knob.close()


def test_a_hundred_turns_report_every_detent(pins: SimulatedPins) -> None:
    turns: list[KnobTurn] = []
    knob = Knob(SPEC, pins, turns.append, lambda: 0.0)
    for _ in range(100):
        for pin, low in CLOCKWISE:
            for level in (low, not low, low, not low, low):
                pins.pull(pin, level)
    assert steps(turns) == [1] * 100
    knob.close()


def test_an_edge_lost_on_the_way_costs_no_detent(pins: SimulatedPins) -> None:
    turns: list[KnobTurn] = []
    knob = Knob(SPEC, pins, turns.append, lambda: 0.0)
    changed = {pin: pins.factory.pin(pin).when_changed for pin in (SPEC.a, SPEC.b)}
    for pin, low in CLOCKWISE[1:]:
        changed[pin](pins.factory.ticks(), not low)
    assert steps(turns) == [1]
    knob.close()


def test_a_detent_has_the_age_of_its_edge(pins: SimulatedPins, monkeypatch: pytest.MonkeyPatch) -> None:
    turns: list[KnobTurn] = []
    knob = Knob(SPEC, pins, turns.append, lambda: 1000.0)
    now = pins.factory.ticks()
    monkeypatch.setattr(pins.factory, "ticks", lambda: now)
    changed = {pin: pins.factory.pin(pin).when_changed for pin in (SPEC.a, SPEC.b)}
    for age, (pin, low) in zip((0.5, 0.45, 0.4, 0.25), CLOCKWISE, strict=True):
        changed[pin](now - age, not low)
    (turn,) = turns
    assert turn.steps == 1
    assert turn.time == pytest.approx(999.75, abs=1e-6)
    knob.close()


def test_a_stuck_knob_line_keeps_no_other() -> None:
    for stuck in (SPEC.a, SPEC.b):
        turns: list[KnobTurn] = []
        pins = StuckPins(stuck)
        knob = Knob(SPEC, pins, turns.append, lambda: 0.0)
        with pytest.raises(PinsError, match=f"^Line {stuck} cannot be used: stuck"):
            knob.close()
        Knob(SPEC, pins, turns.append, lambda: 0.0)
        pins.close()


def test_a_spinner_also_reports_detents_on_request(pins: SimulatedPins) -> None:
    events: list[KnobThrow | KnobTurn] = []
    spinner = Spinner(SPEC, pins, events.append, lambda: 1000.0, on_turn=events.append)
    for pin, low in CLOCKWISE * 4:
        pins.pull(pin, low)
    assert [type(event) for event in events] == [KnobTurn, KnobTurn, KnobTurn, KnobThrow, KnobTurn]
    assert [event.time for event in events] == [pytest.approx(1000.0, abs=0.1)] * 5
    spinner.close()


def test_a_throws_speed_comes_from_the_lines_times(pins: SimulatedPins) -> None:
    throws: list[KnobThrow] = []
    spinner = Spinner(SPEC, pins, throws.append, lambda: 1000.0)
    now = pins.factory.ticks()
    changed = {pin: pins.factory.pin(pin).when_changed for pin in (SPEC.a, SPEC.b)}
    for age in (0.5, 0.4, 0.3):
        for pin, low in CLOCKWISE:
            changed[pin](now - age, not low)
    (throw,) = throws
    assert throw.speed == pytest.approx(10.0, rel=0.1)
    spinner.close()


def test_a_spinner_can_be_thrown_again_after_resting(pins: SimulatedPins) -> None:
    throws: list[KnobThrow] = []
    now = [0.0]
    spinner = Spinner(SPEC, pins, throws.append, lambda: now[0])
    for moment in (0.0, REST_TIME / 2, 2 * REST_TIME):
        now[0] = moment
        for pin, low in CLOCKWISE * 5:
            pins.pull(pin, low)
    assert [throw.time for throw in throws] == [pytest.approx(0.0, abs=0.1), pytest.approx(2 * REST_TIME, abs=0.1)]
    spinner.close()
