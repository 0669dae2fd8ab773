"""The moves of Marco Polo Expedition, rulings E1 to E19."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import count

from companion.games.expedition.corrections import correct
from companion.games.expedition.landings import (
    MOST_IN_CRATE,
    is_waiting,
    open_landings,
    with_crate,
    with_landing,
    without_more_crates,
)
from companion.games.expedition.scene import camel_colour
from companion.games.expedition.state import (
    CamelStep,
    Crate,
    EndTurn,
    Landing,
    NoCrates,
    Setup,
    State,
    StepPayment,
    Turn,
)
from companion.games.expedition.state_changes import gold_after, gold_line, with_camel_at, with_visited
from companion.rules.game import Total
from companion.rules.moves import Correct, Line, Move
from companion.rules.rule_errors import IllegalMoveError
from companion.rules.text import Text, say


def play(setup: Setup, state: State, seat: int, move: Move) -> tuple[State, tuple[Line, ...]]:
    """Return the state after this move, and its lines. Raises IllegalMoveError with the ruling that forbids it."""
    if isinstance(move, Correct):
        return correct(setup, state, seat, move)
    turn = turn_of(state, seat)
    match move:
        case Crate(space=None):
            return _crate(state, turn, move)
        case Crate(space=int(space)):
            return _crate_on(setup, state, space, move.value)
        case NoCrates():
            _check_waiting(setup, state)
            return _final_tally(setup, without_more_crates(state), seat, ())
        case CamelStep() | EndTurn() if is_waiting(setup, state):
            raise IllegalMoveError(say("expedition.refused.crates_first"), "E19")
        case CamelStep():
            return _step(setup, state, turn, move)
        case EndTurn():
            return _next_turn(state, seat), ()
    raise TypeError(f"no move of Expedition: {move!r}")


def turn_of(state: State, seat: int) -> Turn:
    """Return the current turn, which must be this seat's. Raises IllegalMoveError."""
    if state.turn is None:
        raise IllegalMoveError(say("refused.over"))
    if state.turn.seat != seat:
        raise IllegalMoveError(say("refused.turn", seat=state.turn.seat))
    return state.turn


def seats_of(state: State) -> range:
    """Return the seats, from 1."""
    return range(1, len(state.gold) + 1)


def next_space(setup: Setup, state: State, space: int) -> int:
    """Return the next free space after this one: occupied spaces are jumped (E2), Ganzhou is always free (E9)."""
    taken_spaces = {occupied for camels in state.camels for occupied in camels} - {setup.board.ganzhou}
    return next(ahead for ahead in count(space + 1) if ahead not in taken_spaces)


def is_late_landing(setup: Setup, state: State, space: int) -> bool:
    """Return whether a camel that lands here now is moved to Ganzhou at once (E11)."""
    zone = (setup.board.ganzhou, *(paid for paid, _ in setup.board.ganzhou_tally))
    return state.tallied and space in zone


def moving_camel(setup: Setup, state: State, turn: Turn, camel: int | None) -> int:
    """Return the camel that a step would move, from 1. Raises IllegalMoveError if it may not move now."""
    camels = len(state.camels[turn.seat - 1])
    if camel is None and camels > 1:
        raise IllegalMoveError(say("expedition.refused.which_camel"), "E15")
    chosen = camel or 1
    if camel is not None and not 1 <= camel <= camels:
        raise IllegalMoveError(_other_camels(setup, turn.seat), "E15")
    if turn.camel not in (None, chosen):
        colour = camel_colour(setup, turn.seat, turn.camel or 1)
        raise IllegalMoveError(say("expedition.refused.other_camel", colour=colour), "E15")
    if chosen in turn.stopped:
        raise IllegalMoveError(say("expedition.refused.late"), "E11")
    return chosen


def _other_camels(setup: Setup, seat: int) -> Text:
    """Return the camels that a seat has, for a step that names another."""
    if len(setup.colours[seat - 1]) == 1:
        return say("expedition.refused.one_camel")
    first, second = (camel_colour(setup, seat, camel) for camel in (1, 2))
    return say("expedition.refused.no_camel", first=first, second=second)


def check_ballast(setup: Setup, state: State, turn: Turn, camel: int) -> None:
    """Check that this camel may step by ballast: once a turn, with gold, onto a space an opponent reached (E4, E5)."""
    seat = turn.seat
    if turn.ballast_used:
        raise IllegalMoveError(say("expedition.refused.ballast_once"), "E4")
    if state.gold[seat - 1] < 1:
        raise IllegalMoveError(say("expedition.refused.ballast_gold"), "E4")
    space = next_space(setup, state, state.camels[seat - 1][camel - 1])
    if not any(space in state.visited[opponent - 1] for opponent in seats_of(state) if opponent != seat):
        raise IllegalMoveError(say("expedition.refused.ballast_unreached", space=space), "E5")


def total(gold: int, camels: Sequence[int]) -> Total:
    """Return a seat's total: most gold wins, and camels break ties (E14).

    The furthest camel counts first, then the second; if all are equal, the seats share their place.
    """
    spaces = sorted(camels, reverse=True)
    ties = say("expedition.ties", spaces=" ".join(map(str, spaces)))
    return Total(gold, gold, (gold, *spaces), ties=ties)


