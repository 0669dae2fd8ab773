"""What comes in as JSON: read strictly, every fault with the field that has it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NoReturn

from flask import request

from companion.server.error_responses import RefusalError, refuse

MOST_ID = 64
"""Characters of the name that a command makes up for itself."""
MOST_MOVES = 20
"""Moves that one command may have."""
_MOST_NUMBER = 2**53
_MOST_DIGITS = 9


class Body:
    """An object that came in. Every field is asked for by name and type; `end` refuses what nobody asked for."""

    def __init__(self, fields: Mapping[str, Any]) -> None:
        """`fields` as they came in."""
        self._fields = fields
        self._asked: set[str] = set()

    def text(self, name: str, most: int) -> str:
        """A text of 1 to `most` characters."""
        value = self._get(name)
        if not isinstance(value, str) or not 1 <= len(value) <= most:
            malformed(name)
        return value

    def number(self, name: str) -> int:
        """A whole number from 0."""
        value = self._get(name)
        if type(value) is not int or not 0 <= value < _MOST_NUMBER:
            malformed(name)
        return value

    def maybe_number(self, name: str) -> int | None:
        """A whole number from 0; None where it is null or left out."""
        return None if self._get(name) is None else self.number(name)

    def flag(self, name: str) -> bool:
        """Yes or no."""
        value = self._get(name)
        if not isinstance(value, bool):
            malformed(name)
        return value

    def numbers(self, name: str) -> tuple[int, ...]:
        """A list of whole numbers; left out, it is empty."""
        value = [] if self._get(name) is None else self._get(name)
        if not isinstance(value, list) or not all(type(one) is int and 0 <= one < _MOST_NUMBER for one in value):
            malformed(name)
        return tuple(value)

    def texts(self, name: str) -> tuple[str, ...]:
        """A list of texts."""
        value = self._get(name)
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            malformed(name)
        return tuple(value)

    def maybe_texts(self, name: str) -> tuple[str, ...] | None:
        """A list of texts; None where it is null or left out."""
        return None if self._get(name) is None else self.texts(name)

    def table(self, name: str) -> dict[str, Any]:
        """An object."""
        value = self._get(name)
        if not isinstance(value, dict):
            malformed(name)
        return value

    def maybe_table(self, name: str) -> dict[str, Any] | None:
        """An object; None where it is null or left out."""
        return None if self._get(name) is None else self.table(name)

    def moves(self, name: str) -> tuple[tuple[int, dict[str, Any]], ...]:
        """A list of 1 to MOST_MOVES objects with a seat and its move."""
        value = self._get(name)
        if not isinstance(value, list) or not 1 <= len(value) <= MOST_MOVES:
            malformed(name)
        return tuple(_move(one, f"{name}.{at}") for at, one in enumerate(value))

    def has(self, name: str) -> bool:
        """Whether there is such a field."""
        self._asked.add(name)
        return name in self._fields

    def end(self) -> None:
        """Refuse fields that nobody asked for."""
        for name in self._fields:
            if name not in self._asked:
                malformed(name)

    def _get(self, name: str) -> Any:
        self._asked.add(name)
        return self._fields.get(name)


def body_of_request() -> Body:
    """The object that the request carries; refuses what is no JSON object."""
    if not request.is_json:
        refuse(415, "not_json")
    try:
        fields = json.loads(request.get_data(), parse_constant=_no_constant)
        json.dumps(fields, ensure_ascii=False).encode()  # a half of a letter is no text that could be kept
    except (ValueError, RecursionError):
        malformed()
    if not isinstance(fields, dict):
        malformed()
    return Body(fields)


def _move(value: object, where: str) -> tuple[int, dict[str, Any]]:
    """A seat and its move."""
    if not isinstance(value, dict) or value.keys() != {"seat", "move"}:
        malformed(where)
    seat, move = value["seat"], value["move"]
    if type(seat) is not int or not 0 <= seat < _MOST_NUMBER:
        malformed(f"{where}.seat")
    if not isinstance(move, dict):
        malformed(f"{where}.move")
    return seat, move


def asked_number(name: str) -> int | None:
    """A whole number from 1 in the address of a request; None where it is left out."""
    value = request.args.get(name)
    if value is None:
        return None
    if not (value.isascii() and value.isdecimal() and 1 <= len(value) <= _MOST_DIGITS and int(value)):
        malformed(name)
    return int(value)


def malformed(where: str = "") -> NoReturn:
    """Refuse a request that makes no sense; `where` is the field to blame."""
    about = {"where": where} if where else {}
    raise RefusalError(400, "malformed", **about)


def _no_constant(name: str) -> None:
    raise ValueError(name)
