"""Filling in the form of an offer by touching things on the table, in the order touched."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from companion.rules.fields import ChanceField, Choice, Field, Json, OneOf, Pick
from companion.rules.form_walk import FormWalk, find_choice
from companion.rules.rule_errors import Refusal
from companion.rules.text import say
from companion.support.frozen_dataclasses import frozen

if TYPE_CHECKING:
    from companion.rules.offers import Offer

SECTOR = "sector"
"""Sort of the sectors of a wheel. Touching one enters it as the result of a real wheel."""


@frozen
class TouchedOffer:
    """An offer after some things were touched."""

    offer: Offer
    walk: FormWalk | None
    """Its form as filled in so far; None for a complete offer, and if a touch is useless for it."""
    refused: Refusal | None
    """Reason why the offer cannot use the touched things, or is refused altogether."""
    of_use: bool = True
    """True if the offer has a use for the touched things, allowed or not.

    An offer that is refused whatever is touched has none, unless the touched thing selects this very offer."""
    takes_more: bool = False
    """True if a list was filled in with more things than were touched, because nothing else is allowed."""


def touch_sorts(field: Field) -> set[str]:
    """Return the sorts of things that can be touched for a field."""
    if isinstance(field, ChanceField):
        return {SECTOR} if field.draws[0][0] == "sectors" else set()
    if not isinstance(field, OneOf | Pick):
        return set()
    return {_sort(touch) for choice in field.choices for touch in choice.touches}


def mentions_touch(offer: Offer, touches: Sequence[str]) -> bool:
    """Return whether an offer mentions any of these things: one selects it, or is of a sort that its form takes."""
    return offer.touch in touches or any(_mentions(offer, touch) for touch in touches)


def apply_touches(offer: Offer, begin: Callable[[], FormWalk], touches: Sequence[str]) -> TouchedOffer:
    """Fill the touched things into an offer: each into the first field that has a use for it.

    The thing that selects the offer fills in nothing. A touch for a later field waits for the fields before it. The
    same name twice means two such things. `begin` starts a walk of the offer's form, and is called only if there is
    something to fill in. Raises the same errors as walks.
    """
    if offer.refused is not None:
        return TouchedOffer(offer, None, offer.refused, of_use=offer.touch in touches)
    pending = list(touches)
    if offer.touch in pending:
        pending.remove(offer.touch)
    if not pending or not offer.form_touches:
        return TouchedOffer(offer, None, None) if not pending else _without_use(offer)
    walk = begin()
    automatic = Counter(touch for choice in _automatic_choices(walk) for touch in choice.touches)
    pending = [touch for index, touch in enumerate(pending) if pending[: index + 1].count(touch) > automatic[touch]]
    while pending := _not_automatic(walk, pending):
        touch = next((name for name in pending if _fits_open_field(walk, name)), None)
        if touch is None:
            return _too_early(offer, walk, pending)
        next_walk = _apply_touch(walk, touch)
        if next_walk is None:
            return _without_use(offer)
        if isinstance(next_walk, Refusal):
            return TouchedOffer(offer, None, next_walk)
        walk = next_walk
        pending.remove(touch)
    return TouchedOffer(offer, walk, None, takes_more=_takes_more(walk.settled, touches))


def _takes_more(walk: FormWalk, touches: Sequence[str]) -> bool:
    """Return whether lists have more items that can be touched than were touched of their sorts.

    Ordered lists are left out: a place that is touched brings those on the way to it.
    """
    for entry in walk.filled:
        if isinstance(entry.field, Pick) and entry.field.ordered:
            continue
        items = [choice.touches for choice in entry.taken_choices if choice.touches]
        sorts = {_sort(touch) for names in items for touch in names}
        if len(items) > sum(_sort(touch) in sorts for touch in touches):
            return True
    return False


def _not_automatic(walk: FormWalk, touches: Sequence[str]) -> list[str]:
    """Return the touches without those that name the value of an automatically filled field."""
    automatic = {
        touch for finished in walk.filled if finished.automatic for touch in _touches_of(finished.field, finished.value)
    }
    return [touch for touch in touches if touch not in automatic]


def _touches_of(field: Field, value: Json) -> tuple[str, ...]:
    choice = find_choice(field.open_choices, value) if isinstance(field, OneOf) else None
    return choice.touches if choice is not None else ()


def _mentions(offer: Offer, touch: str) -> bool:
    return touch in offer.form_touches or _sort(touch) in offer.form_touches


def _sort(touch: str) -> str:
    return touch.partition(":")[0]


def _fits_open_field(walk: FormWalk, touch: str) -> bool:
    """Return whether things of this sort can be touched for the open field."""
    if isinstance(walk.field, ChanceField):
        return _sort(touch) == SECTOR
    return walk.field is not None and _sort(touch) in touch_sorts(walk.field)


def _apply_touch(walk: FormWalk, touch: str) -> FormWalk | Refusal | None:
    """Return the walk with one touch in it: it may fill several fields in a row, and counts once in a list.

    None if the open field has no use for it.
    """
    start = walk
    while (choice := _choice_of(walk, touch)) is not None:
        if choice.refused is not None:
            return choice.refused if walk is start else walk
        if isinstance(walk.field, Pick):
            return walk.take(choice.value)
        walk = walk.answer(choice.value)
    if walk is start and (sector := _sector(walk, touch)) is not None:
        return walk.answer([sector])
    return None if walk is start else walk


def _choice_of(walk: FormWalk, touch: str) -> Choice | None:
    match walk.field:
        case OneOf(choices=choices):
            return next((choice for choice in choices if touch in choice.touches), None)
        case Pick() as pick:
            return next((choice for choice in pick.remaining_choices if touch in choice.touches), None)
    return None


def _sector(walk: FormWalk, touch: str) -> int | None:
    """Return the sector that a touch enters, if a wheel is spun next. Only one value is drawn, a sector or a face."""
    sort, _, index = touch.partition(":")
    field = walk.field
    if sort != SECTOR or not isinstance(field, ChanceField) or len(field.bounds) != 1 or not index.isdecimal():
        return None
    return int(index) if int(index) in field.bounds[0] else None


def _automatic_choices(walk: FormWalk) -> list[Choice]:
    """Return the choices that were taken automatically before anything was touched, each once."""
    filled = [choice for finished in walk.filled for choice in finished.taken_choices]
    return [*filled, *walk.taken_choices]


def _without_use(offer: Offer) -> TouchedOffer:
    return TouchedOffer(offer, None, Refusal(say("refused.touch")), of_use=False)


def _too_early(offer: Offer, walk: FormWalk, pending: Sequence[str]) -> TouchedOffer:
    """Return a refusal that says which field needs a touch first; "of no use" if these come too late, or never."""
    sorts = {*map(_sort, pending)}
    late = any(sorts & touch_sorts(finished.field) for finished in walk.filled)
    if walk.field is None or late or not all(_mentions(offer, touch) for touch in pending):
        return _without_use(offer)
    return TouchedOffer(offer, None, Refusal(say("refused.touch_first", what=walk.field.label)))
