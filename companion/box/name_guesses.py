"""Guesses at a name that somebody writes: its likely next letters, and the whole name."""

from __future__ import annotations

import unicodedata
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from importlib import resources

from companion.rules.people_names import name_key

BEGINNING = "^"
"""The beginning of a name in the file of sequences."""
_EVEN_RANKS = 100
"""The greater, the less the first names of the list count beyond the others."""
_LONGEST_SEQUENCE = 3
"""The most letters before a letter that the file of sequences looks at."""


class NameGuesses:
    """Guesses from names that are known here, and from common given names. Accents need not be written."""

    def __init__(self, known: Sequence[str] = (), taken: Collection[str] = ()) -> None:
        """`known` comes first; nobody in `taken` is guessed."""
        self._taken = frozenset(map(name_key, taken))
        self._names = tuple(dict.fromkeys((*known, *common_names())))

    def letters(self, typed: str, letters: str) -> list[str]:
        """Return small letters, the likeliest next one after `typed` first.

        First come those of names that begin so, then those that follow the last letters in other names.
        """
        continued = _next_letters(self._names, name_key(typed) + " " * typed.endswith(" "))
        order = {letter: position for position, letter in enumerate(_following_letters(typed))}
        return sorted(letters, key=lambda letter: (-continued.get(letter, 0), order.get(letter, len(order))))

    def names(self, typed: str, longest: int) -> Iterator[str]:
        """Yield the whole names that begin so, of at most `longest` letters, the likelier ones first."""
        begin = _without_accents(typed)
        for name in self._names if typed else ():
            continues = len(typed) < len(name) <= longest and _without_accents(name).startswith(begin)
            if continues and name_key(name) not in self._taken:
                yield name


@cache
def common_names() -> tuple[str, ...]:
    """Return common given names, the more likely ones first. The file says where they are from."""
    return tuple(name for line in _lines("given_names.txt") for name in line.split())


@cache
def _sequences() -> Mapping[str, str]:
    """Return the letters that follow up to three letters of a name, the more likely ones first, from the file."""
    return dict(line.split(" ") for line in _lines("letter_sequences.txt"))


def _lines(file: str) -> Iterator[str]:
    text = resources.files("companion.box").joinpath(file).read_text("utf-8")
    return (line for line in text.splitlines() if line and not line.startswith("#"))


def _following_letters(typed: str) -> str:
    """Return the letters that follow the end of `typed` in names: after three letters, after two, after one, any."""
    written = BEGINNING * _LONGEST_SEQUENCE + typed.casefold()
    keys = (written[-length:] for length in range(_LONGEST_SEQUENCE, 0, -1))
    sequences = _sequences()
    return "".join(dict.fromkeys("".join((*(sequences.get(key, "") for key in keys), _frequent_letters()))))


@cache
def _frequent_letters() -> str:
    """Return the letters of common names, the most frequent ones first."""
    counts = Counter(letter for name in common_names() for letter in name.casefold())
    return "".join(letter for letter, _ in counts.most_common())


@lru_cache(maxsize=8)
def _next_letters(names: tuple[str, ...], begin: str) -> Mapping[str, float]:
    """Return weights of the letters after a beginning of names, which may lack accents; likelier names count more."""
    plain = _without_accents(begin)
    weights: dict[str, float] = defaultdict(float)
    for rank, key in enumerate(map(name_key, names)):
        if len(key) > len(begin) and _without_accents(key).startswith(plain):
            weights[key[len(begin)]] += 1 / (rank + _EVEN_RANKS)
    return weights


@lru_cache(maxsize=2048)
def _without_accents(text: str) -> str:
    letters = unicodedata.normalize("NFD", text.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
