"""Tests of a whole companion with a spinner: played by its keys, missed when unplugged, usable in another version."""

from __future__ import annotations

import importlib
import queue
import socket
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from companion.app.application import Companion
from companion.box.faces.faces import HomeFace, MessageFace
from companion.box.faces.signals import BoxOutput, RingSeats
from companion.devices.simulated_box import SimulatedBox
from companion.devices.spinner.frames import FrameDecoder, encode_frame
from companion.devices.spinner.link import PROTOCOL, MessageKind
from companion.devices.spinner.serial_port import PortError, SocketPort
from companion.devices.spinner.simulated_spinner import SimulatedSpinner
from companion.system.settings import Settings
from companion.table.commands import StartGame
from companion.words.signs import Badge, Key
from tests.hands import press, wait_for
from tests.kit.used_box import used_box

PICO = Settings(language="en", board="pico", host="127.0.0.1", port=0, announce=False)
PATIENCE_S = 20
BUILD = importlib.import_module("companion.devices.open_devices")


@contextmanager
def running(state: Path, settings: Settings = PICO) -> Iterator[Companion]:
    with Companion(settings, used_box(state), simulated=True) as companion:
        yield companion


def parts(companion: Companion) -> tuple[SimulatedBox, SimulatedSpinner]:
    world = companion.devices.simulated
    assert world is not None
    assert world.spinner is not None
    return world, world.spinner


def missed(output: BoxOutput) -> bool:
    return Badge.SPINNER_LOST in output.face.strip.badges


def conditions_of(companion: Companion) -> dict[str, tuple[bool, str]]:
    return {condition.subject: (condition.ok, condition.text.key) for condition in companion.status().conditions}


def test_spinner_board_is_played_with_its_keys_and_ring(tmp_path: Path) -> None:
    with running(tmp_path) as companion:
        world, _ = parts(companion)
        wait_for(companion.outputs, lambda output: not missed(output))
        assert world.keys == (Key.UP, Key.DOWN, Key.OK, Key.BACK, Key.SPIN, Key.UNDO)
        companion.ask(lambda: companion.session.do(StartGame(game="classic", names=("Inès", "Bao"))))
        press(companion, Key.OK)
        wait_for(companion.outputs, lambda output: output.ring == RingSeats(("blue", "red"), 1))
        wait_for(world.states, lambda state: len(state.ring) == 72 and any(state.ring) and Key.OK in state.lit)
        assert conditions_of(companion)["spinner"] == (True, "how.spinner.well")


def test_unplugged_spinner_shows_a_badge_until_it_returns(tmp_path: Path) -> None:
    with running(tmp_path) as companion:
        _, spinner = parts(companion)
        wait_for(companion.outputs, lambda output: not missed(output))
        spinner.unplug()
        wait_for(companion.outputs, missed)
        assert conditions_of(companion)["spinner"] == (False, "how.spinner.lost")
        companion.ask(lambda: companion.session.do(StartGame(game="classic", names=("Inès", "Bao"))))
        spinner.plug_in()
        wait_for(companion.outputs, lambda output: not missed(output))
        press(companion, Key.OK)


def test_board_without_a_spinner_misses_none(tmp_path: Path) -> None:
    with running(tmp_path, replace(PICO, board="bench")) as companion:
        assert companion.devices.simulated is not None
        assert companion.devices.simulated.spinner is None
        assert "spinner" not in conditions_of(companion)
        assert companion.outputs.newest is not None
        assert not missed(companion.outputs.newest)


@pytest.mark.parametrize("spinner", ["off", "/dev/there-is-none"])
def test_a_spinner_that_is_not_simulated_is_not_drawn(tmp_path: Path, spinner: str) -> None:
    with running(tmp_path, replace(PICO, spinner=spinner)) as companion:
        world = companion.devices.simulated
        assert world is not None
        assert (world.spinner, world.keys, world.spinner_keys) == (None, (), None)
        wait_for(companion.outputs, missed)


class OtherVersionSpinner:
    """A spinner with another version of its program, at the end of a line."""

    HUNG_UP = -1
    """The last item of `received`."""

    def __init__(self, protocol: int) -> None:
        self.received: queue.SimpleQueue[int] = queue.SimpleQueue()
        """The kinds of all messages from the companion."""
        self._protocol = protocol
        self._mine, self.theirs = socket.socketpair()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def begin(self) -> None:
        self._thread.start()

    def close(self) -> None:
        self._mine.close()

    def _run(self) -> None:
        self._hello(0)
        frames = FrameDecoder()
        while True:
            try:
                data = self._mine.recv(4096)
            except OSError:
                return
            for message in frames.feed(data):
                self.received.put(message[0])
                if message[0] == MessageKind.HELLO:
                    self._hello(int.from_bytes(message[2:4], "big"))
            if not data:
                self.received.put(self.HUNG_UP)
                return

    def _hello(self, session: int) -> None:
        payload = bytes((self._protocol, 0, 9)) + session.to_bytes(2, "big") + bytes((24, 5, 7, 4, 5, 6))
        self._mine.sendall(encode_frame(bytes((MessageKind.HELLO,)) + payload + b"pico2"))


@pytest.mark.parametrize(("protocol", "how_key"), [(PROTOCOL + 1, "newer"), (PROTOCOL, "well")])
def test_spinner_of_another_version_is_reported_and_usable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, protocol: int, how_key: str
) -> None:
    with closing(OtherVersionSpinner(protocol)) as stranger:
        ports: list[str] = []

        def open_port(path: str) -> object:
            if ports:
                raise PortError("taken")
            ports.append(path)
            stranger.begin()
            return SocketPort(stranger.theirs)

        monkeypatch.setattr(BUILD, "SerialPort", open_port)
        with running(tmp_path, replace(PICO, spinner="/dev/ttyACM7")) as companion:
            wait_for(companion.outputs, lambda output: not missed(output))
            assert ports == ["/dev/ttyACM7"]
            assert conditions_of(companion)["spinner"][1] == f"how.spinner.{how_key}"
            face_shown = MessageFace if how_key == "newer" else HomeFace
            wait_for(companion.outputs, lambda output: isinstance(output.face, face_shown))


@pytest.mark.parametrize("buzzer", [True, False])
def test_spinner_plays_sounds_if_the_bench_has_no_buzzer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, buzzer: bool
) -> None:
    with closing(OtherVersionSpinner(PROTOCOL)) as stranger:

        def open_port(path: str) -> object:
            stranger.begin()
            return SocketPort(stranger.theirs)

        monkeypatch.setattr(BUILD, "SerialPort", open_port)
        bench = replace(PICO, board="bench", spinner="/dev/ttyACM7", buzzer=buzzer)
        with running(tmp_path, bench) as companion:
            wait_for(companion.outputs, lambda output: not missed(output))
            before = companion.outputs.newest
            assert before is not None
            press(companion, Key.OK)
            wait_for(companion.outputs, lambda output: output.sound_number > before.sound_number)
        kinds = []
        while (kind := stranger.received.get(timeout=PATIENCE_S)) != OtherVersionSpinner.HUNG_UP:
            kinds.append(kind)
        assert (MessageKind.TUNE in kinds) is not buzzer


def test_real_spinner_and_box_have_their_parts(tmp_path: Path) -> None:
    """A board without lines needs none of the machine's, so that a spinner works on any machine."""
    with Companion(replace(PICO, spinner="off"), tmp_path, simulated=False) as companion:
        assert companion.devices.has_parts
        assert companion.devices.simulated is None
