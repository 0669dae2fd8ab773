"""The companion's end of the spinner's line: presence, and delivery once and in order of what must arrive. Pure.

The caller passes in the time and the bytes, and fetches the bytes to send. `firmware/README.md` describes the messages
and how both ends recognise each other.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum, IntFlag

from companion.devices.spinner.frames import MOST_BYTES, FrameDecoder, encode_frame
from companion.support.frozen_dataclasses import frozen

PROTOCOL = 2
"""The newest version of the protocol that this companion speaks."""
WIDE_WHEELS_FROM = 2
"""The first protocol that knows a wheel with two bytes for each share."""
MOST_NUMBERED = MOST_BYTES - 4
"""The most bytes of a message that is acknowledged."""
MOST_PLAIN = MOST_BYTES - 1
"""The most bytes of a message that is not acknowledged."""
BEAT_S = 0.5
"""The interval of the heartbeats of each side."""
SILENT_S = 2.0
"""The time without a message after which the other side counts as absent."""
RESTART_S = 1.0
"""The time after a start for which another start is ignored: no spinner starts so often."""
STALE_S = 2.0
"""The age at which a press is ignored: the person who pressed has given up."""
_FIRST_RESEND_S, _LAST_RESEND_S = 0.03, 0.24
"""The first and the longest delay after which an unacknowledged message is sent again."""
_WINDOW = 8
"""The most unacknowledged messages on the line at once."""
_NUMBERS = 256
_NUMBERED_TO = 0x40


class MessageKind(IntEnum):
    """The messages, by their first byte."""

    KEY = 0x10
    KNOB = 0x11
    WHEEL = 0x20
    SPIN = 0x21
    DICE = 0x22
    TURN = 0x23
    TALLY = 0x24
    IDLE = 0x25
    FINAL = 0x26
    DARK = 0x27
    WIDE_WHEEL = 0x28
    LIGHT = 0x2E
    LEAVE = 0x2F
    STAND = 0x40
    FILL = 0x41
    RATTLE = 0x42
    TUNE = 0x43
    HELLO = 0x50
    BEAT = 0x51
    ACK = 0x52
    PING = 0x53


class SpinnerParts(IntFlag):
    """The parts that a spinner reports, besides its ring and its keys."""

    KNOB = 1
    BUZZER = 2
    KEY_LIGHTS = 4


@frozen
class Message:
    """A message to send: its kind, and at most MOST_NUMBERED or MOST_PLAIN bytes."""

    kind: MessageKind
    body: bytes = b""


@frozen
class Hello:
    """A spinner's description of itself."""

    protocol: int
    """The newest version of the protocol that it speaks, from 1."""
    boot: int
    """A random number for this start of the spinner."""
    lights: int
    keys: int
    parts: SpinnerParts
    version: tuple[int, int, int]
    """The version of its program."""
    board: str
    """The board it runs on, as "pico"."""
    micropython: str = ""
    """The version of MicroPython, as "1.28.0"; empty from a spinner that does not report it."""


@frozen
class SpinnerState:
    """The state of the spinner."""

    connected: bool
    hello: Hello | None = None
    """The description of a spinner that is or was connected."""

    @property
    def older(self) -> bool:
        """True if its program speaks an older protocol than we do."""
        return self.hello is not None and self.hello.protocol < PROTOCOL

    @property
    def newer(self) -> bool:
        """True if its program speaks a newer protocol than we do."""
        return self.hello is not None and self.hello.protocol > PROTOCOL


@frozen
class SpinnerMet:
    """A spinner is connected: for the first time, or after a restart that made it forget everything."""

    hello: Hello


@frozen
class SpinnerSilent:
    """The spinner has stopped sending."""


@frozen
class SpinnerBack:
    """The silent spinner sends again, and has forgotten nothing."""


@frozen
class KeyChange:
    """A key of the spinner went down or came up, debounced."""

    key: int
    """The key, from 0."""
    down: bool
    time: float
    """The time of the change, in seconds of the caller's clock."""


@frozen
class KnobTurned:
    """The knob was turned."""

    steps: int
    """The number of detents, above 0 clockwise."""
    between_s: float
    """The time from one detent to the next, if there are several."""
    time: float


@frozen
class Echo:
    """The content of a PING has come back."""

    body: bytes


Event = SpinnerMet | SpinnerSilent | SpinnerBack | KeyChange | KnobTurned | Echo


