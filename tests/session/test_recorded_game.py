"""A recorded game, read from its rows alone: it agrees with the table, whatever was done there."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis.stateful import invariant

from companion.journal import recorded_game
from companion.journal.journal import Journal
from companion.journal.open_journal import Store
from companion.journal.recorded_game import RecordedGame, RecordedMove
from companion.rules.game import move_to_json
from companion.rules.rule_errors import RulesError
from companion.session.session import Session
from companion.table.commands import Amend, ClaimSeat, CloseGame, Insert, Play, ReleaseSeat, Restore, TakeBack
from companion.table.session_errors import DamagedError, SessionError
from companion.table.table import Table
from tests.depth import deep, search
from tests.kit.scripted_games import play, roll, start_lanterns, step, table_of
from tests.session.test_random_evenings import Evening


def expected_record(table: Table) -> RecordedGame:
    """Return what the rows of a table must say, without its take-backs."""
    entries = tuple(
        RecordedMove(
            entry.played.seat,
            move_to_json(entry.played.move),
            entry.id,
            entry.group,
            entry.played.typed,
            entry.played.drawn,
            entry.played.spends,
        )
        for entry in table.entries
    )
    return RecordedGame(
        table.number, table.game.id, table.names, dict(table.match.options), table.version, table.seq, "",
        table.digest(), entries, closed=table.closed, sealed=table.sealed,
        commitments=table.commitments, draws=table.draws,
    )  # fmt: skip


def read(journal: Journal, number: int) -> RecordedGame:
    """Return a recorded game without the hash of its last row; the undo stack is compared by going back."""
    return replace(recorded_game.read_rows(journal.rows(number)), previous="", done=(), undone=())


class RecordedEvening(Evening):
    """People who play anything and change their minds about everything, while the rows alone are read."""

    @invariant()
    def the_record_agrees_with_the_table(self) -> None:
        table = self.session.table
        if table is not None:
            assert read(self.session.journal, table.number) == expected_record(table)


TestOnPaper = deep(RecordedEvening.TestCase)
TestOnPaper.settings = search(60, stateful_step_count=30)


def record_agrees(session: Session) -> bool:
    return read(session.journal, table_of(session).number) == expected_record(table_of(session))


def test_own_take_backs_and_further_ones_are_read(store: Store) -> None:
    session = start_lanterns(store.journal, (3, 4, 1, 2))
    for command in (
        Play(moves=(roll(1),)),
        Play(moves=(roll(2, 6, 5),)),
        TakeBack(),
        Play(moves=(roll(2, 5, 5),)),
        TakeBack(seat=1),
        Restore(),
        TakeBack(),
        TakeBack(),
        TakeBack(),
        Restore(),
    ):
        with suppress(RulesError, SessionError):
            session.do(command)
        assert record_agrees(session)


def test_a_first_move_taken_back_leaves_both_ways_back(store: Store) -> None:
    session = start_lanterns(store.journal, ())
    session.do(TakeBack())
    session.do(play((1, {"move": "hide", "colour": "red", "value": 11111, "wish": "a"})))
    session.do(play((2, {"move": "hide", "colour": "red", "value": 22222, "wish": "b"})))
    session.do(TakeBack(seat=1))
    assert [entry.played.seat for entry in table_of(session).entries] == [2]
    assert record_agrees(session)
    session.do(TakeBack())
    assert table_of(session).entries == ()
    assert record_agrees(session)


def test_phones_amendments_and_the_end_are_read(game: Session) -> None:
    game.do(ClaimSeat(seat=2, phone="one"))
    game.do(play(step(1), (1, {"move": "crate", "value": 1})))
    game.do(play((1, {"move": "end_turn"})))
    game.do(Insert(entry=2, seat=3, move={"move": "correct", "what": "gold", "by": 2}))
    game.do(Amend(entry=3, move={"move": "crate", "value": 2}))
    game.do(Amend(entry=2, move=None))
    game.do(Amend(entry=0, names=("Zoé", "Bao", "Ada"), options={"colours": ["violet", "red", "green"]}))
    assert record_agrees(game)
    game.do(TakeBack())
    assert record_agrees(game)
    game.do(Restore())
    game.do(ReleaseSeat(seat=2))
    game.do(CloseGame())
    assert record_agrees(game)
    assert read(game.journal, 1).closed


def test_a_row_out_of_sequence_is_damage(game: Session) -> None:
    game.do(play(step(1)))
    first, second = game.journal.rows(1)
    with pytest.raises(DamagedError):
        recorded_game.read_rows([first, replace(second, previous="0" * 64)])
    with pytest.raises(DamagedError):
        recorded_game.read_rows([first, replace(second, body={})])
    with pytest.raises(DamagedError):
        recorded_game.read_rows([])
