"""Forms as JSON, for clients that draw a whole form at once: the fields filled so far, and the next one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.rules.fields import (
    ChanceField,
    Choice,
    Deal,
    Field,
    FieldValues,
    Gap,
    Json,
    NumberField,
    OneOf,
    Pick,
    SeatField,
    TextField,
    YesNoField,
)
from companion.rules.form_walk import FilledField, FormWalk, fits, has_choice, remaining_items
from companion.rules.game import Match
from companion.rules.offers import OfferedKind
from companion.rules.rule_errors import Refusal
from companion.rules.text import Text
from companion.server.views.view_types import (
    ChoiceView,
    CitationView,
    DealView,
    FieldView,
    GapView,
    KindView,
    ReasonView,
)
from companion.support.frozen_dataclasses import frozen
from companion.table.legal_moves import walk as begin_walk
from companion.table.table import Table
from companion.words.catalogue import Words
from companion.words.signs import sum_text, worth_of
from companion.words.wheel_labels import die_name, sector_labels

_FIELD_TYPES: Mapping[type[Field], str] = {
    NumberField: "number",
    OneOf: "one_of",
    SeatField: "seat",
    TextField: "text",
    YesNoField: "yes_no",
    ChanceField: "chance",
}


@frozen
class Form:
    """A form with the answers given so far."""

    fields: tuple[FieldView, ...]
    """Every answered field with its value, and the next open one if there is any."""
    chosen: dict[str, Json]
    """The valid answers: one that no longer fits is dropped, with all that come after it."""
    complete: bool
    """True if it is a move without further answers."""
    played: dict[str, Json]
    """The move that it makes then: the valid answers, and defaults for the rest."""


def fill_form(
    table: Table, seat: int, kind: str, answers: Mapping[str, Json], words: Words, start: Sequence[int] = ()
) -> Form:
    """Fill the form of a kind of move with these answers. A field without a choice is `only`, and answered.

    Items of a list are taken as long as they fit. A result of chance starts with the values of `start`, if it has as
    many. Raises IllegalMoveError when the kind is refused now, MalformedError
    when there is no such kind.
    """
    walk = begin_walk(table, seat, kind)
    while walk.field is not None and (next_walk := _answer_next(walk, answers)) is not None:
        walk = next_walk
    field_views = _FieldViews(table, kind, walk.chosen, words, start)
    fields = [field_views.filled_field(filled) for filled in walk.filled]
    if walk.field is not None:
        fields.append(field_views.field_with_details(walk.field, walk.taken_choices))
    # A list must be closed explicitly, even an empty one; only a path may end anywhere.
    is_open_list = isinstance(walk.field, Pick) and not walk.field.ordered
    return Form(
        tuple(fields), walk.move_fields, complete=walk.complete and not is_open_list, played=walk.settled.move_fields
    )


def _answer_next(walk: FormWalk, answers: Mapping[str, Json]) -> FormWalk | None:
    """Return the walk with its open field answered, a list as far as its items fit; None without a valid answer."""
    field = walk.field
    if isinstance(field, Pick):
        return _take_items(walk, field, answers.get(field.name))
    if isinstance(field, TextField) and not field.required and field.name not in answers:
        return walk.answer("")
    if field is None or field.name not in answers or not fits(field, answers[field.name]):
        return None
    return walk.answer(answers[field.name])


def _take_items(walk: FormWalk, pick: Pick, answer: Json) -> FormWalk | None:
    """Return the walk with these items of the open list, up to the first unavailable one; closed if it may end there.

    None if nothing changes.
    """
    items = answer if isinstance(answer, list) else []
    position = walk
    for item in remaining_items(pick, items):
        if not isinstance(position.field, Pick) or not has_choice(position.field.open_choices, item):
            break
        position = position.take(item)
        if len(position.filled) > len(walk.filled):
            return position
    if isinstance(answer, list) and isinstance(position.field, Pick) and position.field.complete:
        return position.close()
    return position if position is not walk else None


@frozen
class _FieldViews:
    """Views of the fields of one form."""

    table: Table
    kind: str
    chosen: FieldValues
    words: Words
    start: Sequence[int]

    def filled_field(self, filled: FilledField) -> FieldView:
        """Return an answered field with its value; for a list its items, whatever they become in the move."""
        view = self.field_with_details(filled.field, filled.taken_choices)
        if filled.automatic:
            view["only"] = True
        view["value"] = list(filled.field.items) if isinstance(filled.field, Pick) else filled.value
        return view

    def field_with_details(self, field: Field, items: Sequence[Choice]) -> FieldView:
        """Return a field; a list with the taken items, a chance field with its sectors or the names of its dice."""
        names, words = self.table.names, self.words
        view = field_view(field, names, words, self.table.match)
        if isinstance(field, Pick):
            view["value"] = list(field.items)
            view["taken"] = _choices_view(items, names, words, self.table.match)
            if worth := sum(worth_of(self.table.match, choice.things) for choice in items):
                view["sum"] = sum_text(self.table.match, worth, words)
        elif isinstance(field, ChanceField):
            if field.draws[0][0] == "sectors" and (sectors := sector_labels(self.table, self.chosen, words)):
                view["sectors"] = list(sectors)
            else:
                dice = range(len(field.bounds))
                view["dice"] = [die_name(self.table.game.id, self.kind, die, words) for die in dice]
            if len(self.start) == len(field.bounds):
                view["start"] = list(self.start)
        return view


def field_view(field: Field, names: Sequence[str], words: Words, match: Match | None = None) -> FieldView:
    """Return a field as JSON: name, label, type and bounds; without a `match`, its choices name no components."""
    view: FieldView = {"name": field.name, "label": words.of(field.label, names), "type": _field_type(field)}
    if note := _note_text(field.label, names, words):
        view["note"] = note
    match field:
        case NumberField():
            _add_number(view, field, names, words)
        case OneOf():
            view["choices"] = _choices_view(field.choices, names, words, match)
            _add_piece(view, field)
        case Pick():
            view["choices"] = _choices_view(field.remaining_choices, names, words, match)
            view["least"], view["most"], view["whole"] = field.least, field.most, field.complete
        case SeatField():
            view["choices"] = [{"value": seat, "text": names[seat - 1], "refused": None} for seat in field.seats]
        case TextField():
            view["longest"], view["required"] = field.longest, field.required
        case ChanceField():
            view["draws"] = [list(draw) for draw in field.draws]
            view["bounds"] = [[bound.start, bound[-1]] for bound in field.bounds]
            if field.is_deal:
                view["deals"] = [_deal_view(deal, names, words, match) for deal in field.deals]
    return view


def _deal_view(deal: Deal, names: Sequence[str], words: Words, match: Match | None) -> DealView:
    places = [words.of(place, names) for place in deal.places]
    return {"choices": _choices_view(deal.pile, names, words, match), "places": places}


def _add_number(view: FieldView, field: NumberField, names: Sequence[str], words: Words) -> None:
    """Add what only a number has: its bounds, the amount that it is added to, meanings and gaps."""
    view["low"], view["high"] = field.low, field.high
    view["signed"], view["nonzero"] = field.signed, field.nonzero
    if field.base is not None:
        view["base"] = field.base
    if field.outcomes:
        view["told"] = [words.of(label, names) for label in field.outcomes]
    if field.gaps:
        view["gaps"] = [_gap_view(gap, names, words) for gap in field.gaps]


def _add_piece(view: FieldView, field: OneOf) -> None:
    """Add the piece that is put on one of the choices, if there is one, and the place of each of them."""
    if field.piece is None:
        return
    view["piece"] = field.piece
    for choice_view, choice in zip(view["choices"], field.choices, strict=True):
        choice_view["touch"] = choice.touches[0]


def _gap_view(gap: Gap, names: Sequence[str], words: Words) -> GapView:
    return {"low": gap.low, "high": gap.high, **reason_view(gap.refused.reason, gap.refused.ruling, names, words)}


def _field_type(field: Field) -> str:
    if isinstance(field, Pick):
        return "path" if field.ordered else "several_of"
    return _FIELD_TYPES[type(field)]


def options_view(options: Sequence[OfferedKind], names: Sequence[str], words: Words) -> list[KindView]:
    """Return kinds of moves as JSON, refused ones with their reason."""
    return [
        {
            "move": option.kind,
            "text": words.of(option.label, names),
            "refused": refused_view(option.refused, names, words),
            "any_order": option.any_order,
        }
        for option in options
    ]


def _choices_view(
    choices: Sequence[Choice], names: Sequence[str], words: Words, match: Match | None
) -> list[ChoiceView]:
    return [_choice_view(choice, names, words, match) for choice in choices]


def _choice_view(choice: Choice, names: Sequence[str], words: Words, match: Match | None) -> ChoiceView:
    """Return one choice, with its components, their worth and a note where it has them."""
    refused = refused_view(choice.refused, names, words)
    view: ChoiceView = {"value": choice.value, "text": words.of(choice.label, names), "refused": refused}
    if choice.times > 1:
        view["times"] = choice.times
    if choice.things and match is not None:
        view["things"], view["worth"] = list(choice.things), worth_of(match, choice.things)
    if choice.prerequisites:
        view["further"] = True
    if choice.default:
        view["usual"] = True
    if choice.groups:
        view["groups"] = [words.of(heading, names) for heading in choice.groups]
    if choice.blank is not None:
        view["blank"] = field_view(choice.blank.field, names, words)
    if note := words.of(choice.note, names) if choice.note else _note_text(choice.label, names, words):
        view["note"] = note
    return view


def _note_text(label: Text, names: Sequence[str], words: Words) -> str:
    """Return the text that the catalogue has under the label's key with `.note`; empty without one."""
    noted = replace(label, key=f"{label.key}.note")
    return words.of(noted, names) if words.has(noted.key) else ""


def citation_view(reason: Text | None, ruling: str | None, names: Sequence[str], words: Words) -> CitationView:
    """Return the `ruling` of a reason or null, and its `reading` where it is our decision, not the rule text's."""
    view: CitationView = {"ruling": ruling}
    if reason is not None and (reading := words.interpretation(reason, names)):
        view["reading"] = reading
    return view


def reason_view(reason: Text, ruling: str | None, names: Sequence[str], words: Words) -> ReasonView:
    """Return a `reason` in words, with its citation."""
    return {"reason": words.of(reason, names), **citation_view(reason, ruling, names, words)}


def refused_view(refused: Refusal | None, names: Sequence[str], words: Words) -> ReasonView | None:
    """Return the reason for a refusal; None without one."""
    return None if refused is None else reason_view(refused.reason, refused.ruling, names, words)
