"""The set-up of a game: the start that a command describes, and later changes to it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from companion.chance.canonical_json import canonical
from companion.rules.fields import Json
from companion.rules.game import Game, Match
from companion.rules.match_functions import secret_options
from companion.rules.people_names import normalise_new_names
from companion.rules.rule_errors import IllegalMoveError, MalformedError
from companion.rules.text import say
from companion.rules.viewer import Viewer
from companion.table import table as tables
from companion.table.commands import Amend, StartGame
from companion.table.table import GameStart, Table

PROFILE_PREFIX = "profile."
"""The prefix of the notes that hold the owner's own figures for a game. The game's id follows it."""


def canonical_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options exactly as the journal will load them, as a copy. Raises MalformedError if they are not
    JSON.
    """
    try:
        plain_options: dict[str, Any] = json.loads(canonical(dict(options)).encode())
    except (TypeError, ValueError) as error:
        raise MalformedError(say("error.wrong_type", wanted="object"), "options") from error
    return plain_options


def amended_start(table: Table, command: Amend) -> GameStart:
    """Return the start of the game after this amendment of entry 0, which holds only the changes.

    Raises MalformedError for another number of seats, or for invalid names or options; IllegalMoveError if a secret
    option is sent back masked, as it was shown.
    """
    if command.move is not None or command.seat is not None:
        raise MalformedError(say("session.beginning_is_no_move"), "move")
    names = list(table.names if command.names is None else command.names)
    if len(names) != len(table.names):
        raise MalformedError(say("session.seats_stay", n=len(table.names)), "seats")
    return tables.set_up_game(
        table.game,
        normalise_new_names(names, table.names),
        patch_options(table.match, canonical_options(command.options or {})),
    )


def patch_options(match: Match, changes: Mapping[str, Json]) -> dict[str, Json]:
    """Return the options with these changes: null removes an option; a secret one may be changed for single seats.

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


def check_own_secrets(match: Match, options: Mapping[str, Any], viewer: Viewer) -> None:
    """Raise IllegalMoveError if these options change a secret of a seat other than the viewer's own."""
    for name in secret_options(match):
        value = options.get(name)
        if name not in options:
            continue
        _refuse_masked(match, name, value)
        seats = value.keys() if isinstance(value, Mapping) else map(str, range(1, len(match.names) + 1))
        if not all(viewer.everything or (seat.isdecimal() and viewer.sees(int(seat))) for seat in seats):
            raise IllegalMoveError(say("session.secret_of_another"))


def sets_secret_options(command: StartGame, games: Iterable[Game]) -> bool:
    """Return whether a new game starts with secret options of its seats. No phone may set these for others."""
    game = next((candidate for candidate in games if candidate.id == command.game), None)
    if game is None or len(command.names) not in game.seats:
        return False  # starting it reports the error
    secrets = (option.field.name for option in game.setup_form(len(command.names)) if option.secret)
    return any(command.options.get(name) is not None for name in secrets)


def _refuse_masked(match: Match, name: str, value: Json) -> None:
    """Raise IllegalMoveError if a secret option is sent as it was shown, with null for what is hidden."""
    current = match.options.get(name)
    if isinstance(value, list) and isinstance(current, list):
        pairs = zip(value, current, strict=False)
        if any(new_item is None and current_item is not None for new_item, current_item in pairs):
            raise IllegalMoveError(say("session.masked_option", option=name))
    if value is None and current is not None:
        raise IllegalMoveError(say("session.masked_option", option=name))


def _with_seat_values(match: Match, name: str, changes: Mapping[str, Json]) -> Json:
    """Return a secret option's list, one value a seat, with the values of the seats in `changes` ("1", "2", …)
    replaced.
    """
    current = match.options.get(name)
    values: list[Json] = list(current) if isinstance(current, list) else [None] * len(match.names)
    for seat, value in changes.items():
        if not seat.isdecimal() or not 1 <= int(seat) <= len(values):
            raise MalformedError(say("error.no_seat", seat=seat, last=len(values)), f"options.{name}")
        values[int(seat) - 1] = value
    return values
