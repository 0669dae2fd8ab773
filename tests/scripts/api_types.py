"""`python -m tests.scripts.api_types FILE`: write the types of bodies and answers, as TypeScript declares them.

They follow from the OpenAPI document, and so from the classes that make answers and read bodies. Scripts name them in
JSDoc: `@param {api.OfferView} offer`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, is_typeddict

from companion.games import GAMES
from companion.server.openapi import document
from companion.server.views import view_types
from companion.server.views.json_schemas import Schemas

Schema = Mapping[str, Any]
_TYPES = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}


def declarations(schemas: Mapping[str, Schema]) -> Iterator[str]:
    """Yield the lines that declare these schemas, in the namespace `api`."""
    yield "declare namespace api {"
    for name, schema in schemas.items():
        yield from _comment(schema, "  ")
        if "properties" in schema:
            yield f"  interface {name} {{"
            yield from _properties(schema)
            yield "  }"
        else:
            yield f"  type {name} = {type_text(schema)};"
    yield "}"


def type_text(schema: Schema) -> str:
    """Return the type of a value with this schema."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(map(json.dumps, schema["enum"]))
    for alternatives in ("anyOf", "oneOf"):
        if alternatives in schema:
            return " | ".join(type_text(each) for each in schema[alternatives])
    kind = schema.get("type")
    if isinstance(kind, list):
        return " | ".join(type_text({**schema, "type": each}) for each in kind)
    if kind == "array":
        return _array_text(schema)
    if kind == "object":
        return _object_text(schema)
    return _TYPES[kind] if kind is not None else "any"


def _array_text(schema: Schema) -> str:
    if "prefixItems" in schema:
        return f"[{', '.join(type_text(item) for item in schema['prefixItems'])}]"
    item = type_text(schema.get("items", {}))
    return f"({item})[]" if "|" in item else f"{item}[]"


def _object_text(schema: Schema) -> str:
    if "properties" in schema:
        return f"{{ {' '.join(line.strip() for line in _properties(schema))} }}"
    return f"Record<string, {type_text(schema.get('additionalProperties', {}))}>"


def _properties(schema: Schema) -> Iterator[str]:
    required = schema.get("required", ())
    for name, value in schema["properties"].items():
        yield from _comment(value, "    ")
        yield f"    {name}{'' if name in required else '?'}: {type_text(value)};"


def _comment(schema: Schema, indent: str) -> Iterator[str]:
    if "description" in schema:
        yield f"{indent}/** {schema['description']} */"


def _answers() -> Schemas:
    """Return the schemas of all answers, also of those that others extend, and of the states of a simulated box."""
    schemas = Schemas()
    for value in vars(view_types).values():
        if is_typeddict(value):
            schemas.of(value)
    return schemas


def main(path: Path) -> None:
    """Write the declarations of the interface to a file."""
    named = {name: schema for name, schema in document(GAMES)["components"]["schemas"].items() if name != "Moves"}
    schemas = {**_answers().named, **named}
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(declarations(schemas)) + "\n", "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
