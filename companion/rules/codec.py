"""Strict conversion between frozen dataclasses and JSON, and their JSON Schema.

Supported types are int, bool, str, None, Enum, `tuple[T, ...]`, `tuple[A, B]`, unions, frozen dataclasses of these, and
`dict[str, Any]` for any object. `Annotated` adds `Limits`, and a text that describes the value in its schema. A field
whose JSON name is not its Python name, for example a Python keyword, has it in its metadata:
`field(metadata={"json": "with"})`.
"""

from __future__ import annotations

import dataclasses
import re
import types
import typing
from collections.abc import Callable, Hashable, Mapping
from enum import Enum
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar

from companion.rules.rule_errors import MalformedError
from companion.rules.text import say

T = TypeVar("T")
_PLAIN: dict[type, str] = {int: "integer", bool: "boolean", str: "string", type(None): "null"}
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclasses.dataclass(frozen=True, slots=True)
class JsonField:
    """A dataclass field as it appears in JSON."""

    name: str
    attribute: str
    type: Any
    required: bool
    default_none: bool
    """True if the field may be missing and is None then."""


@dataclasses.dataclass(frozen=True, slots=True)
class Limits:
    """Limits of a number, or of the length of a text or list; both ends are allowed."""

    least: int
    most: int | None = None
    """None for no upper limit."""

    def allow(self, value: object) -> bool:
        """Return whether a value keeps to the limits; always true of a value that has none, such as None."""
        size = value if type(value) is int else len(value) if isinstance(value, str | tuple) else self.least
        return self.least <= size and (self.most is None or size <= self.most)


@cache
def json_fields(cls: type) -> tuple[JsonField, ...]:
    """Return the fields of a dataclass in order, with JSON names and resolved types."""
    hints = typing.get_type_hints(cls, include_extras=True)
    return tuple(
        JsonField(
            name=str(f.metadata.get("json", f.name)),
            attribute=f.name,
            type=hints[f.name],
            required=f.default is dataclasses.MISSING and f.default_factory is dataclasses.MISSING,
            default_none=f.default is None,
        )
        for f in dataclasses.fields(cls)
    )


def to_json(value: Any) -> Any:
    """Return a value as JSON: dataclasses as objects without fields that are None by default, tuples as lists."""
    # Fast path: most values of a state are plain, and every key press waits until the whole state is written.
    kind: type = type(value)
    return value if kind in _PLAIN else _writer(kind)(value)


@cache
def _writer(kind: type) -> Callable[[Any], Any]:
    """Return the function that writes values of a type that is not plain.

    Cached, because a state has hundreds of values of few types.
    """
    if issubclass(kind, tuple):
        return lambda items: [to_json(item) for item in items]
    if issubclass(kind, Enum):
        return attrgetter("value")
    if dataclasses.is_dataclass(kind):
        return _object_writer(kind)
    return lambda value: value


def _object_writer(kind: type) -> Callable[[Any], dict[str, Any]]:
    slots = [(slot.name, attrgetter(slot.attribute), slot.default_none) for slot in json_fields(kind)]

    def write(value: Any) -> dict[str, Any]:
        result = {}
        for name, get, default_none in slots:
            item = get(value)
            if item is None and default_none:
                continue
            result[name] = item if type(item) in _PLAIN else to_json(item)
        return result

    return write


def from_json(cls: type[T], value: object, where: str = "") -> T:
    """Return the value of type `cls` that this JSON describes.

    Raises MalformedError, with the path, for a wrong type, an unknown field or word, or a missing field. Nothing is
    converted: neither "1" nor true is a number.
    """
    return typing.cast(T, _read_in(where, _reader(typing.cast(Hashable, cls)), value))


def schema_of(cls: Any) -> dict[str, Any]:
    """Return the JSON Schema (2020-12) of the values that `from_json` accepts for this type."""
    if cls in _PLAIN:
        return {"type": _PLAIN[cls]}
    origin, args = typing.get_origin(cls), typing.get_args(cls)
    if origin is typing.Annotated:
        return {**schema_of(args[0]), **annotations_schema(args[0], args[1:])}
    if origin is dict:
        return {"type": "object"}
    if origin in (typing.Union, types.UnionType):
        return {"anyOf": [schema_of(arg) for arg in args]}
    if origin is tuple and len(args) == 2 and args[1] is Ellipsis:
        return {"type": "array", "items": schema_of(args[0])}
    if origin is tuple:
        items = [schema_of(arg) for arg in args]
        return {"type": "array", "prefixItems": items, "minItems": len(items), "maxItems": len(items)}
    if isinstance(cls, type) and issubclass(cls, Enum):
        return {"enum": [member.value for member in cls]}
    fields = json_fields(cls)
    return {
        "type": "object",
        "properties": {slot.name: schema_of(slot.type) for slot in fields},
        "required": [slot.name for slot in fields if slot.required],
        "additionalProperties": False,
    }


