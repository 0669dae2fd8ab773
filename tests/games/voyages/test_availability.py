"""Checks that a kind of move can be made at all."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.voyages.can_complete_move import refusal_of_kind
from companion.games.voyages.state import LineSource, PendingItem, PendingKind, Reason
from tests.games.voyages.voyage import Voyage, first_turn


def refusing_ruling(voyage: Voyage, kind: str) -> str | None:
    """Return the ruling that refuses a kind of move; None if it can be made."""
    refusal = refusal_of_kind(voyage.match, voyage.state, 1, kind)
    return None if refusal is None else refusal.ruling


@pytest.mark.parametrize("kind", ["take_five", "bazaar", "khan", "contracts"])
def test_one_die_is_enough_for_a_space_of_one_die(kind: str) -> None:
    assert refusing_ruling(first_turn().give(dice="blue:4", coins=9), kind) is None


def test_a_journey_needs_two_dice() -> None:
    assert refusing_ruling(first_turn().give(dice="blue:4 blue:4", coins=9), "travel") is None
    assert refusing_ruling(first_turn().give(dice="blue:4", coins=9), "travel") == "V8", "there are not so many"


def test_the_bazaar_is_refused_with_its_first_rows_reason() -> None:
    voyage = first_turn().give(dice="blue:4 blue:4 blue:4", coins=9)
    for row in ("camel", "pepper"):
        voyage.play(move="bazaar", row=row, dice=["blue:4"]).give(acted=False)
    # One die is left: blue ones lie with camels and pepper, and silk wants two.
    assert refusing_ruling(voyage, "bazaar") == "V10"


@pytest.mark.parametrize(("camels", "ruling"), [(3, None), (2, "V25")])
def test_v25_a_step_is_available_if_a_road_is_payable(camels: int, ruling: str | None) -> None:
    voyage = first_turn().give(at="ORM", camels=camels, coins=0)
    voyage.state = replace(voyage.state, pending=(PendingItem(1, PendingKind.STEP, Reason(LineSource.CARD)),))
    assert refusing_ruling(voyage, "step") == ruling
