"""Tests of the spinner's thread at a port: touches come in, shows go out, and it recovers from every failure."""

from __future__ import annotations

import errno
import queue
import socket
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.box.faces.faces import Hint, Hold, HomeFace
from companion.box.faces.signals import BoxOutput, RingDice, RingPointer, RingSeats, RingWheel, Sound
from companion.box.input_events import BoxInput, KeyEdge, KnobThrow, KnobTurn, SpinnerLost
from companion.devices.board_parts import PicoSpec
from companion.devices.spinner.frames import FrameDecoder, encode_frame
from companion.devices.spinner.link import PROTOCOL, MessageKind, SpinnerParts, SpinnerState
from companion.devices.spinner.plug_watch import PlugWatch
from companion.devices.spinner.serial_port import Port, PortError, SocketPort
from companion.devices.spinner.simulated_spinner import RingState, SimulatedSpinner
from companion.devices.spinner.spinner_thread import RETRY_S, TOUCHES_A_SECOND, TOUCHES_AT_ONCE, Flood, SpinnerThread
from companion.session.publisher import Publisher
from companion.support.resources import firmware_dir
from companion.words.signs import Key
from tests.depth import deep

PATIENCE_S = 20
FACE = HomeFace(line="", hints=(Hint(Key.OK, "go"),))
SPEC = PicoSpec()


@dataclass
class Stage:
    """A simulated spinner, a thread at its line, and the output of both."""

    spinner: SimulatedSpinner
    ring_states: queue.SimpleQueue[RingState]
    outputs: Publisher[BoxOutput] = field(default_factory=Publisher)
    touches: queue.SimpleQueue[BoxInput] = field(default_factory=queue.SimpleQueue)
    states: queue.SimpleQueue[SpinnerState] = field(default_factory=queue.SimpleQueue)
    open_port: Callable[[], Port] | None = None
    """A replacement for the simulated spinner's own port."""

    def begin(
        self, spec: PicoSpec = SPEC, *, sounds: bool = True, plug_watch: PlugWatch | None = None
    ) -> SpinnerThread:
        thread = SpinnerThread(
            self.outputs,
            spec,
            self.open_port or self.spinner.open_port,
            self.touches.put,
            self.states.put,
            session=77,
            clock=time.monotonic,
            sounds=sounds,
            plug_watch=plug_watch,
        )
        thread.start()
        return thread

    def meet(self) -> None:
        """Wait until both ends know each other: before that, a spinner ignores all touches."""
        self.outputs.publish(BoxOutput(FACE, ring=RingDice((6,))))
        assert self.states.get(timeout=PATIENCE_S).connected
        self.look(lambda state: lights(state) == {0, 2, 4, 6, 8, 10})

    def look(self, wanted: Callable[[RingState], bool]) -> RingState:
        """Wait until the spinner looks as wanted."""
        while not wanted(state := self.ring_states.get(timeout=PATIENCE_S)):
            pass
        return state


@pytest.fixture
def stage() -> Iterator[Stage]:
    ring_states: queue.SimpleQueue[RingState] = queue.SimpleQueue()
    with closing(SimulatedSpinner(firmware_dir(), ring_states.put)) as spinner:
        yield Stage(spinner, ring_states)


def lights(state: RingState) -> set[int]:
    return {place for place in range(24) if any(state.pixels[3 * place : 3 * place + 3])}


def test_the_newest_picture_and_the_active_keys_are_shown(stage: Stage) -> None:
    stage.outputs.publish(BoxOutput(FACE, live=frozenset({Key.OK}), ring=RingSeats(("blue", "red"), 1)))
    with closing(stage.begin()):
        assert stage.states.get(timeout=PATIENCE_S).connected
        state = stage.look(lambda state: len(lights(state)) == 22)
        assert stage.look(lambda state: state.lit != 0).lit == 1 << SPEC.keys.index(Key.OK)
        assert state.pixels[2] > state.pixels[0]
        stage.outputs.publish(BoxOutput(FACE, live=frozenset({Key.UP, Key.DOWN, Key.LEFT}), ring=RingDice((6,))))
        stage.look(lambda state: lights(state) == {0, 2, 4, 6, 8, 10} and state.lit == 0b00110)


