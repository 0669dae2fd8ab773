"""Tests of the stream of televisions: the code of the lobby goes to them alone, and only while they may show it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from companion.server.event_streams import MOST_STREAMS
from companion.server.phone_routes import COOKIE
from companion.session.pairing_codes import CodeKind, CodeOffer
from companion.support.qr_code import modules
from companion.table.commands import ForgetPhones
from tests.server.helpers import EventReader, running
from tests.server.phones_room import Phone, Room, refusal_of

NO_CODE = {"code": "", "modules": []}


class DisplayRoom(Room):
    """A table with a lobby, whose box makes as many codes as wanted."""

    def __init__(self) -> None:
        super().__init__()
        self.ask(lambda session: session.open_lobby(session.games[0]))

    def ask(self, work: Any) -> Any:
        return self.world.table.ask(lambda: work(self.world.session))

    def offer(self, kind: CodeKind) -> CodeOffer:
        return self.world.codes.offer(None, self.world.session.snapshot().roles.epoch, kind=kind)

    def display(self) -> Phone:
        """Return a television that was let in."""
        television = self.phone()
        answer = television.post("/api/claim", code=self.offer(CodeKind.DISPLAY).code)
        assert answer.json == {"host": False, "seat": None, "display": True}
        return television

    def open_stream(self, port: int, television: Phone) -> EventReader:
        """Return the reader of the stream of a television."""
        cookie = television.client.get_cookie(COOKIE)
        assert cookie is not None
        return EventReader(port, "/api/display", Cookie=f"{COOKIE}={cookie.value}")


@pytest.fixture
def room() -> DisplayRoom:
    return DisplayRoom()


@pytest.fixture
def reader(room: DisplayRoom) -> Iterator[EventReader]:
    """Yield the open stream of a television."""
    television = room.display()
    with running(room.world.app(), room.world.streams) as server:
        reader = room.open_stream(server.port, television)
        assert reader.begin() == 200
        yield reader
        reader.close()


def test_only_a_display_gets_the_stream(room: DisplayRoom) -> None:
    host, seat, guest = room.phone(None), room.phone(), room.phone()
    assert guest.post("/api/claim", code=room.offer(CodeKind.LOBBY).code).status_code == 200
    for phone in (host, seat, guest):
        refusal_of(phone.client.get("/api/display", headers=phone.headers), 403, "not_yours")


def test_a_display_is_known_by_its_view_alone(room: DisplayRoom) -> None:
    television = room.display()
    assert television.view["you"] == {"host": False, "seat": None, "display": True}
    offer = room.offer(CodeKind.LOBBY)
    for path in ("/api/state", "/tv", "/", "/api/claim"):
        text = television.client.get(path, headers=television.headers).get_data(as_text=True)
        assert offer.code not in text
        assert offer.token not in text


def test_the_code_is_sent_at_every_change(room: DisplayRoom, reader: EventReader) -> None:
    assert reader.event() == NO_CODE
    for _ in range(2):
        offer = room.offer(CodeKind.LOBBY)
        event = reader.event()
        assert event["code"].replace(" ", "") == offer.code
        square = modules(f"http://192.168.1.23:8080/#{offer.token}")
        assert [[module == "1" for module in row] for row in event["modules"]] == [[*row] for row in square]
    room.world.codes.withdraw()
    assert reader.event() == NO_CODE


def test_other_codes_are_never_sent(room: DisplayRoom, reader: EventReader) -> None:
    assert reader.event() == NO_CODE
    room.offer(CodeKind.LOBBY)
    assert reader.event()["code"]
    room.offer(CodeKind.ROLE)
    assert reader.event() == NO_CODE
    room.offer(CodeKind.DISPLAY)
    offer = room.offer(CodeKind.LOBBY)
    assert reader.event()["code"].replace(" ", "") == offer.code


@pytest.mark.parametrize("forgets_all", [True, False])
def test_a_forgotten_display_is_hung_up(room: DisplayRoom, reader: EventReader, forgets_all: bool) -> None:
    assert reader.event() == NO_CODE
    (display,) = room.world.session.snapshot().roles.phones
    room.ask(lambda session: session.do(ForgetPhones(phone=None if forgets_all else display.phone)))
    room.offer(CodeKind.LOBBY)
    while line := reader.line():
        assert not line.startswith('data: {"code"'), line


def test_displays_share_the_places_of_streams(room: DisplayRoom) -> None:
    television = room.display()
    with running(room.world.app(), room.world.streams) as server:
        readers = [room.open_stream(server.port, television) for _ in range(MOST_STREAMS + 2)]
        statuses = [reader.begin() for reader in readers]
        assert set(statuses) <= {200, 503}
        assert len(room.world.streams) <= MOST_STREAMS
        for reader in readers:
            reader.close()


def test_a_new_code_keeps_the_display(room: DisplayRoom) -> None:
    television = room.display()
    offer = room.offer(CodeKind.LOBBY)
    answer = television.post("/api/claim", code=offer.code)
    assert answer.json == {"host": False, "seat": None, "place": 0, "display": True}
    (display,) = room.world.session.snapshot().roles.phones
    assert display.display


def test_a_display_forgets_itself(room: DisplayRoom) -> None:
    television = room.display()
    assert television.post("/api/forget").status_code == 200
    assert not room.world.session.snapshot().roles.phones


def test_an_action_with_the_same_id_is_carried_out_once(room: DisplayRoom) -> None:
    guest = room.phone()
    assert guest.post("/api/claim", code=room.offer(CodeKind.LOBBY).code).status_code == 200
    for _ in range(2):
        answer = guest.post("/api/lobby", do="sit", name="Ada", id="a" * 32)
        assert answer.status_code == 200
        assert answer.json is not None
        assert answer.json["place"] == 1
    refusal_of(guest.post("/api/lobby", do="sit", name="Ada", id="b" * 32), 422, "illegal_move")
    for _ in range(2):
        assert guest.post("/api/lobby", do="add", name="Bao", id="c" * 32).status_code == 200
    assert [place["name"] for place in guest.view["lobby"]["places"]] == ["Ada", "Bao"]


def test_a_lobby_is_opened_for_the_game_on_the_table() -> None:
    room = Room()
    host = room.phone(None)
    assert host.do("start", game="classic", seats=["Ada", "Bao"]).status_code == 200
    assert host.post("/api/lobby", do="open").status_code == 200
    assert host.view["lobby"]["game"] == "classic"
    refusal_of(host.post("/api/lobby", do="game", game=""), 400, "malformed")


def test_an_action_follows_the_person_that_was_meant(room: DisplayRoom) -> None:
    host = room.phone(None)
    for name in ("Ada", "Bao", "Cid", ""):
        room.world.table.ask(partial(room.world.session.sit_down, name))
    room.ask(lambda session: session.change_lobby(lambda lobby: lobby.stand_up(1)))
    assert host.post("/api/lobby", do="stand_up", place=2, who="Bao").status_code == 200
    assert [place["name"] for place in host.view["lobby"]["places"]] == ["Cid", "yellow"]
    assert host.post("/api/lobby", do="move", place=4, who="yellow", by=-1).status_code == 200
    assert [place["name"] for place in host.view["lobby"]["places"]] == ["yellow", "Cid"]
    refusal_of(host.post("/api/lobby", do="stand_up", place=2, who="Bao"), 422, "illegal_move")
    assert len(host.view["lobby"]["places"]) == 2
