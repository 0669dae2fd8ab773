"""Dice of a seat: naming them, placing them on an action space, and the fee of an occupied space."""

from __future__ import annotations

from tests.games.voyages.reference.state import Die, Seat, Table, refuse


def parse(name: str) -> Die:
    """Return the die that a name such as `blue:4` means."""
    colour, _, value = name.partition(":")
    if value not in ("1", "2", "3", "4", "5", "6"):
        refuse(f"{name} is no die")
    return Die(colour, int(value))


def own_index(seat: Seat, die: Die) -> int:
    """Return where a die lies on the seat's board; any value fits one of Raschid's (V34)."""
    wanted = Die(die.colour, 0) if seat.is_raschid else die
    if wanted not in seat.dice:
        refuse(f"no {die} on the board")
    return seat.dice.index(wanted)


def spend(seat: Seat, names: list[str], count: int) -> list[Die]:
    """Take as many dice as the space wants off the seat's board."""
    if len(names) != count:
        refuse(f"{count} dice are wanted")
    dice = [parse(name) for name in names]
    for die in dice:
        del seat.dice[own_index(seat, die)]
    return dice


def spend_on_space(table: Table, seat: Seat, space: str, names: list[str], count: int) -> int:
    """Place dice on an action space and return the lowest value (V10, V11)."""
    dice = spend(seat, names, count)
    colours = table.spaces.setdefault(space, set())
    if seat.colour in colours and any(die.colour == seat.colour for die in dice):
        refuse("own dice lie here already this round", "V10")
    colours.update(die.colour for die in dice)
    return min(die.value for die in dice)


def pay_for_space(table: Table, seat: Seat, space: str, names: list[str], count: int) -> tuple[int, int]:
    """Place dice on a space and return the lowest value and the fee, due where any die lay there (V9, V36)."""
    occupied = bool(table.spaces.get(space))
    lowest = spend_on_space(table, seat, space, names, count)
    due = lowest if occupied and seat.character != "berke" else 0
    return lowest, due
