"""Fields of requests: strict reading of JSON bodies and query strings; a refusal names the field."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NoReturn

from flask import request

from companion.server.error_responses import RefusalError, refuse

MOST_ID = 64
"""Longest id of a command, in characters."""
MOST_MOVES = 20
"""Limit on the moves of one command."""
_MOST_NUMBER = 2**53
_MOST_DIGITS = 9


class JsonBody:
    """A JSON object from a request. Fields are read by name and type; `refuse_unknown_fields` refuses the others."""

    def __init__(self, fields: Mapping[str, Any]) -> None:
        """Wrap the fields of a request."""
        self._fields = fields
        self._known: set[str] = set()

    def text(self, name: str, most: int) -> str:
        """Return a text of 1 to `most` characters."""
        value = self._get(name)
        if not isinstance(value, str) or not 1 <= len(value) <= most:
            refuse_malformed(name)
        return value

    def number(self, name: str) -> int:
        """Return a whole number from 0."""
        value = self._get(name)
        if type(value) is not int or not 0 <= value < _MOST_NUMBER:
            refuse_malformed(name)
        return value

    def maybe_number(self, name: str) -> int | None:
        """Return a whole number from 0; None if it is null or missing."""
        return None if self._get(name) is None else self.number(name)

    def flag(self, name: str) -> bool:
        """Return a boolean."""
        value = self._get(name)
        if not isinstance(value, bool):
            refuse_malformed(name)
        return value

    def numbers(self, name: str) -> tuple[int, ...]:
        """Return a list of whole numbers; empty if it is null or missing."""
        value = [] if self._get(name) is None else self._get(name)
        if not isinstance(value, list) or not all(
            type(number) is int and 0 <= number < _MOST_NUMBER for number in value
        ):
            refuse_malformed(name)
        return tuple(value)

    def texts(self, name: str) -> tuple[str, ...]:
        """Return a list of texts."""
        value = self._get(name)
        if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
            refuse_malformed(name)
        return tuple(value)

    def maybe_texts(self, name: str) -> tuple[str, ...] | None:
        """Return a list of texts; None if it is null or missing."""
        return None if self._get(name) is None else self.texts(name)

    def table(self, name: str) -> dict[str, Any]:
        """Return an object."""
        value = self._get(name)
        if not isinstance(value, dict):
            refuse_malformed(name)
        return value

    def maybe_table(self, name: str) -> dict[str, Any] | None:
        """Return an object; None if it is null or missing."""
        return None if self._get(name) is None else self.table(name)

    def moves(self, name: str) -> tuple[tuple[int, dict[str, Any]], ...]:
        """Return a list of 1 to MOST_MOVES objects with a seat and its move."""
        value = self._get(name)
        if not isinstance(value, list) or not 1 <= len(value) <= MOST_MOVES:
            refuse_malformed(name)
        return tuple(_move(move, f"{name}.{index}") for index, move in enumerate(value))

    def has(self, name: str) -> bool:
        """Return whether there is such a field."""
        self._known.add(name)
        return name in self._fields

    def refuse_unknown_fields(self) -> None:
        """Refuse fields that were not read."""
        for name in self._fields:
            if name not in self._known:
                refuse_malformed(name)

    def _get(self, name: str) -> Any:
        self._known.add(name)
        return self._fields.get(name)


def body_of_request() -> JsonBody:
    """Return the object in the body of the request; refuse anything but a JSON object."""
    if not request.is_json:
        refuse(415, "not_json")
    try:
        fields = json.loads(request.get_data(), parse_constant=_refuse_constant)
        json.dumps(fields, ensure_ascii=False).encode()  # a lone surrogate cannot be stored
    except (ValueError, RecursionError):
        refuse_malformed()
    if not isinstance(fields, dict):
        refuse_malformed()
    return JsonBody(fields)


def _move(value: object, where: str) -> tuple[int, dict[str, Any]]:
    """Return a seat and its move."""
    if not isinstance(value, dict) or value.keys() != {"seat", "move"}:
        refuse_malformed(where)
    seat, move = value["seat"], value["move"]
    if type(seat) is not int or not 0 <= seat < _MOST_NUMBER:
        refuse_malformed(f"{where}.seat")
    if not isinstance(move, dict):
        refuse_malformed(f"{where}.move")
    return seat, move


def query_number(name: str) -> int | None:
    """Return a whole number from 1 in the query string of a request; None if it is missing."""
    value = request.args.get(name)
    if value is None:
        return None
    if not (value.isascii() and value.isdecimal() and 1 <= len(value) <= _MOST_DIGITS and int(value)):
        refuse_malformed(name)
    return int(value)


def refuse_malformed(where: str = "") -> NoReturn:
    """Refuse a malformed request; `where` names the field at fault."""
    details = {"where": where} if where else {}
    raise RefusalError(400, "malformed", **details)


def _refuse_constant(name: str) -> None:
    raise ValueError(name)
