"""Tests of the rhythm: the light in turn winks its number, one that owes something blinks, at rest all stay."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.box.faces.signals import Glow
from companion.devices.light_sound_thread import BLINK_S, PERIOD_S, REST_S, WINK_S, LightRhythm, light_state

OFF, STEADY, BLINK = Glow.OFF, Glow.STEADY, Glow.BLINK
SEATS = range(1, 6)
LONG_S = 3 * PERIOD_S


def changes(glow: Glow, seat: int, until: float = LONG_S) -> list[tuple[float, bool]]:
    """Return the times and new states of a light that is asked again exactly when it says."""
    t, states = 0.0, []
    while t <= until:
        on, wait = light_state(glow, seat, t)
        states.append((t, on))
        if wait is None:
            break
        assert wait > 0, "it would keep the machine busy"
        t += wait
    return states


def test_an_off_light_stays_off() -> None:
    assert changes(OFF, 3) == [(0.0, False)]


@pytest.mark.parametrize("seat", SEATS)
def test_the_seat_in_turn_winks_its_number(seat: int) -> None:
    states = changes(STEADY, seat, 0.9 * PERIOD_S)
    assert [on for _, on in states] == [True] + [False, True] * seat
    dark = [end - start for (start, on), (end, _) in pairwise(states) if not on]
    assert dark == [pytest.approx(WINK_S)] * seat


@pytest.mark.parametrize("seat", SEATS)
def test_the_light_winks_every_period_and_mostly_shines(seat: int) -> None:
    states = changes(STEADY, seat)
    assert sum(not on for _, on in states) == 3 * seat
    assert seat * WINK_S < PERIOD_S / 2


def test_a_seat_that_owes_something_blinks_slowly_and_evenly() -> None:
    states = changes(BLINK, 4)
    assert [on for _, on in states[:4]] == [True, False, True, False]
    assert [t for t, _ in states] == [pytest.approx(BLINK_S * number) for number in range(len(states))]


@given(st.sampled_from([STEADY, BLINK]), st.integers(1, 5), st.floats(0, 100))
def test_a_light_keeps_its_state_for_the_announced_time(glow: Glow, seat: int, t: float) -> None:
    on, wait = light_state(glow, seat, t)
    assert wait is not None
    assert light_state(glow, seat, t + max(0.0, wait - 0.01))[0] is on
    assert light_state(glow, seat, t + wait)[0] is not on


def test_a_light_keeps_its_rhythm_when_another_changes() -> None:
    alone, with_others = LightRhythm([1, 2]), LightRhythm([1, 2])
    alone.show((STEADY,), 0.0)
    for number in range(100):
        now = number * 0.07
        with_others.show((STEADY, BLINK if number % 2 else OFF), now)
        assert with_others.states_at(now)[0][0] is alone.states_at(now)[0][0]


def test_a_light_with_new_behaviour_restarts_its_rhythm() -> None:
    rhythm = LightRhythm([1])
    rhythm.show((BLINK,), 0.0)
    assert rhythm.states_at(1.5 * BLINK_S)[0] == (False,)
    rhythm.show((STEADY,), 1.5 * BLINK_S)
    assert rhythm.states_at(1.5 * BLINK_S)[0] == (True,)


def test_seats_without_a_light_are_skipped() -> None:
    rhythm = LightRhythm([2, 4])
    rhythm.show((STEADY, BLINK, STEADY, STEADY, STEADY), 0.0)
    assert rhythm.states_at(0.0)[0] == (False, True, False, True)
    rhythm.show((STEADY,), 0.0)
    assert rhythm.states_at(0.0) == ((False,) * 4, None), "nor do they wake anything"


def test_no_lights_wake_nothing() -> None:
    rhythm = LightRhythm([])
    rhythm.show((STEADY, BLINK), 0.0)
    assert rhythm.states_at(0.0) == ((), None)


def test_without_news_the_lights_only_shine() -> None:
    rhythm = LightRhythm([1, 2, 3])
    rhythm.show((STEADY, BLINK, OFF), 0.0)
    now, wakes = 0.0, 0
    while (wait := rhythm.states_at(now)[1]) is not None:
        now, wakes = now + wait, wakes + 1
    assert now == pytest.approx(REST_S, abs=0.01)
    assert wakes > REST_S / BLINK_S
    assert rhythm.states_at(now + 1e6) == ((True, True, False), None)


def test_news_brings_the_rhythm_back() -> None:
    rhythm = LightRhythm([2])
    rhythm.show((OFF, STEADY), 0.0)
    rhythm.show((OFF, STEADY), 2 * REST_S)
    assert rhythm.states_at(2 * REST_S)[1] is not None
