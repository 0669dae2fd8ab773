"""Tests of the types that scripts are checked by."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.scripts.api_types import declarations, main, type_text


@pytest.mark.parametrize(
    ("schema", "text"),
    [
        ({"type": "integer"}, "number"),
        ({"type": "number"}, "number"),
        ({"type": "string"}, "string"),
        ({"type": "boolean"}, "boolean"),
        ({"type": ["string", "null"]}, "string | null"),
        ({"type": ["object", "null"]}, "Record<string, any> | null"),
        ({"const": "play"}, '"play"'),
        ({"enum": ["ebb", 3]}, '"ebb" | 3'),
        ({"$ref": "#/components/schemas/OfferView"}, "OfferView"),
        ({"anyOf": [{"$ref": "#/a/Offer"}, {"type": "null"}]}, "Offer | null"),
        ({"oneOf": [{"type": "string"}, {"type": "integer"}]}, "string | number"),
        ({"type": "array", "items": {"type": "string"}}, "string[]"),
        ({"type": "array", "items": {"type": ["string", "null"]}}, "(string | null)[]"),
        ({"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}]}, "[string, number]"),
        ({"type": "object"}, "Record<string, any>"),
        ({"type": "object", "additionalProperties": {"type": "integer"}}, "Record<string, number>"),
        (
            {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "null"}}, "required": ["a"]},
            "{ a: string; b?: null; }",
        ),
        ({}, "any"),
    ],
)
def test_a_schema_becomes_a_type(schema: dict[str, Any], text: str) -> None:
    assert type_text(schema) == text


def test_named_schemas_become_declarations() -> None:
    seat = {"type": "integer", "description": "From 1."}
    offer = {"type": "object", "description": "An offer.", "properties": {"seat": seat}, "required": ["seat"]}
    assert list(declarations({"Offer": offer, "Wind": {"enum": ["north"]}})) == [
        "declare namespace api {",
        "  /** An offer. */",
        "  interface Offer {",
        "    /** From 1. */",
        "    seat: number;",
        "  }",
        '  type Wind = "north";',
        "}",
    ]


def test_bodies_answers_and_blocks_are_declared(tmp_path: Path) -> None:
    main(tmp_path / "types" / "api.d.ts")
    text = (tmp_path / "types" / "api.d.ts").read_text("utf-8")
    for name in ("PhoneView", "SeatView", "OfferView", "TrackBlock", "SpinCeremony", "PlayBody", "FormBody", "BoxView"):
        assert f"  interface {name} {{" in text
    assert 'do: "take_back";' in text
