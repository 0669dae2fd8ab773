"""Tests of people: who is known, under which name and with which colour, beside games that never change."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.people_names import LONGEST_NAME, check_names, name_key
from companion.rules.rule_errors import MalformedError
from companion.table.people import (
    MOST_ENTRIES,
    MOST_FORMER_NAMES,
    KnownPerson,
    People,
    PersonEntry,
    from_note,
    to_note,
)

NOBODIES = frozenset({"red", "bleu"})
TABLES = [("Bao", "Annie"), ("Cleo", "Anna"), ("anna", "Bao")]
"""The names at three tables, newest first."""


def test_people_of_past_games_are_known_without_a_note() -> None:
    assert People().known(TABLES) == (
        KnownPerson("Bao"),
        KnownPerson("Annie"),
        KnownPerson("Cleo"),
        KnownPerson("Anna"),
    )


def test_seats_without_a_name_are_nobody() -> None:
    people = People(nobodies=NOBODIES)
    assert people.known([("Red", "Bao", "BLEU")]) == (KnownPerson("Bao"),)
    assert people.is_nobody("Bleu")
    assert not people.is_nobody("Bao")
    assert people.after_start(("Red", "Bleu"), ("red", "blue")) == people


def test_first_colour_becomes_the_preferred_one() -> None:
    people = People().after_start(("Bao", "Anna"), ("red", "blue"))
    people = people.after_start(("Anna", "BAO"), ("red", "green"))
    assert (people.colour_of("Bao"), people.colour_of("anna"), people.colour_of("Cleo")) == ("red", "blue", None)
    assert people.known([("BAO",)]) == (KnownPerson("BAO", "red"),)


def test_a_chosen_colour_replaces_the_preferred_one() -> None:
    people = People().after_start(("Bao", "Anna"), ("red", "blue"))
    people = people.after_start(("Bao", "Anna"), ("green", "violet"), chosen={2})
    assert (people.colour_of("Bao"), people.colour_of("Anna")) == ("red", "violet")
    assert people.with_colour("Bao", "white", TABLES).colour_of("Bao") == "white"


def test_a_game_without_colours_keeps_preferences() -> None:
    people = People().after_start(("Bao", "Anna"), ("red", "blue")).after_start(("Bao", "Cleo"), (), chosen={1, 2})
    assert (people.colour_of("Bao"), people.colour_of("Cleo")) == ("red", None)


def test_a_renamed_person_keeps_colour_and_games() -> None:
    people = People().after_start(("Anna", "Bao"), ("red", "blue")).renamed("anna", " Hanna ", TABLES)
    assert people.present_name("ANNA") == people.present_name("hanna") == "Hanna"
    assert people.known(TABLES) == (
        KnownPerson("Bao", "blue"),
        KnownPerson("Annie"),
        KnownPerson("Cleo"),
        KnownPerson("Hanna", "red"),
    )
    assert people.renamed("Hanna", "Anna", TABLES).present_name("hanna") == "Anna"
    assert people.renamed("Hanna", "HANNA", TABLES).present_name("anna") == "HANNA"


def test_the_name_of_another_person_merges_them() -> None:
    people = People().after_start(("Anna",), ("red",))
    assert people.merged_with("Anna", "annie", TABLES) == "Annie"
    assert people.merged_with("Anna", "ANNA", TABLES) is None
    assert people.merged_with("Anna", "Zoe", TABLES) is None
    people = people.renamed("Anna", "annie", TABLES)
    assert people.known(TABLES) == (KnownPerson("Bao"), KnownPerson("Annie", "red"), KnownPerson("Cleo"))
    assert people.present_name("Anna") == "Annie"
    assert people.merged_with("Annie", "Anna", TABLES) is None
    assert people.merged_with("Zoe", "Anna", [("Zoe",), *TABLES]) == "Annie", (
        "a former name is still that of its person"
    )


def test_people_of_one_game_are_never_merged() -> None:
    with pytest.raises(MalformedError) as refused:
        People().renamed("Annie", "Bao", TABLES)
    assert refused.value.reason.key == "people.at_one_table"


@pytest.mark.parametrize(
    ("before", "after", "reason"),
    [
        ("Bao", "  ", "error.name"),
        ("Bao", "\u3164", "error.name"),
        ("Bao", "B\nao", None),
        ("Bao", "B\x00ao", "error.name"),
        ("Bao", "B" * (LONGEST_NAME + 1), "error.name"),
        ("Bao", "Аnnа", "error.name_alike"),
        ("Bao", "Вao", None),
        ("Bao", "bleu", "people.colour_word"),
        ("Zoe", "Zoé", "people.unknown"),
        ("Red", "Zoé", "people.unknown"),
    ],
)
def test_names_that_would_confuse_are_refused(before: str, after: str, reason: str | None) -> None:
    people = People(nobodies=NOBODIES)
    if reason is None:
        assert people.renamed(before, after, TABLES).present_name("Bao") == " ".join(after.split())
        return
    with pytest.raises(MalformedError) as refused:
        people.renamed(before, after, TABLES)
    assert refused.value.reason.key == reason


def test_a_forgotten_person_who_plays_again_is_known_again() -> None:
    people = People().after_start(("Anna", "Bao"), ("red", "blue")).renamed("Annie", "Anna", TABLES)
    people = people.forget("Anna", TABLES)
    assert people.known(TABLES) == (KnownPerson("Bao", "blue"), KnownPerson("Cleo"))
    assert people.colour_of("Annie") is None
    assert people.present_name("Annie") == "Anna", "statistics of past games stay as they were"
    people = people.after_start(("Annie",), ("green",))
    assert people.known(TABLES) == (KnownPerson("Bao", "blue"), KnownPerson("Anna", "green"), KnownPerson("Cleo"))


def test_a_person_merged_with_a_forgotten_one_stays() -> None:
    people = People().forget("Annie", TABLES)
    assert people.merged_with("Anna", "Annie", TABLES) == "Annie"
    assert KnownPerson("Annie") in people.renamed("Anna", "Annie", TABLES).known(TABLES)


def test_names_go_with_their_last_game() -> None:
    people = People().after_start(("Anna", "Bao"), ("red", "blue")).renamed("Anna", "Annie", TABLES)
    people = people.renamed("Annie", "Hanna", TABLES).forget("Bao", TABLES)
    assert people.at_tables(TABLES) == people
    assert people.at_tables([("Annie", "Cleo")]).entries == (PersonEntry("Hanna", "red", ("Annie",)),)
    assert people.at_tables([("Cleo",)]) == People()


def test_the_oldest_entries_and_former_names_go_first() -> None:
    people = People()
    for number in range(MOST_ENTRIES + 1):
        people = people.after_start((f"P{number}",), ("red",))
    assert len(people.entries) == MOST_ENTRIES
    assert (people.colour_of("P0"), people.colour_of("P1")) == (None, "red")
    people = People()
    for number in range(MOST_FORMER_NAMES + 2):
        people = people.renamed(people.present_name("Cleo"), f"Cleo {number}", [(people.present_name("Cleo"), "Cleo")])
        assert from_note(to_note(people)) == people
    assert len(people.entries[0].former) <= MOST_FORMER_NAMES


@pytest.mark.parametrize(
    "entry",
    [
        3,
        [],
        {},
        {"name": ""},
        {"name": 3},
        {"name": "A\x00"},
        {"name": "A" * (LONGEST_NAME + 1)},
        {"name": "Zoe", "colour": 3},
        {"name": "Zoe", "colour": "red\nblue"},
        {"name": "Zoe", "former": "Anna"},
        {"name": "Zoe", "former": [None]},
        {"name": "Zoe", "former": ["zoe"]},
        {"name": "Zoe", "former": ["Bao"]},
        {"name": "Zoe", "former": [f"Zoe {number}" for number in range(MOST_FORMER_NAMES + 1)]},
    ],
)
def test_a_foreign_note_gives_no_people(entry: object) -> None:
    assert from_note({"people": [{"name": "Bao"}]}) != People()
    assert from_note({"people": [{"name": "Bao"}, entry]}, NOBODIES) == People(nobodies=NOBODIES)


def test_entries_that_differ_by_an_apostrophe_are_one_person() -> None:
    older = {"people": [{"name": "O'Brien", "colour": "red", "former": ["Bo"]}, {"name": "O’Brien"}]}
    people = from_note(older, NOBODIES)
    assert people.present_name("Bo") == people.present_name("O'Brien") == "O’Brien"
    assert from_note(to_note(people), NOBODIES) == people


@pytest.mark.parametrize(
    "note", [None, 3, [], {}, {"people": None}, {"people": [{"name": f"P{n}"} for n in range(MOST_ENTRIES + 1)]}]
)
def test_a_foreign_note_without_entries_is_no_error(note: object) -> None:
    assert from_note(note) == People()


REFUSALS = {"error.name", "error.name_alike", "people.unknown", "people.colour_word", "people.at_one_table"}
NAMES = st.sampled_from(
    ["Anna", "anna", "Annie", "Bao", "Cleo", "Аnna", "Zoë", "Zoe\u0308", "Red", "STRASSE", "Straße"]
)
SEATED = st.lists(NAMES, min_size=1, max_size=4, unique_by=name_key)
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("start"), SEATED, st.sets(st.integers(1, 4))),
        st.tuples(st.just("rename"), NAMES, NAMES | st.text(max_size=LONGEST_NAME + 2)),
        st.tuples(st.just("colour"), NAMES, st.sampled_from(["red", "blue", None])),
        st.tuples(st.just("forget"), NAMES, st.none()),
        st.tuples(st.just("erase"), st.integers(0, 3), st.none()),
    ),
    max_size=12,
)


def after_steps(steps: list[tuple[str, Any, Any]]) -> tuple[People, list[list[str]]]:
    """Return the people after these steps, and the names at the tables, newest first."""
    people, tables, refusals = People(nobodies=NOBODIES), [["Bao", "Anna"], ["Annie", "Cleo"]], set()
    for kind, subject, value in steps:
        try:
            if kind == "start":
                people, tables = people.after_start(subject, ("red", "blue", "green"), value), [subject, *tables]
            elif kind == "rename":
                people = people.renamed(subject, value, tables)
            elif kind == "colour":
                people = people.with_colour(subject, value, tables)
            elif kind == "forget":
                people = people.forget(subject, tables)
            else:
                del tables[subject : subject + 1]
                people = people.at_tables(tables)
        except MalformedError as error:
            refusals.add(error.reason.key)
    assert refusals <= REFUSALS
    return people, tables


@given(STEPS)
def test_people_are_read_back_from_their_note(steps: list[tuple[str, Any, Any]]) -> None:
    people, _ = after_steps(steps)
    assert from_note(to_note(people), NOBODIES) == people


@given(STEPS)
def test_everyone_is_known_once_under_a_lasting_name(steps: list[tuple[str, Any, Any]]) -> None:
    people, tables = after_steps(steps)
    known = people.known(tables)
    assert len({name_key(person.name) for person in known}) == len(known)
    for person in known:
        assert people.present_name(person.name) == person.name
        assert not people.is_nobody(person.name)
        assert person.colour == people.colour_of(person.name)
        assert check_names([person.name], range(1, 2)) == (person.name,)
    for table in tables:
        for name in table:
            present = people.present_name(name)
            assert people.present_name(present) == present


@given(STEPS)
def test_no_step_loses_a_person_who_is_not_forgotten(steps: list[tuple[str, Any, Any]]) -> None:
    people, tables = after_steps(steps)
    known = {name_key(person.name) for person in people.known(tables)}
    forgotten = {key for entry in people.entries if entry.forgotten for key in entry.keys}
    for table in tables:
        for name in table:
            key = name_key(people.present_name(name))
            assert (key in known) is not (people.is_nobody(name) or key in forgotten)
