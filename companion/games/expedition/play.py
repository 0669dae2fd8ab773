"""The rules of Marco Polo Expedition: set-up and moves, rulings E1 to E17."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import count
from typing import TypeVar

from companion.games.expedition.board_figures import board_from
from companion.games.expedition.components import component
from companion.games.expedition.state import CamelStep, Crate, EndTurn, Setup, State, StepPayment, Turn
from companion.rules.fields import Json
from companion.rules.game import Correctable, Total
from companion.rules.match_functions import check_correction
from companion.rules.moves import Correct, Line, Move
from companion.rules.rule_errors import IllegalMoveError, MalformedError
from companion.rules.text import Text, say

T = TypeVar("T")
COLOURS: tuple[str, ...] = ("blue", "red", "green", "yellow", "violet")
MOST_CORRECTED = 999
_FLAG_OPTIONS = ("both_camels", "late_camel_stops")


def begin(names: Sequence[str], options: Mapping[str, Json]) -> tuple[Setup, State, tuple[Line, ...]]:
    """Begin a game, with camels on the first spaces in seat order, one space further each.

    With two players each has two camels, placed alternately (E15).
    """
    if not 2 <= len(names) <= 5:
        raise MalformedError(say("error.seats", low=2, high=5), "seats")
    flags = {name: _flag(options, name) for name in _FLAG_OPTIONS}
    board = board_from({name: value for name, value in options.items() if name not in (*_FLAG_OPTIONS, "colours")})
    camels_each = 2 if len(names) == 2 else 1
    if flags["both_camels"] and camels_each == 1:
        raise MalformedError(say("error.both_camels"), "both_camels")
    last = board.ormuz + len(names) * camels_each - 1
    if last >= board.ganzhou:
        raise MalformedError(say("error.out_of_bounds", low=last + 1, high=board.dadu - 1), "track.ganzhou")
    setup = Setup(
        names=tuple(names),
        colours=colours_from(options.get("colours"), len(names), camels_each),
        board=board,
        both_camels=bool(flags["both_camels"]),
        late_camel_stops=flags["late_camel_stops"] is not False,
    )
    camels = tuple(
        tuple(board.ormuz + seat + camel * len(names) for camel in range(camels_each)) for seat in range(len(names))
    )
    state = State(
        gold=(board.start_gold,) * len(names),
        camels=camels,
        reached=(),
        visited=camels,
        untold=(0,) * len(names),
        tallied=False,
        turn=Turn(seat=1),
    )
    ruling = "E15" if camels_each == 2 else "E1"
    start = say("expedition.why.start")
    return setup, state, tuple(_gold_line(seat, board.start_gold, start, ruling) for seat in seats_of(state))


def play(setup: Setup, state: State, seat: int, move: Move) -> tuple[State, tuple[Line, ...]]:
    """Return the state after this move, and its lines. Raises IllegalMoveError with the ruling that forbids it."""
    if isinstance(move, Correct):
        return _correct(setup, state, seat, move)
    turn = turn_of(state, seat)
    match move:
        case CamelStep():
            return _step(setup, state, turn, move)
        case Crate():
            return _crate(state, turn, move)
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
        raise IllegalMoveError(say("expedition.refused.no_camel", camel=camel), "E15")
    if turn.camel not in (None, chosen):
        raise IllegalMoveError(say("expedition.refused.other_camel", camel=turn.camel or 0), "E15")
    if chosen in turn.stopped:
        raise IllegalMoveError(say("expedition.refused.late"), "E11")
    return chosen


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


def correctable(setup: Setup, state: State, seat: int) -> tuple[Correctable, ...]:
    """Return the possible corrections: gold, each camel's space, and a crate that was taken but not named (E3).

    No correction leads to Dadu: only a step reaches it (E13).
    """
    board, spaces = setup.board, enumerate(state.camels[seat - 1], 1)
    result = [Correctable("gold", -state.gold[seat - 1], MOST_CORRECTED)]
    if state.untold[seat - 1]:
        result.append(Correctable("crate", 1, 2))
    result += [Correctable(f"space:{camel}", board.ormuz - space, board.dadu - 1 - space) for camel, space in spaces]
    return tuple(result)


def colours_from(value: Json, seats: int, camels_each: int) -> tuple[tuple[str, ...], ...]:
    """Return the colours of each seat's camels.

    `value` has an entry for each seat: a name, a list of up to `camels_each` names, or null. Missing colours are filled
    in with free ones.
    """
    if value is None:
        value = []
    if not isinstance(value, list) or len(value) > seats:
        raise MalformedError(say("error.colours", seats=seats), "colours")
    colours_by_seat = [_colours_of(entry, f"colours.{index}", camels_each) for index, entry in enumerate(value)]
    named = [colour for colours in colours_by_seat for colour in colours]
    if duplicates := [colour for colour in named if named.count(colour) > 1]:
        raise MalformedError(say("error.colour_twice", colour=duplicates[0]), "colours")
    free = iter([colour for colour in COLOURS if colour not in named])
    result = [*colours_by_seat, *([] for _ in range(seats - len(colours_by_seat)))]
    for camel in range(camels_each):
        for colours in result:
            if len(colours) <= camel:
                colours.append(next(free))
    return tuple(tuple(colours) for colours in result)


def _colours_of(entry: Json, path: str, camels_each: int) -> list[str]:
    """Return the colours in one seat's entry: a name, a list of names, or null for none."""
    entries = entry if isinstance(entry, list) else [] if entry is None else [entry]
    if len(entries) > camels_each:
        raise MalformedError(say("error.wrong_length", wanted=camels_each), path)
    colours = [colour for colour in entries if isinstance(colour, str) and colour in COLOURS]
    if len(colours) < len(entries):
        raise MalformedError(say("error.unknown_word", wanted=", ".join(COLOURS)), path)
    return colours


