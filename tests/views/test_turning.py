"""A thrown wheel: it goes one way, ever slower, and rests on the result that was decided before."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.views.faces.turning import (
    FRAMES_A_SECOND,
    MOST_SECTORS,
    SPIN_KEY_SPEED,
    Stand,
    Turning,
    steps_a_sector,
    turning,
)
from companion.views.faces.wheel import Sector, WheelFace

LABELS = tuple(Sector(str(number)) for number in range(MOST_SECTORS))


@st.composite
def throws(draw: st.DrawFn) -> tuple[Turning, int, int]:
    """A throw of a wheel at rest, and the sectors it stood on and comes to."""
    sectors = draw(st.integers(2, MOST_SECTORS))
    stood, result = draw(st.integers(0, sectors - 1)), draw(st.integers(0, sectors - 1))
    speed = draw(st.floats(min_value=0, exclude_min=True))
    return turning(sectors, result, (1 - stood / sectors) % 1, speed), stood, result


def pointed(sectors: int, stand: Stand) -> int:
    """Which sector is at the pointer then."""
    sector = WheelFace(sectors=LABELS[:sectors], at=stand.angle).pointed
    assert sector is not None
    return int(sector.label)


def steps(way: Turning) -> list[int]:
    """Each single step of the way, as the sector that is at the pointer then."""
    stands = [Stand(0.0, (way.start + step) % turn(way) / turn(way), False) for step in range(way.way + 1)]
    return [pointed(way.sectors, stand) for stand in stands]


def turn(way: Turning) -> int:
    """A whole turn in steps."""
    return way.sectors * steps_a_sector(way.sectors)


@given(throws())
def test_it_always_ends_with_the_middle_of_its_result_at_the_pointer(throw: tuple[Turning, int, int]) -> None:
    way, stood, result = throw
    *_, last = way.frames()
    assert pointed(way.sectors, way.at(0.0)) == stood
    assert pointed(way.sectors, last) == result
    assert round(last.angle * turn(way)) % steps_a_sector(way.sectors) == 0
    assert last.rests
    assert way.at(1e9) == last


@given(throws())
def test_it_takes_under_four_seconds_and_is_not_over_at_once(throw: tuple[Turning, int, int]) -> None:
    assert 2 <= throw[0].seconds < 4


@given(throws())
def test_it_never_goes_back(throw: tuple[Turning, int, int]) -> None:
    way = throw[0]
    moments = [number / 200 for number in range(-10, 5 * 200)]
    places = [round(way.at(moment).angle * turn(way)) for moment in moments]
    gone = [(after - before) % turn(way) for before, after in pairwise(places)]
    assert max(gone) < turn(way) / 10, "a step back would be nearly a whole turn"
    assert sum(gone) == way.way


@given(throws())
def test_it_only_gets_slower(throw: tuple[Turning, int, int]) -> None:
    gaps = [after - before for before, after in pairwise((0.0, *throw[0].ticks()))]
    assert all(after > before for before, after in pairwise(gaps[1:]))


@given(throws())
def test_it_ticks_once_for_every_sector_that_goes_by(throw: tuple[Turning, int, int]) -> None:
    way = throw[0]
    passed = sum(before != after for before, after in pairwise(steps(way)))
    ticks = way.ticks()
    assert len(ticks) == passed >= way.sectors
    assert all(0 < tick < way.seconds for tick in ticks)


@given(throws())
def test_a_tick_comes_with_the_picture_of_the_next_sector(throw: tuple[Turning, int, int]) -> None:
    way = throw[0]
    slow = [tick for before, tick in pairwise(way.ticks()) if tick - before > 0.3]
    for tick in slow:
        assert pointed(way.sectors, way.at(tick - 0.14)) != pointed(way.sectors, way.at(tick + 0.14))


@given(throws())
def test_frames_come_as_the_screen_can_show_them_and_none_twice(throw: tuple[Turning, int, int]) -> None:
    way = throw[0]
    *turning_on, last = way.frames()
    assert len(turning_on) <= way.seconds * FRAMES_A_SECOND + 1
    assert all(before.angle != after.angle for before, after in pairwise(turning_on))
    assert all(not stand.rests for stand in turning_on)
    assert last.after_s == way.seconds


def test_a_stronger_throw_goes_round_more_often_and_longer() -> None:
    throws = [turning(8, 3, 0.0, speed) for speed in (1, 15, 25, 80)]
    assert [way.way // 128 for way in throws] == [1, 2, 3, 4]
    assert [way.seconds for way in throws] == sorted({way.seconds for way in throws})
    assert [way.at(9).angle for way in throws] == [5 / 8] * 4


def test_where_motion_is_not_wanted_it_stands_on_its_result_at_once_and_is_silent() -> None:
    still = turning(8, 3, 0.0, SPIN_KEY_SPEED, still=True)
    assert list(still.frames()) == [Stand(0.0, 5 / 8, True)]
    assert still.at(-0.1) == Stand(0.0, 5 / 8, True), "also before it was thrown"
    assert still.ticks() == ()


@pytest.mark.parametrize(
    ("sectors", "result", "start", "speed"),
    [(1, 0, 0, 9), (37, 0, 0, 9), (8, 8, 0, 9), (8, -1, 0, 9), (8, 0, 0, 0), (8, 0, 0, -1)],
)
def test_what_cannot_be_thrown_is_refused(sectors: int, result: int, start: float, speed: float) -> None:
    with pytest.raises(ValueError, match=r"a wheel|sectors are"):
        turning(sectors, result, start, speed)


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_a_wheel_stands_somewhere_and_has_some_speed(number: float) -> None:
    with pytest.raises(ValueError, match="cannot start at"):
        turning(8, 0, number, 9)
