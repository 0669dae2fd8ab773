"""Bonus actions: of rulings V30 to V33 what no golden game shows."""

from __future__ import annotations

import pytest

from tests.games.voyages.voyage import a_turn


def test_v30_three_coins_a_die_without_fee_or_limit_and_also_with_the_last_one() -> None:
    voyage = a_turn("berke", "kubilai").give(dice="blue:2 blue:2")
    voyage.refuses("V30", move="take_three", dice=["blue:2", "blue:2"]).refuses("V30", move="take_three", dice=[])
    for _ in range(2):
        assert voyage.play(move="take_three", dice=["blue:2"]).lines == [(1, "coins", 3, "V30")]
    voyage.refuses("V30", move="take_three", dice=["blue:2"])
    assert voyage.play(move="end_turn").turn == 2


def test_v31_a_die_is_rolled_again_for_a_camel() -> None:
    voyage = a_turn("berke", "kubilai").give(dice="blue:2 black:4", camels=1)
    voyage.refuses("V8", move="reroll", die="blue:4", chance=[1])
    for chance in ([], [0], [7], [1, 1]):
        voyage.refuses("V31", move="reroll", die="blue:2", chance=chance)
    assert voyage.play(move="reroll", die="black:4", chance=[1]).lines == [(1, "camels", -1, "V31")]
    assert voyage.held(1, "dice") == ["blue:2", "black:1"]
    voyage.refuses("V31", move="reroll", die="blue:2", chance=[3])


@pytest.mark.parametrize(("value", "by"), [(6, 1), (1, -1), (3, 2), (3, 0), (1, 5)])
def test_v32_but_never_from_six_to_one(value: int, by: int) -> None:
    a_turn().give(dice=f"blue:{value}", camels=9).refuses("V32", move="turn_die", die=f"blue:{value}", by=by)


def test_v33_with_none_left_none_is_taken() -> None:
    voyage = a_turn("berke", "kubilai", start={"black_dice": {"2": 0}}).give(camels=9)
    voyage.refuses("V33", move="black_die", chance=[6])
