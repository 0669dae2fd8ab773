"""The lines for the contracts of keys, lights and buzzer."""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType

import pytest

from companion.devices.board_profiles import BoardProfile
from companion.devices.gpio_devices import SimulatedPins
from companion.words.signs import Key


@pytest.fixture
def pins() -> Iterator[SimulatedPins]:
    """Return lines to use, and to touch from outside with `pull` and `low`."""
    pins = SimulatedPins()
    yield pins
    pins.close()


@pytest.fixture
def board() -> BoardProfile:
    keys = {Key.UP: 17, Key.DOWN: 27, Key.OK: 22, Key.BACK: 4, Key.SEAT1: 23}
    return BoardProfile("small", MappingProxyType(keys), MappingProxyType({1: 9, 3: 11}), 18, None)
