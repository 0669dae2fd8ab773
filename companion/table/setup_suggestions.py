"""What a new game can begin with: names from past games, the last table once more, and the owner's own figures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.rules.people_names import same_person

PROFILE = "profile."
"""Notes under this name and a game's id hold the owner's own figures for it."""


def remembered(tables: Iterable[Sequence[str]]) -> list[str]:
    """Of the names at several tables, the newest first: the last used first, each once, however it is written."""
    names: dict[str, str] = {}
    for table in tables:
        for name in table:
            names.setdefault(same_person(name), name)
    return list(names.values())
