"""Tests of the settings of the box on the network: hosts change them, and ask the box for another board or name."""

from __future__ import annotations

from typing import Any

import pytest

from companion.box.preferences import Preferences
from companion.session.box_permission import ASKED_S, USE_S
from companion.session.machine_change import AUTOMATIC, MachineChange
from tests.server.phones_room import Phone, Room, refusal_of


@pytest.fixture
def room() -> Room:
    return Room()


@pytest.fixture
def host(room: Room) -> Phone:
    return room.phone(None)


def changed(host: Phone, **settings: Any) -> Preferences:
    assert host.post("/api/settings", **settings).status_code == 200
    return host.room.world.preferences


def test_hosts_see_the_settings_and_the_machine(host: Phone) -> None:
    view = host.get("/api/settings")
    machine = view.pop("machine")
    assert view == {
        "language": "fr",
        "languages": [{"id": "fr", "name": "français"}, {"id": "en", "name": "English"}],
        "volume": 2,
        "most_volume": 3,
        "muted": False,
        "brightness": 3,
        "most_brightness": 3,
        "dark_at_night": False,
        "large": False,
        "calm": False,
    }
    assert machine["boards"][:2] == [
        {"id": AUTOMATIC, "name": "automatic"},
        {"id": "adafruit-bonnet", "name": "adafruit-bonnet"},
    ]
    assert machine["request"] == {"standing": "none", "seconds": 0}
    assert (machine["board"], machine["name"]) == (AUTOMATIC, "table")


def test_each_setting_changes_alone(host: Phone) -> None:
    assert changed(host, language="en") == Preferences("en")
    assert changed(host, brightness=1, dark_at_night=True) == Preferences("en", brightness=1, dark_at_night=True)
    assert changed(host, large=True, calm=True).large
    assert changed(host, large=False).calm


def test_a_volume_that_is_set_is_heard(host: Phone) -> None:
    assert changed(host, muted=True).effective_volume == 0
    assert changed(host, brightness=2).muted
    assert changed(host, volume=1).effective_volume == 1
    assert changed(host, volume=3, muted=True).effective_volume == 0


@pytest.mark.parametrize(
    "body",
    [
        {"language": "de"},
        {"volume": 4},
        {"volume": -1},
        {"volume": True},
        {"brightness": 0},
        {"brightness": 4},
        {"dark_at_night": 1},
        {"power_off": ["rm", "-rf", "/"]},
    ],
)
def test_impossible_settings_change_nothing(host: Phone, body: dict[str, Any]) -> None:
    before = host.room.world.preferences
    assert host.post("/api/settings", **body).status_code == 400
    assert host.room.world.preferences == before


def test_the_box_is_asked_for_another_board(host: Phone) -> None:
    answer = host.post("/api/settings/ask", board="pico")
    assert answer.json
    assert answer.json["machine"]["request"] == {"standing": "asked", "seconds": ASKED_S}
    permission = host.room.world.codes.change_permission
    request = permission.pending_request
    assert request is not None
    assert request.change == MachineChange(board="pico")
    assert host.room.world.machine is not None
    assert host.room.world.machine.changes == [], "only the box makes the change"
    refusal_of(host.post("/api/settings/ask", board="bench"), 409, "box_asks")
    assert permission.answer(request, granted=True)
    assert host.get("/api/settings")["machine"]["request"] == {"standing": "ready", "seconds": USE_S}


def test_a_name_becomes_what_networks_accept(host: Phone) -> None:
    assert host.post("/api/settings/ask", name="Salon d’été").status_code == 200
    request = host.room.world.codes.change_permission.pending_request
    assert request is not None
    assert request.change == MachineChange(name="salon-d-ete")


@pytest.mark.parametrize(
    "body",
    [{}, {"board": "pico", "name": "a"}, {"board": "../../etc"}, {"board": ""}, {"name": "--"}, {"name": "東京"}],
)
def test_impossible_changes_are_never_asked(host: Phone, body: dict[str, Any]) -> None:
    assert host.post("/api/settings/ask", **body).status_code == 400
    assert host.room.world.codes.change_permission.pending_request is None


def test_a_program_that_is_not_installed_has_no_machine(room: Room) -> None:
    room.world.machine = None
    room.app = room.world.app()
    host = room.phone(None)
    assert host.get("/api/settings")["machine"] is None
    assert host.post("/api/settings/ask", board="pico").status_code == 404


def test_another_phone_does_not_learn_of_a_request(room: Room, host: Phone) -> None:
    other = room.phone(None)
    host.post("/api/settings/ask", board="pico")
    assert other.get("/api/settings")["machine"]["request"]["standing"] == "none"
    refusal_of(other.post("/api/settings/ask", board="pico"), 409, "box_asks")
