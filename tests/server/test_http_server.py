"""Tests of the server: streams over a real connection, exhausted places, readers that stop, and a clean end."""

from __future__ import annotations

import base64
import errno
import http.client
import json
import resource
import socket
import ssl
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask, request

from companion.server import http_server
from companion.server.connections import HEADER_S
from companion.server.event_streams import Streams
from companion.server.http_server import PortInUseError, Server, listening_server
from companion.words.signs import Key
from tests.attack.devices import Device
from tests.kit.ipv6 import needs_ipv6
from tests.server.helpers import PATIENCE_S, EventReader, RecordedBox, running


@pytest.fixture
def world() -> RecordedBox:
    return RecordedBox(streams=Streams(most=2))


@pytest.fixture
def server(world: RecordedBox) -> Iterator[Server]:
    with running(world.app(), world.streams) as server:
        yield server


@pytest.fixture
def readers(server: Server) -> Iterator[list[EventReader]]:
    """Yield a list of readers, which are closed at the end."""
    readers: list[EventReader] = []
    yield readers
    for reader in readers:
        reader.close()


def get(server: Server, path: str) -> tuple[int, bytes, http.client.HTTPMessage]:
    connection = http.client.HTTPConnection("localhost", server.port, timeout=PATIENCE_S)
    connection.request("GET", path, headers={"Host": "localhost"})
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer.status, body, answer.headers


def test_a_stream_gives_the_newest_state_and_every_change(
    world: RecordedBox, server: Server, readers: list[EventReader]
) -> None:
    world.show(picture=bytes([0xA5]) * 1024, lights=(True, False))
    readers.append(reader := EventReader(server.port))
    assert reader.begin() == 200
    assert reader.response.headers["Content-Type"].startswith("text/event-stream")
    assert reader.response.headers["Cache-Control"] == "no-store"
    assert reader.line() == "retry: 500"
    first = reader.event()
    assert base64.b64decode(first["picture"]) == bytes([0xA5]) * 1024
    assert first["lights"] == [True, False]
    world.show(spoken=("À toi", "Inès"), tune=((880, 10),), tune_number=4, volume=2, on=False)
    second = reader.event()
    assert (second["spoken"], second["tune"], second["tune_number"]) == (["À toi", "Inès"], [[880, 10]], 4)
    assert (second["volume"], second["on"]) == (2, False)


def test_an_idle_stream_sends_heartbeats() -> None:
    world = RecordedBox(streams=Streams(most=1, heartbeat_s=0.01))
    with running(world.app(), world.streams) as server:
        reader = EventReader(server.port)
        reader.begin()
        assert [reader.line() for _ in range(3)] == ["retry: 500", "event: beat", "data: {}"]
        reader.close()


def test_a_spinner_change_sends_only_the_spinner(
    world: RecordedBox, server: Server, readers: list[EventReader]
) -> None:
    world.show(spoken=("one",), ring=bytes(72))
    readers.append(reader := EventReader(server.port))
    reader.begin()
    assert base64.b64decode(reader.event()["ring"]) == bytes(72)
    world.show(spoken=("one",), ring=bytes([1]) * 72, lit=(Key.OK, Key.UP))
    line = reader.line()
    assert len(line) < 200, "thirty times a second"
    state = json.loads(line.removeprefix("data: "))
    assert (base64.b64decode(state.pop("ring")), state) == (bytes([1]) * 72, {"lit": ["ok", "up"]})
    readers.append(later := EventReader(server.port))
    later.begin()
    state = later.event()
    assert (state["spoken"], base64.b64decode(state["ring"]), state["lit"]) == (["one"], bytes([1]) * 72, ["ok", "up"])
    world.show(spoken=("two",), ring=bytes([1]) * 72)
    assert [each.event()["spoken"] for each in readers] == [["two"], ["two"]]


def test_an_excess_page_is_refused_and_others_continue(
    world: RecordedBox, server: Server, readers: list[EventReader]
) -> None:
    readers += [EventReader(server.port) for _ in range(2)]
    for reader in readers:
        reader.begin()
        reader.line()
    status, body, _ = get(server, "/box/events")
    assert (status, json.loads(body)["error"]) == (503, "too_many_streams")
    world.show(tune_number=1)
    assert [reader.event()["tune_number"] for reader in readers] == [1, 1]


def test_a_closed_pages_place_is_free_at_once(server: Server, readers: list[EventReader]) -> None:
    # Far more often than there are places, and faster than any heartbeat, like a page that is reloaded again and again.
    for _ in range(12):
        reader = EventReader(server.port)
        status = reader.begin()
        while status == 503:  # the server has not noticed yet that the last one left
            reader.close()
            reader = EventReader(server.port)
            status = reader.begin()
        assert status == 200
        reader.line()
        reader.close()


