"""Frozen classes made in short do what the standard library's own do."""

# mypy: disable-error-code="call-arg, attr-defined, misc"
from __future__ import annotations

from dataclasses import FrozenInstanceError, dataclass, field, fields, replace
from functools import cached_property
from typing import Any

import pytest

from companion.support.frozen import frozen

Make = Any
BOTH: dict[str, Make] = {
    "the library's": lambda **how: dataclass(frozen=True, **{"slots": True, **how}),
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


def test_what_is_left_out_has_its_default_and_a_list_of_its_own(make: Make) -> None:
    cls = chest(make)
    one, other = cls("oak"), cls("oak", 3, lids=[])
    assert (one.wood, one.coins, one.lids, one.key, one.notes) == ("oak", 3, [], 7, {})
    one.lids.append("iron")
    assert other.lids == []
    assert one != other
    assert cls("oak", 4, ["tin"], 8).lids == ["tin"]


def test_it_is_told_by_its_fields(make: Make) -> None:
    assert repr(chest(make)("oak", 4)).endswith("Chest(wood='oak', coins=4, lids=[], key=7)")
    assert [one.name for one in fields(chest(make))] == ["wood", "coins", "lids", "key", "notes"]


@pytest.mark.parametrize("args", [(), ("oak", 1, [], 2, {}), ("oak", 1, [], 2, 3, 4)])
def test_too_few_or_too_many_are_refused(make: Make, args: tuple[Any, ...]) -> None:
    with pytest.raises(TypeError, match=r"Chest\.__init__"):
        chest(make)(*args)


def test_it_is_equal_where_what_is_compared_is_and_of_the_same_class(make: Make) -> None:
    cls, other = chest(make), chest(make)
    assert cls("oak", key=1) == cls("oak", key=2)
    assert cls("oak") != cls("oak", 4)
    assert cls("oak") != other("oak")
    assert cls("oak").__eq__("oak") is NotImplemented


def test_equals_have_one_hash_and_a_field_may_be_left_out_of_it(make: Make) -> None:
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


def test_identity_can_be_all_that_counts(make: Make) -> None:
    @make(eq=False)
    class Token:
        n: int

    one = Token(1)
    assert one in [one]
    assert Token(1) != one
    assert len({one, Token(1)}) == 2


def test_a_class_may_say_itself_what_is_equal(make: Make) -> None:
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


def test_nothing_is_changed_or_taken_away(make: Make) -> None:
    one = chest(make)("oak")
    with pytest.raises(FrozenInstanceError):
        one.coins = 4
    with pytest.raises(FrozenInstanceError):
        del one.coins
    assert one.coins == 3


def test_it_is_replaced_and_matched_like_any(make: Make) -> None:
    cls = chest(make)
    assert replace(cls("oak"), coins=9) == cls("oak", 9)
    match cls("oak", 5):
        case cls(wood, 5):
            assert wood == "oak"
        case _:
            pytest.fail("no match")


def test_a_subclass_adds_its_own_by_name(make: Make) -> None:
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


def test_what_comes_after_sees_all_fields(make: Make) -> None:
    @make()
    class Positive:
        n: int

        def __post_init__(self) -> None:
            if self.n < 1:
                raise ValueError(self.n)

    assert Positive(1).n == 1
    with pytest.raises(ValueError, match="0"):
        Positive(0)


def test_without_slots_a_property_is_kept(make: Make) -> None:
    @make(slots=False)
    class Square:
        side: int = 2

        @cached_property
        def area(self) -> list[int]:
            return [self.side**2]

    one = Square()
    assert one.area is one.area
    assert (Square(3).area, Square.side, one) == ([9], 2, Square(2))
    with pytest.raises(FrozenInstanceError):
        one.other = 1


def test_slots_leave_no_room_for_more(make: Make) -> None:
    assert not hasattr(chest(make)("oak"), "__dict__")
