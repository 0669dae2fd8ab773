"""The small screen: sends pictures to the glass through luma's drivers. Only this file imports luma."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from typing import Any, Protocol

import luma.oled.device
from luma.core.error import Error as LumaError
from luma.core.interface.serial import i2c, spi
from PIL import Image

from companion.box.screen.canvas import BLANK, HEIGHT, WIDTH, Picture
from companion.devices.board_parts import DisplaySpec, I2c, Spi
from companion.devices.changed_windows import PAGES, Window, page_runs, rectangles
from companion.devices.gpio_lines import OutputLine, Pins, PinsError
from companion.support.install_commands import this_system

log = logging.getLogger(__name__)

BRIGHT = 0x7F
"""The brightness of a new display: half of what the chips can, their value after a reset. To the eye that is four
fifths: enough by day, it dazzles nobody in lamplight, and the glass ages half as fast."""

_NOP = 0xE3
"""The command that does nothing, the same in every supported chip."""
_DISPLAY_OFF = 0xAE
"""The command that switches the glass off; luma's table of all registers begins with it."""
_COLUMNS, _PAGES = 0x21, 0x22
"""SSD1306: the first and the last column, the first and the last page of a window."""
_PAGE, _COLUMN_LOW, _COLUMN_HIGH = 0xB0, 0x00, 0x10
"""SH1106: the page, and the two halves of the first column; each is or-ed with its number."""
_SH1106_LEFT = 2
"""The first column on the glass of an SH1106, which shows 128 of its 132 columns."""
_SPI_HZ = {"ssd1306": 8_000_000, "sh1106": 2_000_000}
"""The data sheets allow 10 and 4 MHz; luma accepts these lower ones."""
_RESET_S = 0.001
"""The time for which the reset line is held, and the pause after it: the chip needs some microseconds of each."""


class DisplayLostError(OSError):
    """An error for a screen that does not answer: it is missing, its cable is loose, or its bus may not be used."""


class Display(Protocol):
    """A screen. Every method raises DisplayLostError if the screen does not answer; open a new one then."""

    def show(self, picture: Picture) -> None:
        """Show a picture; the picture that is already on the glass costs nothing."""

    def off(self) -> None:
        """Make the glass dark until the next picture."""

    def contrast(self, level: int) -> None:
        """Set the brightness of lit points, from 0 to 255."""

    def check(self) -> None:
        """Check that the screen is still connected; change nothing.

        SPI has no answers: over it the check always passes.
        """

    def refresh(self) -> None:
        """Send registers, picture and brightness again.

        The effect is visible only on a screen that had lost its power.
        """

    def close(self) -> None:
        """Release the bus. The picture stays on the glass; raises nothing."""


class Bus(Protocol):
    """A way for bytes to a chip, which luma calls a serial interface."""

    def command(self, *cmd: int) -> None:
        """Send commands with their arguments."""

    def data(self, data: Any) -> None:
        """Send bytes for the chip's memory."""

    def cleanup(self) -> None:
        """Release the bus."""