def annotations_schema(cls: Any, annotations: tuple[Any, ...]) -> dict[str, Any]:
    """Return what `Annotated` adds to the schema of a type: its limits and its description."""
    suffix = {int: "imum", str: "Length"}.get(cls, "Items")
    schema: dict[str, Any] = {}
    for annotation in annotations:
        if isinstance(annotation, Limits):
            schema[f"min{suffix}"] = annotation.least
            schema |= {f"max{suffix}": annotation.most} if annotation.most is not None else {}
        else:
            schema["description"] = annotation
    return schema


@cache
def _reader(cls: Any) -> Callable[[Any], Any]:
    """Return the function that reads values of a type. Its errors have the path to the fault. Cached like `_writer`."""
    if cls in _PLAIN:
        return _plain_reader(cls)
    origin, args = typing.get_origin(cls), typing.get_args(cls)
    if origin is typing.Annotated:
        return _limited_reader(args[0], tuple(limits for limits in args[1:] if isinstance(limits, Limits)))
    if origin is dict:
        return _any_object_reader
    if origin in (typing.Union, types.UnionType):
        return _union_reader(args)
    if origin is tuple and len(args) == 2 and args[1] is Ellipsis:
        return _list_reader(args[0])
    if origin is tuple:
        return _tuple_reader(args)
    if isinstance(cls, type) and issubclass(cls, Enum):
        return _enum_reader(cls)
    return _object_reader(cls)


def _plain_reader(cls: type) -> Callable[[Any], Any]:
    def read(value: Any) -> Any:
        if type(value) is not cls:
            raise MalformedError(say("error.wrong_type", wanted=_PLAIN[cls]))
        if isinstance(value, str) and _LONE_SURROGATE.search(value):
            raise MalformedError(say("error.wrong_type", wanted="string"))  # half of a surrogate pair cannot be encoded
        return value

    return read


def _limited_reader(cls: Any, every_limits: tuple[Limits, ...]) -> Callable[[Any], Any]:
    reader = _reader(cls)

    def read(value: Any) -> Any:
        result = reader(value)
        for limits in every_limits:
            if not limits.allow(result):
                key = "error.out_of_bounds" if cls is int else "error.wrong_size"
                raise MalformedError(say(key, low=limits.least, high="∞" if limits.most is None else limits.most))
        return result

    return read


def _any_object_reader(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise MalformedError(say("error.wrong_type", wanted="object"))
    return value


def _union_reader(args: tuple[Any, ...]) -> Callable[[Any], Any]:
    readers = [_reader(arg) for arg in args if arg is not type(None)]
    optional = type(None) in args

    def read(value: Any) -> Any:
        if value is None and optional:
            return None
        errors = []
        for reader in readers:
            try:
                return reader(value)
            except MalformedError as error:
                errors.append(error)
        raise errors[0]

    return read


def _list_reader(cls: Any) -> Callable[[Any], Any]:
    reader = _reader(cls)

    def read(value: Any) -> Any:
        if not isinstance(value, list):
            raise MalformedError(say("error.wrong_type", wanted="array"))
        return tuple([_read_in(str(index), reader, item) for index, item in enumerate(value)])

    return read


def _tuple_reader(args: tuple[Any, ...]) -> Callable[[Any], Any]:
    readers = [_reader(arg) for arg in args]

    def read(value: Any) -> Any:
        if not isinstance(value, list):
            raise MalformedError(say("error.wrong_type", wanted="array"))
        if len(value) != len(readers):
            raise MalformedError(say("error.wrong_length", wanted=len(readers)))
        items = enumerate(zip(readers, value, strict=True))
        return tuple([_read_in(str(index), reader, item) for index, (reader, item) in items])

    return read


def _enum_reader(cls: type[Enum]) -> Callable[[Any], Any]:
    members = {member.value: member for member in cls}

    def read(value: Any) -> Any:
        if not isinstance(value, str) or value not in members:
            raise MalformedError(say("error.unknown_word", wanted=", ".join(members)))
        return members[value]

    return read


def _object_reader(cls: type) -> Callable[[Any], Any]:
    slots = {slot.name: (slot.attribute, _reader(slot.type)) for slot in json_fields(cls)}
    required = [slot.name for slot in json_fields(cls) if slot.required]

    def read(value: Any) -> Any:
        if not isinstance(value, Mapping):
            raise MalformedError(say("error.wrong_type", wanted="object"))
        for name in value:
            if name not in slots:
                raise MalformedError(say("error.unknown_field", field=str(name)), str(name))
        for name in required:
            if name not in value:
                raise MalformedError(say("error.missing_field", field=name), name)
        values = {}
        for name, item in value.items():
            attribute, reader = slots[name]
            values[attribute] = _read_in(name, reader, item)
        return cls(**values)

    return read


def _read_in(name: str, reader: Callable[[Any], Any], value: Any) -> Any:
    """Read the value of a key or index, and prepend that to the path of an error."""
    try:
        return reader(value)
    except MalformedError as error:
        raise MalformedError(error.reason, join_path(name, error.where) if error.where else name) from None


def join_path(where: str, name: str) -> str:
    """Return the path of a part, as errors show it: `figures.track`."""
    return f"{where}.{name}" if where else name
