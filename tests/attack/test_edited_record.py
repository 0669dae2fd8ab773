"""The note of a game's result is edited in the journal, its moves are not. Lists must name the winner of the moves."""

from __future__ import annotations

import json
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.chance.canonical_json import canonical
from companion.journal.archive import Archive, PastGame
from companion.journal.backup import backup_to, restore_backup
from companion.journal.database import connect, row_to_sql, with_digest
from companion.journal.journal_check import faulty_games
from companion.journal.open_journal import open_store
from companion.journal.replay import ForeignReason
from companion.journal.state_directory import NAME
from companion.rules.game import Game
from companion.server.views.past_games_view import game_view, games_view
from companion.server.views.results_export import results_csv
from companion.table.commands import Amend, LeaveGame, OpenGame, TakeBack
from companion.table.people import People
from companion.table.session_errors import ForeignError
from companion.words.catalogue import Words
from tests.games.lanterns import LANTERNS
from tests.kit.lanterns_printings import BEFORE, CARDS, NOW, WITHOUT, finish_old_game, session_with
from tests.kit.older_journals import remove_versions, rewrite_game, rows_of
from tests.kit.scripted_games import table_of

NOTE = "noted, not checked"


@pytest.fixture
def untouched(tmp_path: Path) -> Path:
    """Return a directory with a finished market."""
    with closing(open_store(tmp_path, BEFORE)) as store:
        finish_old_game(store)
    return tmp_path


@pytest.fixture
def directory(untouched: Path) -> Path:
    """Return the same with an edited result in its note: the last is called the first."""
    return edit_note(untouched, result=[[2, 1, 99], [1, 2, 0]])


def edit_note(directory: Path, **fields: Any) -> Path:
    """Change these fields in a game's note; without fields, remove the note. Its digest is computed again."""
    with closing(connect(directory / NAME, read_only=False)) as db:
        last, note = db.execute("SELECT last, result FROM games WHERE number = 1").fetchone()
        *_, result, digest = with_digest(1, last, canonical({**json.loads(note), **fields}) if fields else None)
        db.execute("UPDATE games SET result = ?, digest = ? WHERE number = 1", (result, digest))
    return directory


def replace_note(directory: Path, note: Any) -> Path:
    """Replace a game's note."""
    with closing(connect(directory / NAME, read_only=False)) as db:
        (last,) = db.execute("SELECT last FROM games WHERE number = 1").fetchone()
        *_, result, digest = with_digest(1, last, canonical(note))
        db.execute("UPDATE games SET result = ?, digest = ? WHERE number = 1", (result, digest))
    return directory


def listed_game(directory: Path, games: tuple[Game, ...]) -> PastGame:
    [past] = Archive(directory / NAME, games).games()
    return past


def without_result(seq: int, body: dict[str, Any]) -> dict[str, Any]:
    """Return the row as written by programs that did not record the result."""
    return {name: value for name, value in body.items() if name != "result"}


def as_the_first_programs(seq: int, body: dict[str, Any]) -> dict[str, Any]:
    """Return the row as written by programs that had no seals either."""
    return {name: value for name, value in body.items() if name not in ("result", "edition", "salt", "match")}


def test_a_scan_of_all_games_repairs_the_note(directory: Path) -> None:
    edited = listed_game(directory, BEFORE).result
    assert [*faulty_games(directory / NAME, BEFORE)] == [1]
    with closing(open_store(directory, BEFORE)) as store:
        session = session_with(store.journal, BEFORE)
        mended = session.repair(1)
        assert mended is not None
        assert not mended.rows_cut
        assert mended.copy.exists()
        assert session.damaged
        assert session.repair(1) is None
    right = listed_game(directory, BEFORE).result
    assert right != edited
    with closing(open_store(directory, BEFORE)) as store:
        assert session_with(store.journal, BEFORE).journal.game_summary(1).result == right
    assert [*faulty_games(directory / NAME, BEFORE)] == [None]
    assert Archive(mended.copy, BEFORE).games()[0].result == edited, "the copy is the journal as it was"


def test_the_games_page_shows_the_result_of_its_moves(directory: Path) -> None:
    past = Archive(directory / NAME, BEFORE).find(1)
    assert past.table is not None
    assert past.past.result != listed_game(directory, BEFORE).result
    view = game_view(past, None, Words("en"), People())
    assert view["table"] is not None
    by_total = {seat["seat"]: seat["total"] for seat in view["places"]}
    assert by_total == {place["seat"]: place["total"] for place in view["table"]["standings"]}


@pytest.mark.parametrize("games", [NOW, WITHOUT], ids=["other rules", "no rules"])
def test_with_other_rules_the_rows_give_the_result(directory: Path, games: tuple[Game, ...]) -> None:
    past = listed_game(directory, games)
    right = Archive(directory / NAME, BEFORE).find(1).past.result
    assert (past.result, past.unverifiable) == (right, False)
    assert [*faulty_games(directory / NAME, games)] == [1]
    with closing(open_store(directory, games)) as store:
        session = session_with(store.journal, games)
        assert session.repair(1) is not None
        assert session.journal.game_summary(1).result == right


