"""Refusals, and readers that turn the JSON fields of a move into checked values."""

from collections.abc import Container, Mapping
from typing import Any

from tests.kit.reference_games import RefusedError

Card = tuple[str, int]
"""A goods card: its colour and its value in besants."""


def check_names(fields: Mapping[str, Any], required: tuple[str, ...], optional: tuple[str, ...] = ()) -> None:
    """Refuse fields that are missing or unknown."""
    for name in required:
        if name not in fields:
            raise RefusedError(f"field {name!r} is missing")
    for name in fields:
        if name not in required and name not in optional:
            raise RefusedError(f"field {name!r} is unknown")


def integer(value: Any, name: str) -> int:
    """Return the value as an integer; true and false are none."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise RefusedError(f"{name} must be a whole number")
    return value


def integer_in(value: Any, name: str, allowed: Container[int]) -> int:
    """Return the value as an integer out of `allowed`."""
    number = integer(value, name)
    if number not in allowed:
        raise RefusedError(f"{name} cannot be {number}")
    return number


def text(value: Any, name: str) -> str:
    """Return the value as a string."""
    if not isinstance(value, str):
        raise RefusedError(f"{name} must be a text")
    return value


def word(value: Any, name: str, allowed: Container[str]) -> str:
    """Return the value as one of the allowed words."""
    chosen = text(value, name)
    if chosen not in allowed:
        raise RefusedError(f"{name} cannot be {chosen!r}")
    return chosen


def listing(value: Any, name: str) -> list[Any]:
    """Return the value as a list."""
    if not isinstance(value, list):
        raise RefusedError(f"{name} must be a list")
    return value


def mapping(value: Any, name: str) -> dict[str, Any]:
    """Return the value as an object with string keys."""
    if not isinstance(value, dict) or not all(isinstance(key, str) for key in value):
        raise RefusedError(f"{name} must be an object")
    return value


def switch(value: Any, name: str) -> bool:
    """Return the value as true or false."""
    if not isinstance(value, bool):
        raise RefusedError(f"{name} must be true or false")
    return value


def card(value: Any, name: str, printed: Mapping[Card, int]) -> Card:
    """Return the value {colour, value} as a card that exists in this edition."""
    fields = mapping(value, name)
    check_names(fields, ("colour", "value"))
    result = (text(fields["colour"], "colour"), integer(fields["value"], "value"))
    if result not in printed:
        raise RefusedError(f"there is no card {result[0]}:{result[1]}")
    return result


def cards(value: Any, name: str, printed: Mapping[Card, int]) -> list[Card]:
    """Return the value as a list of cards."""
    return [card(item, name, printed) for item in listing(value, name)]


def named_card(name: str, printed: Mapping[Card, int]) -> Card | None:
    """Return the card that a name such as `blue:80` means, or None."""
    for colour, value in printed:
        if name == f"{colour}:{value}":
            return (colour, value)
    return None
