"""City cards: of rulings V21 and V22 what no golden game shows."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.voyages.amounts import Amounts
from companion.games.voyages.city import use_of
from companion.games.voyages.tables import edition_from
from tests.games.voyages.voyage import Voyage, a_turn


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
