"""An edition: every figure of the game, as shipped and with what the owner set laid over it, checked."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from companion.games.voyages.amounts import Amounts
from companion.games.voyages.cards import (
    BazaarRow,
    BonusTile,
    Character,
    CityCard,
    ContractCard,
    GoalCard,
    IncomeTile,
    Person,
    Place,
    PlaceKind,
    Road,
)
from companion.rules.profile import Shipped
from companion.support.frozen import frozen

PROFILE = (
    *("places", "roads", "travel", "bazaar", "spaces", "row", "contract_cards", "city_deck", "goal_deck"),
    *("bonus_deck", "income_deck", "people", "start", "scoring"),
)
"""The tables of a profile that an owner may set, each a file of its own."""
FIGURES: Mapping[str, Any] = Shipped("companion.games.voyages", PROFILE)
"""The shipped figures, by table."""


@frozen
class Spaces:
    """The other action spaces and the bonus actions."""

    take_five: Amounts
    take_three: Amounts
    khan: Amounts
    """Beside the good of one's choice (V14)."""
    khan_slots: int
    reroll: Amounts
    turn_die: Amounts
    black_die: Amounts


@frozen
class RowFigures:
    """The row of contracts (V15)."""

    cards: int
    special: int
    refill: int
    most: int
    active: int
    bonus: tuple[tuple[int, int], ...]
    """(slot, how many coins or camels a contract from it brings)."""


@frozen
class Start:
    """What a game begins with, for this many seats (V1, V2, V3)."""

    rounds: int
    dice: int
    posts: int
    camels: int
    coins: tuple[int, ...]
    """By seat."""
    missing_below: int
    black_dice: int
    khan_blocked: int
    five_blocked: int


@frozen
class Scoring:
    """What brings points besides cards."""

    posts: tuple[tuple[int, int], ...]
    """(which of one's posts, points) (V17)."""
    beijing: tuple[int, ...]
    goods_a_point: int
    coins_a_point: int
    most_contracts: int
    reached: tuple[int, ...]
    """By how many distinct places of one's goals were reached, from none (V42)."""


@frozen(slots=False)
class Edition:
    """The figures that a table plays by."""

    places: tuple[Place, ...]
    """In the order in which incomes come."""
    roads: tuple[Road, ...]
    travel_dice: int
    fares: tuple[int, ...]
    """In coins, by the number of steps, from 1 (V16)."""
    bazaar: tuple[BazaarRow, ...]
    spaces: Spaces
    row: RowFigures
    contract_cards: tuple[ContractCard, ...]
    city_deck: tuple[CityCard, ...]
    goal_deck: tuple[GoalCard, ...]
    bonus_deck: tuple[BonusTile, ...]
    income_deck: tuple[IncomeTile, ...]
    people: tuple[Character, ...]
    start: Start
    scoring: Scoring

    @cached_property
    def place(self) -> dict[str, Place]:
        """The places by id."""
        return {one.id: one for one in self.places}

    @cached_property
    def contract(self) -> dict[str, ContractCard]:
        """The contracts by id."""
        return {one.id: one for one in self.contract_cards}

    @cached_property
    def city_card(self) -> dict[str, CityCard]:
        """The city cards by id."""
        return {one.id: one for one in self.city_deck}

    @cached_property
    def goal(self) -> dict[str, GoalCard]:
        """The goal cards by id."""
        return {one.id: one for one in self.goal_deck}

    @cached_property
    def bonus(self) -> dict[str, BonusTile]:
        """The bonus tiles by id."""
        return {one.id: one for one in self.bonus_deck}

    @cached_property
    def income(self) -> dict[str, IncomeTile]:
        """The income tiles by letter."""
        return {one.letter: one for one in self.income_deck}

    @cached_property
    def bazaar_row(self) -> dict[str, BazaarRow]:
        """The rows of the bazaar by id."""
        return {one.id: one for one in self.bazaar}

    @cached_property
    def character(self) -> dict[Person, Character]:
        """The characters by who they are."""
        return {one.person: one for one in self.people}

    @cached_property
    def neighbours(self) -> dict[str, tuple[tuple[str, Amounts], ...]]:
        """Where one comes to from each place in one step, and what the road costs."""
        found: dict[str, tuple[tuple[str, Amounts], ...]] = {one.id: () for one in self.places}
        for road in self.roads:
            for a, b in ((road.a, road.b), (road.b, road.a)):
                found[a] = (*found[a], (b, road.cost))
        return found

    @cached_property
    def cities(self) -> tuple[Place, ...]:
        """The cities, in the order of the places."""
        return tuple(one for one in self.places if one.kind is PlaceKind.CITY)

    @cached_property
    def towns(self) -> tuple[Place, ...]:
        """The towns, likewise."""
        return tuple(one for one in self.places if one.kind is PlaceKind.TOWN)

    @cached_property
    def oases(self) -> tuple[str, ...]:
        """The ids of the oases."""
        return tuple(one.id for one in self.places if one.kind is PlaceKind.OASIS)

    @cached_property
    def venezia(self) -> str:
        """Where everyone starts."""
        return next(one.id for one in self.places if one.kind is PlaceKind.START)

    @cached_property
    def beijing(self) -> str:
        """The place of the spaces with points (V19)."""
        return next(one.id for one in self.places if one.kind is PlaceKind.BEIJING)