def test_keys_and_knob_become_touches(stage: Stage) -> None:
    with closing(stage.begin()):
        stage.meet()
        for place, key in enumerate(SPEC.keys):
            for down in (True, False):
                stage.spinner.press(place, down)
                touch = stage.touches.get(timeout=PATIENCE_S)
                assert isinstance(touch, KeyEdge)
                assert (touch.key, touch.down, touch.spinner) == (key, down, True)
                assert 0 <= time.monotonic() - touch.time < 5
        stage.spinner.turn(8)
        throw = stage.touches.get(timeout=PATIENCE_S)
        assert isinstance(throw, KnobThrow)
        assert 10 < throw.speed <= 100


def test_a_knob_for_moving_means_up_and_down(stage: Stage) -> None:
    with closing(stage.begin(PicoSpec(knob=Key.DOWN))):
        stage.meet()
        detents = 0
        stage.spinner.turn(3)
        while detents < 3:
            touch = stage.touches.get(timeout=PATIENCE_S)
            assert isinstance(touch, KnobTurn)
            assert touch.steps == 1
            detents += 1
        stage.spinner.turn(-1)
        back = stage.touches.get(timeout=PATIENCE_S)
        assert isinstance(back, KnobTurn)
        assert back.steps == -1


def test_an_unplugged_spinner_releases_its_keys_and_comes_back(stage: Stage) -> None:
    stage.outputs.publish(BoxOutput(FACE, ring=RingDice((6,))))
    with closing(stage.begin()):
        met = stage.states.get(timeout=PATIENCE_S)
        stage.look(lambda state: lights(state) == {0, 2, 4, 6, 8, 10})
        stage.spinner.press(3, down=True)
        assert isinstance(stage.touches.get(timeout=PATIENCE_S), KeyEdge)
        stage.spinner.unplug()
        state = stage.states.get(timeout=PATIENCE_S)
        assert (state.connected, state.hello) == (False, met.hello)
        assert isinstance(stage.touches.get(timeout=PATIENCE_S), SpinnerLost)
        stage.spinner.press(3, down=False)
        stage.spinner.plug_in()
        back = stage.states.get(timeout=PATIENCE_S)
        assert back.connected
        assert back.hello != met.hello
        stage.look(lambda state: lights(state) == {0, 2, 4, 6, 8, 10})


def test_a_spinner_plugged_in_late_is_detected(stage: Stage) -> None:
    stage.spinner.unplug()
    with closing(stage.begin()):
        stage.spinner.plug_in()
        assert stage.states.get(timeout=PATIENCE_S).connected


@dataclass
class Wire:
    """The other end of a port, in the hands of a test."""

    end: socket.socket
    frames: FrameDecoder = field(default_factory=FrameDecoder)
    received: list[bytes] = field(default_factory=list)
    _waiting: deque[bytes] = field(default_factory=deque)

    def hear(self, kind: MessageKind) -> bytes:
        """Return the next message of a kind."""
        while True:
            while not self._waiting:
                self._waiting.extend(self.frames.feed(self.end.recv(4096)))
            self.received.append(self._waiting.popleft())
            if self.received[-1][0] == kind:
                return self.received[-1]

    def say(self, *message: int) -> None:
        self.end.sendall(encode_frame(bytes(message)))

    def meet(self, protocol: int = PROTOCOL) -> None:
        self.say(MessageKind.HELLO, protocol, 0, 9, 0, 0, 24, 5, SpinnerParts.KNOB, 1, 2, 3, *b"test")
        self.hear(MessageKind.HELLO)
        self.say(MessageKind.HELLO, protocol, 0, 9, 0, 77, 24, 5, SpinnerParts.KNOB, 1, 2, 3, *b"test")


