"""Take 5 coins, the grand bazaar and the Khan's favour, with what Mercator gains from them (V12, V13, V14, V37)."""

from __future__ import annotations

from companion.games.voyages.amounts import GOODS, Amounts
from companion.games.voyages.cards import BazaarRow, Person
from companion.games.voyages.dice import Die, lowest
from companion.games.voyages.moves import Bazaar, Khan, TakeFive
from companion.games.voyages.spaces import KHAN, acting, check_dice, fee_of, laid, lying_on, pay_fee
from companion.games.voyages.state import Because, Setup, Source, State
from companion.games.voyages.steps import Step, check_pays, gained, refused, seats_of

TAKE_FIVE = "take_five"
_COPIED = {"camel": "camels"}
"""The thing of a row, where the row has another name."""
_COINS_COPIED = 2
"""The coins that Mercator gains in a game of two when the other seat takes 5 coins."""


def check_take_five(setup: Setup, state: State, seat: int, names: tuple[str, ...]) -> tuple[Die, ...]:
    """Return the die for Take 5 coins. Raises IllegalMoveError."""
    dice = check_dice(setup, state, seat, TAKE_FIVE, names, 1, "V12")
    check_pays(state, seat, fee_of(setup, state, seat, TAKE_FIVE, dice), "V9")
    return dice


def take_five(setup: Setup, state: State, seat: int, move: TakeFive) -> Step:
    """Take five coins, whatever the die shows (V12)."""
    dice = check_take_five(setup, state, seat, move.dice)
    state, fee = pay_fee(setup, state, seat, TAKE_FIVE, dice)
    state = laid(acting(state), seat, TAKE_FIVE, dice)
    state, coins = gained(state, seat, setup.edition.spaces.take_five, Because(Source.TAKE_FIVE))
    copied = Amounts(coins=_COINS_COPIED) if len(setup.names) == 2 else Amounts()
    state, more = _mercator(setup, state, seat, copied)
    return state, (*fee, *coins, *more)


def row_named(setup: Setup, name: str) -> BazaarRow:
    """Return the bazaar row with this name. Raises IllegalMoveError."""
    if name not in setup.edition.bazaar_row:
        raise refused("no_such_row", "V13")
    return setup.edition.bazaar_row[name]


def check_bazaar(setup: Setup, state: State, seat: int, name: str, names: tuple[str, ...]) -> tuple[Die, ...]:
    """Return the dice for a row of the bazaar. Raises IllegalMoveError."""
    row = row_named(setup, name)
    dice = check_dice(setup, state, seat, name, names, row.dice, "V13")
    check_pays(state, seat, fee_of(setup, state, seat, name, dice), "V9")
    return dice


def bazaar(setup: Setup, state: State, seat: int, move: Bazaar) -> Step:
    """Use a row of the bazaar, in the column of the lowest die or a lower one (V11, V13)."""
    dice = check_bazaar(setup, state, seat, move.row, move.dice)
    column = lowest(dice) if move.column is None else move.column
    if not 1 <= column <= lowest(dice):
        raise refused("column", "V11", n=lowest(dice))
    row = row_named(setup, move.row)
    state, fee = pay_fee(setup, state, seat, move.row, dice)
    state = laid(acting(state), seat, move.row, dice)
    state, gains = gained(state, seat, row.yields[column - 1], Because(Source.BAZAAR))
    state, more = _mercator(setup, state, seat, Amounts(**{_COPIED.get(move.row, move.row): 1}))
    return state, (*fee, *gains, *more)


def check_khan(setup: Setup, state: State, seat: int, names: tuple[str, ...]) -> tuple[Die, ...]:
    """Return the die for the leftmost free slot of the Khan's favour: not lower than the last die there (V14).

    Raises IllegalMoveError.
    """
    placed = lying_on(state, KHAN)
    if len(placed) >= setup.edition.spaces.khan_slots:
        raise refused("khan_full", "V14")
    dice = check_dice(setup, state, seat, KHAN, names, 1, "V14")
    if placed and lowest(dice) < placed[-1].die.pips:
        raise refused("khan_low", "V14", n=placed[-1].die.pips)
    return dice


def khan(setup: Setup, state: State, seat: int, move: Khan) -> Step:
    """Take one good of choice and two camels (V14)."""
    dice = check_khan(setup, state, seat, move.dice)
    if move.good not in GOODS:
        raise refused("no_such_good", "V14")
    state = laid(acting(state), seat, KHAN, dice)
    gives = setup.edition.spaces.khan.plus(Amounts(**{move.good: 1}))
    state, gains = gained(state, seat, gives, Because(Source.KHAN))
    copied = Amounts(camels=1) if len(setup.names) <= 3 else Amounts()
    state, more = _mercator(setup, state, seat, copied)
    return state, (*gains, *more)


def _mercator(setup: Setup, state: State, seat: int, copied: Amounts) -> Step:
    """Give Mercator his share of another seat's action (V37)."""
    mercator = next(
        (
            other_seat
            for other_seat in seats_of(state)
            if other_seat != seat and setup.is_a(other_seat, Person.MERCATOR)
        ),
        None,
    )
    return (state, ()) if mercator is None else gained(state, mercator, copied, Because(Source.MERCATOR))
