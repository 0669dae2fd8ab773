"""A game's figures: shipped tables, with what the owner set laid over them."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import resources
from typing import Any

from companion.rules.errors import MalformedError
from companion.rules.game import Game


@cache
def shipped(game: str) -> Mapping[str, Any]:
    """The shipped figures of a game, from `rules/data/<game>.toml`. The mapping is shared: do not change it."""
    text = resources.files("companion.rules").joinpath("data", f"{game}.toml").read_text("utf-8")
    return tomllib.loads(text)


def merged(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """`base` with `over` laid on it, tables deep; a null takes the key away. Neither is changed."""
    result = dict(base)
    for key, value in over.items():
        if value is None:
            result.pop(key, None)
        elif isinstance(value, Mapping) and isinstance(base.get(key), Mapping):
            result[key] = merged(base[key], value)
        else:
            result[key] = value
    return result


def fault_of(game: Game[Any], figures: Mapping[str, Any], seats: Iterable[int] = ()) -> MalformedError | None:
    """What keeps a game from beginning with these tables of its owner's: where, and why; None if nothing does.

    They are tried for these numbers of players, for every number that the game is for if none is given.
    """
    for count in seats or game.seats:
        try:
            game.setup([f"{seat}" for seat in range(1, count + 1)], figures)
        except MalformedError as error:
            return error
    return None
