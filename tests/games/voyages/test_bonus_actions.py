"""Bonus actions: rulings V28 and V30 to V33."""

from __future__ import annotations

import pytest

from tests.games.voyages.voyage import a_turn


def test_v28_any_number_before_and_after_the_action() -> None:
    voyage = a_turn("berke", "kubilai").give(dice="blue:2 blue:4 blue:6", camels=9, active="S5", gold=1)
    voyage.play(move="reroll", die="blue:2", chance=[5]).play(move="turn_die", die="blue:5", by=1)
    voyage.play(move="take_five", dice=["blue:6"]).play(move="turn_die", die="blue:4", by=-1)
    voyage.play(move="fulfil", contract="S5").play(move="take_three", dice=["blue:3"]).play(move="end_turn")


def test_v28_never_while_a_choice_waits_nor_in_anothers_turn() -> None:
    voyage = a_turn("berke", "kubilai").give(active="S4", camels=9, silk=1, gold=1)
    voyage.play(move="fulfil", contract="S4")
    voyage.refuses(None, move="take_three", dice=["blue:3"]).refuses(None, move="take_five", dice=["blue:3"])
    voyage.refuses(None, 2, move="take_three", dice=["green:3"])


def test_v28_one_black_die_a_turn() -> None:
    voyage = a_turn("berke", "kubilai").give(camels=9).play(move="black_die", chance=[2])
    voyage.refuses("V28", move="black_die", chance=[2]).end().end()
    voyage.play(move="black_die", chance=[2])


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


@pytest.mark.parametrize(("value", "by", "turned"), [(2, 1, 3), (6, -1, 5), (1, 1, 2)])
def test_v32_a_die_is_turned_by_one_for_two_camels(value: int, by: int, turned: int) -> None:
    voyage = a_turn("berke", "kubilai").give(dice=f"blue:{value}").play(move="turn_die", die=f"blue:{value}", by=by)
    assert (voyage.lines, voyage.held(1, "dice")) == ([(1, "camels", -2, "V32")], [f"blue:{turned}"])
    voyage.refuses("V32", move="turn_die", die=f"blue:{turned}", by=by)


@pytest.mark.parametrize(("value", "by"), [(6, 1), (1, -1), (3, 2), (3, 0), (1, 5)])
def test_v32_but_never_from_six_to_one(value: int, by: int) -> None:
    a_turn().give(dice=f"blue:{value}", camels=9).refuses("V32", move="turn_die", die=f"blue:{value}", by=by)


def test_v33_a_black_die_costs_three_camels_and_is_rolled_at_once() -> None:
    voyage = a_turn("berke", "kubilai").give(camels=2).refuses("V33", move="black_die", chance=[6])
    voyage.give(camels=3).refuses("V33", move="black_die", chance=[])
    assert voyage.play(move="black_die", chance=[6]).lines == [(1, "camels", -3, "V33")]
    assert (voyage.held(1, "dice")[-1], voyage.state.black) == ("black:6", 2)


def test_v33_with_none_left_none_is_taken() -> None:
    voyage = a_turn("berke", "kubilai", start={"black_dice": {"2": 0}}).give(camels=9)
    voyage.refuses("V33", move="black_die", chance=[6])
