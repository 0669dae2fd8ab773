"""Forms of what is noted and counted: goals, the end of a turn, points, the final count (V42 to V45)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.voyages.finish import beijing_free, reached_bounds
from companion.games.voyages.options import GOALS_EACH
from companion.games.voyages.points import LONGEST_WHY, MOST_POINTS
from companion.games.voyages.state import State, Terms
from companion.games.voyages.steps import board_of
from companion.games.voyages.things import goal_row
from companion.rules.fields import Choice, Field, Items, NumberField, OneOf, Pick, TextField
from companion.rules.text import Text, say

MOST_COUNTED = 999
"""Coins, camels or goods that a form lets one count."""
_COUNTED = ("coins", "camels", "goods")


def goals_field(terms: Terms, state: State, seat: int, chosen: Mapping[str, Any], items: Items) -> Field | None:
    """The two goal cards of a seat."""
    return None if "cards" in chosen else _goals(terms, "cards", "voyages.field.goals", items, GOALS_EACH)


def _goals(terms: Terms, name: str, label: str, items: Items, least: int) -> Pick:
    choices = tuple(
        Choice(card, goal_row(terms, card), things=(f"goal:{card}",))
        for card in terms.edition.goal
        if card not in items
    )
    return Pick(name=name, label=say(label), choices=choices, least=least, most=GOALS_EACH, items=tuple(items))


def end_turn_field(terms: Terms, state: State, seat: int, chosen: Mapping[str, Any], items: Items) -> Field | None:
    """How many dice left the board in this turn, where that is not tracked."""
    if terms.full or "used" in chosen:
        return None
    choices = tuple(Choice(n, say("voyages.used", n=n)) for n in range(1, board_of(state, seat).dice_left + 1))
    return OneOf(name="used", label=say("voyages.field.used"), choices=choices)


def score_field(terms: Terms, state: State, seat: int, chosen: Mapping[str, Any], items: Items) -> Field | None:
    """How many points, and why."""
    if "by" not in chosen:
        label = say("voyages.field.points")
        return NumberField(name="by", label=label, low=-MOST_POINTS, high=MOST_POINTS, signed=True, nonzero=True)
    return None if "why" in chosen else TextField(name="why", label=say("voyages.field.why"), longest=LONGEST_WHY)


def contract_field(terms: Terms, state: State, seat: int, chosen: Mapping[str, Any], items: Items) -> Field | None:
    """The points of a contract."""
    label = say("voyages.field.contract_points")
    return None if "by" in chosen else NumberField(name="by", label=label, low=0, high=MOST_POINTS)


def final_field(terms: Terms, state: State, seat: int, chosen: Mapping[str, Any], items: Items) -> Field | None:
    """What a seat has at the end, one after the other."""
    for name in _COUNTED:
        if name not in chosen:
            return NumberField(name=name, label=say(f"voyages.field.final_{name}"), low=0, high=MOST_COUNTED)
    if "beijing" not in chosen:
        spaces = (0, *terms.edition.scoring.beijing)
        free = (points for points in dict.fromkeys(spaces) if beijing_free(terms, state, points))
        choices = tuple(Choice(points, _space_word(points)) for points in free)
        return OneOf(name="beijing", label=say("voyages.field.beijing"), choices=choices)
    if "goals" not in chosen:
        return _goals(terms, "goals", "voyages.field.completed", items, 0)
    if "reached" in chosen:
        return None
    low, high = reached_bounds(terms.edition, chosen["goals"])
    reached = tuple(Choice(n, say("voyages.reached", n=n)) for n in range(low, high + 1))
    return OneOf(name="reached", label=say("voyages.field.reached"), choices=reached)


def _space_word(points: int) -> Text:
    """A space of Beijing by its points; without a post there it is none."""
    return say("voyages.beijing_space", n=points) if points else say("voyages.beijing_none")
