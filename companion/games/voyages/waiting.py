"""What waits: whose answer comes first, what then arises, and what comes by itself."""

from __future__ import annotations

from dataclasses import replace

from companion.games.voyages.cards import Person
from companion.games.voyages.dice import BLACK, Die, in_order
from companion.games.voyages.incomes import town_gained, town_of
from companion.games.voyages.journey import can_step
from companion.games.voyages.posts import found
from companion.games.voyages.state import Owed, Phase, Setup, State, Want
from companion.games.voyages.steps import Lines, Step, board_of, seats_of, with_board


def first_of(state: State, seat: int) -> Owed | None:
    """What this seat has to answer next; None where nothing of it waits."""
    return next((one for one in state.owed if one.seat == seat), None)


def asked(state: State) -> tuple[Owed, ...]:
    """What may be answered now: in the incomes the first of each seat, in a turn the first of all."""
    if state.phase is Phase.ROLLS:
        firsts = (first_of(state, seat) for seat in seats_of(state))
        return tuple(one for one in firsts if one is not None)
    return state.owed[:1]


def set_aside(state: State, owed: Owed) -> tuple[State, tuple[Owed, ...]]:
    """The state in which nothing waits, and what waits besides this."""
    left = list(state.owed)
    left.remove(owed)
    return replace(state, owed=()), tuple(left)


def put_back(state: State, aside: tuple[Owed, ...]) -> State:
    """The state in which what was set aside waits again, behind what has arisen meanwhile; by seat."""
    return replace(state, owed=tuple(sorted((*state.owed, *aside), key=lambda one: one.seat)))


def settled(setup: Setup, state: State) -> Step:
    """The state past all that comes by itself now."""
    lines: Lines = ()
    while True:
        for owed in asked(state):
            bare, aside = set_aside(state, owed)
            step = _by_itself(setup, bare, owed)
            if step is not None:
                state, lines = put_back(step[0], aside), (*lines, *step[1])
                break
        else:
            return state, lines


def _by_itself(setup: Setup, state: State, owed: Owed) -> Step | None:
    """What this comes to without an answer; None where one is wanted."""
    match owed.want:
        case Want.CONTRACT if not state.market.special:
            return state, ()
        case Want.BLACK_DIE if not state.black:
            return state, ()
        case Want.BLACK_DIE if setup.is_a(owed.seat, Person.RASCHID):
            return with_black_die(state, owed.seat, None), ()
        case Want.STEP if not can_step(setup, state, owed.seat):
            return state, ()
        case Want.GAINS:
            return found(setup, state, owed.seat, owed.placed)
        case Want.INCOME if owed.at is not None and town_of(state, owed.at).tile is not None:
            return town_gained(setup, state, owed.seat, owed.at, owed.why)
    return None


def with_black_die(state: State, seat: int, value: int | None) -> State:
    """The state with a black die less on the table and more before this seat (V27, V33)."""
    board = board_of(state, seat)
    dice = in_order((*board.dice, Die(BLACK, value)))
    return replace(with_board(state, seat, replace(board, dice=dice)), black=state.black - 1)
