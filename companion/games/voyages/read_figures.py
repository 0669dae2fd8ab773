"""Reading the tables of figures: each value checked, and every fault told with its path."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

from companion.games.voyages.amounts import Amounts
from companion.rules import codec
from companion.rules.codec import join
from companion.rules.rule_errors import MalformedError
from companion.rules.text import say

MOST = 99
"""No figure of this game is greater."""
CONFIDENCE = "confidence"
"""How sure a table is, in words for whoever reads it; it may stand in every table."""
T = TypeVar("T")


def table(value: object, where: str) -> Mapping[str, Any]:
    """The value, which must be a table. Raises MalformedError."""
    if not isinstance(value, Mapping):
        raise MalformedError(say("error.wrong_type", wanted="object"), where)
    return value


def entries(value: object, where: str) -> Iterator[tuple[str, Any]]:
    """What stands in a table by name, without how sure it is. Raises MalformedError."""
    return ((name, entry) for name, entry in table(value, where).items() if name != CONFIDENCE)


def known(values: Mapping[str, Any], names: tuple[str, ...], where: str) -> None:
    """Whether a table has no names but these. Raises MalformedError."""
    for name in values:
        if name not in (*names, CONFIDENCE):
            raise MalformedError(say("error.unknown_option", option=join(where, name)), join(where, name))


def number(values: Mapping[str, Any], name: str, where: str, low: int = 0, high: int = MOST) -> int:
    """A whole number of a table, from `low` to `high`. Raises MalformedError."""
    value = values.get(name)
    if type(value) is not int:
        raise MalformedError(say("error.wrong_type", wanted="integer"), join(where, name))
    if not low <= value <= high:
        raise MalformedError(say("error.out_of_bounds", low=low, high=high), join(where, name))
    return value


def numbers(values: Mapping[str, Any], name: str, where: str) -> tuple[int, ...]:
    """A list of whole numbers of a table. Raises MalformedError."""
    found = values.get(name)
    if not isinstance(found, list):
        raise MalformedError(say("error.wrong_type", wanted="array"), join(where, name))
    by_place = {str(at): one for at, one in enumerate(found)}
    return tuple(number(by_place, at, join(where, name)) for at in by_place)


def by_number(values: Mapping[str, Any], name: str, where: str, most: int) -> tuple[tuple[int, int], ...]:
    """A table from numbers, 1 to `most`, to numbers, sorted. Raises MalformedError."""
    where = join(where, name)
    found = []
    for key, _ in entries(values.get(name), where):
        found.append((counted(key, where, most), number(table(values[name], where), key, where)))
    return tuple(sorted(found))


def counted(key: str, where: str, most: int) -> int:
    """The number that a name of a table is, from 1. Raises MalformedError."""
    if key not in map(str, range(1, most + 1)):
        raise MalformedError(say("error.out_of_bounds", low=1, high=most), join(where, key))
    return int(key)


def record(cls: type[T], entry: object, where: str, **named: str) -> T:
    """A card or the like, with its id and what else is not in its own table. Raises MalformedError."""
    return codec.from_json(cls, {**table(entry, where), **named}, where)


def amounts(entry: object, where: str) -> Amounts:
    """So much of each thing, none of it below nothing. Raises MalformedError."""
    return checked(codec.from_json(Amounts, entry, where), where)


def checked(given: Amounts, where: str) -> Amounts:
    """The same, if each number is within its bounds. Raises MalformedError."""
    for name, n in given.every:
        if not 1 <= n <= MOST:  # nothing of it is not among them
            raise MalformedError(say("error.out_of_bounds", low=0, high=MOST), join(where, name))
    return given
