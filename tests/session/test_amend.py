"""Amendments: an earlier entry is replaced or left out, later ones are replayed, and misfits must be named."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.journal.open_journal import Store
from companion.journal.rows import RowKind
from companion.rules.rule_errors import IllegalMoveError, MalformedError
from companion.session.session import Session
from companion.table.commands import Amend, Answer, CloseGame, Restore, TakeBack
from companion.table.session_errors import Misfit, MisfitsError
from tests.kit.scripted_games import (
    SeatMove,
    correct,
    crate,
    digests,
    end_turn,
    play,
    replayed_table,
    resumed_table,
    roll,
    skip_reveal,
    start_lanterns,
    step,
    table_of,
    whole_game,
)

OPENING: tuple[SeatMove, ...] = (step(1), crate(1, 2), end_turn(1), step(2), crate(2, 1), end_turn(2))
"""Ada takes a crate of two, Bao one of one."""


@pytest.fixture
def opened(game: Session) -> Session:
    for move in OPENING:
        game.do(play(move))
    return game


def opening_with(entry: int, *instead: SeatMove) -> tuple[SeatMove, ...]:
    """Return the opening with an entry replaced by others, or left out."""
    return (*OPENING[: entry - 1], *instead, *OPENING[entry:])


def test_an_entry_is_replaced_and_later_ones_are_replayed(opened: Session, tmp_path: Path) -> None:
    answer = opened.do(Amend(entry=2, move=crate(1, 1)[1]))
    assert answer == Answer(game=1, seq=8, entry=6)
    assert table_of(opened).state.gold == (4, 4, 3)
    assert table_of(opened).digest() == replayed_table(opening_with(2, crate(1, 1))).digest()
    assert resumed_table(opened.journal, tmp_path) == table_of(opened)


def test_an_amendment_is_one_row_with_the_replacement(opened: Session) -> None:
    opened.do(Amend(entry=2, move=crate(1, 1)[1]))
    *_, row = opened.journal.rows(1)
    assert (row.kind, row.seat) == (RowKind.AMENDED, 1)
    assert row.body == {"entry": 2, "move": {"move": "crate", "value": 1}, "without": []}


def test_an_entry_is_left_out(game: Session, tmp_path: Path) -> None:
    for move in (step(1), correct(3, 5), crate(1, 2)):
        game.do(play(move))
    assert game.do(Amend(entry=2)).entry == 2
    assert table_of(game).digest() == replayed_table((step(1), crate(1, 2))).digest()
    assert resumed_table(game.journal, tmp_path) == table_of(game)


def test_an_entry_can_be_given_to_another_seat(game: Session, tmp_path: Path) -> None:
    game.do(play(correct(3, 5, "crate forgotten")))
    game.do(play(step(1)))
    game.do(Amend(entry=1, seat=2, move=correct(2, 5, "crate forgotten")[1]))
    assert table_of(game).state.gold == (3, 8, 3)
    assert resumed_table(game.journal, tmp_path) == table_of(game)


def test_later_entries_keep_their_lines_and_their_group(game: Session) -> None:
    game.do(play(step(1)))
    game.do(play(crate(1, 2), step(1)))
    game.do(Amend(entry=1, move=step(1)[1]))
    assert [entry.group for entry in table_of(game).entries] == [2, 3, 3]


class TestMisfits:
    """Later entries that no longer fit are listed with their reasons, and left out only if they are named."""

    def test_misfits_are_listed_with_seat_reason_and_ruling(self, opened: Session) -> None:
        with pytest.raises(MisfitsError) as misfits:
            opened.do(Amend(entry=1))
        (misfit,) = misfits.value.misfits
        assert misfit == Misfit(2, 1, misfit.reason, "E3")
        assert misfit.reason.key == "expedition.refused.no_crate"
        assert misfits.value.reason.args == (("n", 1),)

    def test_nothing_changes_until_all_misfits_are_named(self, opened: Session) -> None:
        before, rows = opened.snapshot(), list(opened.journal.rows(1))
        with pytest.raises(MisfitsError):
            opened.do(Amend(entry=1))
        assert (opened.snapshot(), list(opened.journal.rows(1))) == (before, rows)

    def test_named_misfits_are_left_out(self, opened: Session, tmp_path: Path) -> None:
        assert opened.do(Amend(entry=1, without=(2,))).entry == 4
        assert table_of(opened).digest() == replayed_table(OPENING[2:]).digest()
        *_, row = opened.journal.rows(1)
        assert row.body == {"entry": 1, "move": None, "without": [2]}
        assert resumed_table(opened.journal, tmp_path) == table_of(opened)

    @pytest.mark.parametrize("named", [(), (3,), (2, 3), (2, 99)])
    def test_exactly_the_misfits_must_be_named(self, opened: Session, named: tuple[int, ...]) -> None:
        with pytest.raises(MisfitsError) as misfits:
            opened.do(Amend(entry=1, without=named))
        assert [misfit.entry for misfit in misfits.value.misfits] == [2]

    def test_an_entry_that_fits_cannot_be_left_out_too(self, opened: Session) -> None:
        with pytest.raises(MisfitsError) as misfits:
            opened.do(Amend(entry=2, move=crate(1, 1)[1], without=(5,)))
        assert misfits.value.misfits == ()

    def test_each_entry_is_checked_without_the_misfits_before_it(self, opened: Session, tmp_path: Path) -> None:
        """Without Ada's end of turn every move of Bao's is out of turn, and so is his end of turn."""
        with pytest.raises(MisfitsError) as misfits:
            opened.do(Amend(entry=3))
        assert [(misfit.entry, misfit.reason.key) for misfit in misfits.value.misfits] == [
            (4, "refused.turn"),
            (5, "refused.turn"),
            (6, "refused.turn"),
        ]
        opened.do(Amend(entry=3, without=(6, 4, 5)))
        assert table_of(opened).digest() == replayed_table(OPENING[:2]).digest()
        assert resumed_table(opened.journal, tmp_path) == table_of(opened)

    def test_moves_after_an_earlier_end_are_misfits(self, game: Session) -> None:
        moves = whole_game()
        last = len(moves)
        crate_of_five = (1, {"move": "crate", "value": 1, "space": 5})
        for move in (*moves[:-1], crate_of_five, moves[-1]):
            game.do(play(move))
        skip_reveal(game)
        end = Amend(entry=last, move=moves[-1][1])
        with pytest.raises(MisfitsError) as misfits:
            game.do(end)
        assert [(misfit.entry, misfit.reason.key) for misfit in misfits.value.misfits] == [(last + 1, "refused.over")]
        assert game.do(replace(end, without=(last + 1,))).entry == last
        assert table_of(game).digest() == digests()[-1]
        assert table_of(game).over


class TestRefused:
    """A refused amendment changes nothing."""

    def test_a_replacement_that_the_rules_refuse(self, opened: Session) -> None:
        before = opened.snapshot()
        with pytest.raises(IllegalMoveError) as refused:
            opened.do(Amend(entry=4, move=step(2, "ballast")[1]))
        assert refused.value.ruling == "E5"
        assert opened.snapshot() == before

    @pytest.mark.parametrize("entry", [7, -1])
    @pytest.mark.parametrize("move", [None, {"move": "step", "by": "cards"}])
    def test_an_unknown_entry(self, opened: Session, entry: int, move: dict[str, object] | None) -> None:
        with pytest.raises(MalformedError) as malformed:
            opened.do(Amend(entry=entry, move=move))
        assert malformed.value.where == "entry"

    def test_an_unknown_move(self, opened: Session) -> None:
        with pytest.raises(MalformedError):
            opened.do(Amend(entry=1, move={"move": "fly"}))

    def test_an_unknown_seat(self, opened: Session) -> None:
        with pytest.raises(MalformedError):
            opened.do(Amend(entry=1, seat=4, move=step(1)[1]))

    def test_a_closed_game(self, opened: Session) -> None:
        opened.do(CloseGame())
        with pytest.raises(IllegalMoveError) as refused:
            opened.do(Amend(entry=2, move=crate(1, 1)[1]))
        assert refused.value.reason.key == "refused.closed"


class TestTakenBack:
    """An amendment is a change like any other: take-back undoes it completely."""

    def test_taking_back_an_amendment_restores_the_entries(self, opened: Session, tmp_path: Path) -> None:
        before = table_of(opened)
        opened.do(Amend(entry=1, without=(2,)))
        assert opened.do(TakeBack()).entry == 6
        assert table_of(opened).entries == before.entries
        assert table_of(opened).digest() == before.digest()
        assert resumed_table(opened.journal, tmp_path) == table_of(opened)

    def test_earlier_moves_are_taken_back_after_the_amendment(self, opened: Session) -> None:
        opened.do(Amend(entry=2, move=crate(1, 1)[1]))
        opened.do(TakeBack())
        assert opened.do(TakeBack()).entry == 5

    def test_an_amendment_is_restored_as_a_whole(self, opened: Session, tmp_path: Path) -> None:
        opened.do(Amend(entry=1, without=(2,)))
        amended = table_of(opened)
        opened.do(TakeBack())
        opened.do(Restore())
        assert table_of(opened).entries == amended.entries
        assert resumed_table(opened.journal, tmp_path) == table_of(opened)

    def test_a_move_after_the_amendment_is_taken_back_first(self, opened: Session) -> None:
        opened.do(Amend(entry=2, move=crate(1, 1)[1]))
        opened.do(play(step(3)))
        opened.do(TakeBack())
        assert table_of(opened).state.gold == (4, 4, 3)
        opened.do(TakeBack())
        assert table_of(opened).state.gold == (5, 4, 3)

    def test_an_amendment_clears_the_redo_stack(self, opened: Session) -> None:
        opened.do(TakeBack())
        opened.do(Amend(entry=2, move=crate(1, 1)[1]))
        assert table_of(opened).redo_stack == ()


def test_an_amendment_can_be_previewed(opened: Session) -> None:
    rows = list(opened.journal.rows(1))
    preview = opened.preview(Amend(entry=2, move=crate(1, 1)[1]))
    assert preview.state.gold == (4, 4, 3)
    with pytest.raises(MisfitsError):
        opened.preview(Amend(entry=1))
    assert list(opened.journal.rows(1)) == rows


class TestDice:
    """A roll may be corrected to what the table saw; it is never rolled again."""

    @pytest.fixture
    def rolled(self, store: Store) -> Session:
        session = start_lanterns(store.journal, dice=[3, 5, 6, 6])
        session.do(play(roll(1), roll(2)))
        return session

    def test_a_typed_replacement_is_marked_as_typed(self, rolled: Session, tmp_path: Path) -> None:
        rolled.do(Amend(entry=5, move=roll(1, 1, 1)[1]))
        assert table_of(rolled).state.oil == (3, 13)
        assert [entry.played.typed for entry in table_of(rolled).entries[-2:]] == [True, False]
        assert resumed_table(rolled.journal, tmp_path) == table_of(rolled)

    def test_without_a_typed_result_the_roll_stays(self, rolled: Session, tmp_path: Path) -> None:
        before = table_of(rolled)
        rolled.do(Amend(entry=5, move=roll(1)[1]))
        assert table_of(rolled).state == before.state
        assert table_of(rolled).draws == before.draws
        assert table_of(rolled).entries[4].played == before.entries[4].played
        assert resumed_table(rolled.journal, tmp_path) == table_of(rolled)

    def test_nothing_is_drawn_for_another_seat(self, rolled: Session) -> None:
        with pytest.raises(IllegalMoveError) as refused:
            rolled.do(Amend(entry=5, seat=2, move=roll(2)[1]))
        assert refused.value.reason.key == "session.no_chance"
        assert table_of(rolled).state.oil == (9, 13)
