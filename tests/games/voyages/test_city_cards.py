"""City cards: rulings V21 to V24."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.voyages.amounts import Amounts
from companion.games.voyages.city import use_of
from companion.games.voyages.tables import edition_from
from tests.games.voyages.voyage import Voyage, a_turn

Lines = list[tuple[int, str, int, str | None]]


def at(card: str, die: int = 3, city: str = "MOS", **has: Any) -> Voyage:
    """A turn of a seat with a post in a city where this card lies, and one die."""
    voyage = a_turn("berke", "kubilai", city_cards={city: [card]}).give(coins=0, camels=0)
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
def test_v22_a_use_is_what_its_way_says_and_nothing_is_left_open(
    card: str, word: str, pays: Amounts, gets: Amounts
) -> None:
    use = use_of(edition_from({}, 2).city_card[card], 3, word)
    assert (use.pays, use.gets, use.town) == (pays, gets, "KAS" if word == "KAS" else None)


def test_v21_whoever_has_a_post_there_uses_the_card_with_one_die() -> None:
    refuse(at("C13", camels=3).give(2, posts=""), "V21", "C13", city="KAR")
    voyage = a_turn(city_cards={"MOS": ["C13"]})
    refuse(voyage, "V21", "C13")
    at("C13", camels=3).refuses("V21", move="city_card", card="C13", city="MOS", dice=["blue:3", "blue:3"])


def test_v21_one_die_a_card_a_round_by_anyone() -> None:
    voyage = use(at("C13", camels=3).give(2, posts="MOS", dice="green:3"), "C13").play(move="end_turn")
    voyage.refuses("V21", move="city_card", card="C13", city="MOS", dice=["green:3"])
    voyage.round_over().rolled().give(1, dice="")
    voyage.play(move="end_turn") if voyage.turn == 1 else None
    voyage.play(move="city_card", card="C13", city="MOS", dice=["green:3"])


def test_v21_a_card_is_of_its_city_and_known_once_it_is_named() -> None:
    voyage = at("C13", camels=9).give(posts="KAR SUM")
    refuse(voyage, "V21", "C13", city="KAR")
    refuse(voyage, "V21", "C14")
    refuse(voyage, "V21", "C99", city="KAR")
    refuse(voyage, "V21", "C14", city="XIA")
    use(voyage, "C14", city="KAR")
    assert voyage.state.cities[1].cards == ("C14",)
    voyage.play(move="end_turn").end().give(dice="blue:3 black:1", acted=False)
    refuse(voyage, "V21", "C05", city="KAR")


def test_v21_in_sumatra_there_are_three() -> None:
    voyage = at("C13", city="SUM", camels=9).give(2, dice="").give(dice="blue:1 blue:2 blue:3 black:1")
    for card in ("C13", "C14", "C15"):
        use(voyage, card, city="SUM").play(move="end_turn")
    refuse(voyage, "V21", "C17", city="SUM")


@pytest.mark.parametrize(
    ("card", "has", "die", "body", "lines"),
    [
        ("C01", {"gold": 5}, 2, {"times": 2}, [("gold", -4), ("points", 8)]),
        ("C02", {"silk": 2}, 2, {}, [("silk", -2), ("points", 3)]),
        ("C03", {"pepper": 6}, 3, {"times": 3}, [("pepper", -6), ("points", 6)]),
        ("C04", {"gold": 1, "camels": 1}, 6, {}, [("camels", -1), ("gold", -1), ("points", 4)]),
        ("C05", {"silk": 1, "camels": 2}, 6, {}, [("camels", -2), ("silk", -1), ("points", 4)]),
        ("C06", {"pepper": 1, "camels": 3}, 1, {}, [("camels", -3), ("pepper", -1), ("points", 4)]),
        ("C07", {"gold": 1, "camels": 1}, 1, {}, [("camels", -1), ("gold", -1), ("coins", 9)]),
        ("C08", {"silk": 1, "camels": 1}, 1, {}, [("camels", -1), ("silk", -1), ("coins", 8)]),
        ("C09", {"pepper": 1, "camels": 1}, 1, {}, [("camels", -1), ("pepper", -1), ("coins", 7)]),
        ("C10", {"gold": 1, "camels": 1}, 1, {}, [("camels", -1), ("gold", -1), ("coins", 6), ("points", 2)]),
        ("C11", {"silk": 1, "camels": 1}, 1, {}, [("camels", -1), ("silk", -1), ("coins", 4), ("points", 2)]),
        ("C12", {"pepper": 1, "camels": 1}, 1, {}, [("camels", -1), ("pepper", -1), ("coins", 2), ("points", 2)]),
        ("C13", {"camels": 4}, 4, {"times": 4}, [("camels", -4), ("points", 4)]),
        ("C14", {"camels": 4}, 4, {"times": 2}, [("camels", -4), ("coins", 4), ("points", 2)]),
        ("C15", {"camels": 3}, 4, {}, [("camels", -3), ("pepper", 1), ("silk", 1), ("gold", 1)]),
        ("C16", {"coins": 4}, 4, {"times": 2, "ways": ["silk", "gold"]}, [("coins", -4), ("silk", 1), ("gold", 1)]),
        ("C20", {"camels": 2}, 2, {"times": 2, "ways": ["camel>coin"] * 2}, [("camels", -2), ("coins", 6)]),
        ("C20", {"coins": 2}, 2, {"times": 2, "ways": ["coin>camel"] * 2}, [("coins", -2), ("camels", 2)]),
        ("C23", {"filled": "K01 K02"}, 6, {}, [("points", 2)]),
        ("C23", {"filled": "K01 K02"}, 6, {"times": 1}, [("points", 1)]),
        ("C24", {"filled": "K01 K02 K03"}, 2, {}, [("coins", 4)]),
        ("C25", {"posts": "KAR BEI"}, 6, {}, [("points", 3)]),
        ("C26", {"posts": "KAR"}, 6, {}, [("coins", 4)]),
        ("C27", {}, 1, {}, [("pepper", 1)]),
        ("C27", {}, 2, {}, [("pepper", 3)]),
        ("C28", {}, 3, {"times": 1}, [("silk", 1)]),
        ("C28", {}, 4, {}, [("silk", 3)]),
        ("C29", {}, 5, {}, [("gold", 1)]),
        ("C29", {}, 6, {}, [("gold", 3)]),
        ("C31", {}, 5, {}, [("coins", 10)]),
    ],
)
def test_v22_each_card(
    card: str, has: dict[str, Any], die: int, body: dict[str, Any], lines: list[tuple[str, int]]
) -> None:
    voyage = use(at(card, die).give(**has), card, **body)
    assert voyage.lines == [(1, what, n, "V22") for what, n in lines]


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
def test_v22_what_no_card_allows(card: str, has: dict[str, Any], die: int, body: dict[str, Any]) -> None:
    refuse(at(card, die).give(**has), "V22", card, **body)


def test_v22_c18_wants_two_different_goods_and_gives_one_movement() -> None:
    voyage = at("C18", 3, pepper=2, silk=1, gold=1)
    use(voyage, "C18", times=2, ways=["silk+pepper", "pepper+gold"])
    assert voyage.lines == [(1, "pepper", -2, "V22"), (1, "silk", -1, "V22"), (1, "gold", -1, "V22")]
    assert voyage.play(move="step", paths=[["ALE", "O4"]]).board().figures == ("O4",)


def test_v22_c21_goes_either_way_each_time_and_below_nothing() -> None:
    voyage = use(at("C21", 3, points=1), "C21", times=2, ways=["vp>coin", "vp>coin"])
    assert voyage.lines == [(1, "points", -2, "V22"), (1, "coins", 6, "V22")]
    assert voyage.board().purse.points == -1
    mixed = use(at("C21", 3, coins=3), "C21", times=3, ways=["vp>coin", "coin>vp", "vp>coin"])
    assert (mixed.purse().get("coins"), mixed.board().purse.points) == (6, -1)


def test_v22_c22_goes_either_way_each_time_and_all_is_paid_first() -> None:
    voyage = use(at("C22", 3, silk=1, camels=2), "C22", times=2, ways=["silk>camel", "camel>gold"])
    assert voyage.purse() == {"camels": 2, "gold": 1}


def test_v23_a_different_town_each_time_with_an_own_post() -> None:
    voyage = at("C19", 3, coins=9, posts="ANX KAS ORM")
    for ways in (["ANX", "ANX"], ["ANX", "XIA"], ["ANX", "MOS"]):
        refuse(voyage, "V23", "C19", times=2, ways=ways)
    use(voyage, "C19", times=3, ways=["KAS", "ANX", "ORM"])
    assert voyage.lines == [(1, "coins", -3, "V22"), (1, "coins", 5, "V23"), (1, "camels", 3, "V23")]
    assert voyage.play(move="choose", goods=["pepper", "gold"]).lines == [
        (1, "pepper", 1, "V23"),
        (1, "gold", 1, "V23"),
    ]


def test_v23_c30_gives_one_town_and_with_a_high_die_two() -> None:
    refuse(at("C30", 4, posts="ANX ORM"), "V22", "C30", times=2, ways=["ANX", "ORM"])
    assert use(at("C30", 4, posts="ANX ORM"), "C30", ways=["ORM"]).lines == [(1, "camels", 3, "V23")]
    voyage = use(at("C30", 5, posts="ANX ORM"), "C30", times=2, ways=["ANX", "ORM"])
    assert voyage.lines == [(1, "coins", 5, "V23"), (1, "camels", 3, "V23")]
    assert use(at("C30", 6, posts="ANX ORM"), "C30", ways=["ANX"]).purse()["coins"] == 5


def test_v24_another_town_is_any_but_its_own_without_a_post_there() -> None:
    voyage = use(at("C30", 1, posts="XIA"), "C30", ways=["XIA"])
    for town in ("XIA", "MOS"):
        voyage.refuses("V24", move="choose", town=town)
    voyage.refuses("V23", move="choose", goods=["silk"])
    assert voyage.play(move="choose", town="KOC").lines == [(1, "points", 3, "V24")]


def test_v24_if_that_is_two_goods_they_are_asked_next() -> None:
    voyage = use(at("C30", 1, posts="XIA"), "C30", ways=["XIA"]).play(move="choose", town="KAS")
    voyage.refuses("V24", move="choose", goods=["silk"]).refuses("V24", move="choose", goods=["silk", "silk"])
    assert voyage.play(move="choose", goods=["silk", "gold"]).lines == [(1, "silk", 1, "V24"), (1, "gold", 1, "V24")]
