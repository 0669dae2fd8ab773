"""The two rows of pins that wires go to: the 40-pin header of a Pi, and the edges of a Pico.

Sources: https://www.raspberrypi.com/documentation/computers/raspberry-pi.html#gpio and the Raspberry Pi Pico data sheet
(chapter 2.1, "Raspberry Pi Pico pinout").
"""

from __future__ import annotations

from enum import Enum

from companion.support.frozen_dataclasses import frozen


class PinKind(Enum):
    """The function of a pin."""

    LINE = "line"
    GROUND = "ground"
    V3 = "3.3 V"
    V5 = "5 V"
    OTHER = "other"
    """A pin that no wire of ours goes to: an input for a supply, a reset."""


class Side(Enum):
    """One of the two rows of pins, as seen from above."""

    LEFT = -1
    RIGHT = 1


@frozen
class Pin:
    """One pin of a header."""

    number: int
    """The number in data sheets, from 1."""
    kind: PinKind
    name: str
    """The printed name: "GPIO17", "GP2", "VBUS", "GND"."""
    side: Side
    row: int
    """From the top, counted from 0."""
    line: int | None
    """The number that programs use (BCM or GP); None for a pin that is not a line."""


@frozen
class Header:
    """All pins of a board, by their numbers."""

    id: str
    pins: dict[int, Pin]

    def of_line(self, line: int) -> Pin:
        """Return the pin of a line. Raises KeyError if no pin has it."""
        for pin in self.pins.values():
            if pin.line == line:
                return pin
        raise KeyError(f"{self.id} has no line {line}")

    def near(self, side: Side, kind: PinKind, row: int) -> Pin:
        """Return the pin of a kind on one side that is nearest to a row. Raises ValueError if that side has none."""
        return min(
            (pin for pin in self.pins.values() if pin.side is side and pin.kind is kind),
            key=lambda pin: (abs(pin.row - row), pin.row),
        )


_PI = """
3V3 5V  2 5V  3 GND  4 14  GND 15  17 18  27 GND  22 23  3V3 24  10 GND  9 25  11 8  GND 7
0 1  5 GND  6 12  13 GND  19 16  26 20  GND 21
"""
"""The pins from 1 to 40: numbers are lines."""
_PICO_LEFT = "0 1 GND 2 3 4 5 GND 6 7 8 9 GND 10 11 12 13 GND 14 15"
"""The pins from 1 to 20, downwards."""
_PICO_RIGHT = "VBUS VSYS GND 3V3_EN 3V3 VREF 28 AGND 27 26 RUN 22 GND 21 20 19 18 GND 17 16"
"""The pins from 40 to 21, downwards."""
_KINDS = {"3V3": PinKind.V3, "5V": PinKind.V5, "VBUS": PinKind.V5, "GND": PinKind.GROUND}


def _pin(number: int, word: str, side: Side, row: int, prefix: str) -> Pin:
    if word.isdecimal():
        return Pin(number, PinKind.LINE, f"{prefix}{word}", side, row, int(word))
    return Pin(number, _KINDS.get(word, PinKind.OTHER), word, side, row, None)


def _pi() -> Header:
    """Return the header with odd pins at the left, even ones at the right: the card of the Pi is at the top."""
    words = _PI.split()
    return Header(
        "pi",
        {
            number: _pin(number, word, Side.LEFT if number % 2 else Side.RIGHT, (number - 1) // 2, "GPIO")
            for number, word in enumerate(words, 1)
        },
    )


def _pico() -> Header:
    """Return the pins as seen from above, with the USB socket at the top."""
    left_pins = {row + 1: _pin(row + 1, word, Side.LEFT, row, "GP") for row, word in enumerate(_PICO_LEFT.split())}
    right_pins = {40 - row: _pin(40 - row, word, Side.RIGHT, row, "GP") for row, word in enumerate(_PICO_RIGHT.split())}
    return Header("pico", {**left_pins, **dict(sorted(right_pins.items()))})


PI = _pi()
PICO = _pico()
