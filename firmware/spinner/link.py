"""The spinner's side of the line: who is at the other end, and that what must arrive does, once and in order.

`../README.md` tells the messages. Those below NUMBERED_TO are numbered: kept and sent again until they are
acknowledged, and taken in only in the order of their numbers. The others are sent once. Times are in milliseconds of a
clock that may begin again at 2 to the 30th, as MicroPython's does.
"""

from .quick import const, micropython
from .wire import LONGEST, MOST, Decoder, encode

PROTOCOL = const(2)
"""The newest form of the messages that this program speaks."""
VERSION = (1, 1, 0)
"""Of this program."""

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
"""Messages that may wait to be acknowledged."""
AGAIN_MS = const(30)
"""A message that is not acknowledged is sent again after so long, then after twice as long, and so on …"""
LATEST_MS = const(240)
"""… up to this."""
BEAT_MS = const(500)
"""So often each side says that it is there …"""
HELLO_MS = const(250)
"""… and so often the spinner does as long as nobody knows it."""
SILENT_MS = const(2000)
"""Whoever was not heard for so long is not there."""
AGE_MOST = const(0xFFFF)

_HEAD = const(4)
"""Of a numbered message: kind, number, and its age in two bytes."""
_MASK = const(0x3FFFFFFF)
_OUT = const(384)


@micropython.native
def since(now, then):
    """Milliseconds from one moment to a later one."""
    return (now - then) & _MASK


class Link:
    """The spinner's end. `take` gives the messages that came in; what is to be sent stands in `out`."""

    def __init__(self, boot, lights, keys, has, board):
        """`boot` tells this start from every other: from 1 to 0xFFFF, best at random."""
        self.out = bytearray(_OUT)
        self.filled = 0
        """How much of `out` is to be sent; whoever has sent it sets this to 0."""
        self.message = bytearray(MOST + 2)
        """What the next `queue` or `tell` sends, from `message[at]` on."""
        self.body = None
        """The message that came in last: its bytes from `start` on, `count` of them."""
        self.start = 0
        self.count = 0
        self.age = 0
        """How long it was on its way, in milliseconds, as far as its sender knows."""
        self.open = False
        """Whether both ends know each other."""
        self.heard_at = 0
        self.beat = bytearray(2)
        """What each heartbeat tells besides: a byte of ours, a byte of theirs."""
        self.resent = 0
        """Messages that were sent again, so far; it counts to 0xFFFF and begins again."""
        self.decoder = Decoder()
        self._boot = boot
        self._session = 0
        self._card = bytes((lights, keys, has)) + bytes(VERSION) + board[: MOST - 12]
        self._expected = 0
        self._kept = bytearray(ROOM * MOST)
        self._lengths = bytearray(ROOM)
        self._at = [0] * ROOM
        self._first = 0
        """The number of the first message that is not acknowledged."""
        self._waiting = 0
        self._sent_at = 0
        self._patience = AGAIN_MS
        self._beat_at = 0
        self._begun = False

    @micropython.native
    def alive(self, now):
        """Whether the companion was heard lately."""
        return self.open and since(now, self.heard_at) < SILENT_MS

    @micropython.native
    def room(self):
        """How many messages more may wait."""
        return ROOM - self._waiting

    @micropython.native
    def take(self, byte, now):
        """Take in a byte: the kind of the message that ends with it and is new, else 0. It stands in `body`."""
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
        """Time has passed: say that we are there, and send again what was not acknowledged."""
        if not self._begun:
            self._begun = True
            self._beat_at = now
            self._introduce()
        elif since(now, self._beat_at) >= (BEAT_MS if self.open else HELLO_MS):
            self._beat_at = now
            if self.open:
                data = self.message
                data[0] = BEAT
                self._names(data, 1)
                data[5] = self.beat[0]
                data[6] = self._waiting
                self._send(7)
            else:
                self._introduce()
        if self.open and self._waiting and since(now, self._sent_at) >= self._patience:
            self._patience = min(2 * self._patience, LATEST_MS)
            self._sent_at = now
            for index in range(self._waiting):
                self.resent = (self.resent + 1) & 0xFFFF
                self._send_kept((self._first + index) & 0xFF, now)

    @micropython.native
    def queue(self, kind, count, now):
        """Send so many bytes of `message`, from the fourth on, until they are acknowledged; whether there was room."""
        if self._waiting == ROOM or not self.open:
            return False
        number = (self._first + self._waiting) & 0xFF
        slot = number % ROOM
        kept = self._kept
        at = slot * MOST
        kept[at] = kind
        kept[at + 1] = number
        for index in range(_HEAD, _HEAD + count):
            kept[at + index] = self.message[index]
        self._lengths[slot] = _HEAD + count
        self._at[slot] = now
        if not self._waiting:
            self._patience = AGAIN_MS
            self._sent_at = now
        self._waiting += 1
        self._send_kept(number, now)
        return True

    @micropython.native
    def _send_kept(self, number, now):
        slot = number % ROOM
        data = self.message
        at = slot * MOST
        count = self._lengths[slot]
        for index in range(count):
            data[index] = self._kept[at + index]
        age = since(now, self._at[slot])
        if age > AGE_MOST:
            age = AGE_MOST
        data[2] = age >> 8
        data[3] = age & 0xFF
        self._send(count)

    @micropython.native
    def _send(self, count):
        """Put a frame of `message` into `out`; where there is no room it is as if the line had lost it."""
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
        """The companion waits for this number: all before it have arrived."""
        done = (expected - self._first) & 0xFF
        if not done or done > self._waiting:
            return
        self._first = expected
        self._waiting -= done
        self._patience = AGAIN_MS
        self._sent_at = now

    @micropython.native
    def _hello(self, data, count, now):
        """Somebody at the other end: protocol, session, and which start of ours it knows."""
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
        """Whether a heartbeat is of the companion that we know; one that knows us opens the line."""
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
        self._names(data, 2)
        card = self._card
        for index in range(len(card)):
            data[6 + index] = card[index]
        self._send(6 + len(card))

    @micropython.native
    def _names(self, data, at):
        data[at] = self._boot >> 8
        data[at + 1] = self._boot & 0xFF
        data[at + 2] = self._session >> 8
        data[at + 3] = self._session & 0xFF

    @micropython.native
    def _echo(self, data, count):
        for index in range(count):
            self.message[index] = data[index]
        self._send(count)
