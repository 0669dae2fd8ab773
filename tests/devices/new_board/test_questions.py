"""Tests of the questions for a new board: the effect of each answer, refusals with reasons, and the way back."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.devices.board_file import REQUIRED_KEYS
from companion.devices.board_parts import BoardProfile, DisplaySpec, I2c, KnobSpec, Spi
from companion.devices.new_board.hand_gestures import HandEvent, HandGesture, LineEdge, LinesStayLow, RestlessLine
from companion.devices.new_board.questions import SH1106, SSD1306, Question, Questions, QuestionType, parse_line
from companion.rules.text import Text, say
from companion.words.catalogue import LANGUAGES, Words
from companion.words.signs import Key
from tests.box.inside.lines import Pull, press, turning

ENGLISH = Words("en")


def gesture(pulls: Sequence[Pull]) -> HandGesture:
    """Return a gesture on lines that were high before."""
    edges = tuple(LineEdge(line, low, time) for time, line, low in pulls)
    return HandGesture(edges, {edge.line: False for edge in edges})


def pressed_key(line: int) -> HandGesture:
    return gesture(press(0.0, line, 0.1))


def turned_knob(a: int, b: int, detents: int = 4) -> HandGesture:
    return gesture(turning(a, b, detents, 30))


def questions_after(*answers: HandGesture | str, questions: Questions | None = None) -> Questions:
    """Return the questions after these answers, each of which was accepted."""
    questions = questions or Questions()
    for answer in answers:
        before = questions.current
        messages = questions.answer_typed(answer) if isinstance(answer, str) else questions.answer_by_hand(answer)
        assert questions.current != before, [ENGLISH.of(text) for text in messages]
    return questions


def subject(questions: Questions) -> QuestionType | Key | int | None:
    """Return the subject of the current question."""
    question = questions.current
    return None if question is None else question.key or question.seat or question.type


def sentences(messages: Sequence[Text]) -> str:
    return " ".join(ENGLISH.of(text) for text in messages)


BEGUN = ("3", pressed_key(22), pressed_key(4))
"""No screen, then ok and back."""
SKIPPED = ("",) * 10
"""None of the optional keys, and no second knob."""


# Whole dialogues.


def test_a_whole_board_is_asked_for_part_by_part() -> None:
    seats = [pressed_key(line) for line in (23, 24, 25, 16, 20)]
    lights = [answer for line in (9, 10, 11, 19, 26) for answer in (str(line), "y")]
    questions = questions_after(
        "1",
        pressed_key(22),
        pressed_key(4),
        turned_knob(17, 27),
        turned_knob(17, 27, -3),
        "",
        "",
        pressed_key(7),
        pressed_key(8),
    )
    questions_after(*seats, turned_knob(5, 6), turned_knob(5, 6, -1), *lights, "p12", "o", questions=questions)
    assert questions.current is None
    seat_keys = dict(zip((Key.SEAT1, Key.SEAT2, Key.SEAT3, Key.SEAT4, Key.SEAT5), (23, 24, 25, 16, 20), strict=True))
    assert questions.board == BoardProfile(
        "",
        {Key.OK: 22, Key.BACK: 4, Key.SPIN: 7, Key.UNDO: 8, **seat_keys},
        {1: 9, 2: 10, 3: 11, 4: 19, 5: 26},
        18,
        SSD1306,
        KnobSpec(17, 27),
        KnobSpec(5, 6),
    )


def test_the_smallest_board_has_four_keys() -> None:
    questions = questions_after(*BEGUN, pressed_key(17), pressed_key(27), *SKIPPED, *[""] * 6)
    assert questions.current is None
    assert questions.board == BoardProfile("", {Key.OK: 22, Key.BACK: 4, Key.UP: 17, Key.DOWN: 27}, {}, None, None)


def test_with_a_knob_there_is_no_question_for_down() -> None:
    assert subject(questions_after(*BEGUN, turned_knob(17, 27), turned_knob(27, 17))) is Key.LEFT
    assert subject(questions_after(*BEGUN, pressed_key(17))) is Key.DOWN


# Lines to watch.


def test_lines_of_the_system_and_the_screen_are_not_watched() -> None:
    free = {*range(2, 28)} - {14, 15}
    assert Questions().lines_to_watch == frozenset()
    assert questions_after("3").lines_to_watch == free
    assert questions_after("1").lines_to_watch == free - {2, 3}
    assert questions_after("2", "", "").lines_to_watch == free - {7, 8, 9, 10, 11, 24, 25}
    on = Questions(excluded={line: say("board.new.of_bus", bus="I²C") for line in (2, 3)})
    assert questions_after("3", questions=on).lines_to_watch == free - {2, 3}


def test_no_line_is_watched_while_an_answer_is_typed() -> None:
    questions = questions_after(*BEGUN, turned_knob(17, 27), turned_knob(17, 27, -1), *SKIPPED)
    assert subject(questions) == 1
    assert questions.lines_to_watch == frozenset()
    assert questions.answer_by_hand(pressed_key(22)) == ()
    assert subject(questions) == 1


def test_a_line_of_another_program_is_excluded() -> None:
    questions = questions_after("3")
    questions.exclude(4, say("board.new.of_program", name="w1"))
    assert 4 not in questions.lines_to_watch


# Keys.


def test_a_line_with_a_key_is_refused_with_its_name() -> None:
    questions = questions_after("3", pressed_key(22))
    answer = sentences(questions.answer_by_hand(pressed_key(22)))
    assert answer == "That is line 22 (pin 15), already used by “ok”."
    assert subject(questions) is Key.BACK


def test_two_lines_at_once_are_reported_and_asked_again() -> None:
    questions = questions_after("3")
    answer = sentences(questions.answer_by_hand(gesture(sorted([*press(0.0, 22, 0.2), *press(0.05, 4, 0.2)]))))
    assert answer.startswith("Several lines changed: 4 (pin 7) and 22 (pin 15).")
    assert subject(questions) is Key.OK


def test_a_known_knob_is_named_when_a_key_is_expected() -> None:
    questions = questions_after(*BEGUN, turned_knob(17, 27), turned_knob(17, 27, -1))
    assert "already used by “[knob]”" in sentences(questions.answer_by_hand(turned_knob(17, 27)))


def test_lines_that_stay_low_or_never_rest_are_reported() -> None:
    questions = questions_after("3")
    assert sentences(questions.answer_by_hand(LinesStayLow((9, 10)))).startswith(
        "These lines stay low: 9 (pin 21) and 10 (pin 19)."
    )
    assert "line 9 (pin 21)" in sentences(questions.answer_by_hand(RestlessLine(9)))
    assert 9 not in questions.lines_to_watch
    assert subject(questions) is Key.OK


@pytest.mark.parametrize("answers", [("3",), ("3", pressed_key(22)), BEGUN, (*BEGUN, pressed_key(17))])
def test_required_parts_cannot_be_skipped(answers: tuple[HandGesture | str, ...]) -> None:
    questions = questions_after(*answers)
    before = questions.current
    assert sentences(questions.answer_typed("")).startswith("You can’t play without")
    assert "only Enter and “b” count" in sentences(questions.answer_typed("22"))
    assert questions.current == before


# Knobs.


def test_the_line_that_goes_low_first_clockwise_is_a() -> None:
    assert questions_after(*BEGUN, turned_knob(27, 17), turned_knob(27, 17, -2)).board.knob == KnobSpec(27, 17)
    assert questions_after(*BEGUN, turned_knob(17, 27), turned_knob(17, 27, -2)).board.knob == KnobSpec(17, 27)


def test_two_keys_pressed_together_are_no_knob() -> None:
    questions = questions_after(*BEGUN)
    together = gesture([(0.0, 17, True), (0.01, 27, True), (0.1, 17, False), (0.12, 27, False)])
    assert sentences(questions.answer_by_hand(together)).startswith("Lines 17 (pin 11) and 27 (pin 13): a few more")
    assert subject(questions) is QuestionType.UP_OR_KNOB


def test_a_slow_knob_is_asked_to_turn_on() -> None:
    questions = questions_after(*BEGUN)
    assert sentences(questions.answer_by_hand(turned_knob(17, 27, 1))).startswith(
        "Lines 17 (pin 11) and 27 (pin 13): a few more"
    )
    assert "a few more" in sentences(questions.answer_by_hand(pressed_key(17))), "it fell back into its detent: no key"
    assert questions.answer_by_hand(turned_knob(17, 27, 1)) == ()
    assert questions.current == Question(QuestionType.TURN_BACK, knob=KnobSpec(17, 27))


@pytest.mark.parametrize(
    ("again", "message"),
    [
        (turned_knob(17, 27), "That was the same way as before."),
        (turned_knob(5, 6), "These are other lines than before: 5 (pin 29)"),
    ],
)
def test_a_knob_not_turned_back_is_asked_for_again(again: HandGesture, message: str) -> None:
    questions = questions_after(*BEGUN, turned_knob(17, 27))
    assert sentences(questions.answer_by_hand(again)).startswith(message)
    assert subject(questions) is QuestionType.UP_OR_KNOB
    assert questions.board.knob is None


def test_a_knob_with_a_loose_wire_is_reported() -> None:
    questions = questions_after(*BEGUN, turned_knob(17, 27), turned_knob(17, 27, -1), *SKIPPED[:-1])
    assert subject(questions) is QuestionType.SPINNER
    assert "Only one line changed: line 5 (pin 29)." in sentences(questions.answer_by_hand(pressed_key(5)))
    assert "already used by “[knob]”" in sentences(questions.answer_by_hand(turned_knob(17, 5)))
    assert questions_after(turned_knob(6, 5), turned_knob(6, 5, -1), questions=questions).board.spinner == KnobSpec(
        6, 5
    )


# The screen.


@pytest.mark.parametrize(
    ("detected", "typed", "screen"),
    [
        (None, "", None),
        (None, "1", SSD1306),
        (None, "2", SH1106),
        (DisplaySpec("ssd1306", I2c(1, 0x3D)), "", DisplaySpec("ssd1306", I2c(1, 0x3D))),
        (DisplaySpec("ssd1306", I2c(1, 0x3D)), "1", DisplaySpec("ssd1306", I2c(1, 0x3D))),
        (DisplaySpec("ssd1306", I2c(1, 0x3D)), "2", SH1106),
        (DisplaySpec("ssd1306", I2c(1, 0x3D)), "3", None),
        (SH1106, "", SH1106),
        (SH1106, "1", SSD1306),
    ],
)
def test_the_detected_screen_is_the_default_answer(
    detected: DisplaySpec | None, typed: str, screen: DisplaySpec | None
) -> None:
    assert questions_after(typed, questions=Questions(detected)).board.display == screen


def test_an_unknown_screen_is_refused() -> None:
    questions = Questions()
    assert sentences(questions.answer_typed("4")) == "Type one of these: 1, 2, 3."
    assert subject(questions) is QuestionType.SCREEN


def test_dc_and_reset_of_the_screen_are_asked_for() -> None:
    def bus(*typed: str) -> I2c | Spi:
        display = questions_after("2", *typed).board.display
        assert display is not None
        return display.bus

    assert bus("", "") == Spi(0, 0, dc=24, reset=25)
    assert bus("22", "p13") == Spi(0, 0, dc=22, reset=27)
    assert bus("25", "") == Spi(0, 0, dc=25, reset=24), "the usual reset is never dc's line"
    questions = questions_after("2")
    assert sentences(questions.answer_typed("10")) == "That is line 10 (pin 19), already used by “[display]”."
    questions_after("", questions=questions)
    assert "already used by “[display]”" in sentences(questions.answer_typed("24"))
    assert subject(questions) is QuestionType.RESET


# Lights and the buzzer.


@pytest.mark.parametrize(
    ("typed", "line"),
    [("9", 9), ("p21", 9), ("P 21", 9), ("pin 21", 9), ("broche 40", 21), ("0", 0), ("27", 27), ("p3", 2)],
)
def test_a_line_is_named_by_its_number_or_its_pin(typed: str, line: int) -> None:
    assert parse_line(" ".join(typed.lower().split())) == line


@pytest.mark.parametrize("typed", ["28", "p1", "p2", "p6", "p41", "-1", "nine", "9.0", "1e1", "p", "٣", "999"])
def test_an_unknown_line_is_refused(typed: str) -> None:
    questions = questions_after(*BEGUN, turned_knob(17, 27), turned_knob(17, 27, -1), *SKIPPED)
    assert sentences(questions.answer_typed(typed)).startswith(f"“{typed}” isn’t a line of the header")
    assert subject(questions) == 1


@pytest.mark.parametrize(
    ("typed", "refusal"),
    [
        ("22", "That is line 22 (pin 15), already used by “ok”."),
        ("p11", "That is line 17 (pin 11), already used by “[knob]”."),
        ("14", "That is line 14 (pin 8), which isn’t free: the serial console uses it."),
        ("0", "That is line 0 (pin 27), which isn’t free: it is for the memory of plugged-in boards."),
        ("7", "That is line 7 (pin 26), which isn’t free: SPI is on and uses it."),
    ],
)
def test_a_line_in_use_is_refused_with_its_user(typed: str, refusal: str) -> None:
    excluded = {line: say("board.new.of_bus", bus="SPI") for line in (7, 8, 9, 10, 11)}
    questions = questions_after(
        *BEGUN, turned_knob(17, 27), turned_knob(17, 27, -1), *SKIPPED, questions=Questions(excluded=excluded)
    )
    assert sentences(questions.answer_typed(typed)) == refusal
    assert subject(questions) == 1


def test_a_light_counts_once_it_was_confirmed() -> None:
    questions = questions_after(*BEGUN, turned_knob(17, 27), turned_knob(17, 27, -1), *SKIPPED, "9")
    assert questions.current == Question(QuestionType.SHINES, seat=1, line=9)
    assert questions.board.lights == {}
    for typed in ("", "perhaps"):
        assert sentences(questions.answer_typed(typed)) == "Type y or n."
    assert sentences(questions.answer_typed("no")).startswith("Then it isn’t line 9 (pin 21).")
    assert questions.current == Question(QuestionType.LIGHT, seat=1)
    assert questions_after("10", "yes", questions=questions).board.lights == {1: 10}
    assert "[lights] seat1" in sentences(questions.answer_typed("10"))


def test_a_line_that_fails_is_asked_for_again() -> None:
    questions = questions_after(*BEGUN, turned_knob(17, 27), turned_knob(17, 27, -1), *SKIPPED, "9")
    questions.line_failed()
    assert questions.current == Question(QuestionType.LIGHT, seat=1)


# The way back.


def test_going_back_forgets_the_last_answer() -> None:
    questions = questions_after("3", pressed_key(22), pressed_key(4), turned_knob(17, 27))
    assert [subject(questions_after("b", questions=questions)) for _ in range(4)] == [
        QuestionType.UP_OR_KNOB,
        Key.BACK,
        Key.OK,
        QuestionType.SCREEN,
    ]
    assert questions.board == BoardProfile("", {}, {}, None, None)
    assert sentences(questions.answer_typed(" B ")) == "This is the first question."
    assert questions_after("3", pressed_key(4), pressed_key(22), questions=questions).board.keys == {
        Key.OK: 4,
        Key.BACK: 22,
    }


moves = st.one_of(
    st.sampled_from(["", "b", "1", "2", "3", "y", "n", "p12", "5"]),
    st.integers(2, 27).map(str),
    st.integers(2, 27).map(pressed_key),
    st.lists(st.integers(2, 27), min_size=2, max_size=2, unique=True).flatmap(
        lambda pair: st.sampled_from([turned_knob(pair[0], pair[1], detents) for detents in (-3, -1, 1, 3)])
    ),
    st.integers(22, 27).map(RestlessLine),
    st.integers(2, 27).map(lambda line: LinesStayLow((line,))),
)


@given(st.lists(moves, max_size=80))
def test_any_answers_keep_lines_unique_and_sentences_translated(
    answers: list[str | HandEvent],
) -> None:
    questions = Questions()
    for answer in answers:
        if questions.current is None:
            break
        before, line = questions.board, questions.text()
        messages = questions.answer_typed(answer) if isinstance(answer, str) else questions.answer_by_hand(answer)
        for text in (*messages, line):
            for language in LANGUAGES:
                words = Words(language).of(text)
                assert "board.new" not in words
                assert "{" not in words
        board = questions.board
        knobs = [line for knob in (board.knob, board.spinner) if knob for line in (knob.a, knob.b)]
        buzzer = [] if board.buzzer is None else [board.buzzer]
        screen = board.display.pins if board.display else ()
        lines = [*board.keys.values(), *board.lights.values(), *knobs, *buzzer, *screen]
        assert len(lines) == len({*lines}), (before, answer)
    while questions.current is not None:
        answer_correctly(questions)
    assert {*REQUIRED_KEYS} <= {*questions.board.available_keys}


def answer_correctly(questions: Questions) -> None:
    """Give one accepted answer to the current question."""
    question = questions.current
    assert question is not None
    if question.knob is not None:
        questions_after(turned_knob(question.knob.a, question.knob.b, -3), questions=questions)
    elif question.key in REQUIRED_KEYS or question.type is QuestionType.UP_OR_KNOB:
        for line in range(2, 28):
            if questions.current == question:
                questions.answer_by_hand(pressed_key(line))
        assert questions.current != question
    elif question.tried:
        questions_after("y", questions=questions)
    else:
        questions_after("", questions=questions)


def test_questions_follow_the_order_of_building() -> None:
    questions = questions_after(*BEGUN, pressed_key(17), pressed_key(27))
    subjects = []
    while questions.current is not None:
        subjects.append(subject(questions))
        questions_after("", questions=questions)
    assert subjects == [*list(Key)[4:], QuestionType.SPINNER, 1, 2, 3, 4, 5, QuestionType.BUZZER]
    assert all(before != after for before, after in pairwise(subjects))
