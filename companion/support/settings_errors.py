"""Errors in the settings, with file and line, and other errors that prevent a start."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

SETTINGS_FILE = "settings.toml"
"""Name of the settings file in the state directory."""


class StartError(Exception):
    """The program cannot start. `key` is the catalogue key of the sentence for the terminal."""

    def __init__(self, key: str, **facts: Any) -> None:
        """`facts` are the arguments of the sentence: words, numbers, or texts of the catalogue."""
        super().__init__(f"{key} {facts}" if facts else key)
        self.key = key
        self.facts = facts

    def sentence(self, words: Callable[..., str]) -> str:
        """Return the error in the reader's language."""
        return words(self.key, **self.facts)


class CannotStartError(StartError):
    """Something that the program needs is not available: a port, the GPIO lines of a Pi, a board profile."""


class SettingsError(StartError):
    """The settings file is invalid."""

    def __init__(self, path: Path, line: int | None, key: str, *, setting: str = "", **facts: str | int) -> None:
        """`line` counts from 1; None if the fault is of the file as a whole.

        `setting` is the invalid setting, or an entry of it, as `Source` names them; "" if it is none of them.
        """
        super().__init__(key, **facts)
        self.path = path
        self.line = line
        self.setting = setting

    def sentence(self, words: Callable[..., str]) -> str:
        """Return the error in the reader's language, with its file and line."""
        line = f"{words('cli.line', line=self.line)} " if self.line else ""
        return f"{self.path}: {line}{super().sentence(words)}"


OnSettingsError = Callable[[SettingsError], None]
"""Handler of an invalid setting: it raises the error, or records it, and the default of the setting stays in effect."""


def raise_error(error: SettingsError) -> None:
    """Raise the error: a person who starts the program by hand corrects it first."""
    raise error
