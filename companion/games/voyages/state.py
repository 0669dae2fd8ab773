"""The state of a game of Voyages at one moment, and its set-up. Data only, no rules."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property
from typing import Self

from companion.games.voyages.coloured_dice import ColouredDie
from companion.games.voyages.edition import Edition
from companion.games.voyages.options import PIECE_COLOURS, AgreedOptions
from companion.games.voyages.printed_parts import Person
from companion.support.frozen_dataclasses import frozen

SEATS = range(2, 5)
"""The possible numbers of seats."""


class Phase(Enum):
    """The phase of the game."""

    SETUP = "setup"
    """Before the first incomes: dealing and the draft, where the options ask for them (V1, V4)."""
    ROLLS = "rolls"
    """The start of a round: incomes, rolls and compensation, of all seats side by side (V5)."""
    TURNS = "turns"
    GOALS = "goals"
    """After the last turn: seats reveal their goals, or report what they have counted (V42)."""
    OVER = "over"


class LineSource(Enum):
    """The source of a line on the sheet: where a gain comes from, or what a cost is for."""

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
class Reason:
    """The reason of a gain or cost."""

    source: LineSource
    place: str | None = field(default=None, metadata={"json": "at"})
    """The place where it arises, if there is one."""


class PendingKind(Enum):
    """The kind of a pending item."""

    GOOD = "good"
    TWO_GOODS = "two_goods"
    TOWN = "town"
    """The choice of another town, whose income is gained (V24)."""
    CONTRACT = "contract"
    """The decision to keep or decline a drawn contract (V26)."""
    BLACK_DIE = "black_die"
    """The roll of a black die that was gained (V27)."""
    STEP = "step"
    POST = "post"
    """The choice of the post that is moved, because all are placed (V18)."""
    BONUS = "bonus"
    """The bonus tile of a city, which nobody has named yet."""
    INCOME = "income"
    """The income tile of a town, which nobody has named yet."""
    GAINS = "gains"
    """The gains of the posts of a movement once all are placed. The seat is not asked; they are booked
    automatically."""


@frozen
class PendingItem:
    """An item that waits for an answer of one seat, or for its turn to be booked automatically."""

    seat: int
    kind: PendingKind = field(metadata={"json": "want"})
    reason: Reason = field(metadata={"json": "why"})
    n: int = 1
    """Number of steps."""
    place: str | None = field(default=None, metadata={"json": "at"})
    """The town or city that is asked about; for a post that is moved, its new place."""
    new_posts: tuple[str, ...] = field(default=(), metadata={"json": "placed"})
    """The places that need a post after the same movement (V18)."""
    old_posts: tuple[str, ...] | None = field(default=None, metadata={"json": "stays"})
    """The other places with an own post that the same movement reaches, where one stays too (V18); None if there are
    none."""


@frozen
class SeatPurse:
    """The amounts that a seat holds in numbers."""

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
    """None if nobody has said yet which contract it is."""
    starting: bool = False
    """True for the contract dealt at the start, as long as it is not known."""


@frozen
class Count:
    """The values that a seat counts at the end where they are not tracked."""

    coins: int
    camels: int
    goods: int
    beijing: int
    goals: tuple[str, ...]
    reached: int


@frozen
class PlayerBoard:
    """The player board of a seat, and its pieces on the map."""

    purse: SeatPurse
    figures: tuple[str, ...]
    """The places where the seat's figures stand."""
    posts: tuple[str | None, ...] = ()
    """The places with the seat's posts, in the order in which they were placed; None where places are not tracked."""
    dice: tuple[ColouredDie, ...] = ()
    """The dice still on the board; where uses are not tracked, all dice of this round."""
    spent: int = 0
    """Number of these dice that have left the board, where it is not known which."""
    rolled: bool = False
    """True once the seat has rolled in this round."""
    missing: int = 0
    """Coins and camels of compensation that the seat may still take (V7)."""
    active: tuple[Contract, ...] = ()
    """Oldest first."""
    filled: tuple[str | None, ...] = ()
    goals: tuple[str | None, str | None] | None = None
    """None until the seat has revealed its goals.

    The cards are secret until the end: (None, None) in the view of a viewer who may not know them."""
    count: Count | None = None
    person: Person | None = field(default=None, metadata={"json": "character"})
    """The character taken in the draft (V4); None before that, and where the options name it."""
    goal_draw: tuple[int | None, ...] | None = None
    """The draw of the goal cards until all seats have drawn: each an index, from 1, into the cards left by then.

    Nobody may know it, not even the seat: with its own cards it would reveal some of those of others. Every view
    has None instead of each value."""
    goal_choice: tuple[str | None, ...] | None = None
    """The goal cards of which the seat keeps two; None before they are dealt and once it has chosen."""

    @property
    def dice_left(self) -> int:
        """Number of dice still on the board."""
        return len(self.dice) - self.spent


@frozen
class PlacedDie:
    """A die on an action space: a seat's, or one that blocks the space (V3)."""

    seat: int | None
    die: ColouredDie


