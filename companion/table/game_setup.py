"""The set-up of a game: what a command says, what may be changed afterwards, and what a new game may begin with."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from companion.chance.canonical_json import canonical
from companion.rules.fields import Json
from companion.rules.game import Game, Match
from companion.rules.match_functions import secret_options
from companion.rules.people_names import new_names, same_person
from companion.rules.rule_errors import IllegalMoveError, MalformedError
from companion.rules.text import say
from companion.rules.viewer import Viewer
from companion.table import table as tables
from companion.table.commands import Amend, Start
from companion.table.table import Beginning, Table

PROFILE = "profile."
"""Notes under this name and a game's id hold the owner's own figures for it."""


def canonical_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options as the journal will give them back, and nobody else's. Raises MalformedError for what is no JSON."""
    try:
        plain_options: dict[str, Any] = json.loads(canonical(dict(options)).encode())
    except (TypeError, ValueError) as error:
        raise MalformedError(say("error.wrong_type", wanted="object"), "options") from error
    return plain_options


def amended_start(table: Table, command: Amend) -> Beginning:
    """What the game would stand on after this amendment of entry 0, which says only what changes.

    Raises MalformedError for another number of seats, or names or options that will not do; IllegalMoveError where a
    secret option comes back hidden, as it was shown.
    """
    if command.move is not None or command.seat is not None:
        raise MalformedError(say("session.beginning_is_no_move"), "move")
    names = list(table.names if command.names is None else command.names)
    if len(names) != len(table.names):
        raise MalformedError(say("session.seats_stay", n=len(table.names)), "seats")
    return tables.begun(
        table.game, new_names(names, table.names), patch_options(table.match, canonical_options(command.options or {}))
    )


def patch_options(match: Match, changes: Mapping[str, Json]) -> dict[str, Json]:
    """The options with what is given laid over them: null takes one away; of a secret one seats are named.

    Raises MalformedError or IllegalMoveError.
    """
    options = dict(match.options)
    secrets = secret_options(match)
    for name, value in changes.items():
        if name in secrets and value is not None:
            _refuse_masked(match, name, value)
            options[name] = _with_seat_values(match, name, value) if isinstance(value, dict) else value
        elif value is None:
            options.pop(name, None)
        else:
            options[name] = value
    return options


def check_secrets(match: Match, options: Mapping[str, Any], viewer: Viewer) -> None:
    """Whether what is sent changes no secret but the viewer's own. Raises IllegalMoveError."""
    for name in secret_options(match):
        value = options.get(name)
        if name not in options:
            continue
        _refuse_masked(match, name, value)
        seats = value.keys() if isinstance(value, Mapping) else map(str, range(1, len(match.names) + 1))
        if not all(viewer.everything or (seat.isdecimal() and viewer.sees(int(seat))) for seat in seats):
            raise IllegalMoveError(say("session.secret_of_another"))


def starts_with_secrets(command: Start, games: Iterable[Game]) -> bool:
    """Whether a new game is begun with what only its seats may know: no phone says that for others."""
    game = next((candidate for candidate in games if candidate.id == command.game), None)
    if game is None or len(command.names) not in game.seats:
        return False  # told when it is begun
    secrets = (option.field.name for option in game.setup_form(len(command.names)) if option.secret)
    return any(command.options.get(name) is not None for name in secrets)


def remembered(tables: Iterable[Sequence[str]]) -> list[str]:
    """Of the names at several tables, the newest first: the last used first, each once, however it is written."""
    names: dict[str, str] = {}
    for table in tables:
        for name in table:
            names.setdefault(same_person(name), name)
    return list(names.values())


def _refuse_masked(match: Match, name: str, value: Json) -> None:
    """Refuse a secret option that is sent as it was shown, with null for what is hidden."""
    current = match.options.get(name)
    if isinstance(value, list) and isinstance(current, list):
        pairs = zip(value, current, strict=False)
        if any(new_item is None and current_item is not None for new_item, current_item in pairs):
            raise IllegalMoveError(say("session.masked_option", option=name))
    if value is None and current is not None:
        raise IllegalMoveError(say("session.masked_option", option=name))


def _with_seat_values(match: Match, name: str, changes: Mapping[str, Json]) -> Json:
    current = match.options.get(name)
    values: list[Json] = list(current) if isinstance(current, list) else [None] * len(match.names)
    for seat, value in changes.items():
        if not seat.isdecimal() or not 1 <= int(seat) <= len(values):
            raise MalformedError(say("error.no_seat", seat=seat, last=len(values)), f"options.{name}")
        values[int(seat) - 1] = value
    return values
