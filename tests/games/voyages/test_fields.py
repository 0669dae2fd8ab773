"""The fields of the forms of Voyages: their numbers, bounds and labels."""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules.fields import ChanceField, NumberField, Pick
from companion.rules.rule_errors import IllegalMoveError
from companion.words.catalogue import Words
from tests.games.voyages.test_forms import (
    distant_places,
    journey_form,
    open_choices,
    open_values,
    times_of,
    turn_with_card,
)
from tests.games.voyages.test_points import game_over, points
from tests.games.voyages.voyage import NAMES, Voyage, first_turn

ENGLISH = Words("en")


def labels(field: Any) -> list[str]:
    """Return the labels of the choices."""
    return [ENGLISH.of(choice.label, NAMES) for choice in field.choices]


def refusals(field: Any) -> dict[Any, str | None]:
    """Return the ruling that refuses each choice, None if it is not refused."""
    return {choice.value: choice.refused and choice.refused.ruling for choice in field.choices}


# Dice.


@pytest.mark.parametrize(
    ("kind", "chosen", "count"),
    [
        ("take_five", {}, 1),
        ("khan", {}, 1),
        ("contracts", {}, 1),
        ("take_three", {}, 1),
        ("travel", {}, 2),
        ("bazaar", {"row": "camel"}, 1),
        ("bazaar", {"row": "pepper"}, 1),
        ("bazaar", {"row": "silk"}, 2),
        ("bazaar", {"row": "gold"}, 3),
        ("city_card", {"city": "MOS", "card": "C13"}, 1),
    ],
)
def test_each_kind_asks_for_its_number_of_dice(kind: str, chosen: dict[str, Any], count: int) -> None:
    voyage = first_turn("berke", "kubilai", city_cards={"MOS": ["C13"]}).give(
        posts="MOS", dice="blue:2 blue:3 blue:4 blue:5"
    )
    field = voyage.form(kind, **chosen).field
    assert isinstance(field, Pick)
    assert (field.name, field.least, field.most) == ("dice", count, count)
    assert dict(field.label.args) == {"n": count}
    assert times_of(field) == {"blue:2": 1, "blue:3": 1, "blue:4": 1, "blue:5": 1}


def test_equal_dice_are_offered_less_those_already_picked() -> None:
    walk = first_turn().give(dice="blue:4 blue:4 blue:4 blue:2").form("bazaar", row="gold")
    assert times_of(walk.field) == {"blue:2": 1, "blue:4": 3}
    assert times_of(walk.take("blue:4").field) == {"blue:2": 1, "blue:4": 2}
    assert walk.take("blue:4").take("blue:2").move_fields["dice"] == ["blue:2", "blue:4", "blue:4"], (
        "only a four is left"
    )


def test_a_refused_die_is_offered_once_with_its_reason() -> None:
    voyage = (
        first_turn("wilhelm", "berke", "kubilai", "johannes")
        .give(dice="blue:4")
        .give(2, dice="green:3 green:3 green:5 black:5")
    )
    voyage.play(move="khan", dice=["blue:4"], good="silk").play(move="end_turn")
    field: Any = voyage.form("khan").field
    assert refusals(field) == {"green:3": "V14", "green:5": None, "black:5": None}
    assert [choice.times for choice in field.choices] == [1, 1, 1]
    assert dict(field.choices[0].refused.reason.args) == {"n": 4}, "the four that lies there"


@pytest.mark.parametrize("kind", ["reroll", "black_die"])
def test_v31_v33_rerolls_and_black_dice_roll_one_die(kind: str) -> None:
    chosen: dict[str, Any] = {"die": "blue:3"} if kind == "reroll" else {}
    field = first_turn("berke", "kubilai").give(camels=9).form(kind, **chosen).field
    assert isinstance(field, ChanceField)
    assert field.draws == (("d6", 1),)


def test_v34_raschid_rolls_no_black_die() -> None:
    assert first_turn("raschid", "berke").give(camels=3).form("black_die").field is None


def test_v32_a_die_can_be_turned_up_or_down() -> None:
    walk = first_turn().give(dice="blue:3", camels=2).form("turn_die")
    walk = walk.answer("blue:3") if "die" not in walk.move_fields else walk
    assert open_values(walk.field) == [1, -1]


# Numbers.


