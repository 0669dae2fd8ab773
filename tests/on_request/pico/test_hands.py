"""Tests of touches at the Pico's pins, as they arrive at the other end of the line; of its key lights and buzzer."""

from __future__ import annotations

from itertools import pairwise
from statistics import median

import pytest

from companion.box.input_events import KnobThrow, KnobTurn
from companion.box.knob import ThrowDetector
from companion.devices.spinner.link import KnobTurned, Message, MessageKind
from companion.devices.spinner.ring_messages import tune_messages
from tests.on_request.pico.emulated import BUZZER, KEY_LIGHTS, KEYS, Pico, SpinnerLine

HELD_US = 60_000


@pytest.mark.parametrize("key", range(len(KEYS)))
def test_each_bouncing_key_arrives_once_down_and_up(pico: Pico, talk: SpinnerLine, key: int) -> None:
    before = len(talk.keys)
    pico.bounce(KEYS[key], 0)
    pico.bounce(KEYS[key], 1, after_us=HELD_US)
    talk.until(lambda: len(talk.keys) >= before + 2)
    talk.pass_us(2 * HELD_US)
    talk.echo()
    assert talk.keys[before:] == [(key, True), (key, False)]


def test_all_keys_pressed_at_once_arrive_separately(pico: Pico, talk: SpinnerLine) -> None:
    before = len(talk.keys)
    for pin in KEYS:
        pico.set(pin, 0)
        pico.set(pin, 1, after_us=HELD_US)
    talk.until(lambda: len(talk.keys) >= before + 2 * len(KEYS))
    assert sorted(talk.keys[before : before + len(KEYS)]) == [(key, True) for key in range(len(KEYS))]
    assert sorted(talk.keys[before + len(KEYS) :]) == [(key, False) for key in range(len(KEYS))]


@pytest.mark.parametrize("detents", [1, -1, 5, -5])
def test_the_knob_reports_its_detents_both_ways(pico: Pico, talk: SpinnerLine, detents: int) -> None:
    before = len(talk.events)
    pico.turn(detents)
    talk.until(lambda: abs(sum(turn.steps for turn in turns(talk, before))) >= abs(detents))
    talk.pass_us(HELD_US)
    talk.echo()
    assert sum(turn.steps for turn in turns(talk, before)) == detents


@pytest.mark.parametrize("way", [1, -1])
def test_a_throw_comes_with_its_speed(pico: Pico, talk: SpinnerLine, way: int) -> None:
    before = len(talk.events)
    pico.turn(12 * way, between_us=15_000)
    talk.until(lambda: abs(sum(turn.steps for turn in turns(talk, before))) >= 12)
    gaps = [after.time - earlier.time for earlier, after in pairwise(turns(talk, before))]
    assert median(gaps) == pytest.approx(0.015, abs=0.002)
    finder = ThrowDetector()
    throws = [finder.turn(KnobTurn(turn.steps, turn.time)) for turn in turns(talk, before) if abs(turn.steps) == 1]
    assert [type(throw) for throw in throws if throw is not None] == [KnobThrow]


def test_key_lights_follow(pico: Pico, talk: SpinnerLine) -> None:
    for lit in (0b10101, 0b01010, 0b11111, 0):
        talk.link.light_keys(lit)
        talk.echo()
        talk.until(lambda lit=lit: lights(pico) == lit)  # type: ignore[misc]  # a bound default
    talk.pass_us(1_200_000)
    assert lights(pico) == 0, "what a heartbeat says later is the same"


@pytest.mark.parametrize("pitch", [220, 440, 1760])
def test_the_buzzer_sounds_a_tunes_pitch_and_length(pico: Pico, talk: SpinnerLine, pitch: int) -> None:
    began = pico.us
    for message in tune_messages(((pitch, 200),), 3):
        talk.link.send_once(message)
    talk.echo()
    talk.pass_us(400_000)
    waves = [change.us for change in pico.changes if change.us > began and (change.pin, change.level) == (BUZZER, 1)]
    assert median(later - sooner for sooner, later in pairwise(waves)) == pytest.approx(1_000_000 / pitch, rel=0.01)
    assert waves[-1] - waves[0] == pytest.approx(200_000, abs=10_000)


def test_volume_zero_ends_a_tune(pico: Pico, talk: SpinnerLine) -> None:
    for message in tune_messages(((880, 1000),), 1):
        talk.link.send_once(message)
    talk.link.send_once(Message(MessageKind.TUNE, b"\x01"))
    talk.echo()
    ended = pico.us
    talk.pass_us(200_000)
    assert [change for change in pico.changes if change.pin == BUZZER and change.us > ended + 10_000] == []


def turns(talk: SpinnerLine, before: int) -> list[KnobTurned]:
    """Return the turns of the knob since `before`."""
    return [event for event in talk.events[before:] if isinstance(event, KnobTurned)]


def lights(pico: Pico) -> int:
    """Return a bit for each key that is lit."""
    return sum(pico.level(pin) << key for key, pin in enumerate(KEY_LIGHTS))
