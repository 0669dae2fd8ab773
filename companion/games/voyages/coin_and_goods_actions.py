"""Take 5 coins, the grand bazaar and the Khan's favour, with what Mercator gains from them (V12, V13, V14, V37)."""

from __future__ import annotations

from companion.games.voyages.amounts import GOODS, Amounts
from companion.games.voyages.coloured_dice import ColouredDie, lowest_value
from companion.games.voyages.moves import Bazaar, Khan, TakeFive
from companion.games.voyages.printed_parts import BazaarRow, Person
from companion.games.voyages.spaces import KHAN, check_dice, dice_on, fee_of, pay_fee, place_dice, with_action_played
from companion.games.voyages.state import LineSource, Reason, Setup, State
from companion.games.voyages.state_changes import Outcome, check_can_pay, gain, refusal_error, seats_of

TAKE_FIVE = "take_five"
_COPIED_THING = {"camel": "camels"}
"""The thing of a row, where the row has another name."""
_COINS_COPIED = 2
"""The coins that Mercator gains in a game of two when the other seat takes 5 coins."""


def check_take_five(setup: Setup, state: State, seat: int, names: tuple[str, ...]) -> tuple[ColouredDie, ...]:
    """Return the die for Take 5 coins. Raises IllegalMoveError."""
    dice = check_dice(setup, state, seat, TAKE_FIVE, names, 1, "V12")
    check_can_pay(state, seat, fee_of(setup, state, seat, TAKE_FIVE, dice), "V9")
    return dice


def take_five(setup: Setup, state: State, seat: int, move: TakeFive) -> Outcome:
    """Take five coins, whatever the die shows (V12)."""
    dice = check_take_five(setup, state, seat, move.dice)
    state, fee = pay_fee(setup, state, seat, TAKE_FIVE, dice)
    state = place_dice(with_action_played(state), seat, TAKE_FIVE, dice)
    state, coins = gain(state, seat, setup.edition.spaces.take_five, Reason(LineSource.TAKE_FIVE))
    copied = Amounts(coins=_COINS_COPIED) if len(setup.names) == 2 else Amounts()
    state, more = _gain_for_mercator(setup, state, seat, copied)
    return state, (*fee, *coins, *more)


def bazaar_row(setup: Setup, name: str) -> BazaarRow:
    """Return the bazaar row with this name. Raises IllegalMoveError."""
    if name not in setup.edition.bazaar_row:
        raise refusal_error("no_such_row", "V13")
    return setup.edition.bazaar_row[name]


def check_bazaar(setup: Setup, state: State, seat: int, name: str, names: tuple[str, ...]) -> tuple[ColouredDie, ...]:
    """Return the dice for a row of the bazaar. Raises IllegalMoveError."""
    row = bazaar_row(setup, name)
    dice = check_dice(setup, state, seat, name, names, row.dice, "V13")
    check_can_pay(state, seat, fee_of(setup, state, seat, name, dice), "V9")
    return dice


def bazaar(setup: Setup, state: State, seat: int, move: Bazaar) -> Outcome:
    """Use a row of the bazaar, in the column of the lowest die or a lower one (V11, V13)."""
    dice = check_bazaar(setup, state, seat, move.row, move.dice)
    column = lowest_value(dice) if move.column is None else move.column
    if not 1 <= column <= lowest_value(dice):
        raise refusal_error("column", "V11", n=lowest_value(dice))
    row = bazaar_row(setup, move.row)
    state, fee = pay_fee(setup, state, seat, move.row, dice)
    state = place_dice(with_action_played(state), seat, move.row, dice)
    state, gains = gain(state, seat, row.yields[column - 1], Reason(LineSource.BAZAAR))
    state, more = _gain_for_mercator(setup, state, seat, Amounts(**{_COPIED_THING.get(move.row, move.row): 1}))
    return state, (*fee, *gains, *more)


def check_khan(setup: Setup, state: State, seat: int, names: tuple[str, ...]) -> tuple[ColouredDie, ...]:
    """Return the die for the leftmost free slot of the Khan's favour: not lower than the last die there (V14).

    Raises IllegalMoveError.
    """
    placed = dice_on(state, KHAN)
    if len(placed) >= setup.edition.spaces.khan_slots:
        raise refusal_error("khan_full", "V14")
    dice = check_dice(setup, state, seat, KHAN, names, 1, "V14")
    if placed and lowest_value(dice) < placed[-1].die.pips:
        raise refusal_error("khan_low", "V14", n=placed[-1].die.pips)
    return dice


def khan(setup: Setup, state: State, seat: int, move: Khan) -> Outcome:
    """Take one good of choice and two camels (V14). With up to three players, another seat's Mercator gets a camel
    (V37).
    """
    dice = check_khan(setup, state, seat, move.dice)
    if move.good not in GOODS:
        raise refusal_error("no_such_good", "V14")
    state = place_dice(with_action_played(state), seat, KHAN, dice)
    gives = setup.edition.spaces.khan.plus(Amounts(**{move.good: 1}))
    state, gains = gain(state, seat, gives, Reason(LineSource.KHAN))
    copied = Amounts(camels=1) if len(setup.names) <= 3 else Amounts()
    state, more = _gain_for_mercator(setup, state, seat, copied)
    return state, (*gains, *more)


def _gain_for_mercator(setup: Setup, state: State, seat: int, copied: Amounts) -> Outcome:
    """Give Mercator his share of another seat's action (V37)."""
    mercator = next(
        (
            other_seat
            for other_seat in seats_of(state)
            if other_seat != seat and setup.is_person(other_seat, Person.MERCATOR)
        ),
        None,
    )
    return (state, ()) if mercator is None else gain(state, mercator, copied, Reason(LineSource.MERCATOR))
