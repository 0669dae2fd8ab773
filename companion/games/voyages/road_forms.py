"""Forms of journeys: place by place for each figure, or the cheapest way to a place further off (V16, V25, V38)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.games.voyages.amounts import NOTHING, Amounts
from companion.games.voyages.called import amounts_word, place_word
from companion.games.voyages.cards import Person
from companion.games.voyages.dice import Die, die_named, lowest
from companion.games.voyages.dice_forms import Names
from companion.games.voyages.journey import SPACE, next_places
from companion.games.voyages.spaces import check_dice, fee_of
from companion.games.voyages.state import Setup, State
from companion.games.voyages.steps import board_of, check_pays, lacking
from companion.rules.fields import Choice, Items, Json, Pick
from companion.rules.rule_errors import IllegalMoveError, Refusal
from companion.rules.text import Text, say
from companion.support.frozen import frozen


@frozen
class Cheapest:
    """A way to a place."""

    places: tuple[str, ...]
    """Those entered, in order."""
    coins: int
    """What its roads cost, without the fare."""
    camels: int

    @property
    def cost(self) -> Amounts:
        """What its roads cost."""
        return Amounts(coins=self.coins, camels=self.camels)


Price = Callable[[Cheapest], Amounts | None]


def ways_from(setup: Setup, seat: int, start: str, most: int, price: Price) -> Iterator[Cheapest]:
    """The cheapest way to each place that is two steps off or more, near ones first.

    `most` is how many steps there may be, `price` what a way comes to with its fare, None where that cannot be paid.
    Left out is a place to which one way costs fewer coins and another fewer camels; for Wilhelm, who leaves posts where
    he passes, all are (V41).
    """
    if most < 2 or setup.is_a(seat, Person.WILHELM):
        return
    found: dict[str, list[Cheapest]] = {start: [Cheapest((), 0, 0)]}
    last = [(start, found[start][0])]
    for _ in range(most):
        further = [(to, way) for place, before in last for to, way in _on(setup, seat, place, before, found)]
        last = [(to, way) for to, way in further if price(way) is not None]
    near = {start, *(to for to, _ in next_places(setup, seat, start))}
    ways = (_least(all_ways, price) for place, all_ways in found.items() if place not in near)
    yield from sorted((way for way in ways if way is not None), key=lambda way: len(way.places))


def _on(
    setup: Setup, seat: int, place: str, before: Cheapest, found: dict[str, list[Cheapest]]
) -> Iterator[tuple[str, Cheapest]]:
    """One step further: noted and given is what no way found so far is better than, step by step."""
    for to, cost in next_places(setup, seat, place):
        way = Cheapest((*before.places, to), before.coins + cost.coins, before.camels + cost.camels)
        known = found.setdefault(to, [])
        if not any(one.coins <= way.coins and one.camels <= way.camels for one in known):
            known.append(way)
            yield to, way


def _least(ways: Sequence[Cheapest], price: Price) -> Cheapest | None:
    """The way that costs least with its fare, of those that can be paid; None where there is no such one."""
    paid = [(total.coins, total.camels, way) for way in ways if (total := price(way)) is not None]
    if not paid:
        return None
    _, camels, first = min(paid, key=lambda one: one[:2])
    return first if all(camels <= others for _, others, _ in paid) else None


def check_travel_dice(setup: Setup, state: State, seat: int, names: Names) -> tuple[Die, ...]:
    """Whether a journey of one step at least can be made with these dice. Raises IllegalMoveError."""
    dice = check_dice(setup, state, seat, SPACE, names, setup.edition.travel_dice, "V16")
    fee = fee_of(setup, state, seat, SPACE, dice)
    check_pays(state, seat, fee, "V9")
    error: IllegalMoveError | None = None
    first = fee.plus(Amounts(coins=setup.edition.fares[0]))
    for place in board_of(state, seat).figures:
        for _, cost in next_places(setup, seat, place):
            try:
                check_pays(state, seat, first.plus(cost), "V16")
            except IllegalMoveError as refused:
                error = refused
            else:
                return dice
    assert error is not None
    raise error


def travel_paths(setup: Setup, state: State, seat: int, chosen: Mapping[str, Any], items: Items) -> Pick:
    """The paths of a journey, after its dice."""
    dice = tuple(die for name in chosen["dice"] if (die := die_named(name)) is not None)
    fee = fee_of(setup, state, seat, SPACE, dice)
    return _paths(setup, state, seat, items, lowest(dice), _Price(fee, setup.edition.fares, "V16"))


def step_paths(setup: Setup, state: State, seat: int, n: int, items: Items) -> Pick:
    """The paths of so many steps that were gained."""
    return _paths(setup, state, seat, items, n, _Price(NOTHING, (), "V25"))


class _Price:
    """What a movement costs beside its roads: a fee, and a fare by the number of steps."""

    def __init__(self, fee: Amounts, fares: Sequence[int], ruling: str) -> None:
        self._fee, self._fares, self.ruling = fee, fares, ruling

    def of(self, steps: int, roads: Amounts) -> Amounts:
        """Of so many steps along these roads."""
        fare = self._fares[steps - 1] if self._fares and steps else 0
        return self._fee.plus(roads).plus(Amounts(coins=fare))


class _Journey:
    """A movement as far as it is picked, and what it comes to with more."""

    def __init__(self, setup: Setup, state: State, seat: int, items: Items, price: _Price) -> None:
        self._setup, self._seat, self._price = setup, seat, price
        self._purse = board_of(state, seat).purse
        self._figures, self.steps, self._roads = list(board_of(state, seat).figures), 0, NOTHING
        for item in items:
            assert isinstance(item, dict)
            self._go(int(str(item["into"])), str(item["item"]))
        self._so_far = price.of(self.steps, self._roads)
        alike = not items and len({*self._figures}) == 1
        self._apart = range(1 if alike else len(self._figures))
        """The figures; of those that still stand together the first alone."""

    def _go(self, at: int, to: str) -> None:
        cost = next(cost for other, cost in next_places(self._setup, self._seat, self._figures[at]) if other == to)
        self._figures[at], self.steps, self._roads = to, self.steps + 1, self._roads.plus(cost)

    def near(self) -> Iterator[Choice]:
        """One step more of each figure, refused where it cannot be paid."""
        for at in self._apart:
            for to, cost in next_places(self._setup, self._seat, self._figures[at]):
                total = self._price.of(self.steps + 1, self._roads.plus(cost))
                what = lacking(self._purse, total)
                refusal = None
                if what is not None:
                    n, have = getattr(total, what), getattr(self._purse, what)
                    refusal = Refusal(say(f"voyages.refused.lacks_{what}", n=n, have=have), self._price.ruling)
                value: Json = {"into": at, "item": to}
                yield Choice(value, self._label(at, to, total), refusal, touches=(f"place:{to}",))

    def further(self, most: int) -> Iterator[Choice]:
        """Places that are at most so many steps off, with those on the way there."""
        for at in self._apart:
            for way in ways_from(self._setup, self._seat, self._figures[at], most, self._paid):
                *before, to = way.places
                items: list[Json] = [{"into": at, "item": place} for place in before]
                label = say("voyages.far", n=len(way.places), place=self._label(at, to, self._total(way)))
                yield Choice({"into": at, "item": to}, label, touches=(f"place:{to}",), before=tuple(items))

    def _total(self, way: Cheapest) -> Amounts:
        return self._price.of(self.steps + len(way.places), self._roads.plus(way.cost))

    def _paid(self, way: Cheapest) -> Amounts | None:
        total = self._total(way)
        return total if lacking(self._purse, total) is None else None

    def _label(self, figure: int, to: str, total: Amounts) -> Text:
        """Where a figure goes and what that adds; of two that are not alike, which one."""
        apart = len(self._apart) > 1
        where = say("voyages.step_of", figure=figure + 1, place=place_word(to)) if apart else place_word(to)
        adds = _added(self._so_far, total)
        return say("voyages.step_for", place=where, costs=amounts_word(adds)) if adds != NOTHING else where


def _paths(setup: Setup, state: State, seat: int, items: Items, most: int, price: _Price) -> Pick:
    journey = _Journey(setup, state, seat, items, price)
    left = most - journey.steps
    return Pick(
        name="paths",
        label=say("voyages.field.paths", n=left),
        choices=(*journey.near(), *journey.further(left)) if left else (),
        least=1,
        most=most,
        items=tuple(items),
        ordered=True,
        lists=len(board_of(state, seat).figures),
    )


def _added(before: Amounts, total: Amounts) -> Amounts:
    return replace(NOTHING, coins=total.coins - before.coins, camels=total.camels - before.camels)
