"""Actions and bonus actions, stated independently of `play` (V8 to V16, V21 to V23, V28 to V33)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from companion.games.voyages.state import State
from tests.games.voyages.legal_contracts import may_fulfil, may_take
from tests.games.voyages.legal_facts import (
    GOODS,
    are_faces,
    character_of,
    dice_on,
    fee,
    is_dice,
    is_full,
    own_colour_twice,
    path_cost,
    pays,
    place_kinds,
    printed,
    values,
)

Body = Mapping[str, Any]
Legal = Callable[[Any, State, int, Body], bool]
_DICE = {"camel": 1, "pepper": 1, "silk": 2, "gold": 3}
_FARES = (0, 3, 7, 12, 12, 18, 18)


def _may_place(match: Any, state: State, seat: int, space: str, dice: list[str], n: int) -> bool:
    """Return whether these dice may be placed there and the fee can be paid (V9, V10)."""
    if not is_dice(state, seat, dice, n) or own_colour_twice(match, state, seat, space, dice):
        return False
    return space == "khan" or pays(state, seat, fee(match, state, seat, space, dice))


def _take_five(match: Any, state: State, seat: int, body: Body) -> bool:
    return _may_place(match, state, seat, "take_five", body["dice"], 1)


def _bazaar(match: Any, state: State, seat: int, body: Body) -> bool:
    row, dice, column = body["row"], body["dice"], body.get("column")
    if row not in _DICE or not _may_place(match, state, seat, row, dice, _DICE[row]):
        return False
    return column is None or 1 <= int(column) <= min(values(dice))


def _khan(match: Any, state: State, seat: int, body: Body) -> bool:
    placed_values = [value for _, _, value in dice_on(state, "khan")]
    if (
        len(placed_values) >= 4
        or body["good"] not in GOODS
        or not _may_place(match, state, seat, "khan", body["dice"], 1)
    ):
        return False
    return values(body["dice"])[0] >= max(placed_values, default=0)


def _travel(match: Any, state: State, seat: int, body: Body) -> bool:
    dice = body["dice"]
    if not _may_place(match, state, seat, "travel", dice, 2):
        return False
    path = path_cost(match, state, seat, body["paths"])
    if path is None or path[0] > min(values(dice)):
        return False
    return pays(state, seat, fee(match, state, seat, "travel", dice), {"coins": _FARES[path[0]]}, path[1])


def _city_card(match: Any, state: State, seat: int, body: Body) -> bool:
    """Return whether the card is in a city with an own post and has no die on it (V21)."""
    name, cards = body["card"], {card.id: card for card in match.edition.city_deck}
    city = next((other for other in state.cities if other.id == body["city"]), None)
    if city is None or name not in cards or city.id not in state.boards[seat - 1].posts or name in city.used:
        return False
    room = 3 if city.id == "SUM" else 1
    if name not in city.cards and (len(city.cards) >= room or any(name in city.cards for city in state.cities)):
        return False
    if not is_dice(state, seat, body["dice"], 1):
        return False
    return _may_use(match, state, seat, body, cards[name], values(body["dice"])[0])


def _may_use(match: Any, state: State, seat: int, body: Body, card: Any, die: int) -> bool:
    """Return whether the number of uses and their ways are allowed and all can be paid (V22, V23)."""
    board, kind = state.boards[seat - 1], card.kind.value
    most = {"per_contract": min(die, len(board.filled)), "per_post": min(die, len(board.posts)), "by_die": 1}
    limit = most.get(kind, die)
    reward = printed(card.rows[die - 1] if card.rows else card.reward)
    limit = max(limit, reward["own_town"]) if kind == "by_die" else limit
    times, ways = body.get("times"), body.get("ways", [])
    if times is None:
        times = limit if kind in ("per_contract", "per_post") else 1
    if not 1 <= times <= limit:
        return False
    has_words = kind == "either" or bool(reward["good"] or reward["own_town"] or printed(card.cost)["two_goods"])
    if len(ways) != (times if has_words else 0):
        return False
    if reward["own_town"] and not _are_own_towns(match, board.posts, ways):
        return False
    if kind == "either" and (card.same or not match.agreed.mixed_exchange) and _goes_both_ways(card, ways):
        return False
    costs = [_cost(card, way, reward) for way in (ways if has_words else [None] * times)]
    return None not in costs and pays(state, seat, *(cost for cost in costs if cost is not None))


def _goes_both_ways(card: Any, ways: list[str]) -> bool:
    """Return whether some of these ways pay what others gain: camels or not, coins or not."""
    pays_first = {"C20": "camel", "C21": "vp", "C22": "camel"}[card.id]
    return len({way.startswith(pays_first) for way in ways}) > 1


def _are_own_towns(match: Any, posts: tuple[str | None, ...], ways: list[str]) -> bool:
    kinds = place_kinds(match)
    return len({*ways}) == len(ways) and all(kinds.get(way) == "town" and way in posts for way in ways)


def _cost(card: Any, way: str | None, reward: Counter[str]) -> Counter[str] | None:
    """Return the cost of one use in this way; None if there is no such way."""
    cost = printed(card.cost)
    if card.kind.value == "either":
        assert way is not None
        return _direction_cost(card, way)
    if cost["two_goods"]:
        goods = (way or "").split("+")
        return Counter(goods) if len(goods) == 2 and goods[0] != goods[1] and {*goods} <= {*GOODS} else None
    return None if reward["good"] and way not in GOODS else cost


def _direction_cost(card: Any, way: str) -> Counter[str] | None:
    """Return the cost of a way like `camel>coin`: one side is paid, the other is gained."""
    words = {"camel": "camels", "coin": "coins", "vp": "points"}
    paying, _, getting = way.partition(">")
    for direction in card.ways:
        sides = [printed(direction.pays), printed(direction.gets)]
        names = [GOODS if side["good"] else [word for word, what in words.items() if side[what]] for side in sides]
        if paying in names[0] and getting in names[1]:
            return Counter({paying: sides[0]["good"]}) if sides[0]["good"] else sides[0]
    return None


def _take_three(match: Any, state: State, seat: int, body: Body) -> bool:
    return is_dice(state, seat, body["dice"], 1)


def _is_rolled_die(match: Any, state: State, seat: int, name: str) -> bool:
    """Return whether this die was rolled and is on the board; Raschid has no rolled dice (V34)."""
    return character_of(match, state, seat) != "raschid" and name in [str(die) for die in state.boards[seat - 1].dice]


def _reroll(match: Any, state: State, seat: int, body: Body) -> bool:
    payable = not is_full(match) or pays(state, seat, {"camels": 1})
    return payable and _is_rolled_die(match, state, seat, body["die"]) and are_faces(body["chance"], 1)


def _turn_die(match: Any, state: State, seat: int, body: Body) -> bool:
    payable = not is_full(match) or pays(state, seat, {"camels": 2})
    if not payable or not _is_rolled_die(match, state, seat, body["die"]) or body["by"] not in (1, -1):
        return False
    return 1 <= values([body["die"]])[0] + int(body["by"]) <= 6


def _black_die(match: Any, state: State, seat: int, body: Body) -> bool:
    rolls = 0 if character_of(match, state, seat) == "raschid" else 1
    if state.black == 0 or not are_faces(body.get("chance") or [], rolls):
        return False
    assert state.turn is not None
    return not is_full(match) or (not state.turn.bought and pays(state, seat, {"camels": 3}))


ACTIONS: Mapping[str, Legal] = {
    "take_five": _take_five,
    "bazaar": _bazaar,
    "khan": _khan,
    "contracts": may_take,
    "travel": _travel,
    "city_card": _city_card,
}
BONUS: Mapping[str, Legal] = {
    "fulfil": may_fulfil,
    "take_three": _take_three,
    "reroll": _reroll,
    "turn_die": _turn_die,
    "black_die": _black_die,
}
