"""Movement of figures: steps and their costs, new posts, and posts that move when all are placed."""

from __future__ import annotations

from dataclasses import dataclass

from tests.games.voyages.reference.figures import Amounts
from tests.games.voyages.reference.state import Seat, Table, Waiting, refuse


@dataclass(frozen=True)
class Journey:
    """A checked movement: the path of each figure, its number of steps, the cost of its edges."""

    paths: tuple[tuple[str, ...], ...]
    steps: int
    cost: Amounts


def step_cost(table: Table, seat: Seat, start: str, end: str) -> Amounts | None:
    """Return what one step costs, None where no road leads; Johannes steps freely between oases (V40)."""
    both_oases = table.figures.kind(start) == "oasis" and table.figures.kind(end) == "oasis"
    if seat.character == "johannes" and both_oases and start != end:
        return {}
    return table.figures.edge(start, end)


def can_pay_any_edge(table: Table, seat: Seat) -> bool:
    """Tell whether a figure of the seat can pay for a step to a place next to it (V25)."""
    at_hand = {"coin": seat.coins, "camel": seat.camels}
    for start in seat.figures:
        for end in table.figures.tables["map"]["nodes"]:
            cost = step_cost(table, seat, start, end)
            if cost is not None and all(number <= at_hand[thing] for thing, number in cost.items()):
                return True
    return False


def walk(table: Table, seat: Seat, paths: list[list[str]], limit: int, ruling: str) -> Journey:
    """Check the paths of a movement of 1 to `limit` steps, a list of places for each figure."""
    if not 1 <= len(paths) <= len(seat.figures):
        refuse("a list of places for each figure", ruling)
    steps = sum(len(path) for path in paths)
    if not 1 <= steps <= limit:
        refuse(f"1 to {limit} steps", ruling)
    cost: Amounts = {}
    for place, path in zip(seat.figures, paths, strict=False):
        for end in path:
            edge = step_cost(table, seat, place, end)
            if edge is None:
                refuse(f"no road from {place} to {end}", ruling)
            for thing, number in edge.items():
                cost[thing] = cost.get(thing, 0) + number
            place = end
    return Journey(tuple(tuple(path) for path in paths), steps, cost)


def move(table: Table, seat: Seat, journey: Journey) -> None:
    """Move the figures and place the posts; what needs a choice or gives something then waits (V17, V18)."""
    visited: list[str] = []
    for index, path in enumerate(journey.paths):
        if path:
            seat.figures[index] = path[-1]
            visited += path if seat.character == "wilhelm" else path[-1:]
    wanted = [place for place in dict.fromkeys(visited) if _takes_post(table, seat, place)]
    count = max(0, seat.posts_total - len(seat.posts))
    for place in wanted[:count]:
        _place_post(table, seat, place)
    seat.waiting.insert(
        0,
        Waiting("posts", places=tuple(wanted[count:]), placed=tuple(wanted[:count]), protected=frozenset(visited)),
    )


def movable_posts(seat: Seat, posts: Waiting) -> list[str]:
    """Return the places that a post may leave for a new place of this movement (V18)."""
    return [place for place in seat.posts if place not in posts.protected]


def move_post(table: Table, seat: Seat, old: str, new: str) -> None:
    """Move a post from one place to another, without points (V18)."""
    seat.posts.remove(old)
    if old == "BEI":
        _free_beijing_space(table, seat)
    seat.posts.append(new)
    _take_beijing_space(table, seat, new)


def post_points(table: Table, seat: Seat) -> int:
    """Return the points of the post placed last, by the number of own posts on the map (V17)."""
    return table.figures.number("scoring", "posts", str(len(seat.posts)))


def _takes_post(table: Table, seat: Seat, place: str) -> bool:
    return table.figures.kind(place) in ("city", "town", "beijing") and place not in seat.posts


def _place_post(table: Table, seat: Seat, place: str) -> None:
    seat.posts.append(place)
    seat.points += post_points(table, seat)
    _take_beijing_space(table, seat, place)


def _take_beijing_space(table: Table, seat: Seat, place: str) -> None:
    """Take the free space of most points where the place is Beijing (V19)."""
    if place == "BEI":
        taken = {other.beijing for other in table.seats}
        seat.beijing = next(space for space in _beijing_spaces(table) if space not in taken)


def _free_beijing_space(table: Table, seat: Seat) -> None:
    seat.beijing = 0
    if table.beijing_slides:
        left = sorted((other for other in table.seats if other.beijing), key=lambda other: -other.beijing)
        for other, space in zip(left, _beijing_spaces(table), strict=False):
            other.beijing = space


def _beijing_spaces(table: Table) -> list[int]:
    spaces: list[int] = table.figures.tables["scoring"]["beijing_post"]
    return spaces
