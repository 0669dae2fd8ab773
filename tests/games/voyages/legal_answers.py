"""Answers to pending items, stated independently of `play` (V18, V20, V21, V24 to V27)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.voyages.state import PendingItem, PendingKind, State
from tests.games.voyages.legal_contracts import may_keep
from tests.games.voyages.legal_facts import GOODS, are_faces, path_cost, pays, place_kinds

_ANSWER_FIELDS = {
    **{PendingKind.GOOD: "goods", PendingKind.TWO_GOODS: "goods", PendingKind.TOWN: "town", PendingKind.POST: "post"},
    **{PendingKind.BONUS: "bonus", PendingKind.INCOME: "income"},
}


def is_answer(match: Any, state: State, seat: int, body: Mapping[str, Any], pending: PendingItem) -> bool:
    """Return whether this move answers the pending item."""
    kind = body["move"]
    match pending.kind:
        case PendingKind.CONTRACT:
            return kind == "decline" or (kind == "keep" and may_keep(match, state, seat, body))
        case PendingKind.STEP:
            return kind == "decline" or (kind == "step" and _are_steps(match, state, seat, body, pending))
        case PendingKind.BLACK_DIE:
            return kind == "decline" or (kind == "roll" and are_faces(body["chance"], 1))
    fields = {name for name in ("goods", "town", "post", "bonus", "income") if body.get(name) is not None}
    wanted = _ANSWER_FIELDS[pending.kind]
    return kind == "choose" and fields == {wanted} and _is_right_value(match, state, seat, body[wanted], pending)


def _is_right_value(match: Any, state: State, seat: int, value: Any, pending: PendingItem) -> bool:
    kinds = place_kinds(match)
    match pending.kind:
        case PendingKind.GOOD:
            return len(value) == 1 and value[0] in GOODS
        case PendingKind.TWO_GOODS:
            return len(value) == 2 and value[0] != value[1] and {*value} <= {*GOODS}
        case PendingKind.TOWN:
            return kinds.get(value) == "town" and value != pending.place
        case PendingKind.POST:
            reached = (*pending.new_posts, *(pending.old_posts or ()))
            return value in state.boards[seat - 1].posts and value not in reached
        case PendingKind.BONUS:
            tiles = [tile.id for tile in match.edition.bonus_deck]
            return value in tiles and value not in [city.bonus for city in state.cities]
    tiles = [tile.letter for tile in match.edition.income_deck]
    return value in tiles and value not in [town.tile for town in state.towns]


def _are_steps(match: Any, state: State, seat: int, body: Mapping[str, Any], pending: PendingItem) -> bool:
    path = path_cost(match, state, seat, body["paths"])
    return path is not None and path[0] <= pending.n and pays(state, seat, path[1])
