"""Rounds and turns: the start of a round, the order of turns, and the start player (V2, V5 to V8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.games.voyages.amounts import Amounts
from companion.games.voyages.bonus_actions import check_faces
from companion.games.voyages.coloured_dice import WHITE, ColouredDie, sorted_dice
from companion.games.voyages.contracts import new_row
from companion.games.voyages.final_scoring import score_if_settled
from companion.games.voyages.incomes import book_incomes
from companion.games.voyages.moves import Compensate, EndTurn, Roll
from companion.games.voyages.pending import add_black_die, book_automatic
from companion.games.voyages.printed_parts import Person
from companion.games.voyages.spaces import starting_spaces
from companion.games.voyages.state import LineSource, PendingItem, Phase, PlayerBoard, Reason, Setup, State, Turn
from companion.games.voyages.state_changes import Outcome, board_of, gain, refusal_error, with_board


def begin_round(setup: Setup, state: State, *, follows: bool = True) -> Outcome:
    """Begin the current round: row, dice back, incomes; Raschid's dice need no roll (V5, V34).

    The incomes follow the move that ended what was before, except in a game that begins with them.
    """
    boards = tuple(_board_for_round(setup, seat, board) for seat, board in enumerate(state.boards, 1))
    dealt = state.phase is Phase.SETUP and bool(state.market.row)
    state = replace(
        state,
        boards=boards,
        cities=tuple(replace(city, used=()) for city in state.cities),
        market=new_row(setup, state.market) if setup.full and not dealt else state.market,
        black=setup.edition.start.black_dice,
        spaces=starting_spaces(setup) if setup.full else state.spaces,
        phase=Phase.ROLLS,
        first=state.last_traveller or state.first,
        last_traveller=None,
        turn=None,
    )
    if not setup.full:
        return state, ()
    state, lines = book_incomes(setup, state, follows=follows)
    state, more = book_automatic(setup, state)
    return state, (*lines, *more)


def _board_for_round(setup: Setup, seat: int, board: PlayerBoard) -> PlayerBoard:
    raschid = setup.is_person(seat, Person.RASCHID)
    dice = (ColouredDie(setup.colour(seat), None),) * setup.edition.start.dice if raschid else ()
    return replace(board, dice=dice, spent=0, rolled=raschid, missing=0)


def dice_rolled(setup: Setup, seat: int) -> int:
    """Return the number of dice that a seat rolls: its own, and Matteo's white one (V35)."""
    return setup.edition.start.dice + int(setup.is_person(seat, Person.MATTEO))


def roll(setup: Setup, state: State, seat: int, move: Roll) -> Outcome:
    """Roll the seat's dice, the white one last; a sum below 15 gives compensation (V5, V7)."""
    wanted = dice_rolled(setup, seat)
    white_one = len(move.chance) != wanted > setup.edition.start.dice
    check_faces(move.chance, wanted, "V35" if white_one else "V5")
    own, white = move.chance[: setup.edition.start.dice], move.chance[setup.edition.start.dice :]
    dice = sorted_dice(
        (*(ColouredDie(setup.colour(seat), value) for value in own), *(ColouredDie(WHITE, value) for value in white))
    )
    missing = max(0, setup.edition.start.missing_below - sum(move.chance)) if setup.full else 0
    board = replace(board_of(state, seat), dice=dice, rolled=True, missing=missing)
    return with_board(state, seat, board), ()


def roll_gained_die(state: State, seat: int, move: Roll, pending: PendingItem) -> Outcome:
    """Roll a black die that was gained (V27)."""
    check_faces(move.chance, 1, "V27")
    return add_black_die(state, seat, move.chance[0]), ()


def compensate(setup: Setup, state: State, seat: int, move: Compensate) -> Outcome:
    """Take coins and camels, one for each missing point of the dice (V7)."""
    board = board_of(state, seat)
    if move.coins < 0 or move.camels < 0 or move.coins + move.camels != board.missing:
        raise refusal_error("compensation", "V7", n=board.missing)
    state = with_board(state, seat, replace(board, missing=0))
    gives = Amounts(coins=move.coins, camels=move.camels)
    return gain(state, seat, gives, Reason(LineSource.COMPENSATION))


def begin_turns(state: State) -> State:
    """Begin the turn of the start player, once all seats have answered, rolled and taken compensation (V5)."""
    if state.phase is not Phase.ROLLS or state.pending:
        return state
    if any(not board.rolled or board.missing for board in state.boards):
        return state
    return replace(state, phase=Phase.TURNS, turn=Turn(state.first), turn_no=state.turn_no + 1)


def check_end_turn(setup: Setup, state: State, seat: int) -> None:
    """Check that a turn may end: its action was played, or no dice are left (V8). Raises IllegalMoveError."""
    if setup.full and state.turn is not None and not state.turn.acted and board_of(state, seat).dice:
        raise refusal_error("act_first", "V8")


def end_turn(setup: Setup, state: State, seat: int, move: EndTurn) -> Outcome:
    """Pass the turn to the next seat with a die, or end the round (V5, V8)."""
    board = board_of(state, seat)
    if setup.full and move.used is not None:
        raise refusal_error("used_known", "V8")
    if not setup.full:
        if move.used is None or not 1 <= move.used <= board.dice_left:
            raise refusal_error("used", "V8", n=board.dice_left)
        state = with_board(state, seat, replace(board, spent=board.spent + move.used))
    following = next_with_dice(state, seat)
    if following is None:
        return _end_round(setup, state)
    return replace(state, turn=Turn(following), turn_no=state.turn_no + 1), ()


def next_with_dice(state: State, seat: int) -> int | None:
    """Return the next seat clockwise that has a die; it may be the same seat again (V8)."""
    order: Sequence[int] = [*range(seat + 1, len(state.boards) + 1), *range(1, seat + 1)]
    return next((candidate for candidate in order if board_of(state, candidate).dice_left), None)


def _end_round(setup: Setup, state: State) -> Outcome:
    if state.round < setup.edition.start.rounds:
        return begin_round(setup, replace(state, round=state.round + 1))
    return score_if_settled(setup, replace(state, phase=Phase.GOALS, turn=None))
