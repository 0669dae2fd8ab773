"""The forms of Voyages, field by field: each asks for what the fields before it leave open."""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules.fields import ChanceField, Choice, NumberField, Pick
from companion.rules.form_walk import FormWalk
from companion.rules.match_functions import offers_of
from companion.rules.offers import default_offer
from companion.rules.rule_errors import MalformedError
from companion.words.catalogue import Words
from tests.games.voyages.test_points import game_over, points
from tests.games.voyages.voyage import Voyage, first_turn

ENGLISH = Words("en")


def open_values(field: Any) -> list[Any]:
    """Return the values that can be chosen in a field."""
    return [choice.value for choice in field.open_choices]


def default_kind(voyage: Voyage) -> str | None:
    """Return the kind of move on which the cursor begins for the current seat."""
    default = default_offer(offers_of(voyage.match, voyage.state, voyage.turn or 1))
    return default.kind if default else None


def times_of(field: Any) -> dict[Any, int]:
    return {choice.value: choice.times for choice in field.open_choices}


def turn_with_card(card: str, die: int = 3, mixed: bool = True, **has: Any) -> Voyage:
    voyage = first_turn("berke", "kubilai", city_cards={"MOS": [card]}, mixed_exchange=mixed).give(coins=0, camels=0)
    return voyage.give(posts="MOS", dice=f"blue:{die}").give(**has)


@pytest.mark.parametrize(("people", "draws", "word"), [("matteo", (("d6", 6),), "white"), ("berke", (("d6", 5),), "")])
def test_each_character_rolls_its_own_number_of_dice(people: str, draws: Any, word: str) -> None:
    voyage = Voyage(2, characters=[people, "kubilai"])
    field = (voyage.play(1, move="decline") if people == "matteo" else voyage).form("roll", 1).field
    assert isinstance(field, ChanceField)
    assert (field.draws, field.purpose_suffix) == (draws, word)


def test_v7_compensation_is_one_number_that_shows_the_rest() -> None:
    voyage = Voyage(2, characters=["berke", "kubilai"]).play(1, move="roll", chance=[1, 2, 2, 3, 5])
    form = voyage.form("compensate", 1)
    assert isinstance(form.field, NumberField)
    assert [ENGLISH.of(label) for label in form.field.outcomes] == ["2 camels", "1 coin and 1 camel", "2 coins"]
    assert form.answer(2).move_fields == {"coins": 2, "camels": 0}


def test_after_the_action_end_turn_is_the_default() -> None:
    voyage = first_turn("berke", "kubilai")
    assert default_kind(voyage) == "take_five"
    assert default_kind(voyage.play(move="take_five", dice=["blue:3"])) == "end_turn"


def test_a_gained_black_die_is_a_separate_throw() -> None:
    voyage = first_turn("berke", "kubilai", bonus_tiles={"ALE": "B10"})
    field = voyage.play(move="travel", dice=["blue:3", "blue:3"], paths=[["ALE"]]).form("roll").field
    assert isinstance(field, ChanceField)
    assert (field.draws, field.purpose_suffix) == ((("d6", 1),), "gained")


def test_the_columns_of_the_bazaar_begin_with_the_lowest_die() -> None:
    walk = first_turn().give(dice="blue:4 blue:6").form("bazaar", row="silk")
    assert walk.move_fields == {"row": "silk", "dice": ["blue:4", "blue:6"]}, "all dice there are"
    assert open_values(walk.field) == [4, 3, 2, 1]
    assert (walk.complete, walk.settled.move_fields["column"]) == (True, 4)
    assert walk.answer(2).move_fields["column"] == 2


def test_equal_dice_are_one_choice_taken_several_times() -> None:
    field = first_turn().give(dice="blue:4 blue:4 blue:4 blue:2").form("bazaar", row="silk").field
    assert times_of(field) == {"blue:2": 1, "blue:4": 2}
    assert times_of(first_turn().give(dice="blue:4 blue:4 blue:2").form("take_three").field) == {
        "blue:2": 1,
        "blue:4": 1,
    }


