"""The types of the printed parts: places and roads of the map, cards, tiles, characters. Data only, no rules."""

from __future__ import annotations

from enum import Enum

from companion.games.voyages.amounts import NOTHING, Amounts
from companion.support.frozen_dataclasses import frozen


class PlaceKind(Enum):
    """The kind of a place on the map."""

    START = "start"
    """Venezia, where nobody places a post (V17)."""
    CITY = "city"
    TOWN = "town"
    BEIJING = "beijing"
    OASIS = "oasis"

    @property
    def takes_posts(self) -> bool:
        """True if trading posts are placed there (V17)."""
        return self in (PlaceKind.CITY, PlaceKind.TOWN, PlaceKind.BEIJING)


class CardKind(Enum):
    """The way in which a city card is used (V22)."""

    EXCHANGE = "exchange"
    """The card gives its reward for its cost, up to as many times as the die shows."""
    EITHER = "either"
    """Each use goes in one of two directions, up to as many uses as the die shows."""
    PER_CONTRACT = "per_contract"
    """The card is used up to once for each filled contract."""
    PER_POST = "per_post"
    """The card is used up to once for each post on the map."""
    BY_DIE = "by_die"
    """The card gives the row of the die, once."""


class Person(Enum):
    """The characters (V34 to V41)."""

    RASCHID = "raschid"
    MATTEO = "matteo"
    BERKE = "berke"
    MERCATOR = "mercator"
    NICCOLO_MARCO = "niccolo_marco"
    KUBILAI = "kubilai"
    JOHANNES = "johannes"
    WILHELM = "wilhelm"


@frozen
class MapPlace:
    """A place on the map."""

    id: str
    kind: PlaceKind
    x: int
    """Distance from the left edge of the map, in hundredths of its width."""
    y: int
    """Distance from the top edge of the map, in hundredths of its height."""
    cards: int = 0
    """Number of city cards that belong to this place."""


@frozen
class MapRoad:
    """A road between two places, usable in both directions."""

    a: str
    b: str
    cost: Amounts
    """Camels or coins (V16)."""


@frozen
class BazaarRow:
    """A row of the grand bazaar (V13)."""

    id: str
    dice: int
    yields: tuple[Amounts, ...]
    """The gains by the value of the lowest die, from 1."""


@frozen
class ContractCard:
    """A contract (V29)."""

    id: str
    cost: Amounts
    reward: Amounts
    starting: bool = False


@frozen
class Direction:
    """One direction of a city card that can be used in two."""

    pays: Amounts
    gets: Amounts


@frozen
class CityCard:
    """A city card (V22). Its kind decides which of the fields are used."""

    id: str
    kind: CardKind
    cost: Amounts = NOTHING
    reward: Amounts = NOTHING
    ways: tuple[Direction, ...] = ()
    same: bool = False
    """True if all uses of one action must go in the same direction."""
    rows: tuple[Amounts, ...] = ()
    """The gains by the value of the die, from 1."""


@frozen
class GoalCard:
    """A goal card (V42)."""

    id: str
    places: tuple[str, str]
    points: int


@frozen
class BonusTile:
    """The bonus tile of a city, for the first post there (V21)."""

    id: str
    gives: Amounts


@frozen
class IncomeTile:
    """The income tile of a town (V20)."""

    letter: str
    town: str
    """The town of this tile unless tiles are dealt."""
    gives: Amounts


@frozen
class Character:
    """The figures of a character."""

    person: Person
    seat: int | None = None
    """The seat that has this character in the first game (V4)."""
    income: Amounts = NOTHING
    """The income at the start of each round."""
    posts: int = 0
    """Number of posts beyond those of other characters."""
