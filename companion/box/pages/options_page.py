"""Options of a game: a list in which ok goes to the next value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Protocol

from companion.box.faces.faces import ListRow
from companion.box.pages.field_pages import NumberPage
from companion.box.pages.list_page import ListItem, ListPage
from companion.box.pages.page import PageHost
from companion.rules.fields import Json, NumberField, OneOf, OptionPart, SetupField, YesNoField
from companion.rules.per_seat_options import answer_at, other_answers, with_answer
from companion.rules.rule_errors import Refusal
from companion.words.rules_lines import explanation


class OptionChoices(Protocol):
    """Options to choose: for a new game, or corrected in one that has begun."""

    @property
    def names(self) -> Sequence[str]:
        """Names of the players, from seat 1."""

    @property
    def options(self) -> Mapping[str, Json]:
        """Chosen values, by option; the others have their default."""

    def form(self) -> tuple[SetupField, ...]:
        """Return the options that this number of players may choose."""

    def choose(self, name: str, value: Json) -> bool:
        """Choose a value of an option; return whether that was possible, after showing why if not."""


def options_page(box: PageHost, choices: OptionChoices, refusals: Mapping[str, Refusal] | None = None) -> ListPage:
    """List the game's options for this number of players: ok goes to the next value, or asks for a number.

    `refusals` are the reasons why options, by name, cannot be changed, in a game that has begun.
    """

    def items() -> list[ListItem]:
        return [changeable_item(box, choices, option, refusals or {}) for option in choices.form()]

    return ListPage(box, box.words("setup.options"), items)


def changeable_item(
    box: PageHost, choices: OptionChoices, option: SetupField, refusals: Mapping[str, Refusal]
) -> ListItem:
    """Return the row of an option; a refused one shows its reason."""
    item = (_parts_item if option.parts else _option_item)(box, choices, option)
    refusal = refusals.get(option.field.name)
    if refusal is None and isinstance(option.field, OneOf) and not option.parts and len(option.field.open_choices) == 1:
        refusal = next((choice.refused for choice in option.field.choices if choice.refused is not None), None)
    if refusal is None:
        return item
    row = replace(item.row, refused=True)
    return ListItem(row, partial(box.show_refusal, refusal), box.words.brief(refusal.reason))


def _parts_item(box: PageHost, choices: OptionChoices, option: SetupField) -> ListItem:
    """Return a row for an option with one answer for each seat or place: the number of answers, and the way to them."""
    words, label = box.words, option.field.label
    value = choices.options.get(option.field.name)
    count = sum(answer_at(value, part.path) is not None for part in option.parts)

    def items() -> list[ListItem]:
        return [_answer_item(box, choices, option, part) for part in option.parts]

    def ask() -> None:
        box.push(ListPage(box, words.of(label), items))

    return ListItem(ListRow(words.of(label), detail=str(count or "")), ask, explanation(label, words, brief=True))


def _answer_item(box: PageHost, choices: OptionChoices, option: SetupField, part: OptionPart) -> ListItem:
    """Return a row for a seat or a place with its answer; ok asks for it, without exclusive answers taken elsewhere."""
    assert isinstance(option.field, OneOf)
    name, value = option.field.name, choices.options.get(option.field.name)
    answer, taken_elsewhere = (
        answer_at(value, part.path),
        other_answers(option, value, part.path) if option.exclusive else [],
    )
    all_choices = option.field.choices
    free = [choice for choice in all_choices if choice.value not in taken_elsewhere]
    name_of_part = box.words.of(part.label) if part.label is not None else choices.names[(part.seat or 1) - 1]

    def take(new_answer: Json) -> None:
        if choices.choose(name, with_answer(option, value, part.path, new_answer)):
            box.pop()

    def items() -> list[ListItem]:
        return [ListItem(ListRow(box.words.of(choice.label)), partial(take, choice.value)) for choice in free]

    def ask() -> None:
        index = next((index for index, choice in enumerate(free) if choice.value == answer), 0)
        box.push(ListPage(box, name_of_part, items, index))

    chosen = next(choice for choice in all_choices if choice.value == answer)
    return ListItem(ListRow(name_of_part), ask, box.words.of(chosen.label))


def _option_item(box: PageHost, choices: OptionChoices, option: SetupField) -> ListItem:
    words, field = box.words, option.field
    label, note = words.brief(field.label), explanation(field.label, words, brief=True)
    value = choices.options.get(field.name, option.default)

    def take(value: Json) -> None:
        choices.choose(field.name, value)

    def take_number(number: Json) -> None:
        if choices.choose(field.name, number):
            box.pop()

    match field:
        case YesNoField():
            detail, change = words("yes" if value else "no"), partial(take, not value)
        case OneOf():
            open_choices = field.open_choices
            values = [choice.value for choice in open_choices]
            index = values.index(value) if value in values else -1
            detail = words.brief(open_choices[index].label)
            note = note or explanation(open_choices[index].label, words, brief=True)
            change = partial(take, values[(index + 1) % len(values)])
        case NumberField():
            start = value if isinstance(value, int) else field.low
            page = NumberPage(box, label, field, take_number, number=start)
            detail, change = str(value), partial(box.push, page)
    return ListItem(ListRow(label, detail=detail), change, note)
