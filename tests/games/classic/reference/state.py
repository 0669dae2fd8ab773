"""State of one game, and the questions and small changes that all moves share."""

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Any

from tests.games.classic.reference.fields import Card
from tests.games.classic.reference.figures import STAGE_MISSION, STAGE_OUTWARD, STAGE_RETURN
from tests.games.classic.reference.setup import Setup
from tests.kit.reference_games import RefusedError


@dataclass(frozen=True)
class Position:
    """The place where a seat arrived last, with the colour of the post if it is one."""

    place: str
    colour: str | None = None


VENICE = Position("venice")


@dataclass
class Seat:
    """What one player holds and has reached."""

    besants: int
    goods: Counter[Card] = field(default_factory=Counter)
    """Goods cards in hand; always empty in `dice` tracking."""
    tables: int = 0
    secrets: int = 0
    mission_done: bool = False
    town: str | None = None
    """The mission town, where it was noted."""
    position: Position | None = VENICE
    """None when a Hasard moved the seat to a place that nobody named."""
    turns_to_miss: int = 0

    def copy(self) -> "Seat":
        """Return an independent copy."""
        return replace(self, goods=self.goods.copy())


@dataclass
class Arrival:
    """What the turn's seat has done at the place where it arrived."""

    place: str
    colour: str | None = None
    shared_with: list[int] = field(default_factory=list)
    bought: int = 0
    traded_with: list[int] = field(default_factory=list)
    gifts_given: bool = False

    def copy(self) -> "Arrival":
        """Return an independent copy."""
        return replace(self, shared_with=list(self.shared_with), traded_with=list(self.traded_with))


@dataclass(frozen=True)
class Destination:
    """Where a payment or a lost card goes: to the bank, the loot space or a seat."""

    kind: str = "bank"
    seat: int = 0


@dataclass(frozen=True)
class Effect:
    """One effect of a Hasard."""

    kind: str
    amount: int = 0
    card: Card | None = None
    to: Destination = Destination()


@dataclass
class State:
    """Everything that changes during a game."""

    seats: list[Seat]
    posts: dict[str, str | None]
    """Posts known at Khanbalik and in noted mission towns."""
    turn: int = 1
    phase: str = "spin"
    """One of spin, fight, ransom, arrive, arrived, debt."""
    loot_besants: int = 0
    loot_goods: Counter[Card] = field(default_factory=Counter)
    turn_start: Position | None = VENICE
    by_number: bool = True
    """Whether the coming arrival follows a spin; false when a Hasard moves the seat."""
    sold_for_ransom: bool = False
    arrival: Arrival | None = None
    debt: int = 0
    debt_to: Destination = Destination()
    effects: list[Effect] = field(default_factory=list)
    """Effects of a Hasard that wait until a debt is settled."""
    follow_ups: list[str] = field(default_factory=list)
    """What a Hasard still asks for: spin_again, move, fight."""
    spin_again: bool = False
    """Whether a Hasard allows another spin in this turn."""
    winner: int | None = None

    def copy(self) -> "State":
        """Return an independent copy."""
        return replace(
            self,
            seats=[seat.copy() for seat in self.seats],
            posts=dict(self.posts),
            loot_goods=self.loot_goods.copy(),
            arrival=self.arrival.copy() if self.arrival else None,
            effects=list(self.effects),
            follow_ups=list(self.follow_ups),
        )


