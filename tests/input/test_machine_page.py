"""The board and the name of the machine, chosen on the box or asked for by a phone."""

from __future__ import annotations

import pytest

from companion.box.faces.faces import OffFace
from companion.box.pages.phones_page import SETTLES_S
from companion.session.box_permission import ASKED_S, PermissionStatus
from companion.session.machine_change import AUTOMATIC, MachineChange
from companion.table.commands import ClaimSeat, StartGame
from tests.input.hands import Hands
from tests.kit.simulated_machine import SimulatedMachine

MOMENT = OffFace(line="Un instant…")
PICO = MachineChange(board="pico")


@pytest.fixture
def machine(hands: Hands) -> SimulatedMachine:
    """Return the machine below a box that can restart it."""
    machine = hands.box.machine = SimulatedMachine()
    hands.box.restart = hands.restart
    return machine


@pytest.fixture
def menu(hands: Hands, machine: SimulatedMachine) -> Hands:
    """Hands at the list of board and name."""
    hands.press("ok")
    hands.choose("home.settings")
    hands.choose("machine.title")
    return hands


def outcome(hands: Hands, machine: SimulatedMachine) -> tuple[list[MachineChange], bool]:
    return machine.changes, hands.restarted


def test_a_program_without_a_machine_offers_nothing(hands: Hands) -> None:
    hands.press("ok")
    hands.choose("home.settings")
    assert hands.words("machine.title") not in hands.rows


@pytest.mark.parametrize(("row", "board"), [("pico", "pico"), ("waveshare-oled-hat",) * 2, ("automatique", AUTOMATIC)])
def test_a_board_takes_effect_after_ok_was_held(menu: Hands, machine: SimulatedMachine, row: str, board: str) -> None:
    assert menu.rows == ["Boîtier", "Nom de la boîte"]
    menu.press("ok")
    menu.choose(row)
    menu.press("ok")
    assert outcome(menu, machine) == ([], False)
    menu.hold("ok")
    assert outcome(menu, machine) == ([MachineChange(board=board)], True)
    assert menu.face == MOMENT


def test_back_changes_nothing(menu: Hands, machine: SimulatedMachine) -> None:
    menu.press("ok")
    menu.choose("pico")
    assert menu.spoken == "Prendre le boîtier pico ? | La boîte redémarre. Tout est gardé. | Boîtier et nom"
    menu.press("back")
    assert outcome(menu, machine) == ([], False)
    assert menu.rows[0] == "automatique"


def test_a_name_is_written_and_confirmed(menu: Hands, machine: SimulatedMachine) -> None:
    menu.choose("Nom de la boîte")
    menu.write("Été")
    assert menu.spoken.startswith("Appeler la boîte ete ?")
    menu.hold("ok")
    assert outcome(menu, machine) == ([MachineChange(name="ete")], True)


def test_a_name_without_letters_is_refused(menu: Hands, machine: SimulatedMachine) -> None:
    menu.choose("Nom de la boîte")
    menu.write("--")
    assert "au moins une lettre" in menu.spoken
    assert outcome(menu, machine) == ([], False)


def test_a_change_that_fails_says_why_and_restarts_nothing(menu: Hands, machine: SimulatedMachine) -> None:
    machine.refuses = True
    menu.press("ok")
    menu.choose("pico")
    menu.hold("ok")
    assert "Rien n’a changé : no room" in menu.spoken
    assert not menu.restarted


# A phone asks.


@pytest.fixture
def asked(hands: Hands, machine: SimulatedMachine) -> Hands:
    """Hands at a box that a host's phone asks for another board, once keys mean something."""
    hands.other_hand(ClaimSeat(seat=None, phone="phone"))
    assert hands.box.codes.change_permission.ask("phone", PICO)
    hands.box.refresh()
    hands.wait(SETTLES_S)
    return hands


def status(hands: Hands) -> PermissionStatus:
    return hands.box.codes.change_permission.status_of("phone")[0]


def test_the_box_allows_a_phone_to_change_the_board(asked: Hands, machine: SimulatedMachine) -> None:
    assert asked.spoken == "Prendre le boîtier pico ? | La boîte redémarre. Tout est gardé. | Boîtier et nom"
    asked.press("ok")
    assert outcome(asked, machine) == ([], False)
    asked.hold("ok")
    assert outcome(asked, machine) == ([PICO], True)
    assert (status(asked), asked.face) == (PermissionStatus.READY, MOMENT)


def test_keys_mean_nothing_before_the_question_is_read(hands: Hands, machine: SimulatedMachine) -> None:
    hands.other_hand(ClaimSeat(seat=None, phone="phone"))
    hands.grip("ok", 0.3)
    hands.box.codes.change_permission.ask("phone", PICO)
    hands.box.refresh()
    hands.wait(0.5)
    hands.let_go("ok")
    assert outcome(hands, machine) == ([], False)


@pytest.mark.parametrize("key", ["back", "left"])
def test_the_box_refuses(asked: Hands, machine: SimulatedMachine, key: str) -> None:
    asked.press(key)
    assert asked.spoken.startswith("Rien n’a changé.")
    assert (status(asked), machine.changes) == (PermissionStatus.REFUSED, [])


def test_no_answer_counts_as_a_no(asked: Hands, machine: SimulatedMachine) -> None:
    asked.wait(ASKED_S)
    assert (status(asked), machine.changes) == (PermissionStatus.REFUSED, [])


def test_a_phone_that_is_no_host_any_more_changes_nothing(asked: Hands, machine: SimulatedMachine) -> None:
    asked.session.forget_phones()
    asked.hold("ok")
    assert outcome(asked, machine) == ([], False)


def test_a_failed_change_is_no_permission(asked: Hands, machine: SimulatedMachine) -> None:
    machine.refuses = True
    asked.hold("ok")
    assert (status(asked), asked.restarted) == (PermissionStatus.REFUSED, False)
    assert "no room" in asked.spoken


def test_the_question_waits_while_a_hand_is_on_the_screen(hands: Hands, machine: SimulatedMachine) -> None:
    hands.other_hand(StartGame(game="expedition", names=("Inès", "Bao")))
    hands.other_hand(ClaimSeat(seat=None, phone="phone"))
    hands.press("ok")
    before = hands.face
    hands.box.codes.backup_permission.ask("phone")
    hands.box.codes.change_permission.ask("phone", PICO)
    hands.box.refresh()
    assert hands.face != before
    hands.wait(SETTLES_S)
    hands.press("back")
    hands.press("ok")
    hands.wait(SETTLES_S)
    hands.press("back")
    assert machine.changes == []
