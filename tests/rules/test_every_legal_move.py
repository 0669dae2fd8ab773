"""Tests that the program agrees with an independent generator of legal moves, for every game.

The games are played with the generators' moves, so that they also reach states to which no form leads. The seed is
printed; set `LEGAL_MOVES_SEED` to repeat a run.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from random import Random
from typing import Any

import pytest

from companion.games.classic import CLASSIC
from companion.rules import codec
from companion.rules.fields import ChanceField
from companion.rules.game import move_from_json
from companion.rules.match_functions import next_pick
from companion.table.game_facts import Body
from companion.table.random_play import complete_move, open_kinds, value_for
from tests.depth import enough
from tests.kit.cases import CASES, Case
from tests.kit.legal import GENERATORS, move_by_form
from tests.kit.random_play import complete_offers, looking_like, refusal_of

ENTRIES, MANY_ENTRIES = enough(5, fewest=1), 50
MET_IN = 5
"""Entries of a game whose edges the test of kinds of moves looks at, however many the other tests look at."""
MOST_GAMES = 10
"""Maximum number of games of each case, until every kind of move has occurred."""
LONGEST_GAME = 120
"""Entries: more than a short game has, and a good part of a long one."""
LOOK_ALIKES = 3
"""Number of look-alikes of each kind of move, for each seat in each state."""
SPOILED = 3
"""Number of spoiled moves of each type of legal move, for each seat in each state."""
CORRECTED = 0.1
"""Probability that a game goes on with a correction."""


@pytest.fixture
def rnd() -> Random:
    """Return a random generator whose seed is printed."""
    seed = int(os.environ.get("LEGAL_MOVES_SEED") or secrets.randbits(32))
    print(f"LEGAL_MOVES_SEED={seed}")
    return Random(seed)


MORE = (
    Case(CLASSIC, 2),
    Case(CLASSIC, 3, {"must_hold_both": True, "gifts_two_colours": True, "trade_each_player": True}),
    Case(CLASSIC, 4, {"posts": {"khanbalik": False, "Pagan": "green"}, "mission": {"towns": ["Pagan", "Kashgar"]}}),
)
"""Games with the printed figures, which are too long to play to their end at random."""
with_generator = [case for case in (*CASES, *MORE) if case.game.id in GENERATORS]
every_case_and_more = pytest.mark.parametrize("case", with_generator, ids=str)
few_and_many = pytest.mark.parametrize("entries", [ENTRIES, pytest.param(MANY_ENTRIES, marks=pytest.mark.long)])


@few_and_many
@every_case_and_more
def test_the_program_agrees_with_the_independent_rules(case: Case, entries: int, rnd: Random) -> None:
    positions = moments_and_edges(case, entries, rnd)
    legal = [moves_of(case, state, seat, rnd) for state, seat in positions]
    elsewhere = by_type([body for moves in legal for body in moves])
    for (state, seat), moves in zip(positions, legal, strict=True):
        check_generated(case, state, seat, moves)
        check_walks(case, state, seat, rnd)
        check_whole_offers(case, state, seat, rnd)
        for same_type in by_type(moves).values():
            check_either_way(case, state, seat, [spoil(case, rnd.choice(same_type), rnd) for _ in range(SPOILED)])
        check_either_way(case, state, seat, [rnd.choice(same_type) for same_type in elsewhere.values()])
        check_either_way(case, state, seat, look_alikes(case, state, rnd))


@pytest.mark.parametrize("game", GENERATORS)
def test_every_kind_of_move_occurs(game: str) -> None:
    met: set[str] = set()
    cases = [case for case in with_generator if case.game.id == game]
    for chance, case in product(range(MOST_GAMES), cases):  # rare kinds do not occur in every game
        rnd = Random(chance)
        states = [*game_states(case, rnd)]
        met |= {kind for _, sorts in states for kind, *_ in sorts}
        for edge, seat in edges_of(case, [state for state, _ in rnd.sample(states, min(MET_IN, len(states)))], rnd):
            met |= {body["move"] for body in moves_of(case, edge, seat, rnd)}
        if met == {*cases[0].game.moves}:
            return
    assert met == {*cases[0].game.moves}


def moments_and_edges(case: Case, entries: int, rnd: Random) -> list[tuple[Any, int]]:
    """Return states of a game with each seat, and similar states at the edges of rules with their active seats."""
    moments = moments_of(case, entries, rnd)
    return [(state, seat) for state in moments for seat in case.every_seat] + edges_of(case, moments, rnd)


def edges_of(case: Case, states: Sequence[Any], rnd: Random) -> list[tuple[Any, int]]:
    """Return states at the edges of rules that are similar to these, with their active seats."""
    edges = [edge for state in states for edge in GENERATORS[case.game.id].edges(case.match, state, rnd)]
    return [(edge, seat) for edge in edges for seat in case.match.active_seats(edge)]


def game_states(case: Case, rnd: Random) -> Iterator[tuple[Any, dict[tuple[Any, ...], list[Body]]]]:
    """Yield the states of a game played by the generator, each with legal moves of a seat by type."""
    _, state, _ = case.game.begin(case.names, case.options)
    for _ in range(LONGEST_GAME):
        if case.match.over(state):
            yield state, {}
            break
        seat = rnd.choice(case.match.active_seats(state))
        sorts = by_type(moves_of(case, state, seat, rnd))
        yield state, sorts
        state = _next_state(case, state, seat, sorts, rnd)


def moments_of(case: Case, entries: int, rnd: Random) -> list[Any]:
    """Return this number of states of a game played by the generator, with legal moves as different as possible."""
    unlike: dict[object, list[Any]] = {}
    for state, sorts in game_states(case, rnd):
        unlike.setdefault(frozenset(sorts), []).append(state)
    states: list[Any] = []
    while len(states) < entries and unlike:
        for key in rnd.sample([*unlike], min(entries - len(states), len(unlike))):
            states.append(unlike[key].pop(rnd.randrange(len(unlike[key]))))
            if not unlike[key]:
                del unlike[key]
    return states


def moves_of(case: Case, state: Any, seat: int, rnd: Random) -> list[Body]:
    """Return the legal moves of a seat, by the generator of its game."""
    return GENERATORS[case.game.id].legal_moves(case.match, state, seat, rnd)


def by_type(moves: Sequence[Body]) -> dict[tuple[Any, ...], list[Body]]:
    """Group moves by their kind and first text value, such as the place they go to or the row."""
    groups: dict[tuple[Any, ...], list[Body]] = {}
    for body in moves:
        words = [value for value in body.values() if isinstance(value, str)]
        groups.setdefault((*words[:2], *(name for name in body if name == "hasard")), []).append(body)
    return groups


def _next_state(case: Case, state: Any, seat: int, sorts: Mapping[tuple[Any, ...], list[Body]], rnd: Random) -> Any:
    """Return the state after one legal move of a random type, or after a correction."""
    kinds = sorted({kind for kind, *_ in sorts} - {"correct"})
    assert kinds, "who is waited for has something to do"
    kind = "correct" if rnd.random() < CORRECTED else rnd.choice(kinds)
    body = rnd.choice(sorts[rnd.choice([sort for sort in sorts if sort[0] == kind])])
    return case.match.play(state, seat, move_from_json(case.game, body))[0]


def check_generated(case: Case, state: Any, seat: int, moves: Sequence[Body]) -> None:
    """Check that every legal move is accepted, and that its form leads to it with the same state and lines."""
    for body in moves:
        assert GENERATORS[case.game.id].is_legal(case.match, state, seat, body), body
        assert refusal_of(case.match, state, seat, body) is None, body
        reached = move_by_form(case.match, state, seat, body)
        played = [case.match.play(state, seat, move_from_json(case.game, move_body)) for move_body in (body, reached)]
        assert played[0] == played[1], f"{body} is reached as {reached}"


def check_walks(case: Case, state: Any, seat: int, rnd: Random) -> None:
    """Check that every completed form is a legal move."""
    for kind in open_kinds(case.match, state, seat):
        body = complete_move(case.match, state, seat, kind, rnd)
        assert GENERATORS[case.game.id].is_legal(case.match, state, seat, body), body


def check_either_way(case: Case, state: Any, seat: int, bodies: Iterable[Body]) -> None:
    """Check that anything in the shape of a move is accepted if and only if it is legal."""
    for body in bodies:
        legal = GENERATORS[case.game.id].is_legal(case.match, state, seat, body)
        assert (refusal_of(case.match, state, seat, body) is None) is legal, body


def look_alikes(case: Case, state: Any, rnd: Random) -> Iterator[Body]:
    """Return a few objects in the shape of a move for each kind."""
    words = sorted(_strings(codec.to_json(state)))
    return (looking_like(case.game, kind, rnd, words) for kind in case.game.moves for _ in range(LOOK_ALIKES))


def spoil(case: Case, body: Body, rnd: Random) -> Body:
    """Return a legal move with one change: a number by one, a list by an item, a word for another."""
    name = rnd.choice(sorted(_fields(case, body["move"])) or ["move"])
    value = body.get(name)
    if isinstance(value, bool) or not isinstance(value, int | list) or rnd.random() < 0.2:
        return {**body, name: looking_like(case.game, body["move"], rnd, ())[name]}
    if isinstance(value, int):
        return {**body, name: value + rnd.choice([-1, 1])}
    return {**body, name: _changed_list(value, rnd)}


def _changed_list(items: list[Any], rnd: Random) -> list[Any]:
    """Return a list with one item less, one item twice, another order, or one number changed by one."""
    index = rnd.randrange(len(items)) if items else 0
    less, more = items[:index] + items[index + 1 :], items + items[index : index + 1]
    numbers = [item + rnd.choice([-1, 1]) if n == index and type(item) is int else item for n, item in enumerate(items)]
    return rnd.choice([less, more, items[::-1], numbers])


def check_whole_offers(case: Case, state: Any, seat: int, rnd: Random) -> None:
    """Check that a complete offer is legal if and only if it is not refused, whatever the draw."""
    for offer in complete_offers(case.match, state, seat):
        body = offer.move()
        if offer.refused is None and (field := next_pick(case.match, state, seat, offer.kind, dict(offer.chosen))):
            assert isinstance(field, ChanceField), "only chance may be left to the session"
            body[field.name] = value_for(field, rnd)
        if offer.refused is None or "chance" not in _fields(case, offer.kind):
            legal = GENERATORS[case.game.id].is_legal(case.match, state, seat, body)
            assert legal is (offer.refused is None), body


def _fields(case: Case, kind: str) -> set[str]:
    cls: Any = case.game.moves[kind]
    return {slot.name for slot in codec.json_fields(cls)}


def _strings(value: Any) -> set[str]:
    """Return every string in this JSON."""
    if isinstance(value, dict):
        return {word for item in value.values() for word in _strings(item)}
    if isinstance(value, list):
        return {word for item in value for word in _strings(item)}
    return {value} if isinstance(value, str) else set()
