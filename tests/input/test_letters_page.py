"""Writing with four keys."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from random import Random
from statistics import median
from unicodedata import normalize

import pytest

from companion.box.faces.faces import LettersFace
from companion.box.faces.signals import Sound
from companion.box.name_guesses import common_names
from companion.box.pages.letters_page import LettersPage, name_page
from tests.input.hands import Hands
from tests.input.test_setting_up import CountingHands


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


RARE_NAMES = ("Ghislaine", "Tiago", "Rosalie", "Barnabé", "Milo", "Shirin", "Edgar", "Odette", "Wassim", "Anouk")
"""Names that are not in the list."""


def presses_for(hands: CountingHands, name: str) -> int:
    """Return how many presses a name takes on its page: whole if it is on the wheel, or letter by letter."""
    written: list[str] = []
    hands.box.push(name_page(hands.box, written.append))
    hands.presses = 0
    while not written:
        face = hands.face
        assert isinstance(face, LettersFace)
        letter, accented = name[len(face.typed) : len(face.typed) + 1], name[len(face.typed) - 1]
        if name in face.wheel:
            hands.turn_to(name)
        elif not name.startswith(face.typed):
            hands.turn_to(next(sign for sign in face.wheel if accented in sign and len(sign) > 1))
        elif letter:
            hands.turn_to(letter if letter in face.wheel else normalize("NFD", letter)[0])
        else:
            hands.hold("ok")
            continue
        hands.press("ok")
    hands.box.pop()
    assert written == [name]
    return hands.presses


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
    naming.hands.turn_to("z")
    naming.hands.press("ok")
    assert naming.face.wheel[naming.face.chosen] == "o", "Zoé and Zoltán"
    naming.hands.press("back")
    for letter in "xi":
        naming.hands.turn_to(letter)
        naming.hands.press("ok")
    assert {*"aoen"} <= {*naming.face.wheel[:4], *naming.face.wheel[-4:]}, "no name begins so: what follows an i"


def test_every_letter_stays_on_the_wheel_once(naming: WritingPage) -> None:
    for typed in ("", "k", "ko"):
        if typed:
            naming.hands.turn_to(typed[-1])
            naming.hands.press("ok")
        plain = sorted(sign.casefold() for sign in naming.face.wheel if len(sign) == 1 and sign.isalpha())
        assert [letter for letter in plain if letter.isascii()] == [*"abcdefghijklmnopqrstuvwxyz"]
        assert {"'", "-", "7", "␣", "⌫", "✓"} <= {*naming.face.wheel}


def test_the_only_name_that_begins_so_is_under_the_cursor(naming: WritingPage) -> None:
    naming.hands.turn_to("q")
    naming.hands.press("ok")
    assert naming.face.wheel[naming.face.chosen] == "Quentin"
    naming.hands.press("ok")
    assert naming.written == ["Quentin"]


@pytest.mark.parametrize(("letters", "turns", "name"), [("zo", "ôöœ", "Zô"), ("me", "éèêë", "Mé"), ("i", "ÎÏ", "Î")])
def test_the_last_letter_is_turned_into_its_accents(naming: WritingPage, letters: str, turns: str, name: str) -> None:
    for letter in letters:
        naming.hands.turn_to(letter)
        naming.hands.press("ok")
    naming.hands.turn_to(turns)
    assert naming.hands.hints["ok"] != "fini"
    naming.hands.press("ok")
    assert naming.face.typed == name
    assert f"{turns[1:]}{letters[-1]}".casefold() in {sign.casefold() for sign in naming.face.wheel}, "the next"


def test_forty_names_take_few_presses(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Thirty names of the list, and ten that are not in it."""
    chance = Random(58)
    known = chance.sample(common_names(), 30)
    assert not {*RARE_NAMES} & {*common_names()}
    with closing(CountingHands(tmp_path / "state")) as hands:
        presses = {name: presses_for(hands, name) for name in (*known, *RARE_NAMES)}
    with capsys.disabled():
        worst = max(presses, key=lambda name: presses[name])
        print(f"\nforty names: {median(presses.values())} presses a name, at most {presses[worst]} ({worst})")
    assert median(presses.values()) <= 12
    assert max(presses.values()) <= 30


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


def test_another_name_than_the_guess_is_written_on(naming: WritingPage) -> None:
    naming.hands.write("Bao")
    assert naming.written == ["Bao"]
    naming.hands.hold("back")
    assert naming.face.typed == ""
    assert naming.face.chosen == 0
