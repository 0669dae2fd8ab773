"""Names of people: their normal form, and checks that they are not blank and differ to the eye."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Sequence
from functools import lru_cache

from companion.rules.rule_errors import MalformedError
from companion.rules.text import say

LONGEST_NAME = 40
"""Maximum number of letters."""

_INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0") | {
    chr(code) for code in range(0xFE00, 0xFE10)
}
"""Characters that are invisible although Unicode counts them as letters or marks."""
_STROKE, _RING = "|", "0"
"""Common look of capital i, small l and one; `_RING` is that of capital o and zero."""
_ALIKE = (
    ("АВЕЅЈКМНРСТУХ", "ABESJKMHPCTYX"),  # Cyrillic
    ("аеѕіјорсухԁһ", "aesijopcyxdh"),
    ("ΑΒΕΖΗΚΜΝΡΤΥΧ", "ABEZHKMNPTYX"),  # Greek
    ("ανικορυχ", "avikopux"),
    ("ԌԚԜѴҮ", "GQWVY"),
    ("ԛԝѵ", "qwv"),
    ("ᎪᏴᏟᎠᎬᏀᎻᎫᏦᏞᎷᏢᎡᏚᎢᏙᎳᎩᏃ", "ABCDEGHJKLMPRSTVWYZ"),  # Cherokee
    ("ꓮꓐꓚꓓꓰꓝꓖꓧꓙꓗꓡꓟꓠꓑꓣꓢꓔꓴꓦꓪꓫꓬꓜ", "ABCDEFGHJKLMNPRSTUVWXYZ"),  # Lisu
    ("ՍսոհյօցԼ", "UunhjogL"),  # Armenian
    ("ІΙӀꓲI1l", _STROKE * 7),
    ("ОΟՕꓳO", _RING * 5),
    ("ı", "i"),
)
_LOOKS_LIKE = {ord(letter): latin for letters, latins in _ALIKE for letter, latin in zip(letters, latins, strict=True)}
"""Letters of other scripts that nobody can tell from a Latin one."""


def normalise_name(name: str) -> str:
    """Return a name as it is stored: single spaces inside, none around it, and its letters composed (NFC)."""
    return unicodedata.normalize("NFC", " ".join(name.split()))


@lru_cache(maxsize=1_000)
def name_key(name: str) -> str:
    """Return a key that is equal for all spellings of one person's name, whatever the case of the letters.

    It is cached: statistics ask for the keys of a few names thousands of times.
    """
    return normalise_name(name).casefold()


def name_skeleton(name: str) -> str:
    """Return a key that is equal for names that look the same, in any script; empty for a blank name."""
    visible = "".join(letter for letter in unicodedata.normalize("NFKC", name) if letter not in _INVISIBLE)
    latin = unicodedata.normalize("NFC", unicodedata.normalize("NFD", " ".join(visible.split())).translate(_LOOKS_LIKE))
    return latin.casefold()


def check_names(names: Sequence[object], seats: range) -> tuple[str, ...]:
    """Return the names of the seats from a file or journal, if their number and lengths are allowed and all differ.

    Raises MalformedError with the path of the first invalid name.
    """
    if not isinstance(names, list | tuple) or len(names) not in seats:
        raise MalformedError(say("error.seats", low=seats[0], high=seats[-1]), "seats")
    checked: list[str] = []
    for i, name in enumerate(names):
        if not isinstance(name, str) or not name.strip() or len(name) > LONGEST_NAME or not name.isprintable():
            raise MalformedError(say("error.name", most=LONGEST_NAME), f"seats.{i}")
        if name.casefold() in (other.casefold() for other in checked):
            raise MalformedError(say("error.name_twice", name=name), f"seats.{i}")
        checked.append(name)
    return tuple(checked)


def normalise_new_names(names: Sequence[object], before: Collection[str] = ()) -> tuple[object, ...]:
    """Return the names that people choose now in normal form. `check_names` checks their number and length.

    Names in `before` stay as they are. Raises MalformedError for a blank name, and for one that looks like another.
    """
    normalised = tuple(normalise_name(name) if isinstance(name, str) and name not in before else name for name in names)
    for i, name in enumerate(normalised):
        if not isinstance(name, str) or name in before:
            continue
        if not name_skeleton(name):
            raise MalformedError(say("error.name", most=LONGEST_NAME), f"seats.{i}")
        for other in (*normalised[:i], *(old_name for old_name in normalised[i + 1 :] if old_name in before)):
            if (
                isinstance(other, str)
                and name_key(other) != name_key(name)
                and name_skeleton(other) == name_skeleton(name)
            ):
                raise MalformedError(say("error.name_alike", name=name, other=other), f"seats.{i}")
    return normalised
