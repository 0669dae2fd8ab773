"""State of a game of Voyages: seats, table and what waits for an answer."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any, NoReturn

from tests.games.voyages.reference.figures import Amounts, Figures
from tests.kit.reference_games import RefusedError

ROWS = {"coin": "coins", "camel": "camels", "pepper": "pepper", "silk": "silk", "gold": "gold", "vp": "points"}
"""The attribute of a seat that holds each thing."""

Fields = dict[str, Any]


def refuse(message: str, ruling: str | None = None) -> NoReturn:
    """Raise RefusedError."""
    raise RefusedError(message, ruling)


@dataclass(frozen=True)
class Contract:
    """An active contract; its name is None while nobody has said which card it is."""

    name: str | None
    starting: bool = False


@dataclass(frozen=True)
class Die:
    """A die on a player's board; value 0 stands for one of Raschid's, which has no value yet."""

    colour: str
    value: int

    def __str__(self) -> str:
        return f"{self.colour}:{self.value or '*'}"


@dataclass(frozen=True)
class Waiting:
    """A gain that asks its seat something."""

    kind: str
    """`good`, `goods`, `town` (tile D), `income` or `bonus` (which tile lies there), `draw`, `black_die`, `step`
    or `posts` (V18 and the gains that follow)."""
    place: str = ""
    """Of `income` and `bonus`: where the tile lies."""
    count: int = 0
    """Of `step`: how many steps."""
    places: tuple[str, ...] = ()
    """Of `posts`: places that still need a post moved to them."""
    placed: tuple[str, ...] = ()
    """Of `posts`: places where this movement placed a post."""
    protected: frozenset[str] = frozenset()
    """Of `posts`: places whose posts stay (V18)."""


@dataclass(frozen=True)
class FinalCount:
    """What a seat says at the end in `points` tracking."""

    coins: int
    camels: int
    goods: int
    beijing: int
    goals: tuple[str, ...]
    reached: int


@dataclass
class Seat:
    """One player."""

    number: int
    character: str
    """Empty until the seat has chosen one (V4)."""
    colour: str
    coins: int
    camels: int
    posts_total: int
    figures: list[str]
    active: list[Contract]
    """Active contracts, the oldest first."""
    goals: tuple[str, ...] | None
    goals_from_setup: bool
    drawn: list[int] | None = None
    """Numbers that deal the goal cards of this seat."""
    dealt_goals: list[str] | None = None
    """Cards of which the seat keeps two."""
    pepper: int = 0
    silk: int = 0
    gold: int = 0
    points: int = 0
    posts: list[str] = field(default_factory=list)
    """Places with an own post; in `points` tracking only their number is meant."""
    beijing: int = 0
    """Points of the own space in Beijing, 0 without a post there."""
    filled: list[str] = field(default_factory=list)
    dice: list[Die] = field(default_factory=list)
    """Dice on the own board; in `points` tracking all dice of the round."""
    dice_left: int = 0
    """Dice still to use, in `points` tracking."""
    rolled: bool = False
    owed: int = 0
    """Compensation still to be taken (V7)."""
    waiting: list[Waiting] = field(default_factory=list)
    final: FinalCount | None = None

    def copy(self) -> Seat:
        """Return an independent copy."""
        return replace(
            self,
            figures=list(self.figures),
            active=list(self.active),
            posts=list(self.posts),
            filled=list(self.filled),
            dice=list(self.dice),
            waiting=list(self.waiting),
        )

    def pay(self, cost: Amounts, ruling: str | None) -> None:
        """Take what a move costs; points may go below 0, everything else has to be at hand (V22)."""
        for thing, number in cost.items():
            have = getattr(self, ROWS[thing])
            if number > have and thing != "vp":
                refuse(f"{number} {thing} are needed, {have} are at hand", ruling)
            setattr(self, ROWS[thing], have - number)

    def book(self, gains: Amounts) -> None:
        """Add the fixed gains among these."""
        for thing, number in gains.items():
            if thing in ROWS:
                setattr(self, ROWS[thing], getattr(self, ROWS[thing]) + number)

    @property
    def is_raschid(self) -> bool:
        """Tell whether this seat sets its dice instead of rolling them (V34)."""
        return self.character == "raschid"


@dataclass
class Table:
    """One game on the table."""

    figures: Figures
    full: bool
    """Tracking `full`; else `points`."""
    draft: bool
    deal: bool
    mixed_exchange: bool
    beijing_slides: bool
    seats: list[Seat]
    city_cards: dict[str, list[str]]
    bonus_tiles: dict[str, str | None]
    incomes: dict[str, str | None]
    black_left: int
    bonus_taken: set[str] = field(default_factory=set)
    round: int = 0
    phase: str = "setup"
    """`setup` (dealing and the choice of characters), `incomes` (rolls too), `turns`, `goals` (in `points` tracking the
    final counts) or `over`."""
    start: int = 1
    last_traveller: int | None = None
    turn: int = 0
    acted: bool = False
    bought: bool = False
    travelled: bool = False
    spaces: dict[str, set[str]] = field(default_factory=dict)
    """Colours of the dice on each action space this round; blocking dice have the colour `blocking`."""
    khan: list[int] = field(default_factory=list)
    used_cards: set[str] = field(default_factory=set)
    row: list[str | None] = field(default_factory=list)
    """Contracts on the board from slot 1 on; None is a card that nobody has named."""
    open: list[str] | None = None
    """Characters that lie open to choose from; None while the box has dealt none."""
    pile: int = 8
    discarded: set[str] = field(default_factory=set)
    """Starting contracts that somebody discarded."""
    unknown_discarded: int = 0
    """Starting contracts that were discarded without a name."""

    def copy(self) -> Table:
        """Return an independent copy."""
        return replace(
            self,
            seats=[seat.copy() for seat in self.seats],
            city_cards={city: list(cards) for city, cards in self.city_cards.items()},
            bonus_tiles=dict(self.bonus_tiles),
            incomes=dict(self.incomes),
            bonus_taken=set(self.bonus_taken),
            spaces={space: set(colours) for space, colours in self.spaces.items()},
            khan=list(self.khan),
            used_cards=set(self.used_cards),
            row=list(self.row),
            discarded=set(self.discarded),
        )

    def others(self, seat: Seat) -> Iterable[Seat]:
        """Return all other seats."""
        return (other for other in self.seats if other is not seat)
