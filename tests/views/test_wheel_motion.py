"""A thrown wheel: it turns one way, ever slower, and stops at the result that was decided before."""

from __future__ import annotations

from itertools import accumulate, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.box.faces.wheel_face import SectorLabel, WheelFace, middle_of
from companion.box.faces.wheel_motion import (
    MOST_SECTORS,
    SPIN_KEY_SPEED,
    WheelMotion,
    WheelPosition,
    steps_a_turn,
    wheel_motion,
)


@st.composite
def throws(draw: st.DrawFn, *, alike: bool = False) -> tuple[WheelMotion, int, int]:
    """Return a throw of a wheel at rest, the sector it starts on, and the sector of its result."""
    sectors = draw(st.integers(2, MOST_SECTORS))
    weights = st.lists(st.integers(1, 1 if alike else 9), min_size=sectors, max_size=sectors)
    ends = tuple(accumulate(draw(weights)))
    stood, result = draw(st.integers(0, sectors - 1)), draw(st.integers(0, sectors - 1))
    speed = draw(st.floats(min_value=0, exclude_min=True))
    return wheel_motion(ends, result, -middle_of(ends, stood) % 1, speed), stood, result


def equal_sectors(sectors: int) -> tuple[int, ...]:
    """Return the ends of a wheel with this number of equal sectors."""
    return tuple(range(1, sectors + 1))


def sector_at_pointer(ends: tuple[int, ...], stand: WheelPosition) -> int:
    """Return the sector at the pointer."""
    weights = [end - before for before, end in pairwise((0, *ends))]
    sectors = tuple(SectorLabel(str(number), weight=weight) for number, weight in enumerate(weights))
    sector = WheelFace(sectors=sectors, rotation=stand.angle).sector_at_pointer
    assert sector is not None
    return int(sector.label)


def steps(way: WheelMotion) -> list[int]:
    """Return the sector at the pointer after each single step."""
    stands = [
        WheelPosition(0.0, (way.start + step) % steps_per_turn(way) / steps_per_turn(way), False)
        for step in range(way.distance + 1)
    ]
    return [sector_at_pointer(way.ends, stand) for stand in stands]


def steps_per_turn(way: WheelMotion) -> int:
    """Return the steps of a whole turn."""
    return steps_a_turn(way.ends)


@given(throws())
def test_a_spin_ends_with_its_result_at_the_pointer(throw: tuple[WheelMotion, int, int]) -> None:
    way, stood, result = throw
    last = way.position_at(way.seconds)
    assert sector_at_pointer(way.ends, way.position_at(0.0)) == stood
    assert sector_at_pointer(way.ends, last) == result
    assert last.angle == pytest.approx(-middle_of(way.ends, result) % 1)
    assert last.rests
    assert way.position_at(1e9) == last


@given(throws())
def test_a_spin_takes_two_to_four_seconds(throw: tuple[WheelMotion, int, int]) -> None:
    assert 2 <= throw[0].seconds < 4


@given(throws())
def test_a_spin_never_turns_back(throw: tuple[WheelMotion, int, int]) -> None:
    way = throw[0]
    moments = [number / 200 for number in range(-10, 5 * 200)]
    places = [round(way.position_at(moment).angle * steps_per_turn(way)) for moment in moments]
    distances = [(after - before) % steps_per_turn(way) for before, after in pairwise(places)]
    assert max(distances) < steps_per_turn(way) / 10, "a step back would be nearly a whole turn"
    assert sum(distances) == way.distance


@given(throws(alike=True))
def test_a_spin_only_slows_down(throw: tuple[WheelMotion, int, int]) -> None:
    gaps = [after - before for before, after in pairwise((0.0, *throw[0].ticks()))]
    assert all(after > before for before, after in pairwise(gaps[1:]))


@given(throws())
def test_a_spin_ticks_once_for_each_sector(throw: tuple[WheelMotion, int, int]) -> None:
    way = throw[0]
    passed = sum(before != after for before, after in pairwise(steps(way)))
    ticks = way.ticks()
    assert len(ticks) == passed >= len(way.ends)
    assert all(0 < tick < way.seconds for tick in ticks)


@given(throws())
def test_a_tick_comes_with_the_next_sector(throw: tuple[WheelMotion, int, int]) -> None:
    way = throw[0]
    around = zip((0.0, *way.ticks()), way.ticks(), (*way.ticks()[1:], way.seconds), strict=False)
    alone = [tick for before, tick, after in around if tick - before > 0.3 and after - tick > 0.14]
    for tick in alone:
        assert sector_at_pointer(way.ends, way.position_at(tick - 0.14)) != sector_at_pointer(
            way.ends, way.position_at(tick + 0.14)
        )


def test_a_stronger_throw_turns_further_and_longer() -> None:
    throws = [wheel_motion(equal_sectors(8), 3, 0.0, speed) for speed in (1, 15, 25, 80)]
    assert [way.distance // 128 for way in throws] == [1, 2, 3, 4]
    assert [way.seconds for way in throws] == sorted({way.seconds for way in throws})
    assert [way.position_at(9).angle for way in throws] == [5 / 8] * 4


def test_without_motion_the_wheel_shows_its_result_silently() -> None:
    still = wheel_motion(equal_sectors(8), 3, 0.0, SPIN_KEY_SPEED, still=True)
    assert still.position_at(0.0) == WheelPosition(0.0, 5 / 8, True)
    assert still.position_at(-0.1) == WheelPosition(0.0, 5 / 8, True), "also before it was thrown"
    assert still.ticks() == ()


@pytest.mark.parametrize(
    ("sectors", "result", "start", "speed"),
    [(1, 0, 0, 9), (37, 0, 0, 9), (8, 8, 0, 9), (8, -1, 0, 9), (8, 0, 0, 0), (8, 0, 0, -1)],
)
def test_impossible_throws_are_refused(sectors: int, result: int, start: float, speed: float) -> None:
    with pytest.raises(ValueError, match=r"a wheel|sectors are"):
        wheel_motion(equal_sectors(sectors), result, start, speed)


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_the_start_of_a_throw_must_be_finite(number: float) -> None:
    with pytest.raises(ValueError, match="cannot start at"):
        wheel_motion(equal_sectors(8), 0, number, 9)
