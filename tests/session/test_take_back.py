"""Take-back: to any depth, across turns, one press at a time; and restore until the next new move."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.journal.open_journal import Store
from companion.journal.replay import replay_rows
from companion.journal.rows import RowKind
from companion.rules.rule_errors import IllegalMoveError
from companion.session.session import Session
from companion.table.commands import Answer, CloseGame, Restore, TakeBack
from companion.table.session_errors import NothingToDoError
from tests.kit.scripted_games import (
    GAMES,
    correct,
    crate,
    digests,
    end_turn,
    play,
    replayed_table,
    resumed_table,
    roll,
    session_on,
    start_lanterns,
    step,
    table_of,
    whole_game,
)


@pytest.fixture
def played(game: Session) -> Session:
    """Play the complete game, each move as a press."""
    for move in whole_game():
        game.do(play(move))
    return game


def test_a_take_back_adds_a_row_and_removes_none(game: Session) -> None:
    game.do(play(step(1)))
    assert game.do(TakeBack(source="phone")) == Answer(game=1, seq=3, entry=0)
    kinds = [(row.kind, row.source) for row in game.journal.rows(1)]
    assert kinds == [(RowKind.STARTED, "box"), (RowKind.PLAYED, "box"), (RowKind.TAKEN_BACK, "phone")]


def test_a_row_tells_for_whom_a_phone_took_back(game: Session, tmp_path: Path) -> None:
    for by in ((2,), (), None):
        game.do(play(step(1)))
        game.do(TakeBack(by=by))
        assert table_of(game).redo_stack[-1].taken_back_by == by
        assert resumed_table(game.journal, tmp_path) == table_of(game)
    rows = [row for row in game.journal.rows(1) if row.kind is RowKind.TAKEN_BACK]
    assert [(row.seat, row.body) for row in rows] == [(None, {"by": [2]}), (None, {"by": []}), (None, {})]
    game.do(Restore())
    assert table_of(game).undo_stack[-1].taken_back_by is None


@pytest.mark.parametrize("by", [[4], [0], [True], ["2"], 2, None])
def test_a_row_with_impossible_takers_is_damaged(game: Session, by: object) -> None:
    game.do(play(step(1)))
    game.do(TakeBack(by=(2,)))
    *rows, last = game.journal.rows(1)
    replay = replay_rows([*rows, replace(last, body={"by": by})], GAMES)
    assert replay.damage is not None
    assert replay.seq == 2


@pytest.mark.parametrize("depth", [1, 2, 5, 14, len(whole_game())])
def test_the_table_is_the_same_at_any_depth(played: Session, tmp_path: Path, depth: int) -> None:
    for _ in range(depth):
        played.do(TakeBack())
    count = len(whole_game()) - depth
    assert table_of(played).digest() == digests()[count]
    assert table_of(played).entries == replayed_table(whole_game()[:count]).entries
    assert resumed_table(played.journal, tmp_path) == table_of(played)


def test_the_end_can_be_taken_back_and_played_differently(played: Session) -> None:
    played.do(TakeBack())
    assert played.journal.games()[0].result is None
    played.do(TakeBack())  # also the step onto Dadu, where only crates are noted
    played.do(play(end_turn(1)))
    assert table_of(played).match.turn(table_of(played).state) == 2


def test_a_press_is_taken_back_as_a_whole(game: Session) -> None:
    game.do(play(step(1)))
    game.do(play(crate(1, 2), step(1), end_turn(1)))
    assert game.do(TakeBack()).entry == 1
    assert game.do(TakeBack()).entry == 0


def test_without_moves_there_is_nothing_to_take_back(game: Session) -> None:
    with pytest.raises(NothingToDoError):
        game.do(TakeBack())
    assert len(list(game.journal.rows(1))) == 1


def test_the_last_take_back_is_restored_first(game: Session, tmp_path: Path) -> None:
    moves = (step(1), crate(1, 2), end_turn(1))
    for move in moves:
        game.do(play(move))
    finished = table_of(game)
    for _ in moves:
        game.do(TakeBack())
    assert [game.do(Restore()).entry for _ in moves] == [1, 2, 3]
    assert table_of(game).digest() == finished.digest()
    assert table_of(game).entries == finished.entries
    assert resumed_table(game.journal, tmp_path) == table_of(game)


def test_a_press_is_restored_as_a_whole_and_undone_again(game: Session) -> None:
    game.do(play(step(1), crate(1, 2)))
    game.do(TakeBack())
    assert game.do(Restore()).entry == 2
    assert game.do(TakeBack()).entry == 0


def test_the_next_new_move_clears_the_redo_stack(game: Session) -> None:
    game.do(play(step(1)))
    game.do(TakeBack())
    game.do(play(end_turn(1)))
    with pytest.raises(NothingToDoError):
        game.do(Restore())
    assert [entry.played.move.kind for entry in table_of(game).entries] == ["end_turn"]


def test_a_refused_move_keeps_the_redo_stack(game: Session) -> None:
    game.do(play(step(1)))
    game.do(TakeBack())
    with pytest.raises(IllegalMoveError):
        game.do(play(step(2)))
    assert game.do(Restore()).entry == 1


def test_without_a_take_back_there_is_nothing_to_restore(game: Session) -> None:
    game.do(play(step(1)))
    with pytest.raises(NothingToDoError):
        game.do(Restore())


def test_the_sheet_drops_the_lines_of_moves_taken_back(game: Session) -> None:
    before = list(table_of(game).lines())
    game.do(play(correct(2, 4)))
    game.do(TakeBack())
    assert list(table_of(game).lines()) == before


def test_a_roll_taken_back_and_restored_shows_the_same_dice(store: Store, tmp_path: Path) -> None:
    session = start_lanterns(store.journal, dice=[4, 2])
    session.do(play(roll(2)))
    session.do(TakeBack())
    session.do(Restore())
    assert table_of(session).state.oil == (1, 7)
    assert resumed_table(store.journal, tmp_path) == table_of(session)


def test_take_back_and_restore_survive_a_restart(game: Session, store: Store) -> None:
    game.do(play(step(1)))
    game.do(play(crate(1, 2)))
    game.do(TakeBack())
    game.do(TakeBack())
    again = session_on(store.journal)
    assert again.do(Restore()).entry == 1
    assert again.do(Restore()).entry == 2
    assert again.do(TakeBack()).entry == 1


def test_a_closed_game_cannot_be_changed(game: Session) -> None:
    game.do(play(step(1)))
    game.do(play(crate(1, 1)))
    game.do(TakeBack())
    game.do(CloseGame())
    for command in (TakeBack(), Restore()):
        with pytest.raises(NothingToDoError):
            game.do(command)
