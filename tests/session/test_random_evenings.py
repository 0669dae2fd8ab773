"""Evenings at random: whatever is asked in whatever order, the journal folds to what is on the table."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from companion.rules.errors import RulesError
from companion.rules.game import move_from_json
from companion.rules.viewer import EVERYTHING
from companion.session import table as tables
from companion.session.commands import Amend, Answer, Command, Leave, Open, Restore, Start, TakeBack
from companion.session.draws import draws_chance
from companion.session.errors import MisfitsError, NothingToDoError, StaleError
from companion.session.journal import Journal
from companion.session.store import NAME, open_store
from companion.session.table import Played, Table
from tests.rules.walking import completed, looking_like, open_kinds
from tests.session.games import GAMES, NAMES, Moved, folder_in_memory, play, session_on, table_of

hands = st.randoms(use_true_random=False)


class Evening(RuleBasedStateMachine):
    """A state directory, a session on it, and people who play, change their minds and pull the plug."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = folder_in_memory()
        self.directory = Path(self.folder.name)
        self.store = open_store(self.directory, GAMES)
        self.session = session_on(self.store.journal, dice=(1 + n % 6 for n in range(10_000)))
        self.last: tuple[Command, Answer] | None = None
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
        answer = self.do(Start(game=game.id, names=names, id=self.new_id()))
        assert (answer.seq, answer.entry) == (1 + draws_chance(game), 0)

    @precondition(lambda self: self.session.table and not self.session.table.over)
    @rule(rnd=hands, most=st.integers(1, 4))
    def play_what_is_allowed(self, rnd: Random, most: int) -> None:
        """Every completion of a form is accepted, several moves as one press."""
        before = table_of(self.session)
        moves = allowed(before, rnd, most)
        answer = self.do(play(*moves, id=self.new_id(), expected_seq=before.seq))
        after = table_of(self.session)
        revealed = after.over and draws_chance(after.game)
        assert (answer.seq, answer.entry) == (before.seq + len(moves) + revealed, len(before.entries) + len(moves))
        assert len(table_of(self.session).done) == len(before.done) + 1

    @precondition(lambda self: self.session.table)
    @rule(rnd=hands)
    def play_anything(self, rnd: Random) -> None:
        """What looks like a move is accepted or refused; refused, it never was."""
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
            assert before.done == ()
        else:
            assert table_of(self.session).entries == before.done[-1].before

    @precondition(lambda self: self.session.table)
    @rule()
    def restore(self) -> None:
        before = table_of(self.session)
        try:
            self.session.do(Restore())
        except NothingToDoError:
            assert before.undone == ()
        else:
            assert table_of(self.session).entries == before.undone[-1].after

    @precondition(lambda self: self.session.table and self.session.table.entries)
    @rule(rnd=hands, leave_out=st.booleans())
    def amend(self, rnd: Random, leave_out: bool) -> None:
        """An earlier entry is replaced by one that was allowed then, or left out, without whatever no longer fits."""
        before = table_of(self.session)
        entry = rnd.randint(1, len(before.entries))
        then = replace(before, entries=before.entries[: entry - 1])
        seat, body = (None, None) if leave_out else allowed(then, rnd, 1, drawn=False)[0]
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
    def ask_too_late(self) -> None:
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
        self.session.do(Leave())
        assert self.session.table is None

    @rule(rnd=hands)
    def open_a_saved_game(self, rnd: Random) -> None:
        number = rnd.choice(self.session.journal.games()).number
        assert self.session.do(Open(number=number)).game == number

    @rule()
    def restart(self) -> None:
        before = self.session.table
        self.store.close()
        self.store = open_store(self.directory, GAMES)
        self.session = session_on(self.store.journal, dice=(1 + n % 6 for n in range(10_000)))
        assert self.session.table == before

    @invariant()
    def the_journal_folds_to_what_is_on_the_table(self) -> None:
        with closing(Journal(self.directory / NAME, read_only=True)) as journal:
            again = session_on(journal)
            assert again.table == self.session.table
            assert not again.damaged
            if again.table is not None:
                assert again.table.digest() == table_of(self.session).digest()

    @invariant()
    def the_sheet_adds_up(self) -> None:
        table = self.session.table
        if table is not None:
            held = table.game.holdings(table.state, EVERYTHING)
            spoken_of = {line.what for _, line in table.lines()}
            for seat in table.seats:
                for what in spoken_of & set(held[str(seat)]):
                    lines = (line.by for _, line in table.lines() if (line.seat, line.what) == (seat, what))
                    assert sum(lines) == held[str(seat)][what]

    def do(self, command: Command) -> Answer:
        """Have it done, and keep it to be sent again."""
        answer = self.session.do(command)
        self.last = command, answer
        return answer

    def new_id(self) -> str:
        self.ids += 1
        return f"command-{self.ids}"


def allowed(table: Table, rnd: Random, most: int, *, drawn: bool = True) -> list[Moved]:
    """At most so many moves, one after the other, that the forms allow at this table; corrections among them.

    Unless `drawn`, all chance is typed in: nothing is drawn for the past.
    """
    moves: list[Moved] = []
    while len(moves) < most and not table.over:
        seat = rnd.choice(table.game.waiting(table.state))
        kind = rnd.choice(open_kinds(table.game, table.state, seat))
        body = completed(table.game, table.state, seat, kind, rnd)
        if drawn and body.get("chance") and rnd.random() < 0.5:
            del body["chance"]  # let the session draw; what follows may hang on it, so it is the last
            return [*moves, (seat, body)]
        moves.append((seat, body))
        table = tables.play(table, [Played(seat, move_from_json(table.game, body))], table.seq + 1)
    return moves


TestEvening = Evening.TestCase
TestEvening.settings = settings(max_examples=60, stateful_step_count=30, deadline=None)
