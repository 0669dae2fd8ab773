"""Movements: the Travel action and free steps, from place to place along the roads (V16, V25, V38, V40)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from companion.games.voyages.amounts import NOTHING, Amounts
from companion.games.voyages.coloured_dice import lowest_value
from companion.games.voyages.moves import FreeStep, Travel
from companion.games.voyages.printed_parts import Person
from companion.games.voyages.spaces import check_dice, fee_of, pay_fee, place_dice, with_action_played
from companion.games.voyages.state import LineSource, PendingItem, Reason, Setup, State
from companion.games.voyages.state_changes import (
    Outcome,
    board_of,
    check_can_pay,
    lacking_thing,
    pay,
    refusal_error,
    with_board,
)
from companion.games.voyages.trading_posts import place_posts
from companion.support.frozen_dataclasses import frozen

SPACE = "travel"
Paths = Sequence[Sequence[str]]


@frozen
class MovementCost:
    """The cost of a movement."""

    steps: int
    roads: Amounts
    """The cost of all its roads."""


def next_places(setup: Setup, seat: int, place: str) -> Iterator[tuple[str, Amounts]]:
    """Yield the places that a figure of this seat reaches from a place in one step, with the cost.

    From an oasis Johannes reaches every other for nothing, even where there is a road (V40).
    """
    edition = setup.edition
    leaps = setup.is_person(seat, Person.JOHANNES) and place in edition.oases
    for neighbour, cost in edition.neighbours[place]:
        if not (leaps and neighbour in edition.oases):
            yield neighbour, cost
    if leaps:
        yield from ((place_id, NOTHING) for place_id in edition.oases if place_id != place)


def movement_cost(setup: Setup, state: State, seat: int, paths: Paths, ruling: str) -> MovementCost:
    """Return the steps and the cost of these paths, one for each figure.

    Raises IllegalMoveError if a path leaves the roads.
    """
    figures = board_of(state, seat).figures
    if len(paths) > len(figures):
        raise refusal_error("figures", "V38", n=len(figures))
    steps, roads = 0, NOTHING
    for place, path in zip(figures, paths, strict=False):
        for next_place in path:
            cost = next((cost for neighbour, cost in next_places(setup, seat, place) if neighbour == next_place), None)
            if cost is None:
                raise refusal_error("no_road", ruling)
            steps, roads, place = steps + 1, roads.plus(cost), next_place
    if not steps:
        raise refusal_error("no_steps", ruling)
    return MovementCost(steps, roads)


def check_travel(setup: Setup, state: State, seat: int, move: Travel) -> tuple[MovementCost, Amounts]:
    """Return the cost of this travel, and its fare. Raises IllegalMoveError if it is not allowed or cannot be paid."""
    dice = check_dice(setup, state, seat, SPACE, move.dice, setup.edition.travel_dice, "V16")
    cost = movement_cost(setup, state, seat, move.paths, "V16")
    if cost.steps > lowest_value(dice):
        raise refusal_error("too_far", "V11", n=lowest_value(dice))
    fare, fee = Amounts(coins=setup.edition.fares[cost.steps - 1]), fee_of(setup, state, seat, SPACE, dice)
    check_can_pay(state, seat, fee, "V9")
    check_can_pay(state, seat, fee.plus(fare).plus(cost.roads), "V16")
    return cost, fare


def travel(setup: Setup, state: State, seat: int, move: Travel) -> Outcome:
    """Play the Travel action; everything is paid before a figure moves (V16)."""
    cost, fare = check_travel(setup, state, seat, move)
    dice = check_dice(setup, state, seat, SPACE, move.dice, setup.edition.travel_dice, "V16")
    state, fee = pay_fee(setup, state, seat, SPACE, dice)
    state = place_dice(with_action_played(state), seat, SPACE, dice)
    state, fares = pay(state, seat, fare, Reason(LineSource.FARE))
    state, roads = pay(state, seat, cost.roads, Reason(LineSource.ROAD))
    state = replace(state, last_traveller=seat)
    state, gains = _arrive(setup, state, seat, move.paths)
    return state, (*fee, *fares, *roads, *gains)


def check_free_steps(setup: Setup, state: State, seat: int, move: FreeStep, pending: PendingItem) -> MovementCost:
    """Return the cost of these steps. Raises IllegalMoveError if they are too many or cannot be paid (V25)."""
    cost = movement_cost(setup, state, seat, move.paths, "V25")
    if cost.steps > pending.n:
        raise refusal_error("too_far", "V25", n=pending.n)
    check_can_pay(state, seat, cost.roads, "V25")
    return cost


def take_free_steps(setup: Setup, state: State, seat: int, move: FreeStep, pending: PendingItem) -> Outcome:
    """Go steps that were gained: no fare, no fee, and no claim to start the next round (V6, V25)."""
    cost = check_free_steps(setup, state, seat, move, pending)
    state, roads = pay(state, seat, cost.roads, Reason(LineSource.STEP))
    state, gains = _arrive(setup, state, seat, move.paths)
    return state, (*roads, *gains)


def can_step(setup: Setup, state: State, seat: int) -> bool:
    """Return whether any figure can pay for a road next to it (V25)."""
    board = board_of(state, seat)
    return any(
        lacking_thing(board.purse, cost) is None
        for place in board.figures
        for _, cost in next_places(setup, seat, place)
    )


def _arrive(setup: Setup, state: State, seat: int, paths: Paths) -> Outcome:
    """Move the figures to the ends of their paths, and book the posts with their gains."""
    all_paths = tuple(tuple(path) for path in paths)
    board = board_of(state, seat)
    ends = [path[-1:] for path in all_paths] + [()] * (len(board.figures) - len(all_paths))
    figures = tuple((*end, place)[0] for end, place in zip(ends, board.figures, strict=True))
    state = with_board(state, seat, replace(board, figures=figures))
    return place_posts(setup, state, seat, all_paths)
