"""Readers for the values in an edition's tables: each checks its value and reports an error with its path."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.rules.codec import join_path
from companion.rules.rule_errors import MalformedError
from companion.rules.text import say


def read_table(value: object, path: str) -> Mapping[str, Any]:
    """Return the value, which must be a table. Raises MalformedError."""
    if not isinstance(value, Mapping):
        raise MalformedError(say("error.wrong_type", wanted="object"), path)
    return value


def check_known_names(values: Mapping[str, Any], names: tuple[str, ...], path: str) -> None:
    """Check that a table has only these names. Raises MalformedError."""
    for name in values:
        if name not in names:
            raise MalformedError(say("error.unknown_option", option=join_path(path, name)), join_path(path, name))


def read_number(values: Mapping[str, Any], name: str, path: str, low: int, high: int) -> int:
    """Return an integer of a table, from `low` to `high`. Raises MalformedError."""
    value = values.get(name)
    if type(value) is not int:
        raise MalformedError(say("error.wrong_type", wanted="integer"), join_path(path, name))
    if not low <= value <= high:
        raise MalformedError(say("error.out_of_bounds", low=low, high=high), join_path(path, name))
    return value


def read_list(values: Mapping[str, Any], name: str, path: str) -> list[Any]:
    """Return a list of a table. Raises MalformedError."""
    value = values.get(name)
    if not isinstance(value, list):
        raise MalformedError(say("error.wrong_type", wanted="array"), join_path(path, name))
    return value


def read_texts(values: Mapping[str, Any], name: str, path: str, longest: int) -> tuple[str, ...]:
    """Return a list of short texts of a table, none empty. Raises MalformedError."""
    entries = read_list(values, name, path)
    for index, text in enumerate(entries):
        check_text(text, join_path(path, f"{name}.{index}"), longest)
    return tuple(entries)


def check_text(text: object, path: str, longest: int) -> None:
    """Check that this is a short text, not empty. Raises MalformedError."""
    if not isinstance(text, str) or not text.strip() or not text.isprintable() or len(text) > longest:
        raise MalformedError(say("error.name", most=longest), path)
