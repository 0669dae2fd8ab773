"""The potential of a seat: counted state by state, and valued at prices that can be checked by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.games.voyages.bound_valuation import Valuation
from companion.games.voyages.potential_gains import Potential, PotentialCounts, value_of_potential
from companion.games.voyages.state import LineSource, PendingItem, PendingKind, Phase, Reason, State
from tests.games.voyages.small_box import PRICES, SMALL, last_turn, only_entries, with_used
from tests.games.voyages.voyage import Voyage

DEAR: dict[str, Any] = {"spaces": {"reroll": {"camels": 5}, "turn_die": {"camels": 5}}}
"""Prices at which nobody rerolls or turns a die."""
CARDS = {
    **{"MOS": ["C01"], "SAM": ["C02"], "KAR": ["C03"], "LAN": ["C04"], "ALE": ["C05"], "KRC": ["C06"]},
    "SUM": ["C07", "C08", "C09"],
}


def potential_of(voyage: Voyage, seat: int = 1) -> Potential:
    return Potential(voyage.match, voyage.state, seat)


def with_pending(state: State, *items: PendingItem) -> State:
    return replace(state, pending=items)


def pending_item(kind: PendingKind, seat: int = 1, **what: Any) -> PendingItem:
    return PendingItem(seat, kind, Reason(LineSource.CARD), **what)


# Can the seat still act?


@pytest.mark.parametrize(
    ("holdings", "state", "acts"),
    [
        ({}, {}, False),
        ({"dice": "blue:1"}, {}, True),
        ({"camels": 3}, {}, False),  # no black die is left
        ({"camels": 3}, {"black": 1}, True),
        ({"camels": 2}, {"black": 1}, False),
        ({"active": "S5", "camels": 1, "gold": 1}, {}, True),  # exactly its cost
        ({"active": "S5", "camels": 1}, {}, False),
        ({"active": "?"}, {}, True),  # it may cost nothing
        ({"dice": "blue:1"}, {"phase": Phase.GOALS}, False),
        ({}, {"phase": Phase.ROLLS, "turn": None}, True),
    ],
)
def test_a_seat_can_act_if_more_than_ending_is_possible(
    holdings: dict[str, Any], state: dict[str, Any], acts: bool
) -> None:
    voyage = last_turn().give(**holdings)
    voyage.state = replace(voyage.state, **state)
    assert (potential_of(voyage).can_act, potential_of(voyage).finished) == (acts, not acts)
    voyage.state = replace(voyage.state, round=4)
    assert (potential_of(voyage).rounds, potential_of(voyage).finished) == (1, False), "a round is still to come"


def test_v28_a_black_die_is_bought_once_a_turn() -> None:
    voyage = last_turn().give(camels=6)
    assert voyage.state.turn is not None
    voyage.state = replace(voyage.state, black=2, turn=replace(voyage.state.turn, bought=True))
    assert not potential_of(voyage).can_act


def test_a_waiting_seat_without_dice_is_finished() -> None:
    voyage = last_turn().give(dice="blue:1").give(2, camels=3, active="?")
    voyage.state = replace(voyage.state, black=1)
    assert [potential_of(voyage, seat).can_act for seat in (1, 2)] == [True, False]
    assert [potential_of(voyage, seat).others_can_act for seat in (1, 2)] == [False, True]


def test_pending_items_of_a_seat_can_still_be_answered() -> None:
    voyage = last_turn()
    voyage.state = with_pending(voyage.state, pending_item(PendingKind.GOOD))
    assert potential_of(voyage).can_act
    voyage.state = with_pending(voyage.state, pending_item(PendingKind.GOOD, seat=2))
    assert not potential_of(voyage).can_act
    assert [len(potential_of(voyage, seat).pending) for seat in (1, 2)] == [0, 1]


# Dice and spaces.


@pytest.mark.parametrize(
    ("person", "holdings", "dice", "may_use"),
    [
        ("berke", {"dice": "blue:4 blue:1 black:2"}, (2, 1), True),
        ("matteo", {"dice": "white:4 black:2"}, (0, 2), True),
        ("raschid", {"dice": "blue:*"}, (1, 0), True),
        ("berke", {}, (0, 0), False),
        ("berke", {"active": "?"}, (0, 0), False),
    ],
)
def test_v10_dice_to_use_by_own_colour_and_others(
    person: str, holdings: dict[str, Any], dice: tuple[int, int], may_use: bool
) -> None:
    voyage = last_turn(person, "kubilai").give(**holdings)
    assert (potential_of(voyage).dice_to_use, potential_of(voyage).may_use_dice) == (dice, may_use)
    assert potential_of(voyage, 2).dice_of_others == sum(dice)


def test_black_dice_may_be_gained_while_the_seat_can_act() -> None:
    voyage = last_turn().give(active="?")
    voyage.state = replace(voyage.state, black=1)
    assert [potential_of(voyage, seat).may_use_dice for seat in (1, 2)] == [True, False]


def test_v35_before_the_roll_all_dice_can_be_used() -> None:
    voyage = Voyage(3, characters=["matteo", "berke", "raschid"])
    assert [potential_of(voyage, seat).dice_to_use for seat in (1, 2, 3)] == [(5, 1), (5, 0), (5, 0)]
    assert [potential_of(voyage, seat).dice_of_others for seat in (1, 2, 3)] == [10, 11, 11]


def test_v10_v14_spaces_open_to_dice_of_the_own_colour() -> None:
    every = ("take_five", "camel", "pepper", "silk", "gold", "khan", "contracts", "travel")
    voyage = last_turn().give(dice="blue:4 blue:4 black:2", coins=9)
    assert potential_of(voyage).open_spaces == every
    voyage.play(move="bazaar", row="camel", dice=["black:2"])
    assert potential_of(voyage).open_spaces == every
    voyage.give(acted=False).play(move="bazaar", row="camel", dice=["blue:4"])
    assert potential_of(voyage).open_spaces == tuple(name for name in every if name != "camel")
    assert potential_of(voyage, 2).open_spaces == every, "they are not of its colour"
    # Two of the four slots of Khan's favour are blocked at two seats (V3); then there is one, then none.
    voyage.give(acted=False).play(move="khan", dice=["blue:4"], good="silk")
    assert "khan" in potential_of(voyage, 2).open_spaces
    voyage.give(acted=False, dice="black:4").play(move="khan", dice=["black:4"], good="silk")
    assert "khan" not in potential_of(voyage, 2).open_spaces


# Cards, tiles, towns.


def test_v21_unused_cards_with_a_post_and_elsewhere() -> None:
    voyage = last_turn(city_cards={"MOS": ["C01"], "SUM": ["C07", "C08"]}).give(posts="MOS SUM ANX ORM")
    voyage.state = with_used(voyage.state, "C08")
    assert potential_of(voyage).usable_cards == ("C01", "C07", None), "of three in Sumatra two are known"
    assert potential_of(voyage).cards_elsewhere == ((None,),) * 5
    assert potential_of(voyage).cards_known == {"C01", "C07", "C08"}
    assert potential_of(voyage).town_count == 2
    assert (potential_of(voyage, 2).usable_cards, potential_of(voyage, 2).town_count) == ((), 0)
    assert len(potential_of(voyage, 2).cards_elsewhere) == 7
    used = last_turn(city_cards=CARDS)
    used.state = with_used(used.state, *(card for cards in CARDS.values() for card in cards))
    assert potential_of(used).cards_elsewhere == (), "nothing is left in any city"


def test_v21_bonus_tiles_are_available_until_the_first_visit() -> None:
    voyage = last_turn(bonus_tiles={"MOS": "B01", "SAM": "B02", "KAR": "B03"})
    assert potential_of(voyage).tiles == (("B01", "B03", "B02"), 4)
    assert potential_of(voyage).tiles_known == {"B01", "B02", "B03"}
    voyage.give(2, posts="MOS LAN")
    visited = tuple(replace(city, visited=city.id in ("MOS", "LAN")) for city in voyage.state.cities)
    voyage.state = replace(voyage.state, cities=visited)
    assert potential_of(voyage).tiles == (("B03", "B02"), 3)
    assert potential_of(voyage).tiles_known == {"B01", "B02", "B03"}
    voyage.state = with_pending(voyage.state, pending_item(PendingKind.BONUS, seat=2, place="LAN"))
    assert [potential_of(voyage, seat).tiles[1] for seat in (1, 2)] == [3, 4], "it is still to be said which"


def test_reached_places_whose_tile_is_still_due() -> None:
    voyage = last_turn()
    voyage.state = with_pending(
        voyage.state,
        pending_item(PendingKind.BONUS, place="MOS"),
        pending_item(PendingKind.POST, place="KAR"),
        pending_item(PendingKind.GAINS, new_posts=("KAR", "SAM", "LAN")),
        pending_item(PendingKind.GAINS, seat=2, new_posts=("ALE",)),
    )
    # One of four places still needs a post to be moved there: it counts as a post to come (V18).
    assert potential_of(voyage).tiles_due == 1 + 3 - 1


def test_pending_incomes_with_an_unnamed_tile() -> None:
    voyage = last_turn()
    items = [
        pending_item(PendingKind.INCOME, place="KAS"),
        *[pending_item(PendingKind.INCOME, place="ANX")] * 2,
        pending_item(PendingKind.INCOME, seat=2, place="ORM"),
    ]
    voyage.state = with_pending(voyage.state, *items)
    assert potential_of(voyage).unknown_incomes == (2, 1)
    assert potential_of(voyage).incomes_known == {*"ABCDEF"}
    towns = tuple(replace(town, tile=None if town.id == "KAS" else town.tile) for town in voyage.state.towns)
    voyage.state = replace(voyage.state, towns=towns)
    assert potential_of(voyage).incomes_known == {*"ABDEF"}


def test_filled_contracts_are_not_filled_again() -> None:
    assert potential_of(last_turn().give(filled="K01 K02").give(2, filled="S1")).filled_contracts == {
        "K01",
        "K02",
        "S1",
    }


# At prices: a blue 4 is worth 80 anywhere, a 6 120, a black 6 160, a black 2 100; with an own die contracts are 40
# more than the die, the card C13 120 more; a black die of the supply is 160 - 60.


def value(voyage: Voyage, posts: int = 0, filled: int = 0, seat: int = 1, **prices: int) -> int:
    """Return the value of a seat's holdings and potential, in sixtieths of a point."""
    valuation = Valuation(voyage.match, seat, replace(PRICES, **prices))
    return value_of_potential(potential_of(voyage, seat), valuation, PotentialCounts(posts, filled))


