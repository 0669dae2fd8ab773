"""The state of a game of Voyages at one moment: facts only, no rules. It reads like the table."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.games.voyages.cards import Person
from companion.games.voyages.dice import Die
from companion.games.voyages.edition import Edition
from companion.games.voyages.options import PIECES, Agreed
from companion.support.frozen import frozen

SEATS = range(2, 5)
"""How many may play."""


class Phase(Enum):
    """What the table is doing."""

    ROLLS = "rolls"
    """The round begins: incomes, rolls and compensation, all side by side (V5)."""
    TURNS = "turns"
    GOALS = "goals"
    """After the last turn: goals are laid open, or counted (V42)."""
    OVER = "over"


class Source(Enum):
    """Where something comes from or goes to."""

    START = "start"
    COMPENSATION = "compensation"
    FEE = "fee"
    TAKE_FIVE = "take_five"
    BAZAAR = "bazaar"
    KHAN = "khan"
    ROW = "row"
    FARE = "fare"
    ROAD = "road"
    POSTS = "posts"
    LAST_POST = "last_post"
    TOWN = "town"
    BONUS = "bonus"
    CARD = "card"
    OWN_TOWN = "own_town"
    OTHER_TOWN = "other_town"
    STEP = "step"
    CONTRACT = "contract"
    TAKE_THREE = "take_three"
    REROLL = "reroll"
    TURN_DIE = "turn_die"
    BLACK_DIE = "black_die"
    MATTEO = "matteo"
    MERCATOR = "mercator"
    NICCOLO_MARCO = "niccolo_marco"
    JOHANNES = "johannes"
    OTHER_CHARACTER = "other_character"
    GOALS = "goals"
    REACHED = "reached"
    COINS = "coins"
    BEIJING = "beijing"
    GOODS = "goods"
    MOST_CONTRACTS = "most_contracts"


@frozen
class Because:
    """Why something is gained or paid."""

    source: Source
    at: str | None = None
    """The place that it is of, where there is one."""


class Want(Enum):
    """What waits for an answer, or comes by itself once it is first."""

    GOOD = "good"
    TWO_GOODS = "two_goods"
    TOWN = "town"
    """Another town, whose income is gained (V24)."""
    CONTRACT = "contract"
    """A drawn contract, kept or declined (V26)."""
    BLACK_DIE = "black_die"
    """A black die gained, to be rolled (V27)."""
    STEP = "step"
    POST = "post"
    """Which post is moved, for all are placed (V18)."""
    BONUS = "bonus"
    """Which bonus tile lies there, for nobody has said yet."""
    INCOME = "income"
    """Which income tile lies there, likewise."""
    GAINS = "gains"
    """What the posts of a movement bring, once all are placed; nobody is asked."""


@frozen
class Owed:
    """Something that waits, of one seat."""

    seat: int
    want: Want
    why: Because
    n: int = 1
    """How many steps."""
    at: str | None = None
    """The town or city that it is of; where a post that is moved comes to."""
    placed: tuple[str, ...] = ()
    """The new posts of the movement that it is of (V18)."""


@frozen
class Purse:
    """What a seat holds in numbers."""

    coins: int = 0
    camels: int = 0
    pepper: int = 0
    silk: int = 0
    gold: int = 0
    points: int = 0


@frozen
class Contract:
    """An active contract."""

    card: str | None
    """None where nobody has said yet which it is."""
    starting: bool = False
    """It is the one dealt at the start, not yet known."""


@frozen
class Count:
    """What a seat has counted at the end, where it is not tracked."""

    coins: int
    camels: int
    goods: int
    beijing: int
    goals: tuple[str, ...]
    reached: int


@frozen
class PlayerBoard:
    """What lies before one seat, and what of it lies on the map."""

    purse: Purse
    figures: tuple[str, ...]
    """Where they stand."""
    posts: tuple[str | None, ...] = ()
    """The places with its posts, in the order they were placed; None where places are not tracked."""
    dice: tuple[Die, ...] = ()
    """Still on the board; where uses are not tracked, all of this round."""
    spent: int = 0
    """How many of these have left the board, where it is not known which."""
    rolled: bool = False
    """This round."""
    missing: int = 0
    """Compensation that is still owed to it (V7)."""
    active: tuple[Contract, ...] = ()
    """The older first."""
    filled: tuple[str | None, ...] = ()
    goals: tuple[str | None, str | None] | None = None
    """None before they are said. Which they are is secret until the end: two of None to whoever may not know."""
    count: Count | None = None

    @property
    def dice_left(self) -> int:
        """How many dice are still on the board."""
        return len(self.dice) - self.spent


@frozen
class Lying:
    """A die on an action space, of a seat or blocking it (V3)."""

    seat: int | None
    die: Die


@frozen
class Spaces:
    """The dice on the action spaces, in the order they came."""

    take_five: tuple[Lying, ...] = ()
    camel: tuple[Lying, ...] = ()
    pepper: tuple[Lying, ...] = ()
    silk: tuple[Lying, ...] = ()
    gold: tuple[Lying, ...] = ()
    khan: tuple[Lying, ...] = ()
    contracts: tuple[Lying, ...] = ()
    travel: tuple[Lying, ...] = ()


@frozen
class City:
    """What lies at a city, as far as it is known."""

    id: str
    cards: tuple[str, ...] = ()
    used: tuple[str, ...] = ()
    """The cards with a die on them (V21)."""
    bonus: str | None = None
    """The bonus tile; None where it is not known."""
    visited: bool = False
    """The bonus tile is gone: somebody has had a post here (V21)."""


@frozen
class Town:
    """What lies at a town."""

    id: str
    tile: str | None = None
    """Its income tile; None where it is not known."""


@frozen
class Market:
    """The contracts that nobody holds."""

    row: tuple[str | None, ...] = ()
    """From slot 1; None where it is not known which card lies there."""
    special: int = 0
    """How many lie in the special pile."""
    shed: tuple[str | None, ...] = ()
    """The starting contracts among them; None where it is not known which."""


@frozen
class Turn:
    """What has happened in the turn under way."""

    seat: int
    acted: bool = False
    """Its one action was played (V8)."""
    bought: bool = False
    """A black die was bought (V28)."""
    travelled: bool = False


@frozen
class State:
    """A game at one moment. What goes by seat begins with seat 1."""

    boards: tuple[PlayerBoard, ...]
    cities: tuple[City, ...]
    towns: tuple[Town, ...]
    beijing: tuple[int | None, ...]
    """The seat with a post on each space, the one of most points first (V19)."""
    market: Market
    black: int
    """Black dice that nobody has."""
    spaces: Spaces = Spaces()
    owed: tuple[Owed, ...] = ()
    """What waits, the first first; that of each seat together."""
    phase: Phase = Phase.ROLLS
    round: int = 1
    first: int = 1
    """The start player of the round."""
    last_traveller: int | None = None
    """Who used the Travel action last in this round (V6)."""
    turn: Turn | None = None
    turn_no: int = 0
    """Which turn is under way, of whoever's, or was the last."""


