"""Commands sent twice or too late: the same id gets the same answer, an old view is refused with the current seq."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.journal.open_journal import Store
from companion.rules.rule_errors import IllegalMoveError
from companion.session.session import Session
from companion.table.commands import Amend, CloseGame, Command, Restore, TakeBack
from companion.table.session_errors import StaleError
from tests.kit.scripted_games import (
    correct,
    crate,
    end_turn,
    expedition,
    play,
    roll,
    session_on,
    start_lanterns,
    step,
    table_of,
)

EACH: dict[str, tuple[tuple[Command, ...], Command]] = {
    "start": ((), expedition(id="x")),
    "play": ((), play(step(1), id="x")),
    "a group": ((), play(step(1), crate(1, 2), end_turn(1), id="x")),
    "take back": ((play(step(1)),), TakeBack(id="x")),
    "restore": ((play(step(1)), TakeBack()), Restore(id="x")),
    "amend": ((play(step(1)), play(crate(1, 2))), Amend(entry=2, move=crate(1, 1)[1], id="x")),
    "close": ((), CloseGame(id="x")),
}
"""The commands to do before, and the command itself, by its name."""


def all_rows(session: Session) -> list[object]:
    return [row for saved in session.journal.games() for row in session.journal.rows(saved.number)]


@pytest.mark.parametrize(("before", "command"), EACH.values(), ids=EACH)
class TestSentTwice:
    """A sender that got no answer asks again."""

    def test_a_repeated_command_gets_the_same_answer_and_does_nothing(
        self, game: Session, before: tuple[Command, ...], command: Command
    ) -> None:
        for earlier in before:
            game.do(earlier)
        answer = game.do(command)
        snapshot, rows = game.snapshot(), all_rows(game)
        assert game.do(command) == answer
        assert (game.snapshot(), all_rows(game)) == (snapshot, rows)

    def test_a_repeated_command_is_recognised_after_a_restart(
        self, game: Session, store: Store, before: tuple[Command, ...], command: Command
    ) -> None:
        for earlier in before:
            game.do(earlier)
        answer = game.do(command)
        again = session_on(store.journal)
        snapshot, rows = again.snapshot(), all_rows(again)
        assert again.do(command) == answer
        assert (again.snapshot(), all_rows(again)) == (snapshot, rows)


def test_a_repeated_command_gets_its_old_answer(game: Session) -> None:
    first = game.do(play(step(1), id="x", expected_seq=1))
    game.do(play(crate(1, 2)))
    assert game.do(play(step(1), id="x", expected_seq=1)) == first
    assert table_of(game).seq == 3


def test_a_refused_command_may_be_repeated_with_its_id(game: Session) -> None:
    with pytest.raises(IllegalMoveError):
        game.do(play(end_turn(2), id="x"))
    game.do(play(end_turn(1)))
    assert game.do(play(end_turn(2), id="x")).entry == 2


def test_commands_without_an_id_are_all_done(game: Session) -> None:
    assert [game.do(play(correct(1, 1))).entry for _ in range(3)] == [1, 2, 3]


def test_a_command_with_the_current_seq_is_accepted(game: Session) -> None:
    assert game.do(play(step(1), expected_seq=1)).seq == 2
    assert game.do(TakeBack(expected_seq=2)).seq == 3


LATE: dict[str, Callable[[int], Command]] = {
    "play": lambda seq: play(crate(1, 2), expected_seq=seq),
    "take back": lambda seq: TakeBack(expected_seq=seq),
    "restore": lambda seq: Restore(expected_seq=seq),
    "amend": lambda seq: Amend(entry=1, expected_seq=seq),
    "close": lambda seq: CloseGame(expected_seq=seq),
}


@pytest.mark.parametrize("late", LATE.values(), ids=LATE)
@pytest.mark.parametrize("seq", [0, 1, 3])
def test_a_command_with_another_seq_is_refused_with_the_current(
    game: Session, late: Callable[[int], Command], seq: int
) -> None:
    game.do(play(step(1)))
    before, rows = game.snapshot(), all_rows(game)
    with pytest.raises(StaleError) as stale:
        game.do(late(seq))
    assert stale.value.seq == 2
    assert (game.snapshot(), all_rows(game)) == (before, rows)


class TestAnyOrder:
    """Moves that do not depend on others are stale only if their own seats moved."""

    @pytest.fixture
    def stalls(self, store: Store) -> Session:
        return start_lanterns(store.journal, dice=[1, 2, 3, 4])

    def test_all_seats_roll_from_the_view_they_saw(self, stalls: Session) -> None:
        seq = table_of(stalls).seq
        stalls.do(play(roll(2), expected_seq=seq))
        stalls.do(play(roll(1), expected_seq=seq))
        assert table_of(stalls).state.oil == (8, 4)

    def test_a_correction_is_not_stale_after_moves_of_others(self, game: Session) -> None:
        game.do(play(step(1)))
        assert game.do(play(correct(3, 1), expected_seq=1)).entry == 2

    def test_a_press_is_stale_if_one_of_its_moves_is(self, stalls: Session) -> None:
        seq = table_of(stalls).seq
        stalls.do(play(roll(1)))
        with pytest.raises(StaleError):
            stalls.do(play(roll(2), end_turn(1), expected_seq=seq))

    def test_a_roll_that_is_no_longer_possible_is_stale(self, stalls: Session) -> None:
        seq = table_of(stalls).seq
        stalls.do(play(roll(1), expected_seq=seq))
        with pytest.raises(StaleError):
            stalls.do(play(roll(1), expected_seq=seq))

    def test_the_rules_still_decide(self, stalls: Session) -> None:
        seq = table_of(stalls).seq
        stalls.do(play(roll(1)))
        with pytest.raises(IllegalMoveError):
            stalls.do(play(roll(2, 6, 7), expected_seq=seq))
