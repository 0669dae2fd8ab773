"""The two buses of the header that a screen can use, with their names for people, the kernel and raspi-config."""

from __future__ import annotations

from enum import Enum

from companion.devices.board_parts import BoardProfile, I2c, Spi


class BusKind(Enum):
    """A kind of bus; its value follows `do_` in raspi-config's name for it."""

    I2C = "i2c"
    SPI = "spi"

    @property
    def title(self) -> str:
        """The name that people use."""
        return "I²C" if self is BusKind.I2C else "SPI"

    @property
    def line(self) -> str:
        """The line of config.txt that switches it on."""
        return "dtparam=i2c_arm=on" if self is BusKind.I2C else "dtparam=spi=on"

    @property
    def module(self) -> str:
        """The kernel module through which programs reach it."""
        return "i2c-dev" if self is BusKind.I2C else "spidev"

    @property
    def device(self) -> str:
        """The name in /dev that shows that it is on."""
        return self.switched[0]

    @property
    def switched(self) -> tuple[str, ...]:
        """The names in /dev that exist once it is on; a device with another name needs more than that."""
        return ("i2c-1",) if self is BusKind.I2C else ("spidev0.0", "spidev0.1")

    @property
    def pins(self) -> tuple[int, ...]:
        """The lines of the header that it uses while it is on, even if no program uses it."""
        return I2c(1, 0).pins if self is BusKind.I2C else Spi(0, 0, 0, 0).pins[:-2]


def kind_of(bus: I2c | Spi) -> BusKind:
    """Return the kind of a bus."""
    return BusKind.I2C if isinstance(bus, I2c) else BusKind.SPI


def device_of(bus: I2c | Spi) -> str:
    """Return the name in /dev under which a screen is reached."""
    return f"i2c-{bus.port}" if isinstance(bus, I2c) else f"spidev{bus.port}.{bus.device}"


def bus_of(board: BoardProfile) -> I2c | Spi | None:
    """Return the bus of a board's screen; None for a board without a screen."""
    return None if board.display is None else board.display.bus


def lines_of_controls(board: BoardProfile) -> tuple[int, ...]:
    """Return the lines of a board's keys, knobs, lights and buzzer."""
    knob_lines = [line for knob in (board.knob, board.spinner) if knob is not None for line in (knob.a, knob.b)]
    buzzer_lines = [] if board.buzzer is None else [board.buzzer]
    return (*board.keys.values(), *board.lights.values(), *knob_lines, *buzzer_lines)
