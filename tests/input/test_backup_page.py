"""Backups at the box: their address for a host's phone, and the question whether it may have everything."""

from __future__ import annotations

import pytest

from companion.box.faces.faces import ConfirmFace, HomeFace, MessageFace, QrFace, TurnFace
from companion.box.faces.signals import Sound
from companion.box.pages.phones_page import SETTLES_S
from companion.session.box_permission import ASKED_S, PermissionStatus
from companion.support.qr_code import modules
from companion.table.commands import ClaimSeat, ForgetPhones, ResignHost, StartGame
from companion.table.session_errors import NotSavedError
from tests.input.hands import Hands


@pytest.fixture
def table(hands: Hands) -> Hands:
    """Hands at a table of three."""
    hands.other_hand(StartGame(game="expedition", names=("Inès", "Bao", "Chloé")))
    return hands


@pytest.fixture
def at_question(table: Hands) -> Hands:
    """Return hands after a host's phone asked for everything; keys already count for the question."""
    ask(table)
    table.wait(SETTLES_S)
    return table


def ask(hands: Hands) -> None:
    hands.other_hand(ClaimSeat(phone="ines", seat=None))
    assert hands.box.codes.backup_permission.ask("ines")
    hands.box.refresh()


def ranking(hands: Hands) -> PermissionStatus:
    return hands.box.codes.backup_permission.status_of("ines")[0]


def test_the_settings_show_a_host_the_address_of_backups(table: Hands) -> None:
    table.other_hand(ClaimSeat(phone="ines", seat=None))
    table.hold("ok")
    table.choose("home.settings")
    table.choose("backup.title")
    assert isinstance(table.face, QrFace)
    assert table.face.modules == modules("HTTP://192.168.100.20:8080/backup")
    assert table.face.words == ("192.168.100.20:8080/backup", "caravane.local:8080/backup")
    table.press("back")
    assert table.row == "Sauvegarde"


def test_without_a_host_the_page_says_how_to_become_one(hands: Hands) -> None:
    hands.press("ok")
    hands.choose("home.settings")
    hands.choose("backup.title")
    assert isinstance(hands.face, MessageFace)
    assert "Code de la table" in hands.face.body


def test_without_a_network_the_page_says_so(table: Hands) -> None:
    table.other_hand(ClaimSeat(phone="ines", seat=None))
    table.box.address = table.box.named_address = lambda: ""
    table.hold("ok")
    table.choose("home.settings")
    table.choose("backup.title")
    assert table.spoken == "Pas de réseau. On peut jouer quand même."


def test_the_question_names_the_content_of_a_backup(at_question: Hands) -> None:
    assert isinstance(at_question.face, ConfirmFace)
    assert at_question.spoken.startswith(
        "Tout donner ? | Un hôte veut toutes les parties, avec mains et tirages à venir."
    )


def test_holding_ok_permits_the_backup_and_tells_everybody(at_question: Hands) -> None:
    at_question.hold("ok")
    assert ranking(at_question) is PermissionStatus.READY
    assert at_question.session.snapshot().in_phone_backup
    assert at_question.spoken.startswith("Ce téléphone peut la prendre, une fois.")
    assert at_question.sounds[-1] is Sound.DONE
    at_question.press("ok")
    assert isinstance(at_question.face, TurnFace)


def test_the_bar_names_the_effect_of_holding(at_question: Hands) -> None:
    at_question.grip("ok", 0.4)
    assert at_question.face.hold is not None
    assert at_question.face.hold.text == "Tout donner"
    at_question.let_go("ok")


@pytest.mark.parametrize("key", ["ok", "up", "down", "right", "spin", "seat1"])
def test_a_short_press_permits_nothing(at_question: Hands, key: str) -> None:
    at_question.press(key)
    assert isinstance(at_question.face, ConfirmFace)
    assert ranking(at_question) is PermissionStatus.ASKED


@pytest.mark.parametrize("key", ["back", "left"])
def test_back_refuses(at_question: Hands, key: str) -> None:
    at_question.press(key)
    assert ranking(at_question) is PermissionStatus.REFUSED
    assert at_question.spoken.startswith("Rien n’a été donné.")
    assert not at_question.session.snapshot().in_phone_backup


def test_holding_back_refuses_and_leads_to_the_table(at_question: Hands) -> None:
    at_question.hold("back")
    assert ranking(at_question) is PermissionStatus.REFUSED
    assert isinstance(at_question.face, TurnFace)


def test_a_key_meant_for_the_page_before_is_ignored(table: Hands) -> None:
    table.grip("ok", 0.5)
    ask(table)
    table.wait(0.5)
    table.let_go("ok")
    assert ranking(table) is PermissionStatus.ASKED
    table.wait(SETTLES_S)
    table.press("back")
    assert ranking(table) is PermissionStatus.REFUSED


def test_no_answer_counts_as_no(at_question: Hands) -> None:
    at_question.wait(ASKED_S)
    assert ranking(at_question) is PermissionStatus.REFUSED
    assert at_question.spoken.startswith("Rien n’a été donné.")


def test_opening_another_game_closes_the_question(at_question: Hands) -> None:
    at_question.other_hand(StartGame(game="expedition", names=("Dom", "Eve", "Flo")))
    assert ranking(at_question) is PermissionStatus.REFUSED


@pytest.mark.parametrize("command", [ForgetPhones(), ForgetPhones(phone="ines"), ResignHost(phone="ines")])
def test_a_phone_that_stops_being_host_withdraws_its_request(
    at_question: Hands, command: ForgetPhones | ResignHost
) -> None:
    at_question.other_hand(command)
    assert ranking(at_question) is PermissionStatus.REFUSED
    assert at_question.spoken.startswith("Rien n’a été donné.")
    assert not at_question.session.snapshot().in_phone_backup


def test_the_question_comes_without_a_game_too(hands: Hands) -> None:
    ask(hands)
    hands.wait(SETTLES_S)
    hands.hold("ok")
    assert ranking(hands) is PermissionStatus.READY
    hands.press("ok")
    assert isinstance(hands.face, HomeFace)


def test_a_backup_that_cannot_be_recorded_is_refused(at_question: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(name: str, value: object) -> None:
        raise NotSavedError("full")

    monkeypatch.setattr(at_question.session.journal, "set_note", fails)
    at_question.hold("ok")
    assert ranking(at_question) is PermissionStatus.REFUSED
    assert at_question.spoken.startswith("Impossible d’enregistrer")
    assert not at_question.session.snapshot().in_phone_backup
