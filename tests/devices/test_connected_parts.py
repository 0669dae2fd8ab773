"""Tests of the parts that hands can try: those of each board, with and without a spinner."""

from __future__ import annotations

from dataclasses import replace

from companion.box.box_parts import BoxParts
from companion.devices.board_parts import PicoSpec
from companion.devices.board_profiles import load_board
from companion.devices.connected_parts import connected_parts
from companion.devices.spinner.link import PROTOCOL, Hello, SpinnerParts, SpinnerState
from companion.support.resources import boards_dir
from companion.words.signs import Key, TurnedPart

BENCH, BONNET, PICO = (load_board(name, boards_dir()) for name in ("bench", "adafruit-bonnet", "pico"))
SEATS = (Key.SEAT1, Key.SEAT2, Key.SEAT3, Key.SEAT4, Key.SEAT5)
HELLO = Hello(PROTOCOL, 1, 24, 5, SpinnerParts.KNOB | SpinnerParts.KEY_LIGHTS, (0, 1, 0), "pico")
PLUGGED_IN = SpinnerState(True, HELLO)


def test_bench_has_its_keys_and_both_knobs() -> None:
    keys = (Key.OK, Key.BACK, Key.SPIN, Key.UNDO, *SEATS)
    assert connected_parts(BENCH, None) == BoxParts(keys, (TurnedPart.KNOB, TurnedPart.SPINNER))


def test_simulated_bench_has_no_wheel_beside_its_key() -> None:
    assert connected_parts(BENCH, None, (Key.UP, Key.DOWN)).turned == (TurnedPart.KNOB,)


def test_bonnet_has_seven_keys_and_nothing_to_turn() -> None:
    keys = (Key.UP, Key.DOWN, Key.OK, Key.BACK, Key.LEFT, Key.RIGHT, Key.SPIN)
    assert connected_parts(BONNET, None) == BoxParts(keys)


def test_keys_of_a_spinner_count_while_it_is_connected() -> None:
    keys = (Key.UP, Key.DOWN, Key.OK, Key.BACK, Key.UNDO)
    assert connected_parts(PICO, PLUGGED_IN) == BoxParts(keys, (TurnedPart.SPINNER,), lit_ring=True)
    for state in (None, SpinnerState(False), SpinnerState(False, HELLO)):
        assert connected_parts(PICO, state) == BoxParts(())


def test_spinner_beside_a_bonnet_adds_its_parts() -> None:
    parts = connected_parts(BONNET, PLUGGED_IN)
    assert Key.UNDO in parts.keys
    assert (parts.turned, parts.lit_ring) == ((TurnedPart.SPINNER,), True)


def test_knob_of_a_spinner_may_mean_up_and_down() -> None:
    board = replace(PICO, pico=PicoSpec(knob=Key.DOWN))
    assert connected_parts(board, PLUGGED_IN).turned == (TurnedPart.KNOB,)


def test_spinner_without_knob_lights_and_all_keys() -> None:
    bare = replace(HELLO, lights=0, keys=4, parts=SpinnerParts(0))
    assert connected_parts(PICO, SpinnerState(True, bare)) == BoxParts((Key.UP, Key.DOWN, Key.OK, Key.BACK))
