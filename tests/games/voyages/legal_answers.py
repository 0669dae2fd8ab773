"""Answers in other words: to what waits, and to nothing else (V18, V20, V21, V24 to V27)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.voyages.state import Owed, State, Want
from tests.games.voyages.legal_contracts import may_keep
from tests.games.voyages.legal_facts import GOODS, pays, place_kinds, right_faces, walked

_SAID = {
    **{Want.GOOD: "goods", Want.TWO_GOODS: "goods", Want.TOWN: "town", Want.POST: "post"},
    **{Want.BONUS: "bonus", Want.INCOME: "income"},
}


def answers(match: Any, state: State, seat: int, body: Mapping[str, Any], owed: Owed) -> bool:
    """Whether this answers what waits."""
    kind = body["move"]
    match owed.want:
        case Want.CONTRACT:
            return kind == "decline" or (kind == "keep" and may_keep(match, state, seat, body))
        case Want.STEP:
            return kind == "decline" or (kind == "step" and _steps(match, state, seat, body, owed))
        case Want.BLACK_DIE:
            return kind == "roll" and right_faces(body["chance"], 1)
    said = {name for name in ("goods", "town", "post", "bonus", "income") if body.get(name) is not None}
    wanted = _SAID[owed.want]
    return kind == "choose" and said == {wanted} and _right(match, state, seat, body[wanted], owed)


def _right(match: Any, state: State, seat: int, value: Any, owed: Owed) -> bool:
    kinds = place_kinds(match)
    match owed.want:
        case Want.GOOD:
            return len(value) == 1 and value[0] in GOODS
        case Want.TWO_GOODS:
            return len(value) == 2 and value[0] != value[1] and {*value} <= {*GOODS}
        case Want.TOWN:
            return kinds.get(value) == "town" and value != owed.at
        case Want.POST:
            return value in state.boards[seat - 1].posts and value not in owed.placed
        case Want.BONUS:
            known = [one.id for one in match.edition.bonus_deck]
            return value in known and value not in [city.bonus for city in state.cities]
    known = [one.letter for one in match.edition.income_deck]
    return value in known and value not in [town.tile for town in state.towns]


def _steps(match: Any, state: State, seat: int, body: Mapping[str, Any], owed: Owed) -> bool:
    way = walked(match, state, seat, body["paths"])
    return way is not None and way[0] <= owed.n and pays(state, seat, way[1])
