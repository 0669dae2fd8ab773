"""Tests of the dialogue over simulated lines and a pipe instead of a terminal: edges, tries, and released lines."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from typing import Any

import pytest

from companion.devices.board_parts import BoardProfile, KnobSpec
from companion.devices.gpio_devices import OutputLine, PinsError, SimulatedPins
from companion.devices.gpio_lines import InputLine, ToneLine
from companion.devices.new_board.dialogue import Inbox, LineListener, run_dialogue, shining, sounding
from companion.devices.new_board.hand_gestures import LineEdge
from companion.devices.new_board.questions import Questions
from companion.words.catalogue import Words
from companion.words.signs import Key
from tests.box.inside.lines import turning
from tests.devices.new_board.simulated_user import Answer, Answers, SimulatedUser, do_nothing, presses, turns, types

pytestmark = pytest.mark.timeout(60)  # so that a missing answer fails soon

BEGIN = [
    ("Which screen", types("")),
    ("Press the key for “ok”,", presses(22)),
    ("Press the key for “back”,", presses(4)),
    ("Turn the knob", turns(17, 27, 3)),
    ("Now turn it back", turns(17, 27, -3)),
]
SKIP = [
    *[(f"Press the key for {name}", types("")) for name in ("“left”", "“right”", "spinning", "taking")],
    *[(f"Press the key for seat {seat}", types("")) for seat in range(1, 6)],
    ("Turn the second knob", types("")),
]
DARK = [*[(f"Which line is the light of seat {seat} on", types("")) for seat in range(1, 6)]]


@pytest.fixture
def terminal() -> Iterator[tuple[int, int]]:
    """Return the end to read from and the end to type into."""
    ends = os.pipe()
    yield ends
    for end in ends:
        with suppress(OSError):
            os.close(end)


def dialogue_with(pins: SimulatedPins, terminal: tuple[int, int], answers: Answers) -> tuple[Questions, list[str]]:
    """Return the questions after the dialogue, and the shown sentences."""
    somebody = SimulatedUser(pins, terminal[1], answers)
    questions = Questions()
    run_dialogue(questions, pins, terminal[0], Words("en"), somebody)
    assert somebody.all_answered()
    return questions, somebody.shown


def test_hands_and_typed_lines_make_a_board(pins: SimulatedPins, terminal: tuple[int, int]) -> None:
    buzzer = [("Which line is the buzzer on", types(""))]
    questions, shown = dialogue_with(pins, terminal, [*BEGIN, *SKIP, *DARK, *buzzer])
    assert questions.board == BoardProfile("", {Key.OK: 22, Key.BACK: 4}, {}, None, None, KnobSpec(17, 27))
    assert shown[:4] == [
        "Which screen do you have? 1: SSD1306 on I²C. 2: SH1106 on SPI. 3: none. (Enter: 3, no screen answers)",
        "Press the key for “ok”, then let go.",
        "Found: line 22 (pin 15), for “ok”.",
        "Press the key for “back”, then let go.",
    ]
    assert "Knob found: turned clockwise, line 17 (pin 11) goes low before line 27 (pin 13)." in shown


def test_a_wrong_answer_is_explained_and_asked_again(pins: SimulatedPins, terminal: tuple[int, int]) -> None:
    answers = [
        *BEGIN[:2],
        ("Press the key for “back”,", presses(22)),
        ("Press the key for “back”,", types("")),
        ("Press the key for “back”,", lambda somebody: os.close(terminal[1])),
    ]
    somebody = SimulatedUser(pins, terminal[1], answers)
    with pytest.raises(KeyboardInterrupt):  # the input has ended
        run_dialogue(Questions(), pins, terminal[0], Words("en"), somebody)
    assert somebody.shown[4:] == [
        "That is line 22 (pin 15), already used by “ok”.",
        "Press the key for “back”, then let go.",
        "You can’t play without this one.",
        "Press the key for “back”, then let go.",
    ]


def test_a_light_shines_and_a_buzzer_sounds_during_its_question(pins: SimulatedPins, terminal: tuple[int, int]) -> None:
    levels: list[tuple[str, bool, float | None]] = []

    def look(answer: str) -> Answer:
        def looked(somebody: SimulatedUser) -> None:
            levels.append((pins.factory.pin(9).function, pins.low(9), pins.tone(18)[0]))
            somebody.type(answer)

        return looked

    answers = [
        *BEGIN,
        *SKIP,
        ("Which line is the light of seat 1 on", types("p21")),
        ("The light of seat 1, on line 9 (pin 21), is switched on", look("n")),
        ("Which line is the light of seat 1 on", types("9")),
        ("The light of seat 1", look("y")),
        *DARK[1:],
        ("Which line is the buzzer on", types("18")),
        ("The buzzer, on line 18 (pin 12), is sounding", look("y")),
    ]
    questions, _ = dialogue_with(pins, terminal, answers)
    assert (questions.board.lights, questions.board.buzzer) == ({1: 9}, 18)
    assert levels[:2] == [("output", False, None)] * 2
    assert (levels[2][0], levels[2][2]) == ("input", 880)
    assert (pins.factory.pin(18).function, pins.tone(18)[0]) == ("input", None)


def test_after_a_line_that_fails_another_one_is_asked_for(pins: SimulatedPins, terminal: tuple[int, int]) -> None:
    def name_a_line_that_is_had(somebody: SimulatedUser) -> None:
        had.append(OutputLine(9, pins))
        somebody.type("9")

    had: list[OutputLine] = []
    answers = [
        *BEGIN,
        *SKIP,
        ("Which line is the light of seat 1 on", name_a_line_that_is_had),
        ("Line 9 can’t be used", do_nothing),
        *DARK,
        ("Which line is the buzzer on", types("")),
    ]
    questions, _ = dialogue_with(pins, terminal, answers)
    assert questions.board.lights == {}


def test_lines_already_low_are_reported_once_and_hide_no_other(
    pins: SimulatedPins, terminal: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(InputLine, "low", property(lambda line: line._pin == 9))
    low = "These lines are low: 9 (pin 21)."
    buzzer = [("Which line is the buzzer on", types(""))]
    questions, shown = dialogue_with(pins, terminal, [*BEGIN[:1], (low, do_nothing), *BEGIN[1:], *SKIP, *DARK, *buzzer])
    assert questions.board.keys[Key.OK] == 22
    assert [line for line in shown if line.startswith(low)] == [shown[1]]


def test_a_line_in_use_is_refused_and_all_others_released(pins: SimulatedPins, terminal: tuple[int, int]) -> None:
    for _ in range(2):
        with closing(InputLine(12, pins)), pytest.raises(PinsError, match="Line 12"):
            run_dialogue(Questions(), pins, terminal[0], Words("en"), SimulatedUser(pins, terminal[1], BEGIN))
    for line in range(28):
        InputLine(line, pins).close()


def test_a_line_of_another_program_is_reported_and_left_alone(
    pins: SimulatedPins, terminal: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pins, "other_user", {12: "w1"}.__getitem__)
    buzzer = [("Which line is the buzzer on", types("12")), ("That is line 12 (pin 32)", do_nothing)]
    with closing(InputLine(12, pins)):
        buzzer += [("Which line is the buzzer on", types(""))]
        questions, shown = dialogue_with(pins, terminal, [*BEGIN, *SKIP, *DARK, *buzzer])
    assert shown[1] == "Another program (w1) uses line 12 (pin 32), so nothing can be heard there."
    assert "That is line 12 (pin 32), which isn’t free: another program (w1) uses it." in shown
    assert questions.current is None


def test_several_lines_typed_at_once_are_taken_one_by_one(terminal: tuple[int, int]) -> None:
    edge = LineEdge(22, True, 1.0)
    with closing(Inbox(terminal[0])) as inbox:
        os.write(terminal[1], "3\nä\xff\n".encode("latin-1") + b"y")
        assert [inbox.take(None), inbox.take(None)] == ["3", "��"]
        assert inbox.take(0.0) is None, "a line is typed once it is ended"
        os.write(terminal[1], b"\n")
        inbox.put(edge)
        assert [inbox.take(None), inbox.take(None), inbox.take(0.0)] == [edge, "y", None]


def test_a_knob_with_a_closed_contact_is_silent_without_listening(
    pins: SimulatedPins, terminal: tuple[int, int]
) -> None:
    """A second knob without detents stops anywhere."""
    clockwise = [*turning(5, 6, 3, 20), (1.0, 5, True)]
    back = [(0.0, 5, False), *[(time + 0.05, line, low) for time, line, low in turning(5, 6, -3, 20)], (1.0, 6, True)]
    answers = [
        *BEGIN,
        *SKIP[:-1],
        ("Turn the second knob", lambda somebody: somebody.play(clockwise)),
        ("Now turn it back", lambda somebody: somebody.play(back)),
        *DARK,
        ("Which line is the buzzer on", types("")),
    ]
    questions, shown = dialogue_with(pins, terminal, answers)
    assert questions.board.spinner == KnobSpec(5, 6)
    assert [line for line in shown if line.startswith("These lines are low")] == []


def test_a_tried_line_is_at_rest_before_its_release(pins: SimulatedPins, monkeypatch: pytest.MonkeyPatch) -> None:
    rests: list[bool] = []

    def looked_at(close: Callable[[Any], None]) -> Callable[[Any], None]:
        def closed(part: OutputLine | ToneLine) -> None:
            rests.append(pins.low(9))
            close(part)

        return closed

    for part in (OutputLine, ToneLine):
        monkeypatch.setattr(part, "close", looked_at(part.close))
    with shining(9, pins):
        assert not pins.low(9)
    with sounding(9, pins):
        assert pins.tone(9) == (880, 0.5)
    assert rests == [True, True]


def test_a_line_that_cannot_be_watched_is_released(pins: SimulatedPins, monkeypatch: pytest.MonkeyPatch) -> None:
    def deaf(line: InputLine, on_change: Callable[[bool, float], None]) -> None:
        raise PinsError("no changes")

    monkeypatch.setattr(InputLine, "watch", deaf)
    with closing(LineListener(pins, lambda edge: None)) as ear, pytest.raises(PinsError, match="no changes"):
        ear.listen({22})
    InputLine(22, pins).close()
