"""Changes of the start of a game: what differs between two starts, and which options can still be changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.rules.fields import Choice, Json, OneOf, SetupField
from companion.rules.game import Match, has_chosen_colours, visible_setup_form
from companion.rules.per_seat_options import current_value
from companion.rules.rule_errors import Refusal, RulesError
from companion.rules.text import say
from companion.rules.viewer import PUBLIC, Viewer
from companion.support.frozen_dataclasses import frozen
from companion.table import amendments
from companion.table.commands import Amend
from companion.table.game_setup import amended_start
from companion.table.revealing_amendments import last_hidden_entry
from companion.table.session_errors import MisfitsError
from companion.table.table import Table


@frozen
class OptionChange:
    """An option with another value than before."""

    option: SetupField
    before: Json
    after: Json


@frozen
class SetupChanges:
    """Everything public that differs between two starts of one game."""

    renamed_seats: tuple[int, ...]
    recoloured_seats: tuple[int, ...]
    options: tuple[OptionChange, ...]


@frozen
class ChangeableOption:
    """An option of a game that has begun, for a form that may change it."""

    option: SetupField
    """Its choices are refused if moves that were made cannot follow them."""
    value: Json
    """Its present value."""
    refused: Refusal | None
    """The reason why it cannot be changed at all."""


def setup_changes(before: Match, after: Match) -> SetupChanges:
    """Return what differs between two starts. Secret options are left out, and tables of figures."""
    seats = range(1, len(after.names) + 1)
    earlier = {option.field.name: value for option, value in _values(before)}
    return SetupChanges(
        tuple(seat for seat in seats if before.names[seat - 1] != after.names[seat - 1]),
        tuple(seat for seat in seats if before.colours[seat - 1] != after.colours[seat - 1]),
        tuple(
            OptionChange(option, earlier[option.field.name], value)
            for option, value in _values(after)
            if earlier[option.field.name] != value
        ),
    )


def chosen_options(match: Match) -> list[tuple[SetupField, Json]]:
    """Return the visible options with another value than their default, and the ways to play with any value."""
    return [(option, value) for option, value in _values(match) if _is_way_to_play(option) or value != option.default]


def option_value(option: SetupField, options: Mapping[str, Json]) -> Json:
    """Return the value of an option among these, or its default; of one with parts only what these answer."""
    value = options.get(option.field.name)
    if option.parts:
        value = current_value(option, value)
    return option.default if value is None else value


def start_was_amended(table: Table) -> bool:
    """Return whether a change of the start stands."""
    return any(change.amended == 0 for change in table.undo_stack)


def changeable_options(table: Table, viewer: Viewer) -> tuple[ChangeableOption, ...]:
    """Return the visible options with their present values, and what of them this viewer cannot change, and why.

    Moves that are hidden from the viewer refuse every option, as `check_amend` does. Where a list names one way to play
    (such as what is tracked), a choice is refused if a move that was made could not follow it.
    """
    reason = None
    if table.closed:
        reason = Refusal(say("refused.closed"))
    elif last_hidden_entry(table, viewer):
        reason = Refusal(say("session.setup_unseen"))
    options = tuple(ChangeableOption(option, value, reason) for option, value in _values(table.match))
    if reason is not None or not table.entries:
        return options
    refusals = table.cached("unfit choices", lambda: _unfit_choices(table))
    return tuple(_with_refusals(option, refusals) for option in options)


def colours_refusal(table: Table, viewer: Viewer) -> Refusal | None:
    """Return the reason why no colour can be changed: moves that were made name them, as dice of Voyages do."""
    if not is_coloured(table.match) or not table.entries or last_hidden_entry(table, viewer):
        return None
    return table.cached("unfit colours", lambda: _refusal_of_colours(table))


def is_coloured(match: Match) -> bool:
    """Return whether players choose their colours in this game."""
    return has_chosen_colours(match.game)


def start_amendment(
    table: Table, names: Sequence[str], colours: Sequence[Sequence[str]], options: Mapping[str, Json]
) -> Amend | None:
    """Return the command that gives the start these names, colours and visible options; None if nothing changes."""
    changed: dict[str, Any] = {}
    for option, value in _values(table.match):
        new_value = option_value(option, options)
        if new_value != value:
            changed[option.field.name] = None if new_value == option.default else new_value
    if [[*own] for own in colours] != [[*own] for own in table.match.colours]:
        changed["colours"] = colours_option(colours)
    new_names = tuple(names) if tuple(names) != table.names else None
    if new_names is None and not changed:
        return None
    return Amend(entry=0, names=new_names, options=changed or None, expected_seq=table.seq)


def colours_option(colours: Sequence[Sequence[str]]) -> list[Json]:
    """Return the colours of each seat as the option has them: a name, or a list of several."""
    return [own[0] if len(own) == 1 else [*own] for own in colours]


def _values(match: Match) -> Iterator[tuple[SetupField, Json]]:
    """Yield the visible options of a match with their values."""
    options = match.options_view(PUBLIC)
    for option in visible_setup_form(match.game, len(match.names)):
        yield option, option_value(option, options)


def _with_refusals(changeable: ChangeableOption, refusals: Mapping[tuple[str, int], Refusal]) -> ChangeableOption:
    option = changeable.option
    if not _is_way_to_play(option):
        return changeable
    assert isinstance(option.field, OneOf)
    choices = tuple(
        replace(choice, refused=refusals.get((option.field.name, index)))
        for index, choice in enumerate(option.field.choices)
    )
    return replace(changeable, option=replace(option, field=replace(option.field, choices=choices)))


def _unfit_choices(table: Table) -> dict[tuple[str, int], Refusal]:
    """Return the choices, by option and index, that moves already made cannot follow."""
    refusals = {}
    for option, value in _values(table.match):
        if not _is_way_to_play(option):
            continue
        assert isinstance(option.field, OneOf)
        for index, choice in enumerate(option.field.choices):
            if choice.value != value and (refusal := _refusal_of_choice(table, option, choice)) is not None:
                refusals[option.field.name, index] = refusal
    return refusals


def _refusal_of_choice(table: Table, option: SetupField, choice: Choice) -> Refusal | None:
    return _refusal_of(table, {option.field.name: choice.value})


def _refusal_of_colours(table: Table) -> Refusal | None:
    """Return the reason if moves cannot follow when every seat has the colours of the next."""
    first, *others = (list(own) for own in table.match.colours)
    refusal = _refusal_of(table, {"colours": colours_option([*others, first])})
    return refusal and replace(refusal, reason=say("session.moves_name_colours"))


def _refusal_of(table: Table, options: dict[str, Any]) -> Refusal | None:
    try:
        amendments.amend_start(table, amended_start(table, Amend(entry=0, options=options)))
    except MisfitsError as error:
        return Refusal(say("session.moves_cannot_follow", n=len(error.misfits)))
    except RulesError as error:
        return Refusal(error.reason)
    return None


def _is_way_to_play(option: SetupField) -> bool:
    """Return whether an option is a single list of ways to play."""
    return isinstance(option.field, OneOf) and not option.parts
