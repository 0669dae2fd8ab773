"""The start of a game in words: who plays with which colours, by which options, and what a correction of it changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.rules.fields import Json, OneOf, OptionPart, SetupField, YesNoField
from companion.rules.game import Match
from companion.rules.per_seat_options import answer_at
from companion.rules.text import Arg, Text, say
from companion.table.setup_changes import OptionChange, SetupChanges, chosen_options, setup_changes
from companion.table.table import TableChange
from companion.words.catalogue import Words

_MOST_BRIEF = 2
"""Most changes that the little screen names one by one."""


def corrected_start_line(change: TableChange, words: Words, *, brief: bool = False) -> str:
    """Return the line of a change of the start that was made: "Corrected: Léa is now called Lea".

    In short form a few changes are named in few words. Secret options and tables of figures are not named.
    """
    texts = _texts_of(change)
    if not texts or (brief and len(texts) > _MOST_BRIEF):
        return words("table.amended_start")
    return words("table.corrected_start", what=_joined(texts, words, brief=brief))


def start_change_line(change: TableChange, words: Words) -> str:
    """Return what a change of the start changes: "Léa is now called Lea"."""
    return _joined(_texts_of(change), words, brief=False) or words("table.amended_start")


def option_text(option: SetupField, value: Json) -> Text:
    """Return an option with its value: "Tracking: Points"; of a switch that is on, only its name."""
    if isinstance(option.field, YesNoField) and value:
        return option.field.label
    return say("start.option", option=option.field.label, value=value_text(option, value))


def value_text(option: SetupField, value: Json) -> Arg:
    """Return the value of an option, or of one of its parts, as words or as a number."""
    field = option.field
    if isinstance(field, YesNoField):
        return say("yes" if value else "no")
    if isinstance(field, OneOf):
        return next(choice.label for choice in field.choices if choice.value == value)
    assert isinstance(value, int)
    return value


def _texts_of(change: TableChange) -> list[Text]:
    assert change.game_starts is not None
    before, after = change.game_starts
    return start_change_texts(before.match, after.match)


def _joined(texts: Sequence[Text], words: Words, *, brief: bool) -> str:
    return " · ".join(words.brief(text) if brief else words.of(text) for text in texts)


def start_change_texts(before: Match, after: Match) -> list[Text]:
    """Return what differs between two starts, a text each: names, colours, then the options in their order."""
    changes = setup_changes(before, after)
    return [
        *(
            say("start.renamed", old=before.names[seat - 1], new=after.names[seat - 1])
            for seat in changes.renamed_seats
        ),
        *_recoloured_texts(changes, after),
        *(text for change in changes.options for text in _option_texts(change, after.names)),
    ]


def option_texts(match: Match) -> list[Text]:
    """Return the options of a match as far as they are worth telling, a text each: see `chosen_options`."""
    return [text for option, value in chosen_options(match) for text in _chosen_texts(option, value, match.names)]


def colours_text(colours: Sequence[str]) -> Text:
    """Return the colours of a seat: "blue + white"."""
    first, *others = (say(f"colour.{colour}") for colour in colours)
    for other in others:
        first = say("start.colour_pair", first=first, second=other)
    return first


def _recoloured_texts(changes: SetupChanges, after: Match) -> Iterator[Text]:
    for seat in changes.recoloured_seats:
        yield say("start.recoloured", name=after.names[seat - 1], colours=colours_text(after.colours[seat - 1]))


def _option_texts(change: OptionChange, names: Sequence[str]) -> Iterator[Text]:
    """Yield the new value of an option in words; of one with parts, each part that differs."""
    option = change.option
    if option.parts:
        yield from _part_texts(option, change.before, change.after, names)
    elif option.house_rule and isinstance(option.field, YesNoField) and not option.default:
        yield say("start.rule_added" if change.after else "start.rule_removed", rule=option.field.label)
    else:
        yield say("start.option", option=option.field.label, value=value_text(option, change.after))


def _chosen_texts(option: SetupField, value: Json, names: Sequence[str]) -> Iterator[Text]:
    """Yield the value of an option; of one with parts, each that has an answer."""
    if option.parts:
        yield from _part_texts(option, None, value, names)
    elif isinstance(option.field, YesNoField) and option.house_rule and value:
        yield say("start.rule", rule=option.field.label)
    else:
        yield option_text(option, value)


def _part_texts(option: SetupField, before: Json, after: Json, names: Sequence[str]) -> Iterator[Text]:
    for part in option.parts:
        answer = answer_at(after, part.path)
        if answer != answer_at(before, part.path):
            yield say("start.option", option=_part_name(option, part, names), value=value_text(option, answer))


def _part_name(option: SetupField, part: OptionPart, names: Sequence[str]) -> Text:
    name = part.label if part.label is not None else names[(part.seat or 1) - 1]
    return say("start.part", option=option.field.label, part=name)
