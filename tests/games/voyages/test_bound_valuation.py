"""The value of things by a list of prices, added up by hand, and the shipped lists."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.games.voyages.amounts import HELD, Amounts
from companion.games.voyages.bound_prices import price_lists
from companion.games.voyages.bound_valuation import POINT, Prices, Valuation
from companion.games.voyages.final_points_bounds import bounds_of
from companion.games.voyages.potential_gains import Potential, PotentialCounts, value_of_potential
from companion.rules.viewer import PUBLIC
from tests.games.voyages.small_box import PRICES, SMALL, last_turn, only_entries
from tests.games.voyages.voyage import Voyage

CHEAP = replace(PRICES, die=30)
"""Prices at which nearly every card and space gives more than a die is worth."""
DEAR: dict[str, Any] = {"spaces": {"reroll": {"camels": 5}, "turn_die": {"camels": 5}}}
"""Costs at which nobody rerolls or turns a die: 100 is more than either gives."""


def valuation_of(*people: str, prices: Prices = PRICES, **tables: Any) -> Valuation:
    """Return the valuation for seat 1, Berke by default; the other is Kubilai."""
    characters = [*(people or ["berke"]), *["kubilai"][len(people) - 1 :]]
    return Valuation(Voyage(len(characters), characters=characters, **tables).match, 1, prices)


def test_price_of_one_of_each_held_thing() -> None:
    assert valuation_of().unit_prices == {"coins": 10, "camels": 20, "pepper": 20, "silk": 30, "gold": 40, "points": 60}
    assert [valuation_of().value_of_held(Amounts(**{name: 1})) for name in HELD] == list(
        valuation_of().unit_prices.values()
    )
    # 10 + 2 × 20 + 3 × 20 + 4 × 30 + 5 × 40 + 6 × 60; gains that need a decision are not held.
    assert valuation_of().value_of_held(Amounts(1, 2, 3, 4, 5, 6, good=1, contract=1, black_die=1, step=1)) == 790


def test_goods_of_choice_are_the_dearest() -> None:
    assert (valuation_of().best_good, valuation_of().best_two_goods) == (40, 30 + 40)
    pepper = valuation_of(prices=replace(PRICES, pepper=50))
    assert (pepper.best_good, pepper.best_two_goods) == (50, 40 + 50)


def test_v20_another_towns_income_is_worth_the_dearest() -> None:
    # F 3 points; D any other; C the two dearest goods; B 3 camels; A 5 coins; E a camel and 3 coins.
    assert list(valuation_of().income_values.items()) == [
        ("D", 180),
        ("F", 180),
        ("C", 70),
        ("B", 60),
        ("A", 50),
        ("E", 50),
    ]
    assert (valuation_of().sorted_income_values, valuation_of().best_income) == ((180, 180, 70, 60, 50, 50), 180)
    assert valuation_of(income_deck={"D": {"gives": {"other_town": 1, "coins": 1}}}).best_income == 10 + 180
    assert valuation_of(income_deck=only_entries("income_deck", "D")).sorted_income_values == (0,), "of no other town"
    assert valuation_of(income_deck=only_entries("income_deck")).best_income == 0


@pytest.mark.parametrize(
    ("gives", "value"),
    [
        ({"good": 1}, 40),
        ({"good": 2}, 2 * 40),
        ({"two_goods": 1}, 70),
        ({"contract": 1}, 50),
        ({"black_die": 1}, 3 * 20),  # what it costs (V33)
        ({"other_town": 1}, 180),
        ({"step": 1}, 15 + 180),  # a place for a post, and the dearest town
        ({"coins": 1, "good": 1, "contract": 1, "black_die": 1}, 10 + 40 + 50 + 60),
        ({"camels": 1, "other_town": 1, "step": 1}, 20 + 180 + 195),
    ],
)
def test_gains_with_a_choice_have_their_greatest_value(gives: dict[str, int], value: int) -> None:
    assert valuation_of().value_of(Amounts(**gives)) == value


@pytest.mark.parametrize(("person", "arrivals"), [("berke", 1), ("niccolo_marco", 2), ("wilhelm", 3)])
def test_v38_v41_posts_of_three_steps_by_character(person: str, arrivals: int) -> None:
    assert valuation_of(person).value_of_steps(3) == arrivals * (15 + 180)
    assert valuation_of(person).value_of_steps(1) == 15 + 180
    assert valuation_of(person).value_of_times(Amounts(step=1, coins=1, other_town=1), 3) == arrivals * 195 + 3 * (
        10 + 180
    )


def test_surplus_of_spaces_beyond_their_dice() -> None:
    # The most of each row, less 30 a die. Gold at 5: three gold and a step. Slots 5 and 6 give 1 and 2 camels.
    # A journey is best with one step: 195 for 3 coins.
    assert valuation_of(prices=CHEAP).space_surplus == {
        "take_five": 5 * 10 - 30,
        "camel": 6 * 20 - 30,
        "pepper": 4 * 20 - 30,
        "silk": 4 * 30 - 2 * 30,
        "gold": 3 * 40 + 195 - 3 * 30,
        "khan": 2 * 20 + 40 - 30,
        "contracts": 2 * 50 + (1 + 2) * 20 - 30,
        "travel": 195 - 3 * 10 - 2 * 30,
    }
    # Only the row of contracts and gold (315 for three dice) are worth more than the 120 of each die.
    dear = valuation_of(prices=replace(PRICES, die=100)).space_surplus
    assert {name: more for name, more in dear.items() if more} == {"camel": 20, "gold": 15, "contracts": 60}


@pytest.mark.parametrize(
    ("person", "travel"),
    [
        ("niccolo_marco", 2 * 195 - 7 * 10),  # two steps, two ends
        ("wilhelm", 6 * 195 - 18 * 10),  # six steps, six posts
    ],
)
def test_a_journey_has_its_most_valuable_length(person: str, travel: int) -> None:
    assert valuation_of(person, prices=CHEAP).space_surplus["travel"] == travel - 2 * 30


@pytest.mark.parametrize(
    ("bonus", "most", "value"),
    [
        ({}, 2, 2 * 50 + (2 + 1) * 20),
        ({"4": 3}, 2, 2 * 50 + (3 + 2) * 20),  # the two best of three slots with a bonus
        ({"4": 3}, 1, 50 + 3 * 20),
        ({"5": None, "6": None}, 2, 2 * 50),
    ],
)
def test_v15_the_row_gives_contracts_from_the_best_slots(bonus: dict[str, Any], most: int, value: int) -> None:
    assert valuation_of(prices=CHEAP, row={"most": most, "bonus": bonus}).space_surplus["contracts"] == value - 30


CARDS = {
    "C01": (None, [6 * (4 * 60 - 2 * 40)]),
    "C03": (None, [6 * (2 * 60 - 2 * 20)]),
    "C07": (None, [6 * (9 * 10 - 20 - 40)]),
    "C13": (None, [6 * (60 - 20)]),
    "C15": (None, [6 * (20 + 30 + 40 - 3 * 20)]),
    "C16": (None, [6 * (40 - 2 * 10)]),  # the dearest good
    "C17": (None, [195 - 2 * 20]),  # one figure: a second step gives no second post
    "C18": (None, [195 - 20 - 30]),  # the two cheapest goods
    "C19": ("towns", [0, 170, 340, 400, 450, 490, 530]),  # incomes 180, 180, 70, 60, 50 and 50, for a coin each
    "C20": (None, [6 * (3 * 10 - 20)]),
    "C21": (None, [6 * (60 - 3 * 10)]),
    "C22": (None, [6 * (2 * 20 - 20)]),  # the cheapest good
    "C23": ("filled", [n * 60 for n in range(7)]),
    "C24": ("filled", [n * 20 for n in range(7)]),
    "C25": ("posts", [n * 60 for n in range(7)]),
    "C27": (None, [3 * 20]),
    "C28": (None, [3 * 30]),
    "C29": (None, [3 * 40]),
    "C30": ("towns", [0, 180, 360, 360, 360, 360, 360]),  # two at most
    "C31": (None, [12 * 10]),
}
"""The value of each card with a 6. Where it depends on towns, contracts or posts, the values are by their number, from
0."""


@pytest.mark.parametrize("card", CARDS)
def test_v22_value_of_a_card_beyond_its_die(card: str) -> None:
    goes_by, gains = CARDS[card]
    card_value = valuation_of(prices=CHEAP).card_values[card]
    assert (card_value.depends_on, [*card_value.surplus]) == (goes_by, [max(0, gain - 30) for gain in gains])


def test_only_cards_worth_more_than_a_die_are_listed() -> None:
    # Cards worth 120 or less are left out: C16, C20, C22, C24, C26 to C29 and C31.
    values = valuation_of().card_values
    assert next(iter(values)) == "C04", "6 × (4 × 60 - 20 - 40)"
    assert [card_value.surplus[-1] for card_value in values.values()] == sorted(
        (card_value.surplus[-1] for card_value in values.values()), reverse=True
    )
    assert {*valuation_of(prices=CHEAP).card_values} - {*values} == {
        "C16",
        "C20",
        "C22",
        "C24",
        "C26",
        "C27",
        "C28",
        "C29",
        "C31",
    }


def test_a_card_without_gain_has_no_value() -> None:
    values = valuation_of(prices=replace(PRICES, die=0, coins=20)).card_values
    assert "C21" not in values, "three coins are worth a point"
    assert (values["C19"].surplus[0], values["C30"].surplus[0]) == (0, 0), "without a town"


@pytest.mark.parametrize(("person", "steps"), [("niccolo_marco", 2), ("wilhelm", 6)])
def test_v38_v41_steps_of_a_card_by_character(person: str, steps: int) -> None:
    assert valuation_of(person, prices=CHEAP).card_values["C17"].surplus == (steps * (195 - 40) - 30,)


@pytest.mark.parametrize(
    ("reroll_cost", "turn_cost", "dice"),
    [
        # Khan's favour 80; camels or coins by the card 100 with a 5; both, or the row of contracts, 120 with a 6.
        ({"camels": 5}, {"camels": 5}, (80, 80, 80, 80, 100, 120)),
        ({"camels": 1}, {"camels": 5}, (100, 100, 100, 100, 100, 120)),
        ({"camels": 5}, {"camels": None, "coins": 1}, (80, 80, 90, 100, 110, 120)),
        ({"camels": 0}, {"camels": 5}, (120,) * 6),
    ],
)
def test_v31_v32_a_die_has_its_best_use_after_changes(
    reroll_cost: dict[str, Any], turn_cost: dict[str, Any], dice: tuple[int, ...]
) -> None:
    assert valuation_of(**{**SMALL, "spaces": {"reroll": reroll_cost, "turn_die": turn_cost}}).die_values == dice


def test_a_die_goes_to_a_card_if_that_is_best() -> None:
    # The card gives 2 coins for each pip. A low die: Khan's favour 60, or a reroll for 5 camels, 120 - 50.
    low = replace(PRICES, camels=10, contract=0)
    assert valuation_of(prices=low, **SMALL, **DEAR).die_values == (70, 70, 70, 4 * 20, 5 * 20, 6 * 20)


def test_surplus_of_a_space_is_not_counted_in_its_dice() -> None:
    # With a die of 100, camels and the coins of the card give 20 more: a 5 there is 100 - 20. The row of contracts
    # gives 60 more: a 6 there is 160 - 60. Khan's favour is 80, without surplus.
    low = valuation_of(prices=replace(PRICES, die=100), **SMALL, **DEAR)
    assert low.die_values == (80, 80, 80, 80, 80, 100)


def test_v10_a_black_die_has_the_value_of_any_use() -> None:
    # Khan's favour 80 with a 1; two contracts 100, 20 more with a 5, 60 more with a 6.
    assert valuation_of(**SMALL, **DEAR).other_die_values == (80, 100, 100, 100, 120, 160)


def test_two_or_three_dice_share_the_gain_of_their_space() -> None:
    nothing = {str(n): {"camels": 0, "coins": 0, "pepper": 0, "silk": 0} for n in range(1, 7)}
    gold = {str(n): {"gold": n, "camels": 0, "step": 0} for n in range(1, 7)}
    valuation = valuation_of(
        prices=replace(PRICES, gold=100, contract=0),
        **{**SMALL, "city_deck": only_entries("city_deck")},
        bazaar={**{name: {"yields": nothing} for name in ("camel", "pepper", "silk")}, "gold": {"yields": gold}},
        spaces={
            "take_three": {"coins": 0},
            "khan": {"camels": 0},
            "reroll": {"camels": 99},
            "turn_die": {"camels": 99},
        },
        row={"bonus": {"5": None, "6": None}},
    )
    # Khan's favour still gives a good, 100. Gold: 600 for three dice with a 6, 240 more than three dice.
    assert valuation.space_surplus["gold"] == 600 - 3 * 120
    assert valuation.die_values == (100,) * 5 + (120,)
    assert valuation.other_die_values == (100, 100, 100, 134, 167, 200)


@pytest.mark.parametrize(
    ("own", "others", "value"),
    [
        (5, 0, 5 * 120),  # the same as low dice: 15 × 20, and five 1s of 80 - 20
        (2, 0, 15 * 20 + 2 * (80 - 20)),
        (2, 1, 15 * 20 + 2 * (80 - 20) + (80 - 20)),
        (6, 0, 6 * 120),
        (5, 1, 5 * 120 + 160),
    ],
)
def test_v7_unrolled_dice_are_high_or_give_compensation(own: int, others: int, value: int) -> None:
    assert valuation_of(**SMALL, **DEAR).value_of_unrolled(own, others) == value


def test_v34_raschid_has_no_compensation() -> None:
    assert valuation_of("raschid", **SMALL, **DEAR).value_of_unrolled(2, 1) == 2 * 120 + 160


@pytest.mark.parametrize(
    ("seats", "prices", "value"),
    [
        (2, {}, 20),
        (4, {"pepper": 50}, 50),
        (4, {"silk": 91}, 46),  # one for two dice, rounded up
        (4, {"gold": 91}, 31),  # one for three
        (4, {}, 20),
        (2, {"coins": 30}, 2 * 30),  # another seat takes 5 coins
        (3, {"coins": 30}, 20),
    ],
)
def test_v37_mercator_gains_the_dearest_thing_of_a_die(seats: int, prices: dict[str, int], value: int) -> None:
    people = ["mercator", "berke", "kubilai", "johannes"][:seats]
    assert valuation_of(*people, prices=replace(PRICES, **prices)).copied_per_die == value
    assert valuation_of("berke", "mercator").copied_per_die == 0


@pytest.mark.parametrize(("seats", "value"), [(2, 20), (3, 20), (4, 16)])
def test_v37_mercator_gains_a_camel_from_khans_favour(seats: int, value: int) -> None:
    # The row of camels needs two dice: 10 each, like pepper; silk 15. Gold is 40 for three dice, at most 14 each.
    people = ["mercator", "berke", "kubilai", "johannes"][:seats]
    assert (
        valuation_of(*people, prices=replace(PRICES, pepper=16, coins=9), bazaar={"camel": {"dice": 2}}).copied_per_die
        == value
    )


def test_a_free_black_die_has_its_surplus_or_a_copy() -> None:
    assert valuation_of(**SMALL, **DEAR).black_die_surplus == 160 - 3 * 20
    dear: dict[str, Any] = {"spaces": {**DEAR["spaces"], "black_die": {"camels": 8}}}
    assert valuation_of(**SMALL, **dear).black_die_surplus == 0
    assert valuation_of("mercator", **SMALL, **dear).black_die_surplus == 20


def test_v21_value_of_a_tile_beyond_a_town_income() -> None:
    # The 5 coins of Anxi, the only income, are subtracted from: 3 coins, 5 coins, 2 camels, 3 camels, 2 silk, 2 gold, a
    # good, a step (a post, and an income), a contract, a black die.
    gains = [30, 50, 40, 60, 60, 80, 40, 15 + 50, 50, 60]
    surplus = valuation_of(income_deck=SMALL["income_deck"]).tile_surplus
    assert [*surplus.values()] == [max(0, gain - 50) for gain in gains]


def test_v29_value_of_a_contract_beyond_its_cost() -> None:
    # S1: 5 points and a contract for 2 camels, pepper and silk. K01: 2 points and a black die for a camel and 3 pepper.
    # K05: 7 points and 3 camels for a camel and 4 gold.
    values = {"S1": 300 + 50 - 90, "K01": 120 + 60 - 80, "K05": 420 + 60 - 180}
    assert valuation_of(**SMALL).contract_values == values
    assert valuation_of(**SMALL, prices=replace(PRICES, filled=7)).contract_values == {
        name: n + 7 for name, n in values.items()
    }
    assert valuation_of(**SMALL, prices=replace(PRICES, points=0)).contract_values == {"S1": 0, "K01": 0, "K05": 0}


def test_contracts_worth_more_than_the_contract_price() -> None:
    assert valuation_of(**SMALL).excess_contracts == ((250, "K05"), (210, "S1"), (50, "K01"))
    # S1 gives a contract, so its value grows by 50 too; the value of K01 is exactly the contract price.
    assert valuation_of(**SMALL, prices=replace(PRICES, contract=100)).excess_contracts == ((210, "S1"), (200, "K05"))
    assert valuation_of(**SMALL, prices=replace(PRICES, contract=99)).excess_contracts[2:] == ((1, "K01"),)


@pytest.mark.parametrize(
    ("people", "more"),
    [
        (("berke", "kubilai"), 0),
        (("johannes", "kubilai"), 3 * 10),
        (("matteo", "kubilai"), 50 + 160),  # a contract, and a white die
        # A camel, and the gain of two figures together: 65 + 65 - 70, no more than two dice.
        (("niccolo_marco", "kubilai"), 20),
        (("mercator", "kubilai"), 5 * 20),
        (("mercator", "matteo"), 6 * 20),
        (("berke", "kubilai", "johannes"), 100),  # one more black die
    ],
)
def test_value_of_a_round_that_has_not_begun(people: tuple[str, ...], more: int) -> None:
    # Anxi 50, five dice of 120, three black ones of 160 for 60 each, contracts 160 - 120, one card: C13, 6 × 40 - 120.
    assert valuation_of(*people, **SMALL, **DEAR).value_of_round == 50 + 5 * 120 + 3 * 100 + 40 + 120 + more


def test_v37_mercator_counts_the_dice_of_all_other_seats() -> None:
    match = Voyage(3, characters=["matteo", "berke", "mercator"], **SMALL, **DEAR).match
    # As above with four black dice, and a copy of each of eleven dice.
    assert Valuation(match, 3, PRICES).value_of_round == 50 + 5 * 120 + 4 * 100 + 40 + 120 + (6 + 5) * 20


def test_a_round_counts_as_many_cards_as_fit() -> None:
    box = {**SMALL, **DEAR, "city_deck": only_entries("city_deck", "C13", "C14", "C31")}
    one_place, two_places = (
        valuation_of(**{**box, "places": {**box["places"], "MOS": {"cards": n}}}).value_of_round for n in (0, 1)
    )
    # C14: 2 coins and a point for 2 camels, 6 times 40 as well.
    assert two_places - one_place == 6 * 40 - 120


# The shipped lists.


def test_v43_v44_prices_are_at_least_the_final_values() -> None:
    """A seventh of a point for a coin is 9 sixtieths, rounded up.

    A good is half a point for a seat that may be in Beijing.
    """
    lists = price_lists(Voyage(2, scoring={"coins_a_point": 7}).match)[1]
    assert lists.seat == 2
    assert [valuation.prices.coins for valuation in lists.points] == [9, 9, 20, 9]
    assert min(valuation.prices.pepper for valuation in lists.points) == 60, "already more"
    dear = price_lists(Voyage(2, scoring={"goods_a_point": 1, "coins_a_point": 10}).match)[0]
    assert [(valuation.prices.pepper, valuation.prices.silk) for valuation in dear.points_in_beijing] == [
        (65, 65),
        (95, 95),
        (75, 83),
        (60, 60),
    ]
    [end] = price_lists(Voyage(2).match)[0].for_points(finished=True, beijing=False)
    assert end.unit_prices == {"coins": 6, "camels": 0, "pepper": 30, "silk": 30, "gold": 30, "points": 60}


UNNAMED = {"active": "? ?"}
RICH = {"camels": 9, "pepper": 9, "silk": 9, "gold": 9}


@pytest.mark.parametrize(
    ("counted", "holdings", "black", "by_each"),
    [
        ("filled", {**UNNAMED, **RICH}, 0, [10, 11]),
        ("filled", {**UNNAMED, "dice": "black:6 black:2"}, 3, [9, 8]),
        ("posts", {**UNNAMED, "dice": "blue:6 blue:6"}, 3, [8, 13, 10]),
        # Only contracts and places count: of nine tiles one is a step and one a contract.
        ("posts", {"active": "K01", **RICH}, 0, [7, 2, 14]),
        # By the last list held contracts count nothing: a tile with a step is one, and S3, K06 and K14, which cost
        # camels and goods, are two thirds and one third each.
        ("posts", UNNAMED, 0, [4, 4, 2]),
    ],
)
def test_each_counting_list_is_the_lowest_in_some_case(
    counted: str, holdings: dict[str, Any], black: int, by_each: list[int]
) -> None:
    """The lists were found by a search for low numbers.

    Others would be as correct, but higher numbers are a loss.
    """
    voyage = last_turn("berke", "johannes").give(**holdings)
    voyage.state = replace(voyage.state, black=black)
    potential, lists = Potential(voyage.match, voyage.state, 1), getattr(price_lists(voyage.match)[0], counted)
    assert [value_of_potential(potential, valuation, PotentialCounts(9, 9)) // POINT for valuation in lists] == by_each


@pytest.mark.parametrize(
    ("round_no", "holdings", "black", "by_each"),
    [
        (4, {"dice": "blue:6 blue:6 blue:6", "posts": "MOS XIA", "camels": 12}, 3, [188, 191, 190, 194]),
        (5, {"dice": "blue:6 blue:6 blue:6", "gold": 9}, 3, [120, 106, 116, 111]),
        (5, {"dice": "black:6 black:2", "posts": "MOS SUM KRC ALE SAM KAR LAN"}, 0, [87, 90, 80, 91]),
        (5, {"dice": "blue:1", "coins": 30}, 0, [56, 54, 60, 50]),
    ],
)
def test_each_points_list_is_the_lowest_in_some_case(
    round_no: int, holdings: dict[str, Any], black: int, by_each: list[int]
) -> None:
    voyage = last_turn("berke", "johannes").give(**holdings)
    voyage.state = replace(voyage.state, black=black, round=round_no)
    lists = price_lists(voyage.match)
    alone = [
        [replace(price_list, lists_by_name={**price_list.lists_by_name, "points": [prices]}) for price_list in lists]
        for prices in lists[0].lists_by_name["points"]
    ]
    view = voyage.match.player_view(voyage.state, PUBLIC)
    assert [bounds_of(voyage.match, price_list, view)[0][1] for price_list in alone] == by_each
    few = by_each[:2] if round_no < 5 else by_each
    assert bounds_of(voyage.match, lists, view)[0][1] == min(few), "before the last round two do"
