"""Reading a profile: each value checked, and every fault told with its path."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.rules.codec import join
from companion.rules.rule_errors import MalformedError
from companion.rules.text import say


def table(value: object, where: str) -> Mapping[str, Any]:
    """The value, which must be a table. Raises MalformedError."""
    if not isinstance(value, Mapping):
        raise MalformedError(say("error.wrong_type", wanted="object"), where)
    return value


def known(values: Mapping[str, Any], names: tuple[str, ...], where: str) -> None:
    """Whether a table has no names but these. Raises MalformedError."""
    for name in values:
        if name not in names:
            raise MalformedError(say("error.unknown_option", option=join(where, name)), join(where, name))


def number(values: Mapping[str, Any], name: str, where: str, low: int, high: int) -> int:
    """A whole number of a table, from `low` to `high`. Raises MalformedError."""
    value = values.get(name)
    if type(value) is not int:
        raise MalformedError(say("error.wrong_type", wanted="integer"), join(where, name))
    if not low <= value <= high:
        raise MalformedError(say("error.out_of_bounds", low=low, high=high), join(where, name))
    return value


def listed(values: Mapping[str, Any], name: str, where: str) -> list[Any]:
    """A list of a table. Raises MalformedError."""
    value = values.get(name)
    if not isinstance(value, list):
        raise MalformedError(say("error.wrong_type", wanted="array"), join(where, name))
    return value


def texts(values: Mapping[str, Any], name: str, where: str, longest: int) -> tuple[str, ...]:
    """A list of short texts of a table, none empty. Raises MalformedError."""
    found = listed(values, name, where)
    for at, text in enumerate(found):
        if not isinstance(text, str) or not text.strip() or not text.isprintable() or len(text) > longest:
            raise MalformedError(say("error.name", most=longest), join(where, f"{name}.{at}"))
    return tuple(found)
