"""End of the game: goal cards, cards that two seats share, and the final scoring (V42 to V46)."""

from __future__ import annotations

from tests.games.voyages.reference.setup import goal_cards
from tests.games.voyages.reference.state import Fields, FinalCount, Seat, Table, refuse


def begin_goals(table: Table) -> None:
    """Ask for what is not yet known after the last turn, and score at once where all is known."""
    table.phase = "goals"
    table.turn = 0
    if table.full:
        _close_if_known(table)


def missing_seats(table: Table) -> list[int]:
    """Return the seats that the end of the game waits for."""
    if not table.full:
        return [seat.number for seat in table.seats if seat.final is None]
    unknown = [seat.number for seat in table.seats if seat.goals is None]
    return unknown or _sharing_seats(table)


def _sharing_seats(table: Table) -> list[int]:
    """Return the seats that have a goal card in common with another one."""
    return [seat.number for seat in table.seats if any(_share(seat, other) for other in table.others(seat))]


def _share(seat: Seat, other: Seat) -> bool:
    return bool(set(seat.goals or ()) & set(other.goals or ()))


def reveal_goals(table: Table, seat: Seat, fields: Fields) -> None:
    """Say which goal cards the seat has: once, and once more where two seats have the same card."""
    again = table.phase == "goals" and seat.number in missing_seats(table) and not seat.goals_from_setup
    if seat.goals is not None and not again:
        refuse("the goal cards are known", "V42")
    seat.goals = goal_cards(table.figures, fields["cards"])
    if table.phase == "goals":
        _close_if_known(table)


def leave_goals(table: Table, seat: Seat) -> None:
    """Leave goal cards as they are although two seats have the same."""
    known = all(other.goals is not None for other in table.seats)
    if table.phase != "goals" or not known or seat.number not in missing_seats(table):
        refuse("no goal card is shared with another seat", "V42")
    _score(table)


def _close_if_known(table: Table) -> None:
    if not missing_seats(table):
        _score(table)


def _score(table: Table) -> None:
    """Book the final scoring in `full` tracking."""
    for seat in table.seats:
        seat.points += _goal_points(table, seat) + seat.coins // 10
        if seat.beijing:
            seat.points += seat.beijing + (seat.pepper + seat.silk + seat.gold) // 2
    _close(table)


def _goal_points(table: Table, seat: Seat) -> int:
    """Return the points of completed cards and of the different places reached (V42)."""
    cards = [table.figures.tables["goal_cards"]["list"][name] for name in seat.goals or ()]
    completed = sum(int(card["vp"]) for card in cards if {card["city"], card["town"]} <= set(seat.posts))
    reached = {card[kind] for card in cards for kind in ("city", "town")} & set(seat.posts)
    return completed + _destination_points(table, len(reached))


def _destination_points(table: Table, reached: int) -> int:
    return table.figures.number("goal_cards", "distinct_destinations_vp", str(reached))


def _close(table: Table) -> None:
    """Book the points for most contracts (V45) and close the game."""
    most = max(len(seat.filled) for seat in table.seats)
    for seat in table.seats:
        if most and len(seat.filled) == most:
            seat.points += table.figures.number("scoring", "most_contracts", "vp")
    table.phase = "over"


def final(table: Table, seat: Seat, fields: Fields) -> None:
    """Note what a seat has at the end in `points` tracking; the last one closes the game."""
    if table.phase != "goals" or seat.final is not None:
        refuse("once, after the last turn")
    count = FinalCount(**{**fields, "goals": tuple(fields.get("goals", ()))})
    _check_final(table, count)
    seat.final = count
    if not missing_seats(table):
        for each in table.seats:
            _score_final(table, each)
        _close(table)


def _check_final(table: Table, count: FinalCount) -> None:
    if min(count.coins, count.camels, count.goods) < 0:
        refuse("amounts are 0 or more")
    spaces = table.figures.tables["scoring"]["beijing_post"]
    taken = [seat.final.beijing for seat in table.seats if seat.final is not None]
    if count.beijing and (count.beijing not in spaces or count.beijing in taken):
        refuse("a free space in Beijing", "V44")
    known = table.figures.tables["goal_cards"]["list"]
    if len(count.goals) > 2 or len(set(count.goals)) < len(count.goals) or not set(count.goals) <= set(known):
        refuse("up to two different goal cards", "V42")
    # Of a completed card both places are reached, of any other card one at most.
    reached = {known[name][kind] for name in count.goals for kind in ("city", "town")}
    if not 0 <= count.reached - len(reached) <= 2 - len(count.goals):
        refuse("the places of the completed cards, and at most one of each other card", "V42")


def _score_final(table: Table, seat: Seat) -> None:
    """Book what a seat counted (V42 to V44)."""
    count = seat.final
    assert count is not None
    cards = table.figures.tables["goal_cards"]["list"]
    seat.points += sum(int(cards[name]["vp"]) for name in count.goals)
    seat.points += _destination_points(table, count.reached) + count.coins // 10
    if count.beijing:
        seat.points += count.beijing + count.goods // 2
    seat.camels = count.camels
