"""The little screen: pictures to the glass through luma's drivers. The only file that knows luma."""

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
from companion.devices.lines import Output, Pins, PinsError
from companion.support.packages import this_system

log = logging.getLogger(__name__)

BRIGHT = 0x7F
"""How bright a new display is: half of what the chips can, as they are after a reset. To the eye that is four fifths:
enough by day, it dazzles nobody in lamplight, and the glass ages half as fast."""

_NOTHING = 0xE3
"""The command that does nothing, the same in every chip there is a driver for."""
_DARK = 0xAE
"""The command that switches the glass off, with which luma's table of all registers begins."""
_COLUMNS, _PAGES = 0x21, 0x22
"""SSD1306: the first and the last column, the first and the last page of a window."""
_PAGE, _COLUMN_LOW, _COLUMN_HIGH = 0xB0, 0x00, 0x10
"""SH1106: the page, and the two halves of the column at which to begin; each is or-ed with its number."""
_SH1106_LEFT = 2
"""The glass of an SH1106 shows 128 of its 132 columns, beginning with this one."""
_SPI_HZ = {"ssd1306": 8_000_000, "sh1106": 2_000_000}
"""The data sheets allow 10 and 4 MHz; luma knows these below."""
_RESET_S = 0.001
"""How long the reset line is held, and how long the chip is left alone then: both need some microseconds."""


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

    def check(self) -> None:
        """Find out whether the screen is still there; changes nothing. Over SPI, which has no answers, it always is."""

    def refresh(self) -> None:
        """Say everything again: registers, picture, brightness. Only on a screen that had lost its power is it seen."""

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
    """A screen driven by luma, to which only what changed is sent."""

    def __init__(self, spec: DisplaySpec, pins: Pins, bus: Bus | None = None) -> None:
        """`bus` is the way to the chip; without it the bus that `spec` names is opened, for SPI with two of the `pins`.

        Raises:
            DisplayLostError: No screen answers there.
        """
        self._wire = _Wire(_open(spec, pins) if bus is None else bus)
        self._picture = BLANK
        self._level = BRIGHT
        self._on = True
        try:
            # luma keeps every device it ever made until the program ends: ask before making one in vain.
            self.check()
            self._device = _DRIVERS[spec.driver](self._wire, width=WIDTH, height=HEIGHT)
            self._device.contrast(self._level)
        except BaseException:
            self._wire.cleanup()
            raise
        # What stays on the glass at the end is for us to say, not for luma's own clean-up at exit.
        self._device.persist = True

    def show(self, picture: Picture) -> None:
        """As in Display. After a transfer that failed, everything is said again."""
        changed, self._picture = picture != self._picture, picture
        lit, self._on = self._on, True
        if self._wire.failed:
            self.refresh()
            return
        if changed:
            self._device.display(_image(picture))
        if not lit:
            self._device.show()

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
        self._level = level
        self._device.contrast(level)

    def check(self) -> None:
        """As in Display."""
        self._wire.command(_NOTHING)

    def refresh(self) -> None:
        """As in Display."""
        self._wire.failed = False
        self.check()  # a chip that waits for an argument since a transfer was cut short gets this one
        self._wire.command(*self._wire.registers)
        self._device.forget()
        self._device.display(_image(self._picture))
        self._device.contrast(self._level)
        if self._on:
            self._device.show()

    def close(self) -> None:
        """As in Display."""
        self._wire.cleanup()


def probe(spec: DisplaySpec) -> None:
    """Ask whether a screen answers where `spec` says; changes nothing on it. Over SPI only the bus can be tried.

    Raises:
        DisplayLostError: None does.
    """
    if isinstance(spec.bus, Spi):
        _try_spi(spec.bus)
        return
    wire = _Wire(_open_i2c(spec.bus))
    try:
        wire.command(_NOTHING)
    finally:
        wire.cleanup()


def frame_of(image: Image.Image) -> bytes:
    """A 1-bit image page by page, each from the left: a byte is eight points of a column, the lowest bit on top."""
    # Turned clockwise its columns are rows that begin at the bottom: of eight points the lowest is the highest bit.
    columns = image.transpose(Image.Transpose.ROTATE_270).tobytes()
    return b"".join(columns[at::PAGES] for at in reversed(range(PAGES)))


def _open(spec: DisplaySpec, pins: Pins) -> Bus:
    return _open_i2c(spec.bus) if isinstance(spec.bus, I2c) else _SpiBus(spec.bus, _SPI_HZ[spec.driver], pins)


def _open_i2c(where: I2c) -> Bus:
    try:
        bus: Bus = i2c(port=where.port, address=where.address)
    except (OSError, LumaError) as error:
        raise DisplayLostError(str(error)) from error
    return bus


