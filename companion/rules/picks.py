"""A form walked: field by field and item by item, by whoever fills it in. What leaves no choice takes itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from companion.rules.fields import (
    ChanceField,
    Choice,
    Chosen,
    Field,
    Items,
    Json,
    NumberField,
    OneOf,
    Pick,
    SeatField,
    TextField,
    YesNoField,
)
from companion.rules.rule_errors import MalformedError
from companion.rules.text import say
from companion.support.frozen import frozen

Ask = Callable[[Chosen, Items], Field | None]
"""The next field after what is chosen, with the items taken of it so far; None when the move is whole."""


@frozen
class Filled:
    """A field that is done with."""

    field: Field
    """As it was when it was left; a list with its items."""
    value: Json
    alone: bool = False
    """It left no choice, and took itself."""
    taken: tuple[Choice, ...] = ()
    """Of a list, the choices that its items were when they were taken."""


@frozen
class Walk:
    """How far a form is filled. Never changed: each step gives another walk, so that back is the walk before."""

    ask: Ask
    chosen: Chosen
    field: Field | None
    """The field that is open, a list with the items taken so far; None when the move is whole."""
    filled: tuple[Filled, ...] = ()
    """The fields that the walk has gone through."""
    taken: tuple[Choice, ...] = ()
    """The choices that the items of the open list were when they were taken."""

    @property
    def said(self) -> dict[str, Json]:
        """The fields of the move: what is chosen, and what is taken of the list that is open.

        An empty list is left out: to take nothing and to leave out is the same to every move.
        """
        empty = {done.field.name for done in self.filled if isinstance(done.field, Pick) and not done.field.items}
        fields = {name: value for name, value in self.chosen.items() if name not in empty}
        if isinstance(self.field, Pick) and self.field.items:
            fields[self.field.name] = self.field.value
        return fields

    def answer(self, value: Json) -> Walk:
        """Fill the open field with this value, a list with all its items. Raises MalformedError if it does not fit."""
        field = self.field
        if not isinstance(field, Pick):
            if field is None or not fits(field, value):
                raise _does_not_fit(field)
            return _done(self, field, value)
        if not isinstance(value, list):
            raise _does_not_fit(field)
        walk, done = self, len(self.filled)
        while len(walk.filled) == done and isinstance(walk.field, Pick) and (left := to_come(walk.field, value)):
            walk = walk.take(left[0])
        if len(walk.filled) == done:
            return walk.close()
        closed = walk.filled[done].field
        if isinstance(closed, Pick) and to_come(closed, value):
            raise _does_not_fit(closed)
        return walk

    @property
    def complete(self) -> bool:
        """Whether it is a move as it stands: nothing but chance is missing, and what has a usual answer."""
        return _ends(self.settled)

    @property
    def settled(self) -> Walk:
        """The walk as far as it goes without another word: a list closed as it stands, fields answered as usual."""
        walk = self
        while not _ends(walk) and (further := _by_itself(walk)) is not None:
            walk = further
        return walk

    @property
    def as_usual(self) -> Walk | None:
        """The walk with its open field answered as usual, of a list one item more; None where it has no such answer."""
        if not isinstance(self.field, OneOf | Pick):
            return None
        for usual in (one.value for one in self.field.open_choices if one.default):
            return self.take(usual) if isinstance(self.field, Pick) else self.answer(usual)
        return None

    def take(self, item: Json) -> Walk:
        """Take one item more for the list that is open, with those before it; one that is full then is closed.

        Raises MalformedError.
        """
        choice = choice_of(self.field.open_choices, item) if isinstance(self.field, Pick) else None
        if choice is None:
            raise _does_not_fit(self.field)
        walk = self
        for one in (*choice.before, item):
            assert isinstance(walk.field, Pick)
            walk = _taking(walk, walk.field, one)
        return _on(walk)

    def let_go(self, item: Json) -> Walk:
        """Put an item of the open list back, with those that do not fit without it. Raises MalformedError."""
        if not isinstance(self.field, Pick) or item not in self.field.items:
            raise _does_not_fit(self.field)
        left = list(self.field.items)
        left.remove(item)
        walk = replace(self, field=self.ask(self.chosen, ()), taken=())
        for one in left:
            if isinstance(walk.field, Pick) and among(walk.field.open_choices, one):
                walk = _taking(walk, walk.field, one)
        return walk

    def close(self) -> Walk:
        """End the list that is open. Raises MalformedError where it lacks something."""
        if not isinstance(self.field, Pick) or not self.field.complete:
            raise _does_not_fit(self.field)
        return _closed(self, self.field)


def begin(ask: Ask, chosen: Chosen | None = None) -> Walk:
    """A walk from what is chosen already. Raises as `ask` does."""
    given = dict(chosen or {})
    return _on(Walk(ask, given, ask(given, ())))


def fits(field: Field, value: Any) -> bool:
    """Whether a field may have this value; a list is walked item by item instead."""
    match field:
        case NumberField():
            return type(value) is int and field.low <= value <= field.high and not (field.nonzero and value == 0)
        case OneOf():
            return among(field.open_choices, value)
        case SeatField():
            return type(value) is int and value in field.seats
        case TextField():
            return isinstance(value, str) and len(value) <= field.longest and bool(value or not field.required)
        case YesNoField():
            return isinstance(value, bool)
        case ChanceField():
            whole = isinstance(value, list) and len(value) == len(field.bounds)
            return whole and all(type(one) is int for one in value)
        case Pick():
            return False


def among(choices: Iterable[Choice], value: Json) -> bool:
    """Whether one of these choices has this very value, or leaves no more open than it says."""
    return choice_of(choices, value) is not None


def choice_of(choices: Iterable[Choice], value: Json) -> Choice | None:
    """The choice that has this very value, a blank filled in by it; None where there is none."""
    return next((found for one in choices if (found := _as_said(one, value))), None)


def _as_said(choice: Choice, value: Json) -> Choice | None:
    """This choice where it has this value. In Python 1 is True as well; in JSON it is not."""
    if choice.blank is None:
        return choice if choice.value == value and type(choice.value) is type(value) else None
    if not isinstance(value, dict) or choice.blank.field.name not in value:
        return None
    answer = value[choice.blank.field.name]
    said = choice.said(answer) if fits(choice.blank.field, answer) else None
    return said if said is not None and said.value == value else None


def to_come(pick: Pick, items: Items) -> list[Json]:
    """What of these items, or of the lists that they make, is not taken yet, by this list or by itself."""
    items = pick.items_of(items)
    if pick.ordered:  # of something further off, what comes before it was not said
        said = 0
        for item in pick.items:
            said += said < len(items) and items[said] == item
        return list(items[said:])
    left = list(items)
    for item in pick.items:
        if item in left:
            left.remove(item)
    return left


def left_of(choices: Sequence[Choice], items: Items) -> tuple[Choice, ...]:
    """These choices less what was taken of them: each as often as it may still be taken, those used up left out."""
    counted = (replace(one, times=one.times - sum(item == one.value for item in items)) for one in choices)
    return tuple(one for one in counted if one.times > 0)


def _on(walk: Walk) -> Walk:
    """Past all that leaves no choice: a list that is full, and what there is but one of where one is wanted."""
    match walk.field:
        case Pick() as pick if pick.full:
            return _closed(walk, pick)
        case Pick() as pick if not pick.complete and _forced(pick):
            return walk.take(pick.open_choices[0].value)
        case OneOf() as one if len(one.open_choices) == 1:
            return _done(walk, one, one.open_choices[0].value, alone=True)
        case SeatField() as one if len(one.seats) == 1:
            return _done(walk, one, one.seats[0], alone=True)
    return walk


def _forced(pick: Pick) -> bool:
    """Whether what may be taken next has to be: there is but one such thing, or all is needed and in no order."""
    missing = pick.least - len(pick.items)
    if any(one.blank for one in pick.open_choices):
        return False
    if pick.ordered:
        return len(pick.open_choices) == 1
    return len(pick.open_choices) == 1 or sum(one.times for one in pick.open_choices) == missing


def _ends(walk: Walk) -> bool:
    """Whether nothing is open but what may be left to chance."""
    return walk.field is None or isinstance(walk.field, ChanceField)


def _by_itself(walk: Walk) -> Walk | None:
    """The walk past its open field, a list ended or a usual answer given; None where somebody has to say something.

    A list that a draw would follow is ended by hand alone: it is announced with it.
    """
    if isinstance(walk.field, Pick) and walk.field.complete:
        closed = walk.close()
        return None if isinstance(closed.field, ChanceField) else closed
    return walk.as_usual


def _done(walk: Walk, field: Field, value: Json, *, alone: bool = False) -> Walk:
    """The walk with a field filled, and on."""
    chosen = {**walk.chosen, field.name: value}
    filled = (*walk.filled, Filled(field, value, alone, walk.taken))
    return _on(Walk(walk.ask, chosen, walk.ask(chosen, ()), filled))


def _taking(walk: Walk, pick: Pick, item: Json) -> Walk:
    """The walk with one item more of the open list."""
    choice = choice_of(pick.open_choices, item)
    assert choice is not None
    field = walk.ask(walk.chosen, (*pick.items, item))
    return replace(walk, field=field, taken=(*walk.taken, choice))


def _closed(walk: Walk, pick: Pick) -> Walk:
    """The walk past this list: its items as they were taken, or as they are shown where order does not matter."""
    first = None if pick.ordered else walk.ask(walk.chosen, ())
    shown = first.choices if isinstance(first, Pick) else ()

    def place(taken: Choice) -> int:
        return next(at for at, choice in enumerate(shown) if among((choice,), taken.value))

    taken = sorted(walk.taken, key=place) if shown else walk.taken
    closed = replace(pick, items=tuple(one.value for one in taken))
    return _done(replace(walk, taken=tuple(taken)), closed, closed.value)


def _does_not_fit(field: Field | None) -> MalformedError:
    """What a walk says to an answer that the open field has no room for."""
    return MalformedError(say("error.does_not_fit"), field.name if field else "")
