"""State changes that all rules share: booking lines, adding pending items, and replacing boards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.games.voyages.amounts import Amounts
from companion.games.voyages.labels import place_label
from companion.games.voyages.state import LineSource, PendingItem, PendingKind, PlayerBoard, Reason, SeatPurse, State
from companion.rules.moves import Line
from companion.rules.rule_errors import IllegalMoveError
from companion.rules.seat_values import with_value
from companion.rules.text import Text, say

Lines = tuple[Line, ...]
Outcome = tuple[State, Lines]
RULINGS = {
    LineSource.START: "V1",
    LineSource.COMPENSATION: "V7",
    LineSource.FEE: "V9",
    LineSource.TAKE_FIVE: "V12",
    LineSource.BAZAAR: "V13",
    LineSource.KHAN: "V14",
    LineSource.ROW: "V15",
    LineSource.FARE: "V16",
    LineSource.ROAD: "V16",
    LineSource.POSTS: "V17",
    LineSource.LAST_POST: "V41",
    LineSource.TOWN: "V20",
    LineSource.BONUS: "V21",
    LineSource.CARD: "V22",
    LineSource.OWN_TOWN: "V23",
    LineSource.OTHER_TOWN: "V24",
    LineSource.STEP: "V25",
    LineSource.CONTRACT: "V29",
    LineSource.TAKE_THREE: "V30",
    LineSource.REROLL: "V31",
    LineSource.TURN_DIE: "V32",
    LineSource.BLACK_DIE: "V33",
    LineSource.MATTEO: "V35",
    LineSource.MERCATOR: "V37",
    LineSource.NICCOLO_MARCO: "V38",
    LineSource.JOHANNES: "V40",
    LineSource.OTHER_CHARACTER: "V4",
    LineSource.GOALS: "V42",
    LineSource.REACHED: "V42",
    LineSource.COINS: "V43",
    LineSource.BEIJING: "V44",
    LineSource.GOODS: "V44",
    LineSource.MOST_CONTRACTS: "V45",
}
"""The ruling that is cited for each source."""
_DECISIONS = (
    ("good", PendingKind.GOOD),
    ("two_goods", PendingKind.TWO_GOODS),
    ("other_town", PendingKind.TOWN),
    ("contract", PendingKind.CONTRACT),
    ("black_die", PendingKind.BLACK_DIE),
)
"""The gains that ask the seat for a decision, in the order in which they become pending; steps come last."""


def board_of(state: State, seat: int) -> PlayerBoard:
    """Return the player board of a seat."""
    return state.boards[seat - 1]


def with_board(state: State, seat: int, board: PlayerBoard) -> State:
    """Return the state with another board for a seat."""
    return replace(state, boards=with_value(state.boards, seat, board))


def seats_of(state: State) -> range:
    """Return the seats, from 1."""
    return range(1, len(state.boards) + 1)


def reason_text(reason: Reason) -> Text:
    """Return the text of a reason."""
    key = f"voyages.why.{reason.source.value}"
    return say(key) if reason.place is None else say(key, place=place_label(reason.place))


def book_lines(state: State, lines: Sequence[Line]) -> State:
    """Return the state with these lines booked."""
    for line in lines:
        board = board_of(state, line.seat)
        state = with_board(state, line.seat, replace(board, purse=_changed_purse(board.purse, line.what, line.by)))
    return state


def _changed_purse(purse: SeatPurse, thing: str, by: int) -> SeatPurse:
    return replace(purse, **{thing: getattr(purse, thing) + by})


def _lines(seat: int, amounts: Amounts, sign: int, reason: Reason, follows: bool) -> Lines:
    why, ruling = reason_text(reason), RULINGS[reason.source]
    return tuple(Line(seat, thing, sign * n, why, ruling, follows=follows) for thing, n in amounts.held)


def gain(state: State, seat: int, amounts: Amounts, reason: Reason, *, follows: bool = False) -> Outcome:
    """Book the fixed amounts at once, and append those that need a decision to the pending items."""
    lines = _lines(seat, amounts, 1, reason, follows)
    state = book_lines(state, lines)
    items = [PendingItem(seat, want, reason) for name, want in _DECISIONS for _ in range(getattr(amounts, name))]
    if amounts.step:
        items.append(PendingItem(seat, PendingKind.STEP, reason, n=amounts.step))
    return add_pending(state, *items), lines


def pay(state: State, seat: int, amounts: Amounts, reason: Reason) -> Outcome:
    """Book a cost, which must have been checked with `check_can_pay`."""
    lines = _lines(seat, amounts, -1, reason, follows=False)
    return book_lines(state, lines), lines


def add_pending(state: State, *items: PendingItem) -> State:
    """Return the state with more pending items, after those that it has."""
    return replace(state, pending=(*state.pending, *items)) if items else state


def lacking_thing(purse: SeatPurse, cost: Amounts) -> str | None:
    """Return the first thing that a purse has too little of; points may be missing (V22)."""
    return next((thing for thing, n in cost.held if thing != "points" and getattr(purse, thing) < n), None)


def check_can_pay(state: State, seat: int, cost: Amounts, ruling: str) -> None:
    """Check that a seat can pay all of this at once. Raises IllegalMoveError with what it lacks."""
    purse = board_of(state, seat).purse
    thing = lacking_thing(purse, cost)
    if thing is not None:
        n, have = getattr(cost, thing), getattr(purse, thing)
        raise IllegalMoveError(say(f"voyages.refused.lacks_{thing}", n=n, have=have), ruling)


def refusal_error(reason: str, ruling: str | None = None, **args: int | str | Text) -> IllegalMoveError:
    """Return the error that refuses a move, with a reason of this game."""
    return IllegalMoveError(say(f"voyages.refused.{reason}", **args), ruling)
