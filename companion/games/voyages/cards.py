"""What is printed on the map, on cards and on tiles: facts only."""

from __future__ import annotations

from enum import Enum

from companion.games.voyages.amounts import NOTHING, Amounts
from companion.support.frozen import frozen


class PlaceKind(Enum):
    """What sort of place it is."""

    START = "start"
    """Venezia, where nobody places a post (V17)."""
    CITY = "city"
    TOWN = "town"
    BEIJING = "beijing"
    OASIS = "oasis"

    @property
    def takes_posts(self) -> bool:
        """Whether trading posts are placed there (V17)."""
        return self in (PlaceKind.CITY, PlaceKind.TOWN, PlaceKind.BEIJING)


class CardKind(Enum):
    """How a city card is used (V22)."""

    EXCHANGE = "exchange"
    """Its cost for its reward, up to as often as the die shows."""
    EITHER = "either"
    """One of two ways each time, likewise."""
    PER_CONTRACT = "per_contract"
    """Up to once for each filled contract."""
    PER_POST = "per_post"
    """Up to once for each post on the map."""
    BY_DIE = "by_die"
    """The row of the die, once."""


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
class Place:
    """A place of the map."""

    id: str
    kind: PlaceKind
    x: int
    """From the left, in hundredths."""
    y: int
    """From the top, likewise."""
    cards: int = 0
    """How many city cards lie there."""


@frozen
class Road:
    """A way between two places, in either direction."""

    a: str
    b: str
    cost: Amounts
    """In camels or coins (V16)."""


@frozen
class BazaarRow:
    """A row of the grand bazaar (V13)."""

    id: str
    dice: int
    yields: tuple[Amounts, ...]
    """By the value of the lowest die, from 1."""


@frozen
class ContractCard:
    """A contract (V29)."""

    id: str
    cost: Amounts
    reward: Amounts
    starting: bool = False


@frozen
class Direction:
    """One of the ways of a card that goes in either direction."""

    pays: Amounts
    gets: Amounts


@frozen
class CityCard:
    """A city card (V22). Which of its parts it has goes by its kind."""

    id: str
    kind: CardKind
    cost: Amounts = NOTHING
    reward: Amounts = NOTHING
    ways: tuple[Direction, ...] = ()
    same: bool = False
    """Whether all uses of one action go in the same direction."""
    rows: tuple[Amounts, ...] = ()
    """By the value of the die, from 1."""


@frozen
class GoalCard:
    """A goal card (V42)."""

    id: str
    places: tuple[str, str]
    points: int


@frozen
class BonusTile:
    """The tile of a city, for the first post there (V21)."""

    id: str
    gives: Amounts


@frozen
class IncomeTile:
    """The tile of a town (V20)."""

    letter: str
    town: str
    """Where it lies unless tiles are dealt."""
    gives: Amounts


@frozen
class Character:
    """What of a character is a figure."""

    person: Person
    seat: int | None = None
    """Whose it is in the first game (V4)."""
    income: Amounts = NOTHING
    """At the start of each round."""
    posts: int = 0
    """Beyond those of the others."""
