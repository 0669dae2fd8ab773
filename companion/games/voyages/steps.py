"""State changes that all rules share: booking lines, adding pending items, and replacing boards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.games.voyages.amounts import Amounts
from companion.games.voyages.called import place_word
from companion.games.voyages.state import Because, Owed, PlayerBoard, Purse, Source, State, Want
from companion.rules.moves import Line
from companion.rules.rule_errors import IllegalMoveError
from companion.rules.text import Text, say

Lines = tuple[Line, ...]
Step = tuple[State, Lines]
RULINGS = {
    Source.START: "V1",
    Source.COMPENSATION: "V7",
    Source.FEE: "V9",
    Source.TAKE_FIVE: "V12",
    Source.BAZAAR: "V13",
    Source.KHAN: "V14",
    Source.ROW: "V15",
    Source.FARE: "V16",
    Source.ROAD: "V16",
    Source.POSTS: "V17",
    Source.LAST_POST: "V41",
    Source.TOWN: "V20",
    Source.BONUS: "V21",
    Source.CARD: "V22",
    Source.OWN_TOWN: "V23",
    Source.OTHER_TOWN: "V24",
    Source.STEP: "V25",
    Source.CONTRACT: "V29",
    Source.TAKE_THREE: "V30",
    Source.REROLL: "V31",
    Source.TURN_DIE: "V32",
    Source.BLACK_DIE: "V33",
    Source.MATTEO: "V35",
    Source.MERCATOR: "V37",
    Source.NICCOLO_MARCO: "V38",
    Source.JOHANNES: "V40",
    Source.OTHER_CHARACTER: "V4",
    Source.GOALS: "V42",
    Source.REACHED: "V42",
    Source.COINS: "V43",
    Source.BEIJING: "V44",
    Source.GOODS: "V44",
    Source.MOST_CONTRACTS: "V45",
}
"""The ruling that is cited for each source."""
_ASKING = (
    ("good", Want.GOOD),
    ("two_goods", Want.TWO_GOODS),
    ("other_town", Want.TOWN),
    ("contract", Want.CONTRACT),
    ("black_die", Want.BLACK_DIE),
)
"""The gains that ask the seat for a decision, in the order in which they become pending; steps come last."""


def board_of(state: State, seat: int) -> PlayerBoard:
    """Return the player board of a seat."""
    return state.boards[seat - 1]


def with_board(state: State, seat: int, board: PlayerBoard) -> State:
    """Return the state with another board for a seat."""
    return replace(state, boards=(*state.boards[: seat - 1], board, *state.boards[seat:]))


def seats_of(state: State) -> range:
    """Return the seats, from 1."""
    return range(1, len(state.boards) + 1)


def why_of(because: Because) -> Text:
    """Return the text of a reason."""
    key = f"voyages.why.{because.source.value}"
    return say(key) if because.at is None else say(key, place=place_word(because.at))


def booked(state: State, lines: Sequence[Line]) -> State:
    """Return the state with these lines booked."""
    for line in lines:
        board = board_of(state, line.seat)
        state = with_board(state, line.seat, replace(board, purse=_with(board.purse, line.what, line.by)))
    return state


def _with(purse: Purse, what: str, by: int) -> Purse:
    return replace(purse, **{what: getattr(purse, what) + by})


def _lines(seat: int, amounts: Amounts, sign: int, because: Because, follows: bool) -> Lines:
    why, ruling = why_of(because), RULINGS[because.source]
    return tuple(Line(seat, what, sign * n, why, ruling, follows=follows) for what, n in amounts.held)


def gained(state: State, seat: int, amounts: Amounts, because: Because, *, follows: bool = False) -> Step:
    """Book the fixed amounts at once, and append those that need a decision to the pending items."""
    lines = _lines(seat, amounts, 1, because, follows)
    state = booked(state, lines)
    waits = [Owed(seat, want, because) for name, want in _ASKING for _ in range(getattr(amounts, name))]
    if amounts.step:
        waits.append(Owed(seat, Want.STEP, because, n=amounts.step))
    return waiting_too(state, *waits), lines


def paid(state: State, seat: int, amounts: Amounts, because: Because) -> Step:
    """Book a cost, which must have been checked with `check_pays`."""
    lines = _lines(seat, amounts, -1, because, follows=False)
    return booked(state, lines), lines


def waiting_too(state: State, *owed: Owed) -> State:
    """Return the state with more pending items, after those that it has."""
    return replace(state, owed=(*state.owed, *owed)) if owed else state


def lacking(purse: Purse, cost: Amounts) -> str | None:
    """Return the first thing that a purse has too little of; points may be missing (V22)."""
    return next((what for what, n in cost.held if what != "points" and getattr(purse, what) < n), None)


def check_pays(state: State, seat: int, cost: Amounts, ruling: str) -> None:
    """Check that a seat can pay all of this at once. Raises IllegalMoveError with what it lacks."""
    purse = board_of(state, seat).purse
    what = lacking(purse, cost)
    if what is not None:
        n, have = getattr(cost, what), getattr(purse, what)
        raise IllegalMoveError(say(f"voyages.refused.lacks_{what}", n=n, have=have), ruling)


def refused(reason: str, ruling: str | None = None, **args: int | str | Text) -> IllegalMoveError:
    """Return the error that refuses a move, with a reason of this game."""
    return IllegalMoveError(say(f"voyages.refused.{reason}", **args), ruling)
