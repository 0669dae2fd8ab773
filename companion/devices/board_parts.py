"""The parts of a board as data: the lines of its keys, knob, lights, buzzer and screen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from companion.support.frozen_dataclasses import frozen
from companion.words.signs import Key

LAST_PIN = 27
"""The last line. Lines are numbered 0 to 27, as by the processor (BCM)."""
HEADER_PINS = (
    27, 28, 3, 5, 7, 29, 31, 26, 24, 21, 19, 23, 32, 33, 8, 10, 36, 11, 12, 35, 38, 40, 15, 16, 18, 22, 37, 13,
)  # fmt: skip
"""The pin of the 40-pin header for each line, from line 0. Source: the header of
https://www.raspberrypi.com/documentation/computers/raspberry-pi.html#gpio."""
HEADER_CHIPS = ("pinctrl-bcm2835", "pinctrl-bcm2711", "pinctrl-rp1")
"""The chips behind a Pi's header, as the kernel labels them: up to the Pi 3, of the Pi 4, of the Pi 5."""
SEATS = 5
"""The highest seat that can have a key or a light."""

_I2C_PINS = {0: (0, 1), 1: (2, 3)}
"""The lines of each I²C port of the 40-pin header: data, clock."""
_SPI_PINS = (10, 9, 11)
"""The lines of the SPI port of the 40-pin header: data out, data in, clock."""
_SPI_SELECTS = (8, 7)
"""The two select lines of the SPI port. While SPI is on the system reserves both, whichever device is used."""


@frozen
class I2c:
    """The connection to a screen over an I²C bus."""

    port: int
    """The number of the bus: 1 is /dev/i2c-1."""
    address: int
    """The screen's address on the bus, from 0x08 to 0x77."""

    @property
    def pins(self) -> tuple[int, ...]:
        """The lines for data and clock; empty for a bus that is not on the header."""
        return _I2C_PINS.get(self.port, ())


@frozen
class Spi:
    """The connection to a screen over the header's SPI bus (/dev/spidev<port>.<device>) and two more lines."""

    port: int
    """The number of the bus: 0."""
    device: int
    """The index of the select line that addresses the screen: 0 or 1."""
    dc: int
    """The line that tells commands (low) from pictures (high)."""
    reset: int
    """The line that resets the screen when it is pulled low."""

    @property
    def pins(self) -> tuple[int, ...]:
        """The bus's three lines, both its select lines, and the screen's two own lines."""
        return (*_SPI_PINS, *_SPI_SELECTS, self.dc, self.reset)


@frozen
class DisplaySpec:
    """The screen of a board and its connection."""

    driver: str
    """The chip, "ssd1306" or "sh1106"."""
    bus: I2c | Spi

    @property
    def pins(self) -> tuple[int, ...]:
        """The lines that the screen uses."""
        return self.bus.pins


@frozen
class KnobSpec:
    """The two lines of a knob that turns without end (a rotary encoder), each to ground; at rest both are high."""

    a: int
    """The line that goes low first when the knob is turned clockwise."""
    b: int


@frozen
class PicoSpec:
    """The meaning of a spinner's keys and knob. The spinner has its own Pico and uses no line of the board."""

    keys: tuple[Key, ...] = (Key.BACK, Key.UP, Key.DOWN, Key.OK, Key.UNDO)
    """The meaning of each of the spinner's keys, in their order."""
    knob: Key = Key.SPIN
    """SPIN if turning the knob throws the wheel, DOWN if it means up and down."""

    @property
    def available_keys(self) -> tuple[Key, ...]:
        """All keys that a hand can give with the spinner."""
        return (*self.keys, *((Key.UP, Key.DOWN) if self.knob is Key.DOWN else (self.knob,)))


@frozen
class Identity:
    """The identity in the memory of an attached board (a HAT)."""

    vendor: str
    product: str


@frozen
class BoardProfile:
    """One kind of box. Lines are BCM numbers, all different."""

    name: str
    keys: Mapping[Key, int]
    """The line of each key. The required keys are always present, except up and down if a knob replaces them."""
    lights: Mapping[int, int]
    """The line of each seat's light, by seat from 1; a seat may have no light."""
    buzzer: int | None
    display: DisplaySpec | None
    knob: KnobSpec | None = None
    """A knob that means down when turned clockwise, up when turned back."""
    spinner: KnobSpec | None = None
    """A knob that throws the wheel when turned, as the key spin does."""
    identity: Identity | None = None
    """The identity by which the board is detected; None for a board without one."""
    pico: PicoSpec | None = None
    """The meaning of the spinner's keys on this board; None for a board that works without a spinner."""

    @property
    def has_lines(self) -> bool:
        """True if any part needs its own line. The data lines of a bus do not count: the system has them."""
        lines = (self.keys, self.lights, self.buzzer is not None, self.knob, self.spinner)
        return any(lines) or (self.display is not None and isinstance(self.display.bus, Spi))

    @property
    def available_keys(self) -> tuple[Key, ...]:
        """The keys that a hand can give, by pressing or by turning, in the order of Key."""
        turned_keys = (*((Key.UP, Key.DOWN) if self.knob else ()), *((Key.SPIN,) if self.spinner else ()))
        turned_keys += self.pico.available_keys if self.pico else ()
        return tuple(key for key in Key if key in self.keys or key in turned_keys)


def header_chip_number(label_of: Callable[[int], str], dev: Path) -> int | None:
    """Return the number of the chip that has the lines of the header, as in /dev/gpiochip4; None if no label tells.

    `label_of` returns the label of a chip by its number; `dev` is the folder of the system's devices. Kernels differ in
    the numbers of a Pi 5.
    """
    names = (path.name.removeprefix("gpiochip") for path in dev.glob("gpiochip*"))
    numbers = sorted(int(name) for name in names if name.isdecimal())
    return next((number for number in numbers if label_of(number) in HEADER_CHIPS), None)
