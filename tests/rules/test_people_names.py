"""Tests of names: their normal form, blank names, and names that look alike."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.people_names import (
    check_names,
    is_name,
    name_key,
    name_skeleton,
    normalise_name,
    normalise_new_names,
)
from companion.rules.rule_errors import MalformedError


@pytest.mark.parametrize(
    ("written", "normal"),
    [("  Ada ", "Ada"), ("Ada   Marie", "Ada Marie"), ("Ine\u0300s", "Inès"), ("A\u00a0B", "A B")],
)
def test_a_name_is_stored_in_normal_form(written: str, normal: str) -> None:
    assert normalise_name(written) == normal
    assert normalise_new_names([written, "Bo"]) == (normal, "Bo")


NEEDED = [
    "مه\u200cسا",  # Persian: two letters that would join
    "مَ\u200cسا",  # with a vowel sign between
    "ශ්\u200dරී",  # Sinhala: a joined form
    "ന്\u200d",  # Malayalam: a final form
    "राज्\u200cय",  # Hindi: a separate form
    "👨\u200d👩\u200d👧",
    "🧑🏽\u200d🚀",
    "❤\ufe0f\u200d🔥",
    "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    "🏳\ufe0f\u200d🌈 Zoé",
]


@pytest.mark.parametrize("name", NEEDED)
def test_joiners_stay_where_a_script_needs_them(name: str) -> None:
    assert normalise_name(name) == name
    assert normalise_new_names([name, "Bo"]) == check_names([name, "Bo"], range(2, 6)) == (name, "Bo")


@pytest.mark.parametrize(
    ("written", "normal"),
    [
        ("A\u200dda", "Ada"),
        ("A\u200cda", "Ada"),
        ("\u200dAda\u200c", "Ada"),
        ("Ada\u200b\ufeff", "Ada"),
        ("\u202eAda\u202c", "Ada"),
        ("A\u00adda", "Ada"),
        ("دا\u200cرا", "دارا"),  # alef never joins the next letter
        ("ما\u200c", "ما"),
        ("مه\u200dسا", "مهسا"),
        ("مه\u200cء", "مهء"),  # hamza never joins
        ("م\u200cA", "مA"),
        ("👨\u200dA", "👨A"),
        ("A\u200d👨", "A👨"),
        ("👨\u200d", "👨"),
        ("👨\u200d\u200d👩", "👨👩"),
        ("Ada\U000e0067", "Ada"),
        ("e\u200c\u0301", "é"),
        ("a \u200b b", "a b"),
    ],
)
def test_joiners_that_nobody_sees_are_dropped(written: str, normal: str) -> None:
    assert normalise_name(written) == normal
    assert not is_name(written)
    assert is_name(normal)


@pytest.mark.parametrize("name", NEEDED)
def test_a_joiner_makes_no_second_name(name: str) -> None:
    without = "".join(sign for sign in name if sign not in "\u200c\u200d")
    if without == name:
        without = name[0]
    with pytest.raises(MalformedError) as refused:
        normalise_new_names([name, without])
    assert refused.value.reason.key == "error.name_alike"


@pytest.mark.parametrize(
    ("box", "phone"), [("O'Brien", "O’Brien"), ("D'Artagnan", "d‘artagnan"), ("Anne-Marie", "Anne–Marie")]
)
def test_the_apostrophe_of_a_phone_makes_no_second_person(box: str, phone: str) -> None:
    assert name_key(box) == name_key(phone)
    with pytest.raises(MalformedError) as refused:
        check_names(normalise_new_names([box, phone]), range(1, 6))
    assert refused.value.reason.key in ("error.name_alike", "error.name_twice")
    assert normalise_new_names([phone]) == (phone,)


def test_emoji_that_are_newer_than_python_are_accepted() -> None:
    assert is_name("\U0001faeb\U0001fbff")
    assert not is_name("\U0003fffd")


@pytest.mark.parametrize(
    "blank", ["\u200d\u200c", "\u200b", "", "   ", "\u3164", "\u2800\u2800", "\u115f \ufe0f", "\u034f"]
)
def test_an_invisible_name_is_refused(blank: str) -> None:
    with pytest.raises(MalformedError) as refused:
        normalise_new_names(["Ada", blank])
    assert refused.value.where == "seats.1"
    assert refused.value.reason.key == "error.name"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Ada", "Аda"),
        ("ROB", "R0B"),
        ("Ida", "lda"),
        ("Ida", "1da"),
        ("Rosa", "Rоsa"),
        ("Ada", "Ａda"),
        ("Noah", "Νοah"),
        ("Ada", "Ad\u115fa"),
        ("Gus", "Ԍus"),
        ("Wim", "Ԝim"),
        ("Lisa", "Ꮮisa"),
        ("ADA", "ᎪᎠᎪ"),
        ("Leo", "ꓡeo"),
        ("Omar", "Օmar"),
        ("ROLF", "RꓳLF"),
    ],
)
def test_names_that_look_alike_are_refused(first: str, second: str) -> None:
    with pytest.raises(MalformedError) as refused:
        normalise_new_names([first, "Zoë", second])
    assert (refused.value.where, refused.value.reason.key) == ("seats.2", "error.name_alike")


@pytest.mark.parametrize(
    ("first", "second"),
    [("Ines", "Inès"), ("Ian", "Lan"), ("Ana", "Ann"), ("Оля", "Ола")],
)
def test_distinguishable_names_are_accepted(first: str, second: str) -> None:
    assert normalise_new_names([first, second]) == (first, second)


def test_names_from_before_stay_unchanged() -> None:
    before = (" Ada", "Аda", "Bo")
    assert normalise_new_names(before, before) == before
    with pytest.raises(MalformedError) as refused:
        normalise_new_names((" Ada", "Bо", "Bo"), before)
    assert refused.value.where == "seats.1"


def test_values_that_are_no_text_are_left_to_check_names() -> None:
    assert normalise_new_names([3, None, "Ada"]) == (3, None, "Ada")


@given(st.text() | st.text("aم ا‌‍👨्️🏴󠁧́"))
def test_normalising_twice_changes_nothing(name: str) -> None:
    assert normalise_name(normalise_name(name)) == normalise_name(name)
    assert name_key(normalise_name(name)) == name_key(name)
    assert is_name(normalise_name(name)) <= all(not sign.isspace() or sign == " " for sign in normalise_name(name))
    assert name_skeleton(normalise_name(name)) == name_skeleton(name)
