"""The characters: rulings V34 to V41."""

from __future__ import annotations

from typing import Any

import pytest

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


def test_v34_he_pays_fees_and_journeys() -> None:
    voyage = a_turn("raschid", "berke").give(coins=2, camels=0)
    voyage.refuses("V9", move="take_five", dice=["blue:3"]).play(move="take_five", dice=["blue:2"])
    assert voyage.lines == [(1, "coins", -2, "V9"), (1, "coins", 5, "V12")]
    voyage.end().end().refuses("V16", move="travel", dice=["blue:2", "blue:2"], paths=[["O2"]])


def test_v35_matteo_rolls_a_white_die_which_counts_for_compensation() -> None:
    voyage = Voyage(2, characters=["matteo", "berke"]).play(1, move="decline")
    voyage.refuses("V35", 1, move="roll", chance=[3] * 5).play(1, move="roll", chance=[1, 2, 2, 2, 2, 6])
    assert voyage.held(1, "dice") == ["blue:1", "blue:2", "blue:2", "blue:2", "blue:2", "white:6"]
    assert voyage.waiting == (2,), "fifteen with the white one"
    low = Voyage(2, characters=["matteo", "berke"]).play(1, move="decline")
    low.play(1, move="roll", chance=[2, 2, 2, 2, 2, 4]).play(1, move="compensate", coins=1, camels=0)


def test_v35_matteo_draws_a_contract_each_round() -> None:
    options: dict[str, Any] = {"characters": ["matteo", "berke"], "starting_contracts": ["S1"]}
    voyage = Voyage(2, **options).play(1, move="keep", contract="K01")
    assert (voyage.active(), voyage.state.market.special) == (["S1", "K01"], 7)
    voyage.rolled().round_over()
    voyage.refuses("V26", 1, move="keep", contract="K02").play(1, move="keep", contract="K02", discard="K01")
    assert voyage.active() == ["S1", "K02"]


def test_v36_berke_pays_no_fee() -> None:
    voyage = a_turn("berke", "kubilai").give(coins=0, dice="blue:6")
    assert voyage.play(move="take_five", dice=["blue:6"]).lines == [(1, "coins", 5, "V12")]


def test_v36_but_shares_no_city_card() -> None:
    voyage = a_turn("kubilai", "berke", city_cards={"MOS": ["C31"]}).give(posts="MOS").give(2, posts="MOS")
    voyage.play(move="city_card", card="C31", city="MOS", dice=["blue:3"]).play(move="end_turn")
    voyage.refuses("V21", move="city_card", card="C31", city="MOS", dice=["green:3"])


@pytest.mark.parametrize(
    ("row", "n", "copied"), [("camel", 1, "camels"), ("pepper", 1, "pepper"), ("silk", 2, "silk"), ("gold", 3, "gold")]
)
def test_v37_mercator_has_one_of_what_another_buys(row: str, n: int, copied: str) -> None:
    voyage = a_turn("berke", "mercator", "kubilai", "wilhelm")
    voyage.play(move="bazaar", row=row, dice=["blue:3"] * n, column=1)
    assert voyage.lines[-1] == (2, copied, 1, "V37")


def test_v37_of_his_own_purchases_he_has_nothing_more() -> None:
    voyage = a_turn("mercator", "berke").play(move="bazaar", row="silk", dice=["blue:3", "blue:3"], column=2)
    assert voyage.lines == [(1, "silk", 2, "V13")]


@pytest.mark.parametrize(("seats", "camel", "coins"), [(2, 1, 2), (3, 1, 0), (4, 0, 0)])
def test_v37_the_khan_and_five_coins_by_the_number_of_players(seats: int, camel: int, coins: int) -> None:
    people = ["berke", "mercator", "kubilai", "wilhelm"][:seats]
    khan = a_turn(*people).play(move="khan", dice=["blue:3"], good="silk").lines
    assert [line for line in khan if line[3] == "V37"] == [(2, "camels", 1, "V37")] * camel
    five = a_turn(*people).play(move="take_five", dice=["blue:3"]).lines
    assert [line for line in five if line[3] == "V37"] == ([(2, "coins", coins, "V37")] if coins else [])


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


def test_v38_one_of_them_may_stay_and_a_camel_comes_each_round() -> None:
    voyage = a_turn("niccolo_marco", "berke").give(dice="blue:3 blue:3")
    assert voyage.play(move="travel", dice=["blue:3", "blue:3"], paths=[[], ["O1"]]).board().figures == ("VEN", "O1")
    assert voyage.end().round_over().lines == [(1, "camels", 1, "V38")]


