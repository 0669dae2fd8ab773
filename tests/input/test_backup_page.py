"""Backups at the box: where a host's phone finds them, and the question whether it may have everything."""

from __future__ import annotations

import pytest

from companion.box.faces.faces import ConfirmFace, HomeFace, MessageFace, QrFace, TurnFace
from companion.box.faces.signals import Sound
from companion.box.pages.phones_page import SETTLES_S
from companion.session.backup_permission import ASKED_S, Standing
from companion.support.qr_code import modules
from companion.table.commands import Claim, Forget, Resign, Start
from companion.table.table_errors import NotSavedError
from tests.input.hands import Hands


@pytest.fixture
def table(hands: Hands) -> Hands:
    """A table of three."""
    hands.other_hand(Start(game="expedition", names=("Inès", "Bao", "Chloé")))
    return hands


@pytest.fixture
def asked(table: Hands) -> Hands:
    """A host's phone would have everything, and the question has lain there for a while."""
    ask(table)
    table.wait(SETTLES_S)
    return table


def ask(hands: Hands) -> None:
    hands.other_hand(Claim(phone="ines", seat=None))
    assert hands.box.codes.handing.ask("ines")
    hands.box.refresh()


def standing(hands: Hands) -> Standing:
    return hands.box.codes.handing.of("ines")[0]


def test_the_settings_say_where_a_hosts_phone_finds_them(table: Hands) -> None:
    table.other_hand(Claim(phone="ines", seat=None))
    table.hold("ok")
    table.choose("home.settings")
    table.choose("backup.title")
    assert isinstance(table.face, QrFace)
    assert table.face.modules == modules("HTTP://192.168.100.20:8080/backup")
    assert table.face.words == ("192.168.100.20:8080/backup", "caravane.local:8080/backup")
    table.press("back")
    assert table.row == "Sauvegarde"


def test_without_a_host_they_say_how_to_become_one(hands: Hands) -> None:
    hands.press("ok")
    hands.choose("home.settings")
    hands.choose("backup.title")
    assert isinstance(hands.face, MessageFace)
    assert "Code de la table" in hands.face.body


def test_without_a_network_they_say_so(table: Hands) -> None:
    table.other_hand(Claim(phone="ines", seat=None))
    table.box.address = table.box.named_address = lambda: ""
    table.hold("ok")
    table.choose("home.settings")
    table.choose("backup.title")
    assert table.spoken == "Pas de réseau. La partie continue sans."


def test_the_question_says_what_is_in_it(asked: Hands) -> None:
    assert isinstance(asked.face, ConfirmFace)
    assert asked.spoken.startswith("Tout donner ? | Un meneur veut toutes les parties, avec mains et tirages à venir.")


def test_ok_held_lets_the_phone_and_tells_everybody(asked: Hands) -> None:
    asked.hold("ok")
    assert standing(asked) is Standing.READY
    assert asked.session.snapshot().handed_out
    assert asked.spoken.startswith("Ce téléphone peut la prendre, une fois.")
    assert asked.sounds[-1] is Sound.DONE
    asked.press("ok")
    assert isinstance(asked.face, TurnFace)


def test_the_bar_says_what_holding_does(asked: Hands) -> None:
    asked.grip("ok", 0.4)
    assert asked.face.hold is not None
    assert asked.face.hold.text == "Tout donner"
    asked.let_go("ok")


@pytest.mark.parametrize("key", ["ok", "up", "down", "right", "spin", "seat1"])
def test_a_short_press_lets_nobody(asked: Hands, key: str) -> None:
    asked.press(key)
    assert isinstance(asked.face, ConfirmFace)
    assert standing(asked) is Standing.ASKED


@pytest.mark.parametrize("key", ["back", "left"])
def test_back_refuses(asked: Hands, key: str) -> None:
    asked.press(key)
    assert standing(asked) is Standing.REFUSED
    assert asked.spoken.startswith("Rien n’a été donné.")
    assert not asked.session.snapshot().handed_out


def test_back_held_refuses_and_leads_to_the_table(asked: Hands) -> None:
    asked.hold("back")
    assert standing(asked) is Standing.REFUSED
    assert isinstance(asked.face, TurnFace)


def test_a_key_that_was_meant_for_what_was_there_before_means_nothing(table: Hands) -> None:
    table.grip("ok", 0.3)
    ask(table)
    table.wait(0.5)
    table.let_go("ok")
    assert standing(table) is Standing.ASKED
    table.wait(SETTLES_S)
    table.press("back")
    assert standing(table) is Standing.REFUSED


def test_no_answer_is_a_no(asked: Hands) -> None:
    asked.wait(ASKED_S)
    assert standing(asked) is Standing.REFUSED
    assert asked.spoken.startswith("Rien n’a été donné.")


def test_another_game_that_is_laid_on_the_table_takes_the_question_off(asked: Hands) -> None:
    asked.other_hand(Start(game="expedition", names=("Dom", "Eve", "Flo")))
    assert standing(asked) is Standing.REFUSED


@pytest.mark.parametrize("command", [Forget(), Forget(phone="ines"), Resign(phone="ines")])
def test_a_phone_that_leads_no_more_asks_no_more(asked: Hands, command: Forget | Resign) -> None:
    asked.other_hand(command)
    assert standing(asked) is Standing.REFUSED
    assert asked.spoken.startswith("Rien n’a été donné.")
    assert not asked.session.snapshot().handed_out


def test_it_is_asked_without_a_game_too(hands: Hands) -> None:
    ask(hands)
    hands.wait(SETTLES_S)
    hands.hold("ok")
    assert standing(hands) is Standing.READY
    hands.press("ok")
    assert isinstance(hands.face, HomeFace)


def test_what_cannot_be_noted_is_not_handed_out(asked: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(name: str, value: object) -> None:
        raise NotSavedError("full")

    monkeypatch.setattr(asked.session.journal, "set_note", fails)
    asked.hold("ok")
    assert standing(asked) is Standing.REFUSED
    assert asked.spoken.startswith("Impossible d’enregistrer")
    assert not asked.session.snapshot().handed_out