def small_turn(*people: str, **holdings: Any) -> Voyage:
    return last_turn(*people, **SMALL, **DEAR).give(**{"dice": "blue:4", **holdings})


@pytest.mark.parametrize(
    ("holdings", "sixtieths"),
    [
        ({}, 80 + 40),
        ({"coins": 3, "points": 2}, 80 + 40 + 3 * 10 + 2 * 60),
        ({"dice": "blue:6"}, 120 + 40),
        ({"dice": "black:6"}, 160),  # it may go to the contracts, which its 160 includes
        ({"dice": "blue:4 blue:6"}, 80 + 120 + 40),  # only one of them to the contracts
        ({"dice": "blue:4 black:2"}, 80 + 100 + 40),
        ({"posts": "SUM"}, 80 + 120),  # one die: to the card, not to the contracts
        ({"posts": "SUM", "dice": "blue:4 blue:6"}, 80 + 120 + 120 + 40),
        ({"posts": "SUM", "dice": "black:6"}, 160 + 120),
        ({"active": "?"}, 80 + 40 + 50),
        ({"active": "K01 K05"}, 80 + 40 + 50 + 50),  # worth 100 and 300 filled, but no more than 50 before
        ({"dice": ""}, 0),
        ({"dice": "", "active": "K01"}, 0),  # it can fill nothing more
    ],
)
def test_value_of_holdings_dice_and_contracts(holdings: dict[str, Any], sixtieths: int) -> None:
    assert value(small_turn(**holdings)) == sixtieths


