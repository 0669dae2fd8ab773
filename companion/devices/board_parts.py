"""What a board is made of, as data: which key, knob, light, buzzer and screen is on which line."""

from __future__ import annotations

from collections.abc import Mapping

from companion.support.frozen import frozen
from companion.words.signs import Key

LAST_PIN = 27
"""Lines are 0 to 27, as the processor numbers them (BCM)."""
HEADER_PINS = (
    27, 28, 3, 5, 7, 29, 31, 26, 24, 21, 19, 23, 32, 33, 8, 10, 36, 11, 12, 35, 38, 40, 15, 16, 18, 22, 37, 13,
)  # fmt: skip
"""The pin of the 40-pin header that each line is on, from line 0. Source: the header of
https://www.raspberrypi.com/documentation/computers/raspberry-pi.html#gpio."""
HEADER_CHIPS = ("pinctrl-bcm2835", "pinctrl-bcm2711", "pinctrl-rp1")
"""The chips that a Pi's header is connected to, as the kernel labels them: up to the Pi 3, of the Pi 4, of the Pi 5."""
SEATS = 5
"""Seat keys and seat lights go up to this one."""

_I2C_PINS = {0: (0, 1), 1: (2, 3)}
"""The lines that each I²C port of the 40-pin header takes: data, clock."""
_SPI_PINS = (10, 9, 11)
"""The lines that the SPI port of the 40-pin header takes: data out, data in, clock."""
_SPI_SELECTS = (8, 7)
"""Its two select lines. Where SPI is switched on the system keeps both, whichever device is used."""


@frozen
class I2c:
    """The way to a screen over an I²C bus."""

    port: int
    """The number of the bus: 1 is /dev/i2c-1."""
    address: int
    """On that bus, from 0x08 to 0x77."""

    @property
    def pins(self) -> tuple[int, ...]:
        """Data and clock; none for a bus that is not on the header."""
        return _I2C_PINS.get(self.port, ())


@frozen
class Spi:
    """The way to a screen over the header's SPI bus and two lines of its own: /dev/spidev<port>.<device>."""

    port: int
    """The number of the bus: 0."""
    device: int
    """Which of the bus's two select lines tells the screen that it is meant: 0 or 1."""
    dc: int
    """The line that tells commands (low) from pictures (high)."""
    reset: int
    """The line that, pulled low, lets the screen begin anew."""

    @property
    def pins(self) -> tuple[int, ...]:
        """The bus's three, both its select lines, and the two lines of the screen's own."""
        return (*_SPI_PINS, *_SPI_SELECTS, self.dc, self.reset)


@frozen
class DisplaySpec:
    """Which screen there is and how it is reached."""

    driver: str
    """The chip, "ssd1306" or "sh1106"."""
    bus: I2c | Spi

    @property
    def pins(self) -> tuple[int, ...]:
        """The lines that the screen takes."""
        return self.bus.pins


@frozen
class KnobSpec:
    """The two lines of a knob that turns without end (a rotary encoder), each to ground; at rest both are high."""

    a: int
    """The one that goes low first when the knob is turned clockwise."""
    b: int


@frozen
class PicoSpec:
    """What the keys and the knob of a spinner mean, which sits on a Pico of its own and needs no line here."""

    keys: tuple[Key, ...] = (Key.BACK, Key.UP, Key.DOWN, Key.OK, Key.UNDO)
    """Each of its keys, in the order in which it has them."""
    knob: Key = Key.SPIN
    """SPIN where turning it throws the wheel, DOWN where it is up and down."""

    @property
    def offers(self) -> tuple[Key, ...]:
        """Everything that a hand can give with it."""
        return (*self.keys, *((Key.UP, Key.DOWN) if self.knob is Key.DOWN else (self.knob,)))


@frozen
class Identity:
    """What a board that is plugged on says of itself in its memory, as HATs do."""

    vendor: str
    product: str


@frozen
class Board:
    """One kind of box. Lines are BCM numbers, no two the same."""

    name: str
    keys: Mapping[Key, int]
    """Each key's line; the required ones are always there, but up and down are not where a knob is both."""
    lights: Mapping[int, int]
    """Each seat's light, by seat from 1; a seat may have none."""
    buzzer: int | None
    display: DisplaySpec | None
    knob: KnobSpec | None = None
    """Turned clockwise it is down, back it is up."""
    spinner: KnobSpec | None = None
    """Turned, it throws the wheel, as the key spin does."""
    identity: Identity | None = None
    """By which it is known; None for one that says nothing of itself."""
    pico: PicoSpec | None = None
    """What the spinner's keys mean on it; None for a board that can do without a spinner, and says nothing of one."""

    @property
    def has_lines(self) -> bool:
        """Whether anything hangs on lines that have to be had: the data lines of a bus are the system's."""
        lines = (self.keys, self.lights, self.buzzer is not None, self.knob, self.spinner)
        return any(lines) or (self.display is not None and isinstance(self.display.bus, Spi))

    @property
    def offers(self) -> tuple[Key, ...]:
        """The keys that a hand can give, by pressing or by turning, in the order of Key."""
        turned = (*((Key.UP, Key.DOWN) if self.knob else ()), *((Key.SPIN,) if self.spinner else ()))
        turned += self.pico.offers if self.pico else ()
        return tuple(key for key in Key if key in self.keys or key in turned)
