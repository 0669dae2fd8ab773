"""Tests of every game's forms: `play` accepts what they offer, and refuses what they refuse."""

from __future__ import annotations

import json
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given
from jsonschema import Draft202012Validator

from companion.chance.canonical_json import canonical
from companion.rules import codec
from companion.rules.fields import ChanceField
from companion.rules.game import Game, find_game, move_from_json, move_to_json, moves_schema
from companion.rules.match_functions import next_pick, offered_kinds_of
from companion.rules.rule_errors import IllegalMoveError, MalformedError, Refusal
from companion.rules.viewer import EVERYTHING, PUBLIC
from companion.table.random_play import complete_move, open_kinds, value_for
from tests.depth import PHASES_OF_PLAY, search
from tests.kit.cases import (
    BOOKED_AS,
    CASES,
    FACTS,
    GAMES,
    OUT_OF_TURN,
    Case,
    a_few,
    every_case,
    every_game,
    few_seeds,
    hands,
    some,
)
from tests.kit.random_play import (
    complete_offers,
    looking_like,
    refusal_of,
    refused_moves,
    some_moment,
    states_of,
    whole_game,
)


@every_case
@some
@given(seed=few_seeds, rnd=hands)
def test_every_completed_form_is_accepted(case: Case, seed: int, rnd: Random) -> None:
    state = some_moment(case, seed, rnd).state
    for seat in case.every_seat:
        for kind in open_kinds(case.match, state, seat):
            body = complete_move(case.match, state, seat, kind, rnd)
            case.match.play(state, seat, move_from_json(case.game, body))


@every_case
@some
@given(seed=few_seeds, rnd=hands)
def test_a_choice_refused_by_the_form_is_refused_by_play(case: Case, seed: int, rnd: Random) -> None:
    state = some_moment(case, seed, rnd).state
    for seat in case.every_seat:
        for kind in open_kinds(case.match, state, seat):
            for body in refused_moves(case.match, state, seat, kind, rnd):
                assert refusal_of(case.match, state, seat, body), body


@every_game
def test_forms_refuse_some_choices(game: Game) -> None:
    rnd, met = Random(1), 0
    for case in (case for case in CASES if case.game is game):
        for state in states_of(whole_game(case, 1)):
            for seat in case.match.active_seats(state):
                kinds = open_kinds(case.match, state, seat)
                met += sum(len([*refused_moves(case.match, state, seat, kind, rnd)]) for kind in kinds)
    assert not met if FACTS[game.id].refuses_no_choice else met > 10, f"{met}: is refuses_no_choice in its facts right?"


@every_case
@some
@given(seed=few_seeds, rnd=hands)
def test_a_refused_kind_has_no_form_and_cannot_be_played(case: Case, seed: int, rnd: Random) -> None:
    state = some_moment(case, seed, rnd).state
    for seat in case.every_seat:
        options = {option.kind: option for option in offered_kinds_of(case.match, state, seat)}
        for kind in sorted(set(case.game.moves) - set(open_kinds(case.match, state, seat))):
            with pytest.raises(IllegalMoveError) as caught:
                next_pick(case.match, state, seat, kind, {})
            if kind in options:
                assert options[kind].refused == Refusal.from_error(caught.value)
            for _ in range(3):
                body = looking_like(case.game, kind, rnd, ["1"])
                assert refusal_of(case.match, state, seat, body), body


@every_case
@some
@given(seed=few_seeds, rnd=hands)
def test_any_move_is_played_or_refused_without_changing_the_state(case: Case, seed: int, rnd: Random) -> None:
    state = some_moment(case, seed, rnd).state
    before, words = _json(state), _strings(codec.to_json(state))
    for seat in case.every_seat:
        for kind in case.game.moves:
            body = looking_like(case.game, kind, rnd, words)
            if refusal_of(case.match, state, seat, body) is None:
                assert kind in open_kinds(case.match, state, seat)
            assert _json(state) == before


@every_case
@some
@given(seed=few_seeds, rnd=hands)
def test_a_complete_offer_is_accepted_or_refused_as_announced(case: Case, seed: int, rnd: Random) -> None:
    state = some_moment(case, seed, rnd).state
    for seat in case.every_seat:
        for offer in complete_offers(case.match, state, seat):
            body = offer.move()
            if offer.refused is None and (field := next_pick(case.match, state, seat, offer.kind, dict(offer.chosen))):
                assert isinstance(field, ChanceField), "only chance may be left to the session"
                body[field.name] = value_for(field, rnd)
            elif offer.refused and "chance" in _names(case.game, offer.kind):
                body["chance"] = [1]
            assert refusal_of(case.match, state, seat, body) == offer.refused


def _opens_everything(case: Case, state: Any, after: Any) -> bool:
    """Return whether a move opens to everybody what was hidden before it."""
    hidden = [
        case.match.player_view(each, PUBLIC) != case.match.player_view(each, EVERYTHING) for each in (state, after)
    ]
    return hidden == [True, False]


@every_case
def test_a_move_that_ends_the_game_asks_for_confirmation(case: Case) -> None:
    ends = 0
    for state in states_of(whole_game(case, 0)):
        for seat in case.match.active_seats(state):
            for offer in complete_offers(case.match, state, seat):
                form = dict(offer.chosen)
                if offer.refused is None and next_pick(case.match, state, seat, offer.kind, form) is None:
                    after, _ = case.match.play(state, seat, move_from_json(case.game, offer.move()))
                    assert offer.needs_confirmation or not case.match.over(after)
                    ends_or_opens = case.match.over(after) or _opens_everything(case, state, after)
                    assert not (offer.needs_confirmation and offer.ends_turn) or ends_or_opens
                    ends += case.match.over(after)
    assert ends or FACTS[case.game.id].ends_otherwise, "is ends_otherwise in its facts right?"


