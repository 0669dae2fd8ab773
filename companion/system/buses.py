"""The two buses of the header that a screen may hang on: what each is called by people, kernel and raspi-config."""

from __future__ import annotations

from enum import Enum

from companion.devices.board_parts import Board, I2c, Spi


class Kind(Enum):
    """A bus; its value is its name in raspi-config, before which stands `do_`."""

    I2C = "i2c"
    SPI = "spi"

    @property
    def title(self) -> str:
        """As people call it."""
        return "I²C" if self is Kind.I2C else "SPI"

    @property
    def line(self) -> str:
        """The line of config.txt that switches it on."""
        return "dtparam=i2c_arm=on" if self is Kind.I2C else "dtparam=spi=on"

    @property
    def module(self) -> str:
        """The part of the kernel through which programs reach it."""
        return "i2c-dev" if self is Kind.I2C else "spidev"

    @property
    def device(self) -> str:
        """The name in /dev by which one sees that it is on."""
        return self.switched[0]

    @property
    def switched(self) -> tuple[str, ...]:
        """The names in /dev that are there once it is on; any other needs more than that."""
        return ("i2c-1",) if self is Kind.I2C else ("spidev0.0", "spidev0.1")

    @property
    def pins(self) -> tuple[int, ...]:
        """The lines that it takes where it is on, whoever uses it."""
        return I2c(1, 0).pins if self is Kind.I2C else Spi(0, 0, 0, 0).pins[:-2]


def kind_of(bus: I2c | Spi) -> Kind:
    """Which bus it is."""
    return Kind.I2C if isinstance(bus, I2c) else Kind.SPI


def device_of(bus: I2c | Spi) -> str:
    """The name in /dev under which a screen is reached."""
    return f"i2c-{bus.port}" if isinstance(bus, I2c) else f"spidev{bus.port}.{bus.device}"


def bus_of(board: Board) -> I2c | Spi | None:
    """The bus of a board's screen; None for a board without one."""
    return None if board.display is None else board.display.bus


def lines_of(board: Board) -> tuple[int, ...]:
    """The lines of a board's keys, knobs, lights and buzzer."""
    turned = [line for knob in (board.knob, board.spinner) if knob is not None for line in (knob.a, knob.b)]
    sounding = [] if board.buzzer is None else [board.buzzer]
    return (*board.keys.values(), *board.lights.values(), *turned, *sounding)
