"""Pictures of the ring's animations, moment by moment, to look at: `python -m tests.devices.spinner.film FILE`."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator
from pathlib import Path

from PIL import Image, ImageDraw, ImageFilter

from companion.box.faces.signals import (
    IDLE,
    RingDice,
    RingFinal,
    RingPointer,
    RingSeats,
    RingShow,
    RingSpin,
    RingTally,
    RingWheel,
)
from companion.devices.spinner.link import Message
from companion.devices.spinner.ring_messages import held_key_message, messages_of, motion_message
from tests.devices.spinner.line_simulation import LineSimulation

SIZE, LIGHT = 150, 6
GLOW = 2.2
"""The exponent of brightness: a light looks much brighter than its number."""
ROULETTE = RingWheel((1,) * 12, tuple(number % 4 == 1 for number in range(12)))
LARGE = RingWheel((1,) * 36, tuple(number % 9 == 4 for number in range(36)))
UNEVEN = RingWheel((1, 2, 3, 6), (False, True, False, False))
SEATS = ("blue", "red", "green", "yellow", "violet")


def scenes() -> Iterator[tuple[str, RingShow | Message, tuple[int, ...]]]:
    """Yield each animation: its name, its show, and the milliseconds of its pictures."""
    spin = (0, 200, 500, 900, 1400, 2000, 2600, 3100, 3300, 3800)
    yield "idle", IDLE, (0, 400, 800, 1200, 1600, 2000, 2400, 2800, 3200, 3600)
    yield "turn of 5", RingSeats(SEATS, 2, (4,)), (0, 500)
    yield "turn of 2", RingSeats(SEATS[:2], 1), (0,)
    yield "turn of 3", RingSeats(SEATS[:3], 0, (1, 2, 3)), (0, 500)
    yield "wheel of 12 lies", RingPointer(ROULETTE, 0.0), (0,)
    yield "wheel of 12", RingSpin(ROULETTE, 7, 0.0, 3 + 7 / 12, 3.2, 0.0), spin
    yield "wheel of 36", RingSpin(LARGE, 22, 0.0, 2 + 22 / 36, 3.2, 0.0), spin
    yield "uneven wheel", RingSpin(UNEVEN, 3, 0.0, 2 + 0.7083, 3.2, 0.0), spin
    yield "two dice", RingDice((3, 6)), (0, 100, 200, 300, 700)
    yield "six and six", RingDice((6, 6), ("blue",) * 2), (0, 700)
    yield "three dice", RingDice((6, 2, 5)), (0, 700)
    yield "five dice", RingDice((1, 2, 3, 4, 6, 6), ("blue",) * 5 + ("white",)), (0, 700, 2400, 4000)
    yield "tally 20 to 31", RingTally("green", 20, 31), (0, 200, 400, 600, 800, 1000)
    yield "end", RingFinal(("violet",)), (0, 300, 600, 900)
    yield "held key", held_key_message(0.6), (3,)


def film_strip() -> Image.Image:
    """Return all scenes below each other."""
    rows = [row(*scene) for scene in scenes()]
    sheet = Image.new(
        "RGB", (max(row_image.width for row_image in rows), sum(row_image.height for row_image in rows)), (18, 14, 12)
    )
    top = 0
    for row_image in rows:
        sheet.paste(row_image, (0, top))
        top += row_image.height
    return sheet


def row(name: str, what: RingShow | Message, moments: tuple[int, ...]) -> Image.Image:
    """Return one scene at its moments."""
    world = LineSimulation().meet()
    if isinstance(what, Message):
        world.show(*messages_of(RingSeats(SEATS[:2], 1), lambda wheel: 1, 0.0))
        world.link.send_once(what)
    else:
        if isinstance(what, RingSpin):
            what = RingSpin(what.wheel, what.result, what.start, what.distance, what.seconds, world.now)
        world.show(*messages_of(what, lambda wheel: 1, world.now))
        assert motion_message(what, lambda wheel: 1) is None
    began, picture = world.ms, Image.new("RGB", (110 + SIZE * len(moments), SIZE), (18, 14, 12))
    draw = ImageDraw.Draw(picture)
    draw.text((8, SIZE // 2 - 6), name, fill=(200, 180, 150))
    for place, moment in enumerate(moments):
        lights = world.draw(max(moment - (world.ms - began), 0))
        picture.paste(ring(lights), (110 + place * SIZE, 0))
        draw.text((110 + place * SIZE + SIZE // 2 - 14, SIZE // 2 - 6), f"{moment}", fill=(90, 80, 70))
    return picture


def ring(lights: list[str]) -> Image.Image:
    """Return the ring as an eye sees it in the evening."""
    glow = Image.new("RGB", (SIZE, SIZE), (18, 14, 12))
    draw = ImageDraw.Draw(glow)
    spots = []
    for place, light in enumerate(lights):
        angle = 2 * math.pi * place / len(lights)
        x, y = SIZE / 2 + math.sin(angle) * SIZE * 0.4, SIZE / 2 - math.cos(angle) * SIZE * 0.4
        colour = tuple(round(255 * (level / 128) ** (1 / GLOW)) for level in bytes.fromhex(light))
        spots.append((x, y, colour))
        draw.ellipse((x - 2 * LIGHT, y - 2 * LIGHT, x + 2 * LIGHT, y + 2 * LIGHT), fill=colour)
    glow = glow.filter(ImageFilter.GaussianBlur(7))
    draw = ImageDraw.Draw(glow)
    for x, y, colour in spots:
        fill = tuple(max(level, 34) for level in colour)
        draw.ellipse((x - LIGHT, y - LIGHT, x + LIGHT, y + LIGHT), fill=fill)
    return glow


if __name__ == "__main__":
    film_strip().save(Path(sys.argv[1]))
