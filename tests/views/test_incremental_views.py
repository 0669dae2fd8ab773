"""Views of a growing game: whatever happens to the game, they equal views that are computed afresh."""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterator
from dataclasses import replace
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import invariant, precondition, rule

from companion.rules.moves import Correct
from companion.rules.viewer import PUBLIC
from companion.server.views import table_view, web_table_view
from companion.server.views.phone_view import ViewerRole, phone_view
from companion.server.views.web_table_view import events_view
from companion.session.session import Snapshot
from companion.table import table as tables
from companion.table.commands import ClaimSeat, ForgetPhones, ReleaseSeat, StartGame
from companion.table.history_queries import turn_span_at
from companion.table.incremental_cache import (
    AppendOnlyList,
    cached_for_entry,
    common_length,
    incremental_list,
    map_unchanged,
)
from companion.table.table import CompleteMove, Table
from companion.words.catalogue import LANGUAGES, Words
from tests.depth import deep, enough, search
from tests.kit.cases import CASES, Case
from tests.kit.random_play import cut_table, whole_game
from tests.kit.scripted_games import GAMES, NAMES, play, replayed_table, table_of
from tests.kit.scripted_games import whole_game as a_whole_expedition
from tests.session.test_random_evenings import Evening, random_legal_moves

ENGLISH = Words("en")
hands = st.randoms(use_true_random=False)


def without_cache(table: Table) -> Table:
    """Return the same table without cached results."""
    return replace(table, shared_cache={})


def all_views(snapshot: Snapshot) -> dict[tuple[ViewerRole, str], str]:
    """Return the view as text for every possible role, alternating between the languages."""
    seats = snapshot.table.seats if snapshot.table else ()
    roles = [
        ViewerRole(),
        ViewerRole(host=True),
        ViewerRole(host=True, seat=1),
        *(ViewerRole(seat=seat) for seat in seats),
    ]
    pairs = [(role, LANGUAGES[index % len(LANGUAGES)]) for index, role in enumerate(roles)]
    return {(role, language): json.dumps(phone_view(snapshot, role, Words(language))) for role, language in pairs}


def test_only_new_entries_are_computed() -> None:
    computed: list[int] = []

    def more(number: int, before: object) -> Iterator[str]:
        computed.append(number)
        yield f"{number}"

    game = replayed_table(a_whole_expedition())
    for entries in (2, 4, 4, 3):
        numbers = [f"{number}" for number in range(1, entries + 1)]
        assert incremental_list(cut_table(game, entries), "numbers", lambda: ["start"], more) == ["start", *numbers]
    assert computed == [1, 2, 3, 4]


def test_earlier_lists_stay_unchanged_and_share_their_common_start() -> None:
    table = replayed_table(a_whole_expedition()[:6])
    replayed = replayed_table(a_whole_expedition()[:6])  # the same moves, played again

    def numbers(table: Table, entries: int) -> AppendOnlyList[int]:
        return incremental_list(
            replace(cut_table(table, entries), shared_cache=cache), "numbers", tuple, lambda number, _: [number]
        )

    cache: dict[Hashable, Any] = {}
    three, five = numbers(table, 3), numbers(table, 5)
    assert five.shared_length(three) == three.shared_length(five) == 3
    back = numbers(table, 2)
    assert back.shared_length(five) is None
    again = replace(table, entries=(*table.entries[:2], *replayed.entries[2:]))
    assert numbers(again, 6).shared_length(back) == 2
    assert [*three] == three[:] == [1, 2, 3]
    assert (five[-1], five[1:3], len(five), 5 in five, 6 in five) == (5, [2, 3], 5, True, False)
    with pytest.raises(IndexError):
        three[3]


def test_the_result_of_a_replaced_entry_is_computed_again() -> None:
    table = replayed_table(a_whole_expedition()[:3])
    computed: list[int] = []
    for variant in (
        table,
        cut_table(table, 2),
        cut_table(without_cache(replayed_table(a_whole_expedition()[:3])), 3),
        table,
    ):
        with_cache = replace(variant, shared_cache=table.shared_cache)
        cached_for_entry(with_cache, "made", 2, lambda: computed.append(2))
    assert computed == [2, 2, 2], "by the first, by the other one, and by the first again"


def test_results_for_unchanged_items_are_computed_once() -> None:
    table = replayed_table(a_whole_expedition()[:3])
    computed: list[int] = []

    def make(value: int) -> str:
        computed.append(value)
        return f"{value}"

    for values in ({"a": 1, "b": 2}, {"b": 2, "c": 3}, {"b": 4}, {"a": 1, "b": 4}):
        assert map_unchanged(table, "made", values.items(), make) == [f"{value}" for value in values.values()]
    assert computed == [1, 2, 3, 4, 1], "what went is forgotten"


