"""Answers in other words: to what waits, and to nothing else (V18, V20, V21, V24 to V27)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.voyages.state import PendingItem, PendingKind, State
from tests.games.voyages.legal_contracts import may_keep
from tests.games.voyages.legal_facts import GOODS, pays, place_kinds, right_faces, walked

_SAID = {
    **{PendingKind.GOOD: "goods", PendingKind.TWO_GOODS: "goods", PendingKind.TOWN: "town", PendingKind.POST: "post"},
    **{PendingKind.BONUS: "bonus", PendingKind.INCOME: "income"},
}


def answers(match: Any, state: State, seat: int, body: Mapping[str, Any], owed: PendingItem) -> bool:
    """Whether this answers what waits."""
    kind = body["move"]
    match owed.kind:
        case PendingKind.CONTRACT:
            return kind == "decline" or (kind == "keep" and may_keep(match, state, seat, body))
        case PendingKind.STEP:
            return kind == "decline" or (kind == "step" and _steps(match, state, seat, body, owed))
        case PendingKind.BLACK_DIE:
            return kind == "roll" and right_faces(body["chance"], 1)
    said = {name for name in ("goods", "town", "post", "bonus", "income") if body.get(name) is not None}
    wanted = _SAID[owed.kind]
    return kind == "choose" and said == {wanted} and _right(match, state, seat, body[wanted], owed)


def _right(match: Any, state: State, seat: int, value: Any, owed: PendingItem) -> bool:
    kinds = place_kinds(match)
    match owed.kind:
        case PendingKind.GOOD:
            return len(value) == 1 and value[0] in GOODS
        case PendingKind.TWO_GOODS:
            return len(value) == 2 and value[0] != value[1] and {*value} <= {*GOODS}
        case PendingKind.TOWN:
            return kinds.get(value) == "town" and value != owed.place
        case PendingKind.POST:
            return value in state.boards[seat - 1].posts and value not in owed.new_posts
        case PendingKind.BONUS:
            known = [one.id for one in match.edition.bonus_deck]
            return value in known and value not in [city.bonus for city in state.cities]
    known = [one.letter for one in match.edition.income_deck]
    return value in known and value not in [town.tile for town in state.towns]


def _steps(match: Any, state: State, seat: int, body: Mapping[str, Any], owed: PendingItem) -> bool:
    way = walked(match, state, seat, body["paths"])
    return way is not None and way[0] <= owed.n and pays(state, seat, way[1])
