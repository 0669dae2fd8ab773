"""The little screen: pictures to the glass through luma's drivers. The only file that knows luma."""

from __future__ import annotations

from typing import Any, Protocol

import luma.oled.device
from luma.core.error import Error as LumaError
from luma.core.interface.serial import i2c
from PIL import Image

from companion.devices.boards import DisplaySpec
from companion.screen.picture import HEIGHT, WIDTH, Picture

_NOTHING = 0xE3
"""The command that does nothing, the same in every chip there is a driver for."""


class DisplayLostError(OSError):
    """The screen does not answer: it is not there, its cable is loose, or its bus may not be used."""


class Display(Protocol):
    """A screen. Every method raises DisplayLostError when the screen does not answer; open a new one then."""

    def show(self, picture: Picture) -> None:
        """Put a picture on the glass; one that is there already costs nothing."""

    def off(self) -> None:
        """Make the glass dark until the next picture."""

    def contrast(self, level: int) -> None:
        """How bright lit points are, from 0 to 255."""

    def close(self) -> None:
        """Let go of the bus. What is on the glass stays; raises nothing."""


class Bus(Protocol):
    """What luma calls a serial interface: bytes to a chip."""

    def command(self, *cmd: int) -> None:
        """Send commands with their arguments."""

    def data(self, data: Any) -> None:
        """Send bytes for the chip's memory."""

    def cleanup(self) -> None:
        """Let go of the bus."""


class LumaDisplay:
    """A screen driven by luma."""

    def __init__(self, spec: DisplaySpec, bus: Bus | None = None) -> None:
        """`bus` is the way to the chip; without it the I²C bus that `spec` names is opened.

        Raises:
            DisplayLostError: No screen answers there.
        """
        self._wire = _Wire(_open(spec) if bus is None else bus)
        self._shown: Picture | None = None
        self._on = True
        try:
            # luma keeps every device it ever made until the program ends: ask before making one in vain.
            self._wire.command(_NOTHING)
            self._device = _DRIVERS[spec.driver](self._wire, width=WIDTH, height=HEIGHT)
        except BaseException:
            self._wire.cleanup()
            raise
        # What stays on the glass at the end is for us to say, not for luma's own clean-up at exit.
        self._device.persist = True

    def show(self, picture: Picture) -> None:
        """As in Display."""
        if picture != self._shown:
            # Should the bus break half-way, nobody knows what is on the glass.
            self._shown = None
            self._device.display(Image.frombytes("1", (WIDTH, HEIGHT), picture.to_bytes()))
            self._shown = picture
        if not self._on:
            self._device.show()
            self._on = True

    def off(self) -> None:
        """As in Display."""
        if self._on:
            self._device.hide()
            self._on = False

    def contrast(self, level: int) -> None:
        """As in Display.

        Raises:
            ValueError: `level` is not from 0 to 255.
        """
        if not 0 <= level <= 255:
            raise ValueError(f"contrast goes from 0 to 255, not {level}")
        self._device.contrast(level)

    def close(self) -> None:
        """As in Display."""
        self._wire.cleanup()


def probe(spec: DisplaySpec) -> None:
    """Ask whether a screen answers where `spec` says; changes nothing on it.

    Raises:
        DisplayLostError: None does.
    """
    wire = _Wire(_open(spec))
    try:
        wire.command(_NOTHING)
    finally:
        wire.cleanup()


def _open(spec: DisplaySpec) -> Bus:
    try:
        bus: Bus = i2c(port=spec.port, address=spec.address)
    except (OSError, LumaError) as error:
        raise DisplayLostError(str(error)) from error
    return bus


class _Wire:
    """A bus that knows one error only, and is closed once."""

    def __init__(self, bus: Bus) -> None:
        self._bus: Bus | None = bus

    def command(self, *cmd: int) -> None:
        self._call("command", *cmd)

    def data(self, data: Any) -> None:
        self._call("data", data)

    def cleanup(self) -> None:
        bus, self._bus = self._bus, None
        if bus is not None:
            bus.cleanup()

    def _call(self, what: str, *args: Any) -> None:
        if self._bus is None:
            raise DisplayLostError("the screen's bus is closed")
        try:
            getattr(self._bus, what)(*args)
        except (OSError, LumaError) as error:
            raise DisplayLostError(str(error)) from error


class _Points:
    """The points of a picture in the one form that luma's drivers ask for, a form that Pillow gives up."""

    def __init__(self, image: Image.Image) -> None:
        # In mode "L" a byte is a point.
        self._points = image.convert("L").tobytes()

    def getdata(self) -> bytes:
        return self._points


class _Ssd1306(luma.oled.device.ssd1306):  # type: ignore[misc]  # luma publishes no types
    """luma's driver for the SSD1306."""

    def preprocess(self, image: Image.Image) -> _Points:
        return _Points(super().preprocess(image))


_DRIVERS: dict[str, Any] = {"ssd1306": _Ssd1306}
"""By the name that board profiles use."""
