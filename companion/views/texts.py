"""Putting texts into words: one catalogue for box, phones and terminal, French first."""

from __future__ import annotations

import gettext
import io
from collections.abc import Sequence
from functools import cache
from importlib import resources
from typing import Any

from companion.rules.text import Arg, Text, say

LANGUAGES = ("fr", "en")
"""The languages there are, the house's own first."""


class Words:
    """The words of one language."""

    def __init__(self, language: str) -> None:
        """Raises KeyError for a language that has no catalogue."""
        if language not in LANGUAGES:
            raise KeyError(language)
        self.language = language
        self._catalogue = _catalogue(language)

    def of(self, text: Text, names: Sequence[str] = ()) -> str:
        """The sentence that a text says; `names` are those of the seats, from seat 1.

        The argument `n` picks the plural; an argument `seat` (or one that ends in `_seat`) becomes that seat's name.
        """
        args = {name: self._arg(name, arg, names) for name, arg in text.args}
        n = dict(text.args).get("n")
        template = self._catalogue.ngettext(text.key, text.key, abs(n)) if isinstance(n, int) else text.key
        if template == text.key:
            template = self._catalogue.gettext(text.key)
        return template.format_map(_Args(args))

    def __call__(self, key: str, **args: Arg) -> str:
        """The sentence of a key, for words that no text carries."""
        return self.of(say(key, **args))

    def has(self, key: str) -> bool:
        """Whether the catalogue has a sentence for this key."""
        one = self._catalogue.gettext(key)
        return one != key or self._catalogue.ngettext(key, key, 2) != key

    def _arg(self, name: str, arg: Arg, names: Sequence[str]) -> str | int:
        if isinstance(arg, Text):
            return self.of(arg, names)
        if isinstance(arg, int) and (name == "seat" or name.endswith("_seat")):
            return names[arg - 1] if 1 <= arg <= len(names) else str(arg)
        return arg


class _Args(dict[str, Any]):
    """Arguments by name; one that a catalogue names by mistake shows itself instead of breaking the screen."""

    def __missing__(self, key: str) -> str:
        return "{" + key + "}"


@cache
def _catalogue(language: str) -> gettext.NullTranslations:
    """The catalogue, read from its PO file: nothing has to be compiled beforehand."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    source = resources.files("companion.locale").joinpath(f"{language}.po").read_bytes()
    compiled = io.BytesIO()
    write_mo(compiled, read_po(io.BytesIO(source), locale=language))
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


def signed(number: int) -> str:
    """A number with its sign, with a real minus: +6, −1, 0."""
    return f"+{number}" if number > 0 else f"\N{MINUS SIGN}{-number}" if number else "0"
