"""Translation of texts into sentences: one catalogue for box, phones and terminal, French first.

The program's own words are in `companion/words/catalogues`, those of a game in `words` in its folder. This
module knows no game, so the caller who knows them all adds their words with `add_catalogues` before anything is
shown: until then there are no words at all. Catalogues are compiled when the package is built or installed; one
that has changed since then is compiled again when it is read.
"""

from __future__ import annotations

import gettext
import io
import logging
import re
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from string import Formatter
from typing import Any
from unicodedata import normalize

from companion.rules.people_names import name_key
from companion.rules.text import Arg, Text, say

MARK = "mark of the source"
"""Key under which a compiled catalogue has the checksum of its source; never shown."""


def checksum_of(source: bytes) -> str:
    """Return a checksum of a PO file: a compiled catalogue with another checksum is out of date."""
    return f"{zlib.crc32(source):08x}"


def compile_catalogue(source: bytes) -> bytes:
    """Compile a PO file to a MO file, always to the same one. Raises Babel's errors for a file that it cannot read."""
    from datetime import UTC, datetime

    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    catalogue = read_po(io.BytesIO(source))
    catalogue.add(MARK, checksum_of(source))
    catalogue.creation_date = catalogue.revision_date = datetime.fromtimestamp(0, UTC)
    output = io.BytesIO()
    write_mo(output, catalogue)
    return output.getvalue()


log = logging.getLogger(__name__)
LANGUAGES = ("fr", "en")
"""The languages available, the default first."""
_OWN_PACKAGE = "companion.words.catalogues"
_COLOUR_KEY = re.compile(r"(\w+\.)?colour\.\w+")
"""Keys of the words for colours, of the program and of games."""
_folders: dict[str, Traversable] = {}
"""Folders of the catalogues by package: the program's own, then those added; empty until `add_catalogues` is called."""


def add_catalogues(packages: Iterable[str]) -> None:
    """Add the words of these packages; the empty name of a game without words is ignored.

    Words are only added, and adding the same package again changes nothing: the order of calls does not matter.
    """
    words = {package: resources.files(package).joinpath("words") for package in packages if package}
    if not {_OWN_PACKAGE, *words} <= _folders.keys():
        _folders.update({_OWN_PACKAGE: resources.files(_OWN_PACKAGE), **words})
        for cached in (_catalogue, _sentences, _rendered, colour_words):
            cached.cache_clear()


def keys_in(package: str, language: str) -> frozenset[str]:
    """Return the keys that a package has sentences for.

    Raises OSError without a catalogue of this language, ValueError for one that is no PO file and for a sentence whose
    arguments cannot be read.
    """
    from babel.messages.pofile import PoFileError, read_po

    source = resources.files(package).joinpath("words", f"{language}.po").read_bytes()
    try:
        catalogue = read_po(io.BytesIO(source), abort_invalid=True)
    except PoFileError as error:
        raise ValueError(str(error)) from error
    keys = set()
    for message in catalogue:
        key = message.id if isinstance(message.id, str) else message.id[0]
        for sentence in (message.string,) if isinstance(message.string, str) else message.string or ():
            try:
                list(Formatter().parse(sentence))
            except ValueError as error:
                raise ValueError(f"{key}: {error}") from error
            if sentence:
                keys.add(key)
    return frozenset(keys) - {""}


@cache
def colour_words() -> frozenset[str]:
    """Return the words for colours in every language, as keys of names: seats without a person are called by them."""
    sentences = (sentence for language in LANGUAGES for sentence in _sentences(language).items())
    return frozenset(
        name_key(sentence) for key, sentence in sentences if isinstance(sentence, str) and _COLOUR_KEY.fullmatch(key)
    )


