"""The form fields in which a seat picks the dice to place; only dice that lead to a complete move are offered."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement

from companion.games.voyages.coloured_dice import DIE_VALUES, ColouredDie, die_by_name, without_dice
from companion.games.voyages.labels import die_label
from companion.games.voyages.state import State
from companion.games.voyages.state_changes import board_of
from companion.rules.fields import Choice, Field, Items, OneOf, Pick
from companion.rules.rule_errors import IllegalMoveError, Refusal
from companion.rules.text import say

Names = tuple[str, ...]
Check = Callable[[Names], object]
"""A check that raises IllegalMoveError for dice that may not be placed."""


def placeable_dice(state: State, seat: int) -> tuple[ColouredDie, ...]:
    """Return the distinct dice that a seat may place; those of Raschid with every value (V34)."""
    return _placeable(board_of(state, seat).dice)


def _placeable(dice: tuple[ColouredDie, ...]) -> tuple[ColouredDie, ...]:
    distinct: dict[ColouredDie, None] = {}
    for die in dice:
        values = DIE_VALUES if die.value is None else (die.value,)
        distinct.update({ColouredDie(die.colour, value): None for value in values})
    return tuple(distinct)


def dice_sets(state: State, seat: int, count: int) -> tuple[Names, ...]:
    """Return every set of `count` dice that a seat may place, by name, in a fixed order."""
    return _dice_sets(board_of(state, seat).dice, count)


@lru_cache(maxsize=64)
def _dice_sets(dice: tuple[ColouredDie, ...], count: int) -> tuple[Names, ...]:
    """Return the sets; cached because every space that needs as many dice asks again."""
    combinations = combinations_with_replacement(_placeable(dice), count)
    return tuple(tuple(map(str, names)) for names in combinations if without_dice(dice, names) is not None)


def check_any(state: State, seat: int, count: int, check: Check) -> None:
    """Check that a seat may place some of its dice. Raises IllegalMoveError with the reason of the last ones."""
    error = IllegalMoveError(say("voyages.refused.few_dice", n=count), "V8")
    for names in dice_sets(state, seat, count):
        try:
            check(names)
        except IllegalMoveError as refusal:
            error = refusal
        else:
            return
    raise error


def dice_pick(state: State, seat: int, count: int, check: Check, items: Items) -> Pick:
    """Return the pick of a move's dice, one at a time: open are those that lead to dice that may be placed."""
    picked = [str(item) for item in items]
    open_names: set[str] = set()
    reasons: dict[str, Refusal] = {}
    for names in dice_sets(state, seat, count):
        rest = _without_names(names, picked)
        if rest is None:
            continue
        try:
            check(names)
        except IllegalMoveError as error:
            for name in rest:
                reasons.setdefault(name, Refusal.from_error(error))
        else:
            open_names |= {*rest}
    choices = tuple(_choices(state, seat, picked, open_names, reasons, count))
    label = say("voyages.field.dice", n=count)
    return Pick(name="dice", label=label, choices=choices, least=count, most=count, items=tuple(items))


def _without_names(names: Names, picked: Sequence[str]) -> list[str] | None:
    """Return these names without the taken ones; None if one of those is not among them."""
    rest = list(names)
    for name in picked:
        if name not in rest:
            return None
        rest.remove(name)
    return rest


def _choices(
    state: State, seat: int, picked: Sequence[str], open_names: set[str], reasons: dict[str, Refusal], count: int
) -> Iterator[Choice]:
    used = [die for name in picked if (die := die_by_name(name)) is not None]
    remaining = without_dice(board_of(state, seat).dice, used) or ()
    for die in placeable_dice(state, seat):
        name = str(die)
        times = sum(each.colour == die.colour and each.shows(die.pips) for each in remaining)
        if not times:
            continue
        refusal = None if name in open_names else reasons.get(name, _FEW)
        times = min(times, count - len(picked)) if refusal is None else 1
        touches = (f"die:{name}",)
        yield Choice(name, die_label(die), refusal, things=(name,), times=max(1, times), touches=touches)


_FEW = Refusal(say("voyages.refused.no_such_die"), "V8")


def die_field(state: State, seat: int, name: str, usable: Callable[[ColouredDie], Refusal | None]) -> Field:
    """Return the field for one rolled die of the seat's board."""
    dice = dict.fromkeys(die for die in board_of(state, seat).dice if die.value is not None)
    choices = tuple(
        Choice(str(die), die_label(die), usable(die), things=(str(die),), touches=(f"die:{die}",)) for die in dice
    )
    return OneOf(name=name, label=say("voyages.field.die"), choices=choices)
