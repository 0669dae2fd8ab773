"""Walking a form: filling it in field by field and item by item. A field without alternatives fills itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from companion.rules.fields import (
    ChanceField,
    Choice,
    Field,
    FieldValues,
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
from companion.support.frozen_dataclasses import frozen

NextField = Callable[[FieldValues, Items], Field | None]
"""Function that returns the next field for the values chosen and the items taken so far; None if the move is
complete."""


@frozen
class FilledField:
    """A field that is finished."""

    field: Field
    """The field as it was when it was left; a list with its items."""
    value: Json
    automatic: bool = False
    """True if there was only one possible value, so that it was filled in automatically."""
    taken_choices: tuple[Choice, ...] = ()
    """For a list, the choices of its items as they were when taken."""


@frozen
class FormWalk:
    """The progress of a form. Immutable: each step returns another walk; to go back, use the walk before."""

    next_field: NextField
    chosen: FieldValues
    field: Field | None
    """Open field, a list with the items taken so far; None if the move is complete."""
    filled: tuple[FilledField, ...] = ()
    """Finished fields."""
    taken_choices: tuple[Choice, ...] = ()
    """For an open list, the choices of its items as they were when taken."""

    @property
    def move_fields(self) -> dict[str, Json]:
        """Fields of the move so far: the finished ones, and the items of an open list.

        An empty list is left out. To every move, taking nothing and leaving the field out is the same.
        """
        fields = (entry.field for entry in self.filled)
        empty = {field.name for field in fields if isinstance(field, Pick) and not field.items}
        values = {name: value for name, value in self.chosen.items() if name not in empty}
        if isinstance(self.field, Pick) and self.field.items:
            values[self.field.name] = self.field.value
        return values

    def answer(self, value: Json) -> FormWalk:
        """Fill in the open field; a list with all its items. Raises MalformedError if the value does not fit."""
        field = self.field
        if not isinstance(field, Pick):
            if field is None or not fits(field, value):
                raise _does_not_fit(field)
            return _with_answer(self, field, value)
        if not isinstance(value, list):
            raise _does_not_fit(field)
        walk, count = self, len(self.filled)
        while (
            len(walk.filled) == count and isinstance(walk.field, Pick) and (rest := remaining_items(walk.field, value))
        ):
            walk = walk.take(rest[0])
        if len(walk.filled) == count:
            return walk.close()
        closed = walk.filled[count].field
        if isinstance(closed, Pick) and remaining_items(closed, value):
            raise _does_not_fit(closed)
        return walk

    @property
    def complete(self) -> bool:
        """True if this is a move as it is: only chance is missing, and fields with a default."""
        return _is_finished(self.settled)

    @property
    def settled(self) -> FormWalk:
        """The walk as far as it goes without further input: complete lists are closed, and defaults are filled in."""
        walk = self
        while not _is_finished(walk) and (next_walk := _advance(walk)) is not None:
            walk = next_walk
        return walk

    @property
    def with_default(self) -> FormWalk | None:
        """The walk with the default in its open field, for a list one item more; None if the field has no default."""
        if not isinstance(self.field, OneOf | Pick):
            return None
        for default in (choice.value for choice in self.field.open_choices if choice.default):
            return self.take(default) if isinstance(self.field, Pick) else self.answer(default)
        return None

    def take(self, item: Json) -> FormWalk:
        """Take another item for the open list, together with its prerequisites, and close the list if it is full then.

        Raises MalformedError.
        """
        choice = find_choice(self.field.open_choices, item) if isinstance(self.field, Pick) else None
        if choice is None:
            raise _does_not_fit(self.field)
        walk = self
        for next_item in (*choice.prerequisites, item):
            assert isinstance(walk.field, Pick)
            walk = _with_item(walk, walk.field, next_item)
        return _skip_forced(walk)

    def put_back(self, item: Json) -> FormWalk:
        """Put an item of the open list back, with the items that do not fit without it. Raises MalformedError."""
        if not isinstance(self.field, Pick) or item not in self.field.items:
            raise _does_not_fit(self.field)
        rest = list(self.field.items)
        rest.remove(item)
        walk = replace(self, field=self.next_field(self.chosen, ()), taken_choices=())
        for kept_item in rest:
            if isinstance(walk.field, Pick) and has_choice(walk.field.open_choices, kept_item):
                walk = _with_item(walk, walk.field, kept_item)
        return walk

    def close(self) -> FormWalk:
        """End the open list. Raises MalformedError if it is not complete."""
        if not isinstance(self.field, Pick) or not self.field.complete:
            raise _does_not_fit(self.field)
        return _with_list_closed(self, self.field)


def begin_walk(next_field: NextField, chosen: FieldValues | None = None) -> FormWalk:
    """Return a walk that starts from these values. Raises the same errors as `next_field`."""
    values = dict(chosen or {})
    return _skip_forced(FormWalk(next_field, values, next_field(values, ())))


def fits(field: Field, value: Any) -> bool:
    """Return whether a field can have this value. Always False for a list, which is filled item by item."""
    match field:
        case NumberField():
            return type(value) is int and field.allows(value)
        case OneOf():
            return has_choice(field.open_choices, value)
        case SeatField():
            return type(value) is int and value in field.seats
        case TextField():
            return isinstance(value, str) and len(value) <= field.longest and bool(value or not field.required)
        case YesNoField():
            return isinstance(value, bool)
        case ChanceField():
            right_length = isinstance(value, list) and len(value) == len(field.bounds)
            return right_length and all(type(number) is int for number in value)
        case Pick():
            return False


def has_choice(choices: Iterable[Choice], value: Json) -> bool:
    """Return whether one of these choices has exactly this value, counting a blank that the value fills in."""
    return find_choice(choices, value) is not None


def find_choice(choices: Iterable[Choice], value: Json) -> Choice | None:
    """Return the choice that has exactly this value, with its blank filled in; None if no choice has it."""
    return next((result for choice in choices if (result := _matching_choice(choice, value))), None)


def _matching_choice(choice: Choice, value: Json) -> Choice | None:
    """Return this choice if it has this value. In Python 1 equals True; in JSON it does not."""
    if choice.blank is None:
        return choice if choice.value == value and type(choice.value) is type(value) else None
    if not isinstance(value, dict) or choice.blank.field.name not in value:
        return None
    answer = value[choice.blank.field.name]
    filled = choice.with_answer(answer) if fits(choice.blank.field, answer) else None
    return filled if filled is not None and filled.value == value else None


def remaining_items(pick: Pick, items: Items) -> list[Json]:
    """Return the items that this list does not have yet, neither taken by the player nor automatically.

    `items` may also be the value of several lists.
    """
    items = pick.items_of(items)
    if pick.ordered:  # `items` may name a distant place without its prerequisites
        index = 0
        for item in pick.items:
            index += index < len(items) and items[index] == item
        return list(items[index:])
    remaining = list(items)
    for item in pick.items:
        if item in remaining:
            remaining.remove(item)
    return remaining


def remaining_choices(choices: Sequence[Choice], items: Items) -> tuple[Choice, ...]:
    """Return these choices without the items taken: each with the number of times left, those used up left out."""
    counted = (replace(choice, times=choice.times - sum(item == choice.value for item in items)) for choice in choices)
    return tuple(choice for choice in counted if choice.times > 0)


def _skip_forced(walk: FormWalk) -> FormWalk:
    """Go past all fields without alternatives: full lists, and fields with a single open choice."""
    match walk.field:
        case Pick() as pick if pick.full:
            return _with_list_closed(walk, pick)
        case Pick() as pick if not pick.complete and _is_forced(pick):
            return walk.take(pick.open_choices[0].value)
        case OneOf() as field if len(field.open_choices) == 1 and not field.states_fact:
            return _with_answer(walk, field, field.open_choices[0].value, alone=True)
        case SeatField() as field if len(field.seats) == 1:
            return _with_answer(walk, field, field.seats[0], alone=True)
    return walk


def _is_forced(pick: Pick) -> bool:
    """Return whether the next item is determined: there is only one, or all are needed and order does not matter."""
    missing = pick.least - len(pick.items)
    if any(choice.blank for choice in pick.open_choices):
        return False
    if pick.ordered:
        return len(pick.open_choices) == 1
    return len(pick.open_choices) == 1 or sum(choice.times for choice in pick.open_choices) == missing


def _is_finished(walk: FormWalk) -> bool:
    """Return whether nothing is open but what chance may decide."""
    return walk.field is None or isinstance(walk.field, ChanceField)


def _advance(walk: FormWalk) -> FormWalk | None:
    """Return the walk past its open field, with its list ended or its default filled in; None if it needs input.

    A list before a draw is only ended by hand, because it is announced together with the draw.
    """
    if isinstance(walk.field, Pick) and walk.field.complete:
        closed = walk.close()
        return None if isinstance(closed.field, ChanceField) else closed
    return walk.with_default


def _with_answer(walk: FormWalk, field: Field, value: Json, *, alone: bool = False) -> FormWalk:
    """Return the walk with a field filled in, past all that leaves no alternative."""
    chosen = {**walk.chosen, field.name: value}
    filled = (*walk.filled, FilledField(field, value, alone, walk.taken_choices))
    return _skip_forced(FormWalk(walk.next_field, chosen, walk.next_field(chosen, ()), filled))


def _with_item(walk: FormWalk, pick: Pick, item: Json) -> FormWalk:
    """Return the walk with another item in the open list."""
    choice = find_choice(pick.open_choices, item)
    assert choice is not None
    field = walk.next_field(walk.chosen, (*pick.items, item))
    return replace(walk, field=field, taken_choices=(*walk.taken_choices, choice))


def _with_list_closed(walk: FormWalk, pick: Pick) -> FormWalk:
    """Return the walk past this list, with its items as taken, or sorted like the choices if order does not matter."""
    first = None if pick.ordered else walk.next_field(walk.chosen, ())
    display_order = first.choices if isinstance(first, Pick) else ()

    def place(choice: Choice) -> int:
        return next(
            index for index, shown_choice in enumerate(display_order) if has_choice((shown_choice,), choice.value)
        )

    taken_choices = sorted(walk.taken_choices, key=place) if display_order else walk.taken_choices
    closed = replace(pick, items=tuple(choice.value for choice in taken_choices))
    return _with_answer(replace(walk, taken_choices=tuple(taken_choices)), closed, closed.value)


def _does_not_fit(field: Field | None) -> MalformedError:
    """Return the error for a value that does not fit the open field."""
    return MalformedError(say("error.does_not_fit"), field.name if field else "")
