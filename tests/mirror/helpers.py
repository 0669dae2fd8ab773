"""What the tests of the pages share: an app with stubbed words, a real server, and clients that read what comes."""

from __future__ import annotations

import http.client
import json
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from flask import Flask

from companion.mirror.box import BoxLink
from companion.mirror.pages import make_app
from companion.mirror.server import Server, serve
from companion.mirror.streams import Streams
from companion.resources import web_dir
from companion.session.publish import Publisher
from companion.views.faces import Key

PATIENCE_S = 10.0
"""How long a test waits for what must come."""
LINK_KEY = "the-key-of-the-link"
LANGUAGES = ("fr", "en")


@dataclass(frozen=True)
class State:
    """What a simulated box shows, without a box."""

    picture: bytes = bytes(1024)
    on: bool = True
    lights: tuple[bool, ...] = (False,) * 5
    tune: tuple[tuple[int, int], ...] = ()
    tune_number: int = 0
    volume: int = 0
    spoken: tuple[str, ...] = ()


def translate(language: str, key: str, /, **args: Any) -> str:
    """Words that show where they come from."""
    told = "".join(f" {name}={value}" for name, value in sorted(args.items()))
    return f"[{language}] {key}{told}"


@dataclass
class World:
    """An app in front of a box that only notes what is pressed."""

    simulated: bool = True
    streams: Streams = field(default_factory=Streams)
    states: Publisher[State] = field(default_factory=Publisher)
    pressed: list[tuple[Key, bool]] = field(default_factory=list)
    keys: tuple[Key, ...] = tuple(Key)
    lights: tuple[int, ...] = (1, 2, 3, 4, 5)
    state: Callable[[], Any] = lambda: {"game": None}

    def app(self) -> Flask:
        link = BoxLink(self.states, self.press, self.keys, self.lights, LINK_KEY)
        return make_app(
            web=web_dir(),
            translate=translate,
            languages=LANGUAGES,
            state=self.state,
            streams=self.streams,
            box=link if self.simulated else None,
            hosts=("Table-Pi", "table-pi.local"),
        )

    def press(self, key: Key, down: bool) -> None:
        self.pressed.append((key, down))

    def show(self, **changes: Any) -> None:
        """Publish a state that differs in these from a dark and silent box."""
        self.states.publish(replace(State(), **changes))


@contextmanager
def running(app: Flask, streams: Streams) -> Iterator[Server]:
    """The app under waitress, on a free port of this machine."""
    server = serve(app, "127.0.0.1", 0, streams)
    server.start()
    try:
        yield server
    finally:
        server.close()


class EventReader:
    """A page that looks on: a connection to an event stream, read event by event. Impatient rather than patient."""

    def __init__(self, port: int, *, receive_buffer: int | None = None) -> None:
        """A small `receive_buffer`, in bytes, makes a reader that stops be felt at the server soon."""
        self.socket = socket.socket()
        self.socket.settimeout(PATIENCE_S)
        if receive_buffer is not None:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.socket.connect(("127.0.0.1", port))
        self.socket.sendall(b"GET /box/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        self.response = http.client.HTTPResponse(self.socket)

    def begin(self) -> int:
        """Read the head of the answer; its status."""
        self.response.begin()
        return self.response.status

    def line(self) -> str:
        """The next line that is not empty; "" at the end of the stream."""
        while line := self.response.readline():
            if line.strip():
                return line.decode().strip()
        return ""

    def event(self) -> dict[str, Any]:
        """The next event."""
        while not (line := self.line()).startswith("data: "):
            assert line, "the stream ended"
        event: dict[str, Any] = json.loads(line.removeprefix("data: "))
        return event

    def close(self) -> None:
        self.response.close()
        self.socket.close()
