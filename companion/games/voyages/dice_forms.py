"""Forms of dice: which may be placed next, so that a whole move goes on from them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement

from companion.games.voyages.called import die_word
from companion.games.voyages.dice import FACES, Die, die_named, without
from companion.games.voyages.state import State
from companion.games.voyages.steps import board_of
from companion.rules.fields import Choice, Field, Items, OneOf, Pick
from companion.rules.rule_errors import IllegalMoveError, Refusal
from companion.rules.text import say

Names = tuple[str, ...]
Check = Callable[[Names], object]
"""Raises IllegalMoveError for dice that may not be placed."""


def dice_shown(state: State, seat: int) -> tuple[Die, ...]:
    """The dice that a seat may place, each sort once; those of Raschid with every value (V34)."""
    return _shown(board_of(state, seat).dice)


def _shown(dice: tuple[Die, ...]) -> tuple[Die, ...]:
    found: dict[Die, None] = {}
    for die in dice:
        values = FACES if die.value is None else (die.value,)
        found.update({Die(die.colour, value): None for value in values})
    return tuple(found)


def sets_of(state: State, seat: int, count: int) -> tuple[Names, ...]:
    """Every set of so many dice that a seat may place, by name, in one order."""
    return _sets_of(board_of(state, seat).dice, count)


@lru_cache(maxsize=64)
def _sets_of(dice: tuple[Die, ...], count: int) -> tuple[Names, ...]:
    """The sets of so many of these dice; every space that wants as many asks anew."""
    some = combinations_with_replacement(_shown(dice), count)
    return tuple(tuple(map(str, one)) for one in some if without(dice, one) is not None)


def check_any(state: State, seat: int, count: int, check: Check) -> None:
    """Whether any dice of a seat may be placed. Raises IllegalMoveError with the reason that the last ones have."""
    error = IllegalMoveError(say("voyages.refused.few_dice", n=count), "V8")
    for names in sets_of(state, seat, count):
        try:
            check(names)
        except IllegalMoveError as refused:
            error = refused
        else:
            return
    raise error


def dice_pick(state: State, seat: int, count: int, check: Check, items: Items) -> Pick:
    """The dice of a move, one at a time: open is what leads to dice that may be placed."""
    taken = [str(item) for item in items]
    open_names: set[str] = set()
    reasons: dict[str, Refusal] = {}
    for names in sets_of(state, seat, count):
        rest = _less(names, taken)
        if rest is None:
            continue
        try:
            check(names)
        except IllegalMoveError as error:
            for name in rest:
                reasons.setdefault(name, Refusal.of(error))
        else:
            open_names |= {*rest}
    choices = tuple(_choices(state, seat, taken, open_names, reasons, count))
    label = say("voyages.field.dice", n=count)
    return Pick(name="dice", label=label, choices=choices, least=count, most=count, items=tuple(items))


def _less(names: Names, taken: Sequence[str]) -> list[str] | None:
    """These names less what is taken; None where that is not among them."""
    rest = list(names)
    for name in taken:
        if name not in rest:
            return None
        rest.remove(name)
    return rest


def _choices(
    state: State, seat: int, taken: Sequence[str], open_names: set[str], reasons: dict[str, Refusal], count: int
) -> Iterator[Choice]:
    used = [die for name in taken if (die := die_named(name)) is not None]
    left = without(board_of(state, seat).dice, used) or ()
    for die in dice_shown(state, seat):
        name = str(die)
        times = sum(one.colour == die.colour and one.shows(die.pips) for one in left)
        if not times:
            continue
        refused = None if name in open_names else reasons.get(name, _FEW)
        times = min(times, count - len(taken)) if refused is None else 1
        touches = (f"die:{name}",)
        yield Choice(name, die_word(die), refused, things=(name,), times=max(1, times), touches=touches)


_FEW = Refusal(say("voyages.refused.no_such_die"), "V8")


def die_field(state: State, seat: int, name: str, usable: Callable[[Die], Refusal | None]) -> Field:
    """One rolled die of the seat's board."""
    dice = dict.fromkeys(die for die in board_of(state, seat).dice if die.value is not None)
    choices = tuple(
        Choice(str(die), die_word(die), usable(die), things=(str(die),), touches=(f"die:{die}",)) for die in dice
    )
    return OneOf(name=name, label=say("voyages.field.die"), choices=choices)
