"""Tests of keys on simulated lines, beyond the contracts: edges come through unchanged and with their age."""

from __future__ import annotations

import pytest

from companion.box.input_events import KeyEdge
from companion.devices.board_profiles import BoardProfile
from companion.devices.gpio_devices import Keys, PinsError, SimulatedPins
from companion.words.signs import Key
from tests.devices.helpers import StuckPins


def changes_of(edges: list[KeyEdge]) -> list[tuple[Key, bool]]:
    return [(edge.key, edge.down) for edge in edges]


def test_bounces_are_passed_on(board: BoardProfile, pins: SimulatedPins) -> None:
    edges: list[KeyEdge] = []
    keys = Keys(board, pins, edges.append, lambda: 0.0)
    bounces = [True, False, True, False, True, False]
    for low in bounces:
        pins.pull(board.keys[Key.OK], low)
    assert changes_of(edges) == [(Key.OK, down) for down in bounces]
    keys.close()


def test_an_unchanged_line_is_no_edge(board: BoardProfile, pins: SimulatedPins) -> None:
    edges: list[KeyEdge] = []
    keys = Keys(board, pins, edges.append, lambda: 0.0)
    pins.pull(board.keys[Key.OK], low=False)
    pins.pull(board.keys[Key.UP], low=True)
    pins.pull(board.keys[Key.UP], low=True)
    assert changes_of(edges) == [(Key.UP, True)]
    keys.close()


def test_an_edge_has_the_age_the_kernel_noted(board: BoardProfile, pins: SimulatedPins) -> None:
    edges: list[KeyEdge] = []
    keys = Keys(board, pins, edges.append, lambda: 1000.0)
    changed, ticks = pins.factory.pin(board.keys[Key.OK]).when_changed, pins.factory.ticks
    changed(ticks() - 0.25, 0)
    changed(ticks() - 1e9, 1)  # another clock: no age
    changed(ticks() + 1e9, 0)
    assert [edge.time for edge in edges] == [pytest.approx(999.75, abs=0.01), 1000.0, 1000.0]
    keys.close()


def test_a_stuck_key_line_keeps_no_other(board: BoardProfile) -> None:
    edges: list[KeyEdge] = []
    pins = StuckPins(board.keys[Key.OK])
    keys = Keys(board, pins, edges.append, lambda: 0.0)
    with pytest.raises(PinsError, match=r"^Line 22 cannot be used: stuck"):
        keys.close()
    keys.close()
    for pin in board.keys.values():
        pins.pull(pin, low=True)
    assert edges == []
    Keys(board, pins, edges.append, lambda: 0.0)
    pins.close()