class _SpiBus:
    """luma's SPI bus over lines of our own, so that it needs no module RPi.GPIO."""

    def __init__(self, where: Spi, hertz: int, pins: Pins) -> None:
        with _told(where), ExitStack() as parts:
            device = parts.enter_context(closing(_spidev()))
            dc, reset = (parts.enter_context(closing(Output(line, pins))) for line in (where.dc, where.reset))
            self._bus = spi(
                spi=device,
                gpio=_Gpio(),
                port=where.port,
                device=where.device,
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
    """What luma uses of the module RPi.GPIO. The lines it is given are not numbers here, but Outputs."""

    LOW, HIGH, OUT = False, True, None

    def setup(self, line: Output, direction: None) -> None:
        pass  # it is an output already

    def output(self, line: Output, level: bool) -> None:
        line.set(level)


def _try_spi(where: Spi) -> None:
    with _told(where), closing(_spidev()) as device:
        device.open(where.port, where.device)


def _spidev() -> Any:
    """The system's way to an SPI bus, not open yet."""
    try:
        return spi.__spidev__(None)  # luma imports spidev when it is asked for, and only then
    except ImportError as error:
        raise DisplayLostError(f"The module spidev is missing: {this_system().brings('spidev')}") from error


@contextmanager
def _told(where: Spi) -> Iterator[None]:
    """Turn whatever is raised about this bus and its lines into DisplayLostError."""
    try:
        yield
    except DisplayLostError:
        raise
    except PinsError as error:  # names its line
        raise DisplayLostError(str(error)) from error
    except (OSError, LumaError) as error:
        raise DisplayLostError(f"/dev/spidev{where.port}.{where.device}: {error}") from error


class _Wire:
    """A bus that knows one error only, and is closed once."""

    def __init__(self, bus: Bus) -> None:
        self._bus: Bus | None = bus
        self.failed = False
        """Whether a transfer failed: nobody knows then what the chip has taken."""
        self.registers: tuple[int, ...] = ()
        """How luma set the chip up: all its registers, without the glass going dark first."""

    def command(self, *cmd: int) -> None:
        if cmd[0] == _DARK and len(cmd) > 1:
            self.registers = cmd[1:]
        self._call("command", *cmd)

    def data(self, data: Any) -> None:
        self._call("data", data)

    def cleanup(self) -> None:
        """Let go of the bus; raises nothing, for nobody could do anything about it."""
        bus, self._bus = self._bus, None
        try:
            if bus is not None:
                bus.cleanup()
        except Exception:
            log.exception("the screen's bus cannot be let go of")

    def _call(self, what: str, *args: Any) -> None:
        if self._bus is None:
            raise DisplayLostError("the screen's bus is closed")
        try:
            getattr(self._bus, what)(*args)
        except (OSError, LumaError) as error:
            self.failed = True
            raise DisplayLostError(str(error)) from error


class _Sparing:
    """What our drivers share: of each picture only what is not on the glass yet goes out.

    After a transfer that failed nobody knows what is there: whoever goes on must say so by `forget`.
    """

    windows: Callable[[bytes | None, bytes], list[Window]]
    """What has to go out, by the frames before and after."""
    write: Callable[[Window, bytes], None]
    """Send the content of a window."""
    _glass: bytes | None = None
    """The frame on the glass; None: nobody knows."""

    def display(self, image: Image.Image) -> None:
        """As in luma."""
        frame = frame_of(image)
        for window in self.windows(self._glass, frame):
            self.write(window, window.of(frame))
        self._glass = frame

    def forget(self) -> None:
        """Send the next picture whole."""
        self._glass = None


class _Ssd1306(_Sparing, luma.oled.device.ssd1306):  # type: ignore[misc]  # luma publishes no types
    """luma's driver for the SSD1306, which luma lets write along the pages of a window, and then down."""

    windows = staticmethod(rectangles)

    def write(self, window: Window, content: bytes) -> None:
        pages, columns = window[:2], window[2:]
        self.command(_COLUMNS, *columns, _PAGES, *pages)
        self.data(content)


class _Sh1106(_Sparing, luma.oled.device.sh1106):  # type: ignore[misc]  # luma publishes no types
    """luma's driver for the SH1106, which writes along one page."""

    windows = staticmethod(page_runs)

    def write(self, window: Window, content: bytes) -> None:
        column = _SH1106_LEFT + window.first_column
        self.command(_PAGE | window.first_page, _COLUMN_LOW | column & 0xF, _COLUMN_HIGH | column >> 4)
        self.data(content)


_DRIVERS: dict[str, Any] = {"ssd1306": _Ssd1306, "sh1106": _Sh1106}
"""By the name that board profiles use."""


def _image(picture: Picture) -> Image.Image:
    return Image.frombytes("1", (WIDTH, HEIGHT), picture.to_bytes())
