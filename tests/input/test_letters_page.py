"""Writing with four keys."""

from __future__ import annotations

import pytest

from companion.box.faces.faces import LettersFace
from companion.box.faces.signals import Sound
from companion.box.pages.letters_page import LettersPage, name_page
from tests.input.hands import Hands


class WritingPage:
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
def writing(hands: Hands) -> WritingPage:
    """Return a page for a name of at most eight letters."""
    return WritingPage(hands)


def test_the_wheel_begins_at_a_below_done(writing: WritingPage) -> None:
    assert writing.face.wheel[writing.face.chosen] == "A"
    writing.hands.press("ok", "up", "ok")
    assert writing.written == ["A"]


def test_every_part_of_a_name_begins_with_a_capital(writing: WritingPage) -> None:
    writing.hands.write("jo-l'é x")
    assert writing.written == ["Jo-L'É X"]


def test_a_sentence_has_one_capital(hands: Hands) -> None:
    writing = WritingPage(hands, longest=40, name=False)
    hands.write("déjà payé par l'autre")
    assert writing.written == ["Déjà payé par l'autre"]


def test_the_wheel_stays_where_the_last_letter_was(writing: WritingPage) -> None:
    writing.hands.press("down", "ok")
    assert writing.face.typed == "B"
    assert writing.face.wheel[writing.face.chosen] == "b"


def test_back_erases_and_then_leaves(writing: WritingPage) -> None:
    writing.hands.press("ok", "ok")
    assert writing.hands.hints["back"] == "effacer"
    writing.hands.press("back", "back")
    assert writing.face.typed == ""
    assert writing.hands.hints["back"] == "retour"
    writing.hands.press("back")
    assert not isinstance(writing.hands.face, LettersFace)


def test_holding_back_erases_everything_then_leaves(writing: WritingPage) -> None:
    writing.hands.press("ok", "ok", "ok")
    writing.hands.hold("back")
    assert writing.face.typed == ""
    writing.hands.hold("back")
    assert not isinstance(writing.hands.face, LettersFace)


def test_holding_ok_finishes_from_any_letter(writing: WritingPage) -> None:
    writing.hands.press("ok")
    writing.hands.hold("ok")
    assert writing.written == ["A"]


def test_a_required_name_may_not_be_empty(writing: WritingPage) -> None:
    writing.hands.press("up", "ok")
    assert writing.hands.last_sound() is Sound.REFUSED
    writing.hands.hold("ok")
    assert writing.written == []


def test_a_note_may_be_empty_and_starts_on_done(hands: Hands) -> None:
    writing = WritingPage(hands, required=False)
    assert hands.hints["ok"] == "fini"
    hands.press("ok")
    assert writing.written == [""]


def test_a_text_has_a_maximum_length_and_no_leading_space(writing: WritingPage) -> None:
    writing.hands.turn_to("␣")
    writing.hands.press("ok")
    assert writing.face.typed == ""
    writing.hands.turn_to("a")
    writing.hands.press(*["ok"] * 9)
    assert writing.face.typed == "Aaaaaaaa"
    assert writing.hands.last_sound() is Sound.REFUSED


def test_the_sign_for_erasing_erases(writing: WritingPage) -> None:
    writing.hands.press("ok", "ok")
    writing.hands.turn_to("⌫")
    assert writing.hands.hints["ok"] == "effacer"
    writing.hands.press("ok")
    assert writing.face.typed == "A"


def test_undo_erases_too(writing: WritingPage) -> None:
    writing.hands.press("ok", "ok", "undo")
    assert writing.face.typed == "A"


# Guesses.


@pytest.fixture
def naming(hands: Hands) -> WritingPage:
    """Return a page for a person's name; Zoltán is known here, and Chloé sits already."""
    page = WritingPage(hands)
    hands.box.pop()
    hands.box.push(name_page(hands.box, page.written.append, known=("Zoltán",), taken=("Chloé",)))
    return page


def test_likely_letters_are_around_the_cursor(naming: WritingPage) -> None:
    assert naming.face.chosen == 0
    around = {*naming.face.wheel[:6], *naming.face.wheel[-5:]}
    assert {"A", "L", "M", "C"} <= around
    assert {"X", "Q"}.isdisjoint(around)
    naming.hands.turn_to("q")
    naming.hands.press("ok")
    assert naming.face.wheel[naming.face.chosen] == "u"


def test_every_letter_stays_on_the_wheel_once(naming: WritingPage) -> None:
    plain = sorted(sign for sign in naming.face.wheel if sign.isalpha() and sign.isascii())
    assert plain == [*"ABCDEFGHIJKLMNOPQRSTUVWXYZ"]
    assert {"É", "Œ", "'", "-", "7", "␣", "⌫", "✓"} <= {*naming.face.wheel}
    after = [sign for sign in naming.face.wheel[7:] if sign.isalpha() and sign.isascii()]
    assert after[:5] == sorted(after[:5]), "behind the likely ones the alphabet goes on"


def test_a_guessed_name_is_one_step_up(naming: WritingPage) -> None:
    naming.hands.turn_to("z")
    naming.hands.press("ok", "up")
    assert naming.face.wheel[naming.face.chosen] == "Zoltán", "who is known here comes first"
    assert naming.hands.hints["ok"] == "fini"
    assert naming.hands.spoken.startswith("Zoltán | Z")
    naming.hands.press("ok")
    assert naming.written == ["Zoltán"]


def test_accents_need_not_be_written_for_a_guess(naming: WritingPage) -> None:
    for letter in "lea":
        naming.hands.turn_to(letter)
        naming.hands.press("ok")
    assert naming.face.typed == "Lea"
    assert "Léa" not in naming.face.wheel, "it has no more letters"
    naming.hands.press("back", "up", "ok")
    assert naming.written == ["Léa"]


def test_who_sits_is_not_guessed(naming: WritingPage) -> None:
    for letter in "chl":
        naming.hands.turn_to(letter)
        naming.hands.press("ok")
    assert "Chloé" not in naming.face.wheel
    assert naming.face.wheel[-1] == "✓"


def test_another_name_than_the_guess_is_written_on(naming: WritingPage) -> None:
    naming.hands.write("Bao")
    assert naming.written == ["Bao"]
    naming.hands.hold("back")
    assert naming.face.typed == ""
    assert naming.face.chosen == 0
