"""Forms as JSON, for whoever draws all of a form at once: the fields filled so far, and the next one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.rules.fields import (
    ChanceField,
    Choice,
    Field,
    Json,
    NumberField,
    OneOf,
    PathField,
    Refusal,
    SeatField,
    SeveralOf,
    TextField,
    YesNoField,
)
from companion.rules.offers import Option
from companion.rules.text import Text
from companion.session.asking import next_field
from companion.session.table import Table
from companion.views.chance_words import die_named, sectors_shown
from companion.views.texts import Words

_MISSING = object()
"""Stands for a value that was not given; None is a value."""


@dataclass(frozen=True, slots=True)
class Form:
    """A form as far as it is filled."""

    fields: tuple[dict[str, Any], ...]
    """Every field that is filled, with its value, and the next one if there is any."""
    chosen: dict[str, Json]
    """What holds of what was given: an answer that no longer fits falls away, and all that came after it."""
    whole: bool
    """Whether it is a move as it stands."""


def walked(table: Table, seat: int, kind: str, given: Mapping[str, Json], words: Words) -> Form:
    """Walk the form of a kind of move through what is given so far; what leaves no choice is `only`, and answered.

    Raises IllegalMoveError when the kind is refused now, MalformedError when there is no such kind.
    """
    names = table.names
    chosen: dict[str, Json] = {}
    fields: list[dict[str, Any]] = []
    while (field := next_field(table, seat, kind, chosen)) is not None:
        told = field_view(field, names, words)
        if isinstance(field, ChanceField):
            told |= _chance_words(table, kind, field, chosen, words)
        fields.append(told)
        if isinstance(field, PathField):
            return _path(table, seat, kind, given, chosen, fields, field, (names, words))
        if isinstance(field, OneOf) and len(field.choices) == 1 and field.choices[0].refused is None:
            told["only"] = True
        value = given.get(field.name, _default(field))
        if value is _MISSING or not _fits(field, value):
            # What may be left to the box makes no form wait.
            return Form(tuple(fields), chosen, isinstance(field, ChanceField))
        chosen[field.name] = told["value"] = value
    return Form(tuple(fields), chosen, whole=True)


def field_view(field: Field, names: Sequence[str], words: Words) -> dict[str, Any]:
    """A field as JSON: name, label, type, and what bounds it."""
    told: dict[str, Any] = {"name": field.name, "label": words.of(field.label, names)}
    if note := _note(field.label, names, words):
        told["note"] = note
    match field:
        case NumberField():
            about = {"low": field.low, "high": field.high, "signed": field.signed, "nonzero": field.nonzero}
            return {**told, "type": "number", **about}
        case OneOf():
            return {**told, "type": "one_of", "choices": _choices(field.choices, names, words)}
        case SeveralOf():
            choices = _choices(field.choices, names, words)
            return {**told, "type": "several_of", "choices": choices, "least": field.least, "most": field.most}
        case PathField():
            return {**told, "type": "path", "choices": _choices(field.choices, names, words), "whole": field.whole}
        case SeatField():
            seats = [{"value": seat, "text": names[seat - 1], "refused": None} for seat in field.seats]
            return {**told, "type": "seat", "choices": seats}
        case TextField():
            return {**told, "type": "text", "longest": field.longest, "required": field.required}
        case YesNoField():
            return {**told, "type": "yes_no"}
        case ChanceField():
            bounds = [[bound.start, bound[-1]] for bound in field.bounds]
            return {**told, "type": "chance", "draws": [list(draw) for draw in field.draws], "bounds": bounds}


def _chance_words(
    table: Table, kind: str, field: ChanceField, chosen: Mapping[str, Json], words: Words
) -> dict[str, Any]:
    """What each sector shows, from sector 0, on the ring that was announced; else what each of the dice is called."""
    if sectors := sectors_shown(table, kind, chosen, words):
        return {"sectors": list(sectors)}
    return {"dice": [die_named(table.game.id, kind, index, words) for index in range(len(field.bounds))]}


def options_view(options: Sequence[Option], names: Sequence[str], words: Words) -> list[dict[str, Any]]:
    """Kinds of moves as JSON, refused ones with their reason."""
    return [
        {
            "move": option.kind,
            "text": words.of(option.label, names),
            "refused": refused_view(option.refused, names, words),
            "any_order": option.any_order,
        }
        for option in options
    ]


def refused_view(refused: Refusal | None, names: Sequence[str], words: Words) -> dict[str, Any] | None:
    """Why something is refused, as JSON; None when it is not."""
    return None if refused is None else {"reason": words.of(refused.reason, names), "ruling": refused.ruling}


def _choices(choices: Sequence[Choice], names: Sequence[str], words: Words) -> list[dict[str, Any]]:
    return [_choice(choice, names, words) for choice in choices]


def _choice(choice: Choice, names: Sequence[str], words: Words) -> dict[str, Any]:
    """One choice; where there is more to it, its things with what they are worth, and a note."""
    refused = refused_view(choice.refused, names, words)
    told: dict[str, Any] = {"value": choice.value, "text": words.of(choice.label, names), "refused": refused}
    if choice.things:
        told["things"] = list(choice.things)
        told["worth"] = sum(int(worth) for _, _, worth in (thing.partition(":") for thing in choice.things) if worth)
    note = words.of(choice.note, names) if choice.note else _note(choice.label, names, words)
    return {**told, "note": note} if note else told


def _note(label: Text, names: Sequence[str], words: Words) -> str:
    """What the catalogue has to say besides a label: the text of its key with `.note`."""
    noted = replace(label, key=f"{label.key}.note")
    return words.of(noted, names) if words.has(noted.key) else ""


def _path(
    table: Table,
    seat: int,
    kind: str,
    given: Mapping[str, Json],
    chosen: dict[str, Json],
    fields: list[dict[str, Any]],
    field: PathField,
    speech: tuple[Sequence[str], Words],
) -> Form:
    """The end of a form that is a path: walked place by place, as long as each is a choice of the one before."""
    wanted, taken = given.get(field.name), list[Json]()
    at: Field | None = field
    for place in wanted if isinstance(wanted, list) else ():
        if not isinstance(at, PathField) or not _among(at.choices, place):
            break
        taken.append(place)
        at = next_field(table, seat, kind, {**chosen, field.name: list(taken)})
    if isinstance(at, PathField):
        fields[-1] = field_view(at, *speech)
    else:
        fields[-1] |= {"choices": [], "whole": True}
    fields[-1]["value"] = taken
    return Form(tuple(fields), {**chosen, field.name: taken} if taken else chosen, at is None or fields[-1]["whole"])


def _default(field: Field) -> Any:
    """What a field is when nothing is said: a text that may be empty is empty, and the only choice is chosen."""
    if isinstance(field, OneOf) and len(field.choices) == 1 and field.choices[0].refused is None:
        return field.choices[0].value
    return "" if isinstance(field, TextField) and not field.required else _MISSING


def _fits(field: Field, value: Any) -> bool:
    match field:
        case NumberField():
            return type(value) is int and field.low <= value <= field.high and not (field.nonzero and value == 0)
        case OneOf():
            return _among(field.choices, value)
        case SeveralOf():
            return (
                isinstance(value, list) and field.least <= len(value) <= field.most and _all_among(field.choices, value)
            )
        case SeatField():
            return type(value) is int and value in field.seats
        case TextField():
            return isinstance(value, str) and len(value) <= field.longest and bool(value or not field.required)
        case YesNoField():
            return isinstance(value, bool)
        case ChanceField():
            whole = isinstance(value, list) and len(value) == len(field.bounds)
            return whole and all(type(one) is int for one in value)
        case PathField():
            return False


def _all_among(choices: Sequence[Choice], values: list[Any]) -> bool:
    """Whether each value is a choice of its own; two cards that are alike are two choices of the same value."""
    free = [choice for choice in choices if choice.refused is None]
    for value in values:
        found = next((choice for choice in free if _among([choice], value)), None)
        if found is None:
            return False
        free.remove(found)
    return True


def _among(choices: Sequence[Choice], value: Any) -> bool:
    # In Python 1 is True as well; in JSON it is not.
    return any(
        choice.refused is None and choice.value == value and type(choice.value) is type(value) for choice in choices
    )