class Link:
    """One end of the line.

    The line may be closed and opened any number of times: messages that must arrive wait meanwhile. This end sends
    nothing before the spinner does: on a Pico that is just starting, or has another program, our bytes may have any
    effect.
    """

    def __init__(self, session: int) -> None:
        """`session` distinguishes this companion from every other, from 1 to 0xFFFF; best at random."""
        self.hello: Hello | None = None
        """The spinner's description of itself; None before the first one."""
        self.lit_keys = 0
        """A bit for each of its keys that is to be lit; sent with every heartbeat, and by `light_keys`."""
        self.down_keys = 0
        """A bit for each of its keys that is reported down."""
        self.resent = 0
        """The number of messages sent again, so far."""
        self._session = session
        self._frames = FrameDecoder()
        self._out = bytearray()
        self._expected = 0
        self._first = 0
        self._in_flight: deque[_NumberedMessage] = deque()
        self._backlog: deque[_NumberedMessage] = deque()
        self._resend_s = _FIRST_RESEND_S
        self._resend_at = 0.0
        self._heard_at = float("-inf")
        self._beat_at = float("-inf")
        self._silent = True
        self._met_at = float("-inf")

    @property
    def alive(self) -> bool:
        """True if a spinner is connected."""
        return self.hello is not None and not self._silent

    @property
    def damaged(self) -> int:
        """The number of invalid frames that have come in."""
        return self._frames.damaged

    def take_output(self) -> bytes:
        """Return the bytes to send now, and forget them."""
        out = bytes(self._out)
        self._out.clear()
        return out

    def receive(self, data: bytes, now: float) -> Iterator[Event]:
        """Take in bytes and yield their events.

        Each message is processed when the next event is requested; request them all.
        """
        for message in self._frames.feed(data):
            yield from self._take(message, now)

    def tick(self, now: float) -> Iterator[Event]:
        """Yield the events due by now and send what is due. Request them all."""
        if not self._silent and now - self._heard_at >= SILENT_S:
            self._silent = True
            yield SpinnerSilent()
        if self.alive and now - self._beat_at >= BEAT_S:
            self._beat_at = now
            self._beat()
        if self._in_flight and self.alive and now >= self._resend_at:
            self._resend_s = min(2 * self._resend_s, _LAST_RESEND_S)
            self._resend_at = now + self._resend_s
            self.resent += len(self._in_flight)
            for index in range(len(self._in_flight)):
                self._send_numbered(index, now)

    def deadline(self, now: float) -> float | None:
        """Return the time of the next necessary `tick`; None while no spinner is connected, as nothing is sent then."""
        if not self.alive:
            return None
        due = min(self._beat_at + BEAT_S, self._heard_at + SILENT_S)
        return max(min(due, self._resend_at) if self._in_flight else due, now)

    def show(self, messages: Iterable[Message], now: float) -> None:
        """Send messages that must arrive. Messages still waiting are dropped: they belong to the former picture."""
        self._backlog.clear()
        self._backlog.extend(_NumberedMessage(message, now) for message in messages)
        self._fill_window(now)

    def enqueue(self, message: Message, now: float) -> None:
        """Send a message that must arrive, after all others that must."""
        self._backlog.append(_NumberedMessage(message, now))
        self._fill_window(now)

    def send_once(self, message: Message) -> None:
        """Send a message once: the next one makes up for it if it is lost."""
        if self.alive:
            self._send(bytes((message.kind,)) + message.body)

    def light_keys(self, lit: int) -> None:
        """Light these keys from now on, a bit for each."""
        if lit != self.lit_keys:
            self.lit_keys = lit
            if self.alive:
                self._beat()

    def mark_gone(self) -> Iterator[Event]:
        """Handle a line that is known to be closed, without waiting for the silence to last long enough."""
        self._met_at = float("-inf")
        if not self._silent:
            self._silent = True
            yield SpinnerSilent()

    def reset_line(self) -> None:
        """Discard the incomplete incoming frame and the outgoing bytes: the line was closed."""
        self._frames = FrameDecoder()
        self._out.clear()

    def _take(self, data: bytes, now: float) -> Iterator[Event]:
        kind, body = data[0], data[1:]
        if kind == MessageKind.HELLO:
            yield from self._hello(body, now)
        elif kind == MessageKind.BEAT and len(body) >= 6:
            yield from self._heartbeat(body, now)
        elif kind == MessageKind.PING:
            if self.hello is not None:
                yield from self._heard(now)
            yield Echo(body)
        elif self.hello is None:
            pass
        elif kind == MessageKind.ACK and body:
            yield from self._heard(now)
            self._acknowledged(body[0], now)
        elif kind < _NUMBERED_TO and len(body) >= 3:
            yield from self._heard(now)
            yield from self._numbered(kind, body, now)

    def _hello(self, body: bytes, now: float) -> Iterator[Event]:
        """Handle protocol, start, session, lights, keys, parts, three numbers of the version, board and MicroPython."""
        if len(body) < 11 or not body[0]:
            return
        boot, session = int.from_bytes(body[1:3], "big"), int.from_bytes(body[3:5], "big")
        if session != self._session:
            self._greet()
            return
        if self.hello is not None and self.hello.boot == boot:
            yield from self._heard(now)
            return
        if now - self._met_at < RESTART_S:
            return
        yield from self.mark_gone()  # the former spinner is gone, with all its held keys
        board = "".join(chr(byte) if 0x20 < byte < 0x7F else "?" for byte in body[11:])
        name, _, micropython = board.partition("/")
        version = (body[8], body[9], body[10])
        self.hello = Hello(body[0], boot, body[5], body[6], SpinnerParts(body[7] & 7), version, name, micropython)
        self._expected = self._first = 0
        self._in_flight.clear()
        self._backlog.clear()
        self.down_keys = 0
        self._heard_at = self._met_at = now
        self._silent = False
        self._greet()
        self._beat_at = now
        yield SpinnerMet(self.hello)

    def _heartbeat(self, body: bytes, now: float) -> Iterator[Event]:
        boot, session = int.from_bytes(body[0:2], "big"), int.from_bytes(body[2:4], "big")
        if self.hello is None or boot != self.hello.boot or session != self._session:
            self._greet()
            return
        yield from self._heard(now)
        if not body[5]:
            # None of its messages is on the way: a key that it no longer reports down was released.
            for key in range(self.hello.keys):
                if not body[4] >> key & 1:
                    yield from self._key_changed(key, False, now)

    def _heard(self, now: float) -> Iterator[Event]:
        self._heard_at = now
        if self._silent:
            self._silent = False
            self._resend_at = now
            self._beat_at = float("-inf")
            yield SpinnerBack()

    def _numbered(self, kind: int, body: bytes, now: float) -> Iterator[Event]:
        number, age_s, payload = body[0], int.from_bytes(body[1:3], "big") / 1000, body[3:]
        expected = number == self._expected
        if expected:
            self._expected = (self._expected + 1) % _NUMBERS
        self._send(bytes((MessageKind.ACK, self._expected)))
        if expected:
            yield from self._payload_event(kind, payload, now, age_s)

    def _payload_event(self, kind: int, payload: bytes, now: float, age_s: float) -> Iterator[Event]:
        assert self.hello is not None
        if kind == MessageKind.KEY and payload and payload[0] & 0x7F < self.hello.keys:
            key, down = payload[0] & 0x7F, bool(payload[0] & 0x80)
            if not down or age_s <= STALE_S:
                yield from self._key_changed(key, down, now - age_s)
        elif kind == MessageKind.KNOB and len(payload) >= 2 and age_s <= STALE_S:
            steps = payload[0] - 256 if payload[0] & 0x80 else payload[0]
            if steps:
                yield KnobTurned(steps, payload[1] / 1000, now - age_s)

    def _key_changed(self, key: int, down: bool, time: float) -> Iterator[Event]:
        if bool(self.down_keys >> key & 1) != down:
            self.down_keys ^= 1 << key
            yield KeyChange(key, down, time)

    def _acknowledged(self, expected: int, now: float) -> None:
        count = (expected - self._first) % _NUMBERS
        if not 1 <= count <= len(self._in_flight):
            return
        for _ in range(count):
            self._in_flight.popleft()
        self._first = expected
        self._resend_s = _FIRST_RESEND_S
        self._resend_at = now + self._resend_s
        self._fill_window(now)

    def _fill_window(self, now: float) -> None:
        """Send as many of the waiting messages as the window allows."""
        while self._backlog and len(self._in_flight) < _WINDOW and self.hello is not None:
            if not self._in_flight:
                self._resend_s = _FIRST_RESEND_S
                self._resend_at = now + self._resend_s
            self._in_flight.append(self._backlog.popleft())
            self._send_numbered(len(self._in_flight) - 1, now)

    def _send_numbered(self, index: int, now: float) -> None:
        entry = self._in_flight[index]
        number = (self._first + index) % _NUMBERS
        age = min(round(max(now - entry.time, 0.0) * 1000), 0xFFFF)
        self._send(bytes((entry.message.kind, number)) + age.to_bytes(2, "big") + entry.message.body)

    def _greet(self) -> None:
        boot = self.hello.boot if self.hello is not None else 0
        self._send(bytes((MessageKind.HELLO, PROTOCOL)) + self._session.to_bytes(2, "big") + boot.to_bytes(2, "big"))

    def _beat(self) -> None:
        assert self.hello is not None
        header = self._session.to_bytes(2, "big") + self.hello.boot.to_bytes(2, "big")
        self._send(bytes((MessageKind.BEAT,)) + header + bytes((self.lit_keys,)))

    def _send(self, data: bytes) -> None:
        self._out += encode_frame(data)


@dataclass(slots=True)
class _NumberedMessage:
    message: Message
    time: float
