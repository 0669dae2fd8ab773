"""Shared helpers of page tests: an app with stubbed words, a real server, and clients that read events."""

from __future__ import annotations

import http.client
import json
import socket
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, TypeVar

from flask import Flask
from playwright.sync_api import Page

from companion.box.preferences import Preferences
from companion.games import GAMES
from companion.journal.archive import Archive
from companion.journal.upload import UploadSlot, WaitingBackup
from companion.rules.game import Game
from companion.rules.text import say
from companion.server.backup_routes import Backups
from companion.server.event_streams import Streams
from companion.server.http_server import Server, listening_server
from companion.server.settings_routes import SettingsLink
from companion.server.simulated_box_routes import BoxLink
from companion.server.status_routes import StatusLink
from companion.server.table_gateway import TableGateway
from companion.server.web_app import make_app
from companion.server.web_files import WebFiles
from companion.session.pairing_codes import PairingCodes
from companion.session.publisher import Publisher
from companion.session.session import Session, Snapshot
from companion.session.system_status import Condition, Health, SystemStatus
from companion.support.resources import bundle_dir, web_dir
from companion.words.catalogue import Words, colour_words
from companion.words.signs import Key
from tests.kit.scripted_games import journal_in_memory
from tests.kit.simulated_machine import SimulatedMachine

T = TypeVar("T")

PATIENCE_S = 10.0
"""Seconds that a test waits for something that must happen."""
LINK_KEY = "the-key-of-the-link"
WELL = SystemStatus(
    (Condition("power", True, say("how.power.well")), Condition("screen", True, say("how.screen.none")))
)


@dataclass(frozen=True)
class State:
    """The state of a simulated box, without a box."""

    picture: bytes = bytes(1024)
    on: bool = True
    lights: tuple[bool, ...] = (False,) * 5
    tune: tuple[tuple[int, int], ...] = ()
    tune_number: int = 0
    volume: int = 0
    spoken: tuple[str, ...] = ()
    ring: bytes = b""
    lit: tuple[Key, ...] = ()


def catalogue_text(language: str, key: str, /, **args: Any) -> str:
    """Return a text of the catalogue."""
    return Words(language)(key, **args)


def code_sequence(*codes: str) -> Callable[[int], int]:
    """Return a function that draws these codes one after the other."""
    drawn = iter(codes)
    return lambda _: int(next(drawn))


@contextmanager
def new_session(games: tuple[Game, ...] = GAMES) -> Iterator[Session]:
    """Yield a session with a new journal."""
    with journal_in_memory() as journal:
        yield Session(journal, games, lambda: 1_800_000_000.0, nobodies=colour_words())


def link_to(
    session: Session, codes: PairingCodes, address: Callable[[], str] = lambda: "http://192.168.1.23:8080/"
) -> TableGateway:
    """Return a link to a session without a desk: work runs on the calling thread, one at a time."""
    snapshots: Publisher[Snapshot] = Publisher()
    snapshots.publish(session.snapshot())
    lock = threading.RLock()

    def ask(work: Callable[[], T]) -> T:
        with lock:
            try:
                return work()
            finally:
                snapshots.publish(session.snapshot())

    return TableGateway(snapshots, session, ask, ask, codes, address)


def _temporary_session() -> Session:
    """Return a session on a journal that is deleted with it."""
    stack = ExitStack()
    session = stack.enter_context(new_session())
    weakref.finalize(session, stack.close)
    return session


