"""The action spaces: the dice that may be placed there, and the fee of an occupied one (V8 to V11)."""

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
    """Return the dice on a space."""
    dice: tuple[Lying, ...] = getattr(state.spaces, space)
    return dice


def check_dice(  # noqa: PLR0913 - whose dice, which space, and what it wants of them
    setup: Setup, state: State, seat: int, space: str, names: Sequence[str], count: int, ruling: str
) -> tuple[Die, ...]:
    """Return the named dice, if this seat may place them on a space that needs `count` dice.

    Raises IllegalMoveError for another number of dice (by the ruling of the space), for dice that the seat does not
    have, and for dice of its own colour where some lie already (V10).
    """
    dice = dice_named(state, seat, names, count, ruling)
    if any(die.own for die in dice) and any(
        placed.seat == seat and placed.die.own for placed in lying_on(state, space)
    ):
        raise refused("own_colour", "V10")
    return dice


def dice_named(state: State, seat: int, names: Sequence[str], count: int, ruling: str) -> tuple[Die, ...]:
    """Return the `count` named dice, all of them on the seat's own board. Raises IllegalMoveError."""
    if len(names) != count:
        raise refused("dice_count", ruling, n=count)
    dice = tuple(die for name in names if (die := die_named(name)) is not None)
    if len(dice) < count or without(board_of(state, seat).dice, dice) is None:
        raise refused("no_such_die", "V8")
    return in_order(dice)


def fee_of(setup: Setup, state: State, seat: int, space: str, dice: Sequence[Die]) -> Amounts:
    """Return the fee of an occupied space, in coins: the lowest die just placed.

    Berke pays none, and the Khan's favour has none (V9).
    """
    if space == KHAN or not lying_on(state, space) or setup.is_a(seat, Person.BERKE):
        return NOTHING
    return Amounts(coins=lowest(dice))


def pay_fee(setup: Setup, state: State, seat: int, space: str, dice: Sequence[Die]) -> Step:
    """Pay the fee, which must have been checked before."""
    return paid(state, seat, fee_of(setup, state, seat, space, dice), Because(Source.FEE))


def laid(state: State, seat: int, space: str, dice: Sequence[Die]) -> State:
    """Return the state with these dice of a seat on a space."""
    state = off_board(state, seat, dice)
    placed = (*lying_on(state, space), *(Lying(seat, die) for die in dice))
    return replace(state, spaces=replace(state.spaces, **{space: placed}))


def off_board(state: State, seat: int, dice: Sequence[Die]) -> State:
    """Return the state without these dice on a seat's board."""
    board = board_of(state, seat)
    remaining = without(board.dice, dice)
    assert remaining is not None
    return with_board(state, seat, replace(board, dice=remaining))


def acting(state: State) -> State:
    """Return the state in which the one action of the turn was played (V8)."""
    assert state.turn is not None
    return replace(state, turn=replace(state.turn, acted=True))


def empty_spaces(setup: Setup) -> Spaces:
    """Return the spaces at the start of a round, with the dice that block them in every round (V3)."""
    start = setup.edition.start
    blocking = Lying(None, Die(setup.unused_colour, BLOCKING_VALUE))
    return Spaces(khan=(blocking,) * start.khan_blocked, take_five=(blocking,) * start.five_blocked)
