"""A game's figures: shipped tables, with what the owner set laid over them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib import resources
from typing import Any


def shipped(package: str, name: str) -> Mapping[str, Any]:
    """The tables of `figures/<name>.toml` in the folder of a game."""
    return tomllib.loads(resources.files(package).joinpath("figures", f"{name}.toml").read_text("utf-8"))


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