def test_raschid_may_set_each_die_to_any_value() -> None:
    field = first_turn("raschid", "berke").give(dice="blue:* black:*").form("bazaar", row="silk").field
    assert times_of(field) == {f"{colour}:{value}": 1 for colour in ("blue", "black") for value in range(1, 7)}


def test_bonus_and_discard_are_asked_only_where_needed() -> None:
    voyage = first_turn("berke", "kubilai").give(dice="blue:6", active="K01 K02")
    walk = voyage.form("contracts")
    assert open_values(walk.field) == [1, 2, 3, 4, 5, 6]
    walk = walk.take(6).take(5).take(None).take("K03")
    assert [str(choice.label.key) for choice in open_choices(walk)] == ["voyages.amount.coins", "voyages.amount.camels"]
    assert [dict(choice.label.args)["n"] for choice in open_choices(walk)] == [2, 2]
    walk = walk.take("coins")
    assert [dict(choice.label.args)["n"] for choice in open_choices(walk)] == [1, 1]
    walk = walk.take("camels")
    assert (walk.field, walk.move_fields["discard"]) == (None, ["K01", "K02"]), "both have to go"
    less = first_turn("berke", "kubilai").give(dice="blue:2", active="K01").form("contracts").take(2).close()
    assert less.take(None).field is None


def open_choices(walk: Any) -> list[Choice]:
    return list(walk.field.open_choices)


def test_a_named_slot_chooses_its_card_automatically() -> None:
    voyage = first_turn("berke", "kubilai").give(dice="blue:2", active="")
    voyage.play(1, move="name", contract="K05", slot=1)
    walk = voyage.form("contracts").take(1).close()
    assert (walk.field, walk.move_fields["contracts"]) == (None, ["K05"])
    unnamed = voyage.form("contracts").take(2).close()
    assert None in open_values(unnamed.field)
    assert not {"K05", "S1"} & {*open_values(unnamed.field)}


def test_a_discarded_unknown_contract_may_be_named() -> None:
    voyage = first_turn("berke", "kubilai").give(dice="blue:2", active="K01 ?")
    walk = voyage.form("contracts").take(1).close().take("K05")
    values = open_values(walk.field)
    assert values[:2] == ["K01", None]
    assert "K06" in values
    assert not {"K05", "S1"} & {*values}


def test_a_drawn_contract_asks_for_a_discard_only_when_full() -> None:
    for active, discard in (("K01", None), ("K01 K02", ["K01", "K02"])):
        voyage = first_turn("berke", "kubilai", bonus_tiles={"ALE": "B09"}).give(active=active)
        walk = voyage.play(move="travel", dice=["blue:3", "blue:3"], paths=[["ALE"]]).form("keep").answer("K03")
        assert (None if walk.field is None else open_values(walk.field)) == discard


def test_the_form_of_name_asks_for_slot_then_contract() -> None:
    voyage = first_turn("berke", "kubilai").give(active="K01 ?").play(2, move="name", contract="K05", slot=2)
    walk = voyage.form("name", 1)
    assert open_values(walk.field) == [None, 1, 3, 4, 5, 6]
    for slot in (None, 3):
        values = open_values(walk.answer(slot).field)
        assert "K06" in values
        assert not {"K01", "K05"} & {*values}
    assert walk.answer(3).answer("K06").move_fields == {"slot": 3, "contract": "K06"}


def test_without_unknown_own_contracts_only_row_slots_are_offered() -> None:
    voyage = first_turn("berke", "kubilai").give(active="K01")
    assert open_values(voyage.form("name", 1).field) == [1, 2, 3, 4, 5, 6]


def test_contracts_are_asked_for_only_when_there_is_a_choice() -> None:
    """An unknown contract may be named but need not be; of two older ones, the seat chooses one."""
    voyage = first_turn("berke", "kubilai").give(dice="blue:4", active="?")
    walk = voyage.form("contracts").take(2).take(4)
    assert walk.complete
    assert walk.settled.move_fields == {
        "dice": ["blue:4"],
        "slots": [2, 4],
        "contracts": [None, None],
        "discard": [None],
    }
    assert not voyage.give(dice="blue:4", active="? ?").form("contracts").take(2).close().complete
    assert not voyage.give(dice="blue:4", active="K01 K02").form("contracts").take(2).close().complete


