"""Frozen dataclasses to JSON and back, strictly, and the JSON Schema of them.

Understood are int, bool, str, None, Enum, `tuple[T, ...]`, `tuple[A, B]`, unions and frozen dataclasses of these. A
field whose name is a word of Python carries its JSON name in its metadata: `field(metadata={"json": "with"})`.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Callable, Mapping
from enum import Enum
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar

from companion.rules.errors import MalformedError
from companion.rules.text import say

T = TypeVar("T")
_PLAIN: dict[type, str] = {int: "integer", bool: "boolean", str: "string", type(None): "null"}


@dataclasses.dataclass(frozen=True, slots=True)
class Slot:
    """One field of a dataclass as JSON sees it."""

    name: str
    attribute: str
    type: Any
    required: bool
    default_none: bool
    """It may be left out, and then it is None."""


@cache
def slots_of(cls: type) -> tuple[Slot, ...]:
    """The fields of a dataclass in order, with their JSON names and resolved types."""
    hints = typing.get_type_hints(cls)
    return tuple(
        Slot(
            name=str(f.metadata.get("json", f.name)),
            attribute=f.name,
            type=hints[f.name],
            required=f.default is dataclasses.MISSING and f.default_factory is dataclasses.MISSING,
            default_none=f.default is None,
        )
        for f in dataclasses.fields(cls)
    )


def to_json(value: Any) -> Any:
    """The JSON of a value: dataclasses as objects (a None that is the default left out), tuples as lists."""
    # Most of a state is plain, and every press waits for all of it to be written.
    kind: type = type(value)
    return value if kind in _PLAIN else _writer(kind)(value)


@cache
def _writer(kind: type) -> Callable[[Any], Any]:
    """What writes the values of a type that is not plain; found out once, for a state has hundreds of a few types."""
    if issubclass(kind, tuple):
        return lambda items: [to_json(item) for item in items]
    if issubclass(kind, Enum):
        return attrgetter("value")
    if dataclasses.is_dataclass(kind):
        return _object_writer(kind)
    return lambda value: value


def _object_writer(kind: type) -> Callable[[Any], dict[str, Any]]:
    slots = [(slot.name, attrgetter(slot.attribute), slot.default_none) for slot in slots_of(kind)]

    def write(value: Any) -> dict[str, Any]:
        found = {}
        for name, get, default_none in slots:
            item = get(value)
            if item is None and default_none:
                continue
            found[name] = item if type(item) in _PLAIN else to_json(item)
        return found

    return write


def from_json(cls: type[T], value: object, where: str = "") -> T:
    """The value of type `cls` that this JSON says.

    Raises MalformedError, with the path, for a wrong type, an unknown field or word, or a field missing. Nothing is
    converted: "1" is no number, and true is none either.
    """
    return typing.cast(T, _decode(cls, value, where))


def schema_of(cls: Any) -> dict[str, Any]:
    """The JSON Schema (2020-12) of what `from_json` accepts for this type."""
    if cls in _PLAIN:
        return {"type": _PLAIN[cls]}
    origin, args = typing.get_origin(cls), typing.get_args(cls)
    if origin in (typing.Union, types.UnionType):
        return {"anyOf": [schema_of(arg) for arg in args]}
    if origin is tuple and len(args) == 2 and args[1] is Ellipsis:
        return {"type": "array", "items": schema_of(args[0])}
    if origin is tuple:
        items = [schema_of(arg) for arg in args]
        return {"type": "array", "prefixItems": items, "minItems": len(items), "maxItems": len(items)}
    if isinstance(cls, type) and issubclass(cls, Enum):
        return {"enum": [member.value for member in cls]}
    fields = slots_of(cls)
    return {
        "type": "object",
        "properties": {slot.name: schema_of(slot.type) for slot in fields},
        "required": [slot.name for slot in fields if slot.required],
        "additionalProperties": False,
    }


def _decode(cls: Any, value: object, where: str) -> Any:
    if cls in _PLAIN:
        if type(value) is not cls:
            raise MalformedError(say("error.wrong_type", wanted=_PLAIN[cls]), where)
        if isinstance(value, str) and any("\ud800" <= letter <= "\udfff" for letter in value):
            raise MalformedError(say("error.wrong_type", wanted="string"), where)  # half a letter: it cannot be written
        return value
    origin, args = typing.get_origin(cls), typing.get_args(cls)
    if origin in (typing.Union, types.UnionType):
        return _decode_union(args, value, where)
    if origin is tuple:
        return _decode_tuple(args, value, where)
    if isinstance(cls, type) and issubclass(cls, Enum):
        known = {member.value: member for member in cls}
        if not isinstance(value, str) or value not in known:
            raise MalformedError(say("error.unknown_word", wanted=", ".join(known)), where)
        return known[value]
    return _decode_object(cls, value, where)


def _decode_union(args: tuple[Any, ...], value: object, where: str) -> Any:
    if value is None and type(None) in args:
        return None
    errors = []
    for arg in args:
        if arg is not type(None):
            try:
                return _decode(arg, value, where)
            except MalformedError as error:
                errors.append(error)
    raise errors[0]


def _decode_tuple(args: tuple[Any, ...], value: object, where: str) -> Any:
    if not isinstance(value, list):
        raise MalformedError(say("error.wrong_type", wanted="array"), where)
    if len(args) == 2 and args[1] is Ellipsis:
        return tuple(_decode(args[0], item, join(where, str(i))) for i, item in enumerate(value))
    if len(value) != len(args):
        raise MalformedError(say("error.wrong_length", wanted=len(args)), where)
    return tuple(_decode(arg, item, join(where, str(i))) for i, (arg, item) in enumerate(zip(args, value, strict=True)))


def _decode_object(cls: type, value: object, where: str) -> Any:
    if not isinstance(value, Mapping):
        raise MalformedError(say("error.wrong_type", wanted="object"), where)
    fields = {slot.name: slot for slot in slots_of(cls)}
    for name in value:
        if name not in fields:
            raise MalformedError(say("error.unknown_field", field=str(name)), join(where, str(name)))
    for name, slot in fields.items():
        if slot.required and name not in value:
            raise MalformedError(say("error.missing_field", field=name), join(where, name))
    found = {fields[name]: item for name, item in value.items()}
    return cls(**{slot.attribute: _decode(slot.type, item, join(where, slot.name)) for slot, item in found.items()})


def join(where: str, name: str) -> str:
    """The path of a thing inside another, as errors name it: `tally.ganzhou`."""
    return f"{where}.{name}" if where else name
