"""The buzzer: tunes arrive on the line as pitch and duty, the newest wins, and at rest nothing is modulated."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from companion.devices.boards import Board
from companion.devices.gpio import Buzzer, SimulatedPins
from companion.devices.sounds import loudness
from tests.devices.helpers import Collected

SILENT = (None, 0.0)
Heard = Collected[tuple[float | None, float]]


@pytest.fixture
def heard(board: Board, pins: SimulatedPins) -> Heard:
    """Pitch and duty of the buzzer's line after every change."""
    heard: Heard = Collected()
    pin = pins.pin(board.buzzer)
    pins.watch(lambda: heard.add((pin.frequency, pin.state)))
    return heard


def ends_with(*notes: tuple[float | None, float]) -> Callable[[list[tuple[float | None, float]]], bool]:
    return lambda heard: [note for note in heard if note[1]] == list(notes) and heard[-1][1] == 0


def test_a_tune_is_played_note_by_note_and_ends_in_silence(board: Board, pins: SimulatedPins, heard: Heard) -> None:
    buzzer = Buzzer(board, pins)
    buzzer.play(((880, 2), (0, 1), (440, 2)), 3)
    heard.wait_for(ends_with((880, 0.5), (440, 0.5)))
    buzzer.close()
    assert pins.low(board.buzzer or 0)


@pytest.mark.parametrize("volume", [1, 2, 3])
def test_the_volume_is_the_duty(board: Board, pins: SimulatedPins, heard: Heard, volume: int) -> None:
    buzzer = Buzzer(board, pins)
    buzzer.play(((880, 2),), volume)
    heard.wait_for(ends_with((880, loudness(volume))))
    buzzer.close()


def test_a_newer_tune_cuts_the_one_that_plays(board: Board, pins: SimulatedPins, heard: Heard) -> None:
    buzzer = Buzzer(board, pins)
    buzzer.play(((110, 3_600_000),), 3)
    heard.wait_for(lambda notes: (110, 0.5) in notes)
    buzzer.play(((220, 2),), 3)
    heard.wait_for(ends_with((110, 0.5), (220, 0.5)))
    buzzer.close()


def test_volume_0_ends_the_tune_that_plays_and_sounds_nothing(board: Board, pins: SimulatedPins, heard: Heard) -> None:
    buzzer = Buzzer(board, pins)
    buzzer.play(((110, 3_600_000),), 3)
    heard.wait_for(lambda notes: (110, 0.5) in notes)
    buzzer.play(((220, 2),), 0)
    heard.wait_for(ends_with((110, 0.5)))
    buzzer.close()
    assert (220, 0.5) not in list(heard)


def test_closing_cuts_the_tune_and_frees_the_line(board: Board, pins: SimulatedPins, heard: Heard) -> None:
    buzzer = Buzzer(board, pins)
    pin = pins.pin(board.buzzer)
    buzzer.play(((110, 3_600_000),), 3)
    heard.wait_for(lambda notes: (110, 0.5) in notes)
    buzzer.close()
    assert (pin.frequency, pin.state) == SILENT
    Buzzer(board, pins).close()


def test_a_board_without_a_buzzer_is_silent(board: Board, pins: SimulatedPins) -> None:
    buzzer = Buzzer(replace(board, buzzer=None), pins)
    buzzer.play(((880, 2),), 3)
    buzzer.close()


def test_a_volume_that_does_not_exist_is_refused(board: Board, pins: SimulatedPins) -> None:
    buzzer = Buzzer(board, pins)
    with pytest.raises(ValueError, match="the volume goes from 0 to 3, not 4"):
        buzzer.play(((880, 2),), 4)
    buzzer.close()
