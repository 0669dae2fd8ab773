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
_SAME_SIGNS = str.maketrans(dict.fromkeys("’‘‛ʼʹ′`´＇", "'") | dict.fromkeys("‐‑‒–—−", "-"))
"""Apostrophes and hyphens as keyboards write them: an iPhone makes the curved one of each straight one."""
_LOOKS_LIKE = {ord(letter): latin for letters, latins in _ALIKE for letter, latin in zip(letters, latins, strict=True)}
"""Letters of other scripts that nobody can tell from a Latin one."""
_NON_JOINER, _JOINER, _BLACK_FLAG = "\u200c", "\u200d", "\U0001f3f4"
_VIRAMA = 9
"""Combining class of the signs of India and Sri Lanka after which a joiner chooses the form of a letter."""
_JOINS_NOTHING = frozenset("\u0621\u0674")
"""Arabic letters that never join."""
_JOINS_BACK_ONLY = (
    _JOINS_NOTHING
    | frozenset(
        "\u0622\u0623\u0624\u0625\u0627\u0629\u062f\u0630\u0631\u0632\u0648\u0671\u0672\u0673\u0675\u0676\u0677"
        "\u06c0\u06c3\u06c4\u06c5\u06c6\u06c7\u06c8\u06c9\u06ca\u06cb\u06cd\u06cf\u06d2\u06d3\u06d5\u06ee\u06ef"
    )
    | {chr(code) for code in range(0x0688, 0x069A)}
)
"""Arabic letters that never join the next one."""


def normalise_name(name: str) -> str:
    """Return a name as it is stored: single spaces inside, none around it, and its letters composed (NFC).

    Invisible format signs are dropped. Joiners stay where the script or an emoji needs them.
    """
    composed = unicodedata.normalize("NFC", " ".join(name.split()))
    return unicodedata.normalize("NFC", " ".join(without_invisible(composed).split()))


def without_invisible(name: str) -> str:
    """Return a name without the invisible format signs that it does not need."""
    return "".join(sign for i, sign in enumerate(name) if not _is_format(sign) or _is_needed(name, i))


def is_name(name: object) -> bool:
    """Return whether a value is a name: 1 to LONGEST_NAME letters, not blank, and no invisible sign without need."""
    return (
        isinstance(name, str)
        and 0 < len(name) <= LONGEST_NAME
        and bool(name.strip())
        and all(_is_drawn(sign) or _is_needed(name, i) for i, sign in enumerate(name))
    )


def _is_drawn(sign: str) -> bool:
    """Return whether a letter is drawn; emoji that are newer than this Python are, too."""
    return sign.isprintable() or (unicodedata.category(sign) == "Cn" and "\U0001f000" <= sign <= "\U0001fbff")


def _is_format(sign: str) -> bool:
    return unicodedata.category(sign) == "Cf"


def _is_needed(name: str, i: int) -> bool:
    """Return whether the invisible sign at this place changes how its neighbours look.

    Joiners do after a virama, and between emoji; the non-joiner between Arabic letters that would join; tags behind a
    black flag.
    """
    sign, before, after = name[i], name[:i].rstrip("\ufe0f"), name[i + 1 : i + 2]
    if "\U000e0020" <= sign <= "\U000e007f":
        return before.rstrip("".join(map(chr, range(0xE0020, 0xE0080)))).endswith(_BLACK_FLAG)
    if sign not in (_NON_JOINER, _JOINER) or not before:
        return False
    if unicodedata.combining(before[-1]) == _VIRAMA:
        return True
    if sign == _JOINER:
        return _is_emoji(before[-1]) and after != "" and _is_emoji(after)
    letters = before.rstrip("".join({mark for mark in before if unicodedata.category(mark) == "Mn"}))
    return letters != "" and _joins_next(letters[-1]) and _is_arabic(after) and after not in _JOINS_NOTHING


def _is_emoji(sign: str) -> bool:
    return unicodedata.category(sign) in ("So", "Sk") or (not sign.isprintable() and _is_drawn(sign))


def _joins_next(letter: str) -> bool:
    return _is_arabic(letter) and letter not in _JOINS_BACK_ONLY


def _is_arabic(letter: str) -> bool:
    return letter != "" and unicodedata.name(letter, "").startswith("ARABIC LETTER")


@lru_cache(maxsize=1_000)
def name_key(name: str) -> str:
    """Return a key that is equal for all spellings of one person's name, whatever the case and the apostrophes.

    It is cached: statistics ask for the keys of a few names thousands of times.
    """
    return normalise_name(name).translate(_SAME_SIGNS).casefold()


def name_skeleton(name: str) -> str:
    """Return a key that is equal for names that look the same, in any script; empty for a blank name."""
    letters = unicodedata.normalize("NFKC", unicodedata.normalize("NFC", name).translate(_SAME_SIGNS))
    visible = "".join(letter for letter in letters if letter not in _INVISIBLE and not _is_format(letter))
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
        if not is_name(name):
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
                and other.casefold() != name.casefold()
                and name_skeleton(other) == name_skeleton(name)
            ):
                raise MalformedError(say("error.name_alike", name=name, other=other), f"seats.{i}")
    return normalised
