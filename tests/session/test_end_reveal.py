"""The reveal of a game's end: when it begins and ends, its steps, and what everybody sees of the table meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from companion.journal.journal import Journal
from companion.journal.moves_file import closing_digest
from companion.journal.open_journal import Store
from companion.rules.game import move_to_json
from companion.rules.match_functions import standings
from companion.rules.rule_errors import IllegalMoveError
from companion.rules.viewer import PUBLIC
from companion.session.session import Session
from companion.table.commands import (
    Amend,
    ClaimSeat,
    CloseGame,
    Command,
    EraseGames,
    Insert,
    LeaveGame,
    OpenGame,
    Play,
    Restore,
    StartGame,
    TakeBack,
    TurnReveal,
)
from companion.table.conceal_end import begin_reveal
from companion.table.end_reveal import EndReveal
from companion.table.legal_moves import offers_of
from companion.table.session_errors import StaleError
from companion.table.table import Table
from tests.kit.cases import Case, every_case
from tests.kit.random_play import cut_table
from tests.kit.random_play import whole_game as random_game
from tests.kit.scripted_games import GAMES, NOON, expedition, play, session_on, table_of, whole_game
from tests.session.test_random_evenings import random_legal_moves

SEED = 1
"""Seed of the games that are played at random."""
LAST = len(whole_game())
"""Number of the entry that ends the scripted Expedition."""


def reveal_of(session: Session) -> EndReveal:
    assert session.reveal is not None
    return session.reveal


def shown_table(session: Session) -> Table:
    assert session.shown_table is not None
    return session.shown_table


def turn(session: Session, step: int) -> None:
    session.do(TurnReveal(step=step))


@pytest.fixture
def before_end(game: Session) -> Session:
    """Return an Expedition before its last move."""
    for move in whole_game()[:-1]:
        game.do(play(move))
    return game


@pytest.fixture
def ending(before_end: Session) -> Session:
    """Return an Expedition whose end is revealed."""
    before_end.do(play(whole_game()[-1]))
    return before_end


class TestSteps:
    """The steps of a reveal, whatever the game."""

    @every_case
    def test_steps_add_up_to_the_result(self, case: Case) -> None:
        table = random_game(case, SEED)
        reveal = begin_reveal(cut_table(table, len(table.entries) - 1), table)
        assert reveal is not None
        result = tuple(place.total for place in sorted(standings(table.match, table.state), key=lambda p: p.seat))
        assert reveal.steps[-1].totals == result
        totals: tuple[int | None, ...] = reveal.before
        for step in reveal.steps:
            for row in step.rows:
                assert len(row.cells) == len(table.seats)
                if row.thing in (None, table.match.unit):
                    cells = zip(totals, row.cells, strict=True)
                    totals = tuple((total or 0) + (cell.value or 0) for total, cell in cells)
            if step.seat is None:
                assert step.totals == totals

    @every_case
    def test_seats_without_categories_come_one_by_one(self, case: Case) -> None:
        table = random_game(case, SEED)
        reveal = begin_reveal(cut_table(table, len(table.entries) - 1), table)
        assert reveal is not None
        seats = [step.seat for step in reveal.steps]
        if None in seats:
            assert {*seats} == {None}
            return
        assert seats == [place.seat for place in reversed(standings(table.match, table.state))]
        for number, step in enumerate(reveal.steps, 1):
            known = {seat for seat, total in enumerate(step.totals, 1) if total is not None}
            assert known == {*seats[:number]}
            cells = [(seat, cell) for row in step.rows for seat, cell in enumerate(row.cells, 1)]
            assert all(cell.value is None for seat, cell in cells if seat != step.seat)

    def test_before_the_steps_a_seat_has_what_everybody_saw(self, ending: Session) -> None:
        table = shown_table(ending)
        public = [total.public for total in table.match.totals(table.match.player_view(table.state, PUBLIC))]
        assert [*reveal_of(ending).before] == public

    def test_a_shared_win_has_two_last_steps(self, game: Session) -> None:
        moves = whole_game()
        for move in moves[:-1]:
            game.do(play(move))
        [first, second, _] = standings(table_of(game).match, table_of(game).state)
        gap = first.total + 7 - second.total
        game.do(play((second.seat, {"move": "correct", "what": "gold", "by": gap, "note": ""})))
        game.do(play(moves[-1]))
        totals = [step.totals[(step.seat or 0) - 1] for step in reveal_of(game).steps]
        assert totals[-1] == totals[-2]


class TestBeginning:
    """A reveal begins with moves that end the game, and with nothing else."""

    def test_a_move_that_ends_the_game_begins_it(self, before_end: Session) -> None:
        assert before_end.reveal is None
        before_end.do(play(whole_game()[-1]))
        assert (reveal_of(before_end).shown, reveal_of(before_end).entry) == (0, len(whole_game()))
        assert table_of(before_end).over

    def test_the_last_of_several_moves_begins_it(self, game: Session) -> None:
        *moves, before_last, last = whole_game()
        for move in moves:
            game.do(play(move))
        game.do(play(before_last, last))
        assert reveal_of(game).entry == len(whole_game())
        assert len(shown_table(game).entries) == len(moves) + 1

    def test_restoring_an_end_begins_none(self, ending: Session) -> None:
        ending.do(TakeBack())
        ending.do(Restore())
        assert (table_of(ending).over, ending.reveal) == (True, None)

    def test_a_change_that_ends_the_game_begins_none(self, before_end: Session) -> None:
        before_end.do(play((1, {"move": "crate", "value": 1, "space": 5})))
        before_end.do(Amend(entry=LAST, move=whole_game()[-1][1]))
        assert (table_of(before_end).over, before_end.reveal) == (True, None)

    def test_a_box_that_was_switched_on_again_shows_the_end(self, ending: Session, store: Store) -> None:
        again = session_on(store.journal)
        assert (table_of(again).over, again.reveal) == (True, None)

    def test_opening_a_finished_game_begins_none(self, ending: Session) -> None:
        ending.do(LeaveGame())
        ending.do(OpenGame(number=1))
        assert (table_of(ending).over, ending.reveal) == (True, None)


class TestTurning:
    """A reveal is turned forward only, and is written nowhere."""

    def test_a_step_behind_the_last_one_ends_it(self, ending: Session) -> None:
        for step in range(1, len(reveal_of(ending).steps) + 1):
            turn(ending, step)
            assert reveal_of(ending).shown == step
        turn(ending, len(reveal_of(ending).steps) + 1)
        assert ending.reveal is None
        assert ending.shown_table is ending.table

    def test_a_step_that_is_shown_changes_nothing(self, ending: Session) -> None:
        turn(ending, 2)
        for step in (0, 1, 2):
            turn(ending, step)
            assert reveal_of(ending).shown == 2

    def test_a_late_turn_after_the_end_changes_nothing(self, ending: Session) -> None:
        turn(ending, 99)
        before = ending.snapshot()
        turn(ending, 1)
        assert ending.snapshot() == before

    @pytest.mark.parametrize("stale", [TurnReveal(step=1, expected_game=2), TurnReveal(step=1, expected_seq=3)])
    def test_a_turn_for_another_table_is_refused(self, ending: Session, stale: TurnReveal) -> None:
        with pytest.raises(StaleError):
            ending.do(stale)
        assert reveal_of(ending).shown == 0

    def test_no_turn_is_written(self, ending: Session) -> None:
        before = dump(ending.journal)
        turn(ending, 1)
        turn(ending, 99)
        assert dump(ending.journal) == before

    def test_every_turn_is_published(self, ending: Session) -> None:
        snapshots = [ending.snapshot()]
        for step in (1, 2, 3, 4):
            turn(ending, step)
            snapshots.append(ending.snapshot())
        shown = [snapshot.table.reveal.shown for snapshot in snapshots if snapshot.table and snapshot.table.reveal]
        assert shown == [0, 1, 2, 3]
        assert snapshots[-1].table is ending.table


def dump(journal: Journal) -> list[str]:
    """Return everything in a journal."""
    return list(journal._db.iterdump())


def start_another(session: Session) -> None:
    session.do(expedition())


CHANGES: dict[str, Callable[[Session], object]] = {
    "take back": lambda session: session.do(TakeBack()),
    "take back own": lambda session: session.do(TakeBack(seat=1)),
    "close": lambda session: session.do(CloseGame()),
    "leave": lambda session: session.do(LeaveGame()),
    "start": start_another,
    "erase": lambda session: session.do(EraseGames(number=1)),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_any_change_of_the_table_ends_a_reveal(ending: Session, change: Callable[[Session], object]) -> None:
    turn(ending, 1)
    change(ending)
    assert ending.reveal is None
    assert ending.shown_table is ending.table


def test_another_game_that_is_opened_ends_a_reveal(before_end: Session) -> None:
    before_end.do(LeaveGame())
    start_another(before_end)
    before_end.do(OpenGame(number=1))
    before_end.do(play(whole_game()[-1]))
    assert before_end.reveal is not None
    before_end.do(OpenGame(number=2))
    assert before_end.reveal is None


def test_phones_come_and_go_during_a_reveal(ending: Session) -> None:
    turn(ending, 1)
    epoch = ending.snapshot().roles.epoch
    ending.do(ClaimSeat(seat=2, phone="phone", epoch=epoch, expected_game=1))
    assert reveal_of(ending).shown == 1
    assert shown_table(ending).claims == {2: "phone"}


def test_a_rematch_may_be_prepared_during_a_reveal(ending: Session) -> None:
    lobby = ending.open_lobby(table_of(ending).game, rematch=True, led_by="host")
    assert [place.name for place in lobby.places] == [*table_of(ending).names]
    assert reveal_of(ending).shown == 0
    ending.start_lobby(lambda colour: colour)
    assert (table_of(ending).number, ending.reveal) == (2, None)


REFUSED: tuple[Command, ...] = (
    Amend(entry=LAST - 1, move=None),
    Amend(entry=0, names=("Ada", "Bao", "Dara")),
    Insert(entry=1, seat=1, move={"move": "correct", "what": "gold", "by": 1, "note": ""}),
)
PREVIEWS: tuple[Command, ...] = (*REFUSED, TakeBack(), CloseGame())


@pytest.mark.parametrize("command", REFUSED, ids=lambda command: type(command).__name__)
def test_changes_of_the_history_wait_for_the_end(ending: Session, command: Command) -> None:
    before = dump(ending.journal)
    with pytest.raises(IllegalMoveError) as refused:
        ending.do(command)
    assert refused.value.reason.key == "reveal.wait"
    assert dump(ending.journal) == before
    assert ending.reveal is not None


@pytest.mark.parametrize("command", PREVIEWS, ids=lambda command: type(command).__name__)
def test_previews_wait_for_the_end(ending: Session, command: Command) -> None:
    with pytest.raises(IllegalMoveError) as refused:
        ending.preview(command)
    assert refused.value.reason.key == "reveal.wait"


def test_a_start_may_be_previewed_during_a_reveal(ending: Session) -> None:
    assert len(ending.preview(expedition()).entries) == 0


class TestConcealedTable:
    """Everybody sees the table as it was before the end."""

    def test_it_has_the_moves_before_the_end_and_no_offers(self, before_end: Session) -> None:
        before = table_of(before_end)
        before_end.do(play(whole_game()[-1]))
        table = shown_table(before_end)
        assert (table.state, [*table.entries]) == (before.state, [*before.entries])
        assert (table.number, table.seq) == (table_of(before_end).number, table_of(before_end).seq)
        assert (table.over, table.closed) == (False, False)
        assert [offers_of(table, seat) for seat in table.seats] == [(), (), ()]

    def test_it_stays_the_same_object_between_changes(self, ending: Session) -> None:
        assert ending.shown_table is ending.shown_table
        assert ending.snapshot() == ending.snapshot()

    @pytest.fixture
    def with_chance(self, session: Session, store: Store) -> tuple[Session, Table]:
        """Return a game of 1983 that has just ended, and its table before that. Its draws are the box's own."""
        case = Case(session.games[1], 2, {"tracking": "dice"})
        assert case.game.id == "classic"
        played = random_game(case, SEED)
        session.do(StartGame(game="classic", names=case.names, options=dict(case.options)))
        for entry in played.entries[:-1]:
            session.do(Play(moves=((entry.played.seat, move_to_json(entry.played.move)),)))
        before = table_of(session)
        last = played.entries[-1].played
        session.do(Play(moves=((last.seat, move_to_json(last.move)),)))
        return session, before

    def test_its_seed_is_sealed_and_it_has_no_closing_words(self, with_chance: tuple[Session, Table]) -> None:
        session, before = with_chance
        table = shown_table(session)
        assert table_of(session).commitments[-1].revealed
        assert table.commitments == before.commitments
        assert [*table.draws] == [*before.draws]
        assert (closing_digest(table), closing_digest(table_of(session)) is None) == (None, False)

    def test_draws_of_the_last_moves_are_hidden(self, store: Store) -> None:
        session = Session(store.journal, GAMES, lambda: NOON, entropy=Random(4).randbytes)
        session.do(StartGame(game="lanterns", names=("Ada", "Bao")))
        rnd = Random(2)
        before = table_of(session)
        while not table_of(session).over:
            before = table_of(session)
            session.do(play(*random_legal_moves(before, rnd, most=3)))
        shown = [draw.number for draw in shown_table(session).draws]
        assert shown[: len(before.draws)] == [draw.number for draw in before.draws]
        standing = {entry.played.drawn.number for entry in shown_table(session).entries if entry.played.drawn}
        assert {*shown[len(before.draws) :]} <= standing


def test_a_reveal_has_no_step_beyond_the_last(ending: Session) -> None:
    reveal = reveal_of(ending)
    assert reveal.turned_to(len(reveal.steps)) == replace(reveal, shown=len(reveal.steps))
    assert reveal.turned_to(len(reveal.steps) + 1) is None
