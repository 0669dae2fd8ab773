"""Tests of frozen classes: they behave like the standard library's frozen dataclasses."""

# mypy: disable-error-code="call-arg, attr-defined, misc"
from __future__ import annotations

from dataclasses import FrozenInstanceError, dataclass, field, fields, replace
from functools import cached_property
from typing import Any

import pytest

from companion.support.frozen_dataclasses import frozen

Make = Any
BOTH: dict[str, Make] = {
    "the library's": lambda **options: dataclass(frozen=True, **{"slots": True, **options}),
    "ours": frozen,
}


@pytest.fixture(params=[*BOTH.values()], ids=[*BOTH])
def make(request: pytest.FixtureRequest) -> Make:
    return request.param


def chest(make: Make) -> Any:
    @make()
    class Chest:
        wood: str
        coins: int = 3
        lids: list[str] = field(default_factory=list)
        key: int = field(default=7, compare=False)
        notes: dict[str, int] = field(default_factory=dict, init=False, compare=False, repr=False)

    return Chest


def test_default_lists_are_not_shared(make: Make) -> None:
    cls = chest(make)
    first, second = cls("oak"), cls("oak", 3, lids=[])
    assert (first.wood, first.coins, first.lids, first.key, first.notes) == ("oak", 3, [], 7, {})
    first.lids.append("iron")
    assert second.lids == []
    assert first != second
    assert cls("oak", 4, ["tin"], 8).lids == ["tin"]


def test_repr_shows_the_fields(make: Make) -> None:
    assert repr(chest(make)("oak", 4)).endswith("Chest(wood='oak', coins=4, lids=[], key=7)")
    assert [field_info.name for field_info in fields(chest(make))] == ["wood", "coins", "lids", "key", "notes"]


@pytest.mark.parametrize("args", [(), ("oak", 1, [], 2, {}), ("oak", 1, [], 2, 3, 4)])
def test_wrong_number_of_arguments_is_refused(make: Make, args: tuple[Any, ...]) -> None:
    with pytest.raises(TypeError, match=r"Chest\.__init__"):
        chest(make)(*args)


def test_equality_needs_equal_fields_and_the_same_class(make: Make) -> None:
    cls, second = chest(make), chest(make)
    assert cls("oak", key=1) == cls("oak", key=2)
    assert cls("oak") != cls("oak", 4)
    assert cls("oak") != second("oak")
    assert cls("oak").__eq__("oak") is NotImplemented


def test_equal_objects_have_the_same_hash(make: Make) -> None:
    @make()
    class Guest:
        phone: str
        seats: dict[int, int] = field(default_factory=dict, hash=False)

    @make()
    class Nothing:
        pass

    assert hash(Guest("one", {1: 2})) == hash(Guest("one"))
    assert Guest("one", {1: 2}) != Guest("one")
    assert {Guest("one"), Guest("one"), Guest("two")} == {Guest("one"), Guest("two")}
    assert (Nothing(), hash(Nothing())) == (Nothing(), hash(Nothing()))
    with pytest.raises(TypeError, match="unhashable"):
        hash(chest(make)("oak"))


def test_comparison_by_identity_is_possible(make: Make) -> None:
    @make(eq=False)
    class Token:
        n: int

    first = Token(1)
    assert first in [first]
    assert Token(1) != first
    assert len({first, Token(1)}) == 2


def test_class_may_define_its_own_equality(make: Make) -> None:
    @make()
    class Loose:  # noqa: PLW1641 - the decorator gives it a hash
        n: int

        def __eq__(self, other: object) -> bool:
            return True

        def __repr__(self) -> str:
            return "loose"

    assert Loose(1) == Loose(2)
    assert hash(Loose(1)) != hash(Loose(2))
    assert repr(Loose(1)) == "loose"


def test_attributes_cannot_be_changed_or_deleted(make: Make) -> None:
    first = chest(make)("oak")
    with pytest.raises(FrozenInstanceError):
        first.coins = 4
    with pytest.raises(FrozenInstanceError):
        del first.coins
    assert first.coins == 3


def test_replace_and_match_work(make: Make) -> None:
    cls = chest(make)
    assert replace(cls("oak"), coins=9) == cls("oak", 9)
    match cls("oak", 5):
        case cls(wood, 5):
            assert wood == "oak"
        case _:
            pytest.fail("no match")


def test_subclass_adds_fields_by_name(make: Make) -> None:
    @make()
    class Base:
        a: int
        b: int = 2

    @make(kw_only=True)
    class Sub(Base):
        c: int
        b: int = 5

    assert repr(Sub(1, c=3)).endswith("Sub(a=1, b=5, c=3)")
    assert Sub(1, c=3) != Base(1, 5)
    assert Base(1) == Base(1, 2)
    with pytest.raises(TypeError):
        Sub(1, 2, 3)


def test_post_init_sees_all_fields(make: Make) -> None:
    @make()
    class Positive:
        n: int

        def __post_init__(self) -> None:
            if self.n < 1:
                raise ValueError(self.n)

    assert Positive(1).n == 1
    with pytest.raises(ValueError, match="0"):
        Positive(0)


def test_cached_property_works_without_slots(make: Make) -> None:
    @make(slots=False)
    class Square:
        side: int = 2

        @cached_property
        def area(self) -> list[int]:
            return [self.side**2]

    first = Square()
    assert first.area is first.area
    assert (Square(3).area, Square.side, first) == ([9], 2, Square(2))
    with pytest.raises(FrozenInstanceError):
        first.other = 1


def test_slots_prevent_more_attributes(make: Make) -> None:
    assert not hasattr(chest(make)("oak"), "__dict__")
