"""Tests of lights on simulated lines, beyond the contracts: their state is read back from the lines."""

from __future__ import annotations

import pytest

from companion.devices.board_profiles import BoardProfile
from companion.devices.gpio_devices import Lights, PinsError, SimulatedPins
from tests.devices.helpers import Collected, StuckPins


def lit(board: BoardProfile, pins: SimulatedPins) -> dict[int, bool]:
    return {seat: not pins.low(pin) for seat, pin in board.lights.items()}


def test_unnamed_seats_are_dark(board: BoardProfile, pins: SimulatedPins) -> None:
    lights = Lights(board, pins)
    lights.show((True,) * 5)
    assert lit(board, pins) == {1: True, 3: True}
    lights.show((True,))
    assert lit(board, pins) == {1: True, 3: False}
    lights.close()


def test_an_unchanged_light_costs_nothing(board: BoardProfile, pins: SimulatedPins) -> None:
    changes: Collected[bool] = Collected()
    lights = Lights(board, pins)
    pins.watch(lambda: changes.add(True))
    for _ in range(50):
        lights.show((True,))
    assert len(changes) == 1
    lights.close()


def test_after_close_the_lights_are_dark_and_their_lines_free(board: BoardProfile, pins: SimulatedPins) -> None:
    lights = Lights(board, pins)
    lights.show((True, False, True))
    lights.close()
    lights.close()
    assert lit(board, pins) == {1: False, 3: False}
    Lights(board, pins).close()


def test_lights_with_released_lines_may_still_be_closed(board: BoardProfile, pins: SimulatedPins) -> None:
    lights = Lights(board, pins)
    lights.show((True,))
    pins.close()
    with pytest.raises(PinsError, match=r"^Line 9 cannot be used: "):
        lights.show(())
    lights.close()


@pytest.mark.parametrize("stuck", [9, 11])
def test_a_stuck_light_line_keeps_no_other(board: BoardProfile, stuck: int) -> None:
    pins = StuckPins(stuck)
    lights = Lights(board, pins)
    lights.show((True, False, True))
    with pytest.raises(PinsError, match=f"^Line {stuck} cannot be used: stuck"):
        lights.close()
    lights.close()
    assert lit(board, pins) == {1: False, 3: False}
    Lights(board, pins)
    pins.close()


def test_a_light_that_stays_lit_keeps_no_other_lit(
    board: BoardProfile, pins: SimulatedPins, monkeypatch: pytest.MonkeyPatch
) -> None:
    lights = Lights(board, pins)
    lights.show((True, False, True))

    def fail(value: float) -> None:
        raise OSError("no answer")

    with monkeypatch.context() as broken:
        broken.setattr(pins.factory.pin(9), "_set_state", fail)
        with pytest.raises(PinsError, match="no answer"):
            lights.close()
    assert pins.low(11)
    Lights(board, pins).close()
