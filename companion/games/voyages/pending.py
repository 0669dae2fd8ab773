"""Pending items: their order, new ones, and those that are booked automatically."""

from __future__ import annotations

from dataclasses import replace

from companion.games.voyages.coloured_dice import BLACK, ColouredDie, sorted_dice
from companion.games.voyages.incomes import gain_town_income, town_of
from companion.games.voyages.movement import can_step
from companion.games.voyages.printed_parts import Person
from companion.games.voyages.state import PendingItem, PendingKind, Phase, Setup, State
from companion.games.voyages.state_changes import Lines, Outcome, board_of, seats_of, with_board
from companion.games.voyages.trading_posts import gain_at_new_posts, movable_posts


def first_pending(state: State, seat: int) -> PendingItem | None:
    """Return the item that this seat has to answer next; None if it has none."""
    return next((item for item in state.pending if item.seat == seat), None)


_DECLINED = {PendingKind.STEP: "decline_step", PendingKind.BLACK_DIE: "decline_die"}


def decline_word(state: State, seat: int) -> str:
    """Return the word of `decline` by what a seat gives up with it: steps, a black die or a drawn contract."""
    pending = first_pending(state, seat)
    return "decline" if pending is None else _DECLINED.get(pending.kind, "decline")


def answerable(state: State) -> tuple[PendingItem, ...]:
    """Return the items that may be answered now: during incomes the first of each seat, in a turn the first of all."""
    if state.phase is Phase.ROLLS:
        firsts = (first_pending(state, seat) for seat in seats_of(state))
        return tuple(item for item in firsts if item is not None)
    return state.pending[:1]


def set_aside(state: State, answered: PendingItem) -> tuple[State, tuple[PendingItem, ...]]:
    """Return the state without pending items, and the items other than `answered`."""
    rest = list(state.pending)
    rest.remove(answered)
    return replace(state, pending=()), tuple(rest)


def put_back(state: State, aside: tuple[PendingItem, ...]) -> State:
    """Return the state in which the items set aside are pending again, after those that arose meanwhile; by seat."""
    return replace(state, pending=tuple(sorted((*state.pending, *aside), key=lambda item: item.seat)))


def book_automatic(setup: Setup, state: State) -> Outcome:
    """Book everything that is automatic now."""
    lines: Lines = ()
    while True:
        for pending in answerable(state):
            cleared, aside = set_aside(state, pending)
            outcome = _automatic_outcome(setup, cleared, pending)
            if outcome is not None:
                state, lines = put_back(outcome[0], aside), (*lines, *outcome[1])
                break
        else:
            return state, lines


def _automatic_outcome(setup: Setup, state: State, pending: PendingItem) -> Outcome | None:
    """Return the outcome of an item that needs no answer; None if it needs one."""
    match pending.kind:
        case PendingKind.CONTRACT if not state.market.special:
            return state, ()
        case PendingKind.BLACK_DIE if not state.black:
            return state, ()
        case PendingKind.BLACK_DIE if setup.is_person(pending.seat, Person.RASCHID):
            return add_black_die(state, pending.seat, None), ()
        case PendingKind.STEP if not can_step(setup, state, pending.seat):
            return state, ()
        case PendingKind.POST if not movable_posts(state, pending):
            return state, ()
        case PendingKind.GAINS:
            return gain_at_new_posts(setup, state, pending)
        case PendingKind.INCOME if pending.place is not None and town_of(state, pending.place).tile is not None:
            return gain_town_income(setup, state, pending.seat, pending.place, pending.reason)
    return None


def add_black_die(state: State, seat: int, value: int | None) -> State:
    """Return the state in which a black die has moved from the table to this seat (V27, V33)."""
    board = board_of(state, seat)
    dice = sorted_dice((*board.dice, ColouredDie(BLACK, value)))
    return replace(with_board(state, seat, replace(board, dice=dice)), black=state.black - 1)
