"""The whole spinner without its pins: takes bytes and touches, returns bytes and colours."""

from . import link as kinds
from .keys import KeyScanner, RotaryEncoder
from .link import CompanionLink, since
from .quick import const, micropython
from .ring import LightRing

MOST_NOTES = const(16)
MAGIC = b"go"
"""The body of a request to leave, so that no error is mistaken for one."""
_APPEND = const(128)
_NOTE_UNIT_MS = const(5)
_ROOM_FOR_KEYS = const(4)
"""The waiting messages that the knob leaves to the keys: it can report several detents in one."""
_MOST_STEPS = const(100)
_CLOCK = const(0x3FFFFFFF)
"""The last time of the clock, after which it restarts."""
_AHEAD = const(0x20000000)
"""A time more than this after another one is before it."""


class SpinnerCore:
    """Pass it bytes, contacts and the time; send its `link.out`, show its `ring`, its `lit` keys and its `pitch`."""

    def __init__(self, boot, lights=24, keys=5, board=b"pico"):
        """Start.

        `boot` distinguishes this start from every other: from 1 to 0xFFFF, best at random. `board` may end with a slash
        and the version of MicroPython.
        """
        self.link = CompanionLink(boot, lights, keys, kinds.HAS_KNOB | kinds.HAS_BUZZER | kinds.HAS_KEY_LIGHTS, board)
        self.ring = LightRing(lights)
        self.keys = KeyScanner(keys)
        self.knob = RotaryEncoder(1, 1)
        self.leaves = False
        """True if the companion wants the program to end, so that another can replace it."""
        self.pitch = 0
        """The pitch of the buzzer now, in Hz; 0 for silence."""
        self.loud = 0
        """The loudness, from 0 to 3."""
        self._notes = bytearray(3 * MOST_NOTES)
        self._notes_left = 0
        self._note = 0
        self._note_ends = 0
        self._steps = 0
        """Detents that are not sent yet."""
        self._first_at = 0
        self._last_at = 0
        ring = self.ring
        self._handlers = {
            kinds.WHEEL: ring.wheel,
            kinds.WIDE_WHEEL: ring.wide_wheel,
            kinds.SPIN: ring.spin,
            kinds.DICE: ring.dice,
            kinds.TURN: ring.turn,
            kinds.TALLY: ring.tally,
            kinds.IDLE: ring.idle,
            kinds.FINAL: ring.final,
            kinds.DARK: ring.dark,
            kinds.LIGHT: ring.light,
            kinds.STAND: ring.hold_at,
            kinds.FILL: ring.fill,
            kinds.RATTLE: ring.rattle,
            kinds.TUNE: self._tune,
            kinds.LEAVE: self._leave,
        }

    @property
    def out(self):
        """The bytes to send: as many as `step` returns."""
        return self.link.out

    @property
    def lit(self):
        """A bit for each key that does something now."""
        return self.link.beat[1]

    @micropython.native
    def step(self, now, data, count, levels):
        """Run one round with the time in milliseconds, the first `count` bytes of `data`, and the keys' lines.

        `levels` has a bit for each key whose line is low. Return the number of bytes of `out` to send.
        """
        link = self.link
        link.filled = 0
        for index in range(count):
            kind = link.take(data[index], now)
            if kind and kind in self._handlers:
                self._handlers[kind](link.body, link.start, link.count, now, link.age)
        link.beat[0] = self.keys.down
        link.tick(now)
        alive = link.alive(now)
        self.ring.alone(not alive)
        if alive:
            self._send_touches(levels, now)
        else:
            # Discard turns that nobody hears, so that they are not sent later.
            self.knob.detents()
            self._steps = 0
            link.beat[1] = 0
        self._play(now)
        return link.filled

    @micropython.native
    def _send_touches(self, levels, now):
        """Send the touches of hands; take none that could not be sent."""
        link = self.link
        key = self.keys.change(levels, now) if link.room() else -1
        if key >= 0:
            link.message[4] = key | (self.keys.down >> key & 1) << 7
            link.queue(kinds.KEY, 1, now)
        steps = self.knob.detents()
        if steps:
            if not self._steps:
                self._first_at = now
            self._last_at = now
            self._steps += steps
        if self._steps and link.room() > _ROOM_FOR_KEYS:
            more = abs(self._steps) - 1
            link.message[4] = min(max(self._steps, -_MOST_STEPS), _MOST_STEPS) & 0xFF
            link.message[5] = min(max(since(self._last_at, self._first_at) // more, 1), 0xFF) if more > 0 else 0
            link.queue(kinds.KNOB, 2, now)
            self._steps = 0

    @micropython.native
    def _leave(self, data, start, count, now, age):
        self.leaves = count >= 2 and data[start] == MAGIC[0] and data[start + 1] == MAGIC[1]

    @micropython.native
    def _tune(self, data, start, count, now, age):
        """Play notes instead of the current ones, or after them: a byte of loudness, then three bytes a note.

        A note is its pitch in Hz, two bytes, and its length in 5 ms. The highest bit of the first byte: after them.
        """
        notes = (count - 1) // 3
        first = self._note + self._notes_left if count and data[start] & _APPEND else 0
        if count < 1 or count != 1 + 3 * notes or first + notes > MOST_NOTES:
            return
        for index in range(3 * notes):
            self._notes[3 * first + index] = data[start + 1 + index]
        if first:
            self._notes_left += notes
            return
        self.loud = data[start] & 3
        self._notes_left = notes
        self._note = 0
        self._note_ends = now
        self.pitch = 0

    @micropython.native
    def _play(self, now):
        """Set the note of this moment."""
        while (self._notes_left or self.pitch) and since(now, self._note_ends) < _AHEAD:
            if not self._notes_left:
                self.pitch = 0
                return
            place = 3 * self._note
            self.pitch = self._notes[place] << 8 | self._notes[place + 1]
            self._note_ends = (self._note_ends + _NOTE_UNIT_MS * self._notes[place + 2]) & _CLOCK
            self._note += 1
            self._notes_left -= 1