class LumaDisplay:
    """A screen driven by luma, to which only changes are sent."""

    def __init__(self, spec: DisplaySpec, pins: Pins, bus: Bus | None = None) -> None:
        """Open the screen.

        `bus` connects to the chip; None opens the bus that `spec` names, for SPI with two of `pins`.

        Raises:
            DisplayLostError: No screen answers.
        """
        self._bus = _CheckedBus(_open(spec, pins) if bus is None else bus)
        self._picture = BLANK
        self._level = BRIGHT
        self._on = True
        try:
            # luma keeps every device until the program ends: check first, so that none is made in vain.
            self.check()
            self._device = _DRIVERS[spec.driver](self._bus, width=WIDTH, height=HEIGHT)
            self._device.contrast(self._level)
        except BaseException:
            self._bus.cleanup()
            raise
        # We decide what stays on the glass at the end, not luma's own clean-up at exit.
        self._device.persist = True

    def show(self, picture: Picture) -> None:
        """Show a picture; after a failed transfer, send everything again."""
        changed, self._picture = picture != self._picture, picture
        lit, self._on = self._on, True
        if self._bus.failed:
            self.refresh()
            return
        if changed:
            self._device.display(_image(picture))
        if not lit:
            self._device.show()

    def off(self) -> None:
        if self._on:
            self._device.hide()
            self._on = False

    def contrast(self, level: int) -> None:
        """Set the brightness of lit points.

        Raises:
            ValueError: `level` is not from 0 to 255.
        """
        if not 0 <= level <= 255:
            raise ValueError(f"contrast goes from 0 to 255, not {level}")
        self._level = level
        self._device.contrast(level)

    def check(self) -> None:
        self._bus.command(_NOP)

    def refresh(self) -> None:
        self._bus.failed = False
        self.check()  # serves as the argument that a chip may still expect after a transfer was cut short
        self._bus.command(*self._bus.registers)
        self._device.forget()
        self._device.display(_image(self._picture))
        self._device.contrast(self._level)
        if self._on:
            self._device.show()

    def close(self) -> None:
        self._bus.cleanup()


def probe(spec: DisplaySpec) -> None:
    """Check that a screen answers; change nothing on it. Over SPI, which has no answers, only the bus is tried.

    Raises:
        DisplayLostError: No screen answers.
    """
    if isinstance(spec.bus, Spi):
        _try_spi(spec.bus)
        return
    bus = _CheckedBus(_open_i2c(spec.bus))
    try:
        bus.command(_NOP)
    finally:
        bus.cleanup()


def frame_of(image: Image.Image) -> bytes:
    """Return the bytes of a 1-bit image by page, each from the left.

    A byte holds eight points of a column, the lowest bit on top.
    """
    # After a clockwise rotation the columns are rows that begin at the bottom: the lowest point is the highest bit.
    columns = image.transpose(Image.Transpose.ROTATE_270).tobytes()
    return b"".join(columns[page::PAGES] for page in reversed(range(PAGES)))


def _open(spec: DisplaySpec, pins: Pins) -> Bus:
    return _open_i2c(spec.bus) if isinstance(spec.bus, I2c) else _SpiBus(spec.bus, _SPI_HZ[spec.driver], pins)


def _open_i2c(address: I2c) -> Bus:
    try:
        bus: Bus = i2c(port=address.port, address=address.address)
    except (OSError, LumaError) as error:
        raise DisplayLostError(str(error)) from error
    return bus


class _SpiBus:
    """luma's SPI bus over our own lines, so that it needs no module RPi.GPIO."""

    def __init__(self, address: Spi, hertz: int, pins: Pins) -> None:
        with _as_display_lost(address), ExitStack() as parts:
            device = parts.enter_context(closing(_spidev()))
            dc, reset = (parts.enter_context(closing(OutputLine(line, pins))) for line in (address.dc, address.reset))
            self._bus = spi(
                spi=device,
                gpio=_Gpio(),
                port=address.port,
                device=address.device,
                bus_speed_hz=hertz,
                gpio_DC=dc,
                gpio_RST=reset,
                reset_hold_time=_RESET_S,
                reset_release_time=_RESET_S,
            )
            self._parts = parts.pop_all()

    def command(self, *cmd: int) -> None:
        self._bus.command(*cmd)

    def data(self, data: Any) -> None:
        self._bus.data(data)

    def cleanup(self) -> None:
        self._parts.close()


class _Gpio:
    """The part of the module RPi.GPIO that luma uses. The lines passed to it are OutputLines instead of numbers."""

    LOW, HIGH, OUT = False, True, None

    def setup(self, line: OutputLine, direction: None) -> None:
        pass  # the line is an output already

    def output(self, line: OutputLine, level: bool) -> None:
        line.set(level)


def _try_spi(address: Spi) -> None:
    with _as_display_lost(address), closing(_spidev()) as device:
        device.open(address.port, address.device)