def test_common_counts_the_equal_entries_at_the_start() -> None:
    entries = replayed_table(a_whole_expedition()[:8]).entries
    for same in range(len(entries) + 1):
        variant = (*entries[:same], *(replace(entry) for entry in entries[same:]))
        assert common_length(entries, variant) == common_length(variant, entries) == same
        assert common_length(entries[:same], entries) == same


@pytest.mark.parametrize("case", CASES, ids=str)
def test_views_after_each_entry_equal_views_computed_afresh(case: Case) -> None:
    game = whole_game(case, 1)
    step = max(1, len(game.entries) // enough(12))
    for entries in (*range(0, len(game.entries), step), len(game.entries)):
        table = cut_table(game, entries)
        assert all_views(Snapshot(table, True)) == all_views(Snapshot(without_cache(table), True))


def test_a_move_computes_only_its_own_lines() -> None:
    table = replayed_table(a_whole_expedition()[:3])
    all_views(Snapshot(table, True))
    after = tables.play(table, [CompleteMove(3, Correct(what="gold", by=2, note=""))], 99)
    with (
        patch.object(table_view, "sheet_line_view", wraps=table_view.sheet_line_view) as lines,
        patch.object(web_table_view, "_totals", wraps=web_table_view._totals) as totals,
        patch.object(web_table_view, "_make_move_event", wraps=web_table_view._make_move_event) as events,
    ):
        all_views(Snapshot(after, True))
    new_lines = len(after.entries[-1].lines)
    assert new_lines == 1
    assert lines.call_count == new_lines * len(LANGUAGES), "once for each language: nobody hides anything here"
    assert totals.call_count == 1
    assert {call.args[1] for call in events.call_args_list} == {4}


class EveningOfViews(Evening):
    """An evening at which everybody's views are made after every step, and compared with views computed afresh."""

    @rule(rnd=hands)
    def start(self, rnd: Random) -> None:
        """Start a new game; seats of the previous game keep their phones."""
        self.session.do(StartGame(game=rnd.choice(GAMES).id, names=NAMES[: rnd.choice([2, 3])]))

    @precondition(lambda self: self.session.table and not self.session.table.over)
    @rule(rnd=hands)
    def play_on(self, rnd: Random) -> None:
        """Make some more moves, so that games come to their end."""
        for _ in range(12):
            table = table_of(self.session)
            if not table.over:
                self.session.do(play(*random_legal_moves(table, rnd, 1)))

    @precondition(lambda self: self.session.table)
    @rule(rnd=hands)
    def claim(self, rnd: Random) -> None:
        self.session.do(ClaimSeat(seat=rnd.choice([None, *table_of(self.session).seats]), phone=rnd.choice("ab")))

    @precondition(lambda self: self.session.table)
    @rule(rnd=hands)
    def release(self, rnd: Random) -> None:
        self.session.do(ReleaseSeat(seat=rnd.choice(table_of(self.session).seats)))

    @rule()
    def forget(self) -> None:
        self.session.do(ForgetPhones())

    @invariant()
    def it_is_as_if_all_were_told_anew(self) -> None:
        snapshot = self.session.snapshot()
        if snapshot.table is not None:
            fresh = replace(snapshot, table=without_cache(snapshot.table))
            assert all_views(snapshot) == all_views(fresh)

    @invariant()
    def what_happened_is_told_group_by_group(self) -> None:
        """Compare the events with those found by looking at every entry."""
        table = self.session.table
        if table is None:
            return
        numbers: list[int | None] = [None] if table.redo_stack else []
        for change in reversed(table.undo_stack):
            groups = (number for number, entry in enumerate(table.entries, 1) if entry.group == change.group)
            numbers += [None] if change.group is None else sorted(groups, reverse=True)
        events = events_view(table, PUBLIC, ENGLISH)
        assert [event["entry"] for event in events] == numbers[: web_table_view.MOST_EVENTS]

    @invariant()
    def an_entry_belongs_to_one_turn(self) -> None:
        table = self.session.table
        if table is not None:
            turns = [turn_span_at(table, number) for number in range(1, len(table.entries) + 1)]
            for number, stretch in enumerate(turns, 1):
                assert stretch.first <= number <= stretch.last
                assert turns[stretch.first - 1] == turns[stretch.last - 1] == stretch

    def the_journal_replays_to_the_table(self) -> None:
        """Not checked here: tested in tests/session."""

    def the_state_is_that_of_the_standing_moves(self) -> None:
        """Not checked here, likewise."""

    def every_change_can_be_undone(self) -> None:
        """Not checked here, likewise; there each step is one command."""

    def nobody_is_stuck(self) -> None:
        """Not checked here, likewise."""

    def the_sheet_adds_up(self) -> None:
        """Not checked here, likewise."""


TestTold = deep(EveningOfViews.TestCase)
TestTold.settings = search(40, stateful_step_count=25)
