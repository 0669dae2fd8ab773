"""Set-up, rounds, turns and dice of Voyages: rulings V1 to V11."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.voyages import VOYAGES
from companion.rules.rule_errors import MalformedError
from tests.games.voyages.voyage import FREE, Voyage, a_turn


def test_v1_coins_by_seat_two_camels_no_points() -> None:
    voyage = Voyage(4, characters=["raschid", "berke", "mercator", "wilhelm"])
    assert [voyage.purse(seat) for seat in (1, 2, 3, 4)] == [{"coins": n, "camels": 2} for n in (7, 8, 9, 10)]
    assert voyage.lines[:2] == [(1, "coins", 7, "V1"), (1, "camels", 2, "V1")]
    assert [voyage.board(seat).figures for seat in (1, 2)] == [("VEN",), ("VEN",)]


def test_v1_what_was_dealt_may_be_said_beforehand() -> None:
    voyage = Voyage(2, starting_contracts=["S4", None], goals=[["G01", "G05"], None], city_cards={"MOS": ["C01"]})
    assert (voyage.active(1), voyage.active(2)) == (["S4"], [None])
    assert (voyage.board(1).goals, voyage.board(2).goals) == (("G01", "G05"), None)
    assert voyage.state.cities[0].cards == ("C01",)


def test_income_tiles_lie_in_their_own_towns_but_those_that_are_said_and_in_expert_games_none() -> None:
    def tiles(**options: Any) -> dict[str, str | None]:
        return {town.id: town.tile for town in Voyage(2, **options).state.towns}

    own = {"ANX": "A", "KAS": "C", "ORM": "B", "XIA": "D", "ADA": "E", "KOC": "F"}
    assert tiles() == own
    assert tiles(income_tiles={"ANX": "F"}) == {**own, "ANX": "F", "KOC": None}
    assert tiles(expert=True, income_tiles={"ANX": "F"}) == {**dict.fromkeys(own), "ANX": "F"}


@pytest.mark.parametrize(("seats", "black"), [(2, 3), (3, 4), (4, 5)])
def test_v2_one_black_die_more_than_players(seats: int, black: int) -> None:
    assert Voyage(seats).state.black == black


@pytest.mark.parametrize(("seats", "khan", "five"), [(2, 2, 1), (3, 1, 0), (4, 0, 0)])
def test_v3_dice_of_nobody_block_spaces_in_every_round(seats: int, khan: int, five: int) -> None:
    voyage = Voyage(seats, characters=["wilhelm", "berke", "kubilai", "johannes"][:seats]).rolled()
    for _ in range(2):
        spaces = voyage.state.spaces
        assert [(one.seat, one.die.value) for one in spaces.khan] == [(None, 1)] * khan
        assert len(spaces.take_five) == five
        voyage.round_over().rolled()


def test_v3_of_two_players_five_coins_always_cost_their_fee() -> None:
    voyage = a_turn("wilhelm", "kubilai").give(dice="blue:4")
    assert voyage.play(move="take_five", dice=["blue:4"]).lines == [(1, "coins", -4, "V9"), (1, "coins", 5, "V12")]


def test_v4_characters_of_the_first_game_by_seat() -> None:
    assert [one.value for one in Voyage(4).match.agreed.characters] == ["raschid", "matteo", "berke", "mercator"]
    some = Voyage(3, characters=[None, "raschid"]).match.agreed.characters
    assert [one.value for one in some] == ["matteo", "raschid", "berke"], "whoever is left, in that order"


@pytest.mark.parametrize(
    ("options", "where"),
    [
        ({"characters": ["raschid", "raschid"]}, "characters"),
        ({"characters": ["marco"]}, "characters.0"),
        ({"characters": ["raschid", "berke", "matteo"]}, "characters"),
        ({"characters": "raschid"}, "characters"),
        ({"tracking": "dice"}, "tracking"),
        ({"expert": 1}, "expert"),
        ({"colours": ["violet"]}, "colours.0"),
        ({"colours": ["red", "red"]}, "colours"),
        ({"colours": [["red", "blue"]]}, "colours.0"),
        ({"starting_contracts": ["K01"]}, "starting_contracts.0"),
        ({"starting_contracts": ["S1", "S1"]}, "starting_contracts"),
        ({"goals": [["G01"]]}, "goals.0"),
        ({"goals": [["G01", "G99"]]}, "goals.0.1"),
        ({"goals": [None, ["G02", "G02"]]}, "goals.1"),
        ({"city_cards": {"XIA": ["C01"]}}, "city_cards.XIA"),
        ({"city_cards": {"MOS": ["C01", "C02"]}}, "city_cards.MOS"),
        ({"city_cards": {"MOS": ["C01"], "KAR": ["C01"]}}, "city_cards"),
        ({"city_cards": {"MOS": ["C99"]}}, "city_cards.MOS.0"),
        ({"bonus_tiles": {"MOS": "B99"}}, "bonus_tiles.MOS"),
        ({"bonus_tiles": {"MOS": "B01", "KAR": "B01"}}, "bonus_tiles"),
        ({"income_tiles": {"MOS": "A"}}, "income_tiles.MOS"),
        ({"tea": 1}, "tea"),
    ],
)
def test_a_set_up_that_will_not_do_is_told_with_its_path(options: dict[str, Any], where: str) -> None:
    with pytest.raises(MalformedError) as caught:
        Voyage(2, **options)
    assert caught.value.where == where


@pytest.mark.parametrize(
    ("options", "wanted"),
    [
        ({"colours": [["red", "blue"]]}, 1),
        ({"colours": ["red", "blue", "green"]}, 2),
        ({"characters": ["raschid", "berke", "matteo"]}, 2),
        ({"goals": [["G01"]]}, 2),
        ({"goals": [["G01", "G02", "G03"]]}, 2),
        ({"city_cards": {"MOS": ["C01", "C02"]}}, 1),
        ({"city_cards": {"SUM": ["C01", "C02", "C03", "C04"]}}, 3),
    ],
)
def test_a_list_of_a_set_up_says_how_long_it_is_to_be(options: dict[str, Any], wanted: int) -> None:
    with pytest.raises(MalformedError) as caught:
        Voyage(2, **options)
    assert (caught.value.reason.key, dict(caught.value.reason.args)) == ("error.wrong_length", {"wanted": wanted})


def test_colours_are_those_of_the_box_in_order_or_as_it_is_said() -> None:
    assert Voyage(3, colours=[None, "blue"]).match.colours == (("green",), ("blue",), ("yellow",))
    assert Voyage(2, colours=[["red"], []]).match.colours == (("red",), ("blue",))


def test_v5_the_first_round_brings_incomes_of_characters_alone() -> None:
    voyage = Voyage(2, characters=["johannes", "niccolo_marco"])
    assert voyage.lines[4:] == [(1, "coins", 3, "V40"), (2, "camels", 1, "V38")]


def test_v5_rolls_come_in_any_order_and_then_the_start_player_begins() -> None:
    voyage = Voyage(3, characters=["wilhelm", "berke", "kubilai"])
    assert (voyage.waiting, voyage.turn) == ((1, 2, 3), None)
    voyage.play(3, move="roll", chance=[6, 1, 4, 4, 4]).play(1, move="roll", chance=[3, 3, 3, 3, 3])
    voyage.refuses("V5", 1, move="roll", chance=[3, 3, 3, 3, 3]).refuses("V5", 1, move="take_five", dice=["blue:3"])
    assert voyage.held(3, "dice") == ["yellow:1", "yellow:4", "yellow:4", "yellow:4", "yellow:6"]
    assert voyage.waiting == (2,)
    assert voyage.play(2, move="roll", chance=[5, 5, 5, 5, 5]).turn == 1


@pytest.mark.parametrize("chance", [[3] * 4, [3] * 6, [0, 3, 3, 3, 3], [7, 3, 3, 3, 3]])
def test_v5_five_dice_of_six_faces(chance: list[int]) -> None:
    Voyage(2, characters=FREE).refuses("V5", 1, move="roll", chance=chance)


def test_v5_a_round_brings_dice_back_a_new_row_and_incomes() -> None:
    voyage = a_turn().give(posts="ANX").give(2, posts="ORM")
    voyage.give(camels=5).play(move="black_die", chance=[6])
    assert voyage.state.black == 2
    voyage.round_over()
    assert voyage.match.round(voyage.state) == 2
    assert voyage.lines == [(1, "coins", 5, "V20"), (2, "camels", 3, "V20")]
    assert (voyage.waiting, voyage.held(1, "dice"), voyage.state.black) == ((1, 2), [], 3)
    assert (voyage.state.market.row, voyage.state.market.special) == ((None,) * 6, 14)


def test_v5_incomes_of_several_towns_come_in_the_order_of_the_map() -> None:
    voyage = a_turn().give(posts="KOC ADA ORM ANX").round_over()
    assert voyage.lines == [
        (1, "coins", 5, "V20"),
        (1, "camels", 3, "V20"),
        (1, "coins", 3, "V20"),
        (1, "camels", 1, "V20"),
        (1, "points", 3, "V20"),
    ]


def test_v5_choices_of_incomes_are_answered_side_by_side() -> None:
    voyage = a_turn("wilhelm", "matteo").give(posts="KAS").round_over()
    assert voyage.waiting == (1, 2)
    voyage.play(2, move="decline").play(2, move="roll", chance=[3, 3, 3, 3, 3, 1])
    voyage.refuses("V20", 1, move="choose", goods=["silk"]).refuses(None, 1, move="roll", chance=[3] * 5)
    voyage.play(1, move="choose", goods=["silk", "gold"])
    assert voyage.lines == [(1, "silk", 1, "V20"), (1, "gold", 1, "V20")]
    assert voyage.play(1, move="roll", chance=[3] * 5).turn == 1


def test_v6_whoever_used_the_travel_action_last_starts_the_next_round() -> None:
    voyage = a_turn("wilhelm", "berke", "kubilai").give(dice="blue:3 blue:3").give(2, dice="green:3 green:3")
    voyage.play(move="travel", dice=["blue:3", "blue:3"], paths=[["O1"]]).play(move="end_turn")
    voyage.play(move="travel", dice=["green:3", "green:3"], paths=[["O1"]]).play(move="end_turn")
    voyage.round_over().rolled()
    assert voyage.turn == 2
    assert voyage.round_over().rolled().turn == 2, "nobody has travelled since"


def test_v6_free_steps_do_not_count() -> None:
    voyage = a_turn(bonus_tiles={"ALE": "B08"}).give(2, dice="green:3 green:3").give(dice="blue:3 blue:3").end()
    voyage.play(move="travel", dice=["green:3", "green:3"], paths=[["ALE"]])
    voyage.play(move="decline").play(move="end_turn").give(at="ALE", dice="blue:5 blue:5 black:5")
    voyage.give(coins=9).play(move="bazaar", row="gold", dice=["blue:5", "blue:5", "black:5"])
    voyage.play(move="step", paths=[["O4"]]).round_over().rolled()
    assert voyage.turn == 2


def test_v7_one_coin_or_camel_for_each_point_below_fifteen() -> None:
    voyage = Voyage(2, characters=FREE).play(1, move="roll", chance=[1, 2, 2, 3, 3])
    for coins, camels in ((4, 1), (2, 1), (5, -1), (0, 0)):
        voyage.refuses("V7", 1, move="compensate", coins=coins, camels=camels)
    assert voyage.play(1, move="compensate", coins=1, camels=3).lines == [(1, "coins", 1, "V7"), (1, "camels", 3, "V7")]
    voyage.refuses("V7", 1, move="compensate", coins=0, camels=0)
    assert voyage.play(2, move="roll", chance=[3, 3, 3, 3, 3]).turn == 1, "fifteen lack nothing"


def test_v7_compensation_holds_up_nobody_else() -> None:
    voyage = Voyage(2, characters=FREE).play(1, move="roll", chance=[1, 1, 1, 1, 1])
    voyage.play(2, move="roll", chance=[2, 2, 2, 2, 2])
    assert (voyage.waiting, voyage.turn) == ((1, 2), None)
    voyage.play(2, move="compensate", coins=5, camels=0).play(1, move="compensate", coins=0, camels=10)
    assert voyage.turn == 1


def test_v8_one_action_a_turn_and_one_is_owed() -> None:
    voyage = a_turn().refuses("V8", move="end_turn").give(coins=9)
    voyage.play(move="take_five", dice=["blue:3"]).refuses("V8", move="take_five", dice=["blue:3"])
    assert voyage.play(move="end_turn").turn == 2


def test_v8_without_dice_one_is_skipped_and_bonus_actions_go_on_till_the_end_of_the_turn() -> None:
    voyage = a_turn("wilhelm", "berke", "kubilai").give(2, dice="").give(dice="blue:3", camels=9)
    voyage.play(move="take_three", dice=["blue:3"]).play(move="black_die", chance=[4])
    voyage.refuses("V8", move="end_turn").play(move="take_three", dice=["black:4"])
    assert voyage.play(move="end_turn").turn == 3


def test_v8_who_alone_has_dice_has_turn_after_turn() -> None:
    voyage = a_turn().give(2, dice="").give(coins=20).play(move="take_five", dice=["blue:3"])
    number = voyage.match.turn_no(voyage.state)
    voyage.play(move="end_turn")
    assert (voyage.turn, number, voyage.match.turn_no(voyage.state)) == (1, 1, 2)


def test_v8_only_dice_that_one_has_are_placed() -> None:
    voyage = a_turn().give(dice="blue:4 black:2", coins=9)
    for dice in (["blue:3"], ["black:4"], ["green:3"], ["blue:*"], ["tea"], [""]):
        voyage.refuses("V8", move="take_three", dice=dice)
    voyage.refuses("V13", move="bazaar", row="silk", dice=["blue:4"])
    voyage.refuses("V8", move="bazaar", row="silk", dice=["blue:4", "blue:4"])


def test_v9_the_fee_is_the_lowest_die_just_placed_and_paid_before_the_action() -> None:
    voyage = a_turn("wilhelm", "kubilai", "berke").give(dice="blue:4 blue:6").give(2, dice="green:2 green:5", coins=2)
    voyage.play(move="bazaar", row="silk", dice=["blue:4", "blue:6"])
    assert voyage.lines == [(1, "silk", 3, "V13")], "nobody was there before"
    voyage.play(move="end_turn").play(move="bazaar", row="silk", dice=["green:5", "green:2"], column=1)
    assert voyage.lines == [(2, "coins", -2, "V9"), (2, "silk", 1, "V13")]


def test_v9_who_cannot_pay_the_fee_before_the_action_does_not_act() -> None:
    voyage = a_turn("wilhelm", "kubilai").give(dice="blue:6", coins=5).refuses("V9", move="take_five", dice=["blue:6"])
    assert voyage.give(coins=6).play(move="take_five", dice=["blue:6"]).purse()["coins"] == 5


def test_v9_own_dice_occupy_a_space_as_well() -> None:
    voyage = a_turn().give(dice="blue:4 black:3 green:1", coins=9).give(2, dice="")
    voyage.play(move="bazaar", row="pepper", dice=["blue:4"]).play(move="end_turn")
    voyage.play(move="bazaar", row="pepper", dice=["black:3"])
    assert voyage.lines[0] == (1, "coins", -3, "V9")


def test_v10_ones_own_colour_once_a_space_black_and_white_as_one_likes() -> None:
    voyage = a_turn("matteo", "berke").give(dice="blue:4 blue:3 white:2 black:3 black:2", coins=30).give(2, dice="")
    voyage.play(move="bazaar", row="pepper", dice=["blue:4"]).play(move="end_turn")
    voyage.refuses("V10", move="bazaar", row="pepper", dice=["blue:3"])
    voyage.play(move="bazaar", row="pepper", dice=["white:2"]).play(move="end_turn")
    voyage.play(move="bazaar", row="pepper", dice=["black:3"]).play(move="end_turn")
    voyage.refuses("V10", move="bazaar", row="pepper", dice=["blue:3"])
    voyage.play(move="bazaar", row="silk", dice=["blue:3", "black:2"])


def test_v10_dice_of_ones_own_may_come_after_black_ones() -> None:
    voyage = a_turn().give(dice="blue:4 black:2", coins=9).give(2, dice="")
    voyage.play(move="bazaar", row="camel", dice=["black:2"]).play(move="end_turn")
    assert voyage.play(move="bazaar", row="camel", dice=["blue:4"]).lines[-1] == (1, "camels", 4, "V13")


def test_v11_the_lowest_die_is_the_most_and_less_may_be_taken() -> None:
    voyage = a_turn().give(dice="blue:5 blue:3 blue:6")
    dice = ["blue:5", "blue:3", "blue:6"]
    for column in (0, 4):
        voyage.refuses("V11", move="bazaar", row="gold", dice=dice, column=column)
    assert voyage.play(move="bazaar", row="gold", dice=dice, column=2).lines == [(1, "gold", 2, "V13")]


def test_incomes_of_later_rounds_belong_to_the_round_that_follows() -> None:
    first = Voyage(2, characters=["johannes", "berke"])
    assert [line.follows for line in first.last] == [False] * 5
    later = a_turn("johannes", "berke").give(posts="ANX").round_over()
    assert [(line.ruling, line.follows) for line in later.last] == [("V20", True), ("V40", True)]


@pytest.mark.parametrize("seats", [1, 5])
def test_no_other_number_of_players_is_taken_and_it_says_which_are(seats: int) -> None:
    with pytest.raises(MalformedError) as caught:
        VOYAGES.begin(("Ada",) * seats, {})
    assert dict(caught.value.reason.args) == {"low": 2, "high": 4}
