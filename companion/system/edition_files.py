"""Editions from the owner's files: the figures of a game as TOML, with the file and line of every fault."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from companion.rules.game import Game, figure_tables
from companion.rules.match_functions import figures_error
from companion.rules.text import Text, args_of, say
from companion.support.settings_errors import OnSettingsError, SettingsError, raise_error
from companion.system.settings import Settings, read_toml


class EditionError(SettingsError):
    """Error in the file of an edition, with the place and the reason in the words of the rules."""

    def __init__(self, path: Path, line: int | None, where: str, reason: Text) -> None:
        """`where` is the path to the value, `wheel.sectors.3.land`; `line` counts from 1."""
        facts: dict[str, Any] = {name: arg for name, arg in args_of(reason).items() if not isinstance(arg, Text)}
        super().__init__(path, line, reason.key, **facts)
        self.where = where

    def sentence(self, words: Callable[..., str]) -> str:
        """Return the error in the reader's words, with its file, its line and the wrong value's path."""
        line = f"{words('cli.line', line=self.line)} " if self.line else ""
        return f"{self.path}: {line}{self.where}: {words(self.key, **self.facts)}"


def editions_of(
    settings: Settings, games: Sequence[Game], on_slip: OnSettingsError = raise_error
) -> dict[str, dict[str, Any]]:
    """Return the tables of every edition that the settings name, by game; an unusable one is a slip."""
    games_by_id = {game.id: game for game in games}
    editions = {}
    for name, path in settings.profiles.items():
        try:
            if name not in games_by_id:
                raise _no_game(settings, name, games_by_id)
            editions[name] = read_edition(games_by_id[name], path)
        except SettingsError as slip:
            on_slip(slip)
    return editions


def _no_game(settings: Settings, name: str, known_ids: Iterable[str]) -> SettingsError:
    setting, source = f"profiles.{name}", settings.source
    path = source.file or settings.profiles[name]
    line = source.lines.get(setting)
    return SettingsError(path, line, "config.no_game", setting=setting, name=name, names=", ".join(known_ids))


def read_edition(game: Game, path: Path) -> dict[str, Any]:
    """Return the tables of an edition, checked for every number of players. Raises SettingsError."""
    toml = read_toml(path)
    tables = figure_tables(game)
    for name in toml.entries:
        if name not in tables:
            raise EditionError(path, toml.line(name), name, say("config.no_such_table", names=", ".join(tables)))
    edition = dict(toml.entries)
    if fault := figures_error(game, edition):
        line = toml.line(*fault.where.split("."))
        raise EditionError(path, line, fault.where, fault.reason) from fault
    return edition
