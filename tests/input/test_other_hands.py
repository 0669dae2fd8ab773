"""Other hands at the same table: a phone's actions are shown at once, and disturb only what they must."""

from __future__ import annotations

from companion.box.faces.faces import (
    BlockFace,
    ConfirmFace,
    HomeFace,
    LettersFace,
    MessageFace,
    NumberFace,
    TallyFace,
    TurnFace,
)
from companion.table.commands import CloseGame, LeaveGame, OpenGame, Play, Restore, StartGame, TakeBack
from tests.input.hands import Hands

STEP = {"move": "step", "by": "cards"}
END = {"move": "end_turn"}


def three() -> StartGame:
    return StartGame(game="expedition", names=("Inès", "Bao", "Chloé"))


def phone(seat: int, **move: object) -> Play:
    """Return a move played on a phone."""
    return Play(moves=((seat, dict(move)),), source="phone")


def test_a_game_begun_elsewhere_is_shown_at_once(hands: Hands) -> None:
    hands.press("ok")
    hands.choose("Réglages")
    hands.choose("Adresse de la table")
    hands.other_hand(three())
    assert isinstance(hands.face, TurnFace)
    hands.other_hand(three())
    assert hands.table.number == 2
    hands.other_hand(OpenGame(number=1))
    assert hands.table.number == 1
    hands.other_hand(LeaveGame())
    assert isinstance(hands.face, HomeFace)


def test_a_press_meant_for_the_state_before_is_dropped(hands: Hands) -> None:
    hands.other_hand(three())
    hands.grip("ok")
    hands.other_hand(phone(1, **STEP))
    hands.let_go("ok")
    assert len(hands.table.entries) == 1
    hands.press("ok")
    assert len(hands.table.entries) == 2


def test_a_tally_from_a_phone_covers_an_open_menu(hands: Hands) -> None:
    hands.other_hand(three())
    hands.play(until=lambda table: table.state.camels[0] == (15,))
    hands.hold("ok")
    hands.find("Coups joués")
    hands.other_hand(phone(1, **STEP))
    assert isinstance(hands.face, TallyFace)
    hands.press("ok", "ok", "ok", "ok")
    assert hands.row == "Coups joués"


def test_a_tally_closes_when_phones_play_on(hands: Hands) -> None:
    hands.other_hand(three())
    hands.play(until=lambda table: table.state.tallied)
    assert isinstance(hands.face, TallyFace)
    turn = hands.table.match.turn(hands.table.state)
    assert turn is not None
    hands.other_hand(phone(turn, **STEP))
    assert isinstance(hands.face, TurnFace)


def test_a_tally_taken_back_on_a_phone_closes(hands: Hands) -> None:
    hands.other_hand(three())
    hands.play(until=lambda table: table.state.tallied)
    assert isinstance(hands.face, TallyFace)
    hands.other_hand(TakeBack())
    assert isinstance(hands.face, TurnFace)


def test_the_cursor_of_an_open_list_stays_on_its_row(hands: Hands) -> None:
    hands.other_hand(three())
    hands.press("ok", "ok")
    hands.hold("ok")
    hands.choose("Coups joués")
    hands.find("va sur la 3")
    hands.other_hand(phone(1, **STEP))
    assert hands.rows == ["va sur la 5", "va sur la 4", "va sur la 3", "Le début"]
    assert hands.row == "va sur la 3"


def test_a_form_with_a_changed_question_closes_with_a_message(hands: Hands) -> None:
    hands.other_hand(three())
    hands.hold("ok")
    hands.press("ok", "ok")
    assert isinstance(hands.face, ConfirmFace)
    hands.other_hand(phone(1, **STEP))
    assert hands.spoken == "La partie a avancé entre-temps. Regarde à nouveau."
    hands.press("ok")
    assert hands.rows == ["Avancer", "Prendre une caisse", "Finir le tour"]


def test_a_form_of_a_finished_turn_closes_with_a_message(hands: Hands) -> None:
    hands.other_hand(three())
    hands.hold("ok")
    hands.press("ok", "ok")
    hands.other_hand(phone(1, **END))
    assert hands.spoken == "La partie a avancé entre-temps. Regarde à nouveau."


def test_a_row_that_became_illegal_is_refused_when_chosen(hands: Hands) -> None:
    hands.other_hand(three())
    hands.play()
    hands.other_hand(TakeBack())
    hands.hold("ok")
    hands.choose("Corriger à la main")
    hands.other_hand(Restore())
    hands.press("back")
    hands.choose("Bao")
    assert hands.spoken == "La partie est finie."


def test_the_reveal_of_the_end_covers_a_menu(hands: Hands) -> None:
    hands.other_hand(three())
    hands.play(until=lambda table: table.state.camels[0] == (29,))
    hands.hold("ok")
    hands.choose("Corriger à la main")
    hands.skips_reveal = False
    hands.other_hand(phone(1, move="no_crates"))
    assert hands.spoken.startswith("Le décompte final | ")


def test_a_form_that_is_still_valid_stays_and_is_played(hands: Hands) -> None:
    hands.other_hand(three())
    hands.hold("ok")
    hands.choose("Corriger à la main")
    hands.choose("Chloé")
    hands.choose("or")
    hands.press("up", "up")
    hands.other_hand(phone(1, **STEP))
    assert isinstance(hands.face, NumberFace)
    hands.press("ok")
    assert isinstance(hands.face, LettersFace)
    hands.press("ok")
    hands.other_hand(phone(1, **END))
    assert isinstance(hands.face, BlockFace)
    hands.press("ok")
    assert hands.table.state.gold == (3, 3, 5)


def test_a_correction_of_an_amount_that_changed_is_closed(hands: Hands) -> None:
    hands.other_hand(three())
    hands.hold("ok")
    for row in ("Corriger à la main", "Chloé", "or"):
        hands.choose(row)
    hands.other_hand(phone(3, move="correct", what="gold", by=1))
    assert not isinstance(hands.face, NumberFace)


def test_any_change_closes_an_unfinished_amendment(hands: Hands) -> None:
    hands.other_hand(three())
    hands.press("ok", "ok")
    hands.hold("ok")
    hands.choose("Coups joués")
    hands.press("down", "ok", "ok")
    assert hands.rows == ["Avancer", "Finir le tour", "Corriger à la main"]
    hands.other_hand(phone(1, **STEP))
    assert isinstance(hands.face, MessageFace)
    hands.press("ok")
    assert hands.rows == ["Le remplacer", "Le supprimer", "Un coup oublié avant", "Le lire"]


def test_the_page_of_a_changed_entry_closes(hands: Hands) -> None:
    hands.other_hand(three())
    hands.press("ok", "ok")
    hands.hold("ok")
    hands.choose("Coups joués")
    hands.press("ok")
    hands.other_hand(TakeBack())
    hands.press("ok")
    assert hands.rows == ["va sur la 3", "Le début"]


def test_a_game_closed_elsewhere_shows_its_last_sheet(hands: Hands) -> None:
    hands.other_hand(three())
    hands.other_hand(CloseGame())
    assert hands.spoken.startswith("Partie arrêtée")
    assert hands.box.output().glows == ()
    hands.hold("back")
    assert isinstance(hands.face, MessageFace)
