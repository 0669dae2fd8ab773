"""The figures of a game (the numbers of its rules): shipped tables, overridden by those of the owner."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from importlib import resources
from typing import Any


def load_figures(package: str, name: str) -> Mapping[str, Any]:
    """Return the tables of `figures/<name>.toml` in the folder of a game."""
    return tomllib.loads(resources.files(package).joinpath("figures", f"{name}.toml").read_text("utf-8"))


class ShippedFigures(Mapping[str, Any]):
    """Shipped tables of a game that has a file for each. A file is read when first needed, to keep the start short."""

    def __init__(self, package: str, names: Sequence[str]) -> None:
        self._package, self._names = package, tuple(names)
        self._read: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name not in self._names:
            raise KeyError(name)
        if name not in self._read:
            self._read[name] = load_figures(self._package, name)[name]
        return self._read[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


def merge_figures(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """Return `base` overridden by `over`, at all levels of tables. A null removes the key. Neither argument changes."""
    result = dict(base)
    for key, value in over.items():
        if value is None:
            result.pop(key, None)
        elif isinstance(value, Mapping) and isinstance(base.get(key), Mapping):
            result[key] = merge_figures(base[key], value)
        else:
            result[key] = value
    return result
