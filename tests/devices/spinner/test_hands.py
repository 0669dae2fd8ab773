"""Tests of the firmware's handling of bouncing contacts and missed edges, and of its tunes."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.box.faces.signals import Sound
from companion.devices.light_sound_thread import TUNES
from companion.devices.spinner.ring_messages import tune_messages
from companion.devices.spinner.simulated_spinner import load_firmware
from companion.support.resources import firmware_dir
from tests.devices.spinner.line_simulation import LineSimulation

KEYS: Any = load_firmware(firmware_dir()).keys
CLOCKWISE = ((0, 1), (0, 0), (1, 0), (1, 1))
BACK = ((1, 0), (0, 0), (0, 1), (1, 1))
SETTLE_MS = 20


@given(
    bounces=st.lists(st.integers(0, 1), max_size=15),
    after=st.lists(st.integers(0, 1), max_size=15),
    held=st.integers(SETTLE_MS + 1, 300),
    starts=st.sampled_from([0, 2**30 - 10]),
)
def test_a_bouncing_press_is_one_press(bounces: list[int], after: list[int], held: int, starts: int) -> None:
    keys = KEYS.KeyScanner(5)
    levels = [4, *(4 * bounce for bounce in bounces), *[4] * held, 0, *(4 * bounce for bounce in after), *[0] * 50]
    reported = []
    for ms, level in enumerate(levels):
        key = keys.change(level, (starts + ms) % 2**30)
        if key >= 0:
            reported.append((ms, key, keys.down))
    assert [(key, down) for _, key, down in reported] == [(2, 4), (2, 0)]
    assert reported[0][0] == 0, "it counts at its first edge"


def test_keys_pressed_together_are_reported_one_by_one() -> None:
    keys = KEYS.KeyScanner(5)
    assert [keys.change(0b10101, 7) for _ in range(4)] == [0, 2, 4, -1]
    assert keys.down == 0b10101


@pytest.mark.parametrize(("way", "steps"), [(CLOCKWISE, 1), (BACK, -1)])
def test_a_detent_counts_once_it_is_complete(way: tuple[tuple[int, int], ...], steps: int) -> None:
    knob = KEYS.RotaryEncoder(1, 1)
    for a, b in way[:-1]:
        knob.edge(a, b)
        assert knob.detents() == 0
    knob.edge(*way[-1])
    assert (knob.detents(), knob.detents()) == (steps, 0)


@given(
    directions=st.lists(st.sampled_from([1, -1]), min_size=1, max_size=20),
    bounces=st.lists(st.integers(0, 3), min_size=1, max_size=20),
)
def test_a_contact_that_bounces_adds_no_detent(directions: list[int], bounces: list[int]) -> None:
    knob = KEYS.RotaryEncoder(1, 1)
    levels = (1, 1)
    number = detents = 0
    for direction in directions:
        for to in CLOCKWISE if direction > 0 else BACK:
            for _ in range(bounces[number % len(bounces)]):
                knob.edge(*to)
                knob.edge(*levels)
            number += 1
            knob.edge(*to)
            levels = to
        detents += knob.detents()
    assert detents == sum(directions)


@given(lost=st.integers(0, 3), way=st.sampled_from([CLOCKWISE, BACK]))
def test_a_missed_edge_costs_at_most_one_detent(lost: int, way: tuple[tuple[int, int], ...]) -> None:
    knob = KEYS.RotaryEncoder(1, 1)
    for place, (a, b) in enumerate(way):
        if place != lost:
            knob.edge(a, b)
    knob.edge(1, 1)
    assert abs(knob.detents()) <= 1
    for _ in range(5):
        for a, b in CLOCKWISE:
            knob.edge(a, b)
    assert knob.detents() == 5


def sounds_of(world: LineSimulation, ms: int) -> list[tuple[int, int]]:
    """Return the sounds of the buzzer from now on: each pitch, and its milliseconds."""
    notes: list[tuple[int, int]] = []
    for _ in range(ms):
        world.step()
        pitch = world.spinner.pitch
        if notes and notes[-1][0] == pitch:
            notes[-1] = (pitch, notes[-1][1] + 1)
        else:
            notes.append((pitch, 1))
    return notes


@pytest.mark.parametrize("sound", [*Sound])
@pytest.mark.parametrize("starts_ms", [0, 2**30 - 200], ids=["fresh", "wraps"])
def test_every_tune_is_played_to_its_end(sound: Sound, starts_ms: int) -> None:
    world = LineSimulation(starts_ms=starts_ms).meet()
    for message in tune_messages(TUNES[sound], 2):
        world.link.send_once(message)
    notes = sounds_of(world, 3000)
    assert world.spinner.loud == 2
    played = [note for note in notes[1:] if note != notes[-1]]
    assert [pitch for pitch, _ in played] == [pitch for pitch, _ in TUNES[sound]]
    for (_, ms), (_, wanted) in zip(played, TUNES[sound], strict=True):
        assert abs(ms - wanted) <= 3
    assert notes[-1][0] == 0


def test_a_newer_tune_replaces_the_current_one() -> None:
    world = LineSimulation().meet()
    for message in tune_messages(TUNES[Sound.END], 3):
        world.link.send_once(message)
    world.run(50)
    assert world.spinner.pitch == TUNES[Sound.END][0][0]
    for message in tune_messages(TUNES[Sound.TICK], 1):
        world.link.send_once(message)
    assert [pitch for pitch, _ in sounds_of(world, 100)][-2:] == [TUNES[Sound.TICK][0][0], 0]
    for message in (*tune_messages(TUNES[Sound.END], 3), *tune_messages((), 0)):
        world.link.send_once(message)
    assert {pitch for pitch, _ in sounds_of(world, 100)} <= {0, TUNES[Sound.END][0][0]}
    assert world.spinner.pitch == 0
