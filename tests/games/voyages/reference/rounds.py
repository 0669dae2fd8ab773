"""Rounds: their start with incomes, rolls and compensation, the order of turns, and their end (V5 to V8)."""

from __future__ import annotations

from tests.games.voyages.reference.end import begin_goals
from tests.games.voyages.reference.gains import Source, chance, gain, settle, town_income
from tests.games.voyages.reference.state import Die, Fields, Seat, Table, refuse

ROW_LENGTH = 6


def start_round(table: Table) -> None:
    """Begin the next round: start player, row of contracts, incomes, dice back (V5, V6)."""
    table.start = table.last_traveller or table.start
    table.last_traveller = None
    table.round += 1
    table.phase = "incomes"
    table.turn = 0
    if table.round > 1 or not table.row:
        table.pile += len(table.row)
        table.row = [None] * ROW_LENGTH
    for seat in table.seats:
        _take_dice_back(table, seat)
    _clear_spaces(table)
    if table.full:
        for seat in table.seats:
            gain(seat, _incomes(table, seat))
    settle_incomes(table)


def _take_dice_back(table: Table, seat: Seat) -> None:
    count = table.figures.number("setup", "dice_per_player")
    seat.dice = [Die(seat.colour, 0)] * count if seat.is_raschid else []
    seat.dice_left = count + (seat.character == "matteo")
    seat.rolled = seat.is_raschid
    seat.owed = 0


def _clear_spaces(table: Table) -> None:
    """Put the black dice back and take all others off the board but the blocking ones, which stay (V3)."""
    table.black_left = table.figures.number("setup", "black_dice", str(len(table.seats)))
    blocked = table.figures.tables["setup"]["blocked"][str(len(table.seats))]
    table.khan = [slot["value"] for slot in blocked.get("khan_slots", [])]
    table.spaces = {"take_five": {"blocking"}} if blocked.get("take_5_coins") else {}
    table.used_cards = set()


def _incomes(table: Table, seat: Seat) -> list[Source]:
    """Return the incomes of a seat: its towns in the order of the map from round 2 on, then its character."""
    towns = [town for town in table.figures.places("town") if town in seat.posts] if table.round > 1 else []
    sources = [town_income(table, town) for town in towns]
    return [*sources, table.figures.amounts("characters", seat.character, "round_start")]


def settle_incomes(table: Table) -> None:
    """Settle what needs no answer and begin the turns when all seats are done."""
    for seat in table.seats:
        settle(table, seat)
    if not any(is_awaited(seat) for seat in table.seats):
        table.phase = "turns"
        _begin_turn(table, table.start)


def is_awaited(seat: Seat) -> bool:
    """Tell whether a seat still has to answer, roll or take its compensation before the turns."""
    return bool(seat.waiting) or not seat.rolled or seat.owed > 0


def roll(table: Table, seat: Seat, fields: Fields) -> None:
    """Roll the own dice of a seat, Matteo's white one last, and note its compensation (V5, V7)."""
    if seat.rolled:
        refuse("rolled already" if not seat.is_raschid else "Raschid does not roll", "V34" if seat.is_raschid else "V5")
    if seat.waiting:
        refuse("an income waits for its choice", "V5")
    count = table.figures.number("setup", "dice_per_player")
    values = chance(fields, count + (seat.character == "matteo"))
    seat.dice = [Die(seat.colour, value) for value in values[:count]]
    seat.dice += [Die("white", value) for value in values[count:]]
    seat.rolled = True
    if table.full:
        threshold = table.figures.number("round", "compensation", "threshold")
        seat.owed = max(0, threshold - sum(values))


def compensate(_table: Table, seat: Seat, fields: Fields) -> None:
    """Take one coin or camel for each point missing (V7)."""
    coins, camels = fields["coins"], fields["camels"]
    if coins < 0 or camels < 0 or seat.owed == 0 or coins + camels != seat.owed:
        refuse(f"{seat.owed} coins and camels together", "V7")
    seat.book({"coin": coins, "camel": camels})
    seat.owed = 0


def end_turn(table: Table, seat: Seat) -> None:
    """End a turn, refused while an action is owed (V8)."""
    if seat.dice and not table.acted:
        refuse("an action is owed while dice are left", "V8")
    next_turn(table)


def next_turn(table: Table) -> None:
    """Give the turn to the next seat with a die, or end the round."""
    count = len(table.seats)
    for offset in range(1, count + 1):
        number = (table.turn - 1 + offset) % count + 1
        if _has_dice(table, table.seats[number - 1]):
            _begin_turn(table, number)
            return
    if table.round < table.figures.number("round", "rounds"):
        start_round(table)
    else:
        begin_goals(table)


def _has_dice(table: Table, seat: Seat) -> bool:
    return bool(seat.dice) if table.full else seat.dice_left > 0


def _begin_turn(table: Table, number: int) -> None:
    table.turn = number
    table.acted = False
    table.bought = False
    table.travelled = False