@frozen
class Spaces:
    """The dice on the action spaces, in the order in which they were placed."""

    take_five: tuple[PlacedDie, ...] = ()
    camel: tuple[PlacedDie, ...] = ()
    pepper: tuple[PlacedDie, ...] = ()
    silk: tuple[PlacedDie, ...] = ()
    gold: tuple[PlacedDie, ...] = ()
    khan: tuple[PlacedDie, ...] = ()
    contracts: tuple[PlacedDie, ...] = ()
    travel: tuple[PlacedDie, ...] = ()


@frozen
class City:
    """The cards and the bonus tile of a city, as far as they are known."""

    id: str
    cards: tuple[str, ...] = ()
    used: tuple[str, ...] = ()
    """The cards with a die on them (V21)."""
    bonus: str | None = None
    """The bonus tile; None if it is not known."""
    visited: bool = False
    """True once a seat has had a post here: the bonus tile is gone (V21)."""


@frozen
class Town:
    """The income tile of a town."""

    id: str
    tile: str | None = None
    """None if it is not known."""


@frozen
class Market:
    """The contracts that nobody holds."""

    row: tuple[str | None, ...] = ()
    """The contracts from slot 1 on; None where the card is unknown."""
    special: int = 0
    """Number of contracts in the special pile."""
    starting_discards: tuple[str | None, ...] = field(default=(), metadata={"json": "shed"})
    """The starting contracts in the special pile, which seats have discarded; None for one that is not known."""


@frozen
class Turn:
    """The events of the current turn."""

    seat: int
    acted: bool = False
    """True once the one action of the turn was played (V8)."""
    bought: bool = False
    """True once a black die was bought (V28)."""
    travelled: bool = False


@frozen
class State:
    """A game at one moment. Tuples by seat begin with seat 1."""

    boards: tuple[PlayerBoard, ...]
    cities: tuple[City, ...]
    towns: tuple[Town, ...]
    beijing: tuple[int | None, ...]
    """The seat with a post on each space of Beijing, the space of most points first (V19)."""
    market: Market
    black: int
    """Number of black dice that nobody has."""
    spaces: Spaces = Spaces()
    pending: tuple[PendingItem, ...] = field(default=(), metadata={"json": "owed"})
    """The pending items, in the order in which they are answered; those of one seat stand together."""
    phase: Phase = Phase.ROLLS
    round: int = 1
    first: int = 1
    """The start player of the round."""
    last_traveller: int | None = None
    """The seat that used the Travel action last in this round (V6)."""
    turn: Turn | None = None
    turn_no: int = 0
    """Number of the current or last turn, counted over all seats."""
    open_characters: tuple[Person, ...] | None = field(default=None, metadata={"json": "open"})
    """The characters that the box has dealt and nobody has taken yet (V4); None before that and after the draft."""


@dataclass(frozen=True, kw_only=True)
class Setup:
    """The facts that do not change during a game, once its characters are taken (`with_characters`)."""

    names: tuple[str, ...]
    colours: tuple[tuple[str, ...], ...]
    edition: Edition
    agreed: AgreedOptions
    seats_with_named_goals: tuple[int, ...] = ()
    """The seats whose goal cards the options name; their moves cannot name others."""

    @property
    def full(self) -> bool:
        """True if everything is tracked."""
        return self.agreed.full

    @property
    def unused_colour(self) -> str:
        """A colour that nobody plays, for the dice that block spaces (V3); empty without one."""
        played = {colour for own in self.colours for colour in own}
        return next((colour for colour in PIECE_COLOURS if colour not in played), "")

    def with_characters(self, state: State) -> Self:
        """Return this set-up with the characters that seats have taken in the draft; itself if there was none (V4)."""
        drafted = tuple(board.person for board in state.boards)
        if not any(drafted):
            return self
        if drafted not in self._drafted:
            pairs = zip(self.agreed.characters, drafted, strict=True)
            agreed = replace(self.agreed, characters=tuple(named or taken for named, taken in pairs))
            self._drafted[drafted] = replace(self, agreed=agreed)
        return self._drafted[drafted]

    @cached_property
    def _drafted(self) -> dict[tuple[Person | None, ...], Self]:
        """The set-ups made so far, by the characters taken in the draft."""
        return {}

    def has_character(self, seat: int) -> bool:
        """Return whether a seat has its character; False before it has taken one in the draft (V4)."""
        return self.agreed.characters[seat - 1] is not None

    def person(self, seat: int) -> Person:
        """Return the character of a seat, which must have one."""
        person = self.agreed.characters[seat - 1]
        assert person is not None
        return person

    def is_person(self, seat: int, person: Person) -> bool:
        """Return whether this seat has that character."""
        return self.agreed.characters[seat - 1] is person

    def colour(self, seat: int) -> str:
        """Return the colour of a seat's dice."""
        return self.colours[seat - 1][0]

    def posts(self, seat: int) -> int:
        """Return the number of posts that a seat has in all (V1, V41)."""
        return self.edition.start.posts + self.edition.character[self.person(seat)].posts

    def figures(self, seat: int) -> int:
        """Return the number of figures that a seat has (V38)."""
        return 2 if self.is_person(seat, Person.NICCOLO_MARCO) else 1
