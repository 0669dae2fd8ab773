"""Tests of options with an answer for each seat or place, combined into one value."""

from __future__ import annotations

import pytest

from companion.rules.fields import Choice, Json, OneOf, OptionPart, SetupField, ValuePath
from companion.rules.per_seat_options import (
    answer_at,
    combine_answers,
    current_value,
    fits_parts,
    other_answers,
    with_answer,
)
from companion.rules.text import say

CHOICES = tuple(Choice(word, say("test")) for word in (None, "red", "blue"))


def option(*paths: ValuePath, exclusive: bool = True) -> SetupField:
    field = OneOf(name="hats", label=say("test"), choices=CHOICES)
    return SetupField(field, None, parts=tuple(OptionPart(path) for path in paths), exclusive=exclusive)


SEATS = option((2,), (1,), (0,))
PLACES = option(("MOS",), ("SUM", 0), ("SUM", 1))


@pytest.mark.parametrize(
    ("answers", "value"),
    [
        ([], None),
        ([((0,), None)], None),
        ([((2,), "red")], [None, None, "red"]),
        ([((2,), "red"), ((0,), "blue")], ["blue", None, "red"]),
        ([(("MOS",), "red"), (("SUM",), None)], {"MOS": "red"}),
        ([(("SUM", 1), "red"), (("SUM", 0), "blue")], {"SUM": ["blue", "red"]}),
    ],
)
def test_answers_combine_into_a_value_and_back(answers: list[tuple[ValuePath, Json]], value: Json) -> None:
    assert combine_answers(answers) == value
    assert [answer_at(value, path) for path, _ in answers] == [answer for _, answer in answers]


def test_one_answer_changes_and_the_others_stay() -> None:
    assert with_answer(SEATS, ["red"], (1,), "blue") == ["red", "blue"]
    assert with_answer(SEATS, ["red", "blue"], (0,), None) == [None, "blue"]
    assert with_answer(PLACES, {"SUM": ["red"]}, ("SUM", 0), None) is None


def test_answers_of_removed_parts_are_dropped() -> None:
    assert current_value(option((0,)), ["red", "blue"]) == ["red"]
    assert current_value(option(("MOS",)), {"SUM": ["red"]}) is None
    assert other_answers(SEATS, ["red", None, "blue"], (0,)) == ["blue"]


@pytest.mark.parametrize(
    ("option", "value", "fitting"),
    [
        (SEATS, None, True),
        (SEATS, ["red", None, "blue"], True),
        (SEATS, ["red", None, "red"], False),
        (option((0,), (1,), exclusive=False), ["red", "red"], True),
        (SEATS, ["red", None, None, "blue"], False),
        (SEATS, ["green"], False),
        (SEATS, {"MOS": "red"}, False),
        (SEATS, "red", False),
        (PLACES, {"MOS": "red", "SUM": [None, "blue"]}, True),
        (PLACES, {"KAS": "red"}, False),
    ],
)
def test_a_value_fits_only_known_parts(option: SetupField, value: Json, fitting: bool) -> None:
    assert fits_parts(option, value) is fitting
