"""The action spaces: the dice that may be placed there, and the fee of an occupied one (V8 to V11)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.games.voyages.amounts import NOTHING, Amounts
from companion.games.voyages.coloured_dice import ColouredDie, die_by_name, lowest_value, sorted_dice, without_dice
from companion.games.voyages.printed_parts import Person
from companion.games.voyages.state import LineSource, PlacedDie, Reason, Setup, Spaces, State
from companion.games.voyages.state_changes import Outcome, board_of, pay, refusal_error, with_board

KHAN = "khan"
BLOCKING_VALUE = 1


def dice_on(state: State, space: str) -> tuple[PlacedDie, ...]:
    """Return the dice on a space."""
    dice: tuple[PlacedDie, ...] = getattr(state.spaces, space)
    return dice


def check_dice(  # noqa: PLR0913 - the seat, its dice, and the requirements of the space
    setup: Setup, state: State, seat: int, space: str, names: Sequence[str], count: int, ruling: str
) -> tuple[ColouredDie, ...]:
    """Return the named dice, if this seat may place them on a space that needs `count` dice.

    Raises IllegalMoveError for another number of dice (by the ruling of the space), for dice that the seat does not
    have, and for dice in its colour if it has some there (V10).
    """
    dice = dice_by_names(state, seat, names, count, ruling)
    if any(die.own for die in dice) and any(placed.seat == seat and placed.die.own for placed in dice_on(state, space)):
        raise refusal_error("own_colour", "V10")
    return dice


def dice_by_names(state: State, seat: int, names: Sequence[str], count: int, ruling: str) -> tuple[ColouredDie, ...]:
    """Return the `count` named dice, all of them on the seat's own board. Raises IllegalMoveError."""
    if len(names) != count:
        raise refusal_error("dice_count", ruling, n=count)
    dice = tuple(die for name in names if (die := die_by_name(name)) is not None)
    if len(dice) < count or without_dice(board_of(state, seat).dice, dice) is None:
        raise refusal_error("no_such_die", "V8")
    return sorted_dice(dice)


def fee_of(setup: Setup, state: State, seat: int, space: str, dice: Sequence[ColouredDie]) -> Amounts:
    """Return the fee of an occupied space, in coins: the lowest die just placed.

    Berke pays none, and the Khan's favour has none (V9).
    """
    if space == KHAN or not dice_on(state, space) or setup.is_person(seat, Person.BERKE):
        return NOTHING
    return Amounts(coins=lowest_value(dice))


def pay_fee(setup: Setup, state: State, seat: int, space: str, dice: Sequence[ColouredDie]) -> Outcome:
    """Pay the fee, which must have been checked before."""
    return pay(state, seat, fee_of(setup, state, seat, space, dice), Reason(LineSource.FEE))


def place_dice(state: State, seat: int, space: str, dice: Sequence[ColouredDie]) -> State:
    """Return the state with these dice of a seat on a space."""
    state = remove_dice(state, seat, dice)
    placed = (*dice_on(state, space), *(PlacedDie(seat, die) for die in dice))
    return replace(state, spaces=replace(state.spaces, **{space: placed}))


def remove_dice(state: State, seat: int, dice: Sequence[ColouredDie]) -> State:
    """Return the state without these dice on a seat's board."""
    board = board_of(state, seat)
    remaining = without_dice(board.dice, dice)
    assert remaining is not None
    return with_board(state, seat, replace(board, dice=remaining))


def with_action_played(state: State) -> State:
    """Return the state in which the one action of the turn was played (V8)."""
    assert state.turn is not None
    return replace(state, turn=replace(state.turn, acted=True))


def starting_spaces(setup: Setup) -> Spaces:
    """Return the spaces at the start of a round, with the dice that block them in every round (V3)."""
    start = setup.edition.start
    blocking = PlacedDie(None, ColouredDie(setup.unused_colour, BLOCKING_VALUE))
    return Spaces(khan=(blocking,) * start.khan_blocked, take_five=(blocking,) * start.five_blocked)
