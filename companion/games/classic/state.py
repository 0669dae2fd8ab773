"""The state of a game of 1983 at one moment: facts only, no rules."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.games.classic.cards import Card, Colour
from companion.games.classic.edition import Edition
from companion.games.classic.moves import Place, Route
from companion.games.classic.options import Agreed
from companion.support.frozen import frozen


class Phase(Enum):
    """What a turn is waiting for."""

    SPIN = "spin"
    ARRIVE = "arrive"
    FIGHT = "fight"
    RANSOM = "ransom"
    PLACE = "place"
    """Arrived: what the place allows, and then the end of the turn."""


class GoldenTable(Enum):
    """The side of a Golden Table that one sees."""

    UNTURNED = "unturned"
    """Its town is secret, and it is a safe-conduct (C7)."""
    TURNED = "turned"
    """The mission is done (C13)."""


class Stage(Enum):
    """How far on the road somebody is, for all to see."""

    OUTWARD = "outward"
    MISSION = "mission"
    HOMEWARD = "homeward"


@frozen
class Hand:
    """What one seat has."""

    besants: int
    goods: tuple[Card, ...] = ()
    """Sorted. Secret, and empty where hands are not tracked."""
    table: GoldenTable | None = None
    secrets: int = 0
    """Secrets of the Orient held."""
    done: bool = False
    """The mission was accomplished; it stays so (C18)."""
    town: str | None = None
    """Where the mission leads, as far as it was told. Secret until the Table is turned over."""
    misses: int = 0
    """Turns still to be missed."""
    place: Place = Place.VENICE
    """Where this seat was seen last."""

    @property
    def stage(self) -> Stage:
        """How far on the road: the mission lasts as long as the unturned Table is held."""
        if self.done:
            return Stage.HOMEWARD
        return Stage.MISSION if self.table is GoldenTable.UNTURNED else Stage.OUTWARD


@frozen
class LootCard:
    """A card in the loot space."""

    seat: int
    """Who paid it, and so knows it."""
    card: Card | None
    """None where hands are not tracked."""


@frozen
class Loot:
    """What lies in the loot space."""

    besants: int = 0
    cards: tuple[LootCard, ...] = ()


@frozen
class Fight:
    """The last fight there was, with both dice."""

    seat: int
    white: int
    black: int
    won: bool


@frozen
class Turn:
    """What has happened in the turn under way."""

    seat: int
    phase: Phase = Phase.SPIN
    route: Route | None = None
    sector: int | None = None
    """The sector shown, from 0."""
    points: int = 0
    """How many spaces, a bonus of the house included (C20)."""
    place: Place | None = None
    colour: Colour | None = None
    """Of the trading post, once it is known."""
    shared_with: tuple[int, ...] = ()
    served: bool = False
    """The Khan has his gifts, or the mission is done, on this arrival (C12, C13)."""
    bought: int = 0
    """Cards drawn from the stack, Hasards included (C10)."""
    traded: tuple[int, ...] = ()
    """Players a card was taken from (C11)."""
    asked: int | None = None
    """The player who has yet to say which card was taken from him."""
    debt: int = 0
    """What is still owed to the bank (C16)."""
    again: bool = False
    """A Hasard lets one spin once more."""
    start: Place = Place.VENICE
    """Where it began, as far as that is known: one does not come back there (C8)."""


@frozen
class State:
    """A game at one moment. Tuples go by seat, from seat 1."""

    hands: tuple[Hand, ...]
    turn: Turn | None
    """None when the game is over."""
    turn_no: int = 1
    """Which turn it is, of whoever's: the one under way, or the last."""
    loot: Loot = Loot()
    fight: Fight | None = None
    winner: int | None = None


@dataclass(frozen=True)
class Setup:
    """What does not change once a game has begun."""

    names: tuple[str, ...]
    colours: tuple[tuple[str, ...], ...]
    """Of each seat's piece."""
    edition: Edition
    rules: Agreed
