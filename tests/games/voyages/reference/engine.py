"""Engine of The Voyages of Marco Polo, written from the rulings alone: plays moves, tells whose move it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.games.voyages.reference import actions, bonus, points
from tests.games.voyages.reference.city_cards import city_card
from tests.games.voyages.reference.contracts import name_contract
from tests.games.voyages.reference.end import final, leave_goals, missing_seats, reveal_goals
from tests.games.voyages.reference.fields import check_fields
from tests.games.voyages.reference.gains import answer
from tests.games.voyages.reference.rounds import compensate, end_turn, is_awaited, roll, settle_incomes
from tests.games.voyages.reference.setup import set_up
from tests.games.voyages.reference.setup_moves import begin_if_set_up, play_set_up, seats_of_step
from tests.games.voyages.reference.state import ROWS, Fields, Seat, Table, refuse

Handler = Callable[[Table, Seat, Fields], None]


def _correct(table: Table, seat: Seat, fields: Fields) -> None:
    """Change what a seat holds to what lies on the table; points alone may go below 0."""
    names = list(ROWS.values()) if table.full else ["points"]
    what: str = fields["what"]
    if what not in names:
        refuse(f"{what} cannot be corrected")
    amount = getattr(seat, what) + fields["by"]
    if amount < 0 and what != "points":
        refuse(f"{what} would be below 0")
    setattr(seat, what, amount)


FULL_TURN: dict[str, Handler] = {
    "take_five": actions.take_five,
    "bazaar": actions.bazaar,
    "khan": actions.khan,
    "contracts": actions.contracts,
    "travel": actions.travel,
    "city_card": city_card,
    "fulfil": bonus.fulfil,
    "take_three": bonus.take_three,
    "reroll": bonus.reroll,
    "turn_die": bonus.turn_die,
    "black_die": bonus.black_die,
    "end_turn": lambda table, seat, _fields: end_turn(table, seat),
}
POINTS_TURN: dict[str, Handler] = {
    "travelled": points.travelled,
    "post": points.post,
    "contract": points.contract,
    "reroll": points.reroll,
    "turn_die": points.turn_die,
    "black_die": points.black_die,
    "end_turn": points.end_turn,
}
ANY_TIME: dict[str, Handler] = {
    "correct": _correct,
    "name": name_contract,
    "reveal_goals": reveal_goals,
    "leave_goals": lambda table, seat, _fields: leave_goals(table, seat),
    "score": points.score,
    "final": final,
}
IN_SET_UP = ("correct", "name")
"""Moves that any seat may make during the set-up as well."""
ANSWERS = ("choose", "keep", "decline", "step")


class Engine:
    """One game: its moves, and what they lead to."""

    def __init__(self, names: list[str], options: dict[str, Any]) -> None:
        self.table = set_up(names, options)
        begin_if_set_up(self.table)

    def play(self, seat: int, move: str, fields: dict[str, Any]) -> None:
        """Play a move of a seat; raise RefusedError and change nothing where the rules do not allow it."""
        if not 1 <= seat <= len(self.table.seats):
            refuse(f"no seat {seat}")
        if self.is_over():
            refuse("the game is over")
        check_fields(self.table.full, move, fields)
        table = self.table.copy()
        _play(table, table.seats[seat - 1], move, fields)
        self.table = table

    def is_over(self) -> bool:
        """Tell whether the game is over."""
        return self.table.phase == "over"

    def active_seats(self) -> list[int]:
        """Return the seats without which the game cannot go on."""
        table = self.table
        if table.phase == "setup":
            return [number for numbers in seats_of_step(table).values() for number in numbers]
        if table.phase == "incomes":
            return [seat.number for seat in table.seats if is_awaited(seat)]
        if table.phase == "turns":
            return [table.turn]
        return missing_seats(table) if table.phase == "goals" else []

    def turn(self) -> int | None:
        """Return the seat whose turn it is, None during incomes, rolls and goals and when over."""
        return self.table.turn if self.table.phase == "turns" else None

    def holdings(self, seat: int) -> dict[str, Any]:
        """Return what a seat holds by the names of the view; `points` tracking knows no coins, camels and goods."""
        holder = self.table.seats[seat - 1]
        held = list(ROWS.values()) if self.table.full else ["points"]
        return {
            **{name: getattr(holder, name) for name in held},
            "posts": len(holder.posts),
            "contracts": len(holder.filled),
            "dice": [str(die) for die in holder.dice] if holder.dice_left else [],
        }

    def total(self, seat: int) -> int:
        """Return the points of a seat."""
        return self.table.seats[seat - 1].points

    def rank(self, seat: int) -> int:
        """Return 1 and the number of seats with more points, or as many points and more camels (V46)."""
        own = self._standing(self.table.seats[seat - 1])
        return 1 + sum(self._standing(other) > own for other in self.table.seats)

    def _standing(self, seat: Seat) -> tuple[int, int]:
        # In `points` tracking camels are known only once the game is over.
        return seat.points, seat.camels if self.table.full or self.is_over() else 0


def _play(table: Table, seat: Seat, move: str, fields: Fields) -> None:
    if table.phase == "setup" and move not in IN_SET_UP:
        play_set_up(table, seat, move, fields)
    elif move in ANY_TIME:
        ANY_TIME[move](table, seat, fields)
    elif table.phase == "incomes":
        _play_incomes(table, seat, move, fields)
    elif table.phase == "turns" and table.turn == seat.number:
        _play_turn(table, seat, move, fields)
    else:
        refuse("it is not the turn of this seat", "V8")


def _play_incomes(table: Table, seat: Seat, move: str, fields: Fields) -> None:
    """Play an answer, a roll or a compensation; seats do so side by side."""
    if move in ANSWERS:
        answer(table, seat, move, fields)
    elif move == "roll":
        roll(table, seat, fields)
    elif move == "compensate":
        compensate(table, seat, fields)
    else:
        refuse("incomes and rolls come first", "V5")
    settle_incomes(table)


def _play_turn(table: Table, seat: Seat, move: str, fields: Fields) -> None:
    """Play a move of the seat whose turn it is; what waits is answered first."""
    if seat.waiting or move in ANSWERS:
        answer(table, seat, move, fields)
        return
    handlers = FULL_TURN if table.full else POINTS_TURN
    if move not in handlers:
        refuse(f"{move} is no move of a turn")
    handlers[move](table, seat, fields)
