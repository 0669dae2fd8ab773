"""The cheapest way to each place that is more than one step off (V16)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from companion.games.voyages.amounts import Amounts
from companion.games.voyages.cards import Person
from companion.games.voyages.journey import next_places
from companion.games.voyages.state import Terms
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


def ways_from(terms: Terms, seat: int, start: str, most: int, price: Price) -> Iterator[Cheapest]:
    """The cheapest way to each place that is two steps off or more, near ones first.

    `most` is how many steps there may be, `price` what a way comes to with its fare, None where that cannot be paid.
    Left out is a place to which one way costs fewer coins and another fewer camels; for Wilhelm, who leaves posts where
    he passes, all are (V41).
    """
    if most < 2 or terms.is_a(seat, Person.WILHELM):
        return
    found: dict[str, list[Cheapest]] = {start: [Cheapest((), 0, 0)]}
    last = [(start, found[start][0])]
    for _ in range(most):
        further = [(to, way) for place, before in last for to, way in _on(terms, seat, place, before, found)]
        last = [(to, way) for to, way in further if price(way) is not None]
    near = {start, *(to for to, _ in next_places(terms, seat, start))}
    ways = (_least(all_ways, price) for place, all_ways in found.items() if place not in near)
    yield from sorted((way for way in ways if way is not None), key=lambda way: len(way.places))


def _on(
    terms: Terms, seat: int, place: str, before: Cheapest, found: dict[str, list[Cheapest]]
) -> Iterator[tuple[str, Cheapest]]:
    """One step further: noted and given is what no way found so far is better than, step by step."""
    for to, cost in next_places(terms, seat, place):
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
