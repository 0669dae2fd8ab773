"""The actions of the board (V12 to V16); city cards have a file of their own."""

from __future__ import annotations

from tests.games.voyages.reference.contracts import discard_all, refill_row, take_from_row
from tests.games.voyages.reference.dice import pay_for_space, spend_on_space
from tests.games.voyages.reference.figures import GOODS, Amounts
from tests.games.voyages.reference.gains import gain, settle
from tests.games.voyages.reference.movement import move, walk
from tests.games.voyages.reference.state import Contract, Fields, Seat, Table, refuse

TAKE_FIVE_COINS = 5


def begin_action(table: Table) -> None:
    """Count the one action of this turn (V8)."""
    if table.acted:
        refuse("one action a turn", "V8")
    table.acted = True


def take_five(table: Table, seat: Seat, fields: Fields) -> None:
    """Take 5 coins (V12)."""
    begin_action(table)
    _, fee = pay_for_space(table, seat, "take_five", fields["dice"], 1)
    seat.pay({"coin": fee}, "V9")
    seat.book({"coin": TAKE_FIVE_COINS})
    _reward_mercator(table, seat, "take_five", {"coin": 2})


def bazaar(table: Table, seat: Seat, fields: Fields) -> None:
    """Take goods or camels from a row of the bazaar (V13)."""
    begin_action(table)
    row: str = fields["row"]
    if row not in table.figures.tables["grand_bazaar"]:
        refuse(f"no row {row}", "V13")
    count = table.figures.number("grand_bazaar", row, "dice")
    lowest, fee = pay_for_space(table, seat, row, fields["dice"], count)
    column = fields.get("column", lowest)
    if not 1 <= column <= lowest:
        refuse(f"a column from 1 to {lowest}", "V11")
    seat.pay({"coin": fee}, "V9")
    gain(seat, [table.figures.amounts("grand_bazaar", row, "yield", str(column))])
    _reward_mercator(table, seat, "bazaar", {row: 1})
    settle(table, seat)


def khan(table: Table, seat: Seat, fields: Fields) -> None:
    """Use the leftmost free slot of Khan's favour (V14)."""
    begin_action(table)
    if len(table.khan) >= table.figures.number("round", "khan", "slots"):
        refuse("closed for this round", "V14")
    value = spend_on_space(table, seat, "khan", fields["dice"], 1)
    if value < max(table.khan, default=0):
        refuse("a die at least as high as the highest there", "V14")
    if fields["good"] not in GOODS:
        refuse("pepper, silk or gold", "V14")
    table.khan.append(value)
    gains = table.figures.amounts("round", "khan", "gain")
    seat.book({fields["good"]: gains.pop("good_any", 0)})
    seat.book(gains)
    _reward_mercator(table, seat, "khan", {"camel": 1})


def _reward_mercator(table: Table, seat: Seat, action: str, gains: Amounts) -> None:
    """Book what Mercator gets when another seat uses an action, by the number of players (V37)."""
    most_players = {"bazaar": 4, "khan": 3, "take_five": 2}
    if len(table.seats) > most_players[action]:
        return
    for other in table.others(seat):
        if other.character == "mercator":
            other.book(gains)


def contracts(table: Table, seat: Seat, fields: Fields) -> None:
    """Take one or two contracts from the row (V15)."""
    begin_action(table)
    value, fee = pay_for_space(table, seat, "contracts", fields["dice"], 1)
    seat.pay({"coin": fee}, "V9")
    slots: list[int] = fields["slots"]
    names: list[str | None] = fields["contracts"]
    if len(slots) not in (1, 2) or len(set(slots)) != len(slots) or len(names) != len(slots):
        refuse("one or two slots, and a contract for each", "V15")
    if not all(1 <= slot <= min(value, len(table.row)) for slot in slots):
        refuse(f"slots up to {value} that are not empty", "V15")
    seat.book(_slot_bonus(table, slots, fields.get("bonus", [])))
    taken = take_from_row(table, slots, names)
    discard_all(table, seat, fields.get("discard", []), taken)
    seat.active += [Contract(name) for name in taken]
    refill_row(table)


def _slot_bonus(table: Table, slots: list[int], words: list[str]) -> Amounts:
    """Return what the slots taken give besides, coins or camels for each slot that has a bonus."""
    amounts = [table.figures.number("contract_action", "slot_bonus", str(slot)) for slot in slots]
    amounts = [amount for amount in amounts if amount]
    if len(words) != len(amounts) or not set(words) <= {"coins", "camels"}:
        refuse("coins or camels for each slot 5 or 6", "V15")
    gains = {"coin": 0, "camel": 0}
    for word, amount in zip(words, amounts, strict=True):
        gains[word.removesuffix("s")] += amount
    return gains


def travel(table: Table, seat: Seat, fields: Fields) -> None:
    """Move the figures of the seat for the fare and the cost of the edges (V16)."""
    begin_action(table)
    count = table.figures.number("travel_action", "dice")
    lowest, fee = pay_for_space(table, seat, "travel", fields["dice"], count)
    journey = walk(table, seat, fields["paths"], lowest, "V16")
    cost = dict(journey.cost)
    fare = table.figures.number("travel_action", "coins_by_steps", str(journey.steps))
    cost["coin"] = cost.get("coin", 0) + fare + fee
    seat.pay(cost, "V16")
    table.last_traveller = seat.number
    move(table, seat, journey)
    settle(table, seat)
