"""The knob's two lines: bounces add nothing, a lost edge costs nothing; quick detents of a spinner are a throw."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.box.input_events import KnobThrow, KnobTurn
from companion.box.knob import (
    MOST_SPEED,
    REST_TIME,
    THROW_DETENTS,
    THROW_WITHIN,
    KnobLine,
    QuadratureDecoder,
    ThrowDetector,
)

Edges = list[tuple[KnobLine, bool]]
A, B = KnobLine.A, KnobLine.B
CLOCKWISE: Edges = [(A, True), (B, True), (A, False), (B, False)]
BACK: Edges = [(B, True), (A, True), (B, False), (A, False)]
WAYS = {1: CLOCKWISE, -1: BACK}


def decode(edges: Edges, decoder: QuadratureDecoder | None = None) -> list[int]:
    """Return the detents that a knob at rest reports for these line changes."""
    decoder = decoder or QuadratureDecoder(False, False)
    return [steps for line, low in edges if (steps := decoder.edge(line, low))]


@st.composite
def bouncing(draw: st.DrawFn, detents: list[int]) -> Edges:
    """Generate edges of these detents, with contacts that bounce any number of times."""
    edges: Edges = []
    for way in detents:
        for line, low in WAYS[way]:
            edges += [(line, low), (line, not low)] * draw(st.integers(0, 4)) + [(line, low)]
    return edges


@pytest.mark.parametrize("way", [1, -1])
def test_a_detent_is_reported_with_its_last_edge(way: int) -> None:
    decoder = QuadratureDecoder(False, False)
    assert [decoder.edge(line, low) for line, low in WAYS[way]] == [0, 0, 0, way]


@given(st.data(), st.lists(st.sampled_from([1, -1]), max_size=12))
def test_bounces_do_not_change_the_detents(data: st.DataObject, detents: list[int]) -> None:
    assert decode(data.draw(bouncing(detents))) == detents


@given(st.lists(st.tuples(st.sampled_from(KnobLine), st.booleans()), max_size=60))
def test_the_resting_position_is_known_after_any_movement(edges: Edges) -> None:
    changes = _changes(edges)
    quarters = sum(decode(changes)) * 4
    assert quarters - 4 < _quarters_travelled(changes) < quarters + 4


@given(st.data(), st.sampled_from([1, -1]), st.integers(1, 8))
def test_a_lost_edge_costs_no_detent(data: st.DataObject, way: int, detents: int) -> None:
    edges = WAYS[way] * detents
    lost = data.draw(st.integers(0, len(edges) - 1))
    del edges[lost]
    # The loss of a detent's last edges shows with the next detent.
    assert sum(decode(edges + WAYS[way])) == way * (detents + 1)


@pytest.mark.parametrize("way", [1, -1])
@pytest.mark.parametrize("lost", range(4))
def test_a_lost_edge_costs_no_detent_when_turning_back(way: int, lost: int) -> None:
    edges = WAYS[way][:lost] + WAYS[way][lost + 1 :] + WAYS[-way]
    assert sum(decode(edges)) == 0


@pytest.mark.parametrize("way", [1, -1])
@pytest.mark.parametrize("far", [1, 2, 3])
def test_a_knob_that_falls_back_into_its_detent_reports_nothing(way: int, far: int) -> None:
    path = WAYS[way][:far]
    assert decode([*path, *((line, not low) for line, low in reversed(path))]) == []


def test_a_repeated_level_of_a_line_is_ignored() -> None:
    assert decode([(A, False), (B, False), (A, False)]) == []


@pytest.mark.parametrize(("a_low", "b_low", "on"), [(True, False, 1), (True, True, 2), (False, True, 3)])
def test_a_knob_between_detents_at_start_reports_the_next_ones(a_low: bool, b_low: bool, on: int) -> None:
    assert sum(decode(CLOCKWISE[on:] + CLOCKWISE * 2, QuadratureDecoder(a_low, b_low))) in (2, 3)
    assert decode(CLOCKWISE * 2, _rested(QuadratureDecoder(a_low, b_low), CLOCKWISE[on:])) == [1, 1]


def test_three_quick_detents_are_a_throw_at_once() -> None:
    assert find_throws([0.0, 0.125, 0.1875]) == [None, None, KnobThrow(16.0, 0.1875)]


def test_a_spin_is_one_throw_however_long_it_lasts() -> None:
    running_out = [0.0, 0.0625, 0.125, 0.1875, 0.25, 0.4, 0.4 + 0.9 * REST_TIME, 0.4 + 1.8 * REST_TIME]
    assert [throw for throw in find_throws(running_out) if throw] == [KnobThrow(16.0, 0.125)]


def test_a_spinner_at_rest_can_be_thrown_again() -> None:
    again = 0.1 + REST_TIME
    throws = find_throws([0.0, 0.05, 0.1, again, again + 0.05, again + 0.1])
    assert [throw.time for throw in throws if throw] == [0.1, again + 0.1]


@given(st.lists(st.floats(THROW_WITHIN / (THROW_DETENTS - 1) + 0.001, 5.0), max_size=20))
def test_a_touch_is_no_throw(pauses: list[float]) -> None:
    moments = [sum(pauses[:count]) for count in range(len(pauses) + 1)]
    assert not any(find_throws(moments))


def test_turning_to_and_fro_is_no_throw() -> None:
    assert not any(find_throws([0.0, 0.02, 0.04, 0.06, 0.08, 0.1], directions=[1, 1, -1, -1, 1, 1]))


def test_a_spinner_can_be_thrown_either_way() -> None:
    assert find_throws([0.0, 0.125, 0.25], directions=[-1, -1, -1])[-1] == KnobThrow(8.0, 0.25)


@given(st.lists(st.floats(0, 1), min_size=3, max_size=30).map(sorted))
def test_the_speed_is_limited_when_detents_are_reported_late(moments: list[float]) -> None:
    assert all(0 < throw.speed <= MOST_SPEED for throw in find_throws(moments) if throw)


def test_detents_reported_together_all_count() -> None:
    assert ThrowDetector().turn(KnobTurn(THROW_DETENTS, 1.0)) == KnobThrow(MOST_SPEED, 1.0)


def find_throws(moments: list[float], directions: list[int] | None = None) -> list[KnobThrow | None]:
    """Return the throws found in detents at these times, by default clockwise."""
    finder = ThrowDetector()
    return [
        finder.turn(KnobTurn(way, time)) for way, time in zip(directions or [1] * len(moments), moments, strict=True)
    ]


def _changes(edges: Edges) -> Edges:
    """Return the edges that change a line, starting at rest."""
    low, changes = {A: False, B: False}, []
    for line, down in edges:
        if low[line] != down:
            low[line] = down
            changes.append((line, down))
    return changes


def _quarters_travelled(edges: Edges) -> int:
    """Return how far a knob went clockwise, in quarters.

    It follows the order of the knob's four positions, not the decoder's rule.
    """
    places = [(False, False), (True, False), (True, True), (False, True)]
    low, place, far = {A: False, B: False}, 0, 0
    for line, down in edges:
        low[line] = down
        new_place = places.index((low[A], low[B]))
        far += 1 if (new_place - place) % 4 == 1 else -1
        place = new_place
    return far


def _rested(decoder: QuadratureDecoder, edges: Edges) -> QuadratureDecoder:
    decode(edges, decoder)
    return decoder
