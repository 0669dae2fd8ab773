"""The state of a game of 1983 at one moment: facts only, no rules."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.games.classic.cards import Colour, Destination, GoodsCard
from companion.games.classic.edition import Edition, KnownPost
from companion.games.classic.moves import Location, Route
from companion.games.classic.options import ClassicOptions
from companion.support.frozen_dataclasses import frozen


class Phase(Enum):
    """The next step that a turn requires."""

    SPIN = "spin"
    ARRIVE = "arrive"
    FIGHT = "fight"
    RANSOM = "ransom"
    PLACE = "place"
    """The player has arrived, and may do what the place allows, then end the turn."""


class GoldenTable(Enum):
    """The visible side of a Golden Table."""

    UNTURNED = "unturned"
    """The town is secret, and the Table is a safe-conduct (C7)."""
    TURNED = "turned"
    """The mission is done (C13)."""


class JourneyStage(Enum):
    """A seat's stage of the journey, which everyone can see."""

    OUTWARD = "outward"
    MISSION = "mission"
    HOMEWARD = "homeward"


@frozen
class Hand:
    """Everything that one seat holds, and its progress."""

    besants: int
    goods: tuple[GoodsCard, ...] = ()
    """The goods cards, sorted. Secret, and empty if hands are not tracked."""
    table: GoldenTable | None = None
    secrets: int = 0
    """Number of Secrets of the Orient held."""
    done: bool = False
    """True once the mission is accomplished; it stays so (C18)."""
    town: str | None = None
    """The town of the mission, if the player has noted it. Secret until the Table is turned over."""
    misses: int = 0
    """Number of turns that this seat still has to miss."""
    place: Location = Location.VENICE
    """The last known place of this seat."""
    colour: Colour | None = None
    """The colour of that place as a trading post; None if it is none, or its colour is not known."""
    moved: bool | None = None
    """True if a Hasard in words may have moved the piece since (C8)."""

    @property
    def stage(self) -> JourneyStage:
        """The stage of the journey: the mission lasts as long as the seat holds the unturned Table."""
        if self.done:
            return JourneyStage.HOMEWARD
        return JourneyStage.MISSION if self.table is GoldenTable.UNTURNED else JourneyStage.OUTWARD


@frozen
class LootCard:
    """A card in the loot space."""

    seat: int
    """The seat that paid the card, and so knows it."""
    card: GoodsCard | None
    """None if hands are not tracked."""


@frozen
class Loot:
    """The besants and cards in the loot space."""

    besants: int = 0
    cards: tuple[LootCard, ...] = ()


@frozen
class FightResult:
    """The result of the last fight, with both dice."""

    seat: int
    white: int
    black: int
    won: bool


@frozen
class OwedBesants:
    """A part of a debt that does not go to the bank."""

    besants: int
    to: Destination


@frozen
class Turn:
    """The progress of the current turn."""

    seat: int
    phase: Phase = Phase.SPIN
    route: Route | None = None
    sector: int | None = None
    """Index of the sector that the wheel shows, from 0."""
    points: int = 0
    """Number of spaces to move, including a house-rule bonus (C20)."""
    place: Location | None = None
    colour: Colour | None = None
    """The colour of the trading post, once it is known."""
    shared_with: tuple[int, ...] = ()
    served: bool = False
    """True once the Khan has his gifts, or the mission is done, on this arrival (C12, C13)."""
    bought: int = 0
    """Number of cards drawn from the stack, Hasards included (C10)."""
    traded: tuple[int, ...] = ()
    """The seats from which a card was taken (C11)."""
    asked: int | None = None
    """The seat that still has to name the card taken from it."""
    debt: int = 0
    """Besants still owed (C16)."""
    owed: tuple[OwedBesants, ...] | None = None
    """The parts of the debt that go to a seat or into the loot, which are paid before the bank, in this order."""
    sold: bool | None = None
    """True after a sale for the ransom, which is then paid in besants (C16)."""
    again: bool = False
    """True if a Hasard allows another spin."""
    start: Location = Location.VENICE
    """The place where the turn began, as far as it is known: a turn does not lead back there (C8)."""


@frozen
class State:
    """The state of a game at one moment. Tuples are ordered by seat, from seat 1."""

    hands: tuple[Hand, ...]
    turn: Turn | None
    """None once the game is over."""
    turn_no: int = 1
    """Number of the current or last turn, counted over all seats."""
    loot: Loot = Loot()
    fight: FightResult | None = None
    winner: int | None = None
    posts: tuple[KnownPost, ...] | None = None
    """Posts that arrivals showed: Khanbalik, and mission towns that everybody knows (C8)."""


@dataclass(frozen=True)
class Setup:
    """The facts that do not change during a game."""

    names: tuple[str, ...]
    colours: tuple[tuple[str, ...], ...]
    """The colours of each seat's piece."""
    edition: Edition
    rules: ClassicOptions
