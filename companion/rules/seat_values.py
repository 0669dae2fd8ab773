"""Tuples with a value for each seat, or for each place counted from 1."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def with_value(values: tuple[T, ...], number: int, value: T) -> tuple[T, ...]:
    """Return these values with another one for this seat or place, from 1."""
    return (*values[: number - 1], value, *values[number:])
