"""Pending items: their order, new ones, and those that are booked automatically."""

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
    """Return the item that this seat has to answer next; None if it has none."""
    return next((item for item in state.owed if item.seat == seat), None)


def asked(state: State) -> tuple[Owed, ...]:
    """Return the items that may be answered now: during incomes the first of each seat, in a turn the first of all."""
    if state.phase is Phase.ROLLS:
        firsts = (first_of(state, seat) for seat in seats_of(state))
        return tuple(item for item in firsts if item is not None)
    return state.owed[:1]


def set_aside(state: State, answered: Owed) -> tuple[State, tuple[Owed, ...]]:
    """Return the state without pending items, and the items other than `owed`."""
    rest = list(state.owed)
    rest.remove(answered)
    return replace(state, owed=()), tuple(rest)


def put_back(state: State, aside: tuple[Owed, ...]) -> State:
    """Return the state in which the items set aside are pending again, after those that arose meanwhile; by seat."""
    return replace(state, owed=tuple(sorted((*state.owed, *aside), key=lambda item: item.seat)))


def settled(setup: Setup, state: State) -> Step:
    """Book everything that is automatic now."""
    lines: Lines = ()
    while True:
        for pending in asked(state):
            cleared, aside = set_aside(state, pending)
            step = _by_itself(setup, cleared, pending)
            if step is not None:
                state, lines = put_back(step[0], aside), (*lines, *step[1])
                break
        else:
            return state, lines


def _by_itself(setup: Setup, state: State, pending: Owed) -> Step | None:
    """Return the outcome of an item that needs no answer; None if it needs one."""
    match pending.want:
        case Want.CONTRACT if not state.market.special:
            return state, ()
        case Want.BLACK_DIE if not state.black:
            return state, ()
        case Want.BLACK_DIE if setup.is_a(pending.seat, Person.RASCHID):
            return with_black_die(state, pending.seat, None), ()
        case Want.STEP if not can_step(setup, state, pending.seat):
            return state, ()
        case Want.GAINS:
            return found(setup, state, pending.seat, pending.placed)
        case Want.INCOME if pending.at is not None and town_of(state, pending.at).tile is not None:
            return town_gained(setup, state, pending.seat, pending.at, pending.why)
    return None


def with_black_die(state: State, seat: int, value: int | None) -> State:
    """Return the state in which a black die has moved from the table to this seat (V27, V33)."""
    board = board_of(state, seat)
    dice = in_order((*board.dice, Die(BLACK, value)))
    return replace(with_board(state, seat, replace(board, dice=dice)), black=state.black - 1)
