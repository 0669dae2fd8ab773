"""Tests of the protocols, on random games of every registered game and of the test games."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from companion.chance.canonical_json import canonical
from companion.rules import codec
from companion.rules.fields import Json, NumberField, OneOf, TextField
from companion.rules.form_walk import fits
from companion.rules.game import Correctable, Game, Match, Rematch, find_game, move_from_json, move_to_json
from companion.rules.match_functions import may_hide_options, next_pick, standings
from companion.rules.moves import Line
from companion.rules.rule_errors import IllegalMoveError, MalformedError, Refusal
from companion.rules.scene import Track
from companion.rules.text import Text
from companion.rules.viewer import EVERYTHING, PUBLIC, as_seat
from companion.table import table as tables
from companion.table.random_play import complete_move, open_kinds, play_move
from tests.kit.cases import (
    DEALT,
    FACTS,
    GAMES,
    NAMES,
    NOBODYS,
    WITH_SECRET_OPTIONS,
    WON_OTHERWISE,
    YOUNGEST_BEGINS,
    Case,
    a_few,
    every_case,
    every_game,
    few_seeds,
    hands,
)
from tests.kit.random_play import MOST_ENTRIES, cut_table, some_moment, states_of, whole_game


@every_case
@a_few
@given(seed=st.integers(0, 2**32))
def test_a_random_legal_game_ends(case: Case, seed: int) -> None:
    table = whole_game.__wrapped__(case, seed)
    assert table.over
    assert len(table.entries) < MOST_ENTRIES


@every_case
@a_few
@given(seed=few_seeds)
def test_seats_are_active_until_the_game_is_over(case: Case, seed: int) -> None:
    for state in states_of(whole_game(case, seed)):
        active = case.match.active_seats(state)
        assert set(active) <= set(case.every_seat)
        assert len(set(active)) == len(active)
        assert bool(active) is not case.match.over(state)
        for seat in active:
            assert set(open_kinds(case.match, state, seat)) - {"correct"}


@every_case
@a_few
@given(seed=few_seeds)
def test_inactive_seats_do_not_change_who_is_active(case: Case, seed: int) -> None:
    table = whole_game(case, seed)
    for entries in range(len(table.entries) + 1):
        then = cut_table(table, entries)
        active = case.match.active_seats(then.state)
        for seat in set(case.every_seat) - set(active):
            kinds = open_kinds(case.match, then.state, seat)
            assert ("correct" in kinds) is not then.over
            for kind in set(kinds) - {"correct"}:
                after = play_move(then, seat, complete_move(case.match, then.state, seat, kind, Random(seed)))
                assert case.match.active_seats(after.state) == active


@every_case
@a_few
@given(seed=few_seeds)
def test_the_turn_belongs_to_a_seat_or_nobody(case: Case, seed: int) -> None:
    for state in states_of(whole_game(case, seed)):
        turn = case.match.turn(state)
        assert turn is None or turn in case.every_seat
        assert not (case.match.over(state) and turn is not None)


@every_case
@a_few
@given(seed=few_seeds)
def test_the_lines_of_a_seat_add_up_to_its_holdings(case: Case, seed: int) -> None:
    table = whole_game(case, seed)
    sums: Counter[tuple[int, str]] = Counter()
    _add(sums, table.setup_lines)
    _check_sums(case, table.initial_state, sums)
    for entry in table.entries:
        _add(sums, entry.lines)
        _check_sums(case, entry.state, sums)


@every_case
@a_few
@given(seed=few_seeds)
def test_every_line_has_a_seat_reason_and_ruling(case: Case, seed: int) -> None:
    for entry, line in whole_game(case, seed).lines():
        assert line.seat in case.every_seat
        assert line.by != 0 or entry == 0
        assert line.why.key
        assert line.ruling is None or re.fullmatch(r"[A-Z]\d{1,2}", line.ruling)


@every_case
@a_few
@given(seed=few_seeds)
def test_standings_are_sorted_and_ranked_by_their_totals(case: Case, seed: int) -> None:
    for state in states_of(whole_game(case, seed)):
        places = standings(case.match, state)
        assert sorted(place.seat for place in places) == list(case.every_seat)
        assert [(place.rank, place.seat) for place in places] == sorted((place.rank, place.seat) for place in places)
        totals = [place.total for place in places]
        assert totals == sorted(totals, reverse=True) or case.game.id in WON_OTHERWISE
        ranks = [place.rank for place in places]
        assert ranks == [1 + sum(better < rank for better in ranks) for rank in ranks]
        for place, next_place in pairwise(places):
            assert place.rank < next_place.rank or place.total == next_place.total


@every_case
@a_few
@given(seed=few_seeds)
def test_every_move_has_a_description(case: Case, seed: int) -> None:
    table = whole_game(case, seed)
    for number, entry in enumerate(table.entries, 1):
        for viewer in (PUBLIC, EVERYTHING):
            played = entry.played
            text = case.match.describe_move(
                table.before(number), played.seat, played.move, entry.state, table.state, viewer
            )
            assert isinstance(text, Text)
            assert dict(text.args)["seat"] == played.seat or "seat" not in dict(text.args)


@every_case
@a_few
@given(seed=few_seeds)
def test_states_and_moves_survive_a_json_round_trip(case: Case, seed: int) -> None:
    table = whole_game(case, seed)
    for state in states_of(table):
        assert codec.from_json(case.game.state_type, codec.to_json(state)) == state
    for entry in table.entries:
        assert move_from_json(case.game, move_to_json(entry.played.move)) == entry.played.move


@every_case
@a_few
@given(seed=few_seeds)
def test_a_game_goes_on_unchanged_from_a_reloaded_state(case: Case, seed: int) -> None:
    table = whole_game(case, seed)
    for number, entry in enumerate(table.entries, 1):
        again = codec.from_json(case.game.state_type, codec.to_json(table.before(number)))
        assert case.match.play(again, entry.played.seat, entry.played.move) == (entry.state, entry.lines)


@every_case
def test_the_options_schema_accepts_the_options_played(case: Case) -> None:
    assert Draft202012Validator(case.game.options_schema).is_valid(dict(case.options))
    assert not Draft202012Validator(case.game.options_schema).is_valid({"no_such_option": 1})


@every_case
def test_an_unknown_option_is_named(case: Case) -> None:
    with pytest.raises(MalformedError) as caught:
        case.game.begin(case.names, {**case.options, "no_such_option": 1})
    assert caught.value.where == "no_such_option"


@every_case
def test_begin_accepts_the_defaults_of_the_setup_form(case: Case) -> None:
    plain, state, lines = case.game.begin(case.names, {})
    form = case.game.setup_form(case.seats)
    # A secret option has one value for each seat.
    defaults = {
        option.field.name: [option.default] * case.seats if option.secret else option.default for option in form
    }
    match, *begun = case.game.begin(case.names, defaults)
    assert begun == [state, lines]
    assert vars(match) | {"options": {}} == vars(plain)
    assert Draft202012Validator(case.game.options_schema).is_valid(defaults)


@every_case
def test_every_seat_has_its_own_colours(case: Case) -> None:
    colours = case.match.colours
    flat = [colour for own in colours for colour in own]
    assert [len(own) for own in colours] == [case.game.colours_per_seat(case.seats)] * case.seats
    assert len(set(flat)) == len(flat)
    assert set(flat) <= set(case.game.colours)


@every_game
def test_a_wrong_number_of_seats_is_refused(game: Game) -> None:
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
    match, state, lines = case.game.begin(case.names, case.options)
    assert match == table.match
    assert (state, lines) == (table.initial_state, table.setup_lines)
    for entry in table.entries:
        state, lines = match.play(state, entry.played.seat, entry.played.move)
        assert (state, lines) == (entry.state, entry.lines)


@every_case
@a_few
@given(seed=few_seeds)
def test_turns_are_counted_one_by_one(case: Case, seed: int) -> None:
    """The number is that of the turn that began last; it is None while nobody has a turn."""
    match, table = case.match, whole_game(case, seed)
    last = match.turn_no(table.initial_state) or 0
    assert last == int(match.turn(table.initial_state) is not None)
    for number, entry in enumerate(table.entries, 1):
        now = match.turn_no(entry.state)
        another = FACTS[case.game.id].another_turn
        last += (
            another(table.before(number), entry.played.move.kind, entry.state) if another else now not in (None, last)
        )
        assert now == (None if match.turn(entry.state) is None else last), "is another_turn in its facts right?"


@every_case
@a_few
@given(seed=few_seeds)
def test_a_new_turn_number_means_another_seat(case: Case, seed: int) -> None:
    match = case.match
    last: tuple[int | None, int] = None, 0
    for state in states_of(whole_game(case, seed)):
        seat, number = match.turn(state), match.turn_no(state)
        if number is not None:
            assert seat == last[0] if number == last[1] else number == last[1] + 1
            last = seat, number


@every_case
def test_a_rematch_lets_the_youngest_or_the_next_seat_begin(case: Case) -> None:
    match, again = case.match, case.match.rematch()
    first = 0 if case.game.id in YOUNGEST_BEGINS else 1
    assert again.names == (*match.names[first:], *match.names[:first])
    assert again.colours == (*match.colours[first:], *match.colours[:first])


@every_case
def test_a_rematch_keeps_house_rules_and_forgets_the_deal(case: Case) -> None:
    match, again = case.match, case.match.rematch()
    dealt = {option.field.name for option in case.game.setup_form(case.seats) if option.secret}
    dealt |= {*DEALT.get(case.game.id, ())}
    assert again.options == {name: value for name, value in match.options.items() if name not in {*dealt, "colours"}}
    following, *_ = case.game.begin(again.names, again.options)
    assert (following.names, dict(following.options)) == (again.names, again.options)


def test_a_rematch_leaves_out_colours_and_keeps_house_rules() -> None:
    colours: list[Json] = ["blue", "green"]
    house: dict[str, Json] = {"tracking": "dice", "move_bonus": 1}
    match, *_ = find_game("classic", GAMES).begin(NAMES[:2], {"colours": colours, **house})
    assert match.rematch() == Rematch(NAMES[:2], (("blue",), ("green",)), house)


@every_case
def test_only_its_own_seat_sees_a_secret_option(case: Case) -> None:
    match, options = case.match, dict(case.match.options)
    secret = {option.field.name for option in case.game.setup_form(case.seats) if option.secret}
    assert match.options_view(EVERYTHING) == options
    assert not may_hide_options(match, EVERYTHING)
    for viewer in (PUBLIC, *map(as_seat, case.every_seat)):
        view = match.options_view(viewer)
        assert list(view) == list(options)
        for name, value in options.items():
            if name not in secret:
                assert view[name] == value
                continue
            assert isinstance(value, list)
            assert view[name] == [own if viewer.sees(seat) else None for seat, own in enumerate(value, 1)]
        assert may_hide_options(match, viewer) is (view != options)
    assert bool(secret) is (case.game.id in WITH_SECRET_OPTIONS)


@every_case
@a_few
@given(seed=few_seeds, rnd=hands)
def test_a_correction_form_offers_what_can_be_corrected(case: Case, seed: int, rnd: Random) -> None:
    match, state = case.match, some_moment(case, seed, rnd).state
    for seat in case.every_seat:
        if match.over(state):
            with pytest.raises(IllegalMoveError):
                next_pick(match, state, seat, "correct", {})
            continue
        correctable = {entry.what: entry for entry in match.correctable(state, seat) if _open_amounts(entry)}
        which = next_pick(match, state, seat, "correct", {})
        assert isinstance(which, OneOf)
        assert [(choice.value, choice.label, choice.refused) for choice in which.choices] == [
            (what, match.seat_component(seat, what).title, None) for what in correctable
        ]
        for what, entry in correctable.items():
            by = next_pick(match, state, seat, "correct", {"what": what})
            assert isinstance(by, OneOf if entry.places else NumberField)
            amounts = _open_amounts(entry)
            for number in range(entry.low, entry.high + 1):
                assert fits(by, number) is (number in amounts)
            for number in (0, *(number for gap in entry.gaps for number in (gap.low, gap.high))):
                with pytest.raises(IllegalMoveError) as caught:
                    match.play(state, seat, _correct(case, what, number))
                if entry.now is not None and not entry.secret and entry.low <= number <= entry.high:
                    assert _refusal_in_form(by, number) == Refusal(caught.value.reason, caught.value.ruling)
            for number in {amounts[0], amounts[-1]}:
                note = next_pick(match, state, seat, "correct", {"what": what, "by": number})
                assert isinstance(note, TextField)
                fields: dict[str, Json] = {"what": what, "by": number, "note": "x" * note.longest}
                assert next_pick(match, state, seat, "correct", fields) is None
                match.play(state, seat, move_from_json(case.game, {"move": "correct", **fields}))
        with pytest.raises(MalformedError):
            next_pick(match, state, seat, "correct", {"what": "no such thing"})


@every_case
@a_few
@given(seed=few_seeds, rnd=hands)
def test_a_correction_leads_to_the_chosen_amount_or_place(case: Case, seed: int, rnd: Random) -> None:
    match, state = case.match, some_moment(case, seed, rnd).state
    for seat in case.every_seat if not match.over(state) else ():
        for entry in (entry for entry in match.correctable(state, seat) if _open_amounts(entry)):
            field = next_pick(match, state, seat, "correct", {"what": entry.what})
            number = rnd.choice(_open_amounts(entry))
            move = _correct(case, entry.what, number)
            after, _ = match.play(state, seat, move)
            corrected = next((each for each in match.correctable(after, seat) if each.what == entry.what), None)
            if isinstance(field, NumberField) and field.base is not None:
                assert corrected is not None
                assert corrected.now == field.base + number
                assert field.first == min(max(0, field.low), field.high)
                text = match.describe_move(state, seat, move, after, after, EVERYTHING)
                args = dict(text.args)
                assert (args["before"], args["after"]) == (field.base, corrected.now)
            elif isinstance(field, OneOf):
                _check_piece(match, state, after, field, number)


def _check_piece(match: Match, state: Any, after: Any, field: OneOf, number: int) -> None:
    """Check that a piece stands where its field says, and after a correction on the chosen place."""
    for moment, value in ((state, 0), (after, number)):
        tracks = [
            block
            for block in match.scene(match.player_view(moment, PUBLIC), PUBLIC, None).blocks
            if isinstance(block, Track) and any(piece.id == field.piece for piece in block.pieces)
        ]
        [track] = tracks
        [place] = [piece.at for piece in track.pieces if piece.id == field.piece]
        [choice] = [choice for choice in field.choices if choice.value == value]
        assert choice.touches == tuple(each.touch for each in track.places if each.id == place)
        assert [choice.touches[0] for choice in field.choices] == [each.touch for each in track.places]


def _correct(case: Case, what: str, by: int) -> Any:
    return move_from_json(case.game, {"move": "correct", "what": what, "by": by})


def _refusal_in_form(field: OneOf | NumberField, number: int) -> Refusal | None:
    if isinstance(field, NumberField):
        return field.refusal_of(number)
    return next(choice.refused for choice in field.choices if choice.value == number)


def _open_amounts(entry: Correctable) -> list[int]:
    """Return the amounts that a correction of this component may have."""
    refused = {number for gap in entry.gaps for number in range(gap.low, gap.high + 1)}
    return [number for number in range(entry.low, entry.high + 1) if number and number not in refused]


@every_case
def test_games_have_no_correction_form_of_their_own(case: Case) -> None:
    with pytest.raises(MalformedError):
        case.match.next_pick(whole_game(case, 0).initial_state, 1, "correct", {}, ())


@every_case
def test_a_state_contains_no_figures_or_options(case: Case) -> None:
    """So its digest only covers what has happened, and does not cost more with many figures."""
    many = FACTS[case.game.id].many_figures
    match, state, _ = case.game.begin(case.names, many or {})
    plain, other, _ = case.game.begin(case.names, {})
    assert not {*codec.schema_of(case.game.state_type)["properties"]} & (vars(plain).keys() | {"edition"})
    assert codec.to_json(state) == codec.to_json(other)
    sizes = [len(canonical(codec.to_json(each.edition))) for each in (plain, match)]
    assert sizes[0] < sizes[1] or not many


def _add(sums: Counter[tuple[int, str]], lines: tuple[Line, ...]) -> None:
    for line in lines:
        sums[line.seat, line.what] += line.by


def _check_sums(case: Case, state: Any, sums: Counter[tuple[int, str]]) -> None:
    """Check that every number held is the sum of its lines, every count in a list as well, and the total too."""
    view = case.match.player_view(state, EVERYTHING)
    for seat in case.every_seat:
        holdings: dict[str, Any] = case.match.holdings(view, seat)
        counted = Counter(item for value in holdings.values() if isinstance(value, list) for item in value)
        spoken_of = {what for _, what in sums}
        for what in spoken_of & set(holdings):
            assert holdings[what] == sums[seat, what]
        for what in spoken_of - set(holdings) - NOBODYS:
            assert counted[what] == sums[seat, what]
    totals = dict.fromkeys(case.every_seat, 0)
    for (seat, what), by in sums.items():
        totals[seat] += by * (case.match.component(what).worth or 0)
    assert [total.value for total in case.match.totals(view)] == list(totals.values())
    public = case.match.totals(case.match.player_view(state, PUBLIC))
    for place in standings(case.match, state):
        assert public[place.seat - 1].value in (place.total, None)