@pytest.mark.parametrize(
    ("state", "sixtieths"),
    [
        ({"black": 1}, 80 + 100 + 40),
        ({"black": 2}, 80 + 2 * 100 + 40),
        ({"round": 4}, 80 + 40 + 1110),  # a later round, as test_valuation adds it up
        ({"round": 3}, 80 + 40 + 2 * 1110),
        ({"phase": Phase.GOALS}, 0),
    ],
)
def test_value_of_free_black_dice_and_later_rounds(state: dict[str, Any], sixtieths: int) -> None:
    voyage = small_turn()
    voyage.state = replace(voyage.state, **state)
    assert value(voyage) == sixtieths


def test_v7_value_of_dice_before_and_after_the_roll() -> None:
    voyage = Voyage(2, characters=["berke", "kubilai"], **SMALL, **DEAR)
    voyage.state = replace(voyage.state, round=5, black=0)
    for seat in (1, 2):
        voyage.give(seat, coins=0, camels=0, active="")
    # Five dice of 120, one of them to the contracts.
    assert value(voyage) == 5 * 120 + 40
    voyage.play(1, move="roll", chance=[1, 2, 2, 3, 3])
    assert voyage.board(1).missing == 4
    assert value(voyage) == 5 * 80 + 40 + 4 * 20


