"""Touches: what becomes of an offer when the things that one touches are put into its form, in the order touched."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.rules.fields import ChanceField, Choice, OneOf, Pick, Refusal
from companion.rules.text import say

if TYPE_CHECKING:
    from companion.rules.offers import Offer
    from companion.rules.picks import Walk

SECTOR = "sector"
"""The sort of the sectors of a wheel: one that is touched is typed in, as what a real wheel shows."""


@dataclass(frozen=True, slots=True)
class Touched:
    """An offer with what was touched."""

    offer: Offer
    walk: Walk | None
    """Its form as far as it is filled now; None for a whole offer, and where a touch is of no use."""
    refused: Refusal | None
    """Why it can do nothing with what is touched, or may not be done at all."""


def names_touch(offer: Offer, touches: Sequence[str]) -> bool:
    """Whether an offer speaks of such things at all: of these very ones, or of their sorts."""
    sorts = {touch.partition(":")[0] for touch in touches}
    return offer.at in touches if offer.at else bool(sorts & {*offer.touches})


def touched(offer: Offer, begin: Callable[[], Walk], touches: Sequence[str]) -> Touched:
    """Put what was touched into an offer: each touch into the first field that has use for it.

    The same name twice means two such things. `begin` walks the offer's form from what it has chosen, and is asked only
    where there is a form. Raises as walks do.
    """
    if offer.refused is not None:
        return Touched(offer, None, offer.refused)
    if offer.at is not None:
        alone = list(touches) == [offer.at]
        return Touched(offer, None, None if alone else _of_no_use())
    walk = begin()
    by_itself = Counter(touch for choice in _taken(walk) for touch in choice.touches)
    for touch in touches:
        if by_itself[touch]:
            by_itself[touch] -= 1
            continue
        further = _put(walk, touch)
        if isinstance(further, Refusal):
            return Touched(offer, None, further)
        walk = further
    return Touched(offer, walk, None)


def _put(walk: Walk, touch: str) -> Walk | Refusal:
    """The walk with one touch in it: it may fill several fields after each other, and counts once in a list."""
    before = walk
    while (found := _choice_of(walk, touch)) is not None:
        if found.refused is not None:
            return found.refused if walk is before else walk
        if isinstance(walk.field, Pick):
            return walk.take(found.value)
        walk = walk.answer(found.value)
    if walk is before and (sector := _sector(walk, touch)) is not None:
        return walk.answer([sector])
    return _of_no_use() if walk is before else walk


def _choice_of(walk: Walk, touch: str) -> Choice | None:
    match walk.field:
        case OneOf(choices=choices):
            return next((one for one in choices if touch in one.touches), None)
        case Pick() as pick:
            return next((one for one in pick.left if touch in one.touches), None)
    return None


def _sector(walk: Walk, touch: str) -> int | None:
    """The sector that a touch types in, where a wheel is to be turned next: one value is drawn, a sector or a face."""
    sort, _, index = touch.partition(":")
    field = walk.field
    if sort != SECTOR or not isinstance(field, ChanceField) or len(field.bounds) != 1 or not index.isdecimal():
        return None
    return int(index) if int(index) in field.bounds[0] else None


def _taken(walk: Walk) -> list[Choice]:
    """The items that took themselves before anything was touched, each once."""
    filled = [choice for done in walk.filled for choice in done.taken]
    return [*filled, *walk.taken]


def _of_no_use() -> Refusal:
    return Refusal(say("refused.touch"))
