"""A game's figures: shipped tables, with what the owner set laid over them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any


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
