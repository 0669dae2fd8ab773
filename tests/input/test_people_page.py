"""People on the box: listed with the one who played last on top, renamed, merged, coloured and forgotten."""

from __future__ import annotations

import pytest

from companion.box.faces.faces import ConfirmFace, LettersFace, ListFace
from companion.box.faces.signals import Sound
from companion.table.commands import LeaveGame, StartGame
from tests.input.hands import Hands


@pytest.fixture
def people(hands: Hands) -> Hands:
    """Hands at the list of people; Anna is also called Annie."""
    for names in (("Anna", "Bao"), ("Rouge", "Annie", "Maximilian-Jos")):
        hands.other_hand(StartGame(game="expedition", names=names))
    hands.other_hand(LeaveGame())
    hands.press("ok")
    hands.choose("Réglages")
    hands.choose("Joueurs")
    return hands


def listed(hands: Hands) -> list[tuple[str, str]]:
    assert isinstance(hands.face, ListFace), hands.spoken
    return [(row.text, row.detail) for row in hands.face.rows]


def rename(hands: Hands, person: str, name: str) -> None:
    """Erase the name of a person and write another one."""
    hands.choose(person)
    hands.choose("Renommer")
    hands.hold("back")
    hands.write(name)


def test_people_are_listed_with_their_colours(people: Hands) -> None:
    assert listed(people) == [("Annie", "rouge"), ("Maximilian-Jos", "vert"), ("Anna", "bleu"), ("Bao", "rouge")]


def test_before_the_first_game_the_list_is_empty(hands: Hands) -> None:
    hands.press("ok")
    hands.choose("Réglages")
    hands.choose("Joueurs")
    assert hands.rows == ["Rien pour l’instant"]
    hands.press("ok")
    assert hands.spoken.endswith("Réglages")


def test_a_renamed_person_is_listed_under_the_new_name(people: Hands) -> None:
    rename(people, "Bao", "Baozhai")
    assert ("Baozhai", "rouge") in listed(people)
    assert people.last_sound() is Sound.DONE
    assert people.session.journal.games()[0].names == ("Anna", "Bao")


def test_merging_two_people_asks_first(people: Hands) -> None:
    rename(people, "Anna", "Annie")
    assert isinstance(people.face, ConfirmFace)
    assert people.face.body == "Anna devient Annie."
    people.press("back")
    assert isinstance(people.face, LettersFace)
    people.press("ok", "ok")
    assert [name for name, _ in listed(people)] == ["Annie", "Maximilian-Jos", "Bao"]


def test_the_longest_names_fit_in_the_question(people: Hands) -> None:
    people.press("back")
    people.other_hand(StartGame(game="expedition", names=("Marie-Francois", "Bao")))
    people.other_hand(LeaveGame())
    people.press("ok")
    people.choose("Réglages")
    people.choose("Joueurs")
    rename(people, "Marie-Francois", "Maximilian-Jos")
    assert isinstance(people.face, ConfirmFace)
    people.press("ok")
    people.choose("Maximilian-Jos")
    people.choose("Oublier")
    assert people.spoken.startswith("Oublier Maximilian-Jos")


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Anna", "Bao et Anna ont joué une même partie : ce sont deux personnes."),
        ("Anhie", None),
        ("Rouge", "Rouge est le nom d’une place sans nom. Choisis-en un autre."),
    ],
)
def test_a_refused_name_can_be_corrected(people: Hands, name: str, reason: str | None) -> None:
    before = listed(people)
    rename(people, "Bao", name)
    if reason is None:
        assert (name, "rouge") in listed(people)
        return
    assert people.spoken.replace("\N{NO-BREAK SPACE}", " ").startswith(reason)
    people.press("ok")
    assert isinstance(people.face, LettersFace)
    people.hold("back")
    people.hold("back")
    people.press("back")
    assert listed(people) == before


def test_another_colour_can_be_preferred(people: Hands) -> None:
    people.choose("Bao")
    people.choose("Couleur préférée")
    assert people.row == "rouge"
    people.choose("violet")
    assert ("Bao", "violet") in listed(people)


def test_forgetting_says_that_games_keep_the_name(people: Hands) -> None:
    people.choose("Bao")
    people.choose("Oublier")
    assert "Les parties passées gardent le nom tant qu’elles ne sont pas effacées." in people.spoken
    people.press("back")
    people.choose("Oublier")
    people.press("ok")
    assert "Bao" not in people.rows
    assert "Anna" in people.rows
