"""Tests of the marks of seats: shapes by colour, letters by name, the same before and after a game starts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from string import ascii_uppercase

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games import GAMES
from companion.rules.game import Game, has_chosen_colours
from companion.table import table as tables
from companion.table.lobby import Lobby, LobbyPlace
from companion.words.catalogue import Words
from companion.words.lobby_lines import lobby_marks
from companion.words.signs import SHAPE_OF_COLOUR, SHAPES, Shape, seat_letters, seat_mark, seat_marks
from tests.games.lanterns import LANTERNS
from tests.games.pebbles import PEBBLES
from tests.views.games import expedition

FRENCH = Words("fr")
EVERY_GAME = (*GAMES, LANTERNS, PEBBLES)
COLOURS = tuple(SHAPE_OF_COLOUR)
FIVE = st.integers(0, 5)
names_of = st.lists(st.text(max_size=8) | st.text("AaÉéŒœ ", max_size=4), min_size=5, max_size=5)
colours_of = st.lists(st.sampled_from((*COLOURS, "", "")), min_size=5, max_size=5)


def letters(*names: str) -> str:
    return "".join(seat_letters(names))


def shapes(*colours: str) -> list[Shape]:
    return [mark.shape for mark in seat_marks(["x"] * len(colours), colours, FRENCH)]


def test_a_seat_mark_has_colour_shape_and_letter() -> None:
    marks = [seat_mark(expedition(5), seat, FRENCH) for seat in range(1, 6)]
    assert "".join(mark.letter for mark in marks) == "IBCDE"
    assert [mark.shape for mark in marks] == list(SHAPES) == list(Shape)
    assert [mark.colour for mark in marks] == ["bleu", "rouge", "vert", "jaune", "violet"]
    assert [mark.name for mark in marks] == ["Inès", "Bao", "Chloé", "Dan", "Eva"]


def test_a_seat_with_two_camels_has_the_first_colour() -> None:
    mark = seat_mark(expedition(2, colours=[["violet", "red"]]), 1, FRENCH)
    assert (mark.colour, mark.shape) == ("violet", Shape.PENTAGON)


def test_a_shape_goes_with_the_colour_in_every_order() -> None:
    assert shapes("green", "blue", "red") == [Shape.SQUARE, Shape.CIRCLE, Shape.TRIANGLE]


def test_a_clash_gets_the_next_free_shape() -> None:
    assert shapes("yellow", "orange") == [Shape.DIAMOND, Shape.CIRCLE]
    assert shapes("white", "violet", "blue") == [Shape.PENTAGON, Shape.TRIANGLE, Shape.CIRCLE]


def test_seats_without_colours_have_shapes_in_their_order() -> None:
    assert shapes("", "", "", "", "") == list(SHAPES)
    assert shapes("", "blue", "black") == [Shape.TRIANGLE, Shape.CIRCLE, Shape.SQUARE]


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (("Ada", "Bao", "Cid"), "ABC"),
        (("Ada", "Anna", "Aïda"), "ANI"),
        (("Élodie", "eva", "Œdipe", "Øystein", "Łucja"), "EVOYL"),
        (("A", "a-", "Aa"), "ABC"),
        (("7", "小明", "Bao", "Анна"), "ABOC"),
        (("ßteve", "Zoë"), "SZ"),
    ],
)
def test_a_letter_is_the_first_free_of_the_name(names: tuple[str, ...], expected: str) -> None:
    assert letters(*names) == expected


@given(names_of, colours_of, FIVE)
def test_no_two_seats_share_a_letter_or_shape(names: list[str], colours: list[str], seats: int) -> None:
    marks = seat_marks(names[:seats], colours[:seats], FRENCH)
    assert len({mark.letter for mark in marks}) == len({mark.shape for mark in marks}) == seats
    assert all(len(mark.letter) == 1 and mark.letter in ascii_uppercase for mark in marks)


@given(names_of, colours_of)
def test_letters_of_earlier_seats_stay_when_others_join(names: list[str], colours: list[str]) -> None:
    marks = seat_marks(names, colours, FRENCH)
    assert [mark.letter for mark in seat_marks(names[:3], colours[:3], FRENCH)] == [mark.letter for mark in marks[:3]]


@given(names_of, st.permutations(COLOURS))
def test_red_is_a_triangle_at_every_table(names: list[str], colours: list[str]) -> None:
    marks = seat_marks(names, colours[:5], FRENCH)
    assert all(mark.shape is Shape.TRIANGLE for mark in marks if mark.colour == "rouge")
    assert {SHAPE_OF_COLOUR[colour] for colour in colours[:5]} <= {mark.shape for mark in marks}


@pytest.mark.parametrize("game", EVERY_GAME, ids=lambda game: game.id)
def test_every_game_has_red_and_shapes_for_its_colours(game: Game) -> None:
    assert SHAPE_OF_COLOUR["red"] is Shape.TRIANGLE
    assert "red" in game.colours
    assert set(game.colours) <= set(SHAPE_OF_COLOUR)
    first = [SHAPE_OF_COLOUR[colour] for colour in game.colours[: game.seats[-1]]]
    assert len(set(first)) == len(first), "the colours that a game gives by itself never clash"


@pytest.mark.parametrize("game", EVERY_GAME, ids=lambda game: game.id)
@given(data=st.data())
def test_marks_are_the_same_before_and_after_the_start(game: Game, data: st.DataObject) -> None:
    seats = data.draw(st.sampled_from(list(game.seats)))
    own: Sequence[str] = game.colours
    begins = 1
    if has_chosen_colours(game):
        own, begins = data.draw(st.permutations(game.colours)), data.draw(st.integers(1, seats))
    names = ("Inès", "Ida", "Éva", "Ada", "7")[:seats]
    places = tuple(LobbyPlace(name, (colour,)) for name, colour in zip(names, own, strict=False))
    lobby = Lobby(game, places, begins)
    before = lobby.in_seat_order(lobby_marks(lobby, FRENCH))
    start = lobby.start({}, str)
    table = tables.start(game, start.names, start.options, number=1)
    after = [seat_mark(table, seat, FRENCH) for seat in table.seats]
    assert [replace(mark, seat=seat) for seat, mark in enumerate(before, 1)] == after
