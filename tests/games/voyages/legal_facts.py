"""Facts of a state and of the printed figures, for the rules in other words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from companion.games.voyages.state import State

GOODS = ("pepper", "silk", "gold")
Purse = Mapping[str, int]


def full(match: Any) -> bool:
    return bool(match.agreed.tracking.value == "full")


def by_who(match: Any, seat: int) -> str:
    """The character of a seat."""
    name: str = match.agreed.characters[seat - 1].value
    return name


def every_seat(state: State) -> range:
    return range(1, len(state.boards) + 1)


def purse_of(state: State, seat: int) -> dict[str, int]:
    purse = state.boards[seat - 1].purse
    return {name: getattr(purse, name) for name in ("coins", "camels", *GOODS, "points")}


@cache
def printed(amounts: Any) -> Counter[str]:
    """What is printed, as a count of things."""
    names = (*("coins", "camels", *GOODS, "points", "good", "two_goods"), "own_town", "step")
    return Counter({name: n for name in names if (n := getattr(amounts, name))})


def pays(state: State, seat: int, *costs: Mapping[str, int]) -> bool:
    """Whether all of this together is at hand; points need not be (V22)."""
    held, wanted = purse_of(state, seat), Counter[str]()
    for cost in costs:
        wanted.update(cost)
    return all(held[name] >= n for name, n in wanted.items() if name != "points")


def right_faces(chance: Sequence[int], n: int) -> bool:
    return len(chance) == n and all(face in range(1, 7) for face in chance)


def is_dice(state: State, seat: int, names: Sequence[str], n: int) -> bool:
    """Whether these are so many dice of the seat's board; what Raschid's show is said when they are placed (V34)."""
    if len(names) != n:
        return False
    fixed = Counter(str(die) for die in state.boards[seat - 1].dice if die.value is not None)
    free = Counter(die.colour for die in state.boards[seat - 1].dice if die.value is None)
    for name, times in Counter(names).items():
        colour, _, value = name.partition(":")
        if value not in ("1", "2", "3", "4", "5", "6"):
            return False
        free[colour] -= max(0, times - fixed[name])
    return all(left >= 0 for left in free.values())


def values(names: Iterable[str]) -> list[int]:
    return [int(name.rpartition(":")[2]) for name in names]


def lying(state: State, space: str) -> list[tuple[int | None, str, int]]:
    """(seat, colour, value) of the dice on a space."""
    return [(one.seat, one.die.colour, one.die.value or 0) for one in getattr(state.spaces, space)]


def own_colour_twice(match: Any, state: State, seat: int, space: str, names: Sequence[str]) -> bool:
    """Whether dice of the seat's own colour lie there, and more of it are to come (V10)."""
    colour = match.colours[seat - 1][0]
    there = any(whose == seat and its == colour for whose, its, _ in lying(state, space))
    return there and any(name.startswith(f"{colour}:") for name in names)


def fee(match: Any, state: State, seat: int, space: str, names: Sequence[str]) -> dict[str, int]:
    """What is paid where dice lie (V9, V36)."""
    free = by_who(match, seat) == "berke" or not lying(state, space)
    return {} if free else {"coins": min(values(names))}


def goal_places(match: Any) -> dict[str, tuple[str, str]]:
    return {card.id: card.places for card in match.edition.goal_deck}


def place_kinds(match: Any) -> dict[str, str]:
    return {place.id: place.kind.value for place in match.edition.places}


def roads(match: Any) -> dict[tuple[str, str], Counter[str]]:
    """What each road costs, in either direction."""
    return _roads(match.edition.roads)


@cache
def _roads(printed_roads: Any) -> dict[tuple[str, str], Counter[str]]:
    found = {}
    for road in printed_roads:
        found[road.a, road.b] = found[road.b, road.a] = printed(road.cost)
    return found


def walked(match: Any, state: State, seat: int, paths: Sequence[Sequence[str]]) -> tuple[int, Counter[str]] | None:
    """How many steps these paths make and what their roads cost; None where there is no such way (V16, V38, V40)."""
    known, kinds, cost, steps = roads(match), place_kinds(match), Counter[str](), 0
    figures = state.boards[seat - 1].figures
    if len(paths) > len(figures):
        return None
    for place, path in zip(figures, paths, strict=False):
        for to in path:
            leaps = by_who(match, seat) == "johannes" and kinds.get(to) == kinds[place] == "oasis" and to != place
            if not leaps and (place, to) not in known:
                return None
            cost.update(Counter() if leaps else known[place, to])
            place, steps = to, steps + 1
    return (steps, cost) if steps else None
