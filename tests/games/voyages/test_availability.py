"""Whether a kind of move can be made at all."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.voyages.availability import refusal_of_kind
from companion.games.voyages.state import LineSource, PendingItem, PendingKind, Reason
from tests.games.voyages.voyage import Voyage, a_turn


def refused(voyage: Voyage, kind: str) -> str | None:
    """By which ruling; None where it can be made."""
    found = refusal_of_kind(voyage.match, voyage.state, 1, kind)
    return None if found is None else found.ruling


@pytest.mark.parametrize("kind", ["take_five", "bazaar", "khan", "contracts"])
def test_one_die_is_enough_for_a_space_of_one_die(kind: str) -> None:
    assert refused(a_turn().give(dice="blue:4", coins=9), kind) is None


def test_a_journey_needs_two_dice() -> None:
    assert refused(a_turn().give(dice="blue:4 blue:4", coins=9), "travel") is None
    assert refused(a_turn().give(dice="blue:4", coins=9), "travel") == "V8", "there are not so many"


def test_the_bazaar_is_refused_with_its_first_rows_reason() -> None:
    voyage = a_turn().give(dice="blue:4 blue:4 blue:4", coins=9)
    for row in ("camel", "pepper"):
        voyage.play(move="bazaar", row=row, dice=["blue:4"]).give(acted=False)
    # One die is left: blue ones lie with camels and pepper, and silk wants two.
    assert refused(voyage, "bazaar") == "V10"


@pytest.mark.parametrize(("camels", "ruling"), [(3, None), (2, "V25")])
def test_v25_a_step_is_available_if_a_road_is_payable(camels: int, ruling: str | None) -> None:
    voyage = a_turn().give(at="ORM", camels=camels, coins=0)
    voyage.state = replace(voyage.state, pending=(PendingItem(1, PendingKind.STEP, Reason(LineSource.CARD)),))
    assert refused(voyage, "step") == ruling
