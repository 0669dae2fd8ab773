"""Set-up forms as JSON: those of a new game, and that of the start of a game, which may still be corrected."""

from __future__ import annotations

from typing import Any, cast

from companion.rules.fields import OptionPart, SetupField
from companion.rules.game import Game, figure_tables, visible_setup_form
from companion.rules.viewer import Viewer
from companion.server.views.copied_parts_view import copy_link
from companion.server.views.form_view import field_view, reason_view
from companion.server.views.lobby_view import rules_lines_view
from companion.server.views.view_types import (
    BeginningRowView,
    BeginningView,
    ColourView,
    GameChoicesView,
    SetupFieldView,
    SetupTargetView,
)
from companion.table.setup_changes import ChangeableOption, changeable_options, colours_refusal, start_was_amended
from companion.table.table import Table
from companion.words.catalogue import Words
from companion.words.rules_lines import explanation, table_rules_lines
from companion.words.signs import SHAPE_OF_COLOUR, join_names
from companion.words.start_lines import option_texts


def game_choices_view(game: Game, profile: dict[str, Any], words: Words) -> GameChoicesView:
    """Return a game with everything that its set-up may choose. `profile` are the owner's own figures."""
    return {
        **_game_view(game, words),
        "forms": {str(seats): _form_view(game, seats, words) for seats in game.seats},
        "profile": profile or None,
        "copied": [copy_link(copied, words) for copied in game.accessories.copied],
    }


def _game_view(game: Game, words: Words) -> GameChoicesView:
    """Return a game with its players and colours, without forms and figures."""
    return {
        "id": game.id,
        "title": words(f"game.{game.id}"),
        "least": game.seats[0],
        "most": game.seats[-1],
        "coloured": "colours" in game.options_schema.get("properties", {}),
        "colours": [colour_view(colour, words) for colour in game.colours],
        "colours_each": {str(seats): game.colours_per_seat(seats) for seats in game.seats},
        "forms": {},
        "profile": None,
        "copied": [],
        "tables": list(figure_tables(game)),
    }


def colour_view(colour: str, words: Words) -> ColourView:
    """Return a colour with its name and its shape."""
    shape = SHAPE_OF_COLOUR.get(colour)
    return {"id": colour, "name": words(f"colour.{colour}"), "shape": shape.value if shape is not None else None}


def _form_view(game: Game, seats: int, words: Words) -> list[SetupFieldView]:
    return [_setup_field_view(option, words) for option in visible_setup_form(game, seats)]


def _setup_field_view(option: SetupField, words: Words) -> SetupFieldView:
    """Return an option; with the seats that it is set for separately, if it is. The page has the names of the seats."""
    view = cast(SetupFieldView, field_view(option.field, (), words))
    view["default"] = option.default
    if option.house_rule:
        view["house"] = True
    view["note"] = explanation(option.field.label, words)
    if option.parts:
        view["apart"] = [_target_view(target, words) for target in option.parts]
        view["exclusive"] = option.exclusive
    return view


def _target_view(target: OptionPart, words: Words) -> SetupTargetView:
    label = words.of(target.label) if target.label is not None else None
    return {"at": list(target.path), "seat": target.seat, "label": label}


def beginning_view(
    table: Table, viewer: Viewer, words: Words, *, may_change: bool, real_dice: bool = False
) -> BeginningView:
    """Return the start of a game: its options, and the form that corrects it or the reason why there is no form.

    It contains no secret option. `may_change` is true for hosts.
    """
    view: BeginningView = {
        "number": table.number,
        "told": [words.of(text, table.names) for text in option_texts(table.match)],
        "rules": rules_lines_view(table_rules_lines(table, words, real_dice=real_dice)),
        "why_not": None,
    }
    if table.closed or not may_change:
        view["why_not"] = words("refused.closed" if table.closed else "start.hosts_alone")
        return view
    options = changeable_options(table, viewer)
    form = [_changeable_field_view(option, words) for option in options]
    view["game"] = {**_game_view(table.game, words), "forms": {str(len(table.names)): form}}
    view["plan"] = {
        "game": table.game.id,
        "seats": list(table.names),
        "colours": [list(own) for own in table.match.colours],
        "options": {option.option.field.name: option.value for option in options},
    }
    if (refusal := colours_refusal(table, viewer)) is not None:
        view["colours_stay"] = words.of(refusal.reason)
    view["seats_stay"] = words("session.seats_stay", n=len(table.names))
    return view


def beginning_row_view(table: Table, words: Words) -> BeginningRowView:
    """Return the start of a game as the oldest row of its moves."""
    title = words("start.corrected_title" if start_was_amended(table) else "start.title")
    return {"title": title, "text": join_names(table.names, words), "corrected": start_was_amended(table)}


def _changeable_field_view(changeable: ChangeableOption, words: Words) -> SetupFieldView:
    view = _setup_field_view(changeable.option, words)
    if changeable.refused is not None:
        view["refused"] = reason_view(changeable.refused.reason, changeable.refused.ruling, (), words)
    return view