@dataclass
class Game:
    """A set-up and a state, with the questions that several moves ask."""

    setup: Setup
    state: State

    def seat(self, number: int) -> Seat:
        """Return the seat with this number, from 1."""
        return self.state.seats[number - 1]

    def current(self) -> Seat:
        """Return the seat whose turn it is."""
        return self.seat(self.state.turn)

    def on_mission(self, seat: Seat) -> bool:
        """Tell if the seat holds an unturned Golden Table (C7, C18)."""
        return seat.tables > 0 and not seat.mission_done

    def stage(self, seat: Seat) -> str:
        """Return the stage that the seat has reached."""
        if seat.mission_done:
            return STAGE_RETURN
        return STAGE_MISSION if self.on_mission(seat) else STAGE_OUTWARD

    def fortune(self, seat: Seat) -> int:
        """Return besants plus the values of all cards held (C14)."""
        goods = sum(value * count for (_, value), count in seat.goods.items())
        return seat.besants + goods + seat.tables * self.setup.table_value + seat.secrets * self.setup.secret_value

    def holds_nothing(self, seat: Seat) -> bool:
        """Tell if the seat is known to hold nothing; goods are not known in `dice` tracking (C17)."""
        return not (seat.besants or seat.goods.total() or seat.tables or seat.secrets)

    def may_have_something_to_sell(self, seat: Seat) -> bool:
        """Tell if the seat holds something to sell, or may hold goods that `dice` tracking does not know."""
        return not self.setup.full or bool(seat.goods.total() or seat.tables or seat.secrets)

    def in_stack(self, card: Card) -> int:
        """Return how many copies of a card are left in its stack (C19)."""
        held = sum(seat.goods[card] for seat in self.state.seats) + self.state.loot_goods[card]
        return self.setup.printed[card] - held

    def can_give_gifts(self, seat: Seat) -> bool:
        """Tell if the hand holds what Khanbalik asks for (C12)."""
        gifts = {card: count for card, count in seat.goods.items() if card[1] == self.setup.gift_value and count}
        enough_colours = len(gifts) >= 2 or not self.setup.on("gifts_two_colours")
        return sum(gifts.values()) >= self.setup.gifts and enough_colours

    def gifts_wanted(self) -> bool:
        """Tell if the turn's seat must still give its gifts at Khanbalik."""
        arrival = self.state.arrival
        if arrival is None or arrival.place != "khanbalik" or arrival.gifts_given:
            return False
        # C12: when a correction took the gifts away after the arrival, nothing can be asked for any more.
        return not self.setup.full or self.can_give_gifts(self.current())

    def mission_wanted(self) -> bool:
        """Tell if the turn's seat must still finish its mission in the town where it stands."""
        arrival = self.state.arrival
        return arrival is not None and arrival.place == "mission" and self.on_mission(self.current())

    def take_card(self, seat: Seat, card: Card) -> None:
        """Take a card out of a hand, or refuse when it is not there; `dice` tracking knows no hands."""
        if not self.setup.full:
            return
        if seat.goods[card] < 1:
            raise RefusedError(f"{card[0]}:{card[1]} is not in the hand")
        seat.goods[card] -= 1

    def put_card(self, to: Destination, card: Card) -> None:
        """Put a card where it goes; the bank needs no record."""
        if not self.setup.full or to.kind == "bank":
            return
        goods = self.state.loot_goods if to.kind == "loot" else self.seat(to.seat).goods
        goods[card] += 1

    def pay(self, seat: Seat, amount: int, to: Destination) -> None:
        """Move besants from a seat to where they go."""
        seat.besants -= amount
        if to.kind == "loot":
            self.state.loot_besants += amount
        elif to.kind == "seat":
            self.seat(to.seat).besants += amount

    def begin_phase(self, phase: str) -> None:
        """Enter a phase in which no arrival stands."""
        self.state.phase = phase
        self.state.arrival = None
        self.state.by_number = True
        self.state.sold_for_ransom = False

    def close_turn(self) -> None:
        """End the turn and give it to the next seat clockwise that does not miss its turn."""
        state = self.state
        state.effects, state.follow_ups, state.debt, state.spin_again = [], [], 0, False
        self.begin_phase("spin")
        state.turn = state.turn % self.setup.seats + 1
        while self.current().turns_to_miss:
            self.current().turns_to_miss -= 1
            state.turn = state.turn % self.setup.seats + 1
        state.turn_start = self.current().position


def initial_game(setup: Setup) -> Game:
    """Return the game before its first move."""
    seats = [Seat(setup.start) for _ in range(setup.seats)]
    return Game(setup, State(seats, dict(setup.posts)))


def holdings(game: Game, number: int) -> dict[str, Any]:
    """Return what a seat holds, by name. Where only dice are tracked, goods are null until a claim shows them."""
    seat = game.seat(number)
    goods = [f"{colour}:{value}" for colour, value in game.setup.printed for _ in range(seat.goods[(colour, value)])]
    return {
        "besants": seat.besants,
        "cards": len(goods) if game.setup.full or goods else None,
        "goods": goods if game.setup.full or goods else None,
        "table": seat.tables,
        "secret": seat.secrets,
        "stage": game.stage(seat),
    }
