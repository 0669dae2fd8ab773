"""Builds everything and owns its start and stop: journal, session, box, desk, screen, pages."""

from __future__ import annotations

import logging
import secrets
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from companion.config import CannotStartError, Settings, read_settings
from companion.devices.boards import BoardError, UnknownBoardError, load_board
from companion.devices.build import Box as Devices
from companion.devices.build import open_box
from companion.devices.gpio import PinsError
from companion.input.box import Box, Preferences
from companion.input.edges import Edge
from companion.mirror.box import BoxLink
from companion.mirror.pages import make_app
from companion.mirror.server import Server, serve
from companion.mirror.streams import Streams
from companion.resources import boards_dir, web_dir
from companion.rules.registry import GAMES
from companion.rules.text import say
from companion.rules.viewer import PUBLIC
from companion.screen.paint import paint
from companion.session.desk import Desk
from companion.session.publish import Publisher
from companion.session.session import Session, Snapshot
from companion.session.store import Store, open_store
from companion.views.signals import Output
from companion.views.table_view import table_view
from companion.views.texts import LANGUAGES, Words

log = logging.getLogger(__name__)
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ScreenHealth:
    """The screen was lost, or is back."""

    ok: bool


class Companion:
    """A whole companion. Used as a context: everything is open inside, and closed again whatever happens."""

    def __init__(self, settings: Settings, state: Path, *, simulated: bool) -> None:
        """Open the journal, the box and the port, in this order: the first picture waits for as little as it can.

        Raises SessionError, BoardError, UnknownBoardError, PinsError, PortInUseError, OSError.
        """
        self.settings = settings
        self.outputs: Publisher[Output] = Publisher()
        self.snapshots: Publisher[Snapshot] = Publisher()
        self._stopped = threading.Event()
        self._power_off = False
        with ExitStack() as parts:
            self.store: Store = open_store(state, GAMES)
            parts.callback(self.store.close)
            self.session = Session(self.store.journal, GAMES, time.time)
            self.session.damaged = self.session.damaged or self.store.aside is not None
            first = Preferences(settings.language, settings.volume, settings.large_text)
            self.box = Box(self.session, first, self._switch_off, lambda: self.address)
            if self.store.aside is not None:
                told = say("session.put_aside", name=self.store.aside.name, n=self.store.lost)
                self.box.tell(self.box.words("badge.damaged_title"), told)
            self.desk = Desk(self._handle, self._tick, self.box.deadline, time.monotonic)
            self._publish()
            self._profile = load_board(settings.board, boards_dir())
            self.devices: Devices = open_box(
                self._profile,
                simulated,
                outputs=self.outputs,
                paint=paint,
                on_edge=self.desk.post,
                on_screen_health=lambda ok: self.desk.post(ScreenHealth(ok)),
                clock=time.monotonic,
            )
            parts.callback(self.devices.close)
            parts.callback(self.desk.stop)
            self.desk.start()
            self.link_key = secrets.token_urlsafe(16)
            self.server: Server = self._serve()
            parts.callback(self.server.close)
            self._parts = parts.pop_all()

    def __enter__(self) -> Companion:
        self.server.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._parts.close()
        if self._power_off and self.settings.power_off:
            subprocess.run(self.settings.power_off, check=False)

    def wait(self) -> None:
        """Wait until somebody stops it: the switch-off page, or `stop`."""
        self._stopped.wait()

    def stop(self) -> None:
        """Let `wait` return; from any thread, also from a signal's handler."""
        self._stopped.set()

    def ask(self, work: Callable[[], T]) -> T:
        """Have something done on the desk's thread; what it changed is published before this returns."""

        def work_and_publish() -> T:
            try:
                return work()
            finally:
                self.box.refresh()
                self._publish()

        return self.desk.ask(work_and_publish)

    @property
    def address(self) -> str:
        """Where phones find the table, as a numeric address; "" while there is no network."""
        host = own_address() if self.settings.host in ("0.0.0.0", "::") else self.settings.host
        return f"http://{host}:{self.server.port}/" if host else ""

    @property
    def local_address(self) -> str:
        """Where this machine itself finds the table."""
        return f"http://127.0.0.1:{self.server.port}/"

    def _handle(self, item: Any) -> None:
        try:
            match item:
                case Edge():
                    self.box.edge(item)
                case ScreenHealth():
                    self.box.screen_lost = not item.ok
                case _:
                    raise TypeError(f"nothing the desk knows: {item!r}")
        finally:
            self._publish()

    def _tick(self, now: float) -> None:
        try:
            self.box.tick(now)
        finally:
            self._publish()

    def _publish(self) -> None:
        self.outputs.publish(self.box.output())
        snapshot = self.session.snapshot()
        if snapshot != self.snapshots.newest:
            self.snapshots.publish(snapshot)

    def _switch_off(self) -> None:
        self._power_off = True
        self.stop()

    def _serve(self) -> Server:
        streams = Streams(self.settings.streams)
        world = self.devices.simulated
        link = None
        if world is not None:
            link = BoxLink(world.states, world.press, world.keys, tuple(self._profile.lights), self.link_key)
        app = make_app(
            web=web_dir(),
            translate=_translate,
            languages=LANGUAGES,
            state=self._state,
            streams=streams,
            box=link,
            hosts=_host_names(),
        )
        return serve(app, self.settings.host, self.settings.port, streams)

    def _state(self) -> dict[str, Any]:
        snapshot = self.snapshots.newest or Snapshot(None, saved=True)
        return table_view(snapshot, PUBLIC, Words(self.box.preferences.language))


