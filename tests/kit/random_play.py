"""Random players: moves that the forms allow, moves that they refuse, and anything in the shape of a move."""

from __future__ import annotations

import re
import types
import typing
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from enum import Enum
from functools import cache
from random import Random
from typing import Any

from companion.rules import codec
from companion.rules.fields import (
    Choice,
    Field,
    FieldValues,
    Json,
    OneOf,
    Pick,
)
from companion.rules.game import Game, Match, move_from_json
from companion.rules.match_functions import next_pick
from companion.rules.offers import Offer
from companion.rules.rule_errors import IllegalMoveError, Refusal
from companion.table import table as tables
from companion.table.random_play import (
    MOST_FIELDS,
    Plant,
    complete_move,
    form,
    nothing_planted,
    one_step,
    open_kinds,
    play_move,
    value_for,
)
from companion.table.table import Table
from tests.kit.cases import Case

MOST_ENTRIES = 3_000
"""Generous limit: random games of every type end long before."""
NUMBERS = (-1_000, -3, -1, 0, 1, 2, 3, 4, 5, 6, 7, 16, 29, 10_000, 10**9)


@cache
def whole_game(case: Case, seed: int) -> Table:
    """Return a game played at random to its end; cached by seed."""
    return play_on(tables.start(case.game, case.names, case.options), Random(seed), MOST_ENTRIES)


def play_on(table: Table, rnd: Random, most: int, plant: Plant = nothing_planted) -> Table:
    """Return the table after at most `most` additional random moves, with a few corrections."""
    for _ in range(most):
        if table.over:
            return table
        if rnd.random() < 0.03:
            seat, kind = rnd.choice(table.seats), "correct"
        else:
            seat = rnd.choice(table.match.active_seats(table.state))
            kind = rnd.choice([kind for kind in open_kinds(table.match, table.state, seat) if kind != "correct"])
        body = complete_move(table.match, table.state, seat, kind, rnd, plant=plant)
        table = play_move(table, seat, body)
    return table


def cut_table(table: Table, entries: int) -> Table:
    """Return the table as it was after this number of entries."""
    return replace(table, entries=table.entries[:entries])


def some_moment(case: Case, seed: int, rnd: Random) -> Table:
    """Return a randomly played game at a random moment."""
    table = whole_game(case, seed)
    return cut_table(table, rnd.randint(0, len(table.entries)))


def states_of(table: Table) -> Iterator[Any]:
    """Return every state, from the set-up on."""
    return (table.before(entry) for entry in range(1, len(table.entries) + 2))


def complete_offers(match: Match, state: Any, seat: int) -> list[Offer]:
    """Return the complete offers of a seat, refused or not."""
    return [offer for offer in match.offers(state, seat) if offer.complete]


def refused_moves(match: Match, state: Any, seat: int, kind: str, rnd: Random) -> Iterator[dict[str, Any]]:
    """Yield, for every choice that is refused on a random walk through the form, the move that takes it anyway."""
    walk = form(match, state, seat, kind)
    for finished in walk.filled:
        yield from _refused_choices(match, state, seat, kind, {}, finished.field, rnd)
    for _ in range(MOST_FIELDS):
        if walk.field is None:
            return
        yield from _refused_choices(match, state, seat, kind, walk.chosen, walk.field, rnd)
        walk = one_step(walk, rnd)


def _refused_choices(  # noqa: PLR0913 - a form, and how far it is filled
    match: Match, state: Any, seat: int, kind: str, chosen: FieldValues, field: Field, rnd: Random
) -> Iterator[dict[str, Any]]:
    if isinstance(field, OneOf | Pick):
        for choice in field.choices:
            if choice.refused is not None:
                value = choice.value if isinstance(field, OneOf) else _with_choice(field, choice)
                yield _complete_anyway(match, state, seat, kind, {**chosen, field.name: value}, rnd)


def _with_choice(pick: Pick, choice: Choice) -> list[Json]:
    """Return the value of a list with this choice added."""
    return replace(pick, items=(*pick.items, choice.value)).value


def _complete_anyway(
    match: Match, state: Any, seat: int, kind: str, filled: dict[str, Json], rnd: Random
) -> dict[str, Any]:
    """Return the move with its other fields filled in, allowed or not: the form may end early."""
    for _ in range(MOST_FIELDS):
        try:
            field = next_pick(match, state, seat, kind, filled)
        except IllegalMoveError:
            break
        if field is None or isinstance(field, Pick) or (isinstance(field, OneOf) and not field.choices):
            break
        if isinstance(field, OneOf) and not field.open_choices:
            filled = {**filled, field.name: rnd.choice(field.choices).value}
        else:
            filled = {**filled, field.name: value_for(field, rnd)}
    looks = looking_like(match.game, kind, rnd, ())
    return {**{name: value for name, value in looks.items() if name not in filled}, **filled, "move": kind}


def refusal_of(match: Match, state: Any, seat: int, body: Mapping[str, Any]) -> Refusal | None:
    """Return the refusal of this move by `play`; None if it is accepted. A refusal must have a reason."""
    try:
        match.play(state, seat, move_from_json(match.game, body))
    except IllegalMoveError as error:
        refusal = Refusal.from_error(error)
    else:
        return None
    assert refusal.reason.key
    assert refusal.ruling is None or re.fullmatch(r"[A-Z]\d{1,2}", refusal.ruling)
    return refusal


def looking_like(game: Game, kind: str, rnd: Random, words: Sequence[str]) -> dict[str, Any]:
    """Return anything that can be read as a move of this kind, legal or not."""
    cls: Any = game.moves[kind]
    return {"move": kind, **{slot.name: _anything(slot.type, rnd, words) for slot in codec.json_fields(cls)}}


def _anything(cls: Any, rnd: Random, words: Sequence[str]) -> Any:
    origin, args = typing.get_origin(cls), typing.get_args(cls)
    if cls is int:
        return rnd.choice(NUMBERS)
    if cls is bool:
        return rnd.random() < 0.5
    if cls is str:
        return rnd.choice(["", "x", "gold", "space:1", "red:99999", *words])
    if cls is types.NoneType:
        return None
    if origin in (typing.Union, types.UnionType):
        return _anything(rnd.choice(args), rnd, words)
    if origin is tuple and args[-1] is Ellipsis:
        return [_anything(args[0], rnd, words) for _ in range(rnd.choice([0, 1, 1, 2, 2, 3]))]
    if origin is tuple:
        return [_anything(arg, rnd, words) for arg in args]
    if isinstance(cls, type) and issubclass(cls, Enum):
        return rnd.choice(list(cls)).value
    return {slot.name: _anything(slot.type, rnd, words) for slot in codec.json_fields(cls)}
