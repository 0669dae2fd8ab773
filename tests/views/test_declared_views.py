"""Tests that what pages read is what is declared: the schemas of the types, and every view of random games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from random import Random
from typing import Annotated, Any, Generic, Literal, NotRequired, TypedDict, TypeVar

import pytest
from hypothesis import given
from jsonschema import Draft202012Validator

from companion.games import GAMES
from companion.rules.codec import Limits
from companion.server.openapi import document
from companion.server.views.history_view import history_view
from companion.server.views.json_schemas import SceneParts, Schemas
from companion.server.views.phone_view import ViewerRole, phone_view
from companion.session.session import Snapshot
from companion.support.frozen_dataclasses import frozen
from companion.table.table import Table
from companion.words.catalogue import Words
from tests.kit.cases import Case, a_few, every_case, few_seeds, hands
from tests.kit.random_play import some_moment

W = TypeVar("W")


class Wind(Enum):
    NORTH = "north"
    SOUTH = "south"


class Head(TypedDict):
    spoken: list[str]


@frozen(kw_only=True, slots=False)
class Sail(Generic[W]):
    name: W
    wind: Wind
    size: int = 1
    note: W | None = None


class Harbour(TypedDict):
    """A harbour. More is not said here."""

    name: str
    depth: Annotated[int, Limits(0, 9), "In fathoms."]
    kind: Annotated[str, Wind]
    tide: Annotated[str, ("ebb", "flood")]
    side: Literal["left", "right"]
    rate: float
    owner: str | None
    boats: list[Harbour]
    marks: Sequence[tuple[int, str]]
    by_name: Mapping[str, int]
    anything: dict[str, Any]
    value: Any
    sail: Annotated[Any, SceneParts((Sail,), "block", Head)]
    plain: Annotated[Any, SceneParts((Sail,))]
    remark: NotRequired[str]


def test_every_type_has_its_schema() -> None:
    schemas = Schemas()
    assert schemas.of(Harbour) == {"$ref": "#/components/schemas/Harbour"}
    harbour = schemas.named["Harbour"]
    assert harbour["description"] == "A harbour. More is not said here."
    assert harbour["required"] == [*harbour["properties"]][:-1]
    assert harbour["additionalProperties"] is False
    assert harbour["properties"] == {
        "name": {"type": "string"},
        "depth": {"type": "integer", "minimum": 0, "maximum": 9, "description": "In fathoms."},
        "kind": {"enum": ["north", "south"]},
        "tide": {"enum": ["ebb", "flood"]},
        "side": {"enum": ["left", "right"]},
        "rate": {"type": "number"},
        "owner": {"type": ["string", "null"]},
        "boats": {"type": "array", "items": {"$ref": "#/components/schemas/Harbour"}},
        "marks": {
            "type": "array",
            "items": {
                "type": "array",
                "prefixItems": [{"type": "integer"}, {"type": "string"}],
                "minItems": 2,
                "maxItems": 2,
            },
        },
        "by_name": {"type": "object", "additionalProperties": {"type": "integer"}},
        "anything": {"type": "object"},
        "value": {},
        "sail": {"$ref": "#/components/schemas/SailBlock"},
        "plain": {"$ref": "#/components/schemas/Sail"},
        "remark": {"type": "string"},
    }


def test_default_values_of_a_scene_may_be_missing() -> None:
    schemas = Schemas()
    schemas.of(Harbour)
    block, plain = schemas.named["SailBlock"], schemas.named["Sail"]
    assert block["required"] == ["block", "spoken", "name", "wind"]
    assert plain["required"] == ["name", "wind"]
    assert block["properties"]["block"] == {"const": "sail"}
    assert plain["properties"] == {
        "name": {"type": "string"},
        "wind": {"enum": ["north", "south"]},
        "size": {"type": "integer"},
        "note": {"type": "string"},
    }


def _validator(name: str) -> Draft202012Validator:
    schemas = document(GAMES)["components"]["schemas"]
    return Draft202012Validator({"$ref": f"#/components/schemas/{name}", "components": {"schemas": schemas}})


PHONE_VIEW, HISTORY_VIEW = _validator("PhoneView"), _validator("HistoryView")


@every_case
@a_few
@given(seed=few_seeds, rnd=hands)
def test_every_view_is_as_declared(case: Case, seed: int, rnd: Random) -> None:
    table = some_moment(case, seed, rnd)
    for role in _roles(table):
        PHONE_VIEW.validate(phone_view(Snapshot(table, saved=True), role, Words("fr")))
    history = history_view(table, ViewerRole(seat=1).viewer, Words("en"), yours=(1,))
    HISTORY_VIEW.validate({**history, "words": {}})


def _roles(table: Table) -> Iterator[ViewerRole]:
    yield ViewerRole()
    yield ViewerRole(host=True)
    yield from (ViewerRole(seat=seat) for seat in table.seats)


@pytest.mark.parametrize("undeclared", [{"extra": 1}, {"seq": "1"}, {"seats": [{}]}])
def test_an_undeclared_field_is_found(undeclared: dict[str, Any]) -> None:
    view = phone_view(Snapshot(None, saved=True), ViewerRole(), Words("fr"))
    assert PHONE_VIEW.is_valid(view)
    assert not PHONE_VIEW.is_valid({**view, **undeclared})
