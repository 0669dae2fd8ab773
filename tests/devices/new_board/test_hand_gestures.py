"""Tests of gestures from raw edges: presses, turns, and everything else, with any bouncing of the contacts."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.devices.new_board.hand_gestures import (
    LONG_S,
    QUIET_S,
    RESTLESS,
    GestureFinder,
    HandEvent,
    HandGesture,
    LineEdge,
    LinesStayLow,
    RestlessLine,
)
from tests.box.inside.lines import Pull, press, turning

LINES = range(2, 28)
line = st.integers(2, 27)
seeds = st.integers(0, 2**32).map(Random)


def a_finder(*low: int, turning: bool = False) -> GestureFinder:
    """Return a finder that watches all lines, of which some are low."""
    finder = GestureFinder()
    for line in LINES:
        finder.add_line(line, line in low)
    finder.restart(turning=turning)
    return finder


def played(finder: GestureFinder, pulls: Iterable[Pull]) -> list[HandEvent]:
    """Return the events of a script; the finder is called at each of its deadlines."""
    events: list[HandEvent | None] = []
    for time, line, low in pulls:
        events += until(finder, time)
        events.append(finder.edge(LineEdge(line, low, time)))
    events += until(finder, float("inf"))
    return [event for event in events if event is not None]


def until(finder: GestureFinder, moment: float) -> list[HandEvent | None]:
    events = []
    while (deadline := finder.deadline()) is not None and deadline < moment:
        events.append(finder.tick(deadline))
    return events


@given(line, st.floats(0.03, 2.5), seeds, st.booleans())
def test_a_bouncing_press_is_one_press(key: int, held: float, random: Random, turning: bool) -> None:
    [event] = played(a_finder(turning=turning), press(0.0, key, held, random))
    assert isinstance(event, HandGesture)
    assert (event.pressed, event.lines) == (key, (key,))


@given(st.lists(line, min_size=1, max_size=6), seeds)
def test_successive_presses_are_reported_in_order(keys: list[int], random: Random) -> None:
    pulls = [pull for n, key in enumerate(keys) for pull in press(n * 0.6, key, 0.1, random)]
    assert [event.pressed for event in played(a_finder(), pulls) if isinstance(event, HandGesture)] == keys


@given(line, line, st.floats(0.0, 0.1), seeds)
def test_two_keys_at_once_are_no_press(first: int, second: int, later: float, random: Random) -> None:
    pulls = sorted([*press(0.0, first, 0.15, random), *press(later, second, 0.15, random)])
    [event] = played(a_finder(), pulls)
    assert isinstance(event, HandGesture)
    assert event.pressed == (first if first == second else None)
    assert event.lines == tuple(sorted({first, second}))


@given(st.lists(line, min_size=2, max_size=2, unique=True), st.integers(1, 30), st.booleans(), seeds)
def test_a_turn_has_the_detents_that_were_made(pair: list[int], detents: int, back: bool, random: Random) -> None:
    a, b = pair
    signed = -detents if back else detents
    [event] = played(a_finder(turning=True), turning(a, b, signed, 30, random))
    assert isinstance(event, HandGesture)
    assert event.lines == tuple(sorted(pair))
    assert (event.detents(a, b), event.detents(b, a)) == (signed, -signed)


@pytest.mark.parametrize(("a_low", "b_low"), [(True, False), (True, True), (False, True)])
def test_a_knob_without_detents_may_rest_anywhere(a_low: bool, b_low: bool) -> None:
    finder = a_finder(*(line for line, low in ((5, a_low), (6, b_low)) if low), turning=True)
    cycle = [(5, True), (6, True), (5, False), (6, False)] * 5
    # Its position, clockwise from a detent, is the number of changes that are already behind it.
    behind = {(True, False): 1, (True, True): 2, (False, True): 3}[a_low, b_low]
    changes = cycle[behind : behind + 16]
    [event] = played(finder, [(n * 0.02, line, low) for n, (line, low) in enumerate(changes)])
    assert isinstance(event, HandGesture)
    assert event.detents(5, 6) in (3, 4)


def test_a_knob_resting_on_closed_contacts_is_reported_as_soon() -> None:
    finder = a_finder(turning=True)
    quarters = [(5, True), (6, True), (5, False), (6, False), (5, True), (6, True)]
    for n, (line, low) in enumerate(quarters):
        assert finder.edge(LineEdge(line, low, n * 0.02)) is None
    assert finder.deadline() == pytest.approx(0.1 + QUIET_S)
    event = finder.tick(0.1 + QUIET_S)
    assert isinstance(event, HandGesture)
    assert (event.lines, event.detents(5, 6)) == ((5, 6), 1)


def test_a_line_that_changes_and_stays_is_no_spike() -> None:
    [event] = played(a_finder(turning=True), [(0.0, 5, True), (0.02, 6, True), (0.04, 5, False)])
    assert isinstance(event, HandGesture)
    assert event.lines == (5, 6)


def test_a_contact_that_opens_and_closes_is_no_press() -> None:
    """A knob may rest with a contact closed, and move a little."""
    [event] = played(a_finder(5, turning=True), [(0.0, 5, False), (0.1, 5, True)])
    assert isinstance(event, HandGesture)
    assert (event.lines, event.pressed) == ((5,), None)


def test_a_key_held_at_first_counts_from_its_next_press() -> None:
    finder = a_finder(22)
    assert played(finder, [(0.0, 22, False), (0.01, 22, True), (0.02, 22, False)]) == []
    [event] = played(finder, press(1.0, 22, 0.1))
    assert isinstance(event, HandGesture)
    assert event.pressed == 22


def test_a_line_that_is_low_hides_no_other() -> None:
    [event] = played(a_finder(9), press(0.0, 22, 0.1))
    assert isinstance(event, HandGesture)
    assert event.pressed == 22


def test_a_line_that_stays_low_is_reported_once() -> None:
    finder = a_finder()
    assert played(finder, [(0.0, 9, True)]) == [LinesStayLow((9,))]
    [event] = played(finder, press(LONG_S + 1, 22, 0.1))
    assert isinstance(event, HandGesture)
    assert event.pressed == 22


def test_a_late_press_is_separate_from_the_one_before() -> None:
    """A busy machine reports edges long after they happened, without a `tick` between them."""
    finder = a_finder()
    edges = [LineEdge(key, low, time) for time, key, low in (*press(0.0, 22, 0.1), *press(1.0, 23, 0.1))]
    events = [finder.edge(edge) for edge in edges]
    assert [event.pressed for event in events if isinstance(event, HandGesture)] == [22]
    assert finder.deadline() == pytest.approx(1.1 + QUIET_S)


def test_crosstalk_on_a_neighbouring_line_is_ignored() -> None:
    flinch = [(0.0001, 23, True), (0.0002, 23, False)]
    [event] = played(a_finder(), sorted([*press(0.0, 22, 0.1), *flinch]))
    assert isinstance(event, HandGesture)
    assert event.pressed == 22
    assert played(a_finder(), flinch) == []


def test_a_restless_line_is_excluded() -> None:
    finder = a_finder()
    noise = [(n * 0.005, 9, n % 2 == 0) for n in range(RESTLESS + 100)]
    assert played(finder, noise) == [RestlessLine(9)]
    [event] = played(finder, press(60.0, 22, 0.1))
    assert isinstance(event, HandGesture)
    assert event.pressed == 22


@given(st.lists(st.tuples(st.floats(0, 10), line, st.booleans()), max_size=60).map(sorted), st.booleans())
def test_any_edges_lead_to_an_end(pulls: list[Pull], turning: bool) -> None:
    finder = a_finder(turning=turning)
    events = played(finder, pulls)
    assert finder.deadline() is None
    assert all(event.lines for event in events if not isinstance(event, RestlessLine))
    if pulls:  # and it still reports what follows
        clear = [(20.0, line, False) for line in LINES]
        played(finder, clear)
        [after] = played(finder, press(30.0, 22, 0.1))
        assert isinstance(after, HandGesture)
        assert after.pressed == 22