class Words:
    """The words of one language."""

    def __init__(self, language: str) -> None:
        """Load a language.

        Raises KeyError for a language that has no catalogue, RuntimeError before the games' words are added.
        """
        if language not in LANGUAGES:
            raise KeyError(language)
        self.language = language
        _catalogue(language)

    @property
    def _catalogue(self) -> gettext.NullTranslations:
        return _catalogue(self.language)

    def of(self, text: Text, names: Sequence[str] = ()) -> str:
        """Return the sentence of a text; `names` are those of the seats, from seat 1.

        The argument `n` selects the plural; an argument `seat` (or one that ends in `_seat`) becomes that seat's name.
        `{seat:de}` joins it to the French "de".
        """
        return _rendered(self.language, text, tuple(names), False)

    def brief(self, text: Text, names: Sequence[str] = ()) -> str:
        """Return the sentence as `of` does, but the short one under the key plus `.short` if there is one: for rows and
        corners.
        """
        return _rendered(self.language, text, tuple(names), True)

    def note(self, text: Text, names: Sequence[str] = ()) -> str:
        """Return the longer sentence under the key plus `.note` if there is one, else the sentence as `of` does."""
        key = f"{text.key}.note"
        return self.of(replace(text, key=key) if self.has(key) else text, names)

    def interpretation(self, text: Text, names: Sequence[str] = ()) -> str:
        """Return a note that a reason is our interpretation, not in the text of the rules, and which option changes it.

        The catalogue has it under the key plus `.reading`; empty if the rules state the reason themselves.
        """
        key = f"{text.key}.reading"
        return self.of(replace(text, key=key), names) if key in _sentences(self.language) else ""

    def with_interpretation(self, text: Text, names: Sequence[str] = ()) -> str:
        """Return a reason as a sentence, with a note in brackets if it is our interpretation."""
        sentence, note = self.of(text, names), self.interpretation(text, names)
        return f"{sentence} ({note})" if note else sentence

    def __call__(self, key: str, **args: Arg) -> str:
        """Return the sentence of a key, for words that are in no text."""
        return self.of(say(key, **args))

    def has(self, key: str) -> bool:
        """Return whether the catalogue has a sentence for this key."""
        sentence = self._catalogue.gettext(key)
        return sentence != key or self._catalogue.ngettext(key, key, 2) != key

    def with_prefix(self, prefix: str | tuple[str, ...], without: tuple[str, ...] = ()) -> dict[str, str | list[str]]:
        """Return every sentence whose key has this prefix, or one of these, as a template that scripts fill in.

        A sentence with a plural is a list: singular, then plural. Keys that start with one of `without` are left out.
        """
        sentences = _sentences(self.language).items()
        return {key: sentence for key, sentence in sentences if key.startswith(prefix) and not key.startswith(without)}

    def _render(self, text: Text, names: Sequence[str], *, brief: bool) -> str:
        key = f"{text.key}.short" if brief and self.has(f"{text.key}.short") else text.key
        args = {name: self._arg(name, arg, names, brief) for name, arg in text.args}
        n = dict(text.args).get("n")
        template = self._catalogue.ngettext(key, key, abs(n)) if isinstance(n, int) else key
        if template == key:
            template = self._catalogue.gettext(key)
        if template == key and key not in _sentences(self.language):  # "no" is "no" in English
            log.warning("%s has no words for %r", self.language, key)
        sentence = template.format_map(_Args(args)).strip()
        # An empty argument may leave a colon with nothing after it.
        return sentence.rstrip(" :\N{NO-BREAK SPACE}") if "" in args.values() else sentence

    def _arg(self, name: str, arg: Arg, names: Sequence[str], brief: bool) -> str | int:
        if isinstance(arg, Text):
            return _Word(self._render(arg, names, brief=brief))
        if isinstance(arg, str):
            return _Word(arg)
        if name == "seat" or name.endswith("_seat"):
            return _Word(names[arg - 1] if 1 <= arg <= len(names) else arg)
        return _Number(arg)


class _Word(str):
    """A word that a French sentence joins to "de" with `{name:de}`: "d’Ada", "de Bao".

    `{name:cap}` writes its first letter as a capital.
    """

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        if spec == "cap":
            return self[:1].upper() + self[1:]
        if spec != "de":
            return super().__format__(spec)
        return f"d’{self}" if _ELIDES.match(normalize("NFD", self)) else f"de {self}"


_ELIDES = re.compile(r"[aeiouh]|y[^aeiou]", re.IGNORECASE)
"""Beginning of a word before which "de" loses its vowel."""


class _Number(int):
    """A number that is formatted with a real minus sign."""

    def __format__(self, spec: str) -> str:
        return super().__format__(spec).replace("-", "\N{MINUS SIGN}")


class _Args(dict[str, Any]):
    """Arguments by name; an unknown name in a catalogue shows itself instead of breaking the screen."""

    def __missing__(self, key: str) -> str:
        return _Word("{" + key + "}")


@lru_cache(maxsize=4096)
def _rendered(language: str, text: Text, names: tuple[str, ...], brief: bool) -> str:
    """Return a sentence, cached: a view repeats those of a whole game after every move."""
    return Words(language)._render(text, names, brief=brief)


@cache
def _catalogue(language: str) -> gettext.GNUTranslations:
    """Return the program's own words, with those of every game as fallbacks."""
    if not _folders:
        raise RuntimeError("The words of the games are not joined yet: companion.words.catalogue.join comes first.")
    catalogue, *others = (_read(folder, language) for folder in _folders.values())
    for fallback in others:
        catalogue.add_fallback(fallback)
    return catalogue


def _read(folder: Traversable, language: str) -> gettext.GNUTranslations:
    """Read the catalogue of a folder: the compiled one, or a fresh compilation if that is out of date or missing."""
    source, mo_file = folder.joinpath(f"{language}.po").read_bytes(), folder.joinpath(f"{language}.mo")
    if mo_file.is_file():
        catalogue = gettext.GNUTranslations(io.BytesIO(mo_file.read_bytes()))
        if catalogue.gettext(MARK) == checksum_of(source):
            return catalogue
    return gettext.GNUTranslations(io.BytesIO(compile_catalogue(source)))


@cache
def _sentences(language: str) -> dict[str, str | list[str]]:
    """Return every sentence by its key; one with a plural as a list."""
    sentences: dict[str, str | list[str]] = {}
    catalogue: Any = _catalogue(language)
    while catalogue is not None:
        for key, sentence in catalogue._catalog.items():  # gettext has no public way to list all sentences
            if isinstance(key, tuple):
                sentences[key[0]] = [*sentences.get(key[0], ()), sentence]
            elif key not in ("", MARK):
                sentences[key] = sentence
        catalogue = catalogue._fallback
    return sentences


def format_number(number: int) -> str:
    """Return a number with a real minus sign: 6, −1, 0."""
    return f"{_Number(number)}"


def format_signed(number: int) -> str:
    """Return a number with its sign, and a real minus sign: +6, −1, 0."""
    return f"+{number}" if number > 0 else format_number(number)
