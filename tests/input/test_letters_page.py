"""Writing with four keys."""

from __future__ import annotations

import pytest

from companion.box.faces.faces import LettersFace
from companion.box.faces.signals import Sound
from companion.box.pages.letters_page import LettersPage
from tests.input.hands import Hands


class Desk:
    """A page to write on, and the finished text."""

    def __init__(self, hands: Hands, *, longest: int = 8, required: bool = True, name: bool = True) -> None:
        self.hands = hands
        self.written: list[str] = []
        hands.box.push(
            LettersPage(hands.box, "Nom", self.written.append, longest=longest, required=required, name=name)
        )

    @property
    def face(self) -> LettersFace:
        """Return the page's face."""
        face = self.hands.face
        assert isinstance(face, LettersFace)
        return face


@pytest.fixture
def desk(hands: Hands) -> Desk:
    """A desk for a name of at most eight letters."""
    return Desk(hands)


def test_the_wheel_begins_at_a_below_done(desk: Desk) -> None:
    assert desk.face.wheel[desk.face.chosen] == "A"
    desk.hands.press("ok", "up", "ok")
    assert desk.written == ["A"]


def test_every_part_of_a_name_begins_with_a_capital(desk: Desk) -> None:
    desk.hands.write("jo-l'é x")
    assert desk.written == ["Jo-L'É X"]


def test_a_sentence_has_one_capital(hands: Hands) -> None:
    desk = Desk(hands, longest=40, name=False)
    hands.write("déjà payé par l'autre")
    assert desk.written == ["Déjà payé par l'autre"]


def test_the_wheel_stays_where_the_last_letter_was(desk: Desk) -> None:
    desk.hands.press("down", "ok")
    assert desk.face.typed == "B"
    assert desk.face.wheel[desk.face.chosen] == "b"


def test_back_erases_and_then_leaves(desk: Desk) -> None:
    desk.hands.press("ok", "ok")
    assert desk.hands.hints["back"] == "effacer"
    desk.hands.press("back", "back")
    assert desk.face.typed == ""
    assert desk.hands.hints["back"] == "retour"
    desk.hands.press("back")
    assert not isinstance(desk.hands.face, LettersFace)


def test_holding_back_erases_everything_then_leaves(desk: Desk) -> None:
    desk.hands.press("ok", "ok", "ok")
    desk.hands.hold("back")
    assert desk.face.typed == ""
    desk.hands.hold("back")
    assert not isinstance(desk.hands.face, LettersFace)


def test_holding_ok_finishes_from_any_letter(desk: Desk) -> None:
    desk.hands.press("ok")
    desk.hands.hold("ok")
    assert desk.written == ["A"]


def test_a_required_name_may_not_be_empty(desk: Desk) -> None:
    desk.hands.press("up", "ok")
    assert desk.hands.last_sound() is Sound.REFUSED
    desk.hands.hold("ok")
    assert desk.written == []


def test_a_note_may_be_empty_and_starts_on_done(hands: Hands) -> None:
    desk = Desk(hands, required=False)
    assert hands.hints["ok"] == "fini"
    hands.press("ok")
    assert desk.written == [""]


def test_a_text_has_a_maximum_length_and_no_leading_space(desk: Desk) -> None:
    desk.hands.turn_to("␣")
    desk.hands.press("ok")
    assert desk.face.typed == ""
    desk.hands.turn_to("a")
    desk.hands.press(*["ok"] * 9)
    assert desk.face.typed == "Aaaaaaaa"
    assert desk.hands.last_sound() is Sound.REFUSED


def test_the_sign_for_erasing_erases(desk: Desk) -> None:
    desk.hands.press("ok", "ok")
    desk.hands.turn_to("⌫")
    assert desk.hands.hints["ok"] == "effacer"
    desk.hands.press("ok")
    assert desk.face.typed == "A"


def test_undo_erases_too(desk: Desk) -> None:
    desk.hands.press("ok", "ok", "undo")
    assert desk.face.typed == "A"
