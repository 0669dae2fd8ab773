"""Names of people: written in one way, never blank, and told from each other by whoever reads them."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Sequence

from companion.rules.rule_errors import MalformedError
from companion.rules.text import say

LONGEST_NAME = 40
"""In letters."""

_UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0") | {
    chr(code) for code in range(0xFE00, 0xFE10)
}
"""What has no shape of its own, though it counts as a letter or a mark."""
_STROKE, _RING = "|", "0"
"""What a capital i, a small l and a one look like, and a capital o and a nought."""
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
_LOOKS_LIKE = {ord(one): other for ones, others in _ALIKE for one, other in zip(ones, others, strict=True)}
"""Letters that nobody can tell from each other, whatever script they are of."""


def neat(name: str) -> str:
    """A name as it is kept: no blanks around it and single ones in it, and its letters composed (NFC)."""
    return unicodedata.normalize("NFC", " ".join(name.split()))


def same_person(name: str) -> str:
    """What the names that one person is written by have in common: the same letters, large or small."""
    return neat(name).casefold()


def looks(name: str) -> str:
    """What the names that look the same have in common, whatever letters they are made of; empty for a blank one."""
    shown = "".join(letter for letter in unicodedata.normalize("NFKC", name) if letter not in _UNSEEN)
    latin = unicodedata.normalize("NFC", unicodedata.normalize("NFD", " ".join(shown.split())).translate(_LOOKS_LIKE))
    return latin.casefold()


def check_names(names: Sequence[object], seats: range) -> tuple[str, ...]:
    """The names of the seats as a file or a journal says them: as many as the game seats, short, each its own.

    Raises MalformedError with the path of the one that will not do.
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


def new_names(names: Sequence[object], before: Collection[str] = ()) -> tuple[object, ...]:
    """The names that people give themselves now, neatly written; how many, and how long, `check_names` says.

    Those that were there `before` stay as they are. Raises MalformedError for one that is blank, or that nobody could
    tell from another.
    """
    written = tuple(neat(name) if isinstance(name, str) and name not in before else name for name in names)
    for i, name in enumerate(written):
        if not isinstance(name, str) or name in before:
            continue
        if not looks(name):
            raise MalformedError(say("error.name", most=LONGEST_NAME), f"seats.{i}")
        for other in (*written[:i], *(one for one in written[i + 1 :] if one in before)):
            if isinstance(other, str) and same_person(other) != same_person(name) and looks(other) == looks(name):
                raise MalformedError(say("error.name_alike", name=name, other=other), f"seats.{i}")
    return written