@pytest.fixture
def wire(stage: Stage) -> Iterator[Callable[[], Wire]]:
    """Yield a function that returns the other end of the thread's next port."""
    ends: list[socket.socket] = []
    ready: queue.SimpleQueue[socket.socket] = queue.SimpleQueue()

    def open_port() -> Port:
        mine, theirs = socket.socketpair()
        mine.settimeout(PATIENCE_S)
        ends.append(mine)
        ready.put(mine)
        return SocketPort(theirs)

    stage.open_port = open_port
    yield lambda: Wire(ready.get(timeout=PATIENCE_S))
    for end in ends:
        end.close()


def test_each_tune_is_sent_once(stage: Stage, wire: Callable[[], Wire]) -> None:
    with closing(stage.begin()):
        other_end = wire()
        other_end.meet()
        stage.states.get(timeout=PATIENCE_S)
        stage.outputs.publish(BoxOutput(FACE, sound=Sound.TICK, sound_number=4, volume=2))
        assert other_end.hear(MessageKind.TUNE) == bytes((MessageKind.TUNE, 2, 0x04, 0x97, 2))
        stage.outputs.publish(BoxOutput(FACE, sound=Sound.TICK, sound_number=4, volume=3, ring=RingDice((1,))))
        assert other_end.hear(MessageKind.DICE)
        stage.outputs.publish(BoxOutput(FACE, sound=Sound.END, sound_number=5, volume=3))
        first, second = other_end.hear(MessageKind.TUNE), other_end.hear(MessageKind.TUNE)
        assert (first[1], second[1]) == (3, 0x83)
        assert len(first) == 2 + 3 * 8


def test_muting_ends_the_current_tune(stage: Stage, wire: Callable[[], Wire]) -> None:
    with closing(stage.begin()):
        other_end = wire()
        other_end.meet()
        stage.states.get(timeout=PATIENCE_S)
        stage.outputs.publish(BoxOutput(FACE, sound=Sound.END, sound_number=4, volume=2))
        assert other_end.hear(MessageKind.TUNE)[1] == 2
        other_end.hear(MessageKind.TUNE)
        stage.outputs.publish(BoxOutput(FACE, sound=Sound.END, sound_number=4, volume=0))
        assert other_end.hear(MessageKind.TUNE) == bytes((MessageKind.TUNE, 0))


def test_the_spinner_is_silent_if_the_box_has_a_buzzer(stage: Stage, wire: Callable[[], Wire]) -> None:
    with closing(stage.begin(sounds=False)):
        other_end = wire()
        other_end.meet()
        stage.states.get(timeout=PATIENCE_S)
        stage.outputs.publish(BoxOutput(FACE, sound=Sound.END, sound_number=4, volume=3, ring=RingDice((1,))))
        other_end.hear(MessageKind.DICE)
        other_end.hear(MessageKind.BEAT)
        assert MessageKind.TUNE not in {message[0] for message in other_end.received}


def test_motions_of_a_hand_and_held_keys_are_sent_once(stage: Stage, wire: Callable[[], Wire]) -> None:
    wheel = RingWheel((1, 1, 1), (False,) * 3)
    with closing(stage.begin()):
        other_end = wire()
        other_end.meet()
        stage.states.get(timeout=PATIENCE_S)
        stage.outputs.publish(BoxOutput(FACE, ring=RingPointer(wheel, 0.0)))
        spin = other_end.hear(MessageKind.SPIN)
        stage.outputs.publish(BoxOutput(FACE, ring=RingPointer(wheel, 0.5, held=True)))
        assert other_end.hear(MessageKind.STAND) == bytes((MessageKind.STAND, spin[4], 0x0C, 0x00))
        stage.outputs.publish(BoxOutput(HomeFace(line="", hold=Hold("back", 0.5)), ring=RingPointer(wheel, 0.5)))
        assert other_end.hear(MessageKind.FILL) == bytes((MessageKind.FILL, 128))
        stage.outputs.publish(BoxOutput(FACE, ring=RingPointer(wheel, 0.5)))
        assert other_end.hear(MessageKind.FILL) == bytes((MessageKind.FILL, 0))


