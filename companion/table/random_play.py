"""Random play: moves that the forms of a game allow, whatever game it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from random import Random
from types import MappingProxyType
from typing import Any

from companion.rules.fields import (
    ChanceField,
    Choice,
    Field,
    FieldValues,
    Json,
    NumberField,
    OneOf,
    Pick,
    SeatField,
    TextField,
    YesNoField,
)
from companion.rules.form_walk import FormWalk, begin_walk
from companion.rules.game import Match, move_from_json
from companion.rules.match_functions import next_pick, offered_kinds_of
from companion.table import table as tables
from companion.table.table import CompleteMove, Table

MOST_FIELDS = 60
LETTERS = "ab Éçœ«»’🐫"
Plant = Callable[[int, str, Field], Json]
"""(seat, kind of move, field) → the value to fill in, or None for a random one."""


def nothing_planted(seat: int, kind: str, field: Field) -> Json:
    """Fill in every field at random."""
    return None


def planting_marks(marks: Iterator[int]) -> Plant:
    """Return a function that fills in texts and large numbers that occur nowhere else, so that a leak is found."""

    def plant(seat: int, kind: str, field: Field) -> Json:
        if kind == "correct":
            return None
        match field:
            case NumberField(low=low) if low >= 10_000:
                return seat * low + 1_111 + next(marks)
            case TextField():
                return f"wish-{next(marks)}-of-{seat}"
        return None

    return plant


def play_move(table: Table, seat: int, body: Mapping[str, Any]) -> Table:
    """Return the table after this move."""
    move = move_from_json(table.game, body)
    table = tables.play(table, [CompleteMove(seat, move)], len(table.entries) + 1)
    return replace(table, undo_stack=(), seq=len(table.entries) + 1)


def complete_move(  # noqa: PLR0913 - a form, and how far it is filled
    match: Match,
    state: Any,
    seat: int,
    kind: str,
    rnd: Random,
    chosen: FieldValues = MappingProxyType({}),
    plant: Plant = nothing_planted,
) -> dict[str, Any]:
    """Return a complete move: the given fields, and the rest of the form filled in at random."""
    walk = form(match, state, seat, kind, chosen)
    for _ in range(MOST_FIELDS):
        if walk.field is None:
            return {"move": kind, **walk.move_fields}
        planted = plant(seat, kind, walk.field)
        walk = walk.answer(planted) if planted is not None else one_step(walk, rnd)
    raise AssertionError(f"the form of {kind} has no end: {walk.move_fields}")


def form(match: Match, state: Any, seat: int, kind: str, chosen: FieldValues = MappingProxyType({})) -> FormWalk:
    """Return the form of a kind of move, with the given fields filled in."""
    return begin_walk(partial(next_pick, match, state, seat, kind), chosen)


def one_step(walk: FormWalk, rnd: Random) -> FormWalk:
    """Take a random step that the open field allows: answer it, take another item of a list, or end the list."""
    assert walk.field is not None
    if not isinstance(walk.field, Pick):
        return walk.answer(value_for(walk.field, rnd))
    if walk.field.complete and rnd.random() < 0.4:
        return walk.close()
    return walk.take(item_for(rnd.choice(walk.field.open_choices), rnd))


def item_for(choice: Choice, rnd: Random) -> Json:
    """Return the item of this choice, with its blank filled in at random."""
    return choice.value if choice.blank is None else choice.with_answer(value_for(choice.blank.field, rnd)).value


def open_kinds(match: Match, state: Any, seat: int) -> list[str]:
    """Return the kinds of moves that are not refused."""
    return [option.kind for option in offered_kinds_of(match, state, seat) if option.refused is None]


def allowed_numbers(field: NumberField) -> list[int]:
    """Return every number that this field allows."""
    return [number for number in range(field.low, field.high + 1) if field.allows(number)]


def value_for(field: Field, rnd: Random) -> Json:
    """Return a random value that this field allows. Not for lists."""
    match field:
        case NumberField():
            edges = [field.low, field.high, min(max(field.low, 1), field.high)]
            number = rnd.choice([*edges, rnd.randint(field.low, field.high)])
            number = number or (1 if field.high > 0 else -1) if field.nonzero else number
            return number if field.allows(number) else rnd.choice(allowed_numbers(field))
        case OneOf():
            return rnd.choice(field.open_choices).value
        case SeatField():
            return rnd.choice(field.seats)
        case TextField():
            length = rnd.choice([int(field.required), field.longest, rnd.randint(1, field.longest)])
            return "".join(rnd.choices(LETTERS, k=length))
        case YesNoField():
            return rnd.random() < 0.5
        case ChanceField():
            return [rnd.choice(bounds) for bounds in field.bounds]
    raise AssertionError(f"{field} is walked item by item")