@pytest.mark.parametrize("games", [NOW, WITHOUT], ids=["other rules", "no rules"])
def test_an_older_foreign_game_is_marked_as_unchecked(directory: Path, games: tuple[Game, ...]) -> None:
    rewrite_game(directory / NAME, 1, without_result)
    archive = Archive(directory / NAME, games)
    [past] = archive.games()
    assert past.unverifiable
    assert games_view([past], None, Words("en"))[0]["only_noted"]
    assert game_view(archive.find(1), None, Words("en"), People())["only_noted"]
    assert all(NOTE in line for line in results_csv([past], Words("en")).splitlines()[1:])
    assert NOTE not in results_csv([listed_game(directory, BEFORE)], Words("en"))


def test_a_backup_restores_the_result_of_the_moves(directory: Path, tmp_path: Path) -> None:
    backup_to(tmp_path / "backup", directory)
    other_folder = tmp_path / "other"
    other_folder.mkdir()
    restore_backup(tmp_path / "backup", other_folder, BEFORE)
    assert listed_game(other_folder, BEFORE).result == Archive(directory / NAME, BEFORE).find(1).past.result


@pytest.mark.parametrize(
    "fields",
    [{"names": ["Bao", "Ada"]}, {"colours": [["blue"], ["red"]]}, {"result": None}, {}],
    ids=["names", "colours", "no result", "no note"],
)
def test_names_colours_and_a_missing_result_are_repaired_too(untouched: Path, fields: dict[str, Any]) -> None:
    right = listed_game(untouched, BEFORE)
    edit_note(untouched, **fields)
    assert [*faulty_games(untouched / NAME, BEFORE)] == [1]
    past = Archive(untouched / NAME, BEFORE).find(1).past
    assert (past.names, past.colours, past.result) == (right.names, right.colours, right.result)
    with closing(open_store(untouched, BEFORE)) as store:
        assert session_with(store.journal, BEFORE).repair(1) is not None
    assert listed_game(untouched, BEFORE) == right


def test_with_other_rules_the_rows_give_the_names(untouched: Path) -> None:
    names = listed_game(untouched, BEFORE).names
    edit_note(untouched, names=["Bao", "Ada"])
    assert [*faulty_games(untouched / NAME, WITHOUT)] == [1]
    assert Archive(untouched / NAME, WITHOUT).find(1).past.names == names
    with closing(open_store(untouched, WITHOUT)) as store:
        session = session_with(store.journal, WITHOUT)
        assert session.repair(1) is not None
        assert session.journal.game_summary(1).names == names


@pytest.fixture
def swapped_names(untouched: Path) -> Path:
    """Return the finished market with Ada and Bao swapped; its note is in the oldest form."""
    with closing(open_store(untouched, BEFORE)) as store:
        session = session_with(store.journal, BEFORE)
        session.do(OpenGame(number=1))
        session.do(Amend(entry=0, names=("Bao", "Ada")))
        session.do(LeaveGame())
    result = listed_game(untouched, BEFORE).result
    assert result is not None
    return replace_note(untouched, [list(place) for place in result])


@pytest.mark.parametrize("games", [BEFORE, NOW, WITHOUT], ids=["its rules", "other rules", "no rules"])
def test_a_note_in_the_oldest_form_falsifies_no_list(swapped_names: Path, games: tuple[Game, ...]) -> None:
    assert listed_game(swapped_names, games).names == ("Bao", "Ada")


def test_a_note_in_the_oldest_form_is_repaired(swapped_names: Path) -> None:
    assert [*faulty_games(swapped_names / NAME, BEFORE)] == [1]
    with closing(open_store(swapped_names, BEFORE)) as store:
        session = session_with(store.journal, BEFORE)
        mended = session.repair(1)
        assert mended is not None
        assert not mended.rows_cut
        assert session.journal.game_summary(1).names == ("Bao", "Ada")
        assert session.repair(1) is None


def test_an_unfinished_games_note_is_not_missing(untouched: Path) -> None:
    with closing(open_store(untouched, BEFORE)) as store:
        session = session_with(store.journal, BEFORE)
        session.do(OpenGame(number=1))
        session.do(TakeBack())
        session.do(LeaveGame())
    edit_note(untouched)
    assert [*faulty_games(untouched / NAME, BEFORE)] == [1]
    assert listed_game(untouched, BEFORE).names == ("Ada", "Bao")


def test_old_games_may_have_such_notes(swapped_names: Path) -> None:
    """Their programs noted nothing else, and wrote no version of the rules."""
    result = [list(place) for place in listed_game(swapped_names, BEFORE).result or ()]
    remove_versions(swapped_names / NAME, 1, LANTERNS)
    rewrite_game(swapped_names / NAME, 1, as_the_first_programs)
    replace_note(swapped_names, result)
    past = listed_game(swapped_names, BEFORE)
    assert (past.names, past.foreign, past.unverifiable) == (("Bao", "Ada"), ForeignReason.OTHER_RULES, True)
    assert [*faulty_games(swapped_names / NAME, BEFORE)] == [None]
    with closing(open_store(swapped_names, BEFORE)) as store:
        assert session_with(store.journal, BEFORE).repair(1) is None


