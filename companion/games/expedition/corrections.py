"""Corrections by hand in an Expedition: gold, crates (E3), and the places of camels (E18)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache, partial

from companion.games.expedition.board_figures import BoardFigures
from companion.games.expedition.components import seat_component
from companion.games.expedition.landings import correctable_crate, corrected_landing, with_crate
from companion.games.expedition.scene import camel_id, name_on_board, place_id
from companion.games.expedition.state import Setup, State
from companion.games.expedition.state_changes import gold_after, gold_line, with_camel_at, with_visited
from companion.rules.fields import Gap
from companion.rules.game import Correctable, CorrectablePlace
from companion.rules.match_functions import check_correction
from companion.rules.moves import Correct, Line
from companion.rules.rule_errors import Refusal
from companion.rules.text import say

MOST_CORRECTED = 999


def correctable(setup: Setup, state: State, seat: int) -> tuple[Correctable, ...]:
    """Return the possible corrections: gold, crates noted wrongly or not at all (E3), each camel's space (E18).

    A camel may be put right onto any space of the track, but for those that its gaps leave out.
    """
    board, spaces, gold = setup.board, enumerate(state.camels[seat - 1], 1), state.gold[seat - 1]
    result = [Correctable("gold", -gold, MOST_CORRECTED, now=gold)]
    if crate := correctable_crate(state, seat):
        result.append(crate)
    for camel, space in spaces:
        camel_on_track = Correctable(
            f"space:{camel}",
            board.ormuz - space,
            board.dadu - space,
            gaps=tuple(_gaps(setup, state, space)),
            now=space - board.ormuz,
            piece=camel_id(seat, camel),
            places=_places(board),
        )
        result.append(camel_on_track)
    return tuple(result)


def correct(setup: Setup, state: State, seat: int, move: Correct) -> tuple[State, tuple[Line, ...]]:
    """Return the state after a correction, and its line. Raises IllegalMoveError."""
    names = partial(seat_component, setup, seat)
    check_correction(move, correctable(setup, state, seat), names, over=state.turn is None)
    if move.what == "crate":
        return _correct_crate(state, seat, move.by)
    line = Line(seat, move.what, move.by, say("why.correction", note=move.note), None)
    if move.what == "gold":
        return replace(state, gold=gold_after(state.gold, [line])), (line,)
    camel = int(move.what.removeprefix("space:"))
    space = state.camels[seat - 1][camel - 1] + move.by
    visited = with_visited(state.visited, seat, space)
    return replace(state, camels=with_camel_at(state.camels, seat, camel, space), visited=visited), (line,)


def _correct_crate(state: State, seat: int, by: int) -> tuple[State, tuple[Line, ...]]:
    """Correct a crate that was noted wrongly or not at all."""
    noted = corrected_landing(state, seat, by)
    assert noted is not None  # `correctable` names no other amount
    late = any(landing.space == noted.space and landing.crate is None for landing in state.landings)
    why = say("expedition.why.crate_late" if late else "expedition.why.crate_wrong", space=noted.space)
    line = gold_line(seat, by, why, None)
    return with_crate(replace(state, gold=gold_after(state.gold, [line])), noted), (line,)


@lru_cache(maxsize=64)
def _places(board: BoardFigures) -> tuple[CorrectablePlace, ...]:
    """Return every space of the track."""
    return tuple(
        CorrectablePlace(place_id(space), say("expedition.place", place=name_on_board(board, space)))
        for space in range(board.ormuz, board.dadu + 1)
    )


def _gaps(setup: Setup, state: State, space: int) -> Iterator[Gap]:
    """Yield the changes that would take a camel from this space to one where none can stand now (E18)."""
    board = setup.board
    if not state.tallied:
        refusal = Refusal(say("expedition.refused.before_tally", space=board.ganzhou), "E18")
        yield Gap(board.ganzhou - space, board.dadu - space, refusal)
        return
    zone = sorted({paid for paid, _ in board.ganzhou_tally} - {board.ganzhou})
    starts = [paid for paid in zone if paid - 1 not in zone]
    ends = [paid for paid in zone if paid + 1 not in zone]
    for first, last in zip(starts, ends, strict=True):
        yield Gap(first - space, last - space, Refusal(say("expedition.refused.after_tally"), "E18"))
    if space != board.dadu:
        yield Gap(board.dadu - space, board.dadu - space, Refusal(say("expedition.refused.dadu_by_hand"), "E18"))