def test_a_stopped_reader_delays_nobody(world: RecordedBox, server: Server, readers: list[EventReader]) -> None:
    stopped = EventReader(server.port, receive_buffer=4096)
    stopped.begin()
    stopped.line()
    readers += [stopped, reader := EventReader(server.port)]
    reader.begin()
    reader.line()
    # Some megabytes: more than all buffers between the two ends hold.
    for number in range(1, 1500):
        world.show(tune_number=number, spoken=("x" * 2000,))
        while reader.event()["tune_number"] < number:
            pass
    assert get(server, "/api/state")[0] == 200


def test_many_idle_connections_keep_nobody_out() -> None:
    # Every browser keeps some open; by default, waitress would accept no more than a hundred.
    streams = Streams(most=40)
    with running(Flask("nothing"), streams) as server:
        idle = [socket.create_connection(("localhost", server.port), PATIENCE_S) for _ in range(150)]
        assert get(server, "/")[0] == 404
        for connection in idle:
            connection.close()


def test_threads_start_as_needed_up_to_the_limit(world: RecordedBox) -> None:
    most, app = 10, Flask(__name__)  # two streams and eight others
    all_at_once = threading.Barrier(most)
    app.add_url_rule("/", view_func=lambda: str(all_at_once.wait(PATIENCE_S)))
    with running(app, world.streams) as server:
        threads = server._waitress.task_dispatcher.threads
        assert len(threads) <= 4
        for rounds in (1, 2):
            devices = [Device(server.port, f"127.0.0.{number}") for number in range(2, 2 + rounds * most)]
            answers = [device.request("/") for device in devices]
            assert all(connection.recv(100).startswith(b"HTTP/1.1 200") for connection in answers)
            assert len(threads) == most
            for device in devices:
                device.close()


def test_simultaneous_streams_of_one_address_are_all_accepted() -> None:
    world = RecordedBox(streams=Streams(most=20))
    with running(world.app(), world.streams) as server:
        family = Device(server.port, "127.0.0.2")
        for connection in [family.request("/box/events") for _ in range(20)]:
            assert connection.recv(100).startswith(b"HTTP/1.1 200")
        family.close()


def test_a_head_request_for_a_stream_takes_no_place(world: RecordedBox, server: Server) -> None:
    connection = http.client.HTTPConnection("localhost", server.port, timeout=PATIENCE_S)
    connection.request("HEAD", "/box/events", headers={"Host": "localhost"})
    assert connection.getresponse().status == 200
    connection.close()
    assert len(world.streams) == 0


def test_responses_do_not_name_the_server(server: Server) -> None:
    assert "Server" not in get(server, "/api/state")[2]


def test_a_huge_body_is_refused(server: Server) -> None:
    connection = http.client.HTTPConnection("localhost", server.port, timeout=PATIENCE_S)
    body = b'{"key": "' + b"x" * 20_000 + b'"}'
    connection.request("POST", "/box/keys", body, {"Host": "localhost", "Content-Type": "application/json"})
    assert connection.getresponse().status == 413
    connection.close()


def test_a_port_in_use_is_explained_in_a_sentence(server: Server) -> None:
    with pytest.raises(PortInUseError) as caught:
        listening_server(RecordedBox().app(), "127.0.0.1", server.port, Streams())
    assert caught.value.port == server.port
    assert str(caught.value) == f"Another program is using port {server.port}. Choose another one with --port."


def test_closing_ends_every_stream_and_frees_the_port(world: RecordedBox) -> None:
    with running(world.app(), world.streams) as server:
        reader = EventReader(server.port)
        reader.begin()
        reader.line()
        server.close()
        assert reader.line() == ""
        reader.close()
        again = listening_server(world.app(), "127.0.0.1", server.port, Streams())
        assert again.port == server.port
        again.close()


def test_closing_does_not_wait_for_a_stopped_reader(world: RecordedBox) -> None:
    with running(world.app(), world.streams) as server:
        stopped = EventReader(server.port, receive_buffer=4096)
        stopped.begin()
        stopped.line()
        for number in range(1500):
            world.show(tune_number=number, spoken=("x" * 2000,))
        server.close()
        stopped.close()
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("waitress")]


def test_a_server_that_never_ran_closes_too(world: RecordedBox) -> None:
    server = listening_server(world.app(), "127.0.0.1", 0, world.streams)
    server.close()
    server.close()
    server.run()  # returns at once because it is closed already


def test_closing_on_the_serving_thread_lets_run_return(world: RecordedBox) -> None:
    # This is what a signal handler does, which interrupts `run` on its own thread.
    server = listening_server(world.app(), "127.0.0.1", 0, world.streams)
    closed = threading.Event()

    class Interrupting(dict[int, object]):
        """A map of sockets that calls `close` while the loop reads it on its thread."""

        def items(self):  # type: ignore[no-untyped-def]  # as dict's
            if not closed.is_set():
                closed.set()
                server.close()
            return super().items()

    server._sockets = Interrupting(server._sockets)
    server.run()
    assert closed.is_set()