def _flag(options: Mapping[str, Json], name: str) -> bool | None:
    value = options.get(name)
    if not isinstance(value, bool | None):
        raise MalformedError(say("error.wrong_type", wanted="boolean"), name)
    return value


def _step(setup: Setup, state: State, turn: Turn, move: CamelStep) -> tuple[State, tuple[Line, ...]]:
    camel = moving_camel(setup, state, turn, move.camel)
    seat = turn.seat
    lines: list[Line] = []
    if move.by is StepPayment.BALLAST:
        check_ballast(setup, state, turn, camel)
        lines.append(_gold_line(seat, -1, say("expedition.why.ballast"), "E4"))
    space = next_space(setup, state, state.camels[seat - 1][camel - 1])
    first = space not in state.reached
    crate = setup.board.crate_at(space) if first else 0
    if crate:
        lines.append(_gold_line(seat, crate, say("expedition.why.crate", space=space), "E3"))
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
        gold=_gold_after(state.gold, lines),
        camels=_with_camel_at(state.camels, seat, camel, final_space),
        reached=tuple(sorted({*state.reached, space})),
        visited=_with_visited(state.visited, seat, space, final_space),
        untold=_with_count(state.untold, seat, int(crate is None)),
        turn=turn,
        draws=None,
    )
    if space == setup.board.ganzhou and not state.tallied:
        return _interim_tally(setup, state, seat, lines)
    if space == setup.board.dadu:
        return _final_tally(setup, state, seat, lines)
    return state, tuple(lines)


def _interim_tally(setup: Setup, state: State, seat: int, lines: list[Line]) -> tuple[State, tuple[Line, ...]]:
    """Pay every camel in the zone of the tally, move them to Ganzhou, and begin the next seat's turn (E7, E8, E10)."""
    pay = dict(setup.board.ganzhou_tally)
    shares = _shares(state, pay, "expedition.why.ganzhou", "E8")
    camels = tuple(tuple(setup.board.ganzhou if space in pay else space for space in spaces) for spaces in state.camels)
    visited = state.visited
    for mover, (before, after) in enumerate(zip(state.camels, camels, strict=True), 1):
        if before != after:
            visited = _with_visited(visited, mover, setup.board.ganzhou)
    state = replace(state, gold=_gold_after(state.gold, shares), camels=camels, visited=visited, tallied=True)
    return _next_turn(state, seat), (*lines, *shares)


def _final_tally(setup: Setup, state: State, seat: int, lines: list[Line]) -> tuple[State, tuple[Line, ...]]:
    """Pay every camel close to Dadu and end the game (E13)."""
    shares = _shares(state, dict(setup.board.dadu_tally), "expedition.why.dadu", "E13")
    return replace(state, gold=_gold_after(state.gold, shares), turn=None, draws=seat), (*lines, *shares)


