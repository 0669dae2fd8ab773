"""The rules of Voyages against an independent statement of them.

The moves that the generator calls legal are those that can be played and that forms lead to, as
`tests/rules/test_every_legal_move.py` checks for the games in the list.
"""

from __future__ import annotations

import os
import secrets
from random import Random
from typing import Any

import pytest

from companion.games.voyages import VOYAGES
from companion.games.voyages.printed_parts import Person
from companion.games.voyages.state import Phase, State
from companion.rules.fields import Json
from companion.rules.game import move_from_json
from companion.table.random_play import complete_move, open_kinds
from tests.depth import enough
from tests.games.voyages.edges import edges
from tests.games.voyages.legal import is_legal
from tests.games.voyages.legal_moves import legal_moves
from tests.kit.cases import Case
from tests.kit.legal import move_by_form
from tests.kit.random_play import complete_offers, looking_like, refusal_of

LONGEST = 400
CHECK_PROBABILITY = 0.06
"""Probability that a state is checked completely."""
GAMES, MANY_GAMES = enough(3, fewest=1), 30
games = [pytest.param(n, marks=[pytest.mark.long] if n >= GAMES else []) for n in range(MANY_GAMES)]


@pytest.fixture
def rnd() -> Random:
    """Return a random generator whose seed is printed."""
    seed = int(os.environ.get("LEGAL_MOVES_SEED") or secrets.randbits(32))
    print(f"LEGAL_MOVES_SEED={seed}")
    return Random(seed)


def random_case(rnd: Random) -> Case:
    seats = rnd.choice([2, 3, 4])
    draft = rnd.random() < 0.5
    if rnd.random() < 0.2:
        return Case(VOYAGES, seats, {"tracking": "points", "draft": draft})
    people = rnd.sample([person.value for person in Person], seats)
    characters = [None if draft and rnd.random() < 0.7 else person for person in people]
    options: dict[str, Json] = {"characters": [*characters], "expert": rnd.random() < 0.5, "deal": rnd.random() < 0.5}
    return Case(VOYAGES, seats, {**options, "draft": draft})


@pytest.mark.parametrize("game", games)
def test_the_game_and_the_independent_rules_agree(game: int, rnd: Random) -> None:
    case = random_case(rnd)
    _, state, _ = VOYAGES.begin(case.names, case.options)
    for _ in range(LONGEST):
        if case.match.over(state):
            return
        if rnd.random() < CHECK_PROBABILITY or state.phase is Phase.SETUP:
            for seat in case.every_seat:
                check(case, state, seat, rnd)
            for edge in edges(case.match, state, rnd):
                for seat in case.match.active_seats(edge):
                    check(case, edge, seat, rnd)
        state = after_random_move(case, state, rnd)


def after_random_move(case: Case, state: State, rnd: Random) -> State:
    """Return the state after a legal move; turns end more often than dice are rerolled."""
    seat = rnd.choice(case.match.active_seats(state))
    bodies = [body for body in legal_moves(case.match, state, seat, rnd) if body["move"] not in ("correct", "name")]
    kind = rnd.choice(sorted({body["move"] for body in bodies}))
    body = rnd.choice([body for body in bodies if body["move"] == kind])
    after: State = case.match.play(state, seat, move_from_json(case.game, body))[0]
    return after


def check(case: Case, state: State, seat: int, rnd: Random) -> None:
    bodies = legal_moves(case.match, state, seat, rnd)
    for body in bodies:
        assert refusal_of(case.match, state, seat, body) is None, body
        reached = move_by_form(case.match, state, seat, body)
        played = [case.match.play(state, seat, move_from_json(case.game, each)) for each in (body, reached)]
        assert played[0] == played[1], f"{body} is reached as {reached}"
    for kind in open_kinds(case.match, state, seat):
        check_either_way(case, state, seat, complete_move(case.match, state, seat, kind, rnd))
    for kind in case.game.moves:
        words = [*case.match.edition.place, *case.match.edition.contract, "blue:3", "silk", "gold", "coins"]
        check_either_way(case, state, seat, looking_like(case.game, kind, rnd, words))
    for body in bodies:
        check_either_way(case, state, seat, changed_move(body, rnd))
    for offer in complete_offers(case.match, state, seat):
        body = {**offer.move(), **({"chance": []} if offer.kind == "black_die" else {})}
        if "chance" not in case.game.moves[offer.kind].__annotations__:
            assert is_legal(case.match, state, seat, body) is (offer.refused is None), body


def check_either_way(case: Case, state: State, seat: int, body: dict[str, Any]) -> None:
    legal = is_legal(case.match, state, seat, body)
    assert (refusal_of(case.match, state, seat, body) is None) is legal, body


def changed_move(body: dict[str, Any], rnd: Random) -> dict[str, Any]:
    """Return the move with one value changed: a number by one, a list by an item."""
    name = rnd.choice([name for name in body if name != "move"] or ["move"])
    value = body[name]
    if isinstance(value, list) and value:
        index = rnd.randrange(len(value))
        return {
            **body,
            name: rnd.choice([value[:index] + value[index + 1 :], value + value[index : index + 1], value[::-1]]),
        }
    if type(value) is int:
        return {**body, name: value + rnd.choice([-1, 1])}
    return body