def test_v10_own_dice_go_to_the_contracts_once() -> None:
    voyage = small_turn(dice="blue:4 blue:4")
    voyage.play(move="contracts", dice=["blue:4"], slots=[1], contracts=[None])
    assert value(voyage.give(active="")) == 80


@pytest.mark.parametrize(
    ("holdings", "posts", "sixtieths"),
    [
        # One more post reaches the card of Sumatra, 120 with one die, and the dearest tile, 30 more than an income.
        ({}, 1, 80 + 120 + 30),
        ({"dice": "blue:4 blue:4"}, 1, 80 + 80 + 120 + 40 + 30),
        # A second post reaches the next dearest tile, 10 more; a third one 3 coins, which are no more than an income.
        ({}, 2, 80 + 120 + 30 + 10),
        ({}, 3, 80 + 120 + 30 + 10),
        ({"posts": "SUM"}, 1, 80 + 120 + 30),
    ],
)
def test_each_new_post_may_give_a_card_and_a_tile(holdings: dict[str, Any], posts: int, sixtieths: int) -> None:
    assert value(small_turn(**holdings), posts) == sixtieths


def test_a_known_card_counts_with_its_own_value() -> None:
    def with_card(card: str, *used: str, posts: str = "SUM") -> Voyage:
        voyage = last_turn(**SMALL, **DEAR, city_cards={"SUM": [card]}).give(dice="blue:4", posts=posts)
        voyage.state = with_used(voyage.state, *used)
        return voyage

    assert value(with_card("C13")) == 80 + 120
    assert value(with_card("C31")) == 80 + 40, "coins by the die are no more than a die"
    assert value(with_card("C13", "C13")) == 80 + 40, "used in this round"
    assert value(with_card("C13", posts=""), posts=1) == 80 + 120 + 30
    assert value(with_card("C31", posts=""), posts=1) == 80 + 40 + 30


def test_unknown_cards_count_as_the_dearest_unplaced_ones() -> None:
    """C01 6 × 160, C02 6 × 120, C03 6 × 80, each less 120.

    C01 lies in Moscow, and one place is unknown.
    """
    places = {**SMALL["places"], "MOS": {"cards": 1}, "SUM": {"cards": 2}}
    box = {**SMALL, **DEAR, "city_deck": only_entries("city_deck", "C01", "C02", "C03"), "places": places}
    first, second, third = 6 * 160 - 120, 6 * 120 - 120, 6 * 80 - 120
    tiles = (0, 30, 30 + 10)

    def with_posts(posts: str, more: int) -> int:
        voyage = last_turn(**box, city_cards={"MOS": ["C01"]}).give(dice="blue:4 blue:4 blue:4", posts=posts)
        return value(voyage, more) - 3 * 80 - tiles[more]

    assert with_posts("", 0) == 40
    assert with_posts("MOS", 0) == first + 40
    assert with_posts("SUM", 0) == second + third + 40
    # One more post reaches two cards of Sumatra, or the one of Moscow: at most the two dearest.
    assert with_posts("", 1) == first + second + 40
    assert with_posts("", 2) == first + second + third
    assert with_posts("MOS", 1) == first + second + third