def _spidev() -> Any:
    """Return the system's access to an SPI bus, not opened yet."""
    try:
        return spi.__spidev__(None)  # luma imports spidev only when this is called
    except ImportError as error:
        raise DisplayLostError(f"The module spidev is missing: {this_system().install_command('spidev')}") from error


@contextmanager
def _as_display_lost(address: Spi) -> Iterator[None]:
    """Turn every error about this bus and its lines into DisplayLostError."""
    try:
        yield
    except DisplayLostError:
        raise
    except PinsError as error:  # its text names the line
        raise DisplayLostError(str(error)) from error
    except (OSError, LumaError) as error:
        raise DisplayLostError(f"/dev/spidev{address.port}.{address.device}: {error}") from error


class _CheckedBus:
    """A bus that raises only DisplayLostError, and is closed once."""

    def __init__(self, bus: Bus) -> None:
        self._bus: Bus | None = bus
        self.failed = False
        """True after a failed transfer: it is then unknown how much the chip has taken."""
        self.registers: tuple[int, ...] = ()
        """All registers as luma set up the chip, without first switching the glass off."""

    def command(self, *cmd: int) -> None:
        if cmd[0] == _DISPLAY_OFF and len(cmd) > 1:
            self.registers = cmd[1:]
        self._call("command", *cmd)

    def data(self, data: Any) -> None:
        self._call("data", data)

    def cleanup(self) -> None:
        """Release the bus. An error is only logged: nobody could do anything about it."""
        bus, self._bus = self._bus, None
        try:
            if bus is not None:
                bus.cleanup()
        except Exception:
            log.exception("the screen's bus cannot be let go of")

    def _call(self, method: str, *args: Any) -> None:
        if self._bus is None:
            raise DisplayLostError("the screen's bus is closed")
        try:
            getattr(self._bus, method)(*args)
        except (OSError, LumaError) as error:
            self.failed = True
            raise DisplayLostError(str(error)) from error


class _ChangesOnly:
    """The common part of our drivers: sends only the part of a picture that is not on the glass yet.

    After a failed transfer the content of the glass is unknown: call `forget` before the next picture.
    """

    windows: Callable[[bytes | None, bytes], list[Window]]
    """Return the windows to send, from the frames before and after."""
    write: Callable[[Window, bytes], None]
    """Send the content of a window."""
    _glass: bytes | None = None
    """The frame on the glass; None if it is unknown."""

    def display(self, image: Image.Image) -> None:
        """Show an image, as luma's method of this name does."""
        frame = frame_of(image)
        for window in self.windows(self._glass, frame):
            self.write(window, window.content_of(frame))
        self._glass = frame

    def forget(self) -> None:
        """Send the whole next picture."""
        self._glass = None


class _Ssd1306(_ChangesOnly, luma.oled.device.ssd1306):  # type: ignore[misc]  # luma publishes no types
    """luma's driver for the SSD1306, a chip that writes along the pages of a window, and then down."""

    windows = staticmethod(rectangles)

    def write(self, window: Window, content: bytes) -> None:
        pages, columns = window[:2], window[2:]
        self.command(_COLUMNS, *columns, _PAGES, *pages)
        self.data(content)


class _Sh1106(_ChangesOnly, luma.oled.device.sh1106):  # type: ignore[misc]  # luma publishes no types
    """luma's driver for the SH1106, a chip that writes along one page."""

    windows = staticmethod(page_runs)

    def write(self, window: Window, content: bytes) -> None:
        column = _SH1106_LEFT + window.first_column
        self.command(_PAGE | window.first_page, _COLUMN_LOW | column & 0xF, _COLUMN_HIGH | column >> 4)
        self.data(content)


_DRIVERS: dict[str, Any] = {"ssd1306": _Ssd1306, "sh1106": _Sh1106}
"""Drivers by their names in board profiles."""


def _image(picture: Picture) -> Image.Image:
    return Image.frombytes("1", (WIDTH, HEIGHT), picture.to_bytes())