@every_case
@some
@given(seed=few_seeds, rnd=hands)
def test_offers_differ_and_at_most_one_is_the_default(case: Case, seed: int, rnd: Random) -> None:
    state = some_moment(case, seed, rnd).state
    for seat in case.every_seat:
        offers = case.match.offers(state, seat)
        assert len({repr(offer.identity) for offer in offers}) == len(offers)
        assert sum(offer.default for offer in offers) <= 1
        assert sum(offer.ends_turn for offer in offers) <= 1
        for offer in offers:
            if not offer.complete and offer.refused is None:
                assert next_pick(case.match, state, seat, offer.kind, dict(offer.chosen)) is not None
        for kind in {offer.kind for offer in offers}:
            same_kind = [offer for offer in offers if offer.kind == kind]
            assert (
                len({(offer.kind_label or offer.label, offer.any_order, offer.withheld_fields) for offer in same_kind})
                == 1
            )


@every_case
def test_a_seat_with_a_complete_offer_is_active(case: Case) -> None:
    for state in states_of(whole_game(case, 0)):
        for seat in case.every_seat:
            kinds = {offer.kind for offer in complete_offers(case.match, state, seat)}
            if kinds - OUT_OF_TURN.get(case.game.id, frozenset()):
                assert seat in case.match.active_seats(state)


@every_case
@some
@given(seed=few_seeds, rnd=hands)
def test_any_seat_may_correct_at_any_time_before_the_end(case: Case, seed: int, rnd: Random) -> None:
    table = some_moment(case, seed, rnd)
    state, seat = table.state, rnd.choice(case.every_seat)
    if case.match.over(state):
        assert refusal_of(case.match, state, seat, {"move": "correct", "what": case.match.unit, "by": 1})
        return
    for correctable in case.match.correctable(state, seat):
        what, low, high = correctable.what, correctable.low, correctable.high
        amounts = {low, high, rnd.randint(low, high)} - {0}
        left_out = {by for by in amounts for gap in correctable.gaps if gap.low <= by <= gap.high}
        for by in left_out:
            assert refusal_of(case.match, state, seat, {"move": "correct", "what": what, "by": by})
        for by in amounts - left_out:
            move = move_from_json(case.game, {"move": "correct", "what": what, "by": by, "note": "counted"})
            after, lines = case.match.play(state, seat, move)
            booked = [(line.seat, line.what, line.by, line.ruling) for line in lines]
            assert booked == [(seat, BOOKED_AS.get(what, what), by, None)]
            assert case.match.turn(after) == case.match.turn(state)
            assert case.match.active_seats(after) == case.match.active_seats(state)
        for by in (0, low - 1, high + 1):
            assert refusal_of(case.match, state, seat, {"move": "correct", "what": what, "by": by})
    for wrong in ({"what": "no such thing", "by": 1}, {"what": case.match.unit, "by": 1, "note": "x" * 201}):
        assert refusal_of(case.match, state, seat, {"move": "correct", **wrong})


@every_case
@a_few
@given(seed=few_seeds)
def test_the_schema_accepts_every_move_played(case: Case, seed: int) -> None:
    for entry in whole_game(case, seed).entries:
        line = {"seat": entry.played.seat, **move_to_json(entry.played.move)}
        assert _is_valid(case.game.id, canonical(line)), line


@every_game
@search(150, phases=PHASES_OF_PLAY)
@given(rnd=hands)
def test_the_schema_and_the_reader_accept_the_same_moves(game: Game, rnd: Random) -> None:
    line = {"seat": 1, **looking_like(game, rnd.choice(sorted(game.moves)), rnd, ["1"])}
    assert _schema(game.id).is_valid(line)
    spoiled = _spoil(line, rnd)
    try:
        move_from_json(game, {name: value for name, value in spoiled.items() if name != "seat"})
    except MalformedError:
        assert not _schema(game.id).is_valid(spoiled), spoiled
    else:
        assert _schema(game.id).is_valid(spoiled), spoiled


def _names(game: Game, kind: str) -> set[str]:
    cls: Any = game.moves[kind]
    return {slot.name for slot in codec.json_fields(cls)}


def _json(state: Any) -> str:
    return canonical(codec.to_json(state))


def _strings(value: Any) -> list[str]:
    """Return every string in this JSON."""
    if isinstance(value, dict):
        return [word for item in value.values() for word in _strings(item)]
    if isinstance(value, list):
        return [word for item in value for word in _strings(item)]
    return [value] if isinstance(value, str) else []


@cache
def _schema(name: str) -> Draft202012Validator:
    schema = moves_schema(find_game(name, GAMES))
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


@cache
def _is_valid(name: str, line: str) -> bool:
    """Return whether the schema accepts this line. Cached, because most lines occur over and over."""
    return _schema(name).is_valid(json.loads(line))


def _spoil(line: dict[str, Any], rnd: Random) -> dict[str, Any]:
    """Return the line with a random change, which often makes it invalid."""
    name = rnd.choice([name for name in line if name != "seat"])
    anything: list[Any] = [None, True, 1, -1, 1.5, "", "cards", "x", [], [1], ["x"], [None], {}, {"by": 1}]
    match rnd.randrange(4):
        case 0:
            return {key: value for key, value in line.items() if key != name}
        case 1:
            return {**line, rnd.choice(["by", "camel", "seats", "Move", "what", "kind_of"]): rnd.choice(anything)}
        case 2 if isinstance(line[name], list):
            return {**line, name: [*line[name], rnd.choice(anything)]}
        case _:
            return {**line, name: rnd.choice(anything)}