def test_v7_coins_of_compensation_range_up_to_all() -> None:
    voyage = Voyage(2, characters=["berke", "kubilai"]).play(1, move="roll", chance=[1, 2, 2, 3, 5])
    field = voyage.form("compensate", 1).field
    assert isinstance(field, NumberField)
    assert (field.low, field.high) == (0, 2)
    assert voyage.form("compensate", 1).answer(0).move_fields == {"coins": 0, "camels": 2}


def test_the_final_count_starts_at_zero() -> None:
    walk = game_over(points()).form("final", 1)
    for name in ("coins", "camels", "goods"):
        assert isinstance(walk.field, NumberField)
        assert (walk.field.name, walk.field.low, walk.field.high) == (name, 0, 999)
        walk = walk.answer(0)


@pytest.mark.parametrize(("kind", "low"), [("score", -99), ("contract", 0)])
def test_noted_points_have_bounds(kind: str, low: int) -> None:
    field = points().form(kind).field
    assert isinstance(field, NumberField)
    assert (field.low, field.high) == (low, 99)


# Contracts.


def test_v15_a_bonus_is_asked_once_for_each_slot() -> None:
    walk = first_turn("berke", "kubilai").give(dice="blue:6", active="").form("contracts").take(5).take(6)
    walk = walk.take(None).take(None)
    assert [(choice.value, choice.times) for choice in open_choices(walk)] == [("coins", 2), ("camels", 2)]
    walk = walk.take("coins")
    assert [(choice.value, choice.times) for choice in open_choices(walk)] == [("coins", 1), ("camels", 1)]


def test_v29_only_held_contracts_are_offered_unless_one_is_unknown() -> None:
    voyage = first_turn("berke", "kubilai").give(active="K01 S5", gold=1, pepper=3)
    assert refusals(voyage.form("fulfil").field) == {"K01": None, "S5": None}
    unknown = {*refusals(voyage.give(active="K01 ?").form("fulfil").field)}
    assert {"K01", "K02", "K38"} <= unknown
    assert "S1" not in unknown, "an unknown one that was taken later is none of those dealt"


def test_v29_the_first_contract_gives_the_reason_of_refusal() -> None:
    voyage = first_turn("berke", "kubilai").give(active="K01 S5")
    with pytest.raises(IllegalMoveError) as caught:
        voyage.form("fulfil")
    assert ENGLISH.of(caught.value.reason) == "That costs 3 pepper. You have 0.", "of K01, which she has had for longer"


# City cards.


def test_v21_only_known_cards_are_offered_in_a_complete_city() -> None:
    walk = turn_with_card("C13", camels=1).form("city_card")
    assert walk.move_fields["card"] == "C13"
    three = first_turn("berke", "kubilai", city_cards={"SUM": ["C13", "C31", "C27"], "MOS": ["C14"]}).give(posts="SUM")
    assert [*refusals(three.form("city_card").field)] == ["C13", "C31", "C27"]
    two = first_turn("berke", "kubilai", city_cards={"SUM": ["C13", "C31"], "MOS": ["C14"]}).give(posts="SUM")
    cards = [*refusals(two.form("city_card").field)]
    assert (cards[:2], len(cards), "C14" in cards) == (["C13", "C31"], 30, False), "all but the one in Moscow"


@pytest.mark.parametrize(
    ("card", "has", "times"),
    [
        ("C13", {"camels": 1}, 1),
        ("C18", {"pepper": 1, "gold": 4}, 1),
        ("C18", {"pepper": 1, "silk": 1}, 1),
        ("C20", {"coins": 1}, 1),
    ],
)
def test_v22_a_card_payable_once_is_used_once(card: str, has: dict[str, Any], times: int) -> None:
    assert turn_with_card(card, 6).give(**has).form("city_card").move_fields["times"] == times


def test_v22_an_unpayable_card_is_refused() -> None:
    for card, has in (("C13", {}), ("C18", {"gold": 4}), ("C20", {}), ("C22", {"pepper": 0})):
        voyage = turn_with_card(card, 6).give(**has)
        offer = next(each for each in voyage.match.offers(voyage.state, 1) if each.kind == "city_card")
        assert offer.refused is not None, card
        assert offer.refused.ruling == "V22"


