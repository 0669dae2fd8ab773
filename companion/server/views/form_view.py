"""Forms as JSON, for whoever draws all of a form at once: the fields filled so far, and the next one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.rules.fields import (
    ChanceField,
    Choice,
    Chosen,
    Field,
    Json,
    NumberField,
    OneOf,
    Pick,
    SeatField,
    TextField,
    YesNoField,
)
from companion.rules.game import Match
from companion.rules.offers import Option
from companion.rules.picks import Filled, Walk, among, fits, to_come
from companion.rules.rule_errors import Refusal
from companion.rules.text import Text
from companion.support.frozen import frozen
from companion.table.legal_moves import walk as start
from companion.table.table import Table
from companion.words.catalogue import Words
from companion.words.signs import sum_told, worth_of
from companion.words.wheel_labels import die_named, sectors_said


@frozen
class Form:
    """A form as far as it is filled."""

    fields: tuple[dict[str, Any], ...]
    """Every field that is filled, with its value, and the next one if there is any."""
    chosen: dict[str, Json]
    """What holds of what was given: an answer that no longer fits falls away, and all that came after it."""
    complete: bool
    """Whether it is a move as it stands."""
    played: dict[str, Json]
    """The move that it is then: what holds, and what is usual where nothing was said."""


def walked(table: Table, seat: int, kind: str, given: Mapping[str, Json], words: Words) -> Form:
    """Walk the form of a kind of move through what is given so far; what leaves no choice is `only`, and answered.

    Of a list as many items are taken as fit. Raises IllegalMoveError when the kind is refused now, MalformedError when
    there is no such kind.
    """
    walk = start(table, seat, kind)
    while walk.field is not None and (further := _further(walk, given)) is not None:
        walk = further
    speech = _Speech(table, kind, walk.chosen, words)
    fields = [speech.filled(done) for done in walk.filled]
    if walk.field is not None:
        fields.append(speech.open(walk.field, walk.taken))
    # Whoever leaves a list empty says so: only a path ends where one stands.
    asked = isinstance(walk.field, Pick) and not walk.field.ordered
    return Form(tuple(fields), walk.said, complete=walk.complete and not asked, played=walk.settled.said)


def _further(walk: Walk, given: Mapping[str, Json]) -> Walk | None:
    """The walk with its open field answered from what is given, a list as far as that fits; None where it is not."""
    field = walk.field
    if isinstance(field, Pick):
        return _with_items(walk, field, given.get(field.name))
    if isinstance(field, TextField) and not field.required and field.name not in given:
        return walk.answer("")
    if field is None or field.name not in given or not fits(field, given[field.name]):
        return None
    return walk.answer(given[field.name])


def _with_items(walk: Walk, pick: Pick, given: Json) -> Walk | None:
    """The walk with these items of the open list, up to the first that is not to be had; and on, where it may end."""
    items = given if isinstance(given, list) else []
    at = walk
    for item in to_come(pick, items):
        if not isinstance(at.field, Pick) or not among(at.field.open_choices, item):
            break
        at = at.take(item)
        if len(at.filled) > len(walk.filled):
            return at
    if isinstance(given, list) and isinstance(at.field, Pick) and at.field.complete:
        return at.close()
    return at if at is not walk else None


@frozen
class _Speech:
    """What it takes to say the fields of one form."""

    table: Table
    kind: str
    chosen: Chosen
    words: Words

    def filled(self, done: Filled) -> dict[str, Any]:
        """A field that is done with, and its value; of a list its items, whatever they make in the move."""
        alone = {"only": True} if done.alone else {}
        value = list(done.field.items) if isinstance(done.field, Pick) else done.value
        return {**self.open(done.field, done.taken), **alone, "value": value}

    def open(self, field: Field, taken: Sequence[Choice]) -> dict[str, Any]:
        """A field; of a list what is taken, of chance what its sectors show or its dice are called."""
        names, words = self.table.names, self.words
        told = field_view(field, names, words, self.table.match)
        if isinstance(field, Pick):
            told |= {"value": list(field.items), "taken": _choices(taken, names, words, self.table.match)}
            worth = sum(worth_of(self.table.match, choice.things) for choice in taken)
            return told | ({"sum": sum_told(self.table.match, worth, words)} if worth else {})
        if not isinstance(field, ChanceField):
            return told
        if field.draws[0][0] == "sectors" and (sectors := sectors_said(self.table, self.chosen, words)):
            return {**told, "sectors": list(sectors)}
        return {**told, "dice": [die_named(self.table.game.id, self.kind, i, words) for i in range(len(field.bounds))]}


def field_view(field: Field, names: Sequence[str], words: Words, match: Match | None = None) -> dict[str, Any]:
    """A field as JSON: name, label, type, and what bounds it; before a game has begun its choices name no things."""
    told: dict[str, Any] = {"name": field.name, "label": words.of(field.label, names)}
    if note := _note(field.label, names, words):
        told["note"] = note
    match field:
        case NumberField():
            about = {"low": field.low, "high": field.high, "signed": field.signed, "nonzero": field.nonzero}
            slider = {"told": [words.of(one, names) for one in field.told]} if field.told else {}
            return {**told, "type": "number", **about, **slider}
        case OneOf():
            return {**told, "type": "one_of", "choices": _choices(field.choices, names, words, match)}
        case Pick():
            much = {"least": field.least, "most": field.most, "whole": field.complete}
            kind = "path" if field.ordered else "several_of"
            return {**told, "type": kind, "choices": _choices(field.left, names, words, match), **much}
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


def _choices(
    choices: Sequence[Choice], names: Sequence[str], words: Words, match: Match | None
) -> list[dict[str, Any]]:
    return [_choice(choice, names, words, match) for choice in choices]


def _choice(choice: Choice, names: Sequence[str], words: Words, match: Match | None) -> dict[str, Any]:
    """One choice; where there is more to it, its things with what they are worth, and a note."""
    refused = refused_view(choice.refused, names, words)
    told: dict[str, Any] = {"value": choice.value, "text": words.of(choice.label, names), "refused": refused}
    if choice.times > 1:
        told["times"] = choice.times
    if choice.things and match is not None:
        told["things"], told["worth"] = list(choice.things), worth_of(match, choice.things)
    if choice.before:
        told["further"] = True
    if choice.default:
        told["usual"] = True
    if choice.blank is not None:
        told["blank"] = field_view(choice.blank.field, names, words)
    note = words.of(choice.note, names) if choice.note else _note(choice.label, names, words)
    return {**told, "note": note} if note else told


def _note(label: Text, names: Sequence[str], words: Words) -> str:
    """What the catalogue has to say besides a label: the text of its key with `.note`."""
    noted = replace(label, key=f"{label.key}.note")
    return words.of(noted, names) if words.has(noted.key) else ""


def cited(reason: Text | None, ruling: str | None, names: Sequence[str], words: Words) -> dict[str, Any]:
    """The `ruling` of a reason, null if none; and its `reading`, where it is our decision and not the rule text's."""
    ours = words.reading(reason, names) if reason is not None else ""
    return {"ruling": ruling, **({"reading": ours} if ours else {})}


def why_not(reason: Text, ruling: str | None, names: Sequence[str], words: Words) -> dict[str, Any]:
    """A `reason` in words, with what it is cited by."""
    return {"reason": words.of(reason, names), **cited(reason, ruling, names, words)}


def refused_view(refused: Refusal | None, names: Sequence[str], words: Words) -> dict[str, Any] | None:
    """Why something is refused; None when it is not."""
    return None if refused is None else why_not(refused.reason, refused.ruling, names, words)
