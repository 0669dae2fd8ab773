"""What only the board shows: the card to draw after a turn of Expedition, and the list of what to set up."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.box.faces.faces import BlockFace, ListFace, TurnFace
from companion.box.screen.paint import paint, shortened
from companion.games import GAMES
from companion.rules.scene import Tone
from companion.table.commands import Insert, Play, StartGame, TakeBack
from companion.words.catalogue import LANGUAGES, Words
from companion.words.translated_scene import reminder, set_up_blocks
from tests.input.hands import Hands

DRAWS = {"fr": "Inès pioche une carte", "en": "Inès draws a card"}


@pytest.fixture
def table(hands: Hands) -> Hands:
    """Two players, of whom the first has just ended a turn with back."""
    hands.new_game("Inès", "Bao")
    hands.press("ok")
    assert hands.turn.reminder == ""
    hands.press("back")
    return hands


def test_the_card_to_draw_is_a_fact_of_the_table(table: Hands) -> None:
    for language in LANGUAGES:
        assert reminder(table.table, Words(language)) == DRAWS[language]
    table.press("ok")
    assert reminder(table.table, Words("fr")) == ""


def test_the_reminder_stays_until_a_press_that_still_plays(table: Hands) -> None:
    assert table.turn.reminder == "Inès pioche une carte"
    assert table.spoken.endswith("Inès pioche une carte")
    table.wait(3600)
    assert table.turn.reminder == "Inès pioche une carte"
    table.press("ok")
    assert [entry.played.move.kind for entry in table.table.entries] == ["step", "end_turn", "step"]
    assert table.turn.reminder == ""


@pytest.mark.parametrize("key", ["down", "up", "back"])
def test_any_press_removes_the_reminder(table: Hands, key: str) -> None:
    table.press(key)
    assert table.turn.reminder == ""
    assert len(table.table.entries) == 2


def test_holding_a_key_or_turning_the_knob_removes_the_reminder(table: Hands) -> None:
    table.hold("ok")
    table.press("back")
    assert table.turn.reminder == ""
    table.press("ok", "back")
    assert table.turn.reminder == "Bao pioche une carte"
    table.knob(1)
    assert table.turn.reminder == ""


def test_a_turn_ended_on_a_phone_reminds_as_well(table: Hands) -> None:
    table.press("ok")
    table.other_hand(Play(moves=((2, {"move": "end_turn"}),), source="phone"))
    assert table.turn.reminder == "Bao pioche une carte"
    table.other_hand(TakeBack(source="phone"))
    assert table.turn.reminder == ""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("large", [False, True])
def test_the_reminder_fits_in_place_of_the_hints(language: str, large: bool, tmp_path: Path) -> None:
    hands = Hands(tmp_path, language, large=large)
    hands.other_hand(StartGame(game="expedition", names=("Mmmmmmmmmmmmmm", "Bao")))
    hands.press("ok", "back")
    face = hands.turn
    assert "Mmmmmmm…" in face.reminder
    assert shortened(face) == ()
    below = paint(face).rows[54:]
    hands.press("down", "up")
    assert paint(hands.turn).rows[54:] != below
    hands.close()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["expedition", "classic", "voyages"])
def test_the_menu_lists_what_to_set_up_at_the_start(game: str, language: str, tmp_path: Path) -> None:
    hands = Hands(tmp_path, language, games=GAMES)
    hands.watch = lambda face: None
    hands.other_hand(StartGame(game=game, names=("Inès", "Bao")))
    hands.box.to_table()
    [block] = set_up_blocks(hands.table, hands.box.words)
    hands.hold("ok")
    hands.choose(f"{game}.setup")
    face = hands.face
    assert isinstance(face, BlockFace)
    assert [view.block for view in face.blocks] == [block]
    hands.press("back")
    assert isinstance(hands.face, ListFace)
    hands.press("back")
    hands.hold("ok")
    hands.choose("menu.blocks")
    assert hands.words(f"{game}.setup") in hands.rows
    hands.close()


def test_the_first_turn_names_the_way_to_the_set_up(hands: Hands) -> None:
    hands.new_game("Inès", "Bao")
    assert hands.turn.last == "Mise en place\N{NO-BREAK SPACE}: maintenir OK"
    hands.hold("ok")
    hands.choose("expedition.setup")
    hands.other_hand(Play(moves=((1, {"move": "step", "by": "cards", "camel": 1}),), source="phone"))
    assert not isinstance(hands.face, BlockFace), "there is nothing to set up any more"
    assert set_up_blocks(hands.table, hands.box.words) == ()
    hands.box.to_table()
    assert isinstance(hands.face, TurnFace)
    hands.hold("ok")
    assert hands.words("expedition.setup") not in hands.rows


def test_a_list_to_set_up_has_a_task(hands: Hands) -> None:
    hands.new_game("Inès", "Bao")
    [block] = set_up_blocks(hands.table, hands.box.words)
    assert {note.tone for note in block.notes} == {Tone.TASK}


def test_the_box_says_who_took_back_the_move_of_another(table: Hands) -> None:
    table.press("ok")
    table.other_hand(TakeBack(by=(1,)))
    assert table.turn.reminder == "I a repris\N{NO-BREAK SPACE}: B rouge → 5"
    table.press("ok")
    assert table.turn.reminder == ""
    table.other_hand(TakeBack(by=(2,)))
    assert table.turn.reminder == "", "it was Bao's own"


def test_a_change_of_earlier_moves_does_not_remind_again(table: Hands) -> None:
    table.press("down")
    assert table.turn.reminder == ""
    table.other_hand(Insert(entry=1, seat=2, move={"move": "correct", "what": "gold", "by": 1, "note": ""}))
    assert reminder(table.table, Words("fr")) == DRAWS["fr"]
    assert table.turn.reminder == ""
