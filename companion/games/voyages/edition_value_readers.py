"""Readers for the values in an edition's tables: prices, rewards, decks. Each checks its value and names its path."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

from companion.games.voyages.amounts import Amounts
from companion.rules import codec
from companion.rules.codec import join_path
from companion.rules.rule_errors import MalformedError
from companion.rules.text import say

MOST = 99
"""The greatest value that a figure of this game may have."""
CONFIDENCE = "confidence"
"""A note for human readers how certain a table's figures are; every table may have it."""
T = TypeVar("T")


def read_table(value: object, where: str) -> Mapping[str, Any]:
    """Return the value, which must be a table. Raises MalformedError."""
    if not isinstance(value, Mapping):
        raise MalformedError(say("error.wrong_type", wanted="object"), where)
    return value


def read_entries(value: object, where: str) -> Iterator[tuple[str, Any]]:
    """Yield the entries of a table by name, without its confidence note. Raises MalformedError."""
    return ((name, entry) for name, entry in read_table(value, where).items() if name != CONFIDENCE)


def check_names(values: Mapping[str, Any], names: tuple[str, ...], where: str) -> None:
    """Check that a table has only these names. Raises MalformedError."""
    for name in values:
        if name not in (*names, CONFIDENCE):
            raise MalformedError(say("error.unknown_option", option=join_path(where, name)), join_path(where, name))


def read_number(values: Mapping[str, Any], name: str, where: str, low: int = 0, high: int = MOST) -> int:
    """Return an integer of a table, from `low` to `high`. Raises MalformedError."""
    value = values.get(name)
    if type(value) is not int:
        raise MalformedError(say("error.wrong_type", wanted="integer"), join_path(where, name))
    if not low <= value <= high:
        raise MalformedError(say("error.out_of_bounds", low=low, high=high), join_path(where, name))
    return value


def read_numbers(values: Mapping[str, Any], name: str, where: str) -> tuple[int, ...]:
    """Return a list of integers of a table. Raises MalformedError."""
    array = values.get(name)
    if not isinstance(array, list):
        raise MalformedError(say("error.wrong_type", wanted="array"), join_path(where, name))
    by_place = {str(index): item for index, item in enumerate(array)}
    return tuple(read_number(by_place, key, join_path(where, name)) for key in by_place)


def read_by_number(values: Mapping[str, Any], name: str, where: str, most: int) -> tuple[tuple[int, int], ...]:
    """Return a table that maps numbers, 1 to `most`, to numbers, as sorted pairs. Raises MalformedError."""
    where = join_path(where, name)
    pairs = []
    for key, _ in read_entries(values.get(name), where):
        pairs.append((read_key(key, where, most), read_number(read_table(values[name], where), key, where)))
    return tuple(sorted(pairs))


def read_key(key: str, where: str, most: int) -> int:
    """Return the number that a key of a table denotes, from 1 to `most`. Raises MalformedError."""
    if key not in map(str, range(1, most + 1)):
        raise MalformedError(say("error.out_of_bounds", low=1, high=most), join_path(where, key))
    return int(key)


def read_record(cls: type[T], entry: object, where: str, **named: str) -> T:
    """Read a card or another record; `named` are fields outside its own table, such as its id.

    Raises MalformedError.
    """
    return codec.from_json(cls, {**read_table(entry, where), **named}, where)


def read_amounts(entry: object, where: str) -> Amounts:
    """Read amounts, none of them negative. Raises MalformedError."""
    return check_amounts(codec.from_json(Amounts, entry, where), where)


def check_amounts(amounts: Amounts, where: str) -> Amounts:
    """Return the same amounts after checking that each is within bounds. Raises MalformedError."""
    for name, n in amounts.every:
        if not 1 <= n <= MOST:  # `every` yields no zeros
            raise MalformedError(say("error.out_of_bounds", low=0, high=MOST), join_path(where, name))
    return amounts
