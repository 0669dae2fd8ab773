"""Tests of the screen's contract on its real path: luma and smbus2 write to /dev/i2c-1, read by a simulated chip."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.box.screen.canvas import BLANK, Picture
from companion.devices.display import DisplayLostError
from companion.devices.simulated_oled import SimulatedOled
from tests.box.i2c.bus import MockedBus, Process
from tests.devices.test_contracts import (
    test_a_replugged_screen_shows_the_whole_picture,
    test_a_screen_without_its_cable_raises_at_every_call,
    test_the_screen_shows_every_picture_as_it_was_painted,
)

__all__ = [
    "test_a_replugged_screen_shows_the_whole_picture",
    "test_a_screen_without_its_cable_raises_at_every_call",
    "test_the_screen_shows_every_picture_as_it_was_painted",
]


class GlassOnABus:
    """A screen on a bus, in front of a process that shows the pictures it gets."""

    def __init__(self, bus: MockedBus, process: Process) -> None:
        self._bus = bus
        self._process = process

    def show(self, picture: Picture) -> None:
        answer = self._process.ask(picture.to_bytes().hex())
        self._bus.settle()
        if answer != "shown":
            raise DisplayLostError(answer)

    def picture_shown(self) -> Picture:
        return self._bus.panel.picture() if self._bus.panel.on else BLANK

    def pull(self) -> None:
        self._bus.pull()
        self._bus.settle()

    def plug(self) -> None:
        self._bus.plug()
        self._bus.settle()


@pytest.fixture(params=["ssd1306", "sh1106"])
def glass(request: pytest.FixtureRequest) -> Iterator[GlassOnABus]:
    with (
        MockedBus(SimulatedOled(request.param)) as bus,
        bus.python("tests.box.i2c.show", request.param, "0x3C") as display,
    ):
        yield GlassOnABus(bus, display)
