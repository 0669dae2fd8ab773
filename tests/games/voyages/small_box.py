"""An edition with few cards and tiles, for sums that can be checked by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.games.voyages.bound_valuation import Prices
from companion.games.voyages.edition import FIGURES
from companion.games.voyages.state import State
from tests.games.voyages.voyage import Voyage, first_turn

PRICES = Prices(coins=10, camels=20, pepper=20, silk=30, gold=40, contract=50, post=15, die=120, points=60, filled=0)
"""Prices that are easy to tell apart in a sum."""
CITIES = ("MOS", "KAR", "SAM", "LAN", "ALE", "KRC", "SUM")


def only_entries(table: str, *names: str) -> dict[str, None]:
    """Return the owner's table that leaves only these entries."""
    return {name: None for name in FIGURES[table] if name not in (*names, "confidence")}


SMALL: dict[str, Any] = {
    "city_deck": only_entries("city_deck", "C13", "C31"),
    "income_deck": only_entries("income_deck", "A"),
    "bonus_deck": only_entries("bonus_deck", "B01", "B04", "B06"),
    "contract_cards": only_entries("contract_cards", "S1", "K01", "K05"),
    "places": {**{name: {"cards": 0} for name in CITIES}, "SUM": {"cards": 1}},
}
"""Cards: a camel for a point, coins by the die, one card place, in Sumatra. Incomes: 5 coins in Anxi. Tiles: 3 coins, 3
camels or 2 gold."""


def last_turn(*people: str, **options: Any) -> Voyage:
    """Return the last turn of Berke, seat 1, who has nothing; Kubilai has no dice, and no black die is left."""
    voyage = first_turn(*(people or ("berke", "kubilai")), **options)
    voyage.state = replace(voyage.state, round=5, black=0)
    for seat, _ in enumerate(voyage.state.boards, 1):
        voyage.give(seat, coins=0, camels=0, dice="", active="")
    return voyage


def with_used(state: State, *cards: str) -> State:
    """Return the state with dice on these cards."""
    cities = (replace(city, used=tuple(card for card in city.cards if card in cards)) for city in state.cities)
    return replace(state, cities=tuple(cities))
