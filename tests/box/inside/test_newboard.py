"""Tests of `board new` over real lines: even with bouncing contacts, each key is found on its line."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import gpiod
import pytest
from gpiod.line import Direction

from companion.devices.board_parts import BoardProfile, KnobSpec
from companion.devices.gpio_devices import PinsError, open_pins
from companion.devices.gpio_library import MODULES
from companion.devices.new_board.dialogue import run_dialogue
from companion.devices.new_board.questions import Questions
from companion.words.catalogue import Words
from companion.words.signs import Key
from tests.box.inside.lines import Lines, Pull, press, turning
from tests.box.inside.process import Process

Answer = str | list[Pull]
Somebody = Callable[[str, list[tuple[str, Answer]]], Questions]
SEATS = (Key.SEAT1, Key.SEAT2, Key.SEAT3, Key.SEAT4, Key.SEAT5)


@pytest.fixture
def somebody(lines: Lines) -> Iterator[Somebody]:
    """Yield a function that describes a board through a library, and answers each sentence by typing or by hand."""
    reads, types = os.pipe()

    def answering(library: str, answers: list[tuple[str, Answer]]) -> Questions:
        remaining, sentences = list(answers), list[str]()

        def show(sentence: str) -> None:
            sentences.append(sentence)
            if remaining and sentence.startswith(remaining[0][0]):
                _, answer = remaining.pop(0)
                if isinstance(answer, str):
                    os.write(types, f"{answer}\n".encode())
                else:
                    lines.play(answer)

        questions = Questions()
        with closing(open_pins(simulated=False, library=library)) as pins:
            run_dialogue(questions, pins, reads, Words("en"), show)
        assert remaining == [], sentences
        return questions

    yield answering
    os.close(reads)
    os.close(types)


def keys(random: Random, lines_by_key: dict[Key, int]) -> list[tuple[str, Answer]]:
    """Return the answers to the questions for optional keys: these are pressed, all others do not exist."""
    named = {Key.LEFT: "“left”", Key.RIGHT: "“right”", Key.SPIN: "spinning the wheel", Key.UNDO: "taking"}
    named |= {key: f"seat {seat}" for seat, key in enumerate(SEATS, 1)}
    pressed = {key: press(0.05, line, random.uniform(0.03, 0.3), random) for key, line in lines_by_key.items()}
    return [(f"Press the key for {name}", pressed.get(key, "")) for key, name in named.items()]


@pytest.mark.parametrize("library", MODULES)
def test_every_key_and_knob_is_found_on_its_line(lines: Lines, somebody: Somebody, library: str) -> None:
    random = Random(library)
    lines_by_key = {Key.SPIN: 7, Key.UNDO: 8, Key.SEAT1: 23, Key.SEAT5: 20}
    questions = somebody(
        library,
        [
            ("Which screen", ""),
            ("Press the key for “ok”", press(0.05, 22, 0.1, random)),
            ("Press the key for “back”", sorted([*press(0.05, 4, 0.2, random), *press(0.1, 22, 0.2, random)])),
            ("Several lines changed: 4 (pin 7) and 22 (pin 15)", []),
            ("Press the key for “back”", press(0.05, 22, 0.1, random)),
            ("That is line 22 (pin 15), already used by “ok”.", []),
            ("Press the key for “back”", press(0.05, 4, 0.1, random)),
            ("Turn the knob", turning(17, 27, 4, 5, random)),
            ("Now turn it back", turning(17, 27, -4, 5, random)),
            *keys(random, lines_by_key),
            ("Turn the second knob", turning(6, 5, 4, 5, random)),
            ("Now turn it back", turning(6, 5, -4, 5, random)),
            ("Which line is the light of seat 1 on", "9"),
            ("The light of seat 1, on line 9 (pin 21), is switched on", "y"),
            *[(f"Which line is the light of seat {seat} on", "") for seat in (2, 3, 4, 5)],
            ("Which line is the buzzer on", ""),
        ],
    )
    expected = {Key.OK: 22, Key.BACK: 4, **lines_by_key}
    assert questions.board == BoardProfile("", expected, {1: 9}, None, None, KnobSpec(17, 27), KnobSpec(6, 5))
    assert lines.used() == ()


def test_light_is_on_during_its_question(lines: Lines) -> None:
    reads, types = os.pipe()
    light_is_on: list[bool] = []
    questions = Questions()
    steps: dict[str, Answer] = {
        "Which screen": "",
        "Press the key for “ok”": press(0.05, 22, 0.1),
        "Press the key for “back”": press(0.05, 4, 0.1),
        "Turn the knob": turning(17, 27, 4, 5),
        "Now turn it back": turning(17, 27, -4, 5),
        "Which line is the light of seat 1 on": "9",
        "The light of seat 1": "y",
    }

    def show(sentence: str) -> None:
        light_is_on.append(not lines.low(9) and 9 in lines.used() and "is switched on" in sentence)
        answer = next((steps[begin] for begin in steps if sentence.startswith(begin)), None)
        if isinstance(answer, list):
            lines.play(answer)
        elif answer is not None or "Enter: there is none" in sentence:
            os.write(types, f"{answer or ''}\n".encode())

    with closing(open_pins(simulated=False)) as pins:
        run_dialogue(questions, pins, reads, Words("en"), show)
    os.close(reads)
    os.close(types)
    assert (questions.board.lights, sum(light_is_on), lines.used()) == ({1: 9}, 1, ())


@pytest.mark.parametrize("library", MODULES)
def test_running_table_keeps_its_lines(lines: Lines, somebody: Somebody, library: str, tmp_path: Path) -> None:
    with Process(tmp_path, library):
        before = lines.used()
        with pytest.raises(PinsError, match="Line 4 "):
            somebody(library, [("Which screen", "")])
        assert lines.used() == before != ()
    assert lines.used() == ()


@pytest.mark.parametrize("library", ["lgpio", "gpiod"])
def test_line_of_another_program_is_left_alone(lines: Lines, somebody: Somebody, library: str) -> None:
    settings = gpiod.LineSettings(direction=Direction.INPUT)
    with gpiod.request_lines("/dev/gpiochip0", {12: settings}, "w1"):
        questions = somebody(
            library,
            [
                ("Which screen", ""),
                ("Another program (w1) uses line 12 (pin 32)", []),
                ("Press the key for “ok”", press(0.05, 22, 0.1)),
                ("Press the key for “back”", press(0.05, 4, 0.1)),
                ("Turn the knob", turning(17, 27, 4, 5)),
                ("Now turn it back", turning(17, 27, -4, 5)),
                *keys(Random(0), {}),
                ("Turn the second knob", ""),
                *[(f"Which line is the light of seat {seat} on", "") for seat in (1, 2, 3, 4, 5)],
                ("Which line is the buzzer on", "12"),
                ("That is line 12 (pin 32), which isn’t free: another program (w1) uses it.", []),
                ("Which line is the buzzer on", ""),
            ],
        )
        assert lines.used() == (12,)
    assert questions.board.keys == {Key.OK: 22, Key.BACK: 4}
