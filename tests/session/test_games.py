"""Several games in one journal: started, left, opened again, closed, and played again by the same people."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.expedition import EXPEDITION
from companion.journal.journal import OPEN_GAME, SavedGame
from companion.journal.open_journal import Store, open_store
from companion.rules.match_functions import standings
from companion.rules.rule_errors import IllegalMoveError, MalformedError
from companion.session.session import Session
from companion.table.commands import Answer, CloseGame, LeaveGame, OpenGame, TakeBack
from companion.table.session_errors import NoGameError
from tests.kit.scripted_games import (
    GAMES,
    NAMES,
    crate,
    expedition,
    play,
    resumed_table,
    session_on,
    step,
    table_of,
    whole_game,
)


def test_a_saved_game_is_listed_with_its_kind_and_players(game: Session) -> None:
    version = EXPEDITION.rules_version
    saved = SavedGame(1, "expedition", NAMES, result=None, closed=False, version=version)
    assert game.journal.games() == (saved,)


def test_a_finished_game_is_listed_with_its_winner(game: Session) -> None:
    for move in whole_game():
        game.do(play(move))
    (saved,) = game.journal.games()
    places = standings(table_of(game).match, table_of(game).state)
    assert saved.result == tuple((place.seat, place.rank, place.total) for place in places)
    assert saved.result[0][:2] == (1, 1)


def test_taking_back_the_end_removes_the_result(game: Session) -> None:
    for move in whole_game():
        game.do(play(move))
    game.do(TakeBack())
    assert game.journal.games()[0].result is None


def test_games_are_numbered_and_independent(session: Session, tmp_path: Path) -> None:
    session.do(expedition())
    session.do(play(step(1)))
    assert session.do(expedition(("Dom", "Eve"))) == Answer(game=2, seq=1, entry=0)
    session.do(play((1, {"move": "step", "by": "cards", "camel": 1})))
    assert [saved.names for saved in session.journal.games()] == [NAMES, ("Dom", "Eve")]
    assert [len(list(session.journal.rows(number))) for number in (1, 2)] == [2, 2]
    assert resumed_table(session.journal, tmp_path) == table_of(session)


def test_a_game_that_was_left_can_be_continued(game: Session) -> None:
    game.do(play(step(1)))
    table_left = table_of(game)
    assert game.do(LeaveGame()) == Answer(game=0, seq=0, entry=0)
    assert game.table is None
    assert game.do(OpenGame(number=1)) == Answer(game=1, seq=2, entry=1)
    assert table_of(game) == table_left
    assert game.do(play(step(1))).seq == 3


def test_starting_a_second_game_keeps_the_first(game: Session) -> None:
    game.do(play(step(1)))
    first = table_of(game)
    game.do(expedition(("Dom", "Eve")))
    game.do(OpenGame(number=1))
    assert table_of(game) == first


def test_games_can_be_played_alternately(session: Session) -> None:
    for _ in range(2):
        session.do(expedition())
    for number, command in ((1, play(step(1))), (2, play(step(1))), (1, TakeBack()), (2, play(crate(1, 2)))):
        session.do(OpenGame(number=number))
        session.do(command)
    assert [session.do(OpenGame(number=number)).entry for number in (1, 2)] == [0, 2]


def test_an_unknown_game_cannot_be_opened(game: Session) -> None:
    before = game.snapshot()
    with pytest.raises(NoGameError):
        game.do(OpenGame(number=7))
    assert game.snapshot() == before


def test_a_refused_start_leaves_the_open_game_open(game: Session) -> None:
    before = game.snapshot()
    with pytest.raises(MalformedError):
        game.do(expedition(("Ada",)))
    assert game.snapshot() == before


@pytest.mark.parametrize("number", [1, 2, None])
def test_the_open_game_is_open_after_a_restart(session: Session, store: Store, number: int | None) -> None:
    for _ in range(2):
        session.do(expedition())
    session.do(OpenGame(number=number) if number else LeaveGame())
    again = session_on(store.journal)
    assert (again.table.number if again.table else None) == number


def test_an_open_game_that_is_gone_is_not_open(store: Store) -> None:
    store.journal.set_note(OPEN_GAME, 5)
    assert session_on(store.journal).table is None


def test_a_closed_game_is_marked_and_can_be_viewed(game: Session) -> None:
    game.do(play(step(1)))
    assert game.do(CloseGame()) == Answer(game=1, seq=3, entry=1)
    assert game.journal.games()[0].closed
    game.do(LeaveGame())
    game.do(OpenGame(number=1))
    assert table_of(game).closed
    with pytest.raises(IllegalMoveError):
        game.do(CloseGame())


def test_the_same_people_can_play_again(game: Session) -> None:
    for move in whole_game():
        game.do(play(move))
    last = game.journal.games()[-1]
    assert game.do(expedition(last.names)).game == 2
    assert table_of(game).names == NAMES
    assert table_of(game).entries == ()
    assert [saved.result is None for saved in game.journal.games()] == [False, True]


def test_names_of_played_games_are_suggested(session: Session, directory: Path, store: Store) -> None:
    for names in (("Ada", "Bao"), ("Zoë", "Ada"), ("Œdipe", "Line")):
        session.do(expedition(names))
    store.close()
    again = open_store(directory, GAMES)
    assert [saved.names for saved in again.journal.games()] == [("Ada", "Bao"), ("Zoë", "Ada"), ("Œdipe", "Line")]
    again.close()


class TestNotes:
    """Settings made on the box, and the owner's copied board, are stored beside the games."""

    def test_a_value_is_stored_until_it_is_removed(self, session: Session) -> None:
        session.note("board", {"crates": {"5": 2}, "name": "à nous"})
        assert session.journal.note("board") == {"crates": {"5": 2}, "name": "à nous"}
        session.note("board", None)
        assert session.journal.note("board") is None

    def test_the_last_value_counts(self, session: Session) -> None:
        for volume in (3, 0, 7):
            session.note("volume", volume)
        assert session.journal.notes() == {"volume": 7}

    def test_values_survive_a_restart(self, session: Session, store: Store, directory: Path) -> None:
        session.note("language", "fr")
        store.close()
        again = open_store(directory, GAMES)
        assert again.journal.note("language") == "fr"
        again.close()
