"""Turning the knob: forward and back in lists, more and less in numbers, every detent taken; and throws."""

from __future__ import annotations

import pytest

from companion.box.faces.faces import HomeFace, LettersFace, LevelFace, NumberFace
from companion.box.faces.signals import MOST_VOLUME, Sound
from tests.input.hands import LONG, Hands


@pytest.fixture
def menu(hands: Hands) -> Hands:
    """Hands at the menu behind the welcome page."""
    hands.press("ok")
    return hands


def number(hands: Hands) -> int:
    face = hands.face
    assert isinstance(face, NumberFace), hands.spoken
    return face.number


def test_clockwise_goes_down_a_list_and_lists_wrap_around(menu: Hands) -> None:
    menu.knob(1)
    assert menu.row == menu.rows[1]
    menu.knob(-1)
    assert menu.row == menu.rows[0]
    menu.knob(-1)
    assert menu.row == menu.rows[-1]


def test_several_detents_at_once_all_count(menu: Hands) -> None:
    menu.knob(3)
    assert menu.row == menu.rows[3]
    menu.knob(-2)
    assert menu.row == menu.rows[1]


def test_a_detent_sounds_like_a_key(menu: Hands) -> None:
    menu.sounds.clear()
    menu.knob(1)
    assert menu.sounds == [Sound.KEY]


def test_remaining_detents_go_to_the_new_page(hands: Hands) -> None:
    assert isinstance(hands.face, HomeFace)
    hands.knob(3)
    assert hands.row == hands.rows[2]


def test_clockwise_increases_a_number_up_to_its_bound(hands: Hands) -> None:
    hands.new_game("Inès", "Bao")
    hands.hold("ok")
    for row in ("menu.correct", "Inès", "or"):
        hands.choose(row)
    start = number(hands)
    hands.knob(4)
    assert number(hands) == start + 4
    hands.knob(-2)
    assert number(hands) == start + 2


def test_clockwise_is_louder(menu: Hands) -> None:
    menu.choose("home.settings")
    menu.choose("settings.volume")
    assert isinstance(menu.face, LevelFace)
    menu.knob(MOST_VOLUME)
    assert menu.box.output().volume == MOST_VOLUME
    menu.knob(-1)
    assert menu.box.output().volume == MOST_VOLUME - 1


def test_clockwise_goes_on_in_the_alphabet(menu: Hands) -> None:
    menu.choose("home.new")
    menu.choose("setup.new_name")
    face = menu.face
    assert isinstance(face, LettersFace)
    start = face.chosen
    menu.knob(2)
    face = menu.face
    assert isinstance(face, LettersFace)
    assert face.chosen == start + 2


def test_a_turn_goes_through_its_actions_with_the_knob(hands: Hands) -> None:
    hands.new_game("Inès", "Bao")
    first = hands.turn.action_index
    hands.knob(1)
    assert hands.turn.action_index == first + 1
    hands.knob(-1)
    assert hands.turn.action_index == first


def test_a_key_held_while_the_knob_turns_is_ignored(hands: Hands) -> None:
    hands.grip("ok")
    hands.knob(1)
    hands.wait(LONG)
    menu = hands.spoken
    hands.let_go("ok")
    assert hands.spoken == menu
    assert hands.rows


def test_a_throw_acts_and_sounds_like_the_spin_key(hands: Hands) -> None:
    hands.sounds.clear()
    hands.throw(12.5)
    assert hands.sounds == [Sound.KEY]
    assert hands.rows, "on the welcome any key opens the menu"


@pytest.mark.parametrize("speed", [0.5, 100.0])
def test_the_speed_of_a_throw_changes_nothing(hands: Hands, speed: float) -> None:
    hands.press("spin")
    pressed = hands.face
    hands.press("back")
    hands.throw(speed)
    assert hands.face == pressed