@pytest.mark.parametrize(
    ("protocol", "kind", "shares"),
    [
        (1, MessageKind.WHEEL, b"\x7f\x02"),
        (PROTOCOL, MessageKind.WIDE_WHEEL, b"\x01\x90\0\x05"),
        (9, MessageKind.WIDE_WHEEL, b"\x01\x90\0\x05"),
    ],
)
def test_large_shares_are_sent_as_the_spinner_understands_them(
    stage: Stage, wire: Callable[[], Wire], protocol: int, kind: MessageKind, shares: bytes
) -> None:
    stage.outputs.publish(BoxOutput(FACE, ring=RingPointer(RingWheel((400, 5), (False, False)), 0.0)))
    with closing(stage.begin()):
        other_end = wire()
        other_end.meet(protocol)
        other_end.hear(MessageKind.SPIN)
        [wheel] = [
            message for message in other_end.received if message[0] in {MessageKind.WHEEL, MessageKind.WIDE_WHEEL}
        ]
        assert (wheel[0], wheel[7:]) == (kind, shares)


@pytest.mark.parametrize(("protocol", "expected"), [(PROTOCOL - 1, "older"), (PROTOCOL, ""), (PROTOCOL + 3, "newer")])
def test_a_spinner_with_another_protocol_is_reported(
    stage: Stage, wire: Callable[[], Wire], protocol: int, expected: str
) -> None:
    with closing(stage.begin()):
        wire().meet(protocol)
        state = stage.states.get(timeout=PATIENCE_S)
        assert (state.older, state.newer) == (expected == "older", expected == "newer")
        assert state.hello is not None
        assert (state.hello.version, state.hello.board) == ((1, 2, 3), "test")


def test_garbage_and_half_frames_are_ignored(stage: Stage, wire: Callable[[], Wire]) -> None:
    with closing(stage.begin()):
        other_end = wire()
        other_end.end.sendall(
            b"MicroPython v1.28.0 on 2026-04-01; Raspberry Pi Pico with RP2040\r\n>>> \r\n\0\0\xff" * 50
        )
        other_end.meet()
        assert stage.states.get(timeout=PATIENCE_S).connected
        other_end.say(MessageKind.KEY, 0, 0, 0, 0x83)
        other_end.end.sendall(encode_frame(bytes((MessageKind.KEY, 1, 0, 0, 3)))[:5])
        touch = stage.touches.get(timeout=PATIENCE_S)
        assert isinstance(touch, KeyEdge)
        assert (touch.key, touch.down) == (SPEC.keys[3], True)


def test_a_key_that_the_board_does_not_name_is_ignored(stage: Stage, wire: Callable[[], Wire]) -> None:
    with closing(stage.begin(PicoSpec(keys=(Key.OK,)))):
        other_end = wire()
        other_end.meet()
        stage.states.get(timeout=PATIENCE_S)
        other_end.say(MessageKind.KEY, 0, 0, 0, 0x84)
        other_end.say(MessageKind.KEY, 1, 0, 0, 0x80)
        touch = stage.touches.get(timeout=PATIENCE_S)
        assert isinstance(touch, KeyEdge)
        assert touch.key is Key.OK


def test_a_flood_of_touches_releases_everything_and_is_ignored(
    stage: Stage, wire: Callable[[], Wire], caplog: pytest.LogCaptureFixture
) -> None:
    with closing(stage.begin()):
        other_end = wire()
        other_end.meet()
        stage.states.get(timeout=PATIENCE_S)
        for number in range(1000):
            other_end.say(MessageKind.KEY, number % 256, 0, 0, 0x83 if number % 2 == 0 else 3)
        while other_end.hear(MessageKind.ACK)[1] != 1000 % 256 or len(other_end.received) < 1000:
            pass
        assert stage.touches.qsize() < 400
        touches = [stage.touches.get(timeout=PATIENCE_S) for _ in range(stage.touches.qsize())]
        assert SpinnerLost in {type(touch) for touch in touches}
        assert sum("more than a hand" in record.message for record in caplog.records) < 5


