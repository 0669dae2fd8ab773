"""Errors that keep a table from being opened, and slips in the settings file, with their file and line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

NAME = "settings.toml"
"""The settings file that is looked for in the state directory."""


class StartError(Exception):
    """The table cannot be opened. The terminal puts it into words: a key of the catalogue, and what it speaks of."""

    def __init__(self, key: str, **facts: Any) -> None:
        """`facts` are the arguments of the key's sentence: words, numbers, or texts of the catalogue themselves."""
        super().__init__(f"{key} {facts}" if facts else key)
        self.key = key
        self.facts = facts

    def sentence(self, words: Callable[..., str]) -> str:
        """The error in the reader's words."""
        return words(self.key, **self.facts)


class CannotStartError(StartError):
    """Something that the table needs cannot be had here: a port, the lines of a Pi, a board profile."""


class SettingsError(StartError):
    """The settings file cannot be used."""

    def __init__(self, path: Path, line: int | None, key: str, *, setting: str = "", **facts: str | int) -> None:
        """`line` counts from 1; None where the fault is of the file as a whole. `setting` is the one that cannot be,
        or the entry of one, as `Source` names them; "" where it is none of them.
        """
        super().__init__(key, **facts)
        self.path = path
        self.line = line
        self.setting = setting

    def sentence(self, words: Callable[..., str]) -> str:
        """The error in the reader's words, with its file and line."""
        line = f"{words('cli.line', line=self.line)} " if self.line else ""
        return f"{self.path}: {line}{super().sentence(words)}"


OnSlip = Callable[[SettingsError], None]
"""What becomes of a slip in the settings: raised, or noted; then the setting is left as it is without the file."""


def fail(slip: SettingsError) -> None:
    """Raise a slip: whoever starts the program by hand mends it first."""
    raise slip