def run_companion(
    state: Path,
    settings_file: Path | None,
    *,
    simulate: bool,
    port: int | None,
    board: str | None,
    words: Words,
    show: Callable[[str], None],
) -> None:
    """Run a companion until it is stopped: by its own page, by Ctrl-C or by the system.

    Arguments that are None leave the setting as it is; `show` gets the lines that say where the table is. Raises
    SettingsError, SessionError, or CannotStartError.
    """
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s", stream=sys.stderr)
    logging.getLogger("waitress").setLevel(logging.ERROR)
    settings = settings_from(state, settings_file, port=port, board=board)
    try:
        companion = Companion(settings, state, simulated=simulate)
    except (BoardError, UnknownBoardError, PinsError, OSError) as error:
        raise CannotStartError(str(error)) from error
    with companion:
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: companion.stop())
        for line in _greeting(companion, simulate, words):
            show(line)
        companion.wait()


def settings_from(state: Path, file: Path | None, *, port: int | None, board: str | None) -> Settings:
    """The settings: of the file named, else of `settings.toml` in the state directory if there is one; then what the
    command line says. Raises SettingsError.
    """
    beside = state / "settings.toml"
    settings = read_settings(file) if file else read_settings(beside) if beside.exists() else Settings()
    over: dict[str, Any] = {"port": port, "board": board}
    return replace(settings, **{name: value for name, value in over.items() if value is not None})


def _greeting(companion: Companion, simulate: bool, words: Words) -> list[str]:
    here = companion.local_address
    if not simulate:
        return [words("run.at", address=companion.address or here)]
    lines = [words("run.box", address=f"{here}box")]
    if companion.address:
        lines.append(words("run.box_elsewhere", address=f"{companion.address}box#{companion.link_key}"))
    return [*lines, words("run.stop")]


def own_address() -> str:
    """This machine's numeric address on its network, "" without one. Nothing is sent: a socket is only pointed."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return ""
        return str(probe.getsockname()[0])


def _translate(language: str, key: str, /, **args: Any) -> str:
    return Words(language)(key, **args)


def _host_names() -> tuple[str, ...]:
    name = socket.gethostname()
    return (name, f"{name}.local")
