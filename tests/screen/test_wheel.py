"""The roulette on the little screen: the sector at the pointer is shown, and turning sends few bytes."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.box.faces.wheel_face import SectorLabel, sector_ends
from companion.box.faces.wheel_motion import wheel_motion
from companion.box.screen.canvas import WIDTH, Picture
from companion.box.screen.paint import paint, shortened
from companion.devices.board_profiles import DisplaySpec, I2c
from companion.devices.display import LumaDisplay
from companion.devices.gpio_devices import SimulatedPins
from companion.devices.simulated_oled import SimulatedOled
from tests.kit.own_glyphs import SABRES
from tests.screen.wheel_frames import WHEEL, frames, frames_of_motion, wheel_with

WHOLE_PICTURE = 1034
"""Bytes that luma's own driver sends for any picture."""
RING = range(1, 42)
BESIDE = range(55, WIDTH)


def lit(picture: Picture, columns: range) -> int:
    """Return the number of lit points of the content in these columns."""
    return sum(picture.lit(x, y) for x in columns for y in range(12, 53))


def changed(first: Picture, second: Picture) -> list[tuple[int, int]]:
    """Return the points in which two pictures differ."""
    rows = enumerate(zip(first.rows, second.rows, strict=True))
    return [(x, y) for y, (a, b) in rows for x in range(WIDTH) if (a ^ b) >> (WIDTH - 1 - x) & 1]


@given(st.integers(2, 36), st.floats(0, 1, exclude_max=True))
def test_turning_changes_only_the_ring_and_the_pointed_sector(count: int, angle: float) -> None:
    face = replace(WHEEL, sectors=wheel_with(count))
    places = changed(paint(face), paint(replace(face, rotation=angle)))
    assert all(12 <= y <= 52 and (x in RING or x in BESIDE) for x, y in places)


@pytest.mark.parametrize("count", [2, 3, 8, 10, 11, 20, 36])
def test_every_sector_looks_different_at_the_pointer(count: int) -> None:
    face = replace(WHEEL, sectors=wheel_with(count))
    pictures = {paint(replace(face, rotation=-index / count)) for index in range(count)}
    assert len(pictures) == count


def test_a_whole_turn_looks_like_none() -> None:
    assert paint(replace(WHEEL, rotation=3.0)) == paint(replace(WHEEL, rotation=-1.0)) == paint(WHEEL)


@pytest.mark.parametrize("result", range(8))
def test_at_rest_the_result_is_large_and_lit(result: int) -> None:
    moving = replace(WHEEL, rotation=-result / 8)
    rests = replace(moving, result=result)
    assert lit(paint(rests), BESIDE) > lit(paint(moving), BESIDE)
    different = replace(rests, result=(result + 1) % 8)
    assert paint(different) != paint(rests)


def test_an_attack_is_drawn_and_spoken() -> None:
    face = replace(WHEEL, rotation=1 / 8, result=7, line="Des corsaires !")
    assert face.spoken() == ("corsaires", "Des corsaires !", "Inès")
    changed_label = replace(face, sectors=(*face.sectors[:7], SectorLabel("bandits", stark=True, glyph=SABRES)))
    assert paint(changed_label) == paint(face)
    assert paint(replace(face, sectors=(*face.sectors[:7], SectorLabel("7")))) != paint(face)


def test_no_sector_is_spoken_while_the_wheel_turns() -> None:
    assert {replace(WHEEL, rotation=angle).spoken() for angle in (0.0, 0.3, 0.7)} == {("En mer", "Inès")}


def test_a_label_is_in_the_ring_while_there_is_room() -> None:
    for count, written in ((10, True), (11, False)):
        face = replace(WHEEL, sectors=wheel_with(count), rotation=0.0)
        # Sector 5 is on the far side of the ring, so that nothing beside it shows it.
        sectors = (*face.sectors[:5], SectorLabel("0"), *face.sectors[6:])
        assert (paint(replace(face, sectors=sectors)) != paint(face)) is written


def test_a_long_label_is_shortened_only_where_it_is_large() -> None:
    face = replace(WHEEL, sectors=(SectorLabel("W" * 30), *WHEEL.sectors[1:]))
    assert shortened(face) == ("W" * 30,)
    assert shortened(replace(face, rotation=0.5)) == ()


def test_the_animation_ends_with_the_picture_of_the_result() -> None:
    pictures = list(frames())
    assert pictures[-1] == paint(replace(WHEEL, rotation=2 / 8, result=6))
    assert all(before != after for before, after in pairwise(pictures))
    assert (
        list(frames_of_motion(WHEEL, wheel_motion(sector_ends(WHEEL.sectors), 6, 0.0, 9, still=True), 6))
        == pictures[-1:]
    )


@pytest.mark.parametrize("driver", ["ssd1306", "sh1106"])
@pytest.mark.parametrize("count", [2, 8, 10, 12, 36])
def test_the_animation_sends_at_most_half_of_full_pictures(driver: str, count: int) -> None:
    panel, pins = SimulatedOled(driver), SimulatedPins()
    first, *others = frames(replace(WHEEL, sectors=wheel_with(count)), count - 1, 60)
    display = LumaDisplay(DisplaySpec(driver, I2c(1, 0x3C)), pins, panel)
    display.show(first)
    before = panel.bytes_sent
    for picture in others:
        display.show(picture)
        assert panel.picture() == picture
    pins.close()
    assert panel.bytes_sent - before <= len(others) * WHOLE_PICTURE / 2


@given(st.integers(2, 36), st.data())
def test_the_pointer_stands_beside_the_ring_at_rest(count: int, data: st.DataObject) -> None:
    result = data.draw(st.integers(0, count - 1))
    sectors = tuple(SectorLabel(str(6 if number % 2 else 9)) for number in range(count))
    picture = paint(replace(WHEEL, sectors=sectors, rotation=-result / count, result=result))
    pointer = [(x, y) for x in range(43, 55) for y in range(12, 53) if picture.lit(x, y)]
    assert pointer == [(x, y) for x in range(43, 50) for y in range(29, 36) if picture.lit(x, y)]
    assert len(pointer) == 25
