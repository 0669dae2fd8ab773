"""Saved games at the box: going on with one, and erasing one for good."""

from __future__ import annotations

import pytest

from companion.session.commands import Close, Erase, Leave, Start
from companion.views.faces import MessageFace, TurnFace
from companion.views.signals import Sound
from tests.input.hands import Hands


@pytest.fixture
def saved(hands: Hands) -> Hands:
    """Two games to go on with and a closed one, seen from the welcome."""
    for names in (("Inès", "Bao"), ("Chloé", "Dan"), ("Eva", "Fadi")):
        hands.other_hand(Start(game="expedition", names=names))
    hands.other_hand(Close())
    hands.other_hand(Leave())
    hands.press("ok")
    return hands


def numbers(hands: Hands) -> list[int]:
    return [saved.number for saved in hands.session.journal.games()]


def test_one_press_goes_on_with_a_game(saved: Hands) -> None:
    saved.choose("Continuer une partie")
    assert saved.rows == ["Chloé, Dan", "Inès, Bao", "Effacer une partie"]
    saved.press("ok")
    assert isinstance(saved.face, TurnFace)
    assert saved.table.number == 2


@pytest.mark.parametrize(
    ("menu", "row", "left"),
    [("Continuer une partie", "Inès, Bao", [2, 3]), ("Parties finies", "Eva, Fadi", [1, 2])],
)
def test_a_game_is_erased_once_that_is_confirmed(saved: Hands, menu: str, row: str, left: list[int]) -> None:
    saved.choose(menu)
    saved.choose("Effacer une partie")
    saved.choose(row)
    assert saved.spoken.startswith("Pour toujours ?")
    saved.press("back")
    assert numbers(saved) == [1, 2, 3]
    saved.press("ok", "ok")
    assert numbers(saved) == left
    assert saved.heard() is Sound.DONE
    assert row not in saved.rows
    saved.press("back")
    assert row not in saved.rows


def test_where_nothing_is_left_nothing_can_be_erased(saved: Hands) -> None:
    saved.choose("Parties finies")
    saved.choose("Effacer une partie")
    saved.press("ok", "ok")
    assert saved.rows == ["Rien pour l’instant"]
    saved.press("ok")
    assert saved.rows == ["Rien pour l’instant"]
    saved.press("ok")
    assert saved.row == "Parties finies"


def test_a_game_that_was_erased_elsewhere_meanwhile_is_told(saved: Hands) -> None:
    saved.choose("Continuer une partie")
    saved.other_hand(Erase(number=2))
    saved.press("ok")
    assert isinstance(saved.face, MessageFace)
    saved.press("ok", "down", "down", "ok", "ok", "ok")
    assert isinstance(saved.face, MessageFace)
    assert numbers(saved) == [1, 3]


def test_what_cannot_be_erased_now_is_told_and_stays(saved: Hands) -> None:
    saved.choose("Continuer une partie")
    saved.choose("Effacer une partie")
    saved.fill_the_card()
    saved.press("ok", "ok")
    assert isinstance(saved.face, MessageFace)
    assert numbers(saved) == [1, 2, 3]