def test_too_many_cookies_are_refused_in_every_language(world: RecordedBox) -> None:
    server = listening_server(world.app(), "127.0.0.1", 0, world.streams)
    server.start()
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE_S)
    connection.request("GET", "/", headers={"Cookie": f"other={'x' * 20_000}"})
    answer = connection.getresponse()
    assert (answer.status, answer.getheader("Content-Type")) == (431, "text/html; charset=utf-8")
    page = answer.read().decode()
    assert '<section lang="en">' in page
    assert '<section lang="fr">' in page
    assert "Delete the cookies of this address" in page
    connection.close()
    server.close()


def test_a_try_of_https_is_hung_up_on_at_once(server: Server) -> None:
    context = ssl.create_default_context()
    with socket.create_connection(("127.0.0.1", server.port), HEADER_S / 2) as connection, pytest.raises(ssl.SSLError):
        context.wrap_socket(connection, server_hostname="table.local")
    assert get(server, "/api/state")[0] == 200


def test_without_ipv6_every_address_of_ipv4_is_served(world: RecordedBox, monkeypatch: pytest.MonkeyPatch) -> None:
    create = socket.create_server

    def without_ipv6(address: Any, *, family: int = socket.AF_INET, **options: Any) -> socket.socket:
        if family == socket.AF_INET6:
            raise OSError(errno.EAFNOSUPPORT, "Address family not supported by protocol")
        return create(address, family=family, **options)

    monkeypatch.setattr(socket, "create_server", without_ipv6)
    server = listening_server(world.app(), "::", 0, world.streams)
    server.start()
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE_S)
    connection.request("GET", "/box", headers={"Host": "localhost"})
    assert connection.getresponse().status == 200
    connection.close()
    server.close()


@pytest.mark.parametrize(("outside", "counted"), [("https://table.example", ["10.1.2.3"]), ("", ["127.0.0.1"])])
def test_people_behind_a_proxy_count_one_by_one(world: RecordedBox, outside: str, counted: list[str]) -> None:
    """Without the setting, a header of a phone counts for nothing."""
    app, addresses = world.app(outside=outside), list[str | None]()

    @app.before_request
    def count() -> None:
        addresses.append(request.remote_addr)

    server = listening_server(app, "127.0.0.1", 0, world.streams)
    server.start()
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE_S)
    connection.request("GET", "/api/state", headers={"X-Forwarded-For": "10.9.9.9, 10.1.2.3"})
    assert connection.getresponse().status == 200
    connection.close()
    server.close()
    assert addresses == counted


@pytest.mark.parametrize(
    ("limits", "most", "soft"),
    [
        ((64, 64), 24, 64),
        ((64, 1_000_000), 60, 940),
        ((1024, 4096), 60, 1024),
        ((20, 20), 8, 20),
        ((-1, -1), 60, -1),
    ],
)
def test_connections_leave_files_for_the_table(
    world: RecordedBox, monkeypatch: pytest.MonkeyPatch, limits: tuple[int, int], most: int, soft: int
) -> None:
    now = [limits]
    monkeypatch.setattr(resource, "getrlimit", lambda _: now[0])
    monkeypatch.setattr(resource, "setrlimit", lambda _, raised: now.__setitem__(0, raised))
    server = listening_server(world.app(), "127.0.0.1", 0, world.streams)
    assert server._waitress.most == most
    assert now == [(soft, limits[1])]
    server.close()


def test_an_unreadable_clock_does_not_end_the_server(world: RecordedBox, monkeypatch: pytest.MonkeyPatch) -> None:
    """From the year 2262 on, Python's time.time() raises OverflowError."""
    monkeypatch.setattr(http_server, "_WAIT_FOR_CLOCK_S", 0.01)
    server = listening_server(world.app(), "127.0.0.1", 0, world.streams)
    loop, left = server._waitress.asyncore.loop, [3]

    def loop_in_9999(**options: Any) -> None:
        if left[0]:
            left[0] -= 1
            raise OverflowError("timestamp too large to convert to C _PyTime_t")
        loop(**options)

    monkeypatch.setattr(server._waitress.asyncore, "loop", loop_in_9999)
    server.start()
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE_S)
    connection.request("GET", "/box", headers={"Host": "localhost"})
    assert connection.getresponse().status == 200
    assert left == [0]
    connection.close()
    server.close()


@needs_ipv6
def test_ipv4_and_ipv6_are_served_where_available(world: RecordedBox) -> None:
    server = listening_server(world.app(), "::", 0, world.streams)
    server.start()
    for host in ("127.0.0.1", "::1"):
        connection = http.client.HTTPConnection(host, server.port, timeout=PATIENCE_S)
        connection.request("GET", "/box", headers={"Host": "localhost"})
        assert connection.getresponse().status == 200
        connection.close()
    server.close()