def _shares(state: State, pay: Mapping[int, int], why: str, ruling: str) -> list[Line]:
    """Return the lines of a tally, from the furthest camel back, in seat order on the same space."""
    entries = [
        (space, seat, camel)
        for seat in seats_of(state)
        for camel, space in enumerate(state.camels[seat - 1], 1)
        if pay.get(space, 0) > 0
    ]
    entries.sort(key=lambda share: (-share[0], share[1:]))
    return [_gold_line(seat, pay[space], say(why, space=space, camel=camel), ruling) for space, seat, camel in entries]


def _crate(state: State, turn: Turn, move: Crate) -> tuple[State, tuple[Line, ...]]:
    if turn.crate_at is None:
        raise IllegalMoveError(say("expedition.refused.no_crate"), "E3")
    if move.value not in (1, 2):
        raise IllegalMoveError(say("expedition.refused.crate_value"), "E3")
    line = _gold_line(turn.seat, move.value, say("expedition.why.crate", space=turn.crate_at), "E3")
    return _crate_named(replace(state, gold=_gold_after(state.gold, [line])), turn.seat), (line,)


def _correct(setup: Setup, state: State, seat: int, move: Correct) -> tuple[State, tuple[Line, ...]]:
    check_correction(move, correctable(setup, state, seat), partial(component, setup), over=state.turn is None)
    if move.what == "crate":
        line = Line(seat, "gold", move.by, say("expedition.why.crate_late"), None)
        return _crate_named(replace(state, gold=_gold_after(state.gold, [line])), seat), (line,)
    why = say("why.correction", note=move.note)
    line = Line(seat, move.what, move.by, why, None)
    if move.what == "gold":
        return replace(state, gold=_gold_after(state.gold, [line])), (line,)
    camel = int(move.what.removeprefix("space:"))
    old_space = state.camels[seat - 1][camel - 1]
    space = old_space + move.by
    # A correction does not say how the camel got there: all spaces it passed count as reached (E5).
    visited = _with_visited(state.visited, seat, space, *range(old_space + 1, space))
    return replace(state, camels=_with_camel_at(state.camels, seat, camel, space), visited=visited), (line,)


def _crate_named(state: State, seat: int) -> State:
    """Return the state after a seat has named one crate more; it is not asked again about the space just reached."""
    state = replace(state, untold=_with_count(state.untold, seat, -1))
    if state.turn is None or state.turn.seat != seat:
        return state
    return replace(state, turn=replace(state.turn, crate_at=None))


def _next_turn(state: State, seat: int) -> State:
    """Begin the turn of the next seat; this seat has a card to draw, however its turn ended (E6, E7)."""
    return replace(state, turn=Turn(seat=seat % len(state.gold) + 1), turn_no=state.turn_no + 1, draws=seat)


def _gold_line(seat: int, by: int, why: Text, ruling: str) -> Line:
    return Line(seat, "gold", by, why, ruling)


def _gold_after(gold: tuple[int, ...], lines: Sequence[Line]) -> tuple[int, ...]:
    """Return each seat's gold after these lines; an integer, regardless of the crates available to pay it with (E1)."""
    return tuple(held + sum(line.by for line in lines if line.seat == seat) for seat, held in enumerate(gold, 1))


def _with_count(counts: tuple[int, ...], seat: int, by: int) -> tuple[int, ...]:
    """Return the counts with `by` added to one seat's."""
    return _with_item(counts, seat, counts[seat - 1] + by)


def _with_visited(visited: tuple[tuple[int, ...], ...], seat: int, *spaces: int) -> tuple[tuple[int, ...], ...]:
    """Return the spaces that each seat's camels have reached, with these spaces added for one seat."""
    return _with_item(visited, seat, tuple(sorted({*visited[seat - 1], *spaces})))


def _with_camel_at(
    camels: tuple[tuple[int, ...], ...], seat: int, camel: int, space: int
) -> tuple[tuple[int, ...], ...]:
    own = _with_item(camels[seat - 1], camel, space)
    return _with_item(camels, seat, own)


def _with_item(items: tuple[T, ...], number: int, item: T) -> tuple[T, ...]:
    """Return the tuple with the item of this number, from 1, replaced."""
    return (*items[: number - 1], item, *items[number:])
