"""The first steps on a new box, in both languages and text sizes, and what they leave behind."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.box.box_parts import BoxParts
from companion.box.faces.chance_faces import DiceFace, SealFace
from companion.box.faces.faces import (
    ConfirmFace,
    HomeFace,
    KeyTestFace,
    LevelFace,
    LobbyFace,
    MessageFace,
    QrFace,
    TurnFace,
)
from companion.box.faces.signals import Sound
from companion.box.faces.wheel_face import WheelFace
from companion.box.pages.first_steps_pages import first_steps
from companion.box.pages.settings_page import settings
from companion.box.pages.turn_page import TablePage
from companion.games import GAMES
from companion.table.commands import LeaveGame, StartGame
from companion.table.session_errors import SaveFailure
from companion.words.catalogue import LANGUAGES
from companion.words.signs import Key, TurnedPart
from tests.input.hands import Hands, plain

SEATS = (Key.SEAT1, Key.SEAT2, Key.SEAT3, Key.SEAT4, Key.SEAT5)
BENCH = BoxParts((Key.OK, Key.BACK, Key.SPIN, Key.UNDO, *SEATS), (TurnedPart.KNOB, TurnedPart.SPINNER))
EVERY = BoxParts(tuple(Key), tuple(TurnedPart), lit_ring=True)
FOUR = BoxParts()
WAY: tuple[tuple[str, ...], ...] = (("ok",), ("ok", "ok"), ("ok",), ("ok",), ("ok", "ok"))
"""The keys that lead over the first five steps."""


def new_box(directory: Path, language: str = "en", *, large: bool = False, parts: BoxParts = FOUR) -> Hands:
    """Return hands at a new box that shows its first step."""
    hands = Hands(directory, language, large=large, games=GAMES)
    hands.box.parts = lambda: parts
    hands.box.push_below(first_steps(hands.box))
    hands.press("up", "down")
    return hands


@pytest.fixture
def hands(tmp_path: Path) -> Iterator[Hands]:
    """Hands at a new English box with four keys."""
    hands = new_box(tmp_path)
    yield hands
    hands.close()


@pytest.fixture(params=[(language, large) for language in LANGUAGES for large in (False, True)], ids=str)
def any_hands(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Hands]:
    """Hands at a new box in each language and text size."""
    language, large = request.param
    hands = new_box(tmp_path, language, large=large)
    yield hands
    hands.close()


def go_to(hands: Hands, step: int) -> Hands:
    """Go on from the first step to this one, from 1."""
    for keys in WAY[: step - 1]:
        hands.press(*keys)
    return hands


def title(hands: Hands) -> str:
    return plain(hands.face.strip.title)


def lesson(hands: Hands) -> str:
    face = hands.face
    assert isinstance(face, DiceFace)
    return plain(face.lesson)


def dice(hands: Hands) -> tuple[int, ...]:
    face = hands.face
    assert isinstance(face, DiceFace)
    return face.dice


def key_test(hands: Hands) -> KeyTestFace:
    face = hands.face
    assert isinstance(face, KeyTestFace)
    return face


def worked(hands: Hands) -> set[Key | TurnedPart]:
    return {part.part for part in key_test(hands).parts if part.worked}


def content(hands: Hands) -> tuple[Any, Any]:
    """Return everything that the journal holds: its notes and its games."""
    return hands.store.journal.notes(), hands.store.journal.games()


# The whole way.


def test_ok_alone_leads_through_every_step(any_hands: Hands) -> None:
    hands = any_hands
    titles = [title(hands)]
    for _ in range(40):
        if isinstance(hands.face, HomeFace):
            break
        hands.press("ok")
        titles.append(title(hands))
    assert titles[0] == "1/6 Langue · Language"
    steps = [name.rpartition(" ")[2] for name in titles[1:-2]]
    assert list(dict.fromkeys(steps)) == ["2/6", "3/6", "4/6", "5/6", "6/6"]
    assert titles[-2] == hands.words("first.title")
    assert isinstance(hands.face, HomeFace)


def test_back_leads_from_each_step_to_the_one_before(any_hands: Hands) -> None:
    hands = go_to(any_hands, 6)
    hands.press("back")
    assert isinstance(hands.face, QrFace)
    hands.press("back", "back")
    assert title(hands).endswith("4/6")
    hands.press("back")
    assert title(hands).endswith("3/6")
    hands.press("back")
    assert title(hands).endswith("2/6")
    hands.press("back", "back")
    assert title(hands).startswith("1/6")
    hands.press("back")
    assert isinstance(hands.face, HomeFace)


@pytest.mark.parametrize("step", range(1, 7))
def test_holding_back_asks_before_it_leaves_every_step(any_hands: Hands, step: int) -> None:
    hands = go_to(any_hands, step)
    before = hands.spoken
    hands.hold("back")
    assert isinstance(hands.face, ConfirmFace)
    hands.press("back")
    assert hands.spoken == before
    hands.hold("back")
    hands.press("ok")
    assert isinstance(hands.face, HomeFace)
    assert hands.box.session.journal.note("preferences") is not None


def test_the_language_that_is_read_stays_after_leaving(hands: Hands) -> None:
    hands.press("down", "back")
    assert hands.box.preferences.language == LANGUAGES[0]
    assert isinstance(hands.face, HomeFace)
    hands.pull_the_plug()
    assert hands.box.preferences.language == LANGUAGES[0]


def test_holding_ok_skips_no_exercise(hands: Hands) -> None:
    go_to(hands, 6).hold("ok")
    thrown = hands.spoken
    hands.hold("ok")
    assert (hands.spoken, hands.last_sound()) == (thrown, Sound.REFUSED)
    hands.hold("back")
    hands.hold("ok")
    again = hands.spoken
    hands.hold("ok")
    assert (hands.spoken, hands.last_sound()) == (again, Sound.REFUSED)
    hands.press("ok")
    assert hands.spoken != again


def test_only_a_choice_ends_a_new_box(hands: Hands) -> None:
    assert hands.session.is_untouched
    hands.press("down", "ok")
    assert not hands.session.is_untouched
    hands.pull_the_plug()
    assert not hands.session.is_untouched


def test_a_full_card_ends_nothing_but_the_steps(hands: Hands) -> None:
    hands.fill_the_card()
    hands.press("back")
    assert isinstance(hands.face, HomeFace)
    assert hands.session.save_failure is SaveFailure.FULL


def test_a_game_of_another_hand_removes_every_step(hands: Hands) -> None:
    go_to(hands, 6)
    hands.other_hand(StartGame(game="expedition", names=("Ada", "Bao", "Chloé")))
    assert isinstance(hands.face, TurnFace)
    hands.other_hand(LeaveGame())
    assert isinstance(hands.face, HomeFace)
    assert hands.session.journal.note("preferences") is not None


def test_settings_begin_them_again_and_they_end_there(tmp_path: Path) -> None:
    hands = Hands(tmp_path, "en", games=GAMES)
    hands.box.push(settings(hands.box))
    hands.choose("first.title")
    assert title(hands) == "1/6 Langue · Language"
    while title(hands) != "Settings":
        hands.press("ok")
    hands.close()


def test_steps_during_a_game_leave_the_game_alone(tmp_path: Path) -> None:
    hands = Hands(tmp_path, "en", games=GAMES)
    hands.other_hand(StartGame(game="expedition", names=("Ada", "Bao", "Chloé")))
    hands.press("ok")
    entries = hands.table.entries
    hands.box.push(first_steps(hands.box))
    go_to(hands, 2)
    hands.press("undo")
    go_on = ("ok", "ok", "ok", "ok", "ok", "ok", "undo", "ok", "undo")
    hands.press(*go_on)
    assert title(hands) == "First steps 6/6"
    assert hands.table.entries == entries
    hands.hold("back")
    hands.hold("back")
    assert isinstance(hands.box.page, TablePage)
    hands.close()


# Language, keys, volume and text size.


def test_languages_are_in_their_own_words(any_hands: Hands) -> None:
    hands = any_hands
    assert hands.rows == ["Français", "English"]
    hands.find("English")
    assert hands.hints["ok"] == "choose"
    hands.find("Français")
    assert hands.hints["ok"] == "choisir"
    hands.press("ok")
    assert title(hands) == "Premiers pas 2/6"


def test_each_key_is_ticked_once(hands: Hands) -> None:
    go_to(hands, 2)
    assert hands.hints == {"ok": "twice: next"}
    hands.press("up", "up", "down", "back")
    assert worked(hands) == {Key.UP, Key.DOWN, Key.BACK}
    assert hands.hints == {"back": "back", "ok": "twice: next"}
    hands.press("ok")
    assert key_test(hands).line == "All of it works!"
    assert hands.last_sound() is Sound.GOLD
    assert hands.hints == {"back": "back", "ok": "next"}
    hands.press("ok")
    assert title(hands) == "First steps 3/6"


@pytest.mark.parametrize("parts", [BENCH, EVERY, FOUR], ids=["bench", "every", "four"])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("large", [False, True])
def test_every_part_of_a_box_is_asked_for(tmp_path: Path, parts: BoxParts, language: str, large: bool) -> None:
    hands = go_to(new_box(tmp_path, language, large=large, parts=parts), 2)
    assert tuple(part.part for part in key_test(hands).parts) == (*parts.keys, *parts.turned)
    hands.close()


def test_ok_goes_on_while_the_only_spinner_is_unplugged(hands: Hands) -> None:
    hands.box.parts = lambda: BoxParts(())
    hands.press("ok")
    assert key_test(hands).line == "Press each key"
    hands.press("ok")
    assert title(hands) == "First steps 3/6"


def test_knob_and_spinner_are_asked_for_last(tmp_path: Path) -> None:
    hands = new_box(tmp_path, parts=BENCH)
    hands.press("ok")
    assert key_test(hands).note == "Screen, 9 keys, knob, wheel"
    hands.press(*(key.value for key in BENCH.keys))
    assert key_test(hands).line == "Turn the knob"
    hands.knob(1)
    assert key_test(hands).line == "Spin the wheel"
    hands.throw(30)
    assert key_test(hands).line == "All of it works!"
    hands.close()


def test_a_spinner_can_be_plugged_in_meanwhile(hands: Hands) -> None:
    go_to(hands, 2)
    hands.press("up", "down", "back")
    hands.box.parts = lambda: BoxParts((*FOUR.keys, Key.UNDO), (TurnedPart.SPINNER,), lit_ring=True)
    assert key_test(hands).note == "Screen, 5 keys, wheel, lights"
    hands.press("undo")
    hands.throw(30)
    assert worked(hands) == {Key.UP, Key.DOWN, Key.BACK, Key.UNDO, TurnedPart.SPINNER}


def test_keys_left_to_press_are_lit(hands: Hands) -> None:
    go_to(hands, 2)
    hands.press("up")
    assert hands.box.output().live == {Key.DOWN, Key.OK, Key.BACK}


def test_the_volume_is_played_and_kept(hands: Hands) -> None:
    go_to(hands, 3)
    assert isinstance(hands.face, LevelFace)
    hands.press("seat1", "up")
    assert hands.last_sound() is Sound.GOLD
    hands.knob(-1)
    hands.knob(-1)
    assert hands.box.preferences.volume == 1
    hands.press("ok")
    assert title(hands) == "First steps 4/6"


def test_the_text_size_is_shown_as_it_is_chosen(hands: Hands) -> None:
    go_to(hands, 4)
    assert hands.rows == ["Normal text", "Large text"]
    assert not hands.face.large
    hands.press("down")
    assert hands.face.large
    hands.press("up")
    assert not hands.face.large
    hands.press("down", "ok")
    assert hands.face.large
    hands.pull_the_plug()
    assert hands.box.preferences.large


# Phones.


def test_phones_get_words_then_the_address(any_hands: Hands) -> None:
    hands = go_to(any_hands, 5)
    assert isinstance(hands.face, MessageFace)
    hands.press("down", "down", "up", "ok")
    face = hands.face
    assert isinstance(face, QrFace)
    assert face.words == ("192.168.100.20:8080", "caravane.local:8080")


def test_without_a_network_the_box_is_enough(any_hands: Hands) -> None:
    hands = any_hands
    hands.box.address = hands.box.named_address = lambda: ""
    go_to(hands, 5)
    assert hands.words("phones.title") in hands.spoken
    hands.press("ok")
    assert title(hands).endswith("6/6")


# Practice.


def test_dice_are_thrown_taken_back_and_come_again(any_hands: Hands) -> None:
    hands = go_to(any_hands, 6)
    assert dice(hands) == (0, 0)
    hands.grip("ok", 0.5)
    assert hands.hints == {"ok": hands.words("key.let_go")}
    hands.let_go("ok")
    thrown = dice(hands)
    assert all(1 <= value <= 6 for value in thrown)
    hands.hold("back")
    assert dice(hands) == (0, 0)
    hands.press("ok")
    assert dice(hands) == thrown
    assert lesson(hands) == hands.words("first.dice.same")
    hands.press("ok")
    hands.hold("ok")
    assert lesson(hands) == hands.words("first.dice.done")
    hands.press("ok")
    assert isinstance(hands.face, WheelFace)


def test_a_short_back_does_not_take_a_throw_back(hands: Hands) -> None:
    go_to(hands, 6)
    hands.press("ok")
    thrown = dice(hands)
    hands.press("back")
    assert dice(hands) == thrown
    assert hands.last_sound() is Sound.REFUSED
    hands.press("undo")
    assert lesson(hands) == "Roll again"


def test_the_spinner_throws_dice_and_wheel(hands: Hands) -> None:
    go_to(hands, 6)
    hands.throw(20)
    thrown = dice(hands)
    assert all(thrown)
    hands.throw(20)
    assert dice(hands) == thrown
    hands.press("ok", "ok")
    hands.throw(20)
    hands.wait(20)
    face = hands.face
    assert isinstance(face, WheelFace)
    assert face.result is not None
    hands.throw(20)
    assert hands.face == face
    hands.press("ok")
    assert hands.spoken == "Ready! Next: the menu, then New game."


def test_two_throws_of_the_wheel_differ_in_their_draw(hands: Hands) -> None:
    go_to(hands, 6)
    hands.press("ok", "ok", "ok")
    results = set()
    for _ in range(8):
        hands.press("ok")
        hands.press("back")
        face = hands.face
        assert isinstance(face, WheelFace)
        results.add(face.result)
        hands.press("down")
    assert len(results) > 1


def test_practice_writes_nothing(hands: Hands) -> None:
    go_to(hands, 6)
    before = content(hands)
    hands.press("ok")
    hands.hold("back")
    hands.press("ok", "ok")
    hands.hold("ok")
    hands.press("ok", "ok", "ok")
    assert isinstance(hands.face, WheelFace)
    assert content(hands) == before
    assert hands.session.free_dice is None


# From the first step to a move.


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("large", [False, True])
def test_a_newcomer_comes_from_the_first_step_to_a_move(tmp_path: Path, language: str, large: bool) -> None:
    hands = new_box(tmp_path, language, large=large)
    while not isinstance(hands.face, HomeFace):
        hands.press("ok")
    hands.press("ok")
    hands.choose("home.new")
    hands.choose("game.expedition")
    assert isinstance(hands.face, LobbyFace)
    hands.press("ok")
    for name in ("Ida", "Bao"):
        hands.press("ok")
        for letter in name:
            hands.turn_to(letter)
            hands.press("ok")
        assert hands.words("letters.finish") in plain(str(hands.face))
        hands.hold("ok")
    hands.choose("setup.begin", n=2)
    if isinstance(hands.face, SealFace):
        hands.press("ok")
    hands.press("ok")
    assert len(hands.table.entries) == 1
    hands.close()
