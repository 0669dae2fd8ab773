"""Settings of the box, its status, and switching it off."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.box.faces.faces import LevelFace, OffFace
from companion.box.faces.signals import MOST_VOLUME, Sound
from companion.system.machine_facts import Power
from companion.system.status_report import how
from companion.table.commands import Start
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
    assert settings.spoken == "Add a player | The youngest first | Who plays?"


def test_the_volume_is_heard_as_it_is_set_and_stops_at_its_ends(settings: Hands) -> None:
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
    settings.choose("Muet")
    assert volume(settings) == 0
    settings.press("ok")
    assert volume(settings) == MOST_VOLUME


def test_setting_the_volume_ends_the_silence(settings: Hands) -> None:
    settings.choose("Muet")
    settings.choose("Volume")
    settings.press("down")
    assert volume(settings) == 1
    assert settings.badges == set()


def test_large_text(settings: Hands) -> None:
    settings.choose("Grand texte")
    assert settings.face.large
    settings.press("ok")
    assert not settings.face.large


def test_the_address_is_short_enough_to_be_typed(settings: Hands) -> None:
    settings.choose("Adresse de la table")
    assert settings.spoken.startswith("192.168.100.20:8080 | ")


def test_without_a_network_the_game_goes_on(settings: Hands) -> None:
    settings.box.address = lambda: ""
    settings.choose("Adresse de la table")
    assert settings.spoken == "Pas de réseau. La partie continue sans."


def test_switching_off_asks_first(hands: Hands) -> None:
    hands.press("ok")
    hands.choose("Éteindre")
    assert hands.spoken == "Éteindre ? | Tout est gardé. | Éteindre"
    hands.press("back")
    assert not hands.off
    hands.press("ok", "ok")
    assert hands.off
    assert isinstance(hands.face, OffFace)


def test_a_box_that_can_start_anew_offers_it_beside_switching_off(hands: Hands) -> None:
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


def test_there_it_is_switched_off_by_one_press_more(hands: Hands) -> None:
    hands.box.restart = hands.restart
    hands.press("ok")
    hands.choose("Éteindre")
    hands.choose("Éteindre")
    assert hands.spoken == "Éteindre ? | Tout est gardé. | Éteindre"
    hands.press("ok")
    assert (hands.restarted, hands.off) == (False, True)
    assert hands.face == OffFace(line="Tu peux débrancher")


def test_switching_off_in_the_midst_of_a_game_finds_it_again(hands: Hands) -> None:
    hands.new_game("Inès", "Bao")
    hands.press("ok")
    before = hands.spoken
    hands.hold("ok")
    hands.choose("Éteindre")
    hands.press("ok")
    assert hands.off
    hands.pull_the_plug()
    assert hands.spoken == before


def test_once_it_is_off_no_key_does_anything(hands: Hands) -> None:
    hands.other_hand(Start(game="expedition", names=("Inès", "Bao")))
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
def low(hands: Hands) -> Hands:
    """Hands at the status of a box with too little power."""
    machine = replace(FACTS, power=Power(low=True, was_low=True, slowed=True))
    hands.box.system_status = lambda: how(PROGRAM, machine)
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
    hands.box.system_status = lambda: how(PROGRAM, FACTS)
    hands.new_game("Inès", "Bao")
    hands.hold("ok")
    hands.choose("home.settings")
    hands.choose("how.title")
    assert hands.spoken.startswith("Courant suffit")


def test_every_row_can_be_read_in_both_sizes(low: Hands) -> None:
    """`Hands` fails on a shortened word."""
    rows = len(how(PROGRAM, FACTS).conditions)
    for large in (False, True):
        low.box.prefer(replace(low.box.preferences, large=large))
        for _ in range(rows):
            low.press("ok")
            low.press("ok")
            low.press("down")
    assert low.spoken.startswith("Courant trop peu")
