"""Bonus actions (V28 to V33): any number in the turn of a seat, before or after its action."""

from __future__ import annotations

from tests.games.voyages.reference.contracts import find
from tests.games.voyages.reference.dice import own_index, parse, spend
from tests.games.voyages.reference.gains import chance, gain, settle, take_black_die
from tests.games.voyages.reference.state import Die, Fields, Seat, Table, refuse

TAKE_THREE_COINS = 3


def fulfil(table: Table, seat: Seat, fields: Fields) -> None:
    """Pay for an active contract, take its reward, put it in the drawer (V29)."""
    name: str = fields["contract"]
    del seat.active[find(table, seat, name)]
    seat.pay(table.figures.amounts("contracts", name, "cost"), "V29")
    seat.filled.append(name)
    gain(seat, [table.figures.amounts("contracts", name, "reward")])
    settle(table, seat)


def take_three(_table: Table, seat: Seat, fields: Fields) -> None:
    """Take 3 coins with one die, without a fee (V30)."""
    spend(seat, fields["dice"], 1)
    seat.book({"coin": TAKE_THREE_COINS})


def reroll(table: Table, seat: Seat, fields: Fields) -> None:
    """Roll one own die again (V31)."""
    _pay(table, seat, "reroll", "V31")
    change_die(seat, fields["die"], chance(fields, 1)[0])


def turn_die(table: Table, seat: Seat, fields: Fields) -> None:
    """Turn one own die by 1, never between 6 and 1 (V32)."""
    _pay(table, seat, "plus_minus_1", "V32")
    change_die(seat, fields["die"], turned_value(fields))


def turned_value(fields: Fields) -> int:
    """Return the value of a die after it is turned by 1 or -1."""
    value: int = parse(fields["die"]).value + fields["by"]
    if fields["by"] not in (1, -1) or not 1 <= value <= 6:
        refuse("by 1 or -1, and between 1 and 6", "V32")
    return value


def change_die(seat: Seat, name: str, value: int) -> None:
    """Give a die on the seat's board another value; Raschid's dice have none."""
    if seat.is_raschid:
        refuse("Raschid sets his dice when he places them", "V34")
    die = parse(name)
    seat.dice[own_index(seat, die)] = Die(die.colour, value)


def black_die(table: Table, seat: Seat, fields: Fields) -> None:
    """Buy a black die, once a turn, and roll it at once (V33); Raschid's is not rolled."""
    if table.bought:
        refuse("one black die a turn", "V28")
    table.bought = True
    _pay(table, seat, "black_die", "V33")
    add_black_die(table, seat, fields)


def add_black_die(table: Table, seat: Seat, fields: Fields) -> None:
    """Give a seat a black die with the value rolled, while there are any."""
    if table.black_left == 0:
        refuse("no black die is left", "V33")
    if seat.is_raschid != ("chance" not in fields):
        refuse("one value, and none for Raschid", "V34")
    take_black_die(table, seat, 0 if seat.is_raschid else chance(fields, 1)[0])


def _pay(table: Table, seat: Seat, action: str, ruling: str) -> None:
    seat.pay(table.figures.amounts("round", "bonus_actions", action), ruling)