def test_a_drawn_contract_can_be_kept_unnamed() -> None:
    voyage = first_turn("berke", "kubilai", bonus_tiles={"ALE": "B09"}).give(active="K01")
    walk = voyage.play(move="travel", dice=["blue:3", "blue:3"], paths=[["ALE"]]).form("keep")
    assert (walk.complete, walk.settled.move_fields) == (True, {"contract": None})


@pytest.mark.parametrize(
    ("card", "die", "has", "times"),
    [
        ("C13", 3, {"camels": 2}, [1, 2]),
        ("C13", 3, {"camels": 9}, [1, 2, 3]),
        ("C16", 6, {"coins": 7}, [1, 2, 3]),
        ("C18", 6, {"pepper": 4, "silk": 1, "gold": 1}, [1, 2]),
        ("C21", 2, {}, [1, 2]),
        ("C22", 4, {"silk": 1, "camels": 5}, [1, 2, 3]),
        ("C20", 6, {"coins": 2, "camels": 3}, [1, 2, 3]),
        ("C24", 6, {"filled": "K01 K02"}, [1, 2]),
        ("C30", 5, {"posts": "ANX KAS"}, [1, 2]),
        ("C19", 5, {"posts": "ANX KAS", "coins": 9}, [1, 2]),
    ],
)
def test_uses_of_a_card_are_limited_by_its_cost(card: str, die: int, has: dict[str, Any], times: list[int]) -> None:
    assert open_values(turn_with_card(card, die).give(**has).form("city_card").field) == times


def test_ways_are_offered_as_often_as_they_can_be_paid() -> None:
    walk = turn_with_card("C22", 4, silk=1, camels=4).form("city_card").answer(3)
    assert times_of(walk.field) == {
        "silk>camel": 1,
        "camel>pepper": 2,
        "camel>silk": 2,
        "camel>gold": 2,
    }
    one_way = turn_with_card("C20", 6, coins=2, camels=3).form("city_card").answer(3)
    assert (one_way.field, one_way.move_fields["ways"]) == (None, ["camel>coin"] * 3), "only camels are enough"
    pairs = turn_with_card("C18", 6, pepper=4, silk=1, gold=1).form("city_card").answer(2)
    assert pairs.move_fields["ways"] == ["pepper+silk", "pepper+gold"]


def test_v22_a_house_rule_offers_one_direction() -> None:
    both_ways = turn_with_card("C22", 4, silk=1, pepper=2, camels=2).form("city_card")
    assert open_values(both_ways.field) == [1, 2, 3, 4]
    one_way = turn_with_card("C22", 4, mixed=False, silk=1, pepper=2, camels=2).form("city_card")
    assert open_values(one_way.field) == [1, 2, 3], "three goods, or camels for one"
    walk = one_way.answer(2)
    assert times_of(walk.field) == {"pepper>camel": 2, "silk>camel": 1}, "not camels, which pay only once"
    assert walk.take("silk>camel").move_fields["ways"] == ["pepper>camel", "silk>camel"]
    points = turn_with_card("C21", 4, mixed=False, coins=3).form("city_card").answer(1)
    assert times_of(points.field) == {"vp>coin": 1, "coin>vp": 1}


def test_ways_of_towns_are_different_towns_in_chosen_order() -> None:
    walk = turn_with_card("C19", 3, coins=9, posts="ANX KAS ORM").form("city_card").answer(2)
    assert times_of(walk.field) == {"ANX": 1, "KAS": 1, "ORM": 1}
    assert walk.take("ORM").take("ANX").move_fields["ways"] == ["ORM", "ANX"]


def test_an_unpayable_card_is_refused() -> None:
    voyage = turn_with_card("C13", 3).give(posts="SUM")
    walk = voyage.form("city_card")
    assert walk.move_fields == {"dice": ["blue:3"], "city": "SUM"}, "of Moscow there is nothing to be paid"
    field: Any = walk.field
    refused = {choice.value: choice.refused for choice in field.choices}
    assert refused["C31"] is None
    assert refused["C14"] is not None
    assert refused["C14"].ruling == "V22"
    assert "C13" not in refused, "it lies in Moscow"