def _step(setup: Setup, state: State, turn: Turn, move: CamelStep) -> tuple[State, tuple[Line, ...]]:
    camel = moving_camel(setup, state, turn, move.camel)
    seat = turn.seat
    lines: list[Line] = []
    if move.by is StepPayment.BALLAST:
        check_ballast(setup, state, turn, camel)
        lines.append(gold_line(seat, -1, say("expedition.why.ballast"), "E4"))
    space = next_space(setup, state, state.camels[seat - 1][camel - 1])
    first = space not in state.reached
    crate = setup.board.crate_at(space) if first else 0
    if crate:
        lines.append(gold_line(seat, crate, say("expedition.why.crate", space=space), "E3"))
    late = is_late_landing(setup, state, space)
    turn = replace(
        turn,
        steps=turn.steps + 1,
        ballast_used=turn.ballast_used or move.by is StepPayment.BALLAST,
        camel=turn.camel if setup.both_camels or len(state.camels[seat - 1]) == 1 else camel,
        stopped=(*turn.stopped, camel) if late and setup.late_camel_stops else turn.stopped,
        crate_at=space if crate is None else None,
    )
    final_space = setup.board.ganzhou if late else space
    state = replace(
        state,
        gold=gold_after(state.gold, lines),
        camels=with_camel_at(state.camels, seat, camel, final_space),
        reached=tuple(sorted({*state.reached, space})),
        visited=with_visited(state.visited, seat, space, final_space),
        turn=turn,
        draws=None,
    )
    if crate is None:
        state = with_landing(state, Landing(space, seat))
    if space == setup.board.ganzhou and not state.tallied:
        return _interim_tally(setup, state, seat, lines)
    if space == setup.board.dadu and not open_landings(state):
        return _final_tally(setup, state, seat, lines)
    return state, tuple(lines)


def _crate(state: State, turn: Turn, move: Crate) -> tuple[State, tuple[Line, ...]]:
    """Take the crate of the space just reached (E3)."""
    if turn.crate_at is None:
        raise IllegalMoveError(say("expedition.refused.no_crate"), "E3")
    return _take_crate(state, Landing(turn.crate_at, turn.seat), move.value, "E3")


def _crate_on(setup: Setup, state: State, space: int, value: int) -> tuple[State, tuple[Line, ...]]:
    """Take the crate of any space where nobody has noted one; after the last one, Dadu pays (E19)."""
    _check_waiting(setup, state)
    landing = next((landing for landing in open_landings(state) if landing.space == space), None)
    if landing is None:
        raise IllegalMoveError(say("expedition.refused.crate_elsewhere", space=space), "E19")
    state, lines = _take_crate(state, landing, value, "E19")
    if open_landings(state) or state.turn is None:
        return state, lines
    return _final_tally(setup, state, state.turn.seat, lines)


def _check_waiting(setup: Setup, state: State) -> None:
    """Refuse an answer for the whole table as long as no camel has reached Dadu (E19)."""
    if not is_waiting(setup, state):
        raise IllegalMoveError(say("expedition.refused.crates_later"), "E19")


def _take_crate(state: State, landing: Landing, value: int, ruling: str) -> tuple[State, tuple[Line, ...]]:
    """Give the crate of a space to the seat that landed there first."""
    if not 1 <= value <= MOST_IN_CRATE:
        raise IllegalMoveError(say("expedition.refused.crate_value"), "E3")
    line = gold_line(landing.seat, value, say("expedition.why.crate", space=landing.space), ruling)
    state = replace(state, gold=gold_after(state.gold, [line]))
    return with_crate(state, replace(landing, crate=value)), (line,)


def _interim_tally(setup: Setup, state: State, seat: int, lines: list[Line]) -> tuple[State, tuple[Line, ...]]:
    """Pay every camel in the zone of the tally, move them to Ganzhou, and begin the next seat's turn (E7, E8, E10)."""
    pay = dict(setup.board.ganzhou_tally)
    shares = _shares(state, pay, "expedition.why.ganzhou", "E8")
    camels = tuple(tuple(setup.board.ganzhou if space in pay else space for space in spaces) for spaces in state.camels)
    visited = state.visited
    for mover, (before, after) in enumerate(zip(state.camels, camels, strict=True), 1):
        if before != after:
            visited = with_visited(visited, mover, setup.board.ganzhou)
    state = replace(state, gold=gold_after(state.gold, shares), camels=camels, visited=visited, tallied=True)
    return _next_turn(state, seat), (*lines, *shares)


def _final_tally(setup: Setup, state: State, seat: int, lines: Sequence[Line]) -> tuple[State, tuple[Line, ...]]:
    """Pay every camel close to Dadu and end the game (E13)."""
    shares = _shares(state, dict(setup.board.dadu_tally), "expedition.why.dadu", "E13")
    return replace(state, gold=gold_after(state.gold, shares), turn=None, draws=seat), (*lines, *shares)


def _shares(state: State, pay: Mapping[int, int], why: str, ruling: str) -> list[Line]:
    """Return the lines of a tally, from the furthest camel back, in seat order on the same space."""
    entries = [
        (space, seat, camel)
        for seat in seats_of(state)
        for camel, space in enumerate(state.camels[seat - 1], 1)
        if pay.get(space, 0) > 0
    ]
    entries.sort(key=lambda share: (-share[0], share[1:]))
    return [gold_line(seat, pay[space], say(why, space=space, camel=camel), ruling) for space, seat, camel in entries]


def _next_turn(state: State, seat: int) -> State:
    """Begin the turn of the next seat; this seat has a card to draw, however its turn ended (E6, E7)."""
    return replace(state, turn=Turn(seat=seat % len(state.gold) + 1), turn_no=state.turn_no + 1, draws=seat)
