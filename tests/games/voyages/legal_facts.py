"""Facts of a state and of the printed figures, for the independent statement of the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from companion.games.voyages.state import State

GOODS = ("pepper", "silk", "gold")
Purse = Mapping[str, int]


def is_full(match: Any) -> bool:
    return bool(match.agreed.tracking.value == "full")


def character_of(match: Any, state: State, seat: int) -> str | None:
    """Return the character of a seat, named by the options or taken since (V4); None before that."""
    person = match.agreed.characters[seat - 1] or state.boards[seat - 1].person
    return None if person is None else str(person.value)


def every_seat(state: State) -> range:
    return range(1, len(state.boards) + 1)


def purse_of(state: State, seat: int) -> dict[str, int]:
    purse = state.boards[seat - 1].purse
    return {name: getattr(purse, name) for name in ("coins", "camels", *GOODS, "points")}


@cache
def printed(amounts: Any) -> Counter[str]:
    """Return printed amounts as a count of things."""
    names = (*("coins", "camels", *GOODS, "points", "good", "two_goods"), "own_town", "step")
    return Counter({name: n for name in names if (n := getattr(amounts, name))})


def pays(state: State, seat: int, *costs: Mapping[str, int]) -> bool:
    """Return whether the seat can pay all costs together; points need not be there (V22)."""
    held, wanted = purse_of(state, seat), Counter[str]()
    for cost in costs:
        wanted.update(cost)
    return all(held[name] >= n for name, n in wanted.items() if name != "points")


def are_faces(chance: Sequence[int], n: int) -> bool:
    return len(chance) == n and all(face in range(1, 7) for face in chance)


def is_dice(state: State, seat: int, names: Sequence[str], n: int) -> bool:
    """Return whether these are `n` dice of the seat's board; Raschid names their values when he places them (V34)."""
    if len(names) != n:
        return False
    fixed = Counter(str(die) for die in state.boards[seat - 1].dice if die.value is not None)
    free = Counter(die.colour for die in state.boards[seat - 1].dice if die.value is None)
    for name, times in Counter(names).items():
        colour, _, value = name.partition(":")
        if value not in ("1", "2", "3", "4", "5", "6"):
            return False
        free[colour] -= max(0, times - fixed[name])
    return all(remaining >= 0 for remaining in free.values())


def values(names: Iterable[str]) -> list[int]:
    return [int(name.rpartition(":")[2]) for name in names]


def dice_on(state: State, space: str) -> list[tuple[int | None, str, int]]:
    """Return (seat, colour, value) of the dice on a space."""
    return [(placed.seat, placed.die.colour, placed.die.value or 0) for placed in getattr(state.spaces, space)]


def own_colour_twice(match: Any, state: State, seat: int, space: str, names: Sequence[str]) -> bool:
    """Return whether the seat has dice of its own colour there and would place more (V10)."""
    colour = match.colours[seat - 1][0]
    has_own = any(owner == seat and other_colour == colour for owner, other_colour, _ in dice_on(state, space))
    return has_own and any(name.startswith(f"{colour}:") for name in names)


def fee(match: Any, state: State, seat: int, space: str, names: Sequence[str]) -> dict[str, int]:
    """Return the fee of a space where dice lie (V9, V36)."""
    free = character_of(match, state, seat) == "berke" or not dice_on(state, space)
    return {} if free else {"coins": min(values(names))}


def goal_places(match: Any) -> dict[str, tuple[str, str]]:
    return {card.id: card.places for card in match.edition.goal_deck}


def place_kinds(match: Any) -> dict[str, str]:
    return {place.id: place.kind.value for place in match.edition.places}


def roads(match: Any) -> dict[tuple[str, str], Counter[str]]:
    """Return the cost of each road, in both directions."""
    return _roads(match.edition.roads)


@cache
def _roads(printed_roads: Any) -> dict[tuple[str, str], Counter[str]]:
    costs = {}
    for road in printed_roads:
        costs[road.a, road.b] = costs[road.b, road.a] = printed(road.cost)
    return costs


def path_cost(match: Any, state: State, seat: int, paths: Sequence[Sequence[str]]) -> tuple[int, Counter[str]] | None:
    """Return the steps of these paths and the cost of their roads; None if there is no such way (V16, V38, V40)."""
    costs, kinds, cost, steps = roads(match), place_kinds(match), Counter[str](), 0
    figures = state.boards[seat - 1].figures
    if len(paths) > len(figures):
        return None
    for place, path in zip(figures, paths, strict=False):
        for next_place in path:
            leaps = (
                character_of(match, state, seat) == "johannes"
                and kinds.get(next_place) == kinds[place] == "oasis"
                and next_place != place
            )
            if not leaps and (place, next_place) not in costs:
                return None
            cost.update(Counter() if leaps else costs[place, next_place])
            place, steps = next_place, steps + 1
    return (steps, cost) if steps else None
