"""Tests of people in the journal: written with the start of a game, renamed and forgotten beside games and roles."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from companion.journal.backup import backup_to, restore_backup
from companion.journal.journal import Journal
from companion.journal.open_journal import Store
from companion.journal.rows import Row
from companion.journal.state_directory import NAME
from companion.rules.game import find_game
from companion.rules.rule_errors import MalformedError
from companion.session.session import Session
from companion.table.commands import ClaimSeat, StartGame
from companion.table.people import PEOPLE_NOTE, KnownPerson, People, PersonEntry, from_note
from companion.table.session_errors import NotSavedError
from tests.kit.scripted_games import GAMES, NOON, expedition, session_on
from tests.session.test_erase import SECRET, bytes_of
from tests.session.test_not_saved import limit_file_size

ADA = "a" * 64


def rows_of(session: Session) -> list[Row]:
    return [row for saved in session.journal.games() for row in session.journal.rows(saved.number)]


def noted(session: Session) -> People:
    return from_note(session.journal.note(PEOPLE_NOTE))


def test_a_start_notes_people_with_their_colours(session: Session) -> None:
    session.do(expedition(("Ada", "Bao")))
    session.do(StartGame(game="classic", names=("Bao", "Cleo"), options={"colours": ["green", None]}))
    assert session.known_people() == (
        KnownPerson("Bao", "green"),
        KnownPerson("Cleo", "blue"),
        KnownPerson("Ada", "blue"),
    )
    assert noted(session) == session.people == session_on(session.journal).people


def test_colours_count_as_chosen_only_for_those_who_chose(session: Session) -> None:
    session.do(expedition(("Ada", "Bao")))
    game, people = find_game("expedition", GAMES), session.people
    session.open_lobby(game)
    session.change_lobby(lambda lobby: lobby.sit("Bao", people.colour_of).sit("Cleo", people.colour_of))
    session.change_lobby(lambda lobby: lobby.sit("Ada", people.colour_of).choose_colour(1, 0, "violet"))
    session.start_lobby(str)
    colours = {person.name: person.colour for person in session.known_people()}
    assert session.table
    assert session.table.match.colours[0][0] == colours["Bao"] == "violet"
    assert colours["Ada"] == "blue", "the preference from the first game"


def test_seats_without_a_name_are_not_noted(store: Store) -> None:
    session = Session(store.journal, GAMES, lambda: NOON, nobodies=frozenset({"rouge"}))
    session.do(expedition(("Rouge", "Ada")))
    assert session.known_people() == (KnownPerson("Ada", "red"),)
    assert [entry.name for entry in noted(session).entries] == ["Ada"]


def test_a_full_disk_keeps_neither_game_nor_people(game: Session, directory: Path) -> None:
    people, number = game.people, game.journal.next_number()
    with limit_file_size((directory / f"{NAME}-wal").stat().st_size), pytest.raises(NotSavedError):
        game.do(expedition(("Zoe", "Yan")))
    assert (game.people, noted(game), game.journal.next_number()) == (people, people, number)
    game.do(expedition(("Zoe", "Yan")))
    assert game.known_people()[0].name == "Zoe"


def test_renaming_and_forgetting_change_no_row_and_no_role(session: Session) -> None:
    session.do(expedition(("Ada", "Bao")))
    session.do(ClaimSeat(seat=1, phone=ADA))
    session.do(expedition(("Annie", "Bao")))
    rows, roles = rows_of(session), session.snapshot().roles
    assert session.merged_person("Annie", "ada") == "Ada"
    session.rename_person("Annie", "ada")
    session.rename_person("Bao", "Baozhai")
    session.prefer_colour("Ada", "violet")
    assert session.known_people() == (KnownPerson("Ada", "violet"), KnownPerson("Baozhai", "red"))
    session.forget_person("Baozhai")
    assert session.known_people() == (KnownPerson("Ada", "violet"),)
    assert (rows_of(session), session.snapshot().roles) == (rows, roles)
    assert session_on(session.journal).known_people() == session.known_people()
    assert session.table
    assert session.table.names == ("Annie", "Bao")


def test_refused_changes_of_people_write_nothing(game: Session, directory: Path) -> None:
    people = game.people
    with pytest.raises(MalformedError):
        game.rename_person("Nobody", "Zoe")
    with limit_file_size((directory / f"{NAME}-wal").stat().st_size):
        with pytest.raises(NotSavedError):
            game.rename_person("Ada", "Zoe")
        with pytest.raises(NotSavedError):
            game.forget_person("Ada")
        assert not game.snapshot().saved
    assert game.people == noted(game) == people


def test_a_person_leaves_the_files_with_the_last_game(tmp_path: Path) -> None:
    with closing(Journal(tmp_path / "journal.sqlite3")) as journal:
        session = session_on(journal)
        session.do(expedition((SECRET, "Bao")))
        session.do(expedition(("Bao", "Cleo")))
        session.erase(1)
        assert SECRET.encode() not in bytes_of(tmp_path)
        assert [entry.name for entry in noted(session).entries] == ["Bao", "Cleo"]
        session.erase(None)
        assert journal.note(PEOPLE_NOTE) is None
        assert session.people == People()


@pytest.mark.parametrize("note", [None, 3, {"people": [{"name": "Ada", "colour": 3}]}])
def test_people_of_a_journal_without_the_note_are_known(game: Session, note: object) -> None:
    game.note(PEOPLE_NOTE, note)
    session = session_on(game.journal)
    assert session.table
    assert session.known_people() == tuple(map(KnownPerson, session.table.names))


def test_a_restored_backup_has_only_people_of_its_games(session: Session, directory: Path, tmp_path: Path) -> None:
    session.do(expedition(("Ada", "Bao")))
    session.rename_person("Bao", "Baozhai")
    ghosts = {"people": [{"name": "Ghost", "former": ["Ada", "Spectre"]}, {"name": "Nobody"}]}
    for note, people in ((None, session.people), (ghosts, People((PersonEntry("Ghost", former=("Ada",)),)))):
        if note is not None:
            session.note(PEOPLE_NOTE, note)
        backup, restored = tmp_path / f"{note is None}.sqlite3", tmp_path / f"{note is None}"
        backup_to(backup, directory)
        restore_backup(backup, restored, GAMES)
        with closing(Journal(restored / NAME, read_only=True)) as journal:
            assert from_note(journal.note(PEOPLE_NOTE)) == people
