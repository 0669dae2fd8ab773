"""The texts of drawings and lists, in each language: words.toml beside this file."""

from __future__ import annotations

import tomllib
from pathlib import Path

LANGUAGES = ("en", "fr")


class PlanWords:
    """The texts of drawings and lists in one language."""

    def __init__(self, language: str) -> None:
        """`language` is one of LANGUAGES."""
        self.language = language
        entries = tomllib.loads(Path(__file__).with_name("words.toml").read_text("utf-8"))
        self._texts: dict[str, str] = {name: entry[language] for name, entry in entries.items()}

    def __call__(self, name: str, /, **args: str | int) -> str:
        """Return the text of a key with its placeholders filled. Raises KeyError for an unknown key."""
        return self._texts[name].format(**args)

    def __contains__(self, name: str) -> bool:
        return name in self._texts

    def lines(self, name: str) -> list[str]:
        """Return the lines of a text that has several."""
        return self(name).splitlines()
