"""Tests of the key trial: every action of a hand is described with its lines, and missing parts are listed."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from contextlib import closing

import pytest

from companion.box.input_events import KnobThrow, KnobTurn
from companion.box.key_presses import KeyTransition
from companion.devices.board_profiles import BoardProfile, KnobSpec, board_names, load_board
from companion.devices.gpio_devices import SimulatedPins
from companion.devices.key_trial import KeyTrial, run_key_trial
from companion.support.resources import boards_dir
from companion.words.catalogue import LANGUAGES, Words
from companion.words.signs import Key

ENGLISH = Words("en")
BOARD = BoardProfile("mine", {Key.OK: 22, Key.BACK: 4}, {}, None, None, knob=KnobSpec(17, 27), spinner=KnobSpec(5, 6))


def watched(board: BoardProfile, hand: Callable[[SimulatedPins], None], last: str) -> list[str]:
    """Return the lines shown while a hand is at the keys, until Ctrl-C comes after the line that begins with `last`."""
    shown: list[str] = []
    pins = SimulatedPins()

    def show(line: str) -> None:
        shown.append(line)
        # From threads, as keys and Ctrl-C come while the trial waits.
        if len(shown) == 1:
            threading.Timer(0, hand, [pins]).start()
        if line.startswith(last):
            threading.Timer(0, signal.pthread_kill, (threading.get_ident(), signal.SIGINT)).start()

    with closing(pins):
        run_key_trial(board, pins, ENGLISH, show)
    return shown


def press(pins: SimulatedPins, pin: int) -> None:
    for low in (True, False):
        pins.pull(pin, low)


def turn(pins: SimulatedPins, first: int, second: int) -> None:
    """Turn by one detent: the line that goes low first gives the direction."""
    for low in (True, False):
        pins.pull(first, low)
        pins.pull(second, low)


def test_key_changes_are_shown_until_ctrl_c() -> None:
    assert watched(BOARD, lambda pins: press(pins, 22), "ok up") == [
        "Press or turn: ok, back, knob, spinner. Ctrl-C to end.",
        "ok down, line 22. Still to try: back, knob, spinner.",
        "ok up, line 22.",
        "",
        "No reaction: back, knob, spinner. Check the wires, and the lines in the board profile.",
    ]


def test_ctrl_c_works_even_if_it_was_ignored() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        assert watched(BOARD, lambda pins: press(pins, 22), "ok up")[-1].startswith("No reaction: back, knob")
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)


def test_turns_of_a_knob_are_shown_both_ways() -> None:
    def hand(pins: SimulatedPins) -> None:
        turn(pins, 17, 27)
        turn(pins, 27, 17)

    assert watched(BOARD, hand, "knob: 1 detent anticlockwise")[1:3] == [
        "knob: 1 detent clockwise, lines 17 and 27. Still to try: ok, back, spinner.",
        "knob: 1 detent anticlockwise, lines 17 and 27.",
    ]


def test_a_throw_is_shown_with_its_detents() -> None:
    def hand(pins: SimulatedPins) -> None:
        for _ in range(3):
            turn(pins, 5, 6)

    shown = watched(BOARD, hand, "spinner: thrown, ")
    assert shown[1] == "spinner: 1 detent clockwise, lines 5 and 6. Still to try: ok, back, knob."
    assert shown[2:4] == ["spinner: 1 detent clockwise, lines 5 and 6."] * 2
    assert shown[4].endswith(" detents a second.")


def test_late_reports_do_not_change_a_throws_speed() -> None:
    def hand(pins: SimulatedPins) -> None:
        changed = {pin: pins.factory.pin(pin).when_changed for pin in (5, 6)}
        now = pins.factory.ticks()
        for age in (0.25, 0.125, 0.0):
            for pin, low in ((5, True), (6, True), (5, False), (6, False)):
                changed[pin](now - age, not low)

    [line] = (line for line in watched(BOARD, hand, "spinner: thrown, ") if "thrown" in line)
    # Timed by their reports they would be a hundred a second; the margin is for a busy machine.
    assert 5 < int(line.split()[2]) < 50


def test_the_lines_are_always_released() -> None:
    def lost(line: str) -> None:
        raise BrokenPipeError(line)

    with closing(SimulatedPins()) as pins:
        for _ in range(2):
            # A line still in use would raise PinsError the second time.
            with pytest.raises(BrokenPipeError, match="Press or turn"):
                run_key_trial(BOARD, pins, ENGLISH, lost)


@pytest.mark.parametrize("name", [name for name in board_names(boards_dir()) if name != "pico"])
def test_every_part_of_every_board_can_be_tried(name: str) -> None:
    board = load_board(name, boards_dir())
    trial = KeyTrial(board, ENGLISH)
    knobs = [name for name in ("knob", "spinner") if getattr(board, name)]
    lines = [trial.describe_key(KeyTransition(key, True, 0.0)) for key in board.keys]
    lines += [trial.describe_turn(name, KnobTurn(1, 1.0)) for name in knobs]
    assert lines[-1].endswith("Everything works.")
    assert trial.summary() == "Everything works."


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_is_in_the_catalogue(language: str) -> None:
    trial = KeyTrial(BOARD, Words(language))
    lines = [
        trial.instructions(),
        trial.describe_key(KeyTransition(Key.OK, True, 0.0)),
        trial.describe_key(KeyTransition(Key.OK, False, 0.1)),
    ]
    lines += [
        trial.describe_turn("spinner", KnobTurn(4, 1.0)),
        trial.describe_throw(KnobThrow(9.0, 1.0)),
        trial.describe_turn("knob", KnobTurn(-1, 1.0)),
    ]
    lines.append(trial.summary())
    lines.append(trial.describe_key(KeyTransition(Key.BACK, True, 2.0)))
    assert [line for line in lines if "doctor." in line or "{" in line] == []
    assert len(lines) == 8
