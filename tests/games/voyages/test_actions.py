"""Actions, city cards, bonus actions and characters of Voyages that no golden game covers."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.voyages.amounts import Amounts
from companion.games.voyages.build_edition import build_edition
from companion.games.voyages.city_cards import card_use
from tests.games.voyages.voyage import Voyage, first_turn


def test_v13_a_row_needs_its_number_of_dice() -> None:
    voyage = first_turn().give(dice="blue:4 blue:4 blue:4")
    for row, n in (("camel", 2), ("pepper", 0), ("silk", 1), ("silk", 3), ("gold", 2), ("tea", 1)):
        voyage.refuses("V13", move="bazaar", row=row, dice=["blue:4"] * n)


def test_v14_the_khan_gives_a_chosen_good_and_two_camels() -> None:
    voyage = (
        first_turn("wilhelm", "berke", "kubilai", "johannes")
        .give(dice="blue:2")
        .refuses("V14", move="khan", dice=["blue:2"], good="camels")
    )
    assert voyage.play(move="khan", dice=["blue:2"], good="silk").lines == [
        (1, "camels", 2, "V14"),
        (1, "silk", 1, "V14"),
    ]


def take(voyage: Voyage, die: int = 6, **body: Any) -> Voyage:
    return voyage.play(move="contracts", dice=[f"blue:{die}"], **body)


def turn_with_die(die: int = 6, active: str = "") -> Voyage:
    return first_turn().give(dice=f"blue:{die} blue:1", active=active)


def test_v15_the_die_limits_slots_of_one_or_two_contracts() -> None:
    voyage = turn_with_die(4)
    for slots in ([5], [1, 5], [], [1, 1], [1, 2, 3], [0], [7]):
        voyage.refuses("V15", move="contracts", dice=["blue:4"], slots=slots, contracts=[None] * len(slots))
    take(voyage, 4, slots=[4, 2], contracts=["K04", "K31"])
    assert (voyage.active(), voyage.lines) == (["K04", "K31"], [])
    assert voyage.state.market.row == (None,) * 4, "the others have slid to the left"


def test_v15_a_held_or_filled_contract_cannot_be_taken() -> None:
    voyage = turn_with_die().give(2, active="K04", filled="K05")
    for card in ("K04", "K05", "K99", "S1", "C01"):
        voyage.refuses("V15", move="contracts", dice=["blue:6"], slots=[1], contracts=[card])
    voyage.refuses("V15", move="contracts", dice=["blue:6"], slots=[1, 2], contracts=["K06", "K06"])
    voyage.refuses("V15", move="contracts", dice=["blue:6"], slots=[1], contracts=[])


def test_v15_a_starting_contract_returns_only_after_a_discard() -> None:
    voyage = turn_with_die(active="S1 K02").give(2, dice="green:6")
    take(voyage, slots=[1], contracts=["K03"], discard=["S1"]).play(move="end_turn")
    body: dict[str, Any] = {"move": "contracts", "dice": ["green:6"], "slots": [1]}
    voyage.refuses("V15", **body, contracts=["S2"]).play(**body, contracts=["S1"])
    assert (voyage.active(2)[-1], voyage.state.market.starting_discards) == ("S1", ())


def test_v16_travel_needs_two_dice_and_one_path_a_figure() -> None:
    voyage = first_turn().give(dice="blue:6 blue:2 blue:3", coins=50)
    voyage.refuses("V16", move="travel", dice=["blue:6"], paths=[["O1"]])
    voyage.refuses("V38", move="travel", dice=["blue:6", "blue:2"], paths=[["O1"], ["O1"]])


def test_v30_take_three_has_no_fee_and_no_limit() -> None:
    voyage = first_turn("berke", "kubilai").give(dice="blue:2 blue:2")
    voyage.refuses("V30", move="take_three", dice=["blue:2", "blue:2"]).refuses("V30", move="take_three", dice=[])
    for _ in range(2):
        assert voyage.play(move="take_three", dice=["blue:2"]).lines == [(1, "coins", 3, "V30")]
    voyage.refuses("V30", move="take_three", dice=["blue:2"])
    assert voyage.play(move="end_turn").turn == 2


def test_v31_a_reroll_costs_a_camel() -> None:
    voyage = first_turn("berke", "kubilai").give(dice="blue:2 black:4", camels=1)
    voyage.refuses("V8", move="reroll", die="blue:4", chance=[1])
    for chance in ([], [0], [7], [1, 1]):
        voyage.refuses("V31", move="reroll", die="blue:2", chance=chance)
    assert voyage.play(move="reroll", die="black:4", chance=[1]).lines == [(1, "camels", -1, "V31")]
    assert voyage.holding(1, "dice") == ["blue:2", "black:1"]
    voyage.refuses("V31", move="reroll", die="blue:2", chance=[3])


@pytest.mark.parametrize(("value", "by"), [(6, 1), (1, -1), (3, 2), (3, 0), (1, 5)])
def test_v32_a_die_is_never_turned_past_six_or_one(value: int, by: int) -> None:
    first_turn().give(dice=f"blue:{value}", camels=9).refuses("V32", move="turn_die", die=f"blue:{value}", by=by)


def test_v33_no_black_die_is_sold_when_none_is_left() -> None:
    voyage = first_turn("berke", "kubilai", start={"black_dice": {"2": 0}}).give(camels=9)
    voyage.refuses("V33", move="black_die", chance=[6])


def test_v34_raschid_sets_each_die_when_he_places_it() -> None:
    voyage = Voyage(2, characters=["raschid", "berke"])
    voyage.refuses("V34", 1, move="roll", chance=[3] * 5).refuses("V34", 1, move="compensate", coins=0, camels=0)
    assert (voyage.active_seats, voyage.holding(1, "dice")) == ((2,), ["blue:*"] * 5)
    voyage.roll_all().give(coins=30, camels=30)
    voyage.refuses("V34", move="reroll", die="blue:3", chance=[4])
    voyage.refuses("V34", move="turn_die", die="blue:3", by=1)
    voyage.refuses("V8", move="take_three", dice=["blue:*"])
    voyage.play(move="bazaar", row="silk", dice=["blue:6", "blue:4"])
    assert (voyage.lines, voyage.holding(1, "dice")) == ([(1, "silk", 3, "V13")], ["blue:*"] * 3)
    voyage.play(move="take_three", dice=["blue:1"])


def test_v34_raschid_does_not_roll_his_black_die() -> None:
    voyage = first_turn("raschid", "berke").give(camels=3).refuses("V34", move="black_die", chance=[3])
    assert voyage.play(move="black_die").holding(1, "dice")[-1] == "black:*"
    voyage.refuses("V8", move="khan", dice=["green:6"], good="silk").play(move="khan", dice=["black:6"], good="silk")


def test_v38_two_figures_share_steps_and_each_places_a_post() -> None:
    voyage = first_turn("niccolo_marco", "berke", bonus_tiles={"MOS": "B01", "ALE": "B03"})
    assert voyage.board().figures == ("VEN", "VEN")
    voyage.give(dice="blue:3 blue:3", coins=12)
    body: dict[str, Any] = {"move": "travel", "dice": ["blue:3", "blue:3"]}
    voyage.refuses("V11", **body, paths=[["O1", "MOS"], ["ALE", "O3"]])
    voyage.refuses("V38", **body, paths=[["O1"], ["O1"], ["O1"]])
    voyage.play(**body, paths=[["O1", "MOS"], ["ALE"]])
    assert (voyage.board().figures, voyage.board().posts) == (("MOS", "ALE"), ("MOS", "ALE"))
    assert voyage.lines == [(1, "coins", -12, "V16"), (1, "coins", 3, "V21"), (1, "camels", 2, "V21")]


def turn_with_card(card: str, die: int = 3, city: str = "MOS", mixed: bool = True, **has: Any) -> Voyage:
    """Return a turn of a seat with one die and a post in a city with this card."""
    voyage = first_turn("berke", "kubilai", city_cards={city: [card]}, mixed_exchange=mixed).give(coins=0, camels=0)
    return voyage.give(posts=city, dice=f"blue:{die}").give(**has)


def use(voyage: Voyage, card: str, city: str = "MOS", **body: Any) -> Voyage:
    die = str(voyage.board().dice[0])
    return voyage.play(move="city_card", card=card, city=city, dice=[die], **body)


def refuse(voyage: Voyage, ruling: str, card: str, city: str = "MOS", **body: Any) -> Voyage:
    die = str(voyage.board().dice[0])
    return voyage.refuses(ruling, move="city_card", card=card, city=city, dice=[die], **body)


@pytest.mark.parametrize(
    ("card", "word", "pays", "gets"),
    [
        ("C16", "silk", Amounts(coins=2), Amounts(silk=1)),
        ("C18", "pepper+silk", Amounts(pepper=1, silk=1), Amounts(step=1)),
        ("C19", "KAS", Amounts(coins=1), Amounts()),
        ("C20", "coin>camel", Amounts(coins=1), Amounts(camels=1)),
        ("C22", "camel>gold", Amounts(camels=2), Amounts(gold=1)),
    ],
)
def test_v22_a_use_costs_and_gives_what_its_way_says(card: str, word: str, pays: Amounts, gets: Amounts) -> None:
    use = card_use(build_edition({}, 2).city_card[card], 3, word)
    assert (use.pays, use.gets, use.town) == (pays, gets, "KAS" if word == "KAS" else None)


def test_v21_a_named_card_belongs_to_its_city() -> None:
    voyage = turn_with_card("C13", camels=9).give(posts="KAR SUM")
    refuse(voyage, "V21", "C13", city="KAR")
    refuse(voyage, "V21", "C14")
    refuse(voyage, "V21", "C99", city="KAR")
    refuse(voyage, "V21", "C14", city="XIA")
    use(voyage, "C14", city="KAR")
    assert voyage.state.cities[1].cards == ("C14",)
    voyage.play(move="end_turn").end_turn().give(dice="blue:3 black:1", acted=False)
    refuse(voyage, "V21", "C05", city="KAR")


def test_v21_sumatra_has_three_cards() -> None:
    voyage = turn_with_card("C13", city="SUM", camels=9).give(2, dice="").give(dice="blue:1 blue:2 blue:3 black:1")
    for card in ("C13", "C14", "C15"):
        use(voyage, card, city="SUM").play(move="end_turn")
    refuse(voyage, "V21", "C17", city="SUM")


@pytest.mark.parametrize(
    ("card", "has", "die", "body"),
    [
        ("C01", {"gold": 3}, 6, {"times": 2}),
        ("C01", {"gold": 9}, 2, {"times": 3}),
        ("C01", {"gold": 9}, 2, {"times": 0}),
        ("C01", {"gold": 9}, 2, {"ways": ["gold"]}),
        ("C16", {"coins": 9}, 2, {}),
        ("C16", {"coins": 9}, 2, {"ways": ["camel"]}),
        ("C16", {"coins": 9}, 2, {"times": 2, "ways": ["silk"]}),
        ("C18", {"silk": 9}, 2, {"ways": ["silk+silk"]}),
        ("C18", {"silk": 9}, 2, {"ways": ["silk+gold"]}),
        ("C20", {"camels": 2, "coins": 2}, 2, {"times": 2, "ways": ["camel>coin", "coin>camel"]}),
        ("C22", {"silk": 1}, 2, {"ways": ["silk>gold"]}),
        ("C22", {"silk": 1}, 2, {"times": 2, "ways": ["silk>camel", "camel>gold", "camel>gold"]}),
        ("C22", {"silk": 1}, 2, {"times": 2, "ways": ["silk>camel", "camel>gold"]}),
        ("C23", {}, 2, {}),
        ("C24", {"filled": "K01"}, 2, {"times": 2}),
        ("C26", {}, 2, {"times": 2}),
        ("C27", {}, 6, {"times": 2}),
        ("C31", {}, 6, {"times": 6}),
    ],
)
def test_v22_uses_that_no_card_allows_are_refused(
    card: str, has: dict[str, Any], die: int, body: dict[str, Any]
) -> None:
    refuse(turn_with_card(card, die).give(**has), "V22", card, **body)


@pytest.mark.parametrize(
    ("card", "ways", "lines"),
    [
        ("C21", ["vp>coin", "coin>vp"], [("coins", -3), ("points", -1), ("coins", 3), ("points", 1)]),
        ("C22", ["silk>camel", "camel>gold"], [("camels", -2), ("silk", -1), ("camels", 2), ("gold", 1)]),
    ],
)
def test_v22_a_house_rule_forbids_both_directions(card: str, ways: list[str], lines: list[tuple[str, int]]) -> None:
    both_ways = use(turn_with_card(card, 2, coins=3, silk=1, camels=2), card, times=2, ways=ways)
    assert [(what, by) for _, what, by, _ in both_ways.lines] == lines
    refuse(turn_with_card(card, 2, mixed=False, coins=3, silk=1, camels=2), "V22", card, times=2, ways=ways)


def test_v22_goods_of_one_direction_may_differ_by_house_rule() -> None:
    voyage = turn_with_card("C22", 2, mixed=False, silk=1, pepper=1)
    use(voyage, "C22", times=2, ways=["silk>camel", "pepper>camel"])
    assert voyage.purse() == {"camels": 4}
