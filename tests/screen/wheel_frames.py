"""Frames of the roulette's animation on the little screen, for tests and for the bench."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

from companion.box.faces.faces import Hint, Strip
from companion.box.faces.wheel_face import SectorLabel, WheelFace, sector_ends
from companion.box.faces.wheel_motion import FRAMES_A_SECOND, WheelMotion, wheel_motion
from companion.box.screen.canvas import Picture
from companion.box.screen.paint import paint
from companion.words.signs import Key
from tests.kit.own_glyphs import SABRES, SHIP
from tests.screen.samples import INES, wheel

WHEEL = WheelFace(
    strip=Strip(turn=INES),
    hints=(Hint(Key.OK, "sauter"),),
    sectors=wheel("2345136", "corsaires"),
    rotation=0.0,
    line="En mer",
    glyph=SHIP,
)
"""Eight sectors, as on the trial wheel."""


def frames(face: WheelFace = WHEEL, result: int = 6, speed: float = 20.0) -> Iterator[Picture]:
    """Yield every picture of a throw, from the angle of `face` to its result."""
    yield from frames_of_motion(face, wheel_motion(sector_ends(face.sectors), result, face.rotation, speed), result)


def frames_of_motion(face: WheelFace, motion: WheelMotion, result: int) -> Iterator[Picture]:
    """Yield the pictures of a turning wheel."""
    before = None
    for number in range(math.ceil(motion.seconds * FRAMES_A_SECOND) + 1):
        stand = motion.position_at(number / FRAMES_A_SECOND)
        if stand.angle == before and not stand.rests:
            continue
        before = stand.angle
        yield paint(replace(face, rotation=stand.angle, result=result if stand.rests else None))


def wheel_with(count: int) -> tuple[SectorLabel, ...]:
    """Return this number of sectors, the last one an attack."""
    return (
        *(SectorLabel(str(number % 9 + 1)) for number in range(count - 1)),
        SectorLabel("corsaires", stark=True, glyph=SABRES),
    )
