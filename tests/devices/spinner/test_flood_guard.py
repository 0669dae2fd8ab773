"""Hands and floods."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.devices.spinner.spinner_thread import A_SECOND, AT_ONCE, Flood


@given(st.lists(st.floats(0.006, 5.0), max_size=200))
def test_a_hand_is_no_flood(pauses: list[float]) -> None:
    flood, now = Flood(), 0.0
    for pause in pauses:
        now += pause
        assert flood.touched(now)


def test_what_waited_comes_at_once_and_more_is_a_flood_until_it_is_quiet() -> None:
    flood = Flood()
    taken = [flood.touched(7.0) for _ in range(AT_ONCE + 20)]
    assert taken == [True] * AT_ONCE + [False] * 20
    assert flood.over
    assert not flood.touched(7.0 + AT_ONCE / A_SECOND - 0.01)
    assert flood.touched(7.4)
    assert not flood.over


@pytest.mark.parametrize("a_second", [300, 1000, 100_000])
def test_a_flood_that_lasts_stays_one(a_second: int) -> None:
    flood = Flood()
    taken = [flood.touched(count / a_second) for count in range(5 * a_second)]
    assert not any(taken[a_second:])