@pytest.mark.parametrize(
    ("card", "holdings", "posts", "filled", "gain"),
    [
        ("C25", {"posts": "SUM ANX ORM"}, 0, 0, 3 * 60),
        ("C25", {"posts": "SUM ANX ORM"}, 2, 0, 5 * 60),
        ("C25", {"posts": "SUM ANX ORM KAS XIA ADA KOC"}, 2, 0, 6 * 60),  # no more than a die shows
        ("C23", {"posts": "SUM", "filled": "K01 K02 K03"}, 0, 0, 3 * 60),
        ("C23", {"posts": "SUM", "filled": "K01 K02 K03"}, 0, 1, 4 * 60),
        # A different town each time; one gives 20 coins and one 19.
        ("C30", {"posts": "SUM"}, 0, 0, 0),
        ("C30", {"posts": "SUM ANX"}, 0, 0, 200),
        ("C30", {"posts": "SUM ANX ORM"}, 0, 0, 200 + 190),
        ("C30", {"posts": "SUM"}, 1, 0, 200),
    ],
)
def test_v22_counting_cards_include_posts_and_contracts_to_come(
    card: str, holdings: dict[str, Any], posts: int, filled: int, gain: int
) -> None:
    incomes = {"A": {"gives": {"coins": 20}}, "B": {"gives": {"coins": 19, "camels": 0}}, **dict.fromkeys("CDEF")}
    box = {**SMALL, "city_deck": only_entries("city_deck", card), "income_deck": incomes, "city_cards": {"SUM": [card]}}
    voyage = last_turn(**box).give(dice="black:1", **holdings)
    before = value(voyage, posts, filled, die=30)
    voyage.state = with_used(voyage.state, card)
    assert before - value(voyage, posts, filled, die=30) == max(0, gain - 30)


@pytest.mark.parametrize(
    ("want", "what", "sixtieths"),
    [
        (PendingKind.GOOD, {}, 40),
        (PendingKind.TWO_GOODS, {}, 30 + 40),
        (PendingKind.CONTRACT, {}, 50),
        (PendingKind.BLACK_DIE, {}, 3 * 20),
        (PendingKind.STEP, {"n": 1}, 15 + 50),
        (PendingKind.STEP, {"n": 3}, 15 + 50),  # of one figure
        (PendingKind.TOWN, {}, 50),
        (PendingKind.INCOME, {"place": "ANX"}, 0),  # the one tile is known
        (PendingKind.BONUS, {"place": "MOS"}, 50 + 30),  # as an income, and the dearest tile beyond it
        (PendingKind.GAINS, {"new_posts": ("MOS",)}, 50 + 30),
        (PendingKind.GAINS, {"new_posts": ("MOS", "KAR")}, 2 * 50 + 30 + 10),
    ],
)
def test_a_pending_item_has_its_greatest_possible_value(
    want: PendingKind, what: dict[str, Any], sixtieths: int
) -> None:
    voyage = small_turn()
    voyage.state = with_pending(voyage.state, pending_item(want, **what))
    assert value(voyage) == 80 + 40 + sixtieths
    voyage.state = with_pending(voyage.state, pending_item(want, seat=2, **what))
    assert value(voyage) == 80 + 40, "it is another's"


def test_v18_a_place_awaiting_a_moved_post_has_gains_only() -> None:
    voyage = small_turn()
    voyage.state = with_pending(
        voyage.state, pending_item(PendingKind.POST, place="MOS"), pending_item(PendingKind.GAINS, new_posts=("MOS",))
    )
    assert value(voyage) == 80 + 40 + 15 + 50
    # The moved post counts as a post to come: it gets the tile of its place, and may use a card there.
    assert value(voyage, posts=1) == 80 + 120 + 15 + 50 + 30


