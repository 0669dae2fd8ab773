"""Tests of names: their normal form, blank names, and names that look alike."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.people_names import name_key, name_skeleton, normalise_name, normalise_new_names
from companion.rules.rule_errors import MalformedError


@pytest.mark.parametrize(
    ("written", "normal"),
    [("  Ada ", "Ada"), ("Ada   Marie", "Ada Marie"), ("Ine\u0300s", "Inès"), ("A\u00a0B", "A B")],
)
def test_a_name_is_stored_in_normal_form(written: str, normal: str) -> None:
    assert normalise_name(written) == normal
    assert normalise_new_names([written, "Bo"]) == (normal, "Bo")


@pytest.mark.parametrize("blank", ["", "   ", "\u3164", "\u2800\u2800", "\u115f \ufe0f", "\u034f"])
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


@given(st.text())
def test_normalising_twice_changes_nothing(name: str) -> None:
    assert normalise_name(normalise_name(name)) == normalise_name(name)
    assert name_key(normalise_name(name)) == name_key(name)
    assert name_skeleton(normalise_name(name)) == name_skeleton(name)