def test_completed_goals_bound_the_reached_places() -> None:
    walk = game_over(points()).form("final", 1).answer(1).answer(2).answer(3)
    assert open_values(walk.field) == [0, 10, 7, 4, 1]
    walk = walk.answer(7)
    assert open_values(walk.close().field) == [0, 1, 2]
    assert open_values(walk.take("G01").close().field) == [2, 3]
    both = walk.take("G01").take("G02")
    assert (both.field, both.move_fields["reached"]) == (None, 3)


def test_end_turn_asks_for_used_dice_in_points_tracking() -> None:
    assert open_values(points().form("end_turn").field) == [1, 2, 3, 4, 5]


def test_an_unknown_kind_has_no_form() -> None:
    with pytest.raises(MalformedError):
        first_turn().form("sail")


def test_a_six_turns_down_and_a_one_up() -> None:
    voyage = first_turn().give(dice="blue:6 blue:1")
    assert voyage.form("turn_die").answer("blue:6").move_fields == {"die": "blue:6", "by": -1}
    assert voyage.form("turn_die").answer("blue:1").move_fields == {"die": "blue:1", "by": 1}


def journey_form(voyage: Voyage) -> FormWalk:
    """Return the form of a journey of up to six steps, for a seat that can pay for it."""
    return voyage.give(coins=60, camels=20, dice="blue:6 blue:6").form("travel", dice=["blue:6", "blue:6"])


def distant_places(walk: FormWalk) -> dict[str, Choice]:
    """Return the distant places that are offered, with the places on the way."""
    assert isinstance(walk.field, Pick)
    places = {}
    for choice in walk.field.choices:
        assert isinstance(choice.value, dict)
        if choice.prerequisites:
            places[str(choice.value["item"])] = choice
    return places


def test_v16_a_distant_place_is_reached_by_the_cheapest_route() -> None:
    walk = journey_form(first_turn("berke", "kubilai"))
    far = distant_places(walk)
    assert [ENGLISH.of(far[place].label) for place in ("MOS", "ANX", "KAR")] == [
        "Moscow (7 coins), 2 steps",
        "Anxi (12 coins and 3 camels), 3 steps",
        "Karakorum (12 coins and 5 camels), 4 steps",
    ]
    assert far["ANX"].touches == ("place:ANX",)
    assert walk.take({"into": 0, "item": "ANX"}).move_fields["paths"] == [["O1", "MOS", "ANX"]]
    on = walk.take({"into": 0, "item": "MOS"})
    assert ENGLISH.of(distant_places(on)["KAR"].label) == "Karakorum (5 coins and 5 camels), 2 steps"


def test_v16_only_payable_distant_places_are_offered() -> None:
    voyage = first_turn("berke", "kubilai").give(coins=12, camels=3, dice="blue:4 blue:4")
    assert {*distant_places(voyage.form("travel", dice=["blue:4", "blue:4"]))} == {
        "MOS",
        "ANX",
        "O4",
        "ADA",
        "O3",
        "SAM",
    }


def test_v16_places_without_a_single_cheapest_route_are_left_out() -> None:
    assert {"ORM", "O3"}.isdisjoint(distant_places(journey_form(first_turn("berke", "kubilai"))))


def test_v41_wilhelm_is_offered_single_steps_only() -> None:
    assert distant_places(journey_form(first_turn("wilhelm", "kubilai"))) == {}


def test_v38_figures_standing_together_are_offered_once() -> None:
    walk = journey_form(first_turn("niccolo_marco", "kubilai"))
    assert figures_of(walk) == {0}
    assert figures_of(walk.take({"into": 0, "item": "O1"})) == {0, 1}


def figures_of(walk: FormWalk) -> set[Any]:
    """Return the figures whose steps are offered next."""
    assert isinstance(walk.field, Pick)
    values: list[Any] = [choice.value for choice in walk.field.choices]
    return {value["into"] for value in values}