def test_v20_unnamed_towns_have_different_tiles() -> None:
    """Of incomes worth 200 and 190, the dearer one is where it is pending most often."""
    incomes = {"A": {"gives": {"coins": 20}}, "B": {"gives": {"coins": 19, "camels": 0}}, **dict.fromkeys("CDEF")}
    voyage = last_turn(**{**SMALL, **DEAR, "income_deck": incomes}).give(dice="blue:6")
    unasked = value(voyage)
    voyage.state = with_pending(
        voyage.state, *(pending_item(PendingKind.INCOME, place=place) for place in ("ANX", "KOC", "KOC"))
    )
    voyage.state = replace(voyage.state, towns=tuple(replace(town, tile=None) for town in voyage.state.towns))
    assert value(voyage) - unasked == 2 * 200 + 190
    towns = tuple(replace(town, tile="A" if town.id == "XIA" else None) for town in voyage.state.towns)
    voyage.state = replace(voyage.state, towns=towns)
    assert value(voyage) - unasked == 2 * 190


def test_v21_value_of_known_and_unknown_tiles() -> None:
    def gained(visited: str, posts: int = 0, **tiles: str) -> int:
        voyage = last_turn(**SMALL, **DEAR, bonus_tiles=tiles).give(dice="blue:4")
        cities = (replace(city, visited=city.id in visited.split()) for city in voyage.state.cities)
        voyage.state = replace(voyage.state, cities=tuple(cities))
        return value(voyage, posts) - value(voyage)

    everywhere_but_moscow = "KAR SAM LAN ALE KRC SUM"
    card = 120 - 40
    assert gained("", 1) == card + 30
    assert gained(everywhere_but_moscow, 2) == card + 30, "one tile is left"
    assert gained(everywhere_but_moscow, 2, MOS="B04") == card + 10
    assert gained(everywhere_but_moscow, 2, KAR="B06") == card + 10, "2 gold are gone"
    assert gained("", 1, MOS="B04") == card + 30, "2 gold may lie in another city"


@pytest.mark.parametrize(
    ("filled", "holdings", "sixtieths"),
    [
        # Beyond 50 each: K05 250, S1 210, K01 50.
        (1, {}, 250),
        (2, {}, 250 + 210),
        (9, {}, 250 + 210 + 50),
        (1, {"filled": "K05"}, 210),
    ],
)
def test_new_contracts_count_with_their_excess(filled: int, holdings: dict[str, Any], sixtieths: int) -> None:
    assert value(small_turn().give(2, **holdings), filled=filled) == 80 + 40 + sixtieths


def test_a_held_contract_is_worth_at_most_the_contract_price() -> None:
    # At 120 a contract the row gives 240 + 60, 180 more than a die; a 4 there is 240 - 180, Khan's favour 80.
    assert value(small_turn(), contract=120) == 80 + 180
    assert value(small_turn(active="K01"), contract=120) == 80 + 180 + 100
    assert value(small_turn(active="S1 ?"), contract=120) == 80 + 180 + 2 * 120


def test_v37_mercator_gains_from_others_even_when_finished() -> None:
    people = ("kubilai", "mercator")
    voyage = last_turn(*people, **SMALL, **DEAR).give(dice="blue:4 blue:1 black:2").give(2, coins=3)
    assert value(voyage, seat=2) == 3 * 10 + 3 * 20
    voyage.state = replace(voyage.state, black=2)
    assert value(voyage, seat=2) == 3 * 10 + 3 * 20 + 2 * 20, "Kubilai may come to black ones"
    assert value(last_turn("kubilai", "berke", **SMALL).give(dice="blue:4").give(2, coins=3), seat=2) == 3 * 10
    voyage.give(1, dice="")
    assert value(voyage, seat=2) == 3 * 10, "nobody does anything more"
    voyage.state = replace(voyage.state, round=4)
    # A round as test_valuation adds it up, and a copy of each of its five dice: 1110 + 5 × 20. This round's black dice.
    assert value(voyage, seat=2) == 3 * 10 + 1110 + 5 * 20 + 2 * 20
    voyage.give(2, dice="green:4")
    assert value(voyage, seat=2) == 3 * 10 + 1110 + 5 * 20 + 80 + 40 + 2 * 100
    voyage.give(1, dice="blue:4")
    assert value(voyage, seat=2) == 3 * 10 + 1110 + 5 * 20 + 80 + 40 + 2 * 100 + 20
