"""The spinner's side of the line: who is at the other end, and delivery once and in order of what must arrive.

`../README.md` describes the messages. Those below NUMBERED_TO are numbered: kept and sent again until they are
acknowledged, and accepted only in the order of their numbers. The others are sent once. Times are in milliseconds of a
clock that may restart at 2 to the 30th, as MicroPython's does.
"""

from .quick import const, micropython
from .wire import LONGEST, MOST, FrameReader, encode

PROTOCOL = const(2)
"""The newest version of the protocol that this program speaks."""
VERSION = (1, 1, 0)
"""The version of this program."""

KEY = const(0x10)
KNOB = const(0x11)
WHEEL = const(0x20)
SPIN = const(0x21)
DICE = const(0x22)
TURN = const(0x23)
TALLY = const(0x24)
IDLE = const(0x25)
FINAL = const(0x26)
DARK = const(0x27)
WIDE_WHEEL = const(0x28)
LIGHT = const(0x2E)
LEAVE = const(0x2F)
NUMBERED_TO = const(0x40)
STAND = const(0x40)
FILL = const(0x41)
RATTLE = const(0x42)
TUNE = const(0x43)
HELLO = const(0x50)
BEAT = const(0x51)
ACK = const(0x52)
PING = const(0x53)

HAS_KNOB = const(1)
HAS_BUZZER = const(2)
HAS_KEY_LIGHTS = const(4)

ROOM = const(16)
"""Messages that may wait for their acknowledgement."""
RESEND_MS = const(30)
"""An unacknowledged message is sent again after this time, then after twice as long, and so on …"""
MOST_RESEND_MS = const(240)
"""… up to this."""
BEAT_MS = const(500)
"""The interval of the heartbeats of each side …"""
HELLO_MS = const(250)
"""… and of the spinner's hellos while nobody knows it."""
SILENT_MS = const(2000)
"""The time without a message after which the other side counts as absent."""
AGE_MOST = const(0xFFFF)

_HEAD = const(4)
"""The head of a numbered message: kind, number, and its age in two bytes."""
_MASK = const(0x3FFFFFFF)
_OUT = const(384)


@micropython.native
def since(now, then):
    """Return the milliseconds from `then` to a later time."""
    return (now - then) & _MASK