def test_v38_both_may_end_in_one_place_with_one_post() -> None:
    voyage = a_turn("niccolo_marco", "berke", bonus_tiles={"ALE": "B03"}).give(dice="blue:3 blue:3")
    voyage.play(move="travel", dice=["blue:3", "blue:3"], paths=[["ALE"], ["ALE"]])
    assert (voyage.board().figures, voyage.board().posts) == (("ALE", "ALE"), ("ALE",))


def test_v38_steps_of_one_gain_may_be_shared_as_well() -> None:
    voyage = a_turn("niccolo_marco", "berke", city_cards={"MOS": ["C17"]})
    voyage.give(posts="MOS", dice="blue:2", camels=4)
    voyage.play(move="city_card", card="C17", city="MOS", dice=["blue:2"], times=2)
    assert voyage.play(move="step", paths=[["O1"], ["ALE"]]).board().figures == ("O1", "ALE")


def test_v39_kubilai_starts_in_beijing_with_a_post_on_its_ten() -> None:
    voyage = Voyage(2, characters=["berke", "kubilai"])
    assert (voyage.board(2).figures, voyage.board(2).posts, voyage.held(2, "posts")) == (("BEI",), ("BEI",), 1)
    assert voyage.state.beijing == (2, None, None, None)


def test_v39_it_is_the_first_of_his_posts() -> None:
    voyage = a_turn("kubilai", "berke", bonus_tiles={"LAN": "B01"})
    voyage.give(posts="MOS KAR SAM ALE KRC SUM", at="O8", dice="blue:3 blue:3")
    voyage.play(move="travel", dice=["blue:3", "blue:3"], paths=[["LAN"]])
    assert (1, "points", 5, "V17") in voyage.lines


def test_v40_johannes_leaps_from_oasis_to_oasis_for_nothing() -> None:
    voyage = a_turn("johannes", "berke").give(at="O6", dice="blue:3 blue:3", coins=7, camels=0)
    voyage.play(move="travel", dice=["blue:3", "blue:3"], paths=[["O7", "O10"]])
    assert voyage.lines == [(1, "coins", -7, "V16")], "also along the road that costs five"


def test_v40_but_not_into_a_town_and_no_one_else_leaps() -> None:
    body: dict[str, Any] = {"move": "travel", "dice": ["blue:3", "blue:3"]}
    voyage = a_turn("johannes", "berke").give(at="O6", dice="blue:3 blue:3", coins=30)
    voyage.refuses("V16", **body, paths=[["XIA"]])
    other = a_turn("kubilai", "berke").give(at="O6", dice="blue:3 blue:3", coins=30)
    other.refuses("V16", **body, paths=[["O10"]])


def test_v40_johannes_has_three_coins_each_round() -> None:
    assert a_turn("johannes", "berke").round_over().lines == [(1, "coins", 3, "V40")]


def test_v41_wilhelm_posts_also_where_he_passes_and_gains_after_the_movement() -> None:
    voyage = a_turn("wilhelm", "berke", bonus_tiles={"MOS": "B02"}).give(dice="blue:3 blue:3", coins=12, camels=2)
    body: dict[str, Any] = {"move": "travel", "dice": ["blue:3", "blue:3"], "paths": [["O1", "MOS", "ANX"]]}
    voyage.refuses("V16", **body).give(camels=3).play(**body)
    assert voyage.board().posts == ("MOS", "ANX")
    assert voyage.lines[2:] == [(1, "coins", 5, "V21"), (1, "coins", 5, "V20")]


def test_v41_eleven_posts_of_which_the_last_brings_ten_more() -> None:
    voyage = a_turn("wilhelm", "berke").give(posts="MOS KAR SAM LAN ALE KRC SUM XIA ORM", dice="blue:6 blue:6")
    voyage.give(coins=60, camels=60, at="ANX").play(move="travel", dice=["blue:6", "blue:6"], paths=[["MOS"]])
    assert len(voyage.board().posts) == 9
    voyage.give(dice="black:6 black:6", at="VEN").end().end()
    voyage.play(move="travel", dice=["black:6", "black:6"], paths=[["ALE", "O4", "ADA", "KOC"]])
    assert [line for line in voyage.lines if line[1] == "points"][:1] == [(1, "points", 10, "V41")]
    assert len(voyage.board().posts) == 11
