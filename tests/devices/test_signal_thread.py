"""The signals' thread: lights and words follow every output, each sound is played once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from companion.devices.signal_thread import SignalThread
from companion.devices.sounds import Tune, tune_of
from companion.session.publish import Slot
from companion.views.faces import HomeFace
from companion.views.signals import Glow, Output, Sound
from tests.devices.helpers import Collected

FACE = HomeFace(line="hello")


class Stage:
    """The thread, and what it passed on."""

    def __init__(self) -> None:
        self.slot: Slot[Output] = Slot()
        self.played: list[tuple[Tune, int]] = []
        self.lit: Collected[tuple[Glow, ...]] = Collected()
        self.spoken: list[tuple[str, ...]] = []
        self.thread = SignalThread(
            self.slot, self.light, lambda tune, volume: self.played.append((tune, volume)), self.spoken.append
        )
        self.thread.start()

    def light(self, glows: Sequence[Glow]) -> None:
        self.lit.add(tuple(glows))

    def give(self, output: Output) -> None:
        """Lights come last: once they are lit all else was passed on."""
        before = len(self.lit)
        self.slot.put(output)
        self.lit.wait_for(lambda lit: len(lit) == before + 1)


@pytest.fixture
def stage() -> Iterator[Stage]:
    stage = Stage()
    yield stage
    stage.thread.close()


def test_lights_and_words_follow_every_output(stage: Stage) -> None:
    stage.give(Output(FACE, (Glow.STEADY, Glow.BLINK)))
    stage.give(Output(HomeFace(line="good night"), ()))
    assert list(stage.lit) == [(Glow.STEADY, Glow.BLINK), ()]
    assert stage.spoken == [("hello",), ("good night",)]


def test_each_sound_is_played_once(stage: Stage) -> None:
    stage.give(Output(FACE, sound=Sound.GOLD, sound_number=1))
    stage.give(Output(FACE, sound=Sound.GOLD, sound_number=1))
    stage.give(Output(FACE, sound=Sound.TICK, sound_number=2, volume=3))
    assert stage.played == [(tune_of(Sound.GOLD), 2), (tune_of(Sound.TICK), 3)]


def test_of_sounds_that_came_too_fast_only_the_newest_is_played(stage: Stage) -> None:
    stage.give(Output(FACE, sound=Sound.END, sound_number=7))
    assert stage.played == [(tune_of(Sound.END), 2)]


def test_muting_ends_what_plays(stage: Stage) -> None:
    stage.give(Output(FACE, sound=Sound.END, sound_number=1))
    stage.give(Output(FACE, sound=Sound.END, sound_number=1, volume=0))
    stage.give(Output(FACE, sound=Sound.END, sound_number=1, volume=0))
    assert stage.played == [(tune_of(Sound.END), 2), ((), 0)]


def test_a_light_that_fails_is_logged_and_the_next_output_passed_on(caplog: pytest.LogCaptureFixture) -> None:
    slot: Slot[Output] = Slot()
    played: Collected[Tune] = Collected()

    def broken(glows: Sequence[Glow]) -> None:
        raise OSError("no light")

    thread = SignalThread(slot, broken, lambda tune, volume: played.add(tune))
    thread.start()
    for number in (1, 2):
        slot.put(Output(FACE, sound=Sound.KEY, sound_number=number))
        played.wait_for(lambda tunes, number=number: len(tunes) == number)  # type: ignore[misc]  # the loop's number
    thread.close()
    assert {record.message for record in caplog.records} == {"cannot pass on lights or sounds"}