class CompanionLink:
    """The spinner's end. `take` returns the messages that came in; `out` holds the bytes to send."""

    def __init__(self, boot, lights, keys, has, board):
        """`boot` distinguishes this start from every other: from 1 to 0xFFFF, best at random."""
        self.out = bytearray(_OUT)
        self.filled = 0
        """The number of bytes of `out` to send; the sender sets this to 0."""
        self.message = bytearray(MOST + 2)
        """The message that is sent next; `queue` takes its body from `message[4]` on."""
        self.body = None
        """The message that came in last: its `count` bytes from `start` on."""
        self.start = 0
        self.count = 0
        self.age = 0
        """The milliseconds that it was on its way, as far as its sender knows."""
        self.open = False
        """True if both ends know each other."""
        self.heard_at = 0
        self.beat = bytearray(2)
        """The last byte of each heartbeat: one of ours, one of theirs."""
        self.resent = 0
        """Messages sent again, so far; it counts to 0xFFFF and restarts."""
        self.decoder = FrameReader()
        self._boot = boot
        self._session = 0
        self._description = bytes((lights, keys, has)) + bytes(VERSION) + board[: MOST - 12]
        self._expected = 0
        self._queued = bytearray(ROOM * MOST)
        self._lengths = bytearray(ROOM)
        self._queued_at = [0] * ROOM
        self._first = 0
        """The number of the first unacknowledged message."""
        self._waiting = 0
        self._sent_at = 0
        self._resend_ms = RESEND_MS
        self._beat_at = 0
        self._started = False

    @micropython.native
    def alive(self, now):
        """Return whether the companion was heard recently."""
        return self.open and since(now, self.heard_at) < SILENT_MS

    @micropython.native
    def room(self):
        """Return how many more messages may wait."""
        return ROOM - self._waiting

    @micropython.native
    def take(self, byte, now):
        """Take in a byte. Return the kind of a new message that ends with it, else 0; the message is in `body`."""
        count = self.decoder.take(byte)
        if not count:
            return 0
        data = self.decoder.data
        kind = data[0]
        if kind == HELLO:
            self._hello(data, count, now)
        elif kind == BEAT:
            if count >= 6 and self._known(data, now):
                self.beat[1] = data[5]
        elif kind == PING:
            self._echo(data, count)
        elif not self.open:
            return 0
        elif kind == ACK:
            if count >= 2:
                self.heard_at = now
                self._acknowledged(data[1], now)
        elif kind < NUMBERED_TO:
            return self._numbered(kind, data, count, now)
        else:
            self.heard_at = now
            self.body = data
            self.start = 1
            self.count = count - 1
            self.age = 0
            return kind
        return 0

    @micropython.native
    def tick(self, now):
        """Send what is due: a heartbeat or a hello, and the unacknowledged messages again."""
        if not self._started:
            self._started = True
            self._beat_at = now
            self._introduce()
        elif since(now, self._beat_at) >= (BEAT_MS if self.open else HELLO_MS):
            self._beat_at = now
            if self.open:
                data = self.message
                data[0] = BEAT
                self._write_ids(data, 1)
                data[5] = self.beat[0]
                data[6] = self._waiting
                self._send(7)
            else:
                self._introduce()
        if self.open and self._waiting and since(now, self._sent_at) >= self._resend_ms:
            self._resend_ms = min(2 * self._resend_ms, MOST_RESEND_MS)
            self._sent_at = now
            for index in range(self._waiting):
                self.resent = (self.resent + 1) & 0xFFFF
                self._send_queued((self._first + index) & 0xFF, now)

    @micropython.native
    def queue(self, kind, count, now):
        """Send `count` bytes of `message`, from byte 4 on, until acknowledged. Return whether there was room."""
        if self._waiting == ROOM or not self.open:
            return False
        number = (self._first + self._waiting) & 0xFF
        slot = number % ROOM
        queued = self._queued
        start = slot * MOST
        queued[start] = kind
        queued[start + 1] = number
        for index in range(_HEAD, _HEAD + count):
            queued[start + index] = self.message[index]
        self._lengths[slot] = _HEAD + count
        self._queued_at[slot] = now
        if not self._waiting:
            self._resend_ms = RESEND_MS
            self._sent_at = now
        self._waiting += 1
        self._send_queued(number, now)
        return True

    @micropython.native
    def _send_queued(self, number, now):
        slot = number % ROOM
        data = self.message
        start = slot * MOST
        count = self._lengths[slot]
        for index in range(count):
            data[index] = self._queued[start + index]
        age = since(now, self._queued_at[slot])
        if age > AGE_MOST:
            age = AGE_MOST
        data[2] = age >> 8
        data[3] = age & 0xFF
        self._send(count)

    @micropython.native
    def _send(self, count):
        """Put a frame of `message` into `out`; without room it is lost, as on the line."""
        if self.filled + LONGEST <= _OUT:
            self.filled = encode(self.message, count, self.out, self.filled)

    @micropython.native
    def _numbered(self, kind, data, count, now):
        if count < _HEAD:
            return 0
        self.heard_at = now
        fresh = data[1] == self._expected
        if fresh:
            self._expected = (self._expected + 1) & 0xFF
        self.message[0] = ACK
        self.message[1] = self._expected
        self._send(2)
        if not fresh:
            return 0
        self.body = data
        self.start = _HEAD
        self.count = count - _HEAD
        self.age = (data[2] << 8) | data[3]
        return kind

    @micropython.native
    def _acknowledged(self, expected, now):
        """Drop the messages before this number, which have all arrived."""
        count = (expected - self._first) & 0xFF
        if not count or count > self._waiting:
            return
        self._first = expected
        self._waiting -= count
        self._resend_ms = RESEND_MS
        self._sent_at = now

    @micropython.native
    def _hello(self, data, count, now):
        """Handle a hello: protocol, session, and the start of ours that it knows."""
        if count < 6 or not data[1]:
            return
        session = (data[2] << 8) | data[3]
        if not session:
            return
        if session != self._session:
            self._session = session
            self.open = False
            self._expected = self._first = self._waiting = 0
        self._introduce()
        if ((data[4] << 8) | data[5]) == self._boot:
            self.open = True
            self.heard_at = now

    @micropython.native
    def _known(self, data, now):
        """Return whether a heartbeat is of the companion that we know; one that knows us opens the line."""
        if ((data[1] << 8) | data[2]) != self._session or not self._session:
            self._introduce()
            return False
        if ((data[3] << 8) | data[4]) != self._boot:
            return False
        self.open = True
        self.heard_at = now
        return True

    @micropython.native
    def _introduce(self):
        data = self.message
        data[0] = HELLO
        data[1] = PROTOCOL
        self._write_ids(data, 2)
        description = self._description
        for index in range(len(description)):
            data[6 + index] = description[index]
        self._send(6 + len(description))

    @micropython.native
    def _write_ids(self, data, start):
        data[start] = self._boot >> 8
        data[start + 1] = self._boot & 0xFF
        data[start + 2] = self._session >> 8
        data[start + 3] = self._session & 0xFF

    @micropython.native
    def _echo(self, data, count):
        for index in range(count):
            self.message[index] = data[index]
        self._send(count)
