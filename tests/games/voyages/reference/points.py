"""Moves that only `points` tracking has, or has in its own form."""

from __future__ import annotations

from tests.games.voyages.reference.bonus import add_black_die, change_die, turned_value
from tests.games.voyages.reference.gains import chance
from tests.games.voyages.reference.movement import post_points
from tests.games.voyages.reference.rounds import next_turn
from tests.games.voyages.reference.state import Fields, Seat, Table, refuse


def score(table: Table, seat: Seat, fields: Fields) -> None:
    """Add points, also negative ones: in the own turn, and for every seat while rolls and incomes go on."""
    if table.phase != "incomes" and table.turn != seat.number:
        refuse("it is the turn of another seat")
    seat.points += fields["by"]


def travelled(table: Table, seat: Seat, _fields: Fields) -> None:
    """Note that the seat used the Travel action this turn (V6)."""
    if table.travelled:
        refuse("once a turn", "V6")
    table.travelled = True
    table.last_traveller = seat.number


def post(table: Table, seat: Seat, _fields: Fields) -> None:
    """Count one more post and book its points (V17)."""
    if len(seat.posts) >= seat.posts_total:
        refuse("all posts are placed", "V17")
    seat.posts.append("")
    seat.points += post_points(table, seat)


def contract(_table: Table, seat: Seat, fields: Fields) -> None:
    """Count one more filled contract and book its points."""
    # No contract takes points: a negative number is refused.
    if fields["by"] < 0:
        refuse("a contract gives points", "V29")
    seat.filled.append("")
    seat.points += fields["by"]


def reroll(_table: Table, seat: Seat, fields: Fields) -> None:
    """Roll a die of this round again."""
    change_die(seat, fields["die"], chance(fields, 1)[0])


def turn_die(_table: Table, seat: Seat, fields: Fields) -> None:
    """Turn a die of this round by 1."""
    change_die(seat, fields["die"], turned_value(fields))


def black_die(table: Table, seat: Seat, fields: Fields) -> None:
    """Take a black die, bought or gained."""
    add_black_die(table, seat, fields)
    seat.dice_left += 1


def end_turn(table: Table, seat: Seat, fields: Fields) -> None:
    """End a turn and say how many dice left the board in it."""
    if not 1 <= fields["used"] <= seat.dice_left:
        refuse(f"1 to {seat.dice_left} dice", "V8")
    seat.dice_left -= fields["used"]
    next_turn(table)
