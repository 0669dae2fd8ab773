"""Tests of the conversion to JSON and back: strict, with paths of faults, and with a matching schema."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from enum import Enum
from typing import Annotated, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from companion.games.expedition import EXPEDITION
from companion.rules import codec
from companion.rules.codec import Limits
from companion.rules.game import move_from_json
from companion.rules.rule_errors import MalformedError
from tests.depth import search


class Fruit(Enum):
    """An enum."""

    FIG = "fig"
    DATE = "date"


@dataclass(frozen=True, slots=True)
class Stone:
    """A minimal dataclass."""

    weight: int


@dataclass(frozen=True, slots=True)
class Stall:
    """A dataclass with limits and descriptions."""

    number: Annotated[int, Limits(1, 3), "From the gate."]
    name: Annotated[str, Limits(2, 4)]
    prices: Annotated[tuple[Annotated[int, Limits(0)], ...], Limits(0, 2)] = ()
    tax: Annotated[int, Limits(5)] | None = None
    notes: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Basket:
    """A dataclass with a field of every type."""

    count: int
    ripe: bool
    label: str
    fruit: Fruit
    stones: tuple[Stone, ...]
    pair: tuple[int, str]
    either: int | str
    owner: str | None
    with_: tuple[int, ...] = field(default=(), metadata={"json": "with"})
    below: Stone | None = None
    limit: int | None = 5


BASKET = Basket(1, True, "à l'ombre", Fruit.FIG, (Stone(1), Stone(2)), (3, "x"), "y", None, (4,), Stone(9), None)
BODY: dict[str, Any] = {
    "count": 1,
    "ripe": True,
    "label": "à l'ombre",
    "fruit": "fig",
    "stones": [{"weight": 1}, {"weight": 2}],
    "pair": [3, "x"],
    "either": "y",
    "owner": None,
    "with": [4],
    "below": {"weight": 9},
    "limit": None,
}
SCHEMA = Draft202012Validator(codec.schema_of(Basket))

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=5)
stones = st.builds(Stone, st.integers())
baskets = st.builds(
    Basket,
    count=st.integers(),
    ripe=st.booleans(),
    label=texts,
    fruit=st.sampled_from(Fruit),
    stones=st.lists(stones, max_size=3).map(tuple),
    pair=st.tuples(st.integers(), texts),
    either=st.integers() | texts,
    owner=st.none() | texts,
    with_=st.lists(st.integers(), max_size=3).map(tuple),
    below=st.none() | stones,
    limit=st.none() | st.integers(),
)


def test_a_value_is_written_with_its_json_names() -> None:
    assert codec.to_json(BASKET) == BODY
    assert codec.from_json(Basket, BODY) == BASKET


@given(baskets)
@search(200)
def test_values_survive_a_round_trip(basket: Basket) -> None:
    text = json.dumps(codec.to_json(basket))
    assert codec.from_json(Basket, json.loads(text)) == basket
    assert SCHEMA.is_valid(json.loads(text))


def test_only_a_none_that_is_the_default_is_left_out() -> None:
    basket = Basket(1, True, "", Fruit.DATE, (), (0, ""), 0, None, below=None, limit=None)
    body = codec.to_json(basket)
    assert "below" not in body
    assert (body["owner"], body["limit"]) == (
        None,
        None,
    )  # the default of `limit` is 5, so a missing null would be read as 5
    assert codec.from_json(Basket, body) == basket


def test_fields_with_a_default_may_be_left_out() -> None:
    body = {name: value for name, value in BODY.items() if name not in ("with", "below", "limit")}
    basket = codec.from_json(Basket, body)
    assert (basket.with_, basket.below, basket.limit) == ((), None, 5)
    assert SCHEMA.is_valid(body)


@pytest.mark.parametrize(
    ("change", "where", "key"),
    [
        ({"count": "1"}, "count", "error.wrong_type"),
        ({"count": True}, "count", "error.wrong_type"),
        ({"count": 1.5}, "count", "error.wrong_type"),
        ({"count": None}, "count", "error.wrong_type"),
        ({"ripe": 1}, "ripe", "error.wrong_type"),
        ({"label": 1}, "label", "error.wrong_type"),
        ({"fruit": "plum"}, "fruit", "error.unknown_word"),
        ({"fruit": 1}, "fruit", "error.unknown_word"),
        ({"fruit": ["fig"]}, "fruit", "error.unknown_word"),
        ({"stones": {}}, "stones", "error.wrong_type"),
        ({"stones": "ab"}, "stones", "error.wrong_type"),
        ({"stones": [{"weight": 1}, 2]}, "stones.1", "error.wrong_type"),
        ({"stones": [{"weight": 1}, {"weight": "2"}]}, "stones.1.weight", "error.wrong_type"),
        ({"stones": [{}]}, "stones.0.weight", "error.missing_field"),
        ({"stones": [{"weight": 1, "shape": 2}]}, "stones.0.shape", "error.unknown_field"),
        ({"pair": [3]}, "pair", "error.wrong_length"),
        ({"pair": [3, "x", 1]}, "pair", "error.wrong_length"),
        ({"pair": ["x", 3]}, "pair.0", "error.wrong_type"),
        ({"either": None}, "either", "error.wrong_type"),
        ({"either": [1]}, "either", "error.wrong_type"),
        ({"owner": 1}, "owner", "error.wrong_type"),
        ({"with_": [4]}, "with_", "error.unknown_field"),
        ({"with": [None]}, "with.0", "error.wrong_type"),
        ({"below": {"weight": None}}, "below.weight", "error.wrong_type"),
        ({"colour": "red"}, "colour", "error.unknown_field"),
    ],
)
def test_faults_have_a_path_and_do_not_match_the_schema(change: dict[str, Any], where: str, key: str) -> None:
    body = {**BODY, **change}
    with pytest.raises(MalformedError) as caught:
        codec.from_json(Basket, body)
    assert (caught.value.where, caught.value.reason.key) == (where, key)
    assert not SCHEMA.is_valid(body)


STALL: dict[str, Any] = {"number": 1, "name": "fig", "prices": [0, 9], "tax": 5, "notes": {"any": [1, {}]}}
STALL_SCHEMA = Draft202012Validator(codec.schema_of(Stall))


@pytest.mark.parametrize(
    "change",
    [{}, {"number": 3}, {"name": "fi"}, {"name": "figs"}, {"prices": []}, {"tax": None}, {"tax": 10**9}, {"notes": {}}],
)
def test_values_within_their_limits_are_read(change: dict[str, Any]) -> None:
    body = {**STALL, **change}
    assert codec.to_json(codec.from_json(Stall, body)) == {name: body[name] for name in body if body[name] is not None}
    assert STALL_SCHEMA.is_valid(body)


@pytest.mark.parametrize(
    ("change", "where", "key"),
    [
        ({"number": 0}, "number", "error.out_of_bounds"),
        ({"number": 4}, "number", "error.out_of_bounds"),
        ({"name": "f"}, "name", "error.wrong_size"),
        ({"name": "figgs"}, "name", "error.wrong_size"),
        ({"prices": [1, 2, 3]}, "prices", "error.wrong_size"),
        ({"prices": [1, -1]}, "prices.1", "error.out_of_bounds"),
        ({"tax": 4}, "tax", "error.out_of_bounds"),
        ({"tax": "5"}, "tax", "error.wrong_type"),
        ({"notes": []}, "notes", "error.wrong_type"),
    ],
)
def test_values_beyond_their_limits_are_refused(change: dict[str, Any], where: str, key: str) -> None:
    body = {**STALL, **change}
    with pytest.raises(MalformedError) as caught:
        codec.from_json(Stall, body)
    assert (caught.value.where, caught.value.reason.key) == (where, key)
    assert not STALL_SCHEMA.is_valid(body)


def test_a_description_is_part_of_the_schema() -> None:
    number = codec.schema_of(Stall)["properties"]["number"]
    assert number == {"type": "integer", "minimum": 1, "maximum": 3, "description": "From the gate."}


@pytest.mark.parametrize("name", ["count", "ripe", "label", "fruit", "stones", "pair", "either", "owner"])
def test_a_missing_field_is_named(name: str) -> None:
    body = {key: value for key, value in BODY.items() if key != name}
    with pytest.raises(MalformedError) as caught:
        codec.from_json(Basket, body)
    assert (caught.value.where, caught.value.reason.key) == (name, "error.missing_field")
    assert not SCHEMA.is_valid(body)


@pytest.mark.parametrize("body", [None, 1, "x", [], [BODY]])
def test_anything_but_an_object_is_refused(body: object) -> None:
    with pytest.raises(MalformedError) as caught:
        codec.from_json(Basket, body)
    assert (caught.value.where, caught.value.reason.key) == ("", "error.wrong_type")


@pytest.mark.parametrize("text", ["\ud800", "a\udfffb"])
def test_a_lone_surrogate_is_refused(text: str) -> None:
    with pytest.raises(MalformedError) as caught:
        codec.from_json(Basket, {**BODY, "label": text})
    assert caught.value.where == "label"


def test_a_path_starts_with_the_given_prefix() -> None:
    with pytest.raises(MalformedError) as caught:
        codec.from_json(Stone, {}, where="stones.3")
    assert caught.value.where == "stones.3.weight"


def test_the_schema_is_valid() -> None:
    Draft202012Validator.check_schema(codec.schema_of(Basket))
    assert codec.schema_of(Basket)["required"] == [*list(BODY)[:8]]


@pytest.mark.parametrize(
    ("body", "where", "key"),
    [
        ({}, "move", "error.unknown_move"),
        ({"move": "fly"}, "move", "error.unknown_move"),
        ({"move": None}, "move", "error.unknown_move"),
        ({"move": ["step"]}, "move", "error.unknown_move"),
        ({"move": "step"}, "by", "error.missing_field"),
        ({"move": "step", "by": "sea"}, "by", "error.unknown_word"),
        ({"move": "step", "by": "cards", "camel": "1"}, "camel", "error.wrong_type"),
        ({"move": "step", "by": "cards", "camel": True}, "camel", "error.wrong_type"),
        ({"move": "step", "by": "cards", "seat": 1}, "seat", "error.unknown_field"),
        ({"move": "step", "by": "cards", "kind": "step"}, "kind", "error.unknown_field"),
        ({"move": "crate", "value": 1.0}, "value", "error.wrong_type"),
        ({"move": "end_turn", "by": "cards"}, "by", "error.unknown_field"),
        ({"move": "correct", "what": "gold"}, "by", "error.missing_field"),
        ({"move": "correct", "what": "gold", "by": 1, "note": None}, "note", "error.wrong_type"),
    ],
)
def test_an_invalid_move_names_the_wrong_field(body: dict[str, Any], where: str, key: str) -> None:
    with pytest.raises(MalformedError) as caught:
        move_from_json(EXPEDITION, body)
    assert (caught.value.where, caught.value.reason.key) == (where, key)