def test_with_udev_ports_are_tried_only_after_a_plug_in(stage: Stage) -> None:
    attempts: queue.SimpleQueue[float] = queue.SimpleQueue()

    def open_port() -> Port:
        attempts.put(time.monotonic())
        raise PortError("not there", errno.ENOENT)

    stage.open_port = open_port
    udev, receiver = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    with closing(udev), closing(stage.begin(plug_watch=PlugWatch(receiver))):
        attempts.get(timeout=PATIENCE_S)
        with pytest.raises(queue.Empty):
            attempts.get(timeout=2 * RETRY_S)
        udev.send(b"libudev\0ACTION=add\0SUBSYSTEM=block\0")
        udev.send(b"libudev\0ACTION=remove\0SUBSYSTEM=tty\0")
        with pytest.raises(queue.Empty):
            attempts.get(timeout=0.3)
        udev.send(b"libudev\0ACTION=add\0SUBSYSTEM=tty\0")
        attempts.get(timeout=PATIENCE_S)
    assert receiver.fileno() == -1, "it is closed with the thread"


def test_a_spinner_plugged_in_among_other_messages_is_detected(stage: Stage) -> None:
    stage.spinner.unplug()
    udev, receiver = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    with closing(udev), closing(stage.begin(plug_watch=PlugWatch(receiver))):
        stage.spinner.plug_in()
        udev.send(b"libudev\0ACTION=add\0SUBSYSTEM=tty\0")
        assert stage.states.get(timeout=PATIENCE_S).connected


@deep
def test_an_unstable_port_is_tried_less_and_less_often(stage: Stage) -> None:
    opened: queue.SimpleQueue[float] = queue.SimpleQueue()

    def open_port() -> Port:
        opened.put(time.monotonic())
        mine, theirs = socket.socketpair()
        mine.close()
        return SocketPort(theirs)

    stage.open_port = open_port
    with closing(stage.begin()):
        times = [opened.get(timeout=PATIENCE_S) for _ in range(4)]
    waits = [after - before for before, after in pairwise(times)]
    assert waits[0] < waits[1] < waits[2]
    assert waits[2] > 2 * waits[0], waits


def test_an_unavailable_port_is_retried_and_does_not_delay_closing(stage: Stage) -> None:
    attempts: queue.SimpleQueue[float] = queue.SimpleQueue()

    def open_port() -> Port:
        attempts.put(time.monotonic())
        raise PortError("busy")

    stage.open_port = open_port
    with closing(stage.begin()):
        first, second = (attempts.get(timeout=PATIENCE_S) for _ in range(2))
        assert second - first >= RETRY_S - 0.01
    assert stage.states.empty()


def test_the_last_output_is_sent_before_the_end(stage: Stage, wire: Callable[[], Wire]) -> None:
    thread = stage.begin()
    other_end = wire()
    other_end.meet()
    stage.states.get(timeout=PATIENCE_S)
    stage.outputs.publish(BoxOutput(FACE, ring=RingDice((5,))))
    thread.close()
    assert other_end.hear(MessageKind.DICE)[4:] == bytes((0, 1, 5))
    assert other_end.end.recv(4096) == b""


@given(st.lists(st.floats(0.006, 5.0), max_size=200))
def test_a_hand_is_no_flood(pauses: list[float]) -> None:
    flood, now = Flood(), 0.0
    for pause in pauses:
        now += pause
        assert flood.count(now)


def test_a_burst_is_accepted_and_more_is_a_flood() -> None:
    flood = Flood()
    accepted = [flood.count(7.0) for _ in range(TOUCHES_AT_ONCE + 20)]
    assert accepted == [True] * TOUCHES_AT_ONCE + [False] * 20
    assert flood.over
    assert not flood.count(7.0 + TOUCHES_AT_ONCE / TOUCHES_A_SECOND - 0.01)
    assert flood.count(7.4)
    assert not flood.over


@pytest.mark.parametrize("a_second", [300, 1000, 100_000])
def test_a_lasting_flood_stays_a_flood(a_second: int) -> None:
    flood = Flood()
    accepted = [flood.count(count / a_second) for count in range(5 * a_second)]
    assert not any(accepted[a_second:])
