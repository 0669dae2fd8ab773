"""Checks of a move's JSON fields."""

from collections.abc import Callable
from typing import Any

from tests.kit.reference_games import RefusedError


def _is_crate(value: Any) -> bool:
    return type(value) is int and value in (1, 2)


def _is_number(value: Any) -> bool:
    return type(value) is int


# Each move: its required and its optional fields, each field with the test of its value.
_REQUIRED: dict[str, dict[str, Callable[[Any], bool]]] = {
    "step": {"by": lambda value: value in ("cards", "ballast")},
    "crate": {"value": _is_crate},
    "no_crates": {},
    "end_turn": {},
    "correct": {
        "what": lambda value: value in ("gold", "space:1", "space:2", "crate"),
        "by": _is_number,
        "note": lambda value: isinstance(value, str),
    },
}
_OPTIONAL: dict[str, dict[str, Callable[[Any], bool]]] = {
    "step": {"camel": lambda value: type(value) is int and value in (1, 2)},
    "crate": {"space": _is_number},
}


def check_fields(move: str, fields: dict[str, Any]) -> None:
    """Raise Refused, without a ruling, for an unknown move and for fields that do not fit it."""
    if move not in _REQUIRED:
        raise RefusedError(f"unknown move {move!r}")
    required = _REQUIRED[move]
    allowed = required | _OPTIONAL.get(move, {})
    missing = [name for name in required if name not in fields]
    if missing:
        raise RefusedError(f"{move} lacks the field {missing[0]}")
    for name, value in fields.items():
        if name not in allowed:
            raise RefusedError(f"{move} has no field {name!r}")
        if not allowed[name](value):
            raise RefusedError(f"{name} of {move} cannot be {value!r}")
