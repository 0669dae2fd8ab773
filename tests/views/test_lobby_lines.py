"""Tests of the lobby in words: its marks are those of the game that starts from it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from companion.games import GAMES
from companion.rules.game import Game
from companion.table import table as tables
from companion.table.lobby import Lobby
from companion.words.catalogue import Words
from companion.words.lobby_lines import beginner_rule, lobby_marks, place_names
from companion.words.signs import seat_mark

EN = Words("en")
NAMES = st.lists(st.sampled_from(["Ada", "Anna", "Adaan", "Élise", "Bao", "李", "", "9"]), min_size=2, max_size=5)


@given(game=st.sampled_from(GAMES), names=NAMES, begins=st.integers(1, 5))
def test_marks_stay_the_same_when_the_game_starts(game: Game, names: list[str], begins: int) -> None:
    lobby = Lobby(game)
    for name in names:
        if len(lobby.places) < game.seats[-1] and (not name or lobby.place_named(name) is None):
            lobby = lobby.sit(name, lambda _: None)
    if len(lobby.places) not in game.seats:
        return
    lobby = lobby.begin_with(min(begins, len(lobby.places)))
    marks = lobby_marks(lobby, EN)
    assert [mark.seat for mark in marks] == [*range(1, len(lobby.places) + 1)]
    assert tuple(mark.name for mark in marks) == place_names(lobby, EN)
    command = lobby.start({}, lambda colour: EN(f"colour.{colour}"))
    table = tables.start(game, command.names, command.options)
    for seat, mark in enumerate(lobby.in_seat_order(marks), 1):
        started = seat_mark(table, seat, EN)
        assert (started.letter, started.name) == (mark.letter, mark.name)
        if "colours" in game.options_schema.get("properties", {}):
            assert (started.shape, started.colour) == (mark.shape, mark.colour)


def test_every_game_says_who_begins_in_both_languages() -> None:
    for game in GAMES:
        for language in ("en", "fr"):
            assert beginner_rule(game, Words(language)), game.id
