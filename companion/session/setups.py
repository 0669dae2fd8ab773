"""What a new game can begin with: names from past games, the last table once more, and the owner's own figures."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.rules.fields import Json
from companion.session.journal import Saved
from companion.session.table import Table

PROFILE = "profile."
"""Notes under this name and a game's id hold the owner's own figures for it."""


@dataclass(frozen=True, slots=True)
class Rematch:
    """The players of a game once more. Whoever sat first sits last, so that everyone begins once."""

    names: tuple[str, ...]
    colours: tuple[tuple[str, ...], ...]
    """Of each seat's pieces."""
    options: dict[str, Json]
    """As they were, without the colours."""


def rematch_of(table: Table) -> Rematch:
    """What the rematch of a game begins with."""
    colours = table.game.seat_colours(table.state)
    options = {name: value for name, value in table.options.items() if name != "colours"}
    return Rematch((*table.names[1:], table.names[0]), (*colours[1:], colours[0]), options)


def remembered(games: Iterable[Saved]) -> list[str]:
    """The names of games, given newest first: the last used first, each once, however it is written."""
    names: dict[str, str] = {}
    for saved in games:
        for name in saved.names:
            names.setdefault(name.casefold(), name)
    return list(names.values())
