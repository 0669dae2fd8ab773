"""The box itself: its state when it is switched on, keys and time, lights, sounds and badges."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.box.box import EARLY_RELEASE_S, Box, Preferences
from companion.box.faces.faces import EndFace, Hold, HomeFace, LettersFace, LobbyFace, MessageFace, TurnFace
from companion.box.faces.signals import Glow, Sound
from companion.box.input_events import KeyEdge
from companion.box.key_presses import LONG_PRESS_TIME, SHOW_HOLD_AFTER
from companion.box.preferences import PREFERENCES_NOTE, preferences_from
from companion.games.expedition import EXPEDITION
from companion.table import game_limits
from companion.table.commands import Play, StartGame
from companion.table.session_errors import NotSavedError
from companion.words.signs import Key
from tests.games.lanterns import LANTERNS
from tests.input.hands import BOUNCES, Hands

STEP = {"move": "step", "by": "cards"}
END = {"move": "end_turn"}


def three() -> StartGame:
    return StartGame(game="expedition", names=("Inès", "Bao", "Chloé"))


def phone(seat: int, **move: object) -> Play:
    """Return a move played on a phone."""
    return Play(moves=((seat, dict(move)),), source="phone")


# Switching on.


def test_any_key_opens_the_menu_of_a_new_box(hands: Hands) -> None:
    for key in ("ok", "down", "back", "spin"):
        assert isinstance(hands.face, HomeFace)
        hands.press(key)
        assert hands.rows[0] == "Nouvelle partie"
        hands.press("back")
    hands.hold("ok")
    assert hands.rows[0] == "Nouvelle partie"


def test_the_open_game_is_open_again_after_a_power_cut(hands: Hands) -> None:
    hands.new_game("Inès", "Bao")
    hands.press("ok")
    before = hands.spoken
    hands.pull_the_plug()
    assert hands.spoken == before


def test_saved_preferences_are_read_and_invalid_ones_are_ignored() -> None:
    first = Preferences("en", 1, large=True)
    assert preferences_from(None, first) == first
    assert preferences_from({"language": "xx", "volume": 9, "large": "yes", "muted": 1, "calm": "no"}, first) == first
    saved = Preferences("fr", 3, large=False, muted=True, calm=True)
    assert preferences_from(saved.to_json(), first) == saved


def test_preferences_apply_even_if_they_cannot_be_saved(hands: Hands) -> None:
    hands.fill_the_card()
    hands.press("ok")
    hands.choose("Réglages")
    hands.choose("Langue")
    assert isinstance(hands.face, MessageFace)
    assert hands.badges == {"not_saved"}
    hands.press("ok")
    assert hands.rows[0] == "Language"
    assert hands.session.journal.note(PREFERENCES_NOTE) is None


# Keys and time.


def test_at_rest_the_box_has_no_deadline(hands: Hands) -> None:
    assert hands.box.deadline() is None
    hands.new_game("Inès", "Bao")
    assert hands.box.deadline() is None


def test_a_long_press_shows_a_bar_with_its_effect(hands: Hands) -> None:
    hands.new_game("Inès", "Bao")
    hands.grip("back", SHOW_HOLD_AFTER - 0.02)
    assert hands.face.hold is None
    assert [hint.key for hint in hands.face.hints if hint.pressed] == [Key.BACK]
    hands.wait((LONG_PRESS_TIME - SHOW_HOLD_AFTER) / 2)
    hold = hands.face.hold
    assert hold is not None
    assert hold.text == "Reprendre le coup"
    assert hold.progress == pytest.approx(0.5, abs=0.1)


@pytest.mark.parametrize("milliseconds", [80, 150, 200, 250, 300, 340])
def test_ok_of_any_hand_plays_the_move(milliseconds: int, hands: Hands) -> None:
    hands.new_game("Inès", "Bao")
    press_for(hands, "ok", milliseconds)
    assert [entry.played.move.kind for entry in hands.table.entries] == ["step"]
    assert hands.face.hold is None


@pytest.mark.parametrize("key", ["ok", "back"])
@pytest.mark.parametrize("milliseconds", [360, 420, 500, 600, 690])
def test_letting_go_while_the_bar_fills_only_says_so(key: str, milliseconds: int, hands: Hands) -> None:
    hands.new_game("Inès", "Bao")
    hands.press("ok")
    heard = len(hands.sounds)
    press_for(hands, key, milliseconds)
    assert isinstance(hands.face, TurnFace)
    assert hands.face.hold == Hold("Rien\N{NO-BREAK SPACE}: tape ou maintiens", 0.0, "Rien")
    assert len(hands.table.entries) == 1
    assert len(hands.sounds) == heard
    hands.wait(EARLY_RELEASE_S)
    assert hands.face.hold is None
    assert hands.box.deadline() is None


def test_the_next_key_ends_the_hint_and_counts(hands: Hands) -> None:
    hands.new_game("Inès", "Bao")
    press_for(hands, "ok", 500)
    hands.grip("ok")
    assert hands.face.hold is None
    hands.let_go("ok")
    assert [entry.played.move.kind for entry in hands.table.entries] == ["step"]


def test_seven_tenths_of_a_second_are_a_long_press(hands: Hands) -> None:
    hands.new_game("Inès", "Bao")
    press_for(hands, "ok", 700)
    assert hands.rows[0] == "Inès joue…"
    hands.press("back", "ok")
    press_for(hands, "back", 700)
    assert not hands.table.entries


@pytest.mark.parametrize("milliseconds", [80, 340, 360, 500, 690])
def test_other_keys_are_pressed_at_any_length(milliseconds: int, hands: Hands) -> None:
    hands.press("ok")
    press_for(hands, "ok", milliseconds)
    assert isinstance(hands.face, LobbyFace)
    assert hands.face.hold is None


@pytest.mark.parametrize(("language", "text"), [("fr", "Reprendre le coup de Bao"), ("en", "Take back Bao’s move")])
def test_holding_back_names_whose_move_it_takes_back(language: str, text: str, tmp_path: Path) -> None:
    hands = Hands(tmp_path, language)
    hands.new_game("Inès", "Bao")
    hands.press("ok", "back", "ok", "back")
    hands.grip("back", 0.5)
    assert hands.face.hold is not None
    assert hands.face.hold.text == text
    hands.wait(0.3)
    hands.let_go("back")
    assert [entry.played.move.kind for entry in hands.table.entries] == ["step", "end_turn", "step"]
    hands.close()


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("large", [False, True])
def test_the_longest_name_fits_the_bar_of_a_held_key(language: str, large: bool, tmp_path: Path) -> None:
    hands = Hands(tmp_path, language, large=large)
    hands.other_hand(StartGame(game="expedition", names=("Mmmmmmmmmmmmmm", "Bao")))
    hands.press("ok")
    hands.grip("back", 0.5)
    assert hands.face.hold is not None
    assert "Mmmmmmm…" in hands.face.hold.brief
    hands.close()


def test_holding_back_names_nobody_after_a_correction(hands: Hands) -> None:
    hands.new_game("Inès", "Bao")
    hands.correct("Bao", "or", 2)
    hands.grip("back", 0.5)
    assert hands.face.hold is not None
    assert hands.face.hold.text == "Reprendre le coup"


@pytest.mark.parametrize("keys", [("ok",), ("ok", "back"), ("back", "ok")])
def test_mashing_keys_at_the_end_begins_no_rematch(keys: tuple[str, ...], hands: Hands) -> None:
    hands.new_game("Inès", "Bao")
    hands.play()
    number = hands.table.number
    while not isinstance(hands.face, EndFace):
        hands.press("ok")
    hands.press("ok")
    assert hands.face.strip.title == "Feuille de score"
    hands.hold("back")
    for _ in range(30):
        hands.press(*keys)
        assert "Qui joue ?" not in hands.spoken
    assert hands.table.number == number


def test_a_rematch_takes_two_different_choices(hands: Hands) -> None:
    hands.new_game("Inès", "Bao")
    hands.play()
    while not isinstance(hands.face, EndFace):
        hands.press("ok")
    assert hands.hints == {"back": "menu", "down": "défiler", "ok": "scores"}
    hands.press("back")
    assert hands.row == "Feuille de score"
    hands.choose("Revanche")
    assert isinstance(hands.face, LobbyFace)
    hands.press("ok")
    assert hands.row == "Commencer (2 joueurs)"
    assert hands.table.over


def test_a_key_without_a_long_press_shows_no_bar(hands: Hands) -> None:
    hands.press("ok")
    hands.grip("ok", 2.0)
    assert hands.face.hold is None
    assert isinstance(hands.face, LobbyFace)
    hands.let_go("ok")
    assert isinstance(hands.face, LobbyFace)


def test_a_key_held_through_a_change_of_page_is_ignored(hands: Hands) -> None:
    hands.new_game("Inès", "Bao")
    hands.grip("ok", 1.0)
    assert hands.rows[0] == "Inès joue…"
    assert not any(hint.pressed for hint in hands.face.hints)
    hands.wait(5.0)
    hands.let_go("ok")
    assert hands.rows[0] == "Inès joue…"


def test_an_arrow_that_opened_a_page_does_not_repeat_there(hands: Hands) -> None:
    hands.grip("down", 3.0)
    assert hands.row == "Nouvelle partie"
    hands.let_go("down")
    hands.grip("down", 0.6)
    assert hands.row != "Nouvelle partie"


def test_a_second_key_is_ignored_after_a_change_of_page(hands: Hands) -> None:
    hands.press("ok")
    hands.grip("ok")
    hands.grip("back")
    hands.let_go("ok")
    assert isinstance(hands.face, LobbyFace)
    hands.let_go("back")
    assert isinstance(hands.face, LobbyFace)


def test_two_keys_held_on_one_page_both_count(hands: Hands) -> None:
    hands.new_game("Inès", "Bao")
    hands.grip("ok")
    hands.grip("back")
    hands.let_go("ok")
    hands.let_go("back")
    assert [entry.played.move.kind for entry in hands.table.entries] == ["step", "end_turn"]


def test_a_tap_shorter_than_the_settling_time_is_a_press(hands: Hands) -> None:
    hands.box.edge(KeyEdge(Key.OK, True, 1.0))
    hands.box.edge(KeyEdge(Key.OK, False, 1.008))
    assert isinstance(hands.face, HomeFace)
    hands.now = 1.01
    hands.wait(0.1)
    assert hands.rows[0] == "Nouvelle partie"


def test_a_key_held_at_power_on_is_no_press(hands: Hands) -> None:
    for edge in (KeyEdge(Key.OK, False, 1.0), KeyEdge(Key.OK, True, 1.002), KeyEdge(Key.OK, False, 1.004)):
        hands.box.edge(edge)
    hands.now = 1.01
    hands.wait(1.0)
    assert isinstance(hands.face, HomeFace)


def press_for(hands: Hands, key: str, milliseconds: int) -> None:
    """Press a key for this time, from its first edge to the first edge of its release."""
    hands.grip(key, milliseconds / 1000 - 2 * BOUNCES[-1])
    hands.let_go(key)


# Lights, sounds and badges.


def test_the_light_of_the_seat_on_turn_is_steady(hands: Hands) -> None:
    assert hands.box.output().glows == ()
    hands.new_game("Inès", "Bao", "Chloé")
    assert hands.box.output().glows == (Glow.STEADY, Glow.OFF, Glow.OFF)
    hands.press("ok", "back")
    assert hands.box.output().glows == (Glow.OFF, Glow.STEADY, Glow.OFF)
    hands.play()
    assert hands.box.output().glows == (Glow.OFF, Glow.STEADY, Glow.OFF), "the winner's"


def test_the_light_of_a_seat_that_owes_something_blinks(tmp_path: Path) -> None:
    hands = Hands(tmp_path, games=(EXPEDITION, LANTERNS))
    hands.watch = lambda face: None
    hands.other_hand(StartGame(game="lanterns", names=("Inès", "Bao", "Chloé")))
    assert hands.box.output().glows == (Glow.BLINK, Glow.BLINK, Glow.BLINK)
    hands.close()


def test_a_gain_a_refusal_and_the_end_have_sounds(hands: Hands) -> None:
    hands.new_game("Inès", "Bao", "Chloé")
    hands.press("ok")
    assert hands.last_sound() is Sound.DONE
    hands.act("Caisse de 1")
    assert hands.last_sound() is Sound.GOLD
    hands.act("Lâcher du lest → 4")
    assert hands.last_sound() is Sound.REFUSED
    hands.press("ok")
    hands.skips_reveal = False
    hands.play()
    hands.press("ok", "ok", "ok")
    assert hands.last_sound() is Sound.GOLD
    assert Sound.END not in hands.sounds
    hands.press("ok")
    assert isinstance(hands.face, EndFace)
    assert hands.last_sound() is Sound.END


def test_badges_show_an_error_for_as_long_as_it_lasts(hands: Hands) -> None:
    assert hands.badges == set()
    hands.box.screen_lost = True
    assert hands.badges == {"screen_lost"}
    hands.session.damaged = True
    assert hands.badges == {"screen_lost", "damaged"}
    hands.box.screen_lost = False
    assert hands.badges == {"damaged"}


def test_a_full_game_refuses_moves_and_has_a_badge(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    hands.other_hand(three())
    assert hands.badges == set()
    monkeypatch.setattr(game_limits, "KEPT_ROWS", 0)
    monkeypatch.setattr(game_limits, "MOST_ROWS", hands.table.seq)
    hands.press("ok")
    assert isinstance(hands.face, MessageFace)
    assert "cette partie est pleine" in hands.spoken.lower()
    hands.press("ok")
    assert hands.badges == {"look"}
    hands.hold("ok")
    hands.find("rules.tonight")
    assert hands.note.startswith("Partie pleine")
    hands.press("ok")
    hands.choose("rules.title")
    assert hands.rows == ["Partie pleine"]


# Optional keys beside the four.


def test_undo_takes_back_at_the_table_and_means_back_elsewhere(hands: Hands) -> None:
    hands.press("ok", "ok", "undo")
    assert hands.rows[0] == "Nouvelle partie"
    hands.press("undo")
    assert isinstance(hands.face, HomeFace)
    hands.new_game("Inès", "Bao")
    hands.press("ok")
    hands.hold("ok")
    hands.press("undo")
    assert hands.spoken == "Inès | 3 | Bl 0 · Ve 2 | Chameau bleu → 4. en jouant des cartes | Repris : I bleu → 4"
    hands.press("undo")
    assert hands.spoken == "Rien à reprendre."
    hands.press("undo")
    assert isinstance(hands.face, TurnFace)


def test_left_and_right_mean_back_and_ok_in_lists(hands: Hands) -> None:
    hands.press("ok", "right")
    assert isinstance(hands.face, LobbyFace)
    hands.press("right")
    assert hands.row == "Nouveau nom…"
    hands.press("right")
    assert isinstance(hands.face, LettersFace)
    first = hands.face.chosen
    hands.press("right", "left")
    assert isinstance(hands.face, LettersFace)
    assert hands.face.chosen == first
    hands.press("back", "left")
    assert isinstance(hands.face, LobbyFace)
    hands.press("left")
    assert hands.row == "Nouvelle partie"


def test_a_seats_key_shows_its_sheet_or_chooses_its_row(hands: Hands) -> None:
    hands.other_hand(three())
    hands.press("seat2")
    assert hands.rows == ["+3 au départ"]
    hands.press("back", "seat5")
    assert isinstance(hands.face, TurnFace)
    hands.hold("ok")
    hands.choose("Corriger à la main")
    hands.press("seat3")
    assert hands.rows == ["or", "chameau"]


# Unreadable content.


def test_unreadable_saved_games_are_reported(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    def games() -> None:
        raise NotSavedError("disk I/O error")

    monkeypatch.setattr(hands.session.journal, "games", games)
    hands.press("ok")
    assert isinstance(hands.face, MessageFace)
    hands.press("ok")
    assert hands.rows[0] == "Nouvelle partie"


def test_messages_scroll_no_further_than_their_last_line(hands: Hands) -> None:
    hands.box.set_preferences(Preferences("fr", large=True))
    hands.fill_the_card()
    hands.press("ok")
    hands.choose("home.new")
    assert isinstance(hands.face, MessageFace)
    hands.press(*["down"] * 9)
    assert isinstance(hands.face, MessageFace)
    furthest = hands.face.scroll
    hands.press("up")
    assert hands.face.scroll == furthest - 1


def test_messages_scroll_without_a_line_count_of_the_screen(hands: Hands) -> None:
    box = Box(hands.session, Preferences("en"), lambda: None, lambda: "", codes=hands.codes)
    box.show_message("Heading", "word " * 20)
    box.page.press(Key.DOWN)
    face = box.output().face
    assert isinstance(face, MessageFace)
    assert face.scroll == 1


def test_only_a_debounced_change_needs_a_new_picture(hands: Hands) -> None:
    box = hands.box
    assert box.edge(KeyEdge(Key.DOWN, True, 1.0))
    assert not box.edge(KeyEdge(Key.DOWN, False, 1.002)), "it bounces"
    assert not box.edge(KeyEdge(Key.DOWN, True, 1.004))
    assert box.edge(KeyEdge(Key.DOWN, False, 1.1))
    assert not box.tick(1.2), "it has come to rest"


def test_a_release_during_bouncing_needs_a_picture_at_its_tick(hands: Hands) -> None:
    box = hands.box
    assert box.edge(KeyEdge(Key.DOWN, True, 1.0))
    assert not box.edge(KeyEdge(Key.DOWN, False, 1.01))
    assert box.tick(1.1)


def test_a_held_key_needs_new_pictures_with_time(hands: Hands) -> None:
    box = hands.box
    box.edge(KeyEdge(Key.BACK, True, 1.0))
    due = box.deadline()
    assert due is not None
    assert box.tick(due)
