"""Saved games that are over or whose rules are missing: kept unchanged, and shown by their summary."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.chance.verify_chance import check_chance
from companion.games.expedition import EXPEDITION
from companion.journal.archive import Archive
from companion.journal.game_export import moves_file
from companion.journal.journal import Journal
from companion.journal.open_journal import Store
from companion.journal.replay import ForeignReason, foreign_reason
from companion.table.commands import CloseGame, LeaveGame, OpenGame, TakeBack
from companion.table.session_errors import ForeignError, MisfitsError, NotSavedError
from tests.games.lanterns import LANTERNS
from tests.kit.lanterns_printings import (
    BEFORE,
    END,
    NOW,
    SHOW_TWO,
    WITHOUT,
    begin_old_game,
    damage_row,
    finish_old_game,
    kinds,
    session_with,
    table_of_open,
)
from tests.kit.older_journals import everything_in
from tests.kit.scripted_games import NOON, expedition, play, step


def test_the_result_of_a_finished_game_stays(store: Store) -> None:
    finish_old_game(store)
    before, noted = everything_in(store.journal.path, 1), store.journal.game_summary(1)
    assert noted.result is not None
    assert noted.result[0] == (1, 1, 6)
    session = session_with(store.journal, NOW)
    for command in (OpenGame(number=1), OpenGame(number=1, without=(7,)), CloseGame(number=1)):
        with pytest.raises(ForeignError) as refused:
            session.do(command)
        assert refused.value.reason.key == "session.ended_by_other_rules"
    [past] = Archive(store.journal.path, NOW).games()
    assert (past.result, past.foreign, past.damaged) == (noted.result, ForeignReason.OTHER_RULES, False)
    assert store.journal.games()[0].result == noted.result
    assert everything_in(store.journal.path, 1) == before
    saved_game = Archive(store.journal.path, NOW).find(1)
    verdict = check_chance(moves_file(saved_game.table, saved_game.recorded, past.result, NOW).encode())
    assert (verdict.problems, verdict.over) == ((), True)


@pytest.mark.parametrize("make", [begin_old_game, finish_old_game])
def test_a_missing_game_is_never_written(store: Store, make: Any) -> None:
    make(store)
    before = everything_in(store.journal.path, 1)
    session = session_with(store.journal, WITHOUT)
    for command in (OpenGame(number=1), CloseGame(number=1)):
        with pytest.raises(ForeignError) as refused:
            session.do(command)
        assert refused.value.reason.key == "session.missing_game"
        assert not refused.value.closable
    assert everything_in(store.journal.path, 1) == before
    [past] = Archive(store.journal.path, WITHOUT).games()
    assert (past.game, past.names, past.foreign) == ("lanterns", ("Ada", "Bao"), ForeignReason.MISSING)
    assert past.colours == (("red",), ("green",))
    assert past.started == int(NOON)


def test_a_missing_game_keeps_its_damaged_tail(store: Store) -> None:
    begin_old_game(store, END)
    damage_row(store, 8)
    before = everything_in(store.journal.path, 1)
    session = session_with(store.journal, WITHOUT)
    for command in (OpenGame(number=1), CloseGame(number=1)):
        with pytest.raises(ForeignError):
            session.do(command)
    assert everything_in(store.journal.path, 1) == before
    assert Archive(store.journal.path, WITHOUT).find(1).past.damaged


def test_a_missing_game_reveals_no_secrets_before_its_end(store: Store) -> None:
    begin_old_game(store)
    saved_game = Archive(store.journal.path, WITHOUT).find(1)
    with pytest.raises(ForeignError):
        moves_file(saved_game.table, saved_game.recorded, saved_game.past.result, WITHOUT)


def test_a_game_closed_by_its_own_rules_reveals_no_more(store: Store) -> None:
    """Its players were never asked whether everything in it may be revealed."""
    begin_old_game(store, SHOW_TWO, leave=False)
    session_with(store.journal, BEFORE).do(CloseGame())
    for games in (NOW, WITHOUT):
        saved_game = Archive(store.journal.path, games).find(1)
        with pytest.raises((ForeignError, MisfitsError)):
            moves_file(saved_game.table, saved_game.recorded, saved_game.past.result, games)


def test_without_the_open_games_rules_the_box_still_starts(store: Store) -> None:
    begin_old_game(store, leave=False)
    before = everything_in(store.journal.path, 1)
    session = session_with(store.journal, WITHOUT)
    assert session.table is None
    session.do(expedition())
    session.do(play(step(1)))
    session.do(LeaveGame())
    assert everything_in(store.journal.path, 1) == before
    assert table_of_open(session_with(store.journal, BEFORE), 1).game is LANTERNS


def test_playing_other_games_never_changes_a_missing_one(store: Store) -> None:
    begin_old_game(store, SHOW_TWO)
    session = session_with(store.journal, BEFORE)
    for _ in range(2):
        session.do(expedition())
        session.do(play(step(1)))
    before = everything_in(store.journal.path, 1)
    for games in (NOW, WITHOUT):
        session = session_with(store.journal, games)
        session.do(OpenGame(number=2))
        session.do(play((1, {"move": "crate", "value": 1})))
        session.do(TakeBack())
        session.do(LeaveGame())
    session_with(store.journal, NOW).do(OpenGame(number=3))
    session_with(store.journal, NOW).do(CloseGame())
    assert everything_in(store.journal.path, 1) == before


def test_versions_are_listed_by_game_and_version() -> None:
    assert foreign_reason("lanterns", 1, NOW) is ForeignReason.OTHER_RULES
    assert foreign_reason("lanterns", 1, BEFORE) is None
    assert foreign_reason("lanterns", 1, WITHOUT) is ForeignReason.MISSING
    assert foreign_reason("expedition", EXPEDITION.rules_version, NOW) is None
    assert foreign_reason("expedition", 0, NOW) is ForeignReason.OTHER_RULES


def test_a_read_only_journal_migrates_nothing(store: Store, directory: Path) -> None:
    begin_old_game(store)
    with closing(Journal(store.journal.path, read_only=True)) as journal, pytest.raises(NotSavedError):
        session_with(journal, NOW).do(OpenGame(number=1))
    assert "carried" not in kinds(store)
