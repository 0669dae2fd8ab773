"""Random evenings: after any commands in any order, a replay of the journal leads to the table."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from companion.journal import recorded_game
from companion.journal.journal import Journal
from companion.journal.moves_file import export
from companion.journal.open_journal import open_store
from companion.journal.replay import apply_seed_rows
from companion.journal.rows import Stamp, chain, chance_bodies, closed_body
from companion.journal.state_directory import NAME
from companion.journal.verify_moves_file import check_moves_file
from companion.rules.game import move_from_json, move_to_json
from companion.rules.rule_errors import IllegalMoveError, RulesError
from companion.rules.viewer import EVERYTHING, as_seat
from companion.session.session import Session
from companion.table import amendments
from companion.table import table as tables
from companion.table.amendments import own_entries
from companion.table.commands import (
    Amend,
    Answer,
    Command,
    Insert,
    LeaveGame,
    OpenGame,
    Play,
    Restore,
    StartGame,
    TakeBack,
    TurnReveal,
)
from companion.table.draw_record import DrawRecord, has_chance_moves
from companion.table.game_summary import parse_places, places_to_json
from companion.table.history_queries import moved_draws, replaced_draw_names
from companion.table.legal_moves import locked_draws, options_of
from companion.table.one_press_moves import groups_ending_turn, groups_for_all_seats
from companion.table.random_play import complete_move, open_kinds
from companion.table.session_errors import MisfitsError, NothingToDoError, StaleError
from companion.table.table import CompleteMove, Table, rewind
from tests.depth import deep, search
from tests.kit.history_model import WholeHistory
from tests.kit.random_play import looking_like
from tests.kit.scripted_games import GAMES, NAMES, NOON, SeatMove, folder_in_memory, play, table_of

hands = st.randoms(use_true_random=False)
WHEEL = {"sectors": [{"land": n, "sea": 9 - n} for n in range(1, 9)]}
CHANGES: dict[str, tuple[dict[str, Any], ...]] = {
    "expedition": ({}, {"colours": ["violet", "red"]}, {"start": {"gold": 5}}, {"late_camel_stops": False}, {"fog": 1}),
    "classic": ({}, {"move_bonus": 1}, {"bandits_d8": True}, {"money": {"start": 300}}, {"wheel": WHEEL}),
    "lanterns": ({}, {"rounds": 3}, {"rounds": 1}, {"charms": {"1": "red"}}, {"charms": {"9": "red"}}),
    "voyages": ({}, {"expert": True}, {"characters": ["wilhelm"]}, {"start": {"camels": 5}}, {"goals": [["G01"]]}),
}
"""Valid and invalid amendments of the start."""
MOST_STEPS = 99
"""More steps than any reveal has."""


class Evening(RuleBasedStateMachine):
    """A state directory, a session on it, and people who play, change their minds and pull the plug."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = folder_in_memory()
        self.directory = Path(self.folder.name)
        self.entropy = Random(7)
        self.store = open_store(self.directory, GAMES)
        self.session = self.a_session()
        self.last: tuple[Command, Answer] | None = None
        self.draws: dict[int, Sequence[DrawRecord]] = {}
        """Every draw seen so far, by game."""
        self.histories: dict[int, tuple[int, WholeHistory]] = {}
        """By game, the row up to which it was followed, and the history of those rows."""
        self.ids = 0

    def teardown(self) -> None:
        self.store.close()
        self.folder.cleanup()

    @initialize(rnd=hands)
    def first_game(self, rnd: Random) -> None:
        self.start(rnd)

    @rule(rnd=hands)
    def start(self, rnd: Random) -> None:
        game = rnd.choice(GAMES)
        names = NAMES[: rnd.choice([2, 3])]
        answer = self.do(StartGame(game=game.id, names=names, id=self.new_id()))
        assert (answer.seq, answer.entry) == (1 + has_chance_moves(game), 0)

    @precondition(lambda self: self.session.table and not self.session.table.over)
    @rule(rnd=hands, most=st.integers(1, 4))
    def play_legal_moves(self, rnd: Random, most: int) -> None:
        """Check that every completion of a form is accepted, several moves as one press."""
        before = table_of(self.session)
        moves = random_legal_moves(before, rnd, most)
        answer = self.do(play(*moves, id=self.new_id(), expected_seq=before.seq))
        after = table_of(self.session)
        revealed = after.over and has_chance_moves(after.game)
        assert (answer.seq, answer.entry) == (before.seq + len(moves) + revealed, len(before.entries) + len(moves))
        assert len(table_of(self.session).undo_stack) == len(before.undo_stack) + 1

    @precondition(lambda self: self.session.table)
    @rule(rnd=hands)
    def play_group(self, rnd: Random) -> None:
        """Check that a group is played as one; its seats may each take back their own move afterwards."""
        before = table_of(self.session)
        turn = before.match.turn(before.state)
        offered = [*groups_for_all_seats(before, before.seats)]
        offered += groups_ending_turn(before, turn, as_seat(turn)) if turn is not None else ()
        if not offered:
            return
        moves = rnd.choice(offered).moves
        self.do(Play(moves=moves, id=self.new_id(), expected_seq=before.seq))
        after = table_of(self.session)
        assert [entry.played.seat for entry in after.entries[len(before.entries) :]] == [seat for seat, _ in moves]
        assert amendments.take_back(after).entries == before.entries

    @precondition(lambda self: self.session.table)
    @rule(rnd=hands)
    def play_anything(self, rnd: Random) -> None:
        """Check that anything like a move is accepted, or refused without a trace."""
        before, table = self.session.snapshot(), table_of(self.session)
        seat = rnd.choice(table.seats)
        moves = [(seat, looking_like(table.game, rnd.choice(list(table.game.moves)), rnd, ())) for _ in range(2)]
        try:
            self.session.do(play(*moves))
        except RulesError:
            assert self.session.snapshot() == before

    @precondition(lambda self: self.session.table)
    @rule()
    def take_back(self) -> None:
        before = table_of(self.session)
        try:
            self.do(TakeBack(id=self.new_id()))
        except NothingToDoError:
            assert before.undo_stack == ()
        else:
            assert table_of(self.session).undo_stack == before.undo_stack[:-1]

    @precondition(lambda self: self.session.table)
    @rule()
    def restore(self) -> None:
        before = table_of(self.session)
        try:
            self.session.do(Restore())
        except NothingToDoError:
            assert before.redo_stack == ()
        except RulesError:  # the moves that a seat took back alone no longer fit at the end
            assert before.redo_stack[-1].own_moves
            assert table_of(self.session) == before
        else:
            own, after = before.redo_stack[-1].own_moves, table_of(self.session).entries
            assert [entry.played for entry in after[len(after) - len(own) :]] == [*own]

    @precondition(lambda self: self.session.table and self.session.table.entries)
    @rule(rnd=hands)
    def take_back_own_moves(self, rnd: Random) -> None:
        """Check that a seat among several takes back its own last moves; those of others stay."""
        before = table_of(self.session)
        seat = rnd.choice([entry.played.seat for entry in before.entries])
        own = own_entries(before, seat)
        if not own:
            return
        command = TakeBack(seat=seat)
        try:
            self.session.do(command)
        except NothingToDoError:  # something earlier was changed since
            assert table_of(self.session) == before
            return
        except MisfitsError as error:
            assert table_of(self.session) == before
            own = (*own, *(misfit.entry for misfit in error.misfits))
            try:
                self.session.do(replace(command, without=tuple(misfit.entry for misfit in error.misfits)))
            except NothingToDoError:
                assert table_of(self.session) == before
                return
        remaining = [entry.played for number, entry in enumerate(before.entries, 1) if number not in own]
        assert [entry.played for entry in table_of(self.session).entries] == remaining

    @precondition(lambda self: self.session.reveal)
    @rule(step=st.integers(0, 9))
    def turn_reveal(self, step: int) -> None:
        """Check that turning the reveal changes no game, and that amendments wait until it is complete."""
        before = table_of(self.session)
        with pytest.raises(IllegalMoveError):
            self.session.do(Amend(entry=1))
        for shown in (step, MOST_STEPS):
            self.session.do(TurnReveal(step=shown))
            assert table_of(self.session) == before
        assert self.session.reveal is None

    @precondition(lambda self: self.session.table and self.session.table.entries and not self.session.reveal)
    @rule(rnd=hands)
    def insert(self, rnd: Random) -> None:
        """Insert a forgotten move where it was legal; misfits must be named."""
        before = table_of(self.session)
        entry = rnd.randint(1, len(before.entries))
        if (then := rewind(before, entry)).over:
            return
        [(seat, body)] = random_legal_moves(then, rnd, 1, drawn=False)
        command = Insert(entry=entry, seat=seat, move=body)
        try:
            self.session.do(command)
        except MisfitsError as error:
            assert table_of(self.session) == before
            without = tuple(misfit.entry for misfit in error.misfits)
            assert min(without) >= entry
            self.session.do(replace(command, without=without))
            assert len(table_of(self.session).entries) == len(before.entries) + 1 - len(without)
        else:
            assert len(table_of(self.session).entries) == len(before.entries) + 1
        put_in = table_of(self.session).entries[entry - 1].played
        assert (put_in.seat, put_in.move.kind, put_in.drawn) == (seat, body["move"], None)

    @precondition(lambda self: self.session.table and not self.session.reveal)
    @rule(rnd=hands)
    def amend_start(self, rnd: Random) -> None:
        """Correct names and options afterwards; the moves stay, as far as they fit."""
        before = table_of(self.session)
        names = tuple(rnd.sample(NAMES, len(before.names)))
        command = Amend(entry=0, names=names, options=rnd.choice(CHANGES[before.game.id]))
        try:
            self.session.do(command)
        except RulesError:
            assert table_of(self.session) == before
        except MisfitsError as error:
            assert table_of(self.session) == before
            self.session.do(replace(command, without=tuple(misfit.entry for misfit in error.misfits)))
            assert table_of(self.session).names == names
        else:
            after = table_of(self.session)
            assert (after.names, len(after.entries)) == (names, len(before.entries))
            assert [entry.played for entry in after.entries] == [entry.played for entry in before.entries]

    @precondition(lambda self: self.session.table and self.session.table.entries and not self.session.reveal)
    @rule(rnd=hands, leave_out=st.booleans())
    def amend(self, rnd: Random, leave_out: bool) -> None:
        """Replace an earlier entry by another legal move, or leave it out, without the misfits."""
        before = table_of(self.session)
        entry = rnd.randint(1, len(before.entries))
        then = rewind(before, entry)
        seat, body = (None, None) if leave_out else random_legal_moves(then, rnd, 1, drawn=False)[0]
        command = Amend(entry=entry, seat=seat, move=body)
        try:
            self.session.do(command)
        except MisfitsError as error:
            assert table_of(self.session) == before
            without = tuple(misfit.entry for misfit in error.misfits)
            assert without
            assert min(without) > entry
            self.session.do(replace(command, without=without))
            assert len(table_of(self.session).entries) == len(before.entries) - len(without) - leave_out
        else:
            assert len(table_of(self.session).entries) == len(before.entries) - leave_out

    @precondition(lambda self: self.session.table)
    @rule()
    def send_stale_command(self) -> None:
        before = self.session.snapshot()
        with pytest.raises(StaleError):
            self.session.do(TakeBack(expected_seq=table_of(self.session).seq - 1))
        assert self.session.snapshot() == before

    @precondition(lambda self: self.last)
    @rule()
    def send_again(self) -> None:
        before = self.session.snapshot()
        assert self.last is not None
        command, answer = self.last
        assert self.session.do(command) == answer
        assert self.session.snapshot() == before

    @precondition(lambda self: self.session.table)
    @rule()
    def leave(self) -> None:
        self.session.do(LeaveGame())
        assert self.session.table is None

    @rule(rnd=hands)
    def open_a_saved_game(self, rnd: Random) -> None:
        number = rnd.choice(self.session.journal.games()).number
        assert self.session.do(OpenGame(number=number)).game == number

    @rule()
    def restart(self) -> None:
        before = self.session.table
        self.store.close()
        self.store = open_store(self.directory, GAMES)
        self.session = self.a_session()
        assert self.session.table == before

    @precondition(lambda self: self.session.table)
    @rule()
    def the_end_could_be_verified(self) -> None:
        """Check that its file is valid, and that its rows give the same end to a program without its rules."""
        table = table_of(self.session)
        rows = [*self.store.journal.rows(table.number)]
        bodies = [closed_body(tables.close(table))]
        bodies += chance_bodies(tables.close(table), lambda: bytes(32))
        after = apply_seed_rows(tables.close(table), bodies[1:])
        more, after = chain(table, rows[-1].hash(), Stamp(0, "box"), bodies, after)
        assert [fault.problem for fault in check_moves_file(export(after).encode(), GAMES).faults] == []
        recorded = recorded_game.read_rows([*rows, *more])
        assert (recorded.replaced_draws, recorded.moved_draws) == (replaced_draw_names(after), moved_draws(after))
        assert recorded.result == parse_places(places_to_json(after))

    @invariant()
    def the_journal_replays_to_the_table(self) -> None:
        with closing(Journal(self.directory / NAME, read_only=True)) as journal:
            again = Session(journal, GAMES, lambda: NOON)
            assert again.table == self.session.table
            assert not again.damaged
            if again.table is not None:
                assert again.table.digest() == table_of(self.session).digest()

    @invariant()
    def every_change_can_be_undone(self) -> None:
        """Check that take-back and restore lead to the former tables, entry by entry, state by state."""
        table = self.session.table
        if table is not None:
            seq, history = self.histories.get(table.number, (0, WholeHistory()))
            rows = [row for row in self.store.journal.rows(table.number) if row.seq > seq]
            history.follow(rows, table)
            self.histories[table.number] = table.seq, history

    @invariant()
    def the_state_is_that_of_the_standing_moves(self) -> None:
        table = self.session.table
        if table is not None:
            state = table.initial_state
            for entry in table.entries:
                state, lines = table.match.play(state, entry.played.seat, entry.played.move)
                assert (state, lines) == (entry.state, entry.lines)

    @invariant()
    def draws_never_change(self) -> None:
        """Check that draws never change; a move that stands on a draw has its values."""
        table = self.session.table
        if table is not None:
            earlier = self.draws.setdefault(table.number, ())
            assert table.draws[: len(earlier)] == earlier
            self.draws[table.number] = table.draws
            for draw in table.standing_draws():
                assert table.draws[draw.number] == draw
            for entry in table.entries:
                if entry.played.drawn is not None:
                    assert move_to_json(entry.played.move)["chance"] == list(entry.played.drawn.values)

    @invariant()
    def nobody_is_stuck(self) -> None:
        table = self.session.table
        if table is not None and not table.over:
            assert any(
                option.refused is None and option.kind != "correct"
                for seat in table.match.active_seats(table.state)
                for option in options_of(table, seat)
            )

    @invariant()
    def the_sheet_adds_up(self) -> None:
        table = self.session.table
        if table is not None:
            view = table.match.player_view(table.state, EVERYTHING)
            spoken_of = {line.what for _, line in table.lines()}
            for seat in table.seats:
                held = table.match.holdings(view, seat)
                for what in spoken_of & set(held):
                    lines = (line.by for _, line in table.lines() if (line.seat, line.what) == (seat, what))
                    assert sum(lines) == held[what]

    def do(self, command: Command) -> Answer:
        """Carry out a command, and keep it to be sent again."""
        answer = self.session.do(command)
        self.last = command, answer
        return answer

    def a_session(self) -> Session:
        return Session(self.store.journal, GAMES, lambda: NOON, entropy=self.entropy.randbytes)

    def new_id(self) -> str:
        self.ids += 1
        return f"command-{self.ids}"


def random_legal_moves(table: Table, rnd: Random, most: int, *, drawn: bool = True) -> list[SeatMove]:
    """Return at most this many moves, one after the other, that the forms allow at this table; corrections included.

    Unless `drawn`, all chance is typed in: nothing is drawn for the past.
    """
    moves: list[SeatMove] = []
    while len(moves) < most and not table.over:
        seat = rnd.choice(table.match.active_seats(table.state))
        kind = rnd.choice(open_kinds(table.match, table.state, seat))
        body = complete_move(table.match, table.state, seat, kind, rnd)
        if drawn and body.get("chance") and rnd.random() < 0.5:
            undrawn = {name: value for name, value in body.items() if name != "chance"}
            if not locked_draws(table, seat, kind):  # a throw that was taken back is locked to its announcement
                return [*moves, (seat, undrawn)]  # later moves may depend on the draw, so it is the last
        moves.append((seat, body))
        table = tables.play(table, [CompleteMove(seat, move_from_json(table.game, body))], table.seq + 1)
    return moves


TestEvening = deep(Evening.TestCase)
TestEvening.settings = search(60, stateful_step_count=30)
