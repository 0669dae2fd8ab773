"""Symbols of the parts as seen from above, each within a circle or a box around a point."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from companion.plans.svg import Drawing, Point

DIP_LEGS = 14
"""Number of legs of the level shifter."""
SHIFTER_LEGS: Mapping[int, str] = {
    1: "black",
    2: "blue",
    3: "blue",
    4: "red",
    5: "black",
    7: "black",
    9: "black",
    10: "red",
    12: "black",
    13: "red",
    14: "red",
}
"""The colour of the wire on each leg of the 74AHCT125 (data sheet of the 74AHC125 and 74AHCT125, pinning).

Of the first of its four gates, 1 is /OE, 2 the input, 3 the output; the others are disabled, with /OE (4, 10, 13) at
5 V and their inputs (5, 9, 12) at ground. Legs that stay open are not named."""


def screen(drawing: Drawing, position: Point, _: int) -> None:
    """Draw a module with its glass and four pins."""
    x, y = position
    drawing.rect((x - 27, y - 27), (54, 54), "board", 4)
    drawing.rect((x - 23, y - 13), (46, 27), "glass", 2)
    for step in range(4):
        drawing.circle((x - 12 + 8 * step, y - 20), 2.5, "pin")


def screen_spi(drawing: Drawing, position: Point, _: int) -> None:
    """Draw a module with its glass and seven pins."""
    x, y = position
    drawing.rect((x - 27, y - 27), (54, 54), "board", 4)
    drawing.rect((x - 23, y - 13), (46, 27), "glass", 2)
    for step in range(7):
        drawing.circle((x - 21 + 7 * step, y - 20), 2.5, "pin")


def knob(drawing: Drawing, position: Point, _: int) -> None:
    """Draw a rotary encoder: its body, the nut, and the shaft with its flat side."""
    x, y = position
    drawing.rect((x - 22, y - 22), (44, 44), "dark", 3)
    drawing.circle(position, 17, "metal")
    drawing.circle(position, 9, "pale")
    drawing.line([(x - 6, y - 4), (x + 6, y - 4)], "mark")


def button(drawing: Drawing, position: Point, _: int) -> None:
    """Draw a small push button in its ring."""
    drawing.circle(position, 17, "dark")
    drawing.circle(position, 11, "metal")


def arcade(drawing: Drawing, position: Point, _: int) -> None:
    """Draw a large push button with a light in it."""
    drawing.circle(position, 25, "thing")
    drawing.circle(position, 18, "lit")


def led(drawing: Drawing, position: Point, _: int) -> None:
    """Draw a light-emitting diode; its flat side marks the short leg, which is at the left."""
    x, y = position
    drawing.path(f"M{x - 10:.1f} {y - 11:.1f} A15 15 0 1 1 {x - 10:.1f} {y + 11:.1f} Z", "lit")


def piezo(drawing: Drawing, position: Point, _: int) -> None:
    """Draw a brass disc with its white middle."""
    drawing.circle(position, 19, "metal")
    drawing.circle(position, 12, "pale")


def ring(drawing: Drawing, position: Point, lights: int) -> None:
    """Draw a ring of `lights` lights."""
    x, y = position
    drawing.circle(position, 36, "dark")
    drawing.circle(position, 24, "card")
    for index in range(lights):
        angle = 2 * math.pi * index / lights
        drawing.circle((x + 30 * math.sin(angle), y - 30 * math.cos(angle)), 2.6, "lit")


def capacitor(drawing: Drawing, position: Point, _: int) -> None:
    """Draw a can with the stripe at its minus, which is at the right."""
    x, y = position
    drawing.circle(position, 18, "glass")
    drawing.path(f"M{x + 9:.1f} {y - 15.6:.1f} A18 18 0 0 1 {x + 9:.1f} {y + 15.6:.1f} Z", "pale")


def chip(drawing: Drawing, position: Point, _: int) -> None:
    """Draw fourteen legs with their numbers, from the notch at the top down the left side and up the right."""
    x, y = position
    drawing.rect((x - 15, y - 56), (30, 112), "dark", 3)
    drawing.path(f"M{x - 6:.1f} {y - 56:.1f} A6 6 0 0 0 {x + 6:.1f} {y - 56:.1f}", "stroke")
    for leg in range(1, DIP_LEGS + 1):
        is_left = leg <= DIP_LEGS // 2
        row = leg - 1 if is_left else DIP_LEGS - leg
        leg_y = y - 48 + 16 * row
        side = -1 if is_left else 1
        colour = SHIFTER_LEGS.get(leg)
        drawing.circle((x + side * 19, leg_y), 4, f"joint {colour}" if colour else "thing")
        drawing.text((x + side * 26, leg_y + 4), str(leg), f"small {'end' if is_left else 'start'}")


SYMBOLS: Mapping[str, Callable[[Drawing, Point, int], None]] = {
    "screen": screen,
    "screen_spi": screen_spi,
    "knob": knob,
    "spinner_knob": knob,
    "key": button,
    "seat_key": button,
    "arcade_key": arcade,
    "led": led,
    "piezo": piezo,
    "ring": ring,
    "capacitor": capacitor,
    "level_shifter": chip,
}
"""The function that draws a part, by the id of the part."""
HALF_HEIGHTS = {"screen": 30, "screen_spi": 30, "ring": 38, "level_shifter": 60, "arcade_key": 27}
"""Half the height of the parts that are higher than others, in pixels."""
HALF_WIDTHS = {"ring": 38, "level_shifter": 36, "screen": 30, "screen_spi": 30, "arcade_key": 64}
"""Half the width of the parts that are wider than others, in pixels."""
