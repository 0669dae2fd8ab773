"""Copying the owner's board: symbol and crate of each space, once."""

from __future__ import annotations

import pytest

from companion.box.faces.faces import HomeFace, ListFace, MessageFace, SpaceFace
from companion.table.game_setup import PROFILE_PREFIX
from tests.input.hands import Hands

NOTE = f"{PROFILE_PREFIX}expedition"


@pytest.fixture
def board(hands: Hands) -> Hands:
    """Hands at the first space of the board."""
    hands.press("ok")
    hands.choose("Recopier ton plateau")
    return hands


def face(hands: Hands) -> SpaceFace:
    present = hands.face
    assert isinstance(present, SpaceFace)
    return present


def test_copying_begins_after_ormuz_without_notes(board: Hands) -> None:
    assert board.spoken == "1 | pas noté"
    assert [(answer.glyph, answer.n) for answer in face(board).asked] == [(None, None)] * 2
    assert face(board).field == 0


def test_symbol_and_crate_are_asked_before_the_next_space(board: Hands) -> None:
    board.press("down")
    assert board.spoken == "1 | 1 marchandise"
    board.press("ok")
    assert face(board).field == 1
    board.press("up")
    assert board.spoken == "1 | caisse de 2"
    board.press("ok")
    assert board.spoken == "2 | pas noté"


def test_every_space_up_to_dadu_is_asked_about(board: Hands) -> None:
    questions = []
    while isinstance(present := board.face, SpaceFace):
        questions.append((int(present.space), present.field))
        board.press("ok")
    assert [space for space, field in questions if field == 0] == list(range(1, 30))
    assert [space for space, field in questions if field == 1] == list(range(1, 30))
    assert isinstance(board.face, MessageFace)
    board.press("ok")
    assert isinstance(board.face, ListFace)


def test_back_goes_back_step_by_step_and_keeps_answers(board: Hands) -> None:
    board.press("down", "ok", "down", "ok", "back")
    assert board.spoken == "1 | pas de caisse"
    board.press("back")
    assert board.spoken == "1 | 1 marchandise"
    board.press("back")
    assert isinstance(board.face, ListFace)
    symbol = {"count": 1, "kind": "one_good"}
    assert board.session.journal.note(NOTE) == {"requirements": {"1": symbol}, "crates": {"1": 0}}


def test_holding_back_leaves_and_saves_the_copy(board: Hands) -> None:
    board.press("down")
    board.hold("back")
    assert isinstance(board.face, HomeFace)
    board.pull_the_plug()
    board.press("ok")
    board.choose("Recopier ton plateau")
    assert board.spoken == "1 | 1 marchandise"


def test_a_note_can_be_cleared_again(board: Hands) -> None:
    board.press("down", "ok", "back", "up", "ok")
    board.hold("back")
    assert board.session.journal.note(NOTE) == {"requirements": {}}


def test_the_copy_survives_a_power_cut(board: Hands) -> None:
    board.press("down", "ok", "ok", "down", "down")
    board.pull_the_plug()
    board.press("ok")
    board.choose("Recopier ton plateau")
    assert board.spoken == "1 | 1 marchandise"
