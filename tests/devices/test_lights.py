"""Lights: what is shown is read back from the lines."""

from __future__ import annotations

from companion.devices.boards import Board
from companion.devices.gpio import Lights, SimulatedPins
from companion.views.signals import Glow
from tests.devices.helpers import Collected

OFF, STEADY, BLINK = Glow.OFF, Glow.STEADY, Glow.BLINK


def lit(board: Board, pins: SimulatedPins) -> dict[int, bool]:
    return {seat: not pins.low(pin) for seat, pin in board.lights.items()}


def test_lights_begin_dark(board: Board, pins: SimulatedPins) -> None:
    lights = Lights(board, pins)
    assert lit(board, pins) == {1: False, 3: False}
    lights.close()


def test_a_steady_light_is_on_until_told_otherwise(board: Board, pins: SimulatedPins) -> None:
    lights = Lights(board, pins)
    lights.show((OFF, OFF, STEADY))
    assert lit(board, pins) == {1: False, 3: True}
    lights.show((STEADY, OFF, OFF))
    assert lit(board, pins) == {1: True, 3: False}
    lights.close()


def test_seats_that_are_not_named_are_dark_and_seats_without_a_light_are_passed_over(
    board: Board, pins: SimulatedPins
) -> None:
    lights = Lights(board, pins)
    lights.show((STEADY, STEADY, STEADY, STEADY, STEADY))
    assert lit(board, pins) == {1: True, 3: True}
    lights.show((STEADY,))
    assert lit(board, pins) == {1: True, 3: False}
    lights.close()


def test_a_blinking_light_goes_on_and_off_by_itself(board: Board, pins: SimulatedPins) -> None:
    seen: Collected[bool] = Collected()
    pins.watch(lambda: seen.add(lit(board, pins)[1]))
    lights = Lights(board, pins)
    lights.show((BLINK,))
    seen.wait_for(lambda states: states[-3:] == [True, False, True])
    lights.close()


def test_a_press_does_not_make_a_blinking_light_stumble(board: Board, pins: SimulatedPins) -> None:
    seen: Collected[bool] = Collected()
    lights = Lights(board, pins)
    lights.show((BLINK,))
    pins.watch(lambda: seen.add(True))
    for _ in range(50):
        lights.show((BLINK,))
    assert len(seen) <= 1, "at most the blink that was due"
    lights.close()


def test_after_close_the_lights_are_dark_and_their_lines_free(board: Board, pins: SimulatedPins) -> None:
    lights = Lights(board, pins)
    lights.show((BLINK, OFF, STEADY))
    lights.close()
    lights.close()
    assert lit(board, pins) == {1: False, 3: False}
    Lights(board, pins).close()
