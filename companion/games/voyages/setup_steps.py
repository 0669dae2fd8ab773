"""The steps of a set-up that is played move by move: dealing and the draft, before the first incomes (V1, V4)."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

from companion.games.voyages.options import GOALS_EACH, GOALS_TO_CHOOSE_FROM
from companion.games.voyages.printed_parts import Person
from companion.games.voyages.state import Setup, State
from companion.games.voyages.state_changes import board_of, seats_of

FIRST_SEAT = 1
"""The seat that deals what is for all. It is always the same: a second seat would have a second draw, and the table
could take the first one back."""


class SetupStep(Enum):
    """A step of the set-up; its value is the kind of its moves. What is laid on the board comes first."""

    MAP = "deal_map"
    ROW = "deal_row"
    OPEN_CHARACTERS = "deal_characters"
    CHARACTER = "take_character"
    GOALS = "deal_goals"
    KEPT_GOALS = "keep_goals"


COMMON_STEPS = (SetupStep.MAP, SetupStep.ROW, SetupStep.OPEN_CHARACTERS)
"""The steps that concern all seats at once."""
DEALING_STEPS = (*COMMON_STEPS, SetupStep.GOALS)
"""The steps in which the box deals."""
_DRAFT_STEPS = (SetupStep.OPEN_CHARACTERS, SetupStep.CHARACTER, SetupStep.KEPT_GOALS)


def next_step(setup: Setup, state: State) -> SetupStep | None:
    """Return the present step; None once the first round can begin."""
    return next((step for step in SetupStep if setup_seats(setup, state, step)), None)


def setup_seats(setup: Setup, state: State, step: SetupStep) -> tuple[int, ...]:
    """Return the seats that still have to make a move of this step; one of them for what is for all."""
    if (step in DEALING_STEPS and not setup.agreed.deal) or (step in _DRAFT_STEPS and not setup.agreed.draft):
        return ()
    seats = tuple(_seats_without(setup, state, step))
    if step is SetupStep.CHARACTER:
        return seats[-1:]
    return (FIRST_SEAT,) if seats and step in COMMON_STEPS else seats


def _seats_without(setup: Setup, state: State, step: SetupStep) -> Iterator[int]:
    """Yield the seats that lack the result of this step."""
    for seat in seats_of(state):
        board = board_of(state, seat)
        match step:
            case SetupStep.MAP:
                lacks = not is_map_known(setup, state)
            case SetupStep.ROW:
                lacks = not state.market.row
            case SetupStep.OPEN_CHARACTERS:
                lacks = not setup.has_character(seat) and state.open_characters is None
            case SetupStep.CHARACTER:
                lacks = not setup.has_character(seat)
            case SetupStep.GOALS:
                lacks = board.goals is None and board.goal_choice is None and board.goal_draw is None
            case SetupStep.KEPT_GOALS:
                lacks = setup.full and board.goals is None
        if lacks:
            yield seat


def is_map_known(setup: Setup, state: State) -> bool:
    """Return whether all tiles and cards on the map are known."""
    cities = all(
        city.bonus is not None and len(city.cards) == setup.edition.place[city.id].cards for city in state.cities
    )
    return cities and all(town.tile is not None for town in state.towns)


def drafting_seats(setup: Setup, state: State) -> tuple[int, ...]:
    """Return the seats whose character the options do not name."""
    return tuple(
        seat for seat in seats_of(state) if not setup.has_character(seat) or board_of(state, seat).person is not None
    )


def free_characters(setup: Setup, state: State) -> tuple[Person, ...]:
    """Return the characters that may be taken now: those that lie open, or all that nobody has (V4)."""
    if state.open_characters is not None:
        return state.open_characters
    return tuple(person for person in Person if person not in setup.agreed.characters)


def goals_dealt_each(setup: Setup) -> int:
    """Return the number of goal cards dealt to a seat (V1)."""
    return GOALS_TO_CHOOSE_FROM if setup.agreed.draft else GOALS_EACH
