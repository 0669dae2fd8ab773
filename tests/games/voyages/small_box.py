"""A box with few cards and tiles in it, for sums that one can follow by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.games.voyages.edition import FIGURES
from companion.games.voyages.state import State
from companion.games.voyages.valuation import Prices
from tests.games.voyages.voyage import Voyage, a_turn

PRICES = Prices(coins=10, camels=20, pepper=20, silk=30, gold=40, contract=50, post=15, die=120, points=60, filled=0)
"""Prices that are easily told apart in a sum."""
CITIES = ("MOS", "KAR", "SAM", "LAN", "ALE", "KRC", "SUM")


def only(table: str, *kept: str) -> dict[str, None]:
    """The owner's table by which nothing is left but these."""
    return {name: None for name in FIGURES[table] if name not in (*kept, "confidence")}


SMALL: dict[str, Any] = {
    "city_deck": only("city_deck", "C13", "C31"),
    "income_deck": only("income_deck", "A"),
    "bonus_deck": only("bonus_deck", "B01", "B04", "B06"),
    "contract_cards": only("contract_cards", "S1", "K01", "K05"),
    "places": {**{name: {"cards": 0} for name in CITIES}, "SUM": {"cards": 1}},
}
"""Cards: a camel for a point, coins by the die, one in Sumatra alone. Incomes: 5 coins in Anxi. Tiles: 3 coins, 3
camels or 2 gold."""


def last(*people: str, **options: Any) -> Voyage:
    """The last turn of Berke, seat 1, who has nothing; Kubilai has no dice, and no black die is left."""
    voyage = a_turn(*(people or ("berke", "kubilai")), **options)
    voyage.state = replace(voyage.state, round=5, black=0)
    for seat, _ in enumerate(voyage.state.boards, 1):
        voyage.give(seat, coins=0, camels=0, dice="", active="")
    return voyage


def with_used(state: State, *cards: str) -> State:
    """The same where dice lie on these cards."""
    cities = (replace(one, used=tuple(card for card in one.cards if card in cards)) for one in state.cities)
    return replace(state, cities=tuple(cities))
