"""The moves of the game of 1983: facts only."""

from __future__ import annotations

from dataclasses import field
from enum import Enum
from typing import ClassVar

from companion.games.classic.cards import Colour, Effect, GoodsCard
from companion.rules.moves import Move
from companion.support.frozen_dataclasses import frozen


class Route(Enum):
    """The route announced before the spin, which decides the ring to read (C1)."""

    LAND = "land"
    SEA = "sea"


class Location(Enum):
    """The place of a piece, as far as it matters to the companion."""

    TOWN = "town"
    PORT = "port"
    POST = "post"
    KHANBALIK = "khanbalik"
    MISSION = "mission"
    VENICE = "venice"


class RansomPayment(Enum):
    """The means of paying a ransom (C4)."""

    BESANTS = "besants"
    CARD = "card"


class SaleItem(Enum):
    """The object of a sale: goods alone, or a Table or Secret as well (C16, C18)."""

    CARDS = "cards"
    TABLE = "table"
    SECRET = "secret"


@frozen
class SpinWheel(Move):
    """Announce land or sea, and spin; the chance is the index of one sector, from 0 (C1, C2)."""

    kind: ClassVar[str] = "spin"
    route: Route
    chance: tuple[int, ...]


@frozen
class Fight(Move):
    """Fight bandits or corsairs; the chance is the white die, then the black one (C3)."""

    kind: ClassVar[str] = "fight"
    chance: tuple[int, ...]


@frozen
class RefuseFight(Move):
    """Show the unturned Golden Table instead of fighting, and spin again (C7)."""

    kind: ClassVar[str] = "refuse_fight"


@frozen
class Ransom(Move):
    """Pay after a lost fight: besants, or one goods card of one's choice with its `colour` and `value` (C4)."""

    kind: ClassVar[str] = "ransom"
    pay: RansomPayment
    colour: Colour | None = None
    value: int | None = None


@frozen
class Arrive(Move):
    """Say where the move ended (C8); at a trading post its `colour`, and the seats that it is `shared_with`."""

    kind: ClassVar[str] = "arrive"
    place: Location
    colour: Colour | None = None
    shared_with: tuple[int, ...] = ()


@frozen
class Sell(Move):
    """Sell goods to the bank, or the Golden Table or Secret that `what` names (C9, C16, C18)."""

    kind: ClassVar[str] = "sell"
    cards: tuple[GoodsCard, ...] = ()
    what: SaleItem | None = None


@frozen
class Buy(Move):
    """Draw a card of the post's colour: its `value`, or what a `hasard` does (C10)."""

    kind: ClassVar[str] = "buy"
    colour: Colour
    value: int | None = None
    hasard: tuple[Effect, ...] | None = None


@frozen
class Trade(Move):
    """Take a card at random from a player at the same post (C11).

    Without the `card`, the other player says which it was, by the same move `with` the seat that took it.
    """

    kind: ClassVar[str] = "trade"
    other: int = field(metadata={"json": "with"})
    card: GoodsCard | None = None


@frozen
class GiveGifts(Move):
    """Give the Khan his gifts for a Golden Table (C12); its `town` may be noted, unseen by the others."""

    kind: ClassVar[str] = "give_gifts"
    cards: tuple[GoodsCard, ...] = ()
    town: str | None = None


@frozen
class FinishMission(Move):
    """Turn the Golden Table over in its town, and learn a Secret of the Orient (C13)."""

    kind: ClassVar[str] = "finish_mission"


@frozen
class Goods:
    """The values of the cards held, by colour."""

    blue: tuple[int, ...] = ()
    green: tuple[int, ...] = ()
    yellow: tuple[int, ...] = ()
    mauve: tuple[int, ...] = ()

    def cards(self) -> tuple[GoodsCard, ...]:
        """Return the values as cards."""
        return tuple(GoodsCard(colour, value) for colour in Colour for value in getattr(self, colour.value))


@frozen
class ClaimVictory(Move):
    """Be back in Venice with one's fortune made (C14). Where hands are not tracked: `goods`, or `cards` one by one."""

    kind: ClassVar[str] = "claim"
    goods: Goods | None = None
    cards: tuple[GoodsCard, ...] | None = None


@frozen
class Restart(Move):
    """Ruined: go to Venice, take the first besants once more and play on (C17)."""

    kind: ClassVar[str] = "restart"


@frozen
class EndTurn(Move):
    """Close the turn."""

    kind: ClassVar[str] = "end_turn"