def test_a_damaged_old_game_has_the_intact_rows_names(swapped_names: Path) -> None:
    with closing(connect(swapped_names / NAME, read_only=False)) as db:
        db.execute("UPDATE rows SET body = '{}' WHERE kind = 'amended'")
    assert listed_game(swapped_names, WITHOUT).names == ("Ada", "Bao")


@pytest.fixture
def put_right(untouched: Path) -> Path:
    """Return the finished market without a move that was removed after the end: its result changed."""
    before = listed_game(untouched, BEFORE).result
    with closing(open_store(untouched, BEFORE)) as store:
        session = session_with(store.journal, BEFORE)
        session.do(OpenGame(number=1))
        session.do(Amend(entry=len(CARDS) + 3))
        assert table_of(session).over
        session.do(LeaveGame())
    assert listed_game(untouched, BEFORE).result != before
    return untouched


@pytest.mark.parametrize("games", [NOW, WITHOUT], ids=["other rules", "no rules"])
def test_a_result_corrected_after_the_end_is_in_the_rows(put_right: Path, games: tuple[Game, ...]) -> None:
    right = listed_game(put_right, BEFORE).result
    past = listed_game(put_right, games)
    assert (past.result, past.unverifiable) == (right, False)
    assert [*faulty_games(put_right / NAME, games)] == [None]
    edit_note(put_right, result=[[2, 1, 99], [1, 2, 0]])
    assert listed_game(put_right, games).result == right


@pytest.mark.parametrize("games", [NOW, WITHOUT], ids=["other rules", "no rules"])
def test_an_outdated_result_in_older_rows_is_ignored(put_right: Path, games: tuple[Game, ...]) -> None:
    right = listed_game(put_right, BEFORE).result
    without_the_last_row(put_right)
    past = listed_game(put_right, games)
    assert (past.result, past.unverifiable) == (right, True)
    assert [*faulty_games(put_right / NAME, games)] == [None]
    with closing(open_store(put_right, games)) as store:
        assert session_with(store.journal, games).repair(1) is None


def without_the_last_row(directory: Path) -> None:
    """Remove the last row, as in journals of programs that recorded the result once."""
    with closing(connect(directory / NAME, read_only=False)) as db:
        db.execute("DELETE FROM rows WHERE seq = (SELECT max(seq) FROM rows)")
        last, note = db.execute("SELECT last - 1, result FROM games WHERE number = 1").fetchone()
        *_, digest = with_digest(1, last, note)
        db.execute("UPDATE games SET last = ?, digest = ? WHERE number = 1", (last, digest))


def edit_last_row(directory: Path, result: Any) -> None:
    """Change the result in the last row, and compute its hash again: no row comes after it."""
    with closing(connect(directory / NAME, read_only=False)) as db:
        (last,) = db.execute("SELECT max(seq) FROM rows").fetchone()

    def change(seq: int, body: dict[str, Any]) -> dict[str, Any]:
        return {**body, "result": result} if seq == last else body

    rewrite_game(directory / NAME, 1, change)


def test_a_false_result_in_the_rows_is_found(untouched: Path) -> None:
    right = listed_game(untouched, BEFORE).result
    edit_last_row(untouched, [[2, 1, 99], [1, 2, 0]])
    assert [*faulty_games(untouched / NAME, BEFORE)] == [1]
    with closing(open_store(untouched, BEFORE)) as store:
        session = session_with(store.journal, BEFORE)
        mended = session.repair(1)
        assert mended is not None
        assert mended.rows_cut
        session.do(OpenGame(number=1))
        session.do(LeaveGame())
    for games in (BEFORE, NOW, WITHOUT):
        past = listed_game(untouched, games)
        assert (past.result, past.unverifiable) == (right, False)


def test_without_the_rules_a_second_result_is_ignored(untouched: Path) -> None:
    """Add a row, which nobody can compare with the moves."""
    with closing(connect(untouched / NAME, read_only=False)) as db:
        last = rows_of(db, 1)[-1]
        more = replace(
            last, seq=last.seq + 1, previous=last.hash(), body={**last.body, "result": [[2, 1, 9], [1, 2, 0]]}
        )
        db.execute(f"INSERT INTO rows VALUES ({', '.join('?' * 13)})", row_to_sql(more))
        note = db.execute("SELECT result FROM games WHERE number = 1").fetchone()[0]
        *_, digest = with_digest(1, more.seq, note)
        db.execute("UPDATE games SET last = ?, digest = ? WHERE number = 1", (more.seq, digest))
    assert [*faulty_games(untouched / NAME, WITHOUT)] == [1]


def test_an_ended_game_is_not_migrated_by_its_note(untouched: Path) -> None:
    edit_note(untouched, result=None)
    assert listed_game(untouched, NOW).result is not None
    with closing(open_store(untouched, NOW)) as store, pytest.raises(ForeignError) as refused:
        session_with(store.journal, NOW).do(OpenGame(number=1))
    assert refused.value.reason.key == "session.ended_by_other_rules"