@pytest.mark.parametrize(
    ("card", "has", "expected"),
    [
        ("C16", {"coins": 9}, ["1 pepper", "1 silk", "1 gold"]),
        (
            "C18",
            {"pepper": 4, "silk": 3, "gold": 2},
            ["1 pepper and 1 silk", "1 pepper and 1 gold", "1 silk and 1 gold"],
        ),
        ("C20", {"coins": 9, "camels": 9}, ["camel for coin", "coin for camel"]),
        ("C21", {"coins": 9}, ["point for coin", "coin for point"]),
        ("C19", {"coins": 9, "posts": "ANX KAS ORM"}, ["Anxi", "Kashgar", "Ormuz"]),
    ],
)
def test_v22_ways_have_labels(card: str, has: dict[str, Any], expected: list[str]) -> None:
    assert labels(turn_with_card(card, 6).give(**has).form("city_card").answer(2).field) == expected


@pytest.mark.parametrize(("die", "coins"), [(1, 2), (2, 4), (3, 6), (4, 8), (5, 10), (6, 12)])
def test_v22_a_card_by_die_gives_its_row(die: int, coins: int) -> None:
    voyage = turn_with_card("C31", die).play(move="city_card", card="C31", city="MOS", dice=[f"blue:{die}"])
    assert voyage.lines == [(1, "coins", coins, "V22")]


# Pending items.


def test_one_good_is_asked_for_by_name() -> None:
    voyage = first_turn("berke", "kubilai", bonus_tiles={"MOS": "B07"}).give(dice="blue:3 blue:3", coins=20)
    field = voyage.play(move="travel", dice=["blue:3", "blue:3"], paths=[["O1", "MOS"]]).form("choose").field
    assert isinstance(field, Pick)
    assert (labels(field), field.least, field.most) == (["1 pepper", "1 silk", "1 gold"], 1, 1)


def test_v24_other_towns_are_offered_by_name() -> None:
    voyage = first_turn("berke", "kubilai").give(posts="XIA").end_round()
    field: Any = voyage.form("choose", 1).field
    others = ["Anxi", "Kashgar", "Ormuz", "Adana", "Kochi"]
    assert (ENGLISH.of(field.label), sorted(labels(field))) == ("Another town", sorted(others))
    offered = [ENGLISH.of(offer.label) for offer in voyage.match.offers(voyage.state, 1) if offer.kind == "choose"]
    assert offered == labels(field)


# Journeys.


def test_v16_each_step_shows_its_added_cost() -> None:
    walk = journey_form(first_turn("berke", "kubilai")).take({"into": 0, "item": "ANX"})
    # Three steps and three camels are taken: a fourth costs no more coins (12), and the road to Karakorum two camels.
    near: Any = walk.field
    labels_by_place = {choice.value["item"]: ENGLISH.of(choice.label) for choice in near.choices}
    assert labels_by_place["KAR"] == "Karakorum (2 camels)"


def test_v38_steps_name_the_figure_if_there_are_two() -> None:
    walk = journey_form(first_turn("niccolo_marco", "kubilai")).take({"into": 0, "item": "O1"})
    near: Any = walk.field
    labels_by_step = {(choice.value["into"], choice.value["item"]): ENGLISH.of(choice.label) for choice in near.choices}
    # The second step of both together costs 7 - 3 coins.
    assert (labels_by_step[0, "MOS"], labels_by_step[1, "ALE"]) == (
        "figure 1 to Moscow (4 coins)",
        "figure 2 to Alexandria (4 coins)",
    )
    assert near.list_count == 2


def test_v11_a_lowest_die_of_two_offers_two_steps() -> None:
    voyage = first_turn("berke", "kubilai").give(coins=30, camels=9)
    for die, far in ((1, False), (2, True)):
        field: Any = voyage.give(dice=f"blue:{die} blue:{die}").form("travel", dice=[f"blue:{die}"] * 2).field
        assert ("MOS" in {choice.value["item"] for choice in field.choices}) is far
        assert (field.least, field.most, dict(field.label.args)) == (1, die, {"n": die})


def test_v16_the_shorter_of_two_equally_cheap_routes_is_offered() -> None:
    roads = {"O1-MOS": {"coins": 5}, "ALE-ADA": {}, "ADA-MOS": {}}
    # To Moscow two steps are 7 coins and 5 for the road, three by Alexandria and Adana are 12 and none for roads.
    walk = journey_form(first_turn("berke", "kubilai", roads=roads))
    moscow = distant_places(walk)["MOS"]
    assert (ENGLISH.of(moscow.label), len(moscow.prerequisites)) == ("Moscow (12 coins), 2 steps", 1)
