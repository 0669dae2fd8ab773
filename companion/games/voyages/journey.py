"""The journey: the Travel action and free steps, from place to place along the roads (V16, V25, V38, V40)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from companion.games.voyages.amounts import NOTHING, Amounts
from companion.games.voyages.cards import Person
from companion.games.voyages.dice import lowest
from companion.games.voyages.moves import Step as StepMove
from companion.games.voyages.moves import Travel
from companion.games.voyages.posts import arrived, new_places
from companion.games.voyages.spaces import acting, check_dice, fee_of, laid, pay_fee
from companion.games.voyages.state import Because, Owed, Setup, Source, State
from companion.games.voyages.steps import Step, board_of, check_pays, lacking, paid, refused, with_board
from companion.support.frozen import frozen

SPACE = "travel"
Paths = Sequence[Sequence[str]]


@frozen
class Way:
    """What a movement comes to."""

    steps: int
    roads: Amounts
    """What all its roads cost."""


def next_places(setup: Setup, seat: int, place: str) -> Iterator[tuple[str, Amounts]]:
    """Where a figure of this seat comes to from a place in one step, and what that costs.

    From an oasis Johannes comes to any other for nothing, also where there is a road (V40).
    """
    edition = setup.edition
    leaps = setup.is_a(seat, Person.JOHANNES) and place in edition.oases
    for other, cost in edition.neighbours[place]:
        if not (leaps and other in edition.oases):
            yield other, cost
    if leaps:
        yield from ((other, NOTHING) for other in edition.oases if other != place)


def way_of(setup: Setup, state: State, seat: int, paths: Paths, ruling: str) -> Way:
    """The steps and the costs of these paths, one a figure. Raises IllegalMoveError for one that no road follows."""
    figures = board_of(state, seat).figures
    if len(paths) > len(figures):
        raise refused("figures", "V38", n=len(figures))
    steps, roads = 0, NOTHING
    for place, path in zip(figures, paths, strict=False):
        for to in path:
            cost = next((cost for other, cost in next_places(setup, seat, place) if other == to), None)
            if cost is None:
                raise refused("no_road", ruling)
            steps, roads, place = steps + 1, roads.plus(cost), to
    if not steps:
        raise refused("no_steps", ruling)
    return Way(steps, roads)


def check_travel(setup: Setup, state: State, seat: int, move: Travel) -> tuple[Way, Amounts]:
    """What this travel comes to, and its fare. Raises IllegalMoveError for what it may not be, or cannot be paid."""
    dice = check_dice(setup, state, seat, SPACE, move.dice, setup.edition.travel_dice, "V16")
    way = way_of(setup, state, seat, move.paths, "V16")
    if way.steps > lowest(dice):
        raise refused("too_far", "V11", n=lowest(dice))
    fare, fee = Amounts(coins=setup.edition.fares[way.steps - 1]), fee_of(setup, state, seat, SPACE, dice)
    check_pays(state, seat, fee, "V9")
    check_pays(state, seat, fee.plus(fare).plus(way.roads), "V16")
    return way, fare


def travel(setup: Setup, state: State, seat: int, move: Travel) -> Step:
    """The Travel action: everything is paid before a figure moves (V16)."""
    way, fare = check_travel(setup, state, seat, move)
    dice = check_dice(setup, state, seat, SPACE, move.dice, setup.edition.travel_dice, "V16")
    state, fee = pay_fee(setup, state, seat, SPACE, dice)
    state = laid(acting(state), seat, SPACE, dice)
    state, fares = paid(state, seat, fare, Because(Source.FARE))
    state, roads = paid(state, seat, way.roads, Because(Source.ROAD))
    state = replace(state, last_traveller=seat)
    state, gains = _gone(setup, state, seat, move.paths)
    return state, (*fee, *fares, *roads, *gains)


def check_step(setup: Setup, state: State, seat: int, move: StepMove, owed: Owed) -> Way:
    """What these steps come to. Raises IllegalMoveError for too many, or what cannot be paid (V25)."""
    way = way_of(setup, state, seat, move.paths, "V25")
    if way.steps > owed.n:
        raise refused("too_far", "V25", n=owed.n)
    check_pays(state, seat, way.roads, "V25")
    return way


def step(setup: Setup, state: State, seat: int, move: StepMove, owed: Owed) -> Step:
    """Steps that were gained: no fare, no fee, and no claim to start the next round (V6, V25)."""
    way = check_step(setup, state, seat, move, owed)
    state, roads = paid(state, seat, way.roads, Because(Source.STEP))
    state, gains = _gone(setup, state, seat, move.paths)
    return state, (*roads, *gains)


def can_step(setup: Setup, state: State, seat: int) -> bool:
    """Whether any figure can pay any road next to it (V25)."""
    board = board_of(state, seat)
    return any(
        lacking(board.purse, cost) is None for place in board.figures for _, cost in next_places(setup, seat, place)
    )


def _gone(setup: Setup, state: State, seat: int, paths: Paths) -> Step:
    """The figures where their paths end, and the posts with what they bring."""
    all_paths = tuple(tuple(path) for path in paths)
    places = new_places(setup, state, seat, all_paths)
    board = board_of(state, seat)
    ends = [path[-1:] for path in all_paths] + [()] * (len(board.figures) - len(all_paths))
    figures = tuple((*end, place)[0] for end, place in zip(ends, board.figures, strict=True))
    state = with_board(state, seat, replace(board, figures=figures))
    return arrived(setup, state, seat, places)
