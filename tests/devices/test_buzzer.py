"""Tests of the buzzer: tunes become pitch and duty, the newest wins, and at rest nothing is modulated."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from companion.devices.board_profiles import BoardProfile
from companion.devices.gpio_devices import Buzzer, SimulatedPins
from companion.devices.gpio_lines import ToneLine
from companion.devices.light_sound_thread import loudness
from tests.devices.helpers import Collected

SILENT = (None, 0.0)
Heard = Collected[tuple[float | None, float]]


@pytest.fixture
def notes_played(board: BoardProfile, pins: SimulatedPins) -> Heard:
    """Return pitch and duty of the buzzer's line after every change."""
    notes_played: Heard = Collected()
    pins.watch(lambda: notes_played.add(pins.tone(board.buzzer or 0)))
    return notes_played


def ends_with(*notes: tuple[float | None, float]) -> Callable[[list[tuple[float | None, float]]], bool]:
    return lambda notes_played: [note for note in notes_played if note[1]] == list(notes) and notes_played[-1][1] == 0


def test_a_tune_plays_note_by_note_and_ends_silent(
    board: BoardProfile, pins: SimulatedPins, notes_played: Heard
) -> None:
    buzzer = Buzzer(board, pins)
    buzzer.play(((880, 2), (0, 1), (440, 2)), 3)
    notes_played.wait_for(ends_with((880, 0.5), (440, 0.5)))
    buzzer.close()
    assert pins.low(board.buzzer or 0)


@pytest.mark.parametrize("volume", [1, 2, 3])
def test_the_volume_sets_the_duty_cycle(
    board: BoardProfile, pins: SimulatedPins, notes_played: Heard, volume: int
) -> None:
    buzzer = Buzzer(board, pins)
    buzzer.play(((880, 2),), volume)
    notes_played.wait_for(ends_with((880, loudness(volume))))
    buzzer.close()


def test_a_newer_tune_interrupts_the_current_one(board: BoardProfile, pins: SimulatedPins, notes_played: Heard) -> None:
    buzzer = Buzzer(board, pins)
    buzzer.play(((110, 3_600_000),), 3)
    notes_played.wait_for(lambda notes: (110, 0.5) in notes)
    buzzer.play(((220, 2),), 3)
    notes_played.wait_for(ends_with((110, 0.5), (220, 0.5)))
    buzzer.close()


def test_volume_0_ends_the_current_tune_silently(board: BoardProfile, pins: SimulatedPins, notes_played: Heard) -> None:
    buzzer = Buzzer(board, pins)
    buzzer.play(((110, 3_600_000),), 3)
    notes_played.wait_for(lambda notes: (110, 0.5) in notes)
    buzzer.play(((220, 2),), 0)
    notes_played.wait_for(ends_with((110, 0.5)))
    buzzer.close()
    assert (220, 0.5) not in list(notes_played)


def test_closing_interrupts_the_tune_and_frees_the_line(
    board: BoardProfile, pins: SimulatedPins, notes_played: Heard
) -> None:
    buzzer = Buzzer(board, pins)
    buzzer.play(((110, 3_600_000),), 3)
    notes_played.wait_for(lambda notes: (110, 0.5) in notes)
    buzzer.close()
    assert pins.tone(board.buzzer or 0) == SILENT
    Buzzer(board, pins).close()


def test_a_board_without_a_buzzer_is_silent(board: BoardProfile, pins: SimulatedPins) -> None:
    buzzer = Buzzer(replace(board, buzzer=None), pins)
    buzzer.play(((880, 2),), 3)
    buzzer.close()


def test_a_volume_that_does_not_exist_is_refused(board: BoardProfile, pins: SimulatedPins) -> None:
    buzzer = Buzzer(board, pins)
    with pytest.raises(ValueError, match="the volume goes from 0 to 3, not 4"):
        buzzer.play(((880, 2),), 4)
    buzzer.close()


@pytest.mark.parametrize("faulty", ["sound", "silence"])
def test_after_a_logged_failure_the_next_tune_plays(
    board: BoardProfile,
    pins: SimulatedPins,
    notes_played: Heard,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    faulty: str,
) -> None:
    buzzer = Buzzer(board, pins)
    works = getattr(ToneLine, faulty)
    faults: Collected[OSError] = Collected()

    def fail_once(tone: ToneLine, *sound: float) -> None:
        if not len(faults):
            faults.add(OSError("no answer"))
            raise OSError("no answer")
        works(tone, *sound)

    monkeypatch.setattr(ToneLine, faulty, fail_once)
    buzzer.play(((110, 2),), 3)
    faults.wait_for(bool)
    buzzer.play(((220, 2),), 3)
    notes_played.wait_for(lambda notes: (220, 0.5) in notes and notes[-1][1] == 0)
    buzzer.close()
    assert [record.message for record in caplog.records] == ["the buzzer's line fails"]
