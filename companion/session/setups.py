"""What a new game can begin with: names from past games, the last table once more, and the owner's own figures."""

from __future__ import annotations

from collections.abc import Iterable

from companion.rules.names import same_person
from companion.session.journal import Saved

PROFILE = "profile."
"""Notes under this name and a game's id hold the owner's own figures for it."""


def remembered(games: Iterable[Saved]) -> list[str]:
    """The names of games, given newest first: the last used first, each once, however it is written."""
    names: dict[str, str] = {}
    for saved in games:
        for name in saved.names:
            names.setdefault(same_person(name), name)
    return list(names.values())
