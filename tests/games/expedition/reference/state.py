"""State of a game of Marco Polo Expedition: all that changes from move to move."""

from dataclasses import dataclass, field, replace
from typing import Literal

from tests.games.expedition.reference.setup import Setup

Phase = Literal["race", "crates", "over"]


@dataclass
class TurnState:
    """What the seat whose turn it is has done in this turn."""

    ballast_used: bool = False
    moved_camel: int | None = None
    """The camel, from 1, that stepped last; None before the first step."""
    stopped_camels: set[int] = field(default_factory=set)
    """Late camels whose move is over (E11)."""
    open_landing: int | None = None
    """The space of the last step, if its camel was the first ever to land there."""


@dataclass
class State:
    """Positions, gold and history of one game."""

    gold: dict[int, int]
    camels: dict[int, list[int]]
    """Seat to the spaces of its camels, camel 1 first."""
    reached: dict[int, set[int]]
    """Space to the seats with a camel that has reached it (E5)."""
    turn_seat: int = 1
    phase: Phase = "race"
    """`crates` is the wait for unreported crates once Dadu is reached (E19)."""
    interim_tally_done: bool = False
    first_landings: dict[int, int] = field(default_factory=dict)
    """Space to the seat whose camel was the first ever to land there, in order of landing."""
    reported_crates: dict[int, int] = field(default_factory=dict)
    """Values by space of the crates reported by `crate` or by `correct`."""
    turn: TurnState = field(default_factory=TurnState)

    def copy(self) -> "State":
        """Return an independent copy."""
        return replace(
            self,
            gold=dict(self.gold),
            camels={seat: list(spaces) for seat, spaces in self.camels.items()},
            reached={space: set(seats) for space, seats in self.reached.items()},
            first_landings=dict(self.first_landings),
            reported_crates=dict(self.reported_crates),
            turn=replace(self.turn, stopped_camels=set(self.turn.stopped_camels)),
        )

    def camel_spaces(self) -> list[int]:
        """Return the spaces of all camels on the track."""
        return [space for spaces in self.camels.values() for space in spaces]

    def mark_reached(self, space: int, seat: int) -> None:
        """Note that a camel of the seat has reached the space (E5)."""
        self.reached.setdefault(space, set()).add(seat)


def initial_state(setup: Setup) -> State:
    """Return the state after set-up: camels placed one space apart, in seat order, round by round (E15)."""
    state = State(
        gold=dict.fromkeys(setup.seats, setup.start_gold),
        camels={seat: [] for seat in setup.seats},
        reached={},
    )
    space = setup.ormuz
    for _ in range(setup.camels_per_seat):
        for seat in setup.seats:
            state.camels[seat].append(space)
            state.mark_reached(space, seat)
            space += 1
    return state
