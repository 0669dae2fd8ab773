"""Tests of a sounding line: exact pitch and duty despite delays of the thread, and no writes after silence."""

from __future__ import annotations

import logging
from collections.abc import Callable
from itertools import pairwise

import pytest

from companion.devices.gpio_lines_gpiod import SquareWave
from tests.devices.helpers import Collected

WAVES = 20
READING_S = 1e-6
"""The duration of a look at the clock."""


class Line:
    """A line with its own time, which passes only by looks at the clock and by sleeping."""

    def __init__(self) -> None:
        self.now = 100.0
        self.written: Collected[tuple[float, bool]] = Collected()
        self.held_up = 0.0
        self.before_writing: Callable[[], None] = lambda: None

    def clock(self) -> float:
        self.now += READING_S
        return self.now

    def sleep(self, seconds: float) -> None:
        assert seconds > 0
        held_up, self.held_up = self.held_up, 0.0
        self.now += seconds + held_up

    def write(self, high: bool) -> None:
        self.before_writing()
        self.written.add((self.now, high))

    def wait_for_waves(self, waves: int) -> list[tuple[float, bool]]:
        return self.written.wait_for(lambda written: len(written) > 2 * waves)[: 2 * waves + 1]


@pytest.fixture
def line() -> Line:
    return Line()


@pytest.fixture
def wave(line: Line) -> SquareWave:
    return SquareWave(line.write, line.clock, line.sleep)


@pytest.mark.parametrize("hertz", [131, 440, 1760])
@pytest.mark.parametrize("duty", [0.03, 0.1, 0.5])
def test_a_tone_has_its_pitch_and_duty_cycle(line: Line, wave: SquareWave, hertz: float, duty: float) -> None:
    wave.sound(hertz, duty)
    writes = line.wait_for_waves(WAVES)
    wave.close()
    assert [high for _, high in writes] == [True, False] * WAVES + [True]
    moments = [moment for moment, _ in writes]
    assert moments[-1] - moments[0] == pytest.approx(WAVES / hertz, abs=5 * READING_S)
    highs = sum(down - up for up, down in zip(moments[::2], moments[1::2], strict=False))
    assert highs == pytest.approx(WAVES * duty / hertz, abs=WAVES * 5 * READING_S)


def test_a_delay_below_one_wave_is_caught_up(line: Line, wave: SquareWave) -> None:
    line.held_up = 0.004
    wave.sound(100, 0.5)
    moments = [moment for moment, _ in line.wait_for_waves(WAVES)]
    wave.close()
    assert moments[1] - moments[0] == pytest.approx(0.009, abs=0.0001)
    assert moments[-1] - moments[0] == pytest.approx(WAVES / 100, abs=5 * READING_S)


@pytest.mark.parametrize("held_up", [0.012, 0.5])
def test_a_longer_delay_is_not_caught_up(line: Line, wave: SquareWave, held_up: float) -> None:
    line.held_up = held_up
    wave.sound(100, 0.5)
    moments = [moment for moment, _ in line.wait_for_waves(WAVES)]
    wave.close()
    assert moments[1] - moments[0] > held_up
    assert [later - earlier for earlier, later in pairwise(moments[1:])] == pytest.approx(
        [0.005] * (2 * WAVES - 1), abs=5 * READING_S
    )


def test_silence_writes_nothing_until_the_next_tone(line: Line, wave: SquareWave) -> None:
    wave.sound(440, 0.5)
    line.wait_for_waves(1)
    wave.silence()
    before = len(line.written)
    wave.sound(880, 0.25)
    line.written.wait_for(lambda written: len(written) > before + 4)
    wave.close()
    wave.close()
    (up, high), (down, low), (again, _) = list(line.written)[before : before + 3]
    assert (high, low) == (True, False)
    assert (down - up, again - up) == pytest.approx((0.25 / 880, 1 / 880), abs=5 * READING_S)
    assert len(line.written) == len(list(line.written)), "the thread has ended"


def test_a_wave_never_sounded_has_no_thread(line: Line, wave: SquareWave) -> None:
    wave.silence()
    wave.close()
    assert len(line.written) == 0


def test_a_failing_line_is_logged_once_and_recovers(
    line: Line, wave: SquareWave, caplog: pytest.LogCaptureFixture
) -> None:
    failed: Collected[bool] = Collected()

    def fail() -> None:
        line.before_writing = lambda: None
        failed.add(True)
        raise OSError("gone")

    line.before_writing = fail
    with caplog.at_level(logging.ERROR):
        wave.sound(440, 0.5)
        failed.wait_for(bool)
        wave.sound(440, 0.5)
        line.wait_for_waves(1)
        wave.close()
    assert [record.message for record in caplog.records] == ["a line cannot be sounded"]
