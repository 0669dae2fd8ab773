"""The rules of every game said twice: what a generator that never asks for a form calls legal, and what is played.

The moments are those of games whose moves come from the generators, so that they go where no form leads. The seed is
printed; `LEGAL_MOVES_SEED` plays the same ones again.
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
from companion.rules.game import Game, move_from_json
from companion.rules.match_functions import next_pick
from tests.depth import enough
from tests.kit.cases import CASES, Case, every_game
from tests.kit.legal import GENERATORS, Body, walked_to
from tests.kit.walking import completed, looking_like, open_kinds, refusal_of, value_for, wholes

ENTRIES, MANY_ENTRIES = enough(5, fewest=1), 50
MET_IN = 5
"""Entries of a game in which a kind of move is looked for, however far one looks otherwise."""
MOST_GAMES = 10
"""Of each sort, until every kind of move was met."""
LONGEST_GAME = 120
"""Entries: past the end of a short game, and well into a long one."""
LOOK_ALIKES = 3
"""Of each kind of move, by each seat, at each moment."""
SPOILED = 3
"""Of each sort of legal move, likewise."""
CORRECTED = 0.1
"""How often a game goes on with a correction instead."""


@pytest.fixture
def rnd() -> Random:
    """Chance, by a seed that is printed."""
    seed = int(os.environ.get("LEGAL_MOVES_SEED") or secrets.randbits(32))
    print(f"LEGAL_MOVES_SEED={seed}")
    return Random(seed)


MORE = (
    Case(CLASSIC, 2),
    Case(CLASSIC, 3, {"must_hold_both": True, "gifts_two_colours": True, "trade_each_player": True}),
)
"""Games by the printed figures, which take too long to be played to their end at random."""
every_case_and_more = pytest.mark.parametrize("case", [*CASES, *MORE], ids=str)
few_and_many = pytest.mark.parametrize("entries", [ENTRIES, pytest.param(MANY_ENTRIES, marks=pytest.mark.long)])


@few_and_many
@every_case_and_more
def test_the_program_agrees_with_the_independent_rules(case: Case, entries: int, rnd: Random) -> None:
    looked_at = moments_and_edges(case, entries, rnd)
    legal = [moves_of(case, state, seat, rnd) for state, seat in looked_at]
    elsewhere = by_sort([body for moves in legal for body in moves])
    for (state, seat), moves in zip(looked_at, legal, strict=True):
        check_generated(case, state, seat, moves)
        check_walks(case, state, seat, rnd)
        check_whole_offers(case, state, seat, rnd)
        for alike in by_sort(moves).values():
            check_either_way(case, state, seat, [spoiled(case, rnd.choice(alike), rnd) for _ in range(SPOILED)])
        check_either_way(case, state, seat, [rnd.choice(alike) for alike in elsewhere.values()])
        check_either_way(case, state, seat, look_alikes(case, state, rnd))


@every_game
def test_every_kind_of_move_occurs(game: Game) -> None:
    met: set[str] = set()
    cases = [case for case in (*CASES, *MORE) if case.game is game]
    for chance, case in product(range(MOST_GAMES), cases):  # what is rare is not met in every game
        for state, seat in moments_and_edges(case, MET_IN, Random(chance)):
            met |= {body["move"] for body in moves_of(case, state, seat, Random(chance))}
        if met == {*game.moves}:
            return
    assert met == {*game.moves}


def moments_and_edges(case: Case, entries: int, rnd: Random) -> list[tuple[Any, int]]:
    """Moments of a game with each of its seats, and others like them, close to the edges of rules, with who acts."""
    moments = moments_of(case, entries, rnd)
    edges = [edge for state in moments for edge in GENERATORS[case.game.id].edges(case.match, state, rnd)]
    found = [(state, seat) for state in moments for seat in case.every_seat]
    return found + [(edge, seat) for edge in edges for seat in case.match.active_seats(edge)]


def moments_of(case: Case, entries: int, rnd: Random) -> list[Any]:
    """So many moments of a game that the generator plays, as unlike in what may be done as there are."""
    _, state, _ = case.game.begin(case.names, case.options)
    unlike: dict[object, list[Any]] = {}
    for _ in range(LONGEST_GAME):
        if case.match.over(state):
            unlike["over"] = [state]
            break
        seat = rnd.choice(case.match.active_seats(state))
        sorts = by_sort(moves_of(case, state, seat, rnd))
        unlike.setdefault(frozenset(sorts), []).append(state)
        state = _one_further(case, state, seat, sorts, rnd)
    found: list[Any] = []
    while len(found) < entries and unlike:
        for key in rnd.sample([*unlike], min(entries - len(found), len(unlike))):
            found.append(unlike[key].pop(rnd.randrange(len(unlike[key]))))
            if not unlike[key]:
                del unlike[key]
    return found


def moves_of(case: Case, state: Any, seat: int, rnd: Random) -> list[Body]:
    """The legal moves of a seat, as its game's generator has them."""
    return GENERATORS[case.game.id].legal_moves(case.match, state, seat, rnd)


