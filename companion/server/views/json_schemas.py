"""JSON Schemas of answers and bodies, from their Python types.

`Annotated` adds a description or `codec.Limits`; to a str also the words that it may be: an Enum or a tuple.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import MISSING, dataclass, is_dataclass
from enum import Enum, EnumMeta
from typing import Any, TypeVar

from companion.rules import codec
from companion.rules.text import field_defaults

Schema = dict[str, Any]
_PLAIN: dict[Any, str] = {int: "integer", float: "number", bool: "boolean", str: "string", type(None): "null"}


@dataclass(frozen=True)
class SceneParts:
    """Marks a value that is a part of a scene as JSON: default values are left out, and each has its type as `tag`."""

    classes: tuple[type, ...]
    tag: str = ""
    """Name of the key that says which class it is; empty for none."""
    head: type | None = None
    """TypedDict of the other keys that are added."""


class Schemas:
    """The schemas of types; those with a name are collected once, and referred to."""

    def __init__(self) -> None:
        """Begin without any."""
        self.named: dict[str, Schema] = {}

    def of(self, cls: Any) -> Schema:
        """Return the schema of a type, a reference if it has a name."""
        origin, args = typing.get_origin(cls), typing.get_args(cls)
        if origin is typing.Annotated:
            return self._annotated(args[0], args[1:])
        if cls in _PLAIN:
            return {"type": _PLAIN[cls]}
        if cls is Any:
            return {}
        if isinstance(cls, TypeVar):  # a text of a scene, translated
            return {"type": "string"}
        if origin in (typing.Union, types.UnionType):
            return _either([self.of(arg) for arg in args])
        if origin is typing.Literal:
            return {"enum": list(args)}
        if origin in (list, tuple, Sequence):
            return self._array(origin, args)
        if origin in (dict, Mapping):
            value = self.of(args[1])
            return {"type": "object", **({"additionalProperties": value} if value else {})}
        if isinstance(cls, type) and issubclass(cls, Enum):
            return {"enum": [member.value for member in cls]}
        return self._reference(origin or cls)

    def body(self, cls: type, tag: Mapping[str, str] | None = None, without: Iterable[str] = ()) -> Schema:
        """Return a reference to the schema of a request body: a dataclass as its JSON is read; `tag` adds constants."""
        if cls.__name__ not in self.named:
            schema = codec.schema_of(cls)
            for name in without:
                schema["properties"].pop(name, None)
            constants = {name: {"const": value} for name, value in (tag or {}).items()}
            schema["properties"] = constants | schema["properties"]
            schema["required"] = [*constants, *schema["required"]]
            self.named[cls.__name__] = schema | {"description": _first_line(cls)}
        return {"$ref": f"#/components/schemas/{cls.__name__}"}

    def _annotated(self, cls: Any, annotations: tuple[Any, ...]) -> Schema:
        if isinstance(annotations[0], SceneParts):
            parts = annotations[0]
            return _either([self._scene_part(part, parts) for part in parts.classes])
        for annotation in annotations:
            if isinstance(annotation, tuple | EnumMeta):
                return {"enum": [member.value if isinstance(member, Enum) else member for member in annotation]}
        return {**self.of(cls), **codec.annotations_schema(cls, annotations)}

    def _array(self, origin: Any, args: tuple[Any, ...]) -> Schema:
        if origin is tuple and args[-1] is not Ellipsis:
            items = [self.of(arg) for arg in args]
            return {"type": "array", "prefixItems": items, "minItems": len(items), "maxItems": len(items)}
        return {"type": "array", "items": self.of(args[0])}

    def _reference(self, cls: Any) -> Schema:
        name = cls.__name__
        if name not in self.named:
            self.named[name] = {}  # a type may refer to itself
            self.named[name] = self._scene_class(cls) if is_dataclass(cls) else self._typed_dict(cls)
        return {"$ref": f"#/components/schemas/{name}"}

    def _typed_dict(self, cls: Any) -> Schema:
        hints = typing.get_type_hints(cls, include_extras=True)
        optional = {name: hint for name, hint in hints.items() if typing.get_origin(hint) is typing.NotRequired}
        properties = {
            name: self.of(typing.get_args(hint)[0] if name in optional else hint) for name, hint in hints.items()
        }
        return _object(properties, [name for name in hints if name not in optional]) | {"description": _first_line(cls)}

    def _scene_class(self, cls: Any) -> Schema:
        """Return the schema of a class of scenes, whose JSON has only what is not the default."""
        hints, properties = typing.get_type_hints(cls, include_extras=True), {}
        for name, default in field_defaults(cls).items():
            arguments = typing.get_args(hints[name])
            present = [arg for arg in arguments if arg is not type(None)] if default is None else [hints[name]]
            properties[name] = _either([self.of(arg) for arg in present])
        required = [name for name, default in field_defaults(cls).items() if default is MISSING]
        return _object(properties, required) | {"description": _first_line(cls)}

    def _scene_part(self, cls: type, parts: SceneParts) -> Schema:
        """Return a reference to a class with its tag and head, under its name with the tag behind it."""
        if not parts.tag and parts.head is None:
            return self._reference(cls)
        name = f"{cls.__name__}{parts.tag.capitalize() or 'View'}"
        if name not in self.named:
            head = self._typed_dict(parts.head) if parts.head is not None else _object({}, [])
            tag = {parts.tag: {"const": cls.__name__.lower()}} if parts.tag else {}
            own = self._scene_class(cls)
            properties = {**tag, **head["properties"], **own["properties"]}
            required = [*tag, *head["required"], *own["required"]]
            self.named[name] = _object(properties, required) | {"description": own["description"]}
        return {"$ref": f"#/components/schemas/{name}"}


def _object(properties: Schema, required: list[str]) -> Schema:
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def _either(schemas: list[Schema]) -> Schema:
    """Return the schema of a value that has one of these."""
    if len(schemas) == 1:
        return schemas[0]
    if all(set(schema) == {"type"} for schema in schemas):
        return {"type": [schema["type"] for schema in schemas]}
    return {"anyOf": schemas}


def _first_line(cls: Any) -> str:
    return (cls.__doc__ or "").strip().partition("\n")[0]