@dataclass
class RecordedBox:
    """An app in front of a box that only records presses."""

    simulated: bool = True
    address: str = "http://192.168.1.23:8080/"
    streams: Streams = field(default_factory=Streams)
    states: Publisher[State] = field(default_factory=Publisher)
    pressed: list[tuple[Key, bool]] = field(default_factory=list)
    keys: tuple[Key, ...] = tuple(Key)
    lights: tuple[int, ...] = (1, 2, 3, 4, 5)
    spinner: tuple[Key, ...] | None = None
    turned: tuple[Key, ...] = ()
    codes: PairingCodes = field(
        default_factory=lambda: PairingCodes(lambda: 0.0, code_sequence("111111"), lambda: "A" * 22)
    )
    wanted: list[WaitingBackup] = field(default_factory=list)
    """Backups to be installed."""
    preferences: Preferences = field(default_factory=Preferences)
    machine: SimulatedMachine | None = field(default_factory=SimulatedMachine)
    session: Session = field(default_factory=_temporary_session)
    status: SystemStatus = WELL
    log: tuple[str, ...] = ("+0:00:00 INFO companion: a line of the log",)
    health: Health = Health((), "ok", "ok", 90)  # noqa: RUF009 - it is frozen

    @cached_property
    def table(self) -> TableGateway:
        return link_to(self.session, self.codes, lambda: self.address)

    @cached_property
    def uploads(self) -> UploadSlot:
        return UploadSlot(self.session.journal.path.parent, self.session.games, self.archive.reading)

    @cached_property
    def archive(self) -> Archive:
        return Archive(
            self.session.journal.path,
            self.session.games,
            lambda: self.session.table,
            lambda: self.table.snapshot.table,
        )

    def app(
        self, hosts: Callable[[], tuple[str, ...]] = lambda: ("Table-Pi", "table-pi.local"), outside: str = ""
    ) -> Flask:
        link = BoxLink(self.states, self.press, self.keys, self.lights, LINK_KEY, self.turned, self.spinner)
        return make_app(
            web=WebFiles(web_dir(), bundle_dir()),
            table=self.table,
            archive=self.archive,
            streams=self.streams,
            backups=Backups(self.uploads, self.wanted.append),
            settings=SettingsLink(lambda: self.preferences, self.set_preferences, self.machine),
            box=link if self.simulated else None,
            status=StatusLink(lambda: self.status, lambda: self.log, lambda: self.health),
            hosts=hosts,
            outside=outside,
        )

    def set_preferences(self, preferences: Preferences) -> None:
        self.preferences = preferences

    def press(self, key: Key, down: bool) -> None:
        self.pressed.append((key, down))

    def show(self, **changes: Any) -> None:
        """Publish the state of a dark and silent box with these changes."""
        self.states.publish(replace(State(), **changes))


@contextmanager
def running(app: Flask, streams: Streams) -> Iterator[Server]:
    """Yield the app under waitress, on a free port of this machine."""
    server = listening_server(app, "127.0.0.1", 0, streams)
    server.start()
    try:
        yield server
    finally:
        server.close()


class EventReader:
    """A page that watches: a connection to an event stream, read event by event, with a short timeout."""

    def __init__(self, port: int, path: str = "/box/events", *, receive_buffer: int | None = None, **more: str) -> None:
        """Connect; with a small `receive_buffer`, in bytes, the server soon notices a reader that stops.

        `more` are headers, their names with _ for -.
        """
        self.socket = socket.socket()
        self.socket.settimeout(PATIENCE_S)
        if receive_buffer is not None:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.socket.connect(("127.0.0.1", port))
        lines = (
            f"GET {path} HTTP/1.1",
            "Host: localhost",
            *(f"{name.replace('_', '-')}: {more[name]}" for name in more),
        )
        self.socket.sendall("\r\n".join((*lines, "", "")).encode())
        self.response = http.client.HTTPResponse(self.socket)

    def begin(self) -> int:
        """Read the head of the response; return its status."""
        self.response.begin()
        return self.response.status

    def line(self) -> str:
        """Return the next line that is not empty; "" at the end of the stream."""
        while line := self.response.readline():
            if line.strip():
                return line.decode().strip()
        return ""

    def event(self) -> dict[str, Any]:
        """Return the next event."""
        while not (line := self.line()).startswith("data: "):
            assert line, "the stream ended"
        event: dict[str, Any] = json.loads(line.removeprefix("data: "))
        return event

    def event_where(self, fits: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Return the next event that fits: of views in quick succession a reader gets the newest, and perhaps earlier
        ones.
        """
        while not fits(event := self.event()):
            pass
        return event

    def close(self) -> None:
        self.response.close()
        self.socket.close()


def wait_until(page: Page, true: Callable[[], bool]) -> None:
    """Wait, a frame at a time, for something that only the test process can check."""
    deadline = time.monotonic() + 10
    while not true():
        assert time.monotonic() < deadline
        page.evaluate("() => new Promise(requestAnimationFrame)")
