"""Lit keys: they are lit because they do something, which is tried here."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.box.faces.faces import Hint, HomeFace, LettersFace, LevelFace, ListFace, ListRow, MessageFace, OffFace
from companion.box.faces.signals import live_keys
from companion.words.signs import Key
from tests.input.hands import Hands

UP_DOWN = frozenset({Key.UP, Key.DOWN})
OK, BACK = frozenset({Key.OK}), frozenset({Key.BACK})
UNDO = frozenset({Key.UNDO})


@pytest.fixture
def hands(tmp_path: Path) -> Iterator[Hands]:
    hands = Hands(tmp_path / "state", "en")
    yield hands
    hands.close()


def live(hands: Hands) -> frozenset[Key]:
    return hands.box.output().live


def test_back_and_undo_are_dark_without_a_page_behind(hands: Hands) -> None:
    assert live(hands) == OK
    hands.press("ok")
    assert live(hands) == OK | BACK | UP_DOWN | UNDO


def test_up_and_down_are_lit_for_numbers_and_names(hands: Hands) -> None:
    hands.press("ok")
    hands.choose("home.settings")
    hands.choose("settings.volume")
    assert isinstance(hands.face, LevelFace)
    assert live(hands) == OK | BACK | UP_DOWN | UNDO
    hands.press("back", "back", "back")
    assert live(hands) == OK
    hands.press("ok")
    hands.choose("home.new")
    while not isinstance(hands.face, LettersFace):
        hands.press("ok")
    assert live(hands) == OK | BACK | UP_DOWN | UNDO


def test_undo_is_lit_once_a_move_can_be_taken_back(hands: Hands) -> None:
    hands.new_game("Ada", "Bo")
    assert not hands.table.undo_stack
    assert Key.UNDO not in live(hands)
    hands.play(until=lambda table: bool(table.undo_stack))
    assert Key.UNDO in live(hands)
    hands.press("undo")
    assert not hands.table.undo_stack
    assert Key.UNDO not in live(hands)


@pytest.mark.parametrize("scrolls", [False, True])
def test_up_and_down_are_lit_for_words_that_scroll(scrolls: bool) -> None:
    words = MessageFace(heading="", body="", hints=(Hint(Key.OK, "ok"),))
    lit = live_keys(words, scrolls=scrolls, takes_back=False)
    assert lit == OK | UNDO | (UP_DOWN if scrolls else frozenset())


def test_up_and_down_are_dark_for_a_list_of_one() -> None:
    hints = (Hint(Key.BACK, "back"), Hint(Key.OK, "ok"))
    for rows in (1, 2):
        face = ListFace(rows=(ListRow("a"),) * rows, chosen=0, hints=hints)
        lit = live_keys(face, scrolls=False, takes_back=False)
        assert lit == OK | BACK | (UP_DOWN if rows > 1 else frozenset())


def test_up_and_down_are_lit_together() -> None:
    face = HomeFace(line="", hints=(Hint(Key.DOWN, "other"),))
    assert live_keys(face, scrolls=False, takes_back=False) == UP_DOWN


def test_a_box_that_is_off_has_no_lit_key() -> None:
    face = OffFace(line="", hints=(Hint(Key.OK, "ok"),))
    assert live_keys(face, scrolls=True, takes_back=True) == frozenset()