def by_sort(moves: Sequence[Body]) -> dict[tuple[Any, ...], list[Body]]:
    """Moves by their kind and the first thing they say, where that is a word: the place one comes to, the row."""
    found: dict[tuple[Any, ...], list[Body]] = {}
    for body in moves:
        words = [value for value in body.values() if isinstance(value, str)]
        found.setdefault((*words[:2], *(name for name in body if name == "hasard")), []).append(body)
    return found


def _one_further(case: Case, state: Any, seat: int, sorts: Mapping[tuple[Any, ...], list[Body]], rnd: Random) -> Any:
    """The state after one legal move, of a sort at random; now and then a correction."""
    kinds = sorted({kind for kind, *_ in sorts} - {"correct"})
    assert kinds, "who is waited for has something to do"
    kind = "correct" if rnd.random() < CORRECTED else rnd.choice(kinds)
    body = rnd.choice(sorts[rnd.choice([sort for sort in sorts if sort[0] == kind])])
    return case.match.play(state, seat, move_from_json(case.game, body))[0]


def check_generated(case: Case, state: Any, seat: int, moves: Sequence[Body]) -> None:
    """Every move that is legal is accepted, and reached by its form: with the same state and the same lines."""
    for body in moves:
        assert GENERATORS[case.game.id].is_legal(case.match, state, seat, body), body
        assert refusal_of(case.match, state, seat, body) is None, body
        reached = walked_to(case.match, state, seat, body)
        played = [case.match.play(state, seat, move_from_json(case.game, one)) for one in (body, reached)]
        assert played[0] == played[1], f"{body} is reached as {reached}"


def check_walks(case: Case, state: Any, seat: int, rnd: Random) -> None:
    """What a form leads to is legal."""
    for kind in open_kinds(case.match, state, seat):
        body = completed(case.match, state, seat, kind, rnd)
        assert GENERATORS[case.game.id].is_legal(case.match, state, seat, body), body


def check_either_way(case: Case, state: Any, seat: int, bodies: Iterable[Body]) -> None:
    """Anything that can be read as a move is accepted exactly where it is legal."""
    for body in bodies:
        legal = GENERATORS[case.game.id].is_legal(case.match, state, seat, body)
        assert (refusal_of(case.match, state, seat, body) is None) is legal, body


def look_alikes(case: Case, state: Any, rnd: Random) -> Iterator[Body]:
    """What merely looks like a move, a few of each kind."""
    words = sorted(_strings(codec.to_json(state)))
    return (looking_like(case.game, kind, rnd, words) for kind in case.game.moves for _ in range(LOOK_ALIKES))


def spoiled(case: Case, body: Body, rnd: Random) -> Body:
    """A legal move with one thing about it changed: a number by one, a list by an item, a word for any other."""
    name = rnd.choice(sorted(_fields(case, body["move"])) or ["move"])
    value = body.get(name)
    if isinstance(value, bool) or not isinstance(value, int | list) or rnd.random() < 0.2:
        return {**body, name: looking_like(case.game, body["move"], rnd, ())[name]}
    if isinstance(value, int):
        return {**body, name: value + rnd.choice([-1, 1])}
    return {**body, name: _changed(value, rnd)}


def _changed(items: list[Any], rnd: Random) -> list[Any]:
    """One item less, one twice, another order, or a number by one."""
    at = rnd.randrange(len(items)) if items else 0
    less, more = items[:at] + items[at + 1 :], items + items[at : at + 1]
    numbers = [item + rnd.choice([-1, 1]) if n == at and type(item) is int else item for n, item in enumerate(items)]
    return rnd.choice([less, more, items[::-1], numbers])


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
    return {slot.name for slot in codec.json_fields(cls)}


def _strings(value: Any) -> set[str]:
    """Every string in this JSON."""
    if isinstance(value, dict):
        return {word for item in value.values() for word in _strings(item)}
    if isinstance(value, list):
        return {word for item in value for word in _strings(item)}
    return {value} if isinstance(value, str) else set()
