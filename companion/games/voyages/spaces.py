"""The action spaces: which dice may be placed there, and the fee where some lie already (V8 to V11)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.games.voyages.amounts import NOTHING, Amounts
from companion.games.voyages.cards import Person
from companion.games.voyages.dice import Die, die_named, in_order, lowest, without
from companion.games.voyages.state import Because, Lying, Setup, Source, Spaces, State
from companion.games.voyages.steps import Step, board_of, paid, refused, with_board

KHAN = "khan"
BLOCKING_VALUE = 1


def lying_on(state: State, space: str) -> tuple[Lying, ...]:
    """The dice on a space."""
    lying: tuple[Lying, ...] = getattr(state.spaces, space)
    return lying


def check_dice(  # noqa: PLR0913 - whose dice, which space, and what it wants of them
    setup: Setup, state: State, seat: int, space: str, names: Sequence[str], count: int, ruling: str
) -> tuple[Die, ...]:
    """The dice of these names, which this seat may place on a space that wants so many.

    Raises IllegalMoveError for another number (by the ruling of the space), dice that the seat does not have, and
    dice of its own colour where some lie already (V10).
    """
    dice = dice_named(state, seat, names, count, ruling)
    if any(die.own for die in dice) and any(one.seat == seat and one.die.own for one in lying_on(state, space)):
        raise refused("own_colour", "V10")
    return dice


def dice_named(state: State, seat: int, names: Sequence[str], count: int, ruling: str) -> tuple[Die, ...]:
    """The dice of these names, so many, each on the seat's own board. Raises IllegalMoveError."""
    if len(names) != count:
        raise refused("dice_count", ruling, n=count)
    dice = tuple(die for name in names if (die := die_named(name)) is not None)
    if len(dice) < count or without(board_of(state, seat).dice, dice) is None:
        raise refused("no_such_die", "V8")
    return in_order(dice)


def fee_of(setup: Setup, state: State, seat: int, space: str, dice: Sequence[Die]) -> Amounts:
    """The fee of a space where dice lie, in coins: the lowest die just placed.

    Berke pays none, and the Khan asks none (V9).
    """
    if space == KHAN or not lying_on(state, space) or setup.is_a(seat, Person.BERKE):
        return NOTHING
    return Amounts(coins=lowest(dice))


def pay_fee(setup: Setup, state: State, seat: int, space: str, dice: Sequence[Die]) -> Step:
    """The state with the fee paid; whether it can be is asked before."""
    return paid(state, seat, fee_of(setup, state, seat, space, dice), Because(Source.FEE))


def laid(state: State, seat: int, space: str, dice: Sequence[Die]) -> State:
    """The state with these dice of a seat on a space."""
    state = off_board(state, seat, dice)
    lying = (*lying_on(state, space), *(Lying(seat, die) for die in dice))
    return replace(state, spaces=replace(state.spaces, **{space: lying}))


def off_board(state: State, seat: int, dice: Sequence[Die]) -> State:
    """The state without these dice on a seat's board."""
    board = board_of(state, seat)
    left = without(board.dice, dice)
    assert left is not None
    return with_board(state, seat, replace(board, dice=left))


def acting(state: State) -> State:
    """The state with the one action of the turn played (V8)."""
    assert state.turn is not None
    return replace(state, turn=replace(state.turn, acted=True))


def empty_spaces(setup: Setup) -> Spaces:
    """The spaces at the start of a round, with the dice that block them all game (V3)."""
    start = setup.edition.start
    blocking = Lying(None, Die(setup.unused_colour, BLOCKING_VALUE))
    return Spaces(khan=(blocking,) * start.khan_blocked, take_five=(blocking,) * start.five_blocked)
