"""Touches: what becomes of an offer when the things that one touches are put into its form, in the order touched."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from companion.rules.fields import ChanceField, Choice, Field, Json, OneOf, Pick
from companion.rules.picks import Walk, choice_of
from companion.rules.rule_errors import Refusal
from companion.rules.text import say
from companion.support.frozen import frozen

if TYPE_CHECKING:
    from companion.rules.offers import Offer

SECTOR = "sector"
"""The sort of the sectors of a wheel: one that is touched is typed in, as what a real wheel shows."""


@frozen
class Touched:
    """An offer with what was touched."""

    offer: Offer
    walk: Walk | None
    """Its form as far as it is filled now; None for a whole offer, and where a touch is of no use."""
    refused: Refusal | None
    """Why it can do nothing with what is touched, or may not be done at all."""
    of_use: bool = True
    """Whether it has use for what is touched, allowed or not; one that is refused whatever is touched has none, unless
    it is what is meant."""


def names_touch(offer: Offer, touches: Sequence[str]) -> bool:
    """Whether an offer speaks of such things at all: it hangs on one of them, or they are of its sorts."""
    return offer.at in touches or any(_speaks_of(offer, touch) for touch in touches)


def touched(offer: Offer, begin: Callable[[], Walk], touches: Sequence[str]) -> Touched:
    """Put what was touched into an offer: each touch into the first field that has use for it.

    What it hangs on says which offer is meant and fills nothing. A touch of a later field waits for those before it.
    The same name twice means two such things. `begin` walks the offer's form from what it has chosen, and is asked only
    where there is something to fill in. Raises as walks do.
    """
    if offer.refused is not None:
        return Touched(offer, None, offer.refused, of_use=offer.at in touches)
    wait = list(touches)
    if offer.at in wait:
        wait.remove(offer.at)
    if not wait or not offer.touches:
        return Touched(offer, None, None) if not wait else _useless(offer)
    walk = begin()
    by_itself = Counter(touch for choice in _taken(walk) for touch in choice.touches)
    wait = [touch for at, touch in enumerate(wait) if wait[: at + 1].count(touch) > by_itself[touch]]
    while wait := _left(walk, wait):
        touch = next((one for one in wait if _of_this_field(walk, one)), None)
        if touch is None:
            return _too_early(offer, walk, wait)
        further = _put(walk, touch)
        if further is None:
            return _useless(offer)
        if isinstance(further, Refusal):
            return Touched(offer, None, further)
        walk = further
        wait.remove(touch)
    return Touched(offer, walk, None)


def _left(walk: Walk, touches: Sequence[str]) -> list[str]:
    """These touches without those that say what a field which left no choice is already."""
    said = {touch for done in walk.filled if done.alone for touch in _touches(done.field, done.value)}
    return [touch for touch in touches if touch not in said]


def _touches(field: Field, value: Json) -> tuple[str, ...]:
    choice = choice_of(field.open_choices, value) if isinstance(field, OneOf) else None
    return choice.touches if choice is not None else ()


def _speaks_of(offer: Offer, touch: str) -> bool:
    return touch in offer.touches or _sort(touch) in offer.touches


def _sort(touch: str) -> str:
    return touch.partition(":")[0]


def _of_this_field(walk: Walk, touch: str) -> bool:
    """Whether the open field is one that such things are touched for."""
    if isinstance(walk.field, ChanceField):
        return _sort(touch) == SECTOR
    return walk.field is not None and _sort(touch) in _sorts(walk.field)


def _sorts(field: Field) -> set[str]:
    """The sorts of things that one touches for a field."""
    if not isinstance(field, OneOf | Pick):
        return set()
    return {_sort(touch) for choice in field.choices for touch in choice.touches}


def _put(walk: Walk, touch: str) -> Walk | Refusal | None:
    """The walk with one touch in it: it may fill several fields after each other, and counts once in a list.

    None where the open field has no use for it.
    """
    before = walk
    while (found := _choice_of(walk, touch)) is not None:
        if found.refused is not None:
            return found.refused if walk is before else walk
        if isinstance(walk.field, Pick):
            return walk.take(found.value)
        walk = walk.answer(found.value)
    if walk is before and (sector := _sector(walk, touch)) is not None:
        return walk.answer([sector])
    return None if walk is before else walk


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


def _useless(offer: Offer) -> Touched:
    return Touched(offer, None, Refusal(say("refused.touch")), of_use=False)


def _too_early(offer: Offer, walk: Walk, wait: Sequence[str]) -> Touched:
    """Something else has to be touched first, what the open field asks for; unless these come too late, or never."""
    sorts = {*map(_sort, wait)}
    late = any(sorts & _sorts(done.field) for done in walk.filled)
    if walk.field is None or late or not all(_speaks_of(offer, one) for one in wait):
        return _useless(offer)
    return Touched(offer, None, Refusal(say("refused.touch_first", what=walk.field.label)))
