"""The forms of movements: step by step for each figure, or the cheapest route to a distant place (V16, V25, V38)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.games.voyages.amounts import NOTHING, Amounts
from companion.games.voyages.coloured_dice import ColouredDie, die_by_name, lowest_value
from companion.games.voyages.labels import amounts_label, place_label
from companion.games.voyages.movement import SPACE, next_places
from companion.games.voyages.placed_dice_forms import Names
from companion.games.voyages.printed_parts import Person
from companion.games.voyages.spaces import check_dice, fee_of
from companion.games.voyages.state import Setup, State
from companion.games.voyages.state_changes import board_of, check_can_pay, lacking_thing
from companion.rules.fields import Choice, Items, Json, Pick
from companion.rules.rule_errors import IllegalMoveError, Refusal
from companion.rules.text import Text, say
from companion.support.frozen_dataclasses import frozen


@frozen
class PricedRoute:
    """A route to a place."""

    places: tuple[str, ...]
    """The places entered, in order."""
    coins: int
    """The coins of its roads, without the fare."""
    camels: int

    @property
    def cost(self) -> Amounts:
        """The cost of its roads."""
        return Amounts(coins=self.coins, camels=self.camels)


PriceFunction = Callable[[PricedRoute], Amounts | None]


def routes_from(setup: Setup, seat: int, start: str, most: int, price: PriceFunction) -> Iterator[PricedRoute]:
    """Yield the cheapest route to each place that is two or more steps away, near places first.

    `most` is the greatest number of steps; `price` returns the cost of a route with its fare, or None if it cannot be
    paid. A place is left out if one route costs fewer coins and another fewer camels. For Wilhelm, who leaves posts
    where he passes, all are left out (V41).
    """
    if most < 2 or setup.is_person(seat, Person.WILHELM):
        return
    routes_to: dict[str, list[PricedRoute]] = {start: [PricedRoute((), 0, 0)]}
    frontier = [(start, routes_to[start][0])]
    for _ in range(most):
        extended = [
            (destination, route)
            for place, before in frontier
            for destination, route in _extended_routes(setup, seat, place, before, routes_to)
        ]
        frontier = [(destination, route) for destination, route in extended if price(route) is not None]
    adjacent = {start, *(destination for destination, _ in next_places(setup, seat, start))}
    cheapest = (_cheapest(all_ways, price) for place, all_ways in routes_to.items() if place not in adjacent)
    yield from sorted((route for route in cheapest if route is not None), key=lambda route: len(route.places))


def _extended_routes(
    setup: Setup, seat: int, place: str, before: PricedRoute, routes_to: dict[str, list[PricedRoute]]
) -> Iterator[tuple[str, PricedRoute]]:
    """Yield the routes that go one step further.

    A route is kept and yielded unless a known one to the same place costs no more coins and no more camels.
    """
    for destination, cost in next_places(setup, seat, place):
        route = PricedRoute((*before.places, destination), before.coins + cost.coins, before.camels + cost.camels)
        known_routes = routes_to.setdefault(destination, [])
        if not any(
            known_route.coins <= route.coins and known_route.camels <= route.camels for known_route in known_routes
        ):
            known_routes.append(route)
            yield destination, route


def _cheapest(routes: Sequence[PricedRoute], price: PriceFunction) -> PricedRoute | None:
    """Return the payable route that is cheapest in coins and in camels, with its fare.

    None if no route can be paid, or if another one costs fewer camels.
    """
    payable = [(total.coins, total.camels, route) for route in routes if (total := price(route)) is not None]
    if not payable:
        return None
    _, camels, first = min(payable, key=lambda entry: entry[:2])
    return first if all(camels <= others for _, others, _ in payable) else None


def check_travel_dice(setup: Setup, state: State, seat: int, names: Names) -> tuple[ColouredDie, ...]:
    """Return these dice if they allow a journey of at least one step. Raises IllegalMoveError."""
    dice = check_dice(setup, state, seat, SPACE, names, setup.edition.travel_dice, "V16")
    fee = fee_of(setup, state, seat, SPACE, dice)
    check_can_pay(state, seat, fee, "V9")
    error: IllegalMoveError | None = None
    first = fee.plus(Amounts(coins=setup.edition.fares[0]))
    for place in board_of(state, seat).figures:
        for _, cost in next_places(setup, seat, place):
            try:
                check_can_pay(state, seat, first.plus(cost), "V16")
            except IllegalMoveError as refusal:
                error = refusal
            else:
                return dice
    assert error is not None
    raise error


def travel_paths(setup: Setup, state: State, seat: int, chosen: Mapping[str, Any], items: Items) -> Pick:
    """Return the pick of the paths of a journey, after its dice."""
    dice = tuple(die for name in chosen["dice"] if (die := die_by_name(name)) is not None)
    fee = fee_of(setup, state, seat, SPACE, dice)
    return _paths(setup, state, seat, items, lowest_value(dice), _TravelPrice(fee, setup.edition.fares, "V16"))


def step_paths(setup: Setup, state: State, seat: int, n: int, items: Items) -> Pick:
    """Return the pick of the paths of `n` steps that were gained."""
    return _paths(setup, state, seat, items, n, _TravelPrice(NOTHING, (), "V25"))


class _TravelPrice:
    """The cost of a movement in addition to its roads: a fee, and a fare by the number of steps."""

    def __init__(self, fee: Amounts, fares: Sequence[int], ruling: str) -> None:
        self._fee, self._fares, self.ruling = fee, fares, ruling

    def of(self, steps: int, roads: Amounts) -> Amounts:
        """Return the cost of this number of steps along these roads."""
        fare = self._fares[steps - 1] if self._fares and steps else 0
        return self._fee.plus(roads).plus(Amounts(coins=fare))


class _PickedMovement:
    """A movement as far as it is picked, with the cost of more steps."""

    def __init__(self, setup: Setup, state: State, seat: int, items: Items, price: _TravelPrice) -> None:
        self._setup, self._seat, self._price = setup, seat, price
        self._purse = board_of(state, seat).purse
        self._figures, self.steps, self._roads = list(board_of(state, seat).figures), 0, NOTHING
        for item in items:
            assert isinstance(item, dict)
            self._go(int(str(item["into"])), str(item["item"]))
        self._so_far = price.of(self.steps, self._roads)
        together = not items and len({*self._figures}) == 1
        self._movable_figures = range(1 if together else len(self._figures))
        """The figures that may move next; of figures that stand together, only the first."""

    def _go(self, figure: int, destination: str) -> None:
        cost = next(
            cost
            for neighbour, cost in next_places(self._setup, self._seat, self._figures[figure])
            if neighbour == destination
        )
        self._figures[figure], self.steps, self._roads = destination, self.steps + 1, self._roads.plus(cost)

    def next_steps(self) -> Iterator[Choice]:
        """Yield one more step of each figure, refused where it cannot be paid."""
        for figure in self._movable_figures:
            for destination, cost in next_places(self._setup, self._seat, self._figures[figure]):
                total = self._price.of(self.steps + 1, self._roads.plus(cost))
                thing = lacking_thing(self._purse, total)
                refusal = None
                if thing is not None:
                    n, have = getattr(total, thing), getattr(self._purse, thing)
                    refusal = Refusal(say(f"voyages.refused.lacks_{thing}", n=n, have=have), self._price.ruling)
                value: Json = {"into": figure, "item": destination}
                yield Choice(value, self._label(figure, destination, total), refusal, touches=(f"place:{destination}",))

    def distant_places(self, most: int) -> Iterator[Choice]:
        """Yield places at most `most` steps away, with the places on the way."""
        for figure in self._movable_figures:
            for route in routes_from(self._setup, self._seat, self._figures[figure], most, self._paid):
                *before, destination = route.places
                items: list[Json] = [{"into": figure, "item": place} for place in before]
                label = say(
                    "voyages.far", n=len(route.places), place=self._label(figure, destination, self._total(route))
                )
                yield Choice(
                    {"into": figure, "item": destination},
                    label,
                    touches=(f"place:{destination}",),
                    prerequisites=tuple(items),
                )

    def _total(self, route: PricedRoute) -> Amounts:
        return self._price.of(self.steps + len(route.places), self._roads.plus(route.cost))

    def _paid(self, route: PricedRoute) -> Amounts | None:
        total = self._total(route)
        return total if lacking_thing(self._purse, total) is None else None

    def _label(self, figure: int, destination: str, total: Amounts) -> Text:
        """Return the destination of a figure and the added cost; if two figures are apart, it names the figure."""
        several = len(self._movable_figures) > 1
        where = (
            say("voyages.step_of", figure=figure + 1, place=place_label(destination))
            if several
            else place_label(destination)
        )
        adds = _added_cost(self._so_far, total)
        return say("voyages.step_for", place=where, costs=amounts_label(adds)) if adds != NOTHING else where


def _paths(setup: Setup, state: State, seat: int, items: Items, most: int, price: _TravelPrice) -> Pick:
    journey = _PickedMovement(setup, state, seat, items, price)
    remaining = most - journey.steps
    return Pick(
        name="paths",
        label=say("voyages.field.paths", n=remaining),
        choices=(*journey.next_steps(), *journey.distant_places(remaining)) if remaining else (),
        least=1,
        most=most,
        items=tuple(items),
        ordered=True,
        list_count=len(board_of(state, seat).figures),
    )


def _added_cost(before: Amounts, total: Amounts) -> Amounts:
    return replace(NOTHING, coins=total.coins - before.coins, camels=total.camels - before.camels)
