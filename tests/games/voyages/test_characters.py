"""The characters: of rulings V34 and V38 what no golden game shows."""

from __future__ import annotations

from typing import Any

from tests.games.voyages.voyage import Voyage, a_turn


def test_v34_raschid_rolls_nothing_and_sets_each_die_when_he_places_it() -> None:
    voyage = Voyage(2, characters=["raschid", "berke"])
    voyage.refuses("V34", 1, move="roll", chance=[3] * 5).refuses("V34", 1, move="compensate", coins=0, camels=0)
    assert (voyage.waiting, voyage.held(1, "dice")) == ((2,), ["blue:*"] * 5)
    voyage.rolled().give(coins=30, camels=30)
    voyage.refuses("V34", move="reroll", die="blue:3", chance=[4])
    voyage.refuses("V34", move="turn_die", die="blue:3", by=1)
    voyage.refuses("V8", move="take_three", dice=["blue:*"])
    voyage.play(move="bazaar", row="silk", dice=["blue:6", "blue:4"])
    assert (voyage.lines, voyage.held(1, "dice")) == ([(1, "silk", 3, "V13")], ["blue:*"] * 3)
    voyage.play(move="take_three", dice=["blue:1"])


def test_v34_his_black_die_is_not_rolled_either() -> None:
    voyage = a_turn("raschid", "berke").give(camels=3).refuses("V34", move="black_die", chance=[3])
    assert voyage.play(move="black_die").held(1, "dice")[-1] == "black:*"
    voyage.refuses("V8", move="khan", dice=["green:6"], good="silk").play(move="khan", dice=["black:6"], good="silk")


def test_v38_two_figures_share_the_steps_of_a_journey_and_each_posts_where_it_ends() -> None:
    voyage = a_turn("niccolo_marco", "berke", bonus_tiles={"MOS": "B01", "ALE": "B03"})
    assert voyage.board().figures == ("VEN", "VEN")
    voyage.give(dice="blue:3 blue:3", coins=12)
    body: dict[str, Any] = {"move": "travel", "dice": ["blue:3", "blue:3"]}
    voyage.refuses("V11", **body, paths=[["O1", "MOS"], ["ALE", "O3"]])
    voyage.refuses("V38", **body, paths=[["O1"], ["O1"], ["O1"]])
    voyage.play(**body, paths=[["O1", "MOS"], ["ALE"]])
    assert (voyage.board().figures, voyage.board().posts) == (("MOS", "ALE"), ("MOS", "ALE"))
    assert voyage.lines == [(1, "coins", -12, "V16"), (1, "coins", 3, "V21"), (1, "camels", 2, "V21")]
