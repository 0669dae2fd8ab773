"""Bonus actions with dice: take 3 coins, reroll, turn by one, buy a black die (V28 to V33)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.games.voyages.coloured_dice import DIE_VALUES, ColouredDie, die_by_name, sorted_dice, without_dice
from companion.games.voyages.moves import BlackDie, Reroll, TakeThree, TurnDie
from companion.games.voyages.pending import add_black_die
from companion.games.voyages.printed_parts import Person
from companion.games.voyages.spaces import dice_by_names, remove_dice
from companion.games.voyages.state import LineSource, Reason, Setup, State
from companion.games.voyages.state_changes import (
    Lines,
    Outcome,
    board_of,
    check_can_pay,
    gain,
    pay,
    refusal_error,
    with_board,
)


def check_faces(chance: Sequence[int], n: int, ruling: str) -> None:
    """Check that these are `n` values of dice. Raises IllegalMoveError."""
    if len(chance) != n or any(value not in DIE_VALUES for value in chance):
        raise refusal_error("faces", ruling, n=n)


def take_three(setup: Setup, state: State, seat: int, move: TakeThree) -> Outcome:
    """Take three coins for a die, without fee or limit (V30)."""
    dice = dice_by_names(state, seat, move.dice, 1, "V30")
    return gain(remove_dice(state, seat, dice), seat, setup.edition.spaces.take_three, Reason(LineSource.TAKE_THREE))


def check_die(state: State, seat: int, name: str) -> ColouredDie:
    """Return the rolled die with this name on the seat's board. Raises IllegalMoveError."""
    die = die_by_name(name)
    if die is None or die not in board_of(state, seat).dice:
        raise refusal_error("no_such_die", "V8")
    return die


def check_reroll(setup: Setup, state: State, seat: int) -> None:
    """Check that a die may be rolled again (V31). Raises IllegalMoveError."""
    if setup.is_person(seat, Person.RASCHID):
        raise refusal_error("raschid", "V34")
    if setup.full:
        check_can_pay(state, seat, setup.edition.spaces.reroll, "V31")
    if not board_of(state, seat).dice:
        raise refusal_error("no_dice", "V31")


def reroll(setup: Setup, state: State, seat: int, move: Reroll) -> Outcome:
    """Roll one die again for a camel (V31)."""
    check_reroll(setup, state, seat)
    die = check_die(state, seat, move.die)
    check_faces(move.chance, 1, "V31")
    state = _with_value(state, seat, die, move.chance[0])
    return _pay_cost(setup, state, seat, LineSource.REROLL)


def check_turn_die(setup: Setup, state: State, seat: int) -> None:
    """Check that a die may be turned (V32). Raises IllegalMoveError."""
    if setup.is_person(seat, Person.RASCHID):
        raise refusal_error("raschid", "V34")
    if setup.full:
        check_can_pay(state, seat, setup.edition.spaces.turn_die, "V32")
    if not board_of(state, seat).dice:
        raise refusal_error("no_dice", "V32")


def check_turn_by(die: ColouredDie, by: int) -> None:
    """Check that this die can be turned by this: by one, and never from 6 to 1 or back (V32).

    Raises IllegalMoveError.
    """
    if by not in (1, -1):
        raise refusal_error("by_one", "V32")
    if die.pips + by not in DIE_VALUES:
        raise refusal_error("past_six", "V32")


def turn_die(setup: Setup, state: State, seat: int, move: TurnDie) -> Outcome:
    """Turn one die up or down by one for two camels (V32)."""
    check_turn_die(setup, state, seat)
    die = check_die(state, seat, move.die)
    check_turn_by(die, move.by)
    state = _with_value(state, seat, die, die.pips + move.by)
    return _pay_cost(setup, state, seat, LineSource.TURN_DIE)


def _with_value(state: State, seat: int, die: ColouredDie, value: int) -> State:
    board = board_of(state, seat)
    dice = without_dice(board.dice, (die,))
    assert dice is not None
    return with_board(state, seat, replace(board, dice=sorted_dice((*dice, ColouredDie(die.colour, value)))))


def check_black_die(setup: Setup, state: State, seat: int) -> None:
    """Check that a black die may be taken now: one a turn, and while any are left (V28, V33).

    Raises IllegalMoveError.
    """
    if not state.black:
        raise refusal_error("no_black_dice", "V33")
    if not setup.full:
        return
    if state.turn is not None and state.turn.bought:
        raise refusal_error("one_black_die", "V28")
    check_can_pay(state, seat, setup.edition.spaces.black_die, "V33")


def black_die(setup: Setup, state: State, seat: int, move: BlackDie) -> Outcome:
    """Buy a black die for three camels and roll it at once; Raschid sets its value later (V33, V34)."""
    check_black_die(setup, state, seat)
    rolls = 0 if setup.is_person(seat, Person.RASCHID) else 1
    chance = move.chance or ()
    check_faces(chance, rolls, "V33" if rolls else "V34")
    state = add_black_die(state, seat, chance[0] if rolls else None)
    assert state.turn is not None
    state = replace(state, turn=replace(state.turn, bought=True))
    return _pay_cost(setup, state, seat, LineSource.BLACK_DIE)


def _pay_cost(setup: Setup, state: State, seat: int, source: LineSource) -> Outcome:
    """Pay the cost of a bonus action; nothing where camels are not tracked."""
    nothing: Lines = ()
    if not setup.full:
        return state, nothing
    return pay(state, seat, getattr(setup.edition.spaces, source.value), Reason(source))
