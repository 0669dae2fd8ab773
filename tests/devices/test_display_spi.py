"""Tests of a screen over SPI, through a fake spidev: our own line tells commands and pictures apart."""

from __future__ import annotations

import errno
import os
import sys
from types import SimpleNamespace

import pytest

from companion.devices.board_parts import DisplaySpec, Spi
from companion.devices.display import DisplayLostError, LumaDisplay, probe
from companion.devices.gpio_lines import OutputLine, SimulatedPins
from companion.devices.simulated_oled import SimulatedOled
from tests.devices.helpers import StuckPins, striped

DC, RESET = 24, 25
SPEC = DisplaySpec("sh1106", Spi(0, 1, DC, RESET))


class SpiDev:
    """A fake of spidev's only class, with a panel at the other end that listens to the line DC."""

    def __init__(self, panel: SimulatedOled, pins: SimulatedPins, fault: int | None) -> None:
        self.panel, self.pins, self.fault = panel, pins, fault
        self.opened: tuple[int, int] | None = None
        self.closed = False
        self.max_speed_hz = 0

    def open(self, port: int, device: int) -> None:
        if self.fault is not None:
            raise OSError(self.fault, os.strerror(self.fault))
        self.opened = (port, device)

    def writebytes(self, content: list[int] | bytes) -> None:
        assert not self.pins.low(RESET), "a chip that is being reset takes nothing"
        if self.pins.low(DC):
            self.panel.command(*content)
        else:
            self.panel.data(content)

    def close(self) -> None:
        self.closed = True


class Stage:
    """An SPI bus with a panel at its end."""

    def __init__(self) -> None:
        self.panel = SimulatedOled("sh1106")
        self.pins = SimulatedPins()
        self.devices: list[SpiDev] = []
        self.fault: int | None = None

    def SpiDev(self) -> SpiDev:  # noqa: N802  # as spidev names it
        self.devices.append(SpiDev(self.panel, self.pins, self.fault))
        return self.devices[-1]


@pytest.fixture
def stage(monkeypatch: pytest.MonkeyPatch) -> Stage:
    """Replace the module spidev by one that leads to a panel."""
    stage = Stage()
    monkeypatch.setitem(sys.modules, "spidev", SimpleNamespace(SpiDev=stage.SpiDev))
    return stage


def test_pictures_come_through(stage: Stage) -> None:
    display = LumaDisplay(SPEC, stage.pins)
    for step in (1, 2):
        display.show(striped(step))
        assert stage.panel.picture() == striped(step)
    [device] = stage.devices
    assert (device.opened, device.max_speed_hz) == ((0, 1), 2_000_000)


def test_the_chip_is_reset_when_the_screen_is_opened(stage: Stage) -> None:
    levels: list[bool] = []
    stage.pins.watch(lambda: levels.append(stage.pins.low(RESET)))
    LumaDisplay(SPEC, stage.pins)
    assert levels[: levels.index(False) + 1][-2:] == [True, False]


def test_closing_releases_bus_and_lines(stage: Stage) -> None:
    display = LumaDisplay(SPEC, stage.pins)
    display.close()
    display.close()
    assert stage.devices[0].closed
    for pin in (DC, RESET):
        OutputLine(pin, stage.pins).close()


def test_closing_raises_nothing_despite_a_stuck_line(stage: Stage, caplog: pytest.LogCaptureFixture) -> None:
    stage.pins = StuckPins(DC, RESET)
    LumaDisplay(SPEC, stage.pins).close()
    assert stage.devices[0].closed
    for pin in (DC, RESET):
        OutputLine(pin, stage.pins)
    [record] = caplog.records
    assert (record.message, record.exc_info is None) == ("the screen's bus cannot be let go of", False)


def test_an_unopenable_screen_is_lost_despite_stuck_lines(stage: Stage) -> None:
    stage.pins, stage.fault = StuckPins(DC, RESET), errno.ENOENT
    with pytest.raises(DisplayLostError):
        LumaDisplay(SPEC, stage.pins)
    assert stage.devices[0].closed


@pytest.mark.parametrize(
    ("fault", "reason"),
    [(errno.ENOENT, "/dev/spidev0.1: SPI device not found"), (errno.EACCES, "/dev/spidev0.1: .*Permission denied")],
)
def test_an_unavailable_bus_is_named_and_everything_closed(stage: Stage, fault: int, reason: str) -> None:
    stage.fault = fault
    with pytest.raises(DisplayLostError, match=reason):
        LumaDisplay(SPEC, stage.pins)
    assert stage.devices[0].closed
    stage.fault = None
    LumaDisplay(SPEC, stage.pins)


def test_an_unavailable_line_is_named_and_everything_closed(stage: Stage) -> None:
    other_user = OutputLine(RESET, stage.pins)
    with pytest.raises(DisplayLostError, match="25"):
        LumaDisplay(SPEC, stage.pins)
    assert stage.devices[0].closed
    other_user.close()
    LumaDisplay(SPEC, stage.pins)


def test_a_missing_module_is_named_with_its_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "spidev", None)
    for ask in (lambda: LumaDisplay(SPEC, SimulatedPins()), lambda: probe(SPEC)):
        with pytest.raises(DisplayLostError, match=r"spidev is missing: .*install .*spidev$"):
            ask()


def test_a_probe_opens_the_bus_and_sends_nothing(stage: Stage) -> None:
    probe(SPEC)
    [device] = stage.devices
    assert (device.opened, device.closed, stage.panel.bytes_sent) == ((0, 1), True, 0)
    stage.fault = errno.ENOENT
    with pytest.raises(DisplayLostError, match=r"/dev/spidev0.1: .*No such file"):
        probe(SPEC)
