"""Reasons cite their ruling, and mark our interpretations of the rule text, with their option."""

from __future__ import annotations

import re

import pytest

from companion.rules.rule_errors import IllegalMoveError, Refusal
from companion.rules.text import say
from companion.rules.viewer import PUBLIC
from companion.server.views.form_view import citation_view, refused_view
from companion.server.views.table_view import table_view
from companion.table.table import Table
from companion.words.catalogue import LANGUAGES, Words
from tests.views.catalogue import sentences
from tests.views.games import classic, expedition, play_moves, snapshot, with_correction, with_move

OURS = {"en": "our reading", "fr": "notre lecture"}
QUOTED = re.compile("“([^”]+)”|«\N{NO-BREAK SPACE}([^»]+)\N{NO-BREAK SPACE}»")
by_language = pytest.mark.parametrize("language", LANGUAGES)


@pytest.fixture
def late_arrival() -> Table:
    """Return a table on which Bao's camel came to Ganzhou after the tally."""
    table = with_correction(with_correction(expedition(), 1, 15, "space:1"), 2, 9, "space:1")
    return play_moves(table, "step", "step")


def test_our_interpretations_are_marked_with_their_option(late_arrival: Table) -> None:
    with pytest.raises(IllegalMoveError) as refused:
        play_moves(late_arrival, "step")
    reason, ruling = refused.value.reason, refused.value.ruling
    assert refused_view(Refusal(reason, ruling), late_arrival.names, Words("en")) == {
        "reason": "This camel came late to Ganzhou. It moves on next turn.",
        "ruling": "E11",
        "reading": "our reading: option “Rest at Ganzhou”",
    }
    assert Words("en").with_interpretation(reason) == (
        "This camel came late to Ganzhou. It moves on next turn. (our reading: option “Rest at Ganzhou”)"
    )


def test_reasons_from_the_rule_text_have_no_interpretation_note() -> None:
    reason = say("expedition.refused.ballast_once")
    assert refused_view(Refusal(reason, "E4"), (), Words("en")) == {
        "reason": "Ballast only once a turn.",
        "ruling": "E4",
    }
    assert Words("en").with_interpretation(reason) == "Ballast only once a turn."
    assert refused_view(None, (), Words("en")) is None


def test_hidden_reasons_have_no_interpretation_note() -> None:
    assert citation_view(None, "C4", (), Words("en")) == {"ruling": "C4"}


def test_lines_of_the_score_sheet_mark_our_interpretations() -> None:
    ruined = with_move(with_correction(classic(), 2, -240, "besants"), 2, {"move": "restart"})
    start, *_, again = table_view(snapshot(ruined), PUBLIC, Words("fr"))["sheet"]
    assert "reading" not in start
    assert (again["ruling"], again["reading"]) == (
        "C17",
        "notre lecture\N{NO-BREAK SPACE}: l’étape atteinte reste acquise",
    )


@by_language
def test_interpretation_notes_use_the_labels_of_options(language: str) -> None:
    catalogue = sentences(language)
    labels = {form for sentence in catalogue.values() if ".option." in sentence.key for form in sentence.forms}
    notes = {key: sentence.forms[0] for key, sentence in catalogue.items() if key.endswith(".reading")}
    assert notes
    for key, note in notes.items():
        assert note.startswith(OURS[language]), key
        assert {a or b for a, b in QUOTED.findall(note)} <= labels, key
        assert key.removesuffix(".reading") in catalogue, key
