"""What every game keeps to, whichever it is: played at random over all registered games and Lanterns."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from companion.rules import codec
from companion.rules.errors import MalformedError
from companion.rules.game import Game, move_from_json, move_to_json
from companion.rules.sheet import Line
from companion.rules.text import Text
from companion.rules.viewer import EVERYTHING, PUBLIC
from companion.session import table as tables
from tests.rules.cases import (
    NAMES,
    NOBODYS,
    WON_OTHERWISE,
    Case,
    a_few,
    every_case,
    every_game,
    few_seeds,
    worth,
)
from tests.rules.walking import MOST_ENTRIES, moments, open_kinds, whole_game


@every_case
@a_few
@given(seed=st.integers(0, 2**32))
def test_legal_play_at_random_comes_to_an_end(case: Case, seed: int) -> None:
    table = whole_game.__wrapped__(case, seed)
    assert table.over
    assert len(table.entries) < MOST_ENTRIES


@every_case
@a_few
@given(seed=few_seeds)
def test_the_game_waits_for_its_seats_and_for_nobody_when_it_is_over(case: Case, seed: int) -> None:
    for state in moments(whole_game(case, seed)):
        waiting = case.game.waiting(state)
        assert set(waiting) <= set(case.every_seat)
        assert len(set(waiting)) == len(waiting)
        assert bool(waiting) is not case.game.over(state)
        for seat in waiting:
            assert set(open_kinds(case.game, state, seat)) - {"correct"}


@every_case
@a_few
@given(seed=few_seeds)
def test_only_seats_that_are_waited_for_may_do_more_than_correct(case: Case, seed: int) -> None:
    for state in moments(whole_game(case, seed)):
        for seat in set(case.every_seat) - set(case.game.waiting(state)):
            assert open_kinds(case.game, state, seat) == ([] if case.game.over(state) else ["correct"])


@every_case
@a_few
@given(seed=few_seeds)
def test_the_turn_is_a_seats_or_nobodys(case: Case, seed: int) -> None:
    for state in moments(whole_game(case, seed)):
        turn = case.game.turn(state)
        assert turn is None or turn in case.every_seat
        assert not (case.game.over(state) and turn is not None)


@every_case
@a_few
@given(seed=few_seeds)
def test_the_lines_of_a_seat_add_up_to_what_it_holds_at_every_entry(case: Case, seed: int) -> None:
    table = whole_game(case, seed)
    sums: Counter[tuple[int, str]] = Counter()
    _add(sums, table.start_lines)
    _check_sums(case, table.start, sums)
    for entry in table.entries:
        _add(sums, entry.lines)
        _check_sums(case, entry.state, sums)


@every_case
@a_few
@given(seed=few_seeds)
def test_every_line_has_a_seat_a_reason_and_a_ruling_that_looks_like_one(case: Case, seed: int) -> None:
    for entry, line in whole_game(case, seed).lines():
        assert line.seat in case.every_seat
        assert line.by != 0 or entry == 0
        assert line.why.key
        assert line.ruling is None or re.fullmatch(r"[A-Z]\d{1,2}", line.ruling)


@every_case
@a_few
@given(seed=few_seeds)
def test_standings_are_sorted_and_ranked_by_their_totals(case: Case, seed: int) -> None:
    for state in moments(whole_game(case, seed)):
        places = case.game.standings(state)
        assert sorted(place.seat for place in places) == list(case.every_seat)
        assert [(place.rank, place.seat) for place in places] == sorted((place.rank, place.seat) for place in places)
        totals = [place.total for place in places]
        assert totals == sorted(totals, reverse=True) or case.game.id in WON_OTHERWISE
        ranks = [place.rank for place in places]
        assert ranks == [1 + sum(other < rank for other in ranks) for rank in ranks]
        for place, other in pairwise(places):
            assert place.rank < other.rank or place.total == other.total


@every_case
@a_few
@given(seed=few_seeds)
def test_every_move_is_told(case: Case, seed: int) -> None:
    table = whole_game(case, seed)
    for number, entry in enumerate(table.entries, 1):
        for viewer in (PUBLIC, EVERYTHING):
            played = entry.played
            told = case.game.tell(table.before(number), played.seat, played.move, entry.state, viewer)
            assert isinstance(told, Text)
            assert dict(told.args)["seat"] == played.seat or "seat" not in dict(told.args)


@every_case
@a_few
@given(seed=few_seeds)
def test_states_and_moves_come_back_from_json_as_they_were(case: Case, seed: int) -> None:
    table = whole_game(case, seed)
    for state in moments(table):
        assert codec.from_json(case.game.state_type, codec.to_json(state)) == state
    for entry in table.entries:
        assert move_from_json(case.game, move_to_json(entry.played.move)) == entry.played.move


@every_case
@a_few
@given(seed=few_seeds)
def test_a_game_goes_on_from_a_state_read_back_as_it_would_have(case: Case, seed: int) -> None:
    table = whole_game(case, seed)
    for number, entry in enumerate(table.entries, 1):
        again = codec.from_json(case.game.state_type, codec.to_json(table.before(number)))
        assert case.game.play(again, entry.played.seat, entry.played.move) == (entry.state, entry.lines)


@every_case
def test_the_schema_of_the_options_knows_the_options_that_are_played(case: Case) -> None:
    assert Draft202012Validator(case.game.options_schema).is_valid(dict(case.options))
    assert not Draft202012Validator(case.game.options_schema).is_valid({"no_such_option": 1})


@every_case
def test_an_option_that_a_game_does_not_know_is_named(case: Case) -> None:
    with pytest.raises(MalformedError) as caught:
        case.game.setup(case.names, {**case.options, "no_such_option": 1})
    assert caught.value.where == "no_such_option"


@every_case
def test_the_form_of_the_set_up_offers_options_that_the_set_up_takes(case: Case) -> None:
    plain, _ = case.game.setup(case.names, {})
    form = case.game.setup_form(case.seats)
    defaults = {entry.field.name: entry.default for entry in form}
    assert case.game.setup(case.names, defaults)[0] == plain
    assert Draft202012Validator(case.game.options_schema).is_valid(defaults)


@every_case
def test_every_seat_has_its_own_colours_of_those_in_the_box(case: Case) -> None:
    state, _ = case.game.setup(case.names, case.options)
    colours = case.game.seat_colours(state)
    flat = [colour for own in colours for colour in own]
    assert [len(own) for own in colours] == [case.game.colours_each(case.seats)] * case.seats
    assert len(set(flat)) == len(flat)
    assert set(flat) <= set(case.game.colours)


@every_game
def test_no_other_number_of_seats_is_taken(game: Game[Any]) -> None:
    for seats in (0, game.seats[0] - 1, game.seats[-1] + 1):
        names = [f"{name} {n}" for n in range(2) for name in NAMES][:seats]
        with pytest.raises(MalformedError) as caught:
            tables.start(game, names, {})
        assert caught.value.where == "seats"


@every_case
@a_few
@given(seed=few_seeds)
def test_the_same_moves_lead_to_the_same_game(case: Case, seed: int) -> None:
    table = whole_game(case, seed)
    state, lines = case.game.setup(case.names, case.options)
    assert (state, lines) == (table.start, table.start_lines)
    for entry in table.entries:
        state, lines = case.game.play(state, entry.played.seat, entry.played.move)
        assert (state, lines) == (entry.state, entry.lines)


def _add(sums: Counter[tuple[int, str]], lines: tuple[Line, ...]) -> None:
    for line in lines:
        sums[line.seat, line.what] += line.by


def _check_sums(case: Case, state: Any, sums: Counter[tuple[int, str]]) -> None:
    """A number held is the sum of its lines; of a thing in a list there are as many. The total is a sum as well."""
    holdings: dict[str, Any] = case.game.holdings(state, EVERYTHING)
    for seat in case.every_seat:
        held = holdings[str(seat)]
        counted = Counter(item for value in held.values() if isinstance(value, list) for item in value)
        spoken_of = {what for _, what in sums}
        for what in spoken_of & set(held):
            assert held[what] == sums[seat, what]
        for what in spoken_of - set(held) - NOBODYS:
            assert counted[what] == sums[seat, what]
    totals = dict.fromkeys(case.every_seat, 0)
    for (seat, what), by in sums.items():
        totals[seat] += by * worth(case.game.id, what)
    assert list(case.game.totals(state, EVERYTHING)) == list(totals.values())
    for place in case.game.standings(state):
        assert case.game.totals(state, PUBLIC)[place.seat - 1] in (place.total, None)
