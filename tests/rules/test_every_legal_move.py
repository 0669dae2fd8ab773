"""The rules of every game said twice: what a generator that never asks for a form calls legal, and what is played.

The moments are those of games whose moves come from the generators, so that they go where no form leads. The seed is
printed; `LEGAL_MOVES_SEED` plays the same ones again.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from companion.rules import codec
from companion.rules.fields import ChanceField
from companion.rules.game import move_from_json
from companion.rules.match import next_pick
from tests.kit.cases import CASES, Case
from tests.kit.legal import GENERATORS, walked_to
from tests.kit.walking import completed, looking_like, open_kinds, refusal_of, value_for, wholes

ENTRIES = 5
MANY_ENTRIES = 50
LONGEST_GAME = 120
"""Entries: past the end of a short game, and well into a long one."""
LOOK_ALIKES = 3
"""Of each kind of move, by each seat, at each moment."""


@pytest.fixture
def rnd() -> Random:
    """Chance, by a seed that is printed."""
    seed = int(os.environ.get("LEGAL_MOVES_SEED") or secrets.randbits(32))
    print(f"LEGAL_MOVES_SEED={seed}")
    return Random(seed)


every_case = pytest.mark.parametrize("case", [case for case in CASES if case.game.id in GENERATORS], ids=str)
few_and_many = pytest.mark.parametrize("entries", [ENTRIES, pytest.param(MANY_ENTRIES, marks=pytest.mark.long)])


@few_and_many
@every_case
def test_the_program_and_the_rules_in_other_words_agree(case: Case, entries: int, rnd: Random) -> None:
    for state in moments_of(case, entries, rnd):
        for seat in case.every_seat:
            check_generated(case, state, seat, rnd)
            check_walks(case, state, seat, rnd)
            check_look_alikes(case, state, seat, rnd)
            check_whole_offers(case, state, seat, rnd)


def moments_of(case: Case, entries: int, rnd: Random) -> Iterator[Any]:
    """So many moments of a game that the generator plays, from its beginning to its end or well into it."""
    _, state, _ = case.game.begin(case.names, case.options)
    states = [state]
    while len(states) < LONGEST_GAME and not case.match.over(state):
        state = _one_further(case, state, rnd)
        states.append(state)
    return iter(rnd.sample(states, min(entries, len(states))))


def _one_further(case: Case, state: Any, rnd: Random) -> Any:
    """The state after one legal move, of a kind at random; now and then a correction."""
    seat = rnd.choice(case.match.waiting(state))
    moves = GENERATORS[case.game.id].legal_moves(case.match, state, seat, rnd)
    kinds = sorted({move["move"] for move in moves})
    others = [kind for kind in kinds if kind != "correct"]
    assert others, "who is waited for has something to do"
    kind = "correct" if rnd.random() < 0.05 else rnd.choice(others)
    body = rnd.choice([move for move in moves if move["move"] == kind])
    after, _ = case.match.play(state, seat, move_from_json(case.game, body))
    return after


def check_generated(case: Case, state: Any, seat: int, rnd: Random) -> None:
    """Every move that is legal is accepted, and reached by its form: with the same state and the same lines."""
    generator = GENERATORS[case.game.id]
    for body in generator.legal_moves(case.match, state, seat, rnd):
        assert generator.is_legal(case.match, state, seat, body), body
        assert refusal_of(case.match, state, seat, body) is None, body
        reached = walked_to(case.match, state, seat, body)
        played = [case.match.play(state, seat, move_from_json(case.game, one)) for one in (body, reached)]
        assert played[0] == played[1], f"{body} is reached as {reached}"


def check_walks(case: Case, state: Any, seat: int, rnd: Random) -> None:
    """What a form leads to is legal."""
    for kind in open_kinds(case.match, state, seat):
        body = completed(case.match, state, seat, kind, rnd)
        assert GENERATORS[case.game.id].is_legal(case.match, state, seat, body), body


def check_look_alikes(case: Case, state: Any, seat: int, rnd: Random) -> None:
    """What merely looks like a move is accepted exactly where it is legal."""
    words = sorted(_strings(codec.to_json(state)))
    for kind in case.game.moves:
        for _ in range(LOOK_ALIKES):
            body = looking_like(case.game, kind, rnd, words)
            legal = GENERATORS[case.game.id].is_legal(case.match, state, seat, body)
            assert (refusal_of(case.match, state, seat, body) is None) is legal, body


def check_whole_offers(case: Case, state: Any, seat: int, rnd: Random) -> None:
    """A whole offer is legal exactly where it is not refused, whatever chance brings."""
    for offer in wholes(case.match, state, seat):
        body = offer.move()
        if offer.refused is None and (field := next_pick(case.match, state, seat, offer.kind, dict(offer.chosen))):
            assert isinstance(field, ChanceField), "only chance may be left to the session"
            body[field.name] = value_for(field, rnd)
        if offer.refused is None or "chance" not in _fields(case, offer.kind):
            legal = GENERATORS[case.game.id].is_legal(case.match, state, seat, body)
            assert legal is (offer.refused is None), body


def _fields(case: Case, kind: str) -> set[str]:
    cls: Any = case.game.moves[kind]
    return {slot.name for slot in codec.slots_of(cls)}


def _strings(value: Any) -> set[str]:
    """Every string in this JSON."""
    if isinstance(value, dict):
        return {word for item in value.values() for word in _strings(item)}
    if isinstance(value, list):
        return {word for item in value for word in _strings(item)}
    return {value} if isinstance(value, str) else set()
