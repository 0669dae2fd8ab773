"""The games that a command knows: those of the product and the owner's own, as the settings or an option name them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

from companion.cli.output import print_line, words
from companion.games import GAMES
from companion.rules.game import Game
from companion.support.settings_errors import OnSettingsError, SettingsError, StartError
from companion.system.own_games import with_own_games
from companion.system.settings import Settings, settings_in_force
from companion.words.catalogue import add_catalogues

DEFAULT_STATE = "companion.default_state"
"""Key of a command's context: the function that returns the state directory for a command that takes none."""
_KEY = "companion.games"


def known_games() -> tuple[Game, ...]:
    """Return the games of the product, then the owner's own.

    Their folder is the option `--games` of the command line; without it, the one in the settings that belong to the
    state directory of this command. A fault of an own game is printed as an error, and that game is left out.
    """
    context = click.get_current_context()
    cached: tuple[Game, ...] | None = context.meta.get(_KEY)
    if cached is None:
        cached = context.meta[_KEY] = own_games_of(
            _settings(context), lambda slip: print_line(slip.sentence(words()), err=True)
        )
    return cached


def own_games_of(settings: Settings, on_slip: OnSettingsError) -> tuple[Game, ...]:
    """Return the games of the product, then the owner's own by these settings, with the words of all of them."""
    games = with_own_games(settings, GAMES, on_slip)
    add_catalogues(game.words for game in games)
    return games


def _settings(context: click.Context) -> Settings:
    """Return the settings that name the folder. What is wrong with others of them, `doctor` says."""
    folder: str | None = context.find_root().params.get("games")
    if folder is not None:
        return Settings(games=folder)
    state = context.params.get("state")
    if state is None:
        default_state: Callable[[], Path] = context.meta[DEFAULT_STATE]
        try:
            state = default_state()
        except StartError:
            return Settings()
    slips: list[SettingsError] = []
    return settings_in_force(state, context.params.get("settings_file"), slips.append)
