"""The spinner as a whole, apart from its pins: bytes and touches go in, bytes and colours come out."""

from . import link as kinds
from .keys import Keys, Knob
from .link import Link, since
from .quick import const, micropython
from .ring import Ring

MOST_NOTES = const(16)
MAGIC = b"go"
"""What a wish to leave must say besides, so that no slip is taken for it."""
_GOES_ON = const(128)
_NOTE_UNIT_MS = const(5)
_ROOM_FOR_KEYS = const(4)
"""Of the messages that may wait the knob leaves so many to the keys: it can tell several detents in one."""
_MOST_STEPS = const(100)
_CLOCK = const(0x3FFFFFFF)
"""The last moment of the clock, after which it begins again."""
_AHEAD = const(0x20000000)
"""What is more than this after a moment is before it."""


class Spinner:
    """Hand it bytes, contacts and the time; send its `link.out`, show its `ring`, its `lit` keys and its `pitch`."""

    def __init__(self, boot, lights=24, keys=5, board=b"pico"):
        """Make it new.

        `boot` tells this start from every other: from 1 to 0xFFFF, best at random. `board` may have a slash and the
        version of MicroPython at its end.
        """
        self.link = Link(boot, lights, keys, kinds.HAS_KNOB | kinds.HAS_BUZZER | kinds.HAS_KEY_LIGHTS, board)
        self.ring = Ring(lights)
        self.keys = Keys(keys)
        self.knob = Knob(1, 1)
        self.leaves = False
        """Whether the companion wants the program to end, so that another can be put in its place."""
        self.pitch = 0
        """What the buzzer sounds now, in Hz; 0 for nothing."""
        self.loud = 0
        """How loud, from 0 to 3."""
        self._notes = bytearray(3 * MOST_NOTES)
        self._left = 0
        self._note = 0
        self._until = 0
        self._steps = 0
        """Detents that were not told yet."""
        self._first_at = 0
        self._last_at = 0
        ring = self.ring
        self._does = {
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
            kinds.STAND: ring.stand,
            kinds.FILL: ring.fill,
            kinds.RATTLE: ring.rattle,
            kinds.TUNE: self._tune,
            kinds.LEAVE: self._leave,
        }

    @property
    def out(self):
        """What is to be sent: as many bytes of it as `step` says."""
        return self.link.out

    @property
    def lit(self):
        """A bit for each key that does something now."""
        return self.link.beat[1]

    @micropython.native
    def step(self, now, data, count, levels):
        """One round: the time in milliseconds, the first bytes of `data` that came in, and how the keys' lines stand.

        `levels` has a bit for each key whose line is low. How many bytes of `out` are to be sent.
        """
        link = self.link
        link.filled = 0
        for index in range(count):
            kind = link.take(data[index], now)
            if kind and kind in self._does:
                self._does[kind](link.body, link.start, link.count, now, link.age)
        link.beat[0] = self.keys.down
        link.tick(now)
        alive = link.alive(now)
        self.ring.alone(not alive)
        if alive:
            self._touch(levels, now)
        else:
            # What is turned while nobody listens means nothing, then or later.
            self.knob.detents()
            self._steps = 0
            link.beat[1] = 0
        self._play(now)
        return link.filled

    @micropython.native
    def _touch(self, levels, now):
        """What hands have done since: nothing is taken that could not be sent."""
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
    def _leave(self, data, at, count, now, age):
        self.leaves = count >= 2 and data[at] == MAGIC[0] and data[at + 1] == MAGIC[1]

    @micropython.native
    def _tune(self, data, at, count, now, age):
        """Notes to play in place of those that play, or behind them: how loud, and each note in three bytes.

        They are its pitch in Hz, two bytes, and its length in 5 ms. The highest bit of the first byte says: behind.
        """
        told = (count - 1) // 3
        first = self._note + self._left if count and data[at] & _GOES_ON else 0
        if count < 1 or count != 1 + 3 * told or first + told > MOST_NOTES:
            return
        for index in range(3 * told):
            self._notes[3 * first + index] = data[at + 1 + index]
        if first:
            self._left += told
            return
        self.loud = data[at] & 3
        self._left = told
        self._note = 0
        self._until = now
        self.pitch = 0

    @micropython.native
    def _play(self, now):
        """The note of this moment."""
        while (self._left or self.pitch) and since(now, self._until) < _AHEAD:
            if not self._left:
                self.pitch = 0
                return
            at = 3 * self._note
            self.pitch = self._notes[at] << 8 | self._notes[at + 1]
            self._until = (self._until + _NOTE_UNIT_MS * self._notes[at + 2]) & _CLOCK
            self._note += 1
            self._left -= 1
