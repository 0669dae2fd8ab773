"""Tests of a whole simulated box: outputs are seen, heard and read; presses are reported over the lines."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from types import MappingProxyType

import pytest

from companion.box.faces.faces import HomeFace
from companion.box.faces.signals import BoxOutput, Glow, Sound
from companion.box.input_events import BoxInput, KeyEdge, KnobThrow, KnobTurn
from companion.box.knob import THROW_DETENTS
from companion.devices.board_profiles import BoardProfile, KnobSpec, load_board
from companion.devices.gpio_devices import PinsError, SimulatedPins, Spinner
from companion.devices.light_sound_thread import tune_of
from companion.devices.open_devices import OpenBox, open_box
from companion.devices.simulated_box import SimulatedBox, SimulatedBoxState
from companion.devices.simulated_oled import SimulatedOled
from companion.session.publisher import Publisher
from companion.support.resources import boards_dir
from companion.words.signs import Key
from tests.devices.helpers import PATIENCE_S, Collected, striped

FACE = HomeFace(line="hello")


class Stage:
    """A simulated bench box that shows one picture, and the touches of its keys."""

    def __init__(self) -> None:
        self.outputs: Publisher[BoxOutput] = Publisher()
        self.touches: list[BoxInput] = []
        self.health: Collected[bool] = Collected()
        self.board = load_board("bench", boards_dir())
        self.box = self.open()

    def open(self) -> OpenBox:
        return open_box(
            self.board,
            True,
            outputs=self.outputs,
            paint=lambda face: striped(1),
            on_edge=self.touches.append,
            on_screen_health=self.health.add,
            clock=time.monotonic,
        )

    @property
    def world(self) -> SimulatedBox:
        assert self.box.simulated is not None
        return self.box.simulated

    @property
    def panel(self) -> SimulatedOled:
        assert self.box.panel is not None
        return self.box.panel

    def wait_for(self, what: Callable[[SimulatedBoxState], bool]) -> SimulatedBoxState:
        slot = self.world.states.subscribe()
        while (state := slot.take(PATIENCE_S)) is not None:
            if what(state):
                self.world.states.unsubscribe(slot)
                return state
        raise AssertionError(self.world.states.newest)


@pytest.fixture
def stage() -> Iterator[Stage]:
    stage = Stage()
    yield stage
    stage.box.close()


def test_a_simulated_box_begins_dark_and_silent(stage: Stage) -> None:
    state = stage.wait_for(lambda state: True)
    assert state == SimulatedBoxState(bytes(1024), False, (False,) * 5, (), 0, 0, ())


def test_a_painted_picture_is_visible_through_the_bus(stage: Stage) -> None:
    stage.outputs.publish(BoxOutput(FACE))
    stage.wait_for(lambda state: state.on and state.picture == striped(1).to_bytes())


def test_lights_are_read_back_from_the_lines(stage: Stage) -> None:
    stage.outputs.publish(BoxOutput(FACE, (Glow.OFF, Glow.STEADY, Glow.OFF)))
    stage.wait_for(lambda state: state.lights == (False, True, False, False, False))


def test_a_sound_is_heard_once_with_its_volume(stage: Stage) -> None:
    stage.outputs.publish(BoxOutput(FACE, sound=Sound.GOLD, sound_number=9, volume=3))
    state = stage.wait_for(lambda state: state.tune_number > 0)
    assert (state.tune, state.tune_number, state.volume) == (tune_of(Sound.GOLD), 1, 3)
    stage.outputs.publish(BoxOutput(FACE, sound=Sound.GOLD, sound_number=10, volume=0))
    state = stage.wait_for(lambda state: state.tune_number > 1)
    assert (state.tune, state.tune_number, state.volume) == ((), 2, 0)


def test_faces_are_read_aloud(stage: Stage) -> None:
    stage.outputs.publish(BoxOutput(FACE))
    stage.wait_for(lambda state: state.spoken == ("hello",))


def test_every_key_is_reported_over_its_line(stage: Stage) -> None:
    for key in stage.board.keys:
        stage.world.press(key, True)
        stage.world.press(key, False)
    edges = [(touch.key, touch.down) for touch in stage.touches if isinstance(touch, KeyEdge)]
    assert edges == [(key, down) for key in stage.board.keys for down in (True, False)]


def test_a_box_without_a_spinner_lacks_its_keys(stage: Stage) -> None:
    assert stage.world.spinner_keys is None
    state = stage.world.states.newest
    assert state is not None
    assert (state.ring, state.lit) == (b"", ())


def test_up_and_down_turn_the_knob_by_a_detent(stage: Stage) -> None:
    assert stage.world.turned_keys == (Key.UP, Key.DOWN)
    assert {*stage.world.turned_keys, *stage.board.keys} == set(stage.world.keys)
    for key in (Key.DOWN, Key.UP, Key.UP):
        stage.world.press(key, True)
        stage.world.press(key, False)
    assert [touch.steps for touch in stage.touches if isinstance(touch, KnobTurn)] == [1, -1, -1]


def test_concurrent_turns_report_every_detent(stage: Stage) -> None:
    def turn(key: Key) -> None:
        for _ in range(50):
            stage.world.press(key, True)

    hands = [threading.Thread(target=turn, args=(key,)) for key in (Key.DOWN, Key.UP, Key.DOWN)]
    for hand in hands:
        hand.start()
    for hand in hands:
        hand.join()
    assert sorted(touch.steps for touch in stage.touches if isinstance(touch, KnobTurn)) == [-1] * 50 + [1] * 100


def test_spin_throws_the_spinner() -> None:
    keys = {Key.UP: 17, Key.DOWN: 27, Key.OK: 22, Key.BACK: 4}
    spinner = KnobSpec(5, 6)
    board = BoardProfile("four", MappingProxyType(keys), MappingProxyType({}), None, None, spinner=spinner)
    pins = SimulatedPins()
    world = SimulatedBox(board, pins, SimulatedOled())
    throws: list[KnobThrow] = []
    parts = Spinner(spinner, pins, throws.append, lambda: 1.0)
    assert (world.keys, world.turned_keys) == ((Key.UP, Key.DOWN, Key.OK, Key.BACK, Key.SPIN), (Key.SPIN,))
    world.press(Key.SPIN, True)
    world.press(Key.SPIN, False)
    assert len(throws) == 1
    parts.close()


def test_the_benchs_spinner_reports_a_throw(stage: Stage) -> None:
    pins, spinner = open_lines(stage), stage.board.spinner
    assert spinner is not None
    for pin, low in [(spinner.a, True), (spinner.b, True), (spinner.a, False), (spinner.b, False)] * THROW_DETENTS:
        pins.pull(pin, low)
    (throw,) = stage.touches
    assert isinstance(throw, KnobThrow)


def test_a_turn_of_the_knob_has_its_age(stage: Stage) -> None:
    pins, knob = open_lines(stage), stage.board.knob
    assert knob is not None
    changed = {pin: pins.factory.pin(pin).when_changed for pin in (knob.a, knob.b)}
    now = time.monotonic()
    for pin, low in [(knob.a, True), (knob.b, True), (knob.a, False), (knob.b, False)]:
        changed[pin](pins.factory.ticks() - 2, not low)
    (turn,) = stage.touches
    assert isinstance(turn, KnobTurn)
    assert turn.time == pytest.approx(now - 2, abs=1)


def open_lines(stage: Stage) -> SimulatedPins:
    """Return the other end of the lines of an open box."""
    return stage.world._pins


def test_a_key_that_the_box_lacks_is_refused() -> None:
    keys = {Key.UP: 17, Key.DOWN: 27, Key.OK: 22, Key.BACK: 4}
    board = BoardProfile("four", MappingProxyType(keys), MappingProxyType({}), None, None)
    world = SimulatedBox(board, SimulatedPins(), SimulatedOled())
    with pytest.raises(KeyError):
        world.press(Key.SPIN, True)


def test_an_unplugged_glass_is_reported_and_comes_back(stage: Stage) -> None:
    stage.panel.failing = True
    stage.outputs.publish(BoxOutput(FACE))
    stage.health.wait_for(lambda health: health == [False])
    stage.panel.failing = False
    stage.wait_for(lambda state: state.picture == striped(1).to_bytes())
    stage.health.wait_for(lambda health: health == [False, True])


def test_states_are_only_published_when_something_changed(stage: Stage) -> None:
    stage.outputs.publish(BoxOutput(FACE))
    stage.wait_for(lambda state: state.on and state.picture == striped(1).to_bytes() and state.spoken == ("hello",))
    slot = stage.world.states.subscribe()
    slot.take(PATIENCE_S)
    stage.world.publish_spoken(("hello",))
    stage.panel.command(0xE3)
    stage.world.press(Key.OK, True)
    assert slot.take(0) is None


def test_closing_ends_threads_frees_lines_and_works_twice(stage: Stage) -> None:
    stage.outputs.publish(BoxOutput(FACE, (Glow.BLINK,), Sound.END, 1))
    stage.wait_for(lambda state: state.on)
    slot = stage.world.states.subscribe()
    stage.box.close()
    stage.box.close()
    assert slot.closed
    threads = {thread.name for thread in threading.enumerate()}
    assert not threads & {"screen", "signals", "buzzer"}
    assert not stage.panel.on


def test_without_lines_a_real_box_fails_and_closes_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(simulated: bool, library: str) -> None:
        raise PinsError("no lines here")

    monkeypatch.setattr("companion.devices.open_devices.open_pins", none)
    outputs: Publisher[BoxOutput] = Publisher()
    with pytest.raises(PinsError, match="no lines here"):
        open_box(
            load_board("bench", boards_dir()),
            False,
            outputs=outputs,
            paint=lambda face: striped(1),
            on_edge=lambda edge: None,
            on_screen_health=lambda ok: None,
            clock=lambda: 0.0,
        )
