"""The spinner's contacts: debounced keys, and the knob's two lines as detents."""

from .link import since
from .quick import const, micropython

SETTLE_MS = const(20)
"""A change counts at its first edge; further edges of the same key within this time are bounces."""

_QUARTERS = (0, -1, 1, 0, 1, 0, 0, -1, -1, 0, 0, 1, 0, 1, -1, 0)
"""By the levels of the two lines before and after: a quarter of a detent on, or back; 0 if an edge was missed."""
_REST = const(3)
"""Both lines high: the knob rests there between two turns of the hand."""


class KeyScanner:
    """The keys that are down, reported one change at a time."""

    def __init__(self, count):
        """`count` keys, numbered from 0."""
        self.down = 0
        """A bit for each key that is reported down."""
        self._count = count
        self._bouncing = 0
        self._changed_at = [0] * count

    @micropython.native
    def change(self, levels, now):
        """Report the next changed key: return its number, or -1 if none changed.

        `levels` has a bit for each key whose line is low at this moment.
        """
        for key in range(self._count):
            bit = 1 << key
            if self._bouncing & bit:
                if since(now, self._changed_at[key]) < SETTLE_MS:
                    continue
                self._bouncing ^= bit
            if (levels ^ self.down) & bit:
                self.down ^= bit
                self._bouncing |= bit
                self._changed_at[key] = now
                return key
        return -1


class RotaryEncoder:
    """Counts quarters of detents. An interrupt may call `edge` at any time."""

    def __init__(self, a, b):
        """Start with the levels of its lines: 1 for high, 0 for low. `a` falls first when turned clockwise."""
        self._levels = a << 1 | b
        self._quarters = 0
        self._reported = 0

    @micropython.native
    def edge(self, a, b):
        """Take the levels of both lines after a possible change."""
        levels = a << 1 | b
        self._quarters += _QUARTERS[self._levels << 2 | levels]
        self._levels = levels

    @micropython.native
    def detents(self):
        """Return the complete detents since the last call, above 0 clockwise."""
        if self._levels != _REST:
            return 0
        quarters = self._quarters - self._reported
        self._reported = self._quarters  # the rest of a missed edge does not add up
        return (quarters + 2) >> 2
