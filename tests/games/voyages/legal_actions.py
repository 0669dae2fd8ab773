"""Actions and bonus actions in other words (V8 to V16, V21 to V23, V28 to V33)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from companion.games.voyages.state import State
from tests.games.voyages.legal_contracts import may_fulfil, may_take
from tests.games.voyages.legal_facts import (
    GOODS,
    by_who,
    fee,
    full,
    is_dice,
    lying,
    own_colour_twice,
    pays,
    place_kinds,
    printed,
    right_faces,
    values,
    walked,
)

Body = Mapping[str, Any]
Legal = Callable[[Any, State, int, Body], bool]
_DICE = {"camel": 1, "pepper": 1, "silk": 2, "gold": 3}
_FARES = (0, 3, 7, 12, 12, 18, 18)


def _placed(match: Any, state: State, seat: int, space: str, dice: list[str], n: int) -> bool:
    """Whether these dice may lie there, and the fee is at hand (V9, V10)."""
    if not is_dice(state, seat, dice, n) or own_colour_twice(match, state, seat, space, dice):
        return False
    return space == "khan" or pays(state, seat, fee(match, state, seat, space, dice))


def _take_five(match: Any, state: State, seat: int, body: Body) -> bool:
    return _placed(match, state, seat, "take_five", body["dice"], 1)


def _bazaar(match: Any, state: State, seat: int, body: Body) -> bool:
    row, dice, column = body["row"], body["dice"], body.get("column")
    if row not in _DICE or not _placed(match, state, seat, row, dice, _DICE[row]):
        return False
    return column is None or 1 <= int(column) <= min(values(dice))


def _khan(match: Any, state: State, seat: int, body: Body) -> bool:
    there = [value for _, _, value in lying(state, "khan")]
    if len(there) >= 4 or body["good"] not in GOODS or not _placed(match, state, seat, "khan", body["dice"], 1):
        return False
    return values(body["dice"])[0] >= max(there, default=0)


def _travel(match: Any, state: State, seat: int, body: Body) -> bool:
    dice = body["dice"]
    if not _placed(match, state, seat, "travel", dice, 2):
        return False
    way = walked(match, state, seat, body["paths"])
    if way is None or way[0] > min(values(dice)):
        return False
    return pays(state, seat, fee(match, state, seat, "travel", dice), {"coins": _FARES[way[0]]}, way[1])


def _city_card(match: Any, state: State, seat: int, body: Body) -> bool:
    """A card of a city with an own post, on which no die lies (V21)."""
    name, cards = body["card"], {card.id: card for card in match.edition.city_deck}
    city = next((one for one in state.cities if one.id == body["city"]), None)
    if city is None or name not in cards or city.id not in state.boards[seat - 1].posts or name in city.used:
        return False
    room = 3 if city.id == "SUM" else 1
    if name not in city.cards and (len(city.cards) >= room or any(name in one.cards for one in state.cities)):
        return False
    if not is_dice(state, seat, body["dice"], 1):
        return False
    return _used(match, state, seat, body, cards[name], values(body["dice"])[0])


def _used(match: Any, state: State, seat: int, body: Body, card: Any, die: int) -> bool:
    """Whether it is used as often as it may be, in ways that there are, and all of it paid (V22, V23)."""
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
    said = kind == "either" or bool(reward["good"] or reward["own_town"] or printed(card.cost)["two_goods"])
    if len(ways) != (times if said else 0):
        return False
    if reward["own_town"] and not _own_towns(match, board.posts, ways):
        return False
    if card.same and len({*ways}) > 1:
        return False
    costs = [_cost(card, way, reward) for way in (ways if said else [None] * times)]
    return None not in costs and pays(state, seat, *(cost for cost in costs if cost is not None))


def _own_towns(match: Any, posts: tuple[str | None, ...], ways: list[str]) -> bool:
    kinds = place_kinds(match)
    return len({*ways}) == len(ways) and all(kinds.get(way) == "town" and way in posts for way in ways)


def _cost(card: Any, way: str | None, reward: Counter[str]) -> Counter[str] | None:
    """What one use costs in this way; None where there is no such way."""
    cost = printed(card.cost)
    if card.kind.value == "either":
        assert way is not None
        return _either(card, way)
    if cost["two_goods"]:
        goods = (way or "").split("+")
        return Counter(goods) if len(goods) == 2 and goods[0] != goods[1] and {*goods} <= {*GOODS} else None
    return None if reward["good"] and way not in GOODS else cost


def _either(card: Any, way: str) -> Counter[str] | None:
    """`camel>coin` and the like: one of the two sides is paid, the other is got."""
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


def _on_board(match: Any, state: State, seat: int, name: str) -> bool:
    """Whether this die was rolled and is on the board; nothing of Raschid's was (V34)."""
    return by_who(match, seat) != "raschid" and name in [str(die) for die in state.boards[seat - 1].dice]


def _reroll(match: Any, state: State, seat: int, body: Body) -> bool:
    paid = not full(match) or pays(state, seat, {"camels": 1})
    return paid and _on_board(match, state, seat, body["die"]) and right_faces(body["chance"], 1)


def _turn_die(match: Any, state: State, seat: int, body: Body) -> bool:
    paid = not full(match) or pays(state, seat, {"camels": 2})
    if not paid or not _on_board(match, state, seat, body["die"]) or body["by"] not in (1, -1):
        return False
    return 1 <= values([body["die"]])[0] + int(body["by"]) <= 6


def _black_die(match: Any, state: State, seat: int, body: Body) -> bool:
    rolls = 0 if by_who(match, seat) == "raschid" else 1
    if state.black == 0 or not right_faces(body.get("chance") or [], rolls):
        return False
    assert state.turn is not None
    return not full(match) or (not state.turn.bought and pays(state, seat, {"camels": 3}))


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
