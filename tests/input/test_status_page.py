"""How it is, on the box: a row a thing, what is amiss on top, and each in words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.system.machine_facts import Power
from companion.system.status_report import how
from tests.input.hands import Hands
from tests.system.samples import FACTS, PROGRAM


@pytest.fixture
def low(hands: Hands) -> Hands:
    """At the list, of a box with too little power."""
    machine = replace(FACTS, power=Power(low=True, was_low=True, slowed=True))
    hands.box.how = lambda: how(PROGRAM, machine)
    hands.press("ok")
    hands.choose("home.settings")
    hands.choose("how.title")
    return hands


def test_what_is_amiss_is_on_top_and_marked_by_a_word(low: Hands) -> None:
    assert low.spoken == "Courant trop peu | à regarder | Comment ça va ?"
    low.press("down")
    assert low.spoken.endswith("Mo | Comment ça va ?") or low.spoken.endswith("Go | Comment ça va ?")


def test_ok_tells_it_in_words_with_what_to_do(low: Hands) -> None:
    low.press("ok")
    assert "Il y a trop peu de courant en ce moment. Prends l’alimentation" in low.spoken
    low.press("ok")
    assert low.spoken.startswith("Courant trop peu")


def test_back_leads_to_the_settings(low: Hands) -> None:
    low.press("back")
    assert low.spoken.endswith("Réglages")


def test_it_is_reached_from_a_game_as_well(hands: Hands) -> None:
    hands.box.how = lambda: how(PROGRAM, FACTS)
    hands.new_game("Inès", "Bao")
    hands.hold("ok")
    hands.choose("home.settings")
    hands.choose("how.title")
    assert hands.spoken.startswith("Courant suffit")


def test_every_row_can_be_read_in_both_sizes(low: Hands) -> None:
    """Hands refuse a shortened word."""
    rows = len(how(PROGRAM, FACTS).conditions)
    for large in (False, True):
        low.box.prefer(replace(low.box.preferences, large=large))
        for _ in range(rows):
            low.press("ok")
            low.press("ok")
            low.press("down")
    assert low.spoken.startswith("Courant trop peu")
