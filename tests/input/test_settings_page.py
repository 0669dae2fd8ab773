"""Settings of the box, its status, and switching it off."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.box.faces.faces import LevelFace, OffFace
from companion.box.faces.signals import MOST_BRIGHTNESS, MOST_VOLUME, RingDark, Sound
from companion.box.pages.night_page import DARK_AFTER_S, LOOK_S
from companion.system.machine_facts import Power
from companion.system.status_report import system_status
from companion.table.commands import Play, StartGame
from tests.input.hands import Hands
from tests.system.samples import FACTS, PROGRAM


@pytest.fixture
def settings(hands: Hands) -> Hands:
    """Hands at the list of settings."""
    hands.press("ok")
    hands.choose("Réglages")
    return hands


def volume(hands: Hands) -> int:
    return hands.box.output().volume


def test_the_language_changes_everywhere_at_once(settings: Hands) -> None:
    settings.press("ok")
    assert settings.spoken == "Language English | Settings"
    settings.press("back")
    assert settings.spoken == "Settings | Menu"
    assert settings.hints == {"back": "back", "ok": "choose"}
    settings.choose("New game")
    assert settings.spoken == "482 913 | Who’s playing? | Scan to sit down"
    settings.press("ok")
    assert settings.spoken == "New name… | Who’s playing?"


def test_the_volume_is_played_as_it_is_set_within_bounds(settings: Hands) -> None:
    settings.choose("Volume")
    assert isinstance(settings.face, LevelFace)
    settings.press("up")
    assert settings.last_sound() is Sound.GOLD
    settings.press("up", "up")
    assert volume(settings) == MOST_VOLUME
    settings.press(*["down"] * 5)
    assert volume(settings) == 0
    assert settings.badges == {"muted"}
    settings.press("up", "ok")
    assert volume(settings) == 1


def test_muting_keeps_the_volume_for_later(settings: Hands) -> None:
    settings.choose("Volume")
    settings.press("up", "ok")
    settings.choose("Couper le son")
    assert volume(settings) == 0
    settings.press("ok")
    assert volume(settings) == MOST_VOLUME


def test_setting_the_volume_unmutes(settings: Hands) -> None:
    settings.choose("Couper le son")
    settings.choose("Volume")
    settings.press("down")
    assert volume(settings) == 1
    assert settings.badges == set()


def test_large_text_can_be_set(settings: Hands) -> None:
    settings.choose("Grand texte")
    assert settings.face.large
    settings.press("ok")
    assert not settings.face.large


def test_the_brightness_is_set_within_bounds(settings: Hands) -> None:
    settings.choose("Luminosité")
    assert settings.spoken == "Luminosité | 3 / 3"
    settings.press("up")
    assert settings.box.output().brightness == MOST_BRIGHTNESS
    settings.press(*["down"] * 4)
    assert settings.box.output().brightness == 1
    settings.press("ok")
    assert settings.spoken.startswith("Luminosité 1/3")


# Off at night.


@pytest.fixture
def night(hands: Hands) -> Hands:
    """Hands at a game on a box that is off at night, at midnight."""
    hands.new_game("Inès", "Bao")
    hands.box.set_preferences(replace(hands.box.preferences, dark_at_night=True))
    hands.hour = 0
    hands.press("ok")
    hands.press("back")
    return hands


def is_dark(hands: Hands) -> bool:
    output = hands.box.output()
    return output.face == OffFace(line="") and not output.glows and not output.live and output.ring == RingDark()


def test_the_setting_is_off_until_it_is_switched_on(settings: Hands) -> None:
    settings.hour = 23
    settings.wait(10 * DARK_AFTER_S)
    settings.choose("Éteint la nuit")
    assert settings.spoken == "Éteint la nuit oui | De 22 h à 7 h, si personne ne joue | Réglages"
    settings.wait(DARK_AFTER_S)
    assert is_dark(settings)


@pytest.mark.parametrize(("hour", "dark"), [(21, False), (22, True), (23, True), (0, True), (6, True), (7, False)])
def test_the_box_goes_dark_in_hours_of_the_night(night: Hands, hour: int, dark: bool) -> None:
    night.hour = hour
    night.wait(DARK_AFTER_S - 1)
    assert not is_dark(night)
    night.wait(1)
    assert is_dark(night) is dark


def test_a_box_left_alone_by_day_goes_dark_later(night: Hands) -> None:
    night.hour = 21
    night.wait(DARK_AFTER_S)
    night.hour = 22
    night.wait(LOOK_S)
    assert is_dark(night)


@pytest.mark.parametrize("key", ["ok", "back", "up", "undo", "seat1", "spin"])
def test_the_first_key_only_lights_the_box_again(night: Hands, key: str) -> None:
    before, entries = night.face, len(night.table.entries)
    night.wait(DARK_AFTER_S)
    assert is_dark(night)
    night.press(key)
    assert (night.face, len(night.table.entries)) == (before, entries)
    night.wait(DARK_AFTER_S - 1)
    assert not is_dark(night)


def test_a_held_key_only_lights_the_box_again(night: Hands) -> None:
    before = night.face
    night.wait(DARK_AFTER_S)
    night.hold("ok")
    assert night.face == before


def test_a_move_on_a_phone_lights_the_box(night: Hands) -> None:
    night.wait(DARK_AFTER_S)
    night.other_hand(Play(moves=((2, {"move": "end_turn"}),)))
    assert not is_dark(night)
    night.wait(DARK_AFTER_S - 1)
    assert not is_dark(night)
    night.wait(1)
    assert is_dark(night)


def test_a_box_that_is_off_stays_off_at_night(night: Hands) -> None:
    night.hold("ok")
    night.choose("Éteindre")
    night.press("ok")
    night.wait(2 * DARK_AFTER_S)
    assert night.face == OffFace(line="Tu peux débrancher")


def test_the_address_is_short_enough_to_type(settings: Hands) -> None:
    settings.choose("Adresse de la table")
    assert settings.spoken.startswith("192.168.100.20:8080 | ")


def test_without_a_network_the_game_goes_on(settings: Hands) -> None:
    settings.box.address = lambda: ""
    settings.choose("Adresse de la table")
    assert settings.spoken == "Pas de réseau. On peut jouer quand même."


def test_switching_off_asks_first(hands: Hands) -> None:
    hands.press("ok")
    hands.choose("Éteindre")
    assert hands.spoken == "Éteindre ? | Tout est gardé. | Éteindre"
    hands.press("back")
    assert not hands.off
    hands.press("ok", "ok")
    assert hands.off
    assert isinstance(hands.face, OffFace)


def test_a_box_that_can_restart_offers_it_beside_switching_off(hands: Hands) -> None:
    hands.box.restart = hands.restart
    hands.press("ok")
    hands.choose("Éteindre")
    assert hands.rows == ["Éteindre", "Redémarrer"]
    hands.choose("Redémarrer")
    assert hands.spoken == "Redémarrer ? | Tout est gardé. | Redémarrer"
    hands.press("back")
    assert not hands.restarted
    hands.choose("Redémarrer")
    hands.press("ok")
    assert (hands.restarted, hands.off) == (True, False)
    assert hands.face == OffFace(line="Un instant…")
    hands.press("ok", "back")
    assert hands.face == OffFace(line="Un instant…")


def test_such_a_box_is_switched_off_by_one_more_press(hands: Hands) -> None:
    hands.box.restart = hands.restart
    hands.press("ok")
    hands.choose("Éteindre")
    hands.choose("Éteindre")
    assert hands.spoken == "Éteindre ? | Tout est gardé. | Éteindre"
    hands.press("ok")
    assert (hands.restarted, hands.off) == (False, True)
    assert hands.face == OffFace(line="Tu peux débrancher")


def test_a_game_is_still_open_after_switching_off(hands: Hands) -> None:
    hands.new_game("Inès", "Bao")
    hands.press("ok")
    before = hands.spoken
    hands.hold("ok")
    hands.choose("Éteindre")
    hands.press("ok")
    assert hands.off
    hands.pull_the_plug()
    assert hands.spoken == before


def test_keys_do_nothing_once_it_is_off(hands: Hands) -> None:
    hands.other_hand(StartGame(game="expedition", names=("Inès", "Bao")))
    hands.press("ok")
    hands.hold("ok")
    hands.choose("Éteindre")
    hands.press("ok")
    for key in ("ok", "back", "up", "undo", "seat1"):
        hands.press(key)
    hands.hold("back")
    assert isinstance(hands.face, OffFace)
    assert len(hands.table.entries) == 1


@pytest.fixture
def status(hands: Hands) -> Hands:
    """Hands at the status of a box with too little power."""
    machine = replace(FACTS, power=Power(low=True, was_low=True, slowed=True))
    hands.box.system_status = lambda: system_status(PROGRAM, machine)
    hands.press("ok")
    hands.choose("home.settings")
    hands.choose("how.title")
    return hands


def test_problems_are_on_top_and_marked(status: Hands) -> None:
    assert status.spoken == "Courant trop faible | à vérifier | Comment ça va ?"
    status.press("down")
    assert status.spoken.endswith("Mo | Comment ça va ?") or status.spoken.endswith("Go | Comment ça va ?")


def test_ok_explains_a_problem_and_its_remedy(status: Hands) -> None:
    status.press("ok")
    assert "Le courant est trop faible en ce moment. Prends l’alimentation" in status.spoken
    status.press("ok")
    assert status.spoken.startswith("Courant trop faible")


def test_back_leads_from_the_status_to_the_settings(status: Hands) -> None:
    status.press("back")
    assert status.spoken.endswith("Réglages")


def test_the_status_is_reached_from_a_game_too(hands: Hands) -> None:
    hands.box.system_status = lambda: system_status(PROGRAM, FACTS)
    hands.new_game("Inès", "Bao")
    hands.hold("ok")
    hands.choose("home.settings")
    hands.choose("how.title")
    assert hands.spoken.startswith("Courant suffit")


def test_every_row_can_be_read_in_both_sizes(status: Hands) -> None:
    """`Hands` fails on a shortened word."""
    rows = len(system_status(PROGRAM, FACTS).conditions)
    for large in (False, True):
        status.box.set_preferences(replace(status.box.preferences, large=large))
        for _ in range(rows):
            status.press("ok")
            status.press("ok")
            status.press("down")
    assert status.spoken.startswith("Courant trop faible")
