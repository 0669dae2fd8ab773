"""The edition: every figure of the game, as shipped or as the owner set it, checked."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from companion.games.voyages.amounts import Amounts
from companion.games.voyages.printed_parts import (
    BazaarRow,
    BonusTile,
    Character,
    CityCard,
    ContractCard,
    GoalCard,
    IncomeTile,
    MapPlace,
    MapRoad,
    Person,
    PlaceKind,
)
from companion.rules.figure_tables import ShippedFigures
from companion.support.frozen_dataclasses import frozen

PROFILE = (
    *("places", "roads", "travel", "bazaar", "spaces", "row", "contract_cards", "city_deck", "goal_deck"),
    *("bonus_deck", "income_deck", "people", "start", "scoring"),
)
"""The tables of a profile that an owner may set; each is a file."""
FIGURES: Mapping[str, Any] = ShippedFigures("companion.games.voyages", PROFILE)
"""The shipped figures, by table."""


@frozen
class SpaceFigures:
    """The figures of the action spaces outside the bazaar, and of the bonus actions."""

    take_five: Amounts
    take_three: Amounts
    khan: Amounts
    """The gain besides the good of the seat's choice (V14)."""
    khan_slots: int
    reroll: Amounts
    turn_die: Amounts
    black_die: Amounts


@frozen
class RowFigures:
    """The figures of the row of contracts (V15)."""

    cards: int
    special: int
    refill: int
    most: int
    active: int
    bonus: tuple[tuple[int, int], ...]
    """(slot, number of coins or camels that a contract from it gives)."""


@frozen
class StartFigures:
    """The figures of the start, for this number of seats (V1, V2, V3)."""

    rounds: int
    dice: int
    posts: int
    camels: int
    coins: tuple[int, ...]
    """By seat."""
    missing_below: int
    score_space: int
    """The space of the score track where 0 points stand (V1)."""
    black_dice: int
    khan_blocked: int
    five_blocked: int


@frozen
class Scoring:
    """The figures that give points, cards apart."""

    posts: tuple[tuple[int, int], ...]
    """(ordinal of a seat's post, points) (V17)."""
    beijing: tuple[int, ...]
    goods_a_point: int
    coins_a_point: int
    most_contracts: int
    reached: tuple[int, ...]
    """The points by the number of distinct goal places that were reached, from 0 (V42)."""


@frozen(slots=False)
class Edition:
    """All figures that a game is played with."""

    places: tuple[MapPlace, ...]
    """In the order in which incomes are booked."""
    roads: tuple[MapRoad, ...]
    travel_dice: int
    fares: tuple[int, ...]
    """The fare in coins by the number of steps, from 1 (V16)."""
    bazaar: tuple[BazaarRow, ...]
    spaces: SpaceFigures
    row: RowFigures
    contract_cards: tuple[ContractCard, ...]
    city_deck: tuple[CityCard, ...]
    goal_deck: tuple[GoalCard, ...]
    bonus_deck: tuple[BonusTile, ...]
    income_deck: tuple[IncomeTile, ...]
    people: tuple[Character, ...]
    start: StartFigures
    scoring: Scoring

    @cached_property
    def place(self) -> dict[str, MapPlace]:
        """The places by id."""
        return {place.id: place for place in self.places}

    @cached_property
    def contract(self) -> dict[str, ContractCard]:
        """The contracts by id."""
        return {card.id: card for card in self.contract_cards}

    @cached_property
    def city_card(self) -> dict[str, CityCard]:
        """The city cards by id."""
        return {card.id: card for card in self.city_deck}

    @cached_property
    def goal(self) -> dict[str, GoalCard]:
        """The goal cards by id."""
        return {card.id: card for card in self.goal_deck}

    @cached_property
    def bonus(self) -> dict[str, BonusTile]:
        """The bonus tiles by id."""
        return {tile.id: tile for tile in self.bonus_deck}

    @cached_property
    def income(self) -> dict[str, IncomeTile]:
        """The income tiles by letter."""
        return {tile.letter: tile for tile in self.income_deck}

    @cached_property
    def bazaar_row(self) -> dict[str, BazaarRow]:
        """The rows of the bazaar by id."""
        return {row.id: row for row in self.bazaar}

    @cached_property
    def character(self) -> dict[Person, Character]:
        """The figures of the characters by person."""
        return {figures.person: figures for figures in self.people}

    @cached_property
    def neighbours(self) -> dict[str, tuple[tuple[str, Amounts], ...]]:
        """The places one step away from each place, with the cost of the road."""
        roads_from: dict[str, tuple[tuple[str, Amounts], ...]] = {place.id: () for place in self.places}
        for road in self.roads:
            for a, b in ((road.a, road.b), (road.b, road.a)):
                roads_from[a] = (*roads_from[a], (b, road.cost))
        return roads_from

    @cached_property
    def cities(self) -> tuple[MapPlace, ...]:
        """The cities, in the order of the places."""
        return tuple(place for place in self.places if place.kind is PlaceKind.CITY)

    @cached_property
    def towns(self) -> tuple[MapPlace, ...]:
        """The towns, in the order of the places."""
        return tuple(place for place in self.places if place.kind is PlaceKind.TOWN)

    @cached_property
    def oases(self) -> tuple[str, ...]:
        """The ids of the oases."""
        return tuple(place.id for place in self.places if place.kind is PlaceKind.OASIS)

    @cached_property
    def venezia(self) -> str:
        """The id of Venezia, where everyone starts."""
        return next(place.id for place in self.places if place.kind is PlaceKind.START)

    @cached_property
    def beijing(self) -> str:
        """The id of Beijing, whose spaces give points (V19)."""
        return next(place.id for place in self.places if place.kind is PlaceKind.BEIJING)