@dataclass(frozen=True, kw_only=True)
class Setup:
    """What does not change once a game has begun."""

    names: tuple[str, ...]
    colours: tuple[tuple[str, ...], ...]
    edition: Edition
    agreed: Agreed

    @property
    def full(self) -> bool:
        """Whether everything is tracked."""
        return self.agreed.full

    @property
    def unused_colour(self) -> str:
        """A colour that nobody plays with, of which dice may block spaces (V3); empty where there is none."""
        played = {colour for own in self.colours for colour in own}
        return next((colour for colour in PIECES if colour not in played), "")

    def person(self, seat: int) -> Person:
        """The character of a seat."""
        return self.agreed.characters[seat - 1]

    def is_a(self, seat: int, person: Person) -> bool:
        """Whether this seat has that character."""
        return self.agreed.characters[seat - 1] is person

    def colour(self, seat: int) -> str:
        """The colour of a seat's dice."""
        return self.colours[seat - 1][0]

    def posts(self, seat: int) -> int:
        """How many posts a seat has in all (V1, V41)."""
        return self.edition.start.posts + self.edition.character[self.person(seat)].posts

    def figures(self, seat: int) -> int:
        """How many figures a seat has (V38)."""
        return 2 if self.is_a(seat, Person.NICCOLO_MARCO) else 1
