"""Keys: every pull of a line is one edge with the right key and direction, and nothing is left behind."""

from __future__ import annotations

from types import MappingProxyType

import pytest

from companion.devices.boards import Board
from companion.devices.gpio import Keys, PinsError, SimulatedPins
from companion.input.edges import Edge
from companion.views.signs import Key


def told(edges: list[Edge]) -> list[tuple[Key, bool]]:
    return [(edge.key, edge.down) for edge in edges]


def test_every_pull_of_every_key_is_one_edge(board: Board, pins: SimulatedPins) -> None:
    edges: list[Edge] = []
    keys = Keys(board, pins, edges.append, lambda: 0.0)
    for key, pin in board.keys.items():
        pins.pull(pin, low=True)
        pins.pull(pin, low=False)
        assert told(edges) == [(key, True), (key, False)]
        edges.clear()
    keys.close()


def test_bounces_come_through_as_they_are(board: Board, pins: SimulatedPins) -> None:
    edges: list[Edge] = []
    keys = Keys(board, pins, edges.append, lambda: 0.0)
    bounces = [True, False, True, False, True, False]
    for low in bounces:
        pins.pull(board.keys[Key.OK], low)
    assert told(edges) == [(Key.OK, down) for down in bounces]
    keys.close()


def test_a_line_that_stays_as_it_was_is_no_edge(board: Board, pins: SimulatedPins) -> None:
    edges: list[Edge] = []
    keys = Keys(board, pins, edges.append, lambda: 0.0)
    pins.pull(board.keys[Key.OK], low=False)
    pins.pull(board.keys[Key.UP], low=True)
    pins.pull(board.keys[Key.UP], low=True)
    assert told(edges) == [(Key.UP, True)]
    keys.close()


def test_keys_held_together_are_told_apart(board: Board, pins: SimulatedPins) -> None:
    edges: list[Edge] = []
    keys = Keys(board, pins, edges.append, lambda: 0.0)
    for key, low in ((Key.OK, True), (Key.BACK, True), (Key.OK, False), (Key.BACK, False)):
        pins.pull(board.keys[key], low)
    assert told(edges) == [(Key.OK, True), (Key.BACK, True), (Key.OK, False), (Key.BACK, False)]
    keys.close()


def test_an_edge_carries_the_time_of_the_clock_it_was_given(board: Board, pins: SimulatedPins) -> None:
    edges: list[Edge] = []
    keys = Keys(board, pins, edges.append, lambda: 1000.0)
    pins.pull(board.keys[Key.OK], low=True)
    assert edges[0].at == pytest.approx(1000.0, abs=1.0)
    assert edges[0].at <= 1000.0, "the edge was before the thread that reports it ran"
    keys.close()


def test_an_edge_noted_by_the_kernel_a_while_ago_is_that_old(board: Board, pins: SimulatedPins) -> None:
    edges: list[Edge] = []
    keys = Keys(board, pins, edges.append, lambda: 1000.0)
    line = pins.pin(board.keys[Key.OK])
    changed = line.when_changed
    changed(pins.ticks() - 0.25, 0)
    changed(pins.ticks() - 1e9, 1)  # not the same clock: no age at all
    changed(pins.ticks() + 1e9, 0)
    assert [edge.at for edge in edges] == [pytest.approx(999.75, abs=0.01), 1000.0, 1000.0]
    keys.close()


def test_after_close_nothing_is_reported_and_the_lines_are_free(board: Board, pins: SimulatedPins) -> None:
    edges: list[Edge] = []
    keys = Keys(board, pins, edges.append, lambda: 0.0)
    keys.close()
    keys.close()
    pins.pull(board.keys[Key.OK], low=True)
    assert edges == []
    Keys(board, pins, edges.append, lambda: 0.0).close()


def test_a_line_that_is_taken_is_told_and_the_others_given_back(board: Board, pins: SimulatedPins) -> None:
    last = list(board.keys)[-1]
    other = Board("other", MappingProxyType({last: board.keys[last]}), MappingProxyType({}), None, None)
    taker = Keys(other, pins, lambda edge: None, lambda: 0.0)
    with pytest.raises(PinsError, match=rf"Line {board.keys[last]} cannot be used"):
        Keys(board, pins, lambda edge: None, lambda: 0.0)
    taker.close()
    Keys(board, pins, lambda edge: None, lambda: 0.0).close()
