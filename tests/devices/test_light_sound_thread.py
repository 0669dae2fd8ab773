"""Tests of the thread for lights and sounds: lights keep their rhythm, words follow every output, sounds play once."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence

import pytest

from companion.box.faces.faces import HomeFace
from companion.box.faces.signals import BoxOutput, Glow, Sound
from companion.devices.light_sound_thread import REST_S, LightSoundThread, Tune, light_state, tune_of
from companion.session.publisher import SubscriberSlot
from tests.devices.helpers import PATIENCE_S, Collected

FACE = HomeFace(line="hello")


class Stage:
    """The thread, and everything that it passed on."""

    def __init__(self) -> None:
        self.slot: SubscriberSlot[BoxOutput] = SubscriberSlot()
        self.played: list[tuple[Tune, int]] = []
        self.lit: Collected[tuple[bool, ...]] = Collected()
        self.spoken: list[tuple[str, ...]] = []
        self.thread = self.make(lambda: 0.0)
        self.thread.start()

    def make(self, clock: Callable[[], float]) -> LightSoundThread:
        def play(tune: Tune, volume: int) -> None:
            self.played.append((tune, volume))

        return LightSoundThread(self.slot, self.light, play, self.spoken.append, seats=(1, 2), clock=clock)

    def light(self, lit: Sequence[bool]) -> None:
        self.lit.add(tuple(lit))

    def give(self, output: BoxOutput) -> None:
        """Publish an output and wait for the lights, which come last."""
        before = len(self.lit)
        self.slot.put(output)
        self.lit.wait_for(lambda lit: len(lit) > before)


class Evening(SubscriberSlot[BoxOutput]):
    """A slot without real waiting: its clock jumps to the time that its reader has waited for.

    All outputs are known beforehand, with their times. When nothing more comes and nobody waits, it is closed.
    """

    def __init__(self, *to_come: tuple[float, BoxOutput]) -> None:
        super().__init__()
        self.to_come = list(to_come)
        self.now = 0.0
        self.waits: list[float | None] = []
        self.over = threading.Event()

    def clock(self) -> float:
        return self.now

    def take(self, timeout: float | None = None) -> BoxOutput | None:
        self.waits.append(timeout)
        next_at = self.to_come[0][0] if self.to_come else float("inf")
        if timeout is not None and self.now + timeout < next_at:
            self.now += timeout
            return None
        if self.to_come:
            self.now, output = self.to_come.pop(0)
            return output
        self.close()
        self.over.set()
        return None


@pytest.fixture
def stage() -> Iterator[Stage]:
    stage = Stage()
    yield stage
    stage.thread.close()


def test_lights_and_words_follow_every_output(stage: Stage) -> None:
    stage.give(BoxOutput(FACE, (Glow.STEADY, Glow.BLINK)))
    stage.give(BoxOutput(HomeFace(line="good night"), ()))
    assert list(stage.lit) == [(True, True), (False, False)]
    assert stage.spoken == [("hello",), ("good night",)]


def lights_of(evening: Evening) -> list[tuple[float, tuple[bool, ...]]]:
    """Return the lights of an evening: times, and the lights of seats 1 and 2 from then on."""
    lit: list[tuple[float, tuple[bool, ...]]] = []

    def light(states: Sequence[bool]) -> None:
        if not lit or lit[-1][1] != tuple(states):
            lit.append((evening.now, tuple(states)))

    thread = LightSoundThread(evening, light, lambda tune, volume: None, seats=(1, 2), clock=evening.clock)
    thread.start()
    assert evening.over.wait(PATIENCE_S)
    thread.close()
    return lit


def test_lights_keep_their_rhythm_for_a_quarter_hour() -> None:
    evening = Evening((1.0, BoxOutput(FACE, (Glow.OFF, Glow.STEADY))))
    lights = lights_of(evening)
    assert lights[0] == (1.0, (False, True))
    assert [second for _, (_, second) in lights[:5]] == [True, False, True, False, True]
    assert lights[-1][1] == (False, True)
    assert evening.now == pytest.approx(1.0 + REST_S)
    assert evening.waits[-1] is None, "at rest it sleeps for good"


def test_new_outputs_do_not_disturb_the_rhythm() -> None:
    presses = [(0.13 * n, BoxOutput(FACE, (Glow.BLINK, Glow.STEADY), Sound.KEY, n)) for n in range(100)]
    for now, (first, second) in lights_of(Evening(*presses))[:200]:
        assert first is light_state(Glow.BLINK, 1, now)[0]
        assert second is light_state(Glow.STEADY, 2, now)[0]


def test_only_news_restarts_the_lights() -> None:
    output = BoxOutput(FACE, (Glow.OFF, Glow.STEADY))
    assert lights_of(Evening((0.0, output), (2 * REST_S, output)))[-1][0] < 1.1 * REST_S
    assert (
        lights_of(Evening((0.0, output), (2 * REST_S, BoxOutput(FACE, output.glows, Sound.KEY, 1))))[-1][0] > 2 * REST_S
    )


def test_each_sound_is_played_once(stage: Stage) -> None:
    stage.give(BoxOutput(FACE, sound=Sound.GOLD, sound_number=1))
    stage.give(BoxOutput(FACE, sound=Sound.GOLD, sound_number=1))
    stage.give(BoxOutput(FACE, sound=Sound.TICK, sound_number=2, volume=3))
    assert stage.played == [(tune_of(Sound.GOLD), 2), (tune_of(Sound.TICK), 3)]


def test_of_fast_sounds_only_the_newest_is_played(stage: Stage) -> None:
    stage.give(BoxOutput(FACE, sound=Sound.END, sound_number=7))
    assert stage.played == [(tune_of(Sound.END), 2)]


def test_muting_ends_the_current_tune(stage: Stage) -> None:
    stage.give(BoxOutput(FACE, sound=Sound.END, sound_number=1))
    stage.give(BoxOutput(FACE, sound=Sound.END, sound_number=1, volume=0))
    stage.give(BoxOutput(FACE, sound=Sound.END, sound_number=1, volume=0))
    assert stage.played == [(tune_of(Sound.END), 2), ((), 0)]


def test_after_a_failing_light_the_next_output_is_passed_on(caplog: pytest.LogCaptureFixture) -> None:
    slot: SubscriberSlot[BoxOutput] = SubscriberSlot()
    played: Collected[Tune] = Collected()

    def broken(lit: Sequence[bool]) -> None:
        raise OSError("no light")

    def play(tune: Tune, volume: int) -> None:
        played.add(tune)

    thread = LightSoundThread(slot, broken, play, seats=(1,), clock=lambda: 0.0)
    thread.start()
    for number in (1, 2):
        slot.put(BoxOutput(FACE, sound=Sound.KEY, sound_number=number))
        played.wait_for(lambda tunes, number=number: len(tunes) == number)  # type: ignore[misc]  # the loop's number
    thread.close()
    assert {record.message for record in caplog.records} == {"cannot pass on lights or sounds"}
