"""The rulings of a game: where each stands in its rulebook, and an example of it. They are in `rulings.toml`.

Their words are in the catalogue of the game, under the keys that this module returns.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any

from companion.rules.fields import Json
from companion.rules.game import Game
from companion.rules.text import Text, say
from companion.support.frozen_dataclasses import frozen


@frozen
class Example:
    """A small state and a move in it. What the game books for the move, or why it refuses it, shows the ruling."""

    players: int = 3
    options: Mapping[str, Json] | None = None
    """Options of the game; None for its defaults."""
    state: Mapping[str, Json] | None = None
    """The differences from the first state of such a game, as JSON; None for the first state itself."""
    seat: int = 1
    move: Mapping[str, Json] | None = None
    """The move as JSON; None for a picture of the state alone."""
    blocks: Sequence[str] = ()
    """Ids of the blocks of the scene to draw; empty for the first."""
    unnamed: bool = False
    """True if neither a line nor a refusal names the ruling: the move shows it."""


@frozen
class Ruling:
    """A ruling in the rulebook."""

    number: str
    """The number that lines and refusals name, such as "E4"."""
    title: Text
    says: Text
    """One to four sentences. `Words.interpretation` of it says that it is our reading, and which option changes it."""
    example: Example | None
    """None for a ruling about printed matter, whose words are a list."""


@frozen
class Chapter:
    """A chapter of the rulebook: an introduction, then the rulings that belong to it."""

    name: str
    title: Text
    says: Text
    """Its introduction, one paragraph or one step a line."""
    picture: Example | None
    rulings: tuple[Ruling, ...]


def rulebook(game: Game) -> tuple[Chapter, ...]:
    """Return the chapters of a game's rulebook, in reading order; empty for a game without `rulings.toml`.

    Raises tomllib.TOMLDecodeError, KeyError or TypeError for a file that does not fit.
    """
    return _rulebook(game.id, game.words)


def rulings(game: Game) -> dict[str, Ruling]:
    """Return the rulings of a game by number, in the order of its rulebook."""
    return {ruling.number: ruling for chapter in rulebook(game) for ruling in chapter.rulings}


@cache
def _rulebook(game: str, package: str) -> tuple[Chapter, ...]:
    file = resources.files(package).joinpath("rulings.toml") if package else None
    if file is None or not file.is_file():
        return ()
    tables = tomllib.loads(file.read_text("utf-8"))
    pictures = tables.get("picture", {})
    return tuple(_chapter(game, name, pictures.get(name), tables["ruling"]) for name in tables["chapters"])


def _chapter(game: str, name: str, picture: Mapping[str, Any] | None, tables: Mapping[str, Any]) -> Chapter:
    return Chapter(
        name=name,
        title=say(f"{game}.rulebook.{name}.title"),
        says=say(f"{game}.rulebook.{name}"),
        picture=None if picture is None else Example(**picture),
        rulings=tuple(_ruling(game, number, table) for number, table in tables.items() if table["chapter"] == name),
    )


def _ruling(game: str, number: str, table: Mapping[str, Any]) -> Ruling:
    example = table.get("example")
    return Ruling(
        number=number,
        title=say(f"{game}.ruling.{number}.title"),
        says=say(f"{game}.ruling.{number}"),
        example=None if example is None else Example(**example),
    )
