"""Tests of the stream of the open game: every phone gets its own view at every change, while it may see it."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator
from typing import Any

import pytest

from companion.server.http_server import Server
from companion.server.phone_routes import COOKIE
from companion.table.commands import Play
from tests.kit.cases import GAMES
from tests.kit.page_changes import apply_change
from tests.server.helpers import EventReader, new_session, running
from tests.server.phones_room import NAMES, STEP, Phone, Room

HIDE = {"move": "hide", "colour": "red", "value": 30_303, "wish": "planted-wish"}


@pytest.fixture
def room() -> Iterator[Room]:
    with new_session(GAMES) as session:
        yield Room(session)


@pytest.fixture
def server(room: Room) -> Iterator[Server]:
    with running(room.app, room.world.streams) as server:
        yield server


def open_stream(server: Server, phone: Phone | None = None, path: str = "/api/events", **more: str) -> EventReader:
    """Open a stream of this phone."""
    if phone is not None:
        cookie = phone.client.get_cookie(COOKIE)
        assert cookie
        more["Cookie"] = f"{COOKIE}={cookie.value}"
    reader = EventReader(server.port, path, receive_buffer=None, **more)
    assert reader.begin() == 200
    return reader


def test_everybody_gets_the_view_at_once_and_at_every_change(room: Room, server: Server) -> None:
    host = room.phone(None)
    watcher, french = open_stream(server, Accept_Language="en"), open_stream(server, Accept_Language="fr")
    assert watcher.event()["game"] is None
    french.event()
    host.start()
    assert [seat["name"] for seat in watcher.event()["seats"]] == NAMES
    host.play(1, STEP)
    view = watcher.event_where(lambda view: view["seq"] == 2)
    in_french = french.event_where(lambda view: view["seq"] == 2)
    assert (view["seq"], view["you"], view["options"]) == (2, {"host": False, "seat": None}, [])
    watcher.close()
    assert in_french["events"][0]["text"] != view["events"][0]["text"], "each in the language of its reader"
    french.close()


def test_a_host_and_a_seat_get_their_offers(room: Room, server: Server) -> None:
    host = room.phone(None)
    host.start()
    bao = room.phone(2)
    with_host, with_bao = open_stream(server, host), open_stream(server, bao)
    assert {option["seat"] for option in with_host.event()["options"]} == {1, 3}
    assert {option["seat"] for option in with_bao.event()["options"]} == {2}
    host.play(1, STEP)
    assert with_bao.event()["you"] == {"host": False, "seat": 2}
    with_host.close()
    with_bao.close()


def test_a_forgotten_phone_no_longer_sees_its_seat(room: Room, server: Server) -> None:
    host = room.phone(None)
    host.do("start", game="lanterns", seats=NAMES)
    ada = room.phone(1)
    reader = open_stream(server, ada)
    reader.event()
    ada.play(1, HIDE)
    assert "planted-wish" in json.dumps(reader.event())
    room.world.table.ask(room.world.session.forget_phones)
    view = reader.event()
    assert view["you"] == {"host": False, "seat": None}
    assert "planted-wish" not in json.dumps(view)
    reader.close()


@pytest.mark.parametrize("path", ["/api/events", "/api/events?changes="])
def test_a_seats_secrets_reach_no_other_stream(room: Room, server: Server, path: str) -> None:
    host = room.phone(None)
    host.do("start", game="lanterns", seats=NAMES)
    ada, bao = room.phone(1), room.phone(2)
    readers = [open_stream(server, phone, path) for phone in (None, host, bao)]
    own = open_stream(server, ada, path)
    for reader in (*readers, own):
        reader.event()
    room.world.table.ask(lambda: room.world.session.do(Play(moves=((1, HIDE),))))
    for reader in readers:
        assert "planted-wish" not in json.dumps(reader.event())
    assert "planted-wish" in json.dumps(own.event())
    for reader in (*readers, own):
        reader.close()


def test_a_page_gets_the_view_once_and_then_changes(room: Room, server: Server) -> None:
    host = room.phone(None)
    host.start()
    reader = open_stream(server, host, "/api/events?changes=", Accept_Language="en")
    name, has = next_named_event(reader)
    assert has == host.view
    for _ in range(2):
        host.play(1, STEP)
        before, (name, body) = name, next_named_event(reader)
        assert body["of"] == before
        has = apply_change(has, body["change"])
        assert has == host.view
    reader.close()
    again = open_stream(server, host, f"/api/events?changes={name}", Accept_Language="en")
    host.play(1, STEP)
    assert next_named_event(again)[1]["of"] == name, "it has what there is: only what comes is told"
    again.close()
    unknown = open_stream(server, host, "/api/events?changes=never", Accept_Language="en")
    assert next_named_event(unknown)[1] == host.view
    unknown.close()


def next_named_event(reader: EventReader) -> tuple[str, dict[str, Any]]:
    """Return the next event, with the name of its view."""
    while not (line := reader.line()).startswith("id: "):
        assert line, "the stream ended"
    return line.removeprefix("id: "), reader.event()


def test_changes_are_compressed_if_accepted(room: Room, server: Server) -> None:
    host = room.phone(None)
    host.start()
    plain = open_stream(server, host, "/api/events?changes=")
    reader = open_stream(server, host, "/api/events?changes=", Accept_Encoding="gzip")
    assert reader.response.getheader("Content-Encoding") == "gzip"
    assert plain.response.getheader("Content-Encoding") is None
    unpacker = zlib.decompressobj(zlib.MAX_WBITS | 16)
    text = b""
    while text.count(b"data: ") < 1:
        text += unpacker.decompress(reader.response.read1(1 << 16))
    host.play(1, STEP)
    while b"event: change" not in text:
        text += unpacker.decompress(reader.response.read1(1 << 16))
    assert text.endswith(b"\n\n"), "an event is whole as soon as it is there"
    room.world.streams.close()
    while not unpacker.eof:
        text += unpacker.decompress(reader.response.read1(1 << 16))
    reader.close()
    plain.close()


def test_a_too_long_view_name_is_refused(room: Room, server: Server) -> None:
    reader = EventReader(server.port, f"/api/events?changes={'a' * 65}")
    assert reader.begin() == 400
    assert json.loads(reader.response.read())["where"] == "changes"
    reader.close()


def test_a_reopened_page_takes_its_own_place(room: Room, server: Server) -> None:
    room.world.streams.most = 1
    first = open_stream(server, path="/api/events?page=abc")
    first.event()
    again = open_stream(server, path="/api/events?page=abc")
    assert again.event()["game"] is None
    assert first.line() == "", "its older stream has ended"
    excess = EventReader(server.port, "/api/events?page=xyz", Accept_Language="en")
    assert excess.begin() == 503
    error = json.loads(excess.response.read())
    assert error["error"] == "too_many_streams"
    assert "close" in error["reason"].lower()
    for reader in (first, again, excess):
        reader.close()


def test_a_too_long_page_name_is_refused(room: Room, server: Server) -> None:
    reader = EventReader(server.port, f"/api/events?page={'a' * 65}")
    assert reader.begin() == 400
    assert json.loads(reader.response.read())["where"] == "page"
    reader.close()
