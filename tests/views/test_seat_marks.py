"""How seats are marked, how their names are cut, and what is told of them."""

from __future__ import annotations

from companion.table.amendments import amend, restore, take_back
from companion.words.catalogue import Words
from companion.words.event_lines import change_told, told
from companion.words.signs import BRIEF, SHAPES, Shape, brief_names, mark_for, mark_of
from companion.words.turn_lines import last_told
from tests.views.games import expedition, played

FRENCH = Words("fr")


def test_a_seat_is_a_colour_a_shape_and_a_letter() -> None:
    marks = [mark_of(expedition(5), seat, FRENCH) for seat in range(1, 6)]
    assert "".join(mark.letter for mark in marks) == "ABCDE"
    assert [mark.shape for mark in marks] == list(SHAPES) == list(Shape)
    assert [mark.colour for mark in marks] == ["bleu", "rouge", "vert", "jaune", "violet"]
    assert [mark.name for mark in marks] == ["Inès", "Bao", "Chloé", "Dan", "Eva"]


def test_shape_and_letter_follow_the_seat_and_the_colour_follows_the_choice() -> None:
    mark = mark_for(2, "Bao", "violet", Words("en"))
    assert (mark.seat, mark.letter, mark.shape, mark.colour) == (2, "B", Shape.TRIANGLE, "violet")


def test_with_two_camels_the_first_ones_colour_is_the_seats() -> None:
    table = expedition(2, colours=[["violet", "red"]])
    assert mark_of(table, 1, FRENCH).colour == "violet"


def test_long_names_are_cut_where_they_share_a_line() -> None:
    assert brief_names(("Inès", "Éléonore", "Jean-Baptiste", "Anne - Sophie")) == (
        "Inès",
        "Éléonore",
        "Jean-Ba…",
        "Anne…",
    )
    assert all(len(name) <= BRIEF for name in brief_names(("x" * 40,)))


def test_what_happened_last_is_the_last_move() -> None:
    table = expedition()
    assert last_told(table, FRENCH) == ""
    assert last_told(played(table, "step"), FRENCH) == "Inès avance en 3"
    assert last_told(played(table, "step", "crate 2"), FRENCH) == "Inès, caisse +2"


def test_what_was_taken_back_is_told_until_something_new_happens() -> None:
    table = take_back(take_back(played(expedition(), "step", "end")))
    assert last_told(table, FRENCH) == "Repris\N{NO-BREAK SPACE}: A avance en 3"
    assert last_told(restore(table), FRENCH) == "Repris\N{NO-BREAK SPACE}: A finit son tour"
    assert last_told(restore(restore(table)), FRENCH) == "A 0 → 3"
    assert last_told(played(table, "end"), FRENCH) == "Inès passe"


def test_an_amendment_is_told_by_the_move_it_changed() -> None:
    table = played(expedition(), "step", "end", "step")
    amended = amend(table, 3, None)
    assert last_told(amended, FRENCH) == "Coup 3 retiré"
    assert last_told(take_back(amended), FRENCH) == "Repris\N{NO-BREAK SPACE}: Coup 3 retiré"
    assert change_told(amended, amended.done[0], FRENCH) == "Inès avance en 3"


def test_each_entry_is_told_as_it_was_then() -> None:
    table = played(expedition(), "step", "end", "step")
    assert [FRENCH.of(told(table, entry), table.names) for entry in (1, 2, 3)] == [
        "Inès avance en 3",
        "Inès finit son tour",
        "Bao avance en 4",
    ]
