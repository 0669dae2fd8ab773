"""Errors at the box: a full card, a damaged journal, a move that came too late."""

from __future__ import annotations

from companion.box.faces.faces import HomeFace, LevelFace, MessageFace
from companion.box.faces.signals import Sound
from companion.table.commands import StartGame
from tests.input.hands import Hands

NOT_SAVED = "Impossible d’enregistrer. Rien n’a été fait. Fais de la place sur la carte, puis réessaie."


def test_a_move_that_cannot_be_saved_is_not_made(hands: Hands) -> None:
    hands.new_game("Inès", "Bao", "Chloé")
    before = hands.turn
    hands.fill_the_card()
    hands.press("ok")
    assert hands.spoken == NOT_SAVED
    assert hands.last_sound() is Sound.REFUSED
    hands.press("ok")
    assert hands.badges == {"not_saved"}
    assert (hands.turn.place, hands.turn.block, hands.turn.last) == (before.place, before.block, before.last)
    hands.hold("back")
    assert isinstance(hands.face, MessageFace)
    hands.press("ok")

    hands.fill_the_card(full=False)
    hands.press("ok")
    assert hands.badges == set()
    assert hands.spoken.endswith("Inès va sur la 3")


def test_a_form_that_cannot_be_saved_can_be_tried_again(hands: Hands) -> None:
    hands.new_game("Inès", "Bao", "Chloé")
    hands.hold("ok")
    hands.press("ok", "ok")
    hands.fill_the_card()
    hands.press("ok")
    assert hands.spoken == NOT_SAVED
    hands.press("ok")
    hands.fill_the_card(full=False)
    hands.press("ok", "ok")
    assert hands.spoken.endswith("Inès va sur la 3")


def test_a_game_that_cannot_be_saved_does_not_begin(hands: Hands) -> None:
    hands.press("ok")
    hands.choose("Nouvelle partie")
    hands.add_player("Inès")
    hands.add_player("Bao")
    hands.fill_the_card()
    hands.choose("Commencer (2 joueurs)")
    assert hands.spoken == NOT_SAVED
    assert hands.session.table is None
    hands.press("ok")
    hands.fill_the_card(full=False)
    hands.press("ok")
    assert hands.spoken.startswith("Inès")


def test_a_board_that_cannot_be_saved_always_says_so(hands: Hands) -> None:
    hands.press("ok")
    hands.choose("Recopier ton plateau")
    hands.fill_the_card()
    hands.press("down", "ok", "ok")
    assert hands.spoken == NOT_SAVED


def test_a_volume_that_cannot_be_saved_applies_for_now(hands: Hands) -> None:
    hands.press("ok")
    hands.choose("Réglages")
    hands.choose("Volume")
    hands.fill_the_card()
    hands.press("up")
    assert hands.spoken == NOT_SAVED
    hands.press("ok")
    assert isinstance(hands.face, LevelFace)
    assert hands.face.level == 3


def test_a_damaged_journal_has_a_badge_and_valid_rows_continue(hands: Hands) -> None:
    hands.other_hand(StartGame(game="expedition", names=("Inès", "Bao", "Chloé")))
    hands.press("ok", "ok")
    hands.damage_the_last_row()
    hands.pull_the_plug()
    assert hands.badges == {"damaged"}
    assert hands.spoken.endswith("Inès va sur la 3")
    hands.press("ok")
    assert len(hands.table.entries) == 2


def test_a_game_without_a_valid_row_is_not_opened(hands: Hands) -> None:
    hands.other_hand(StartGame(game="expedition", names=("Inès", "Bao", "Chloé")))
    hands.damage_the_last_row()
    hands.pull_the_plug()
    assert isinstance(hands.face, HomeFace)
    assert hands.badges == {"damaged"}
