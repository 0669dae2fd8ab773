"""The spinner's contacts: keys without their bounces, and the knob's two lines as detents."""

from .link import since
from .quick import const, micropython

SETTLE_MS = const(20)
"""A change counts at its first edge; for so long after it the same key's further edges are its contact bouncing."""

_QUARTERS = (0, -1, 1, 0, 1, 0, 0, -1, -1, 0, 0, 1, 0, 1, -1, 0)
"""By how the two lines stood and how they stand: a quarter of a detent on, or back; 0 where an edge was missed."""
_REST = const(3)
"""Both lines high: where a knob rests between two turns of the hand."""


class Keys:
    """Which keys are down, told one change at a time."""

    def __init__(self, count):
        """`count` keys, numbered from 0."""
        self.down = 0
        """A bit for each key that is down, as it was told."""
        self._count = count
        self._bouncing = 0
        self._at = [0] * count

    @micropython.native
    def change(self, levels, now):
        """The number of a key whose state is another than was told, which is told now; -1 when there is none.

        `levels` has a bit for each key whose line is low at this moment.
        """
        for key in range(self._count):
            bit = 1 << key
            if self._bouncing & bit:
                if since(now, self._at[key]) < SETTLE_MS:
                    continue
                self._bouncing ^= bit
            if (levels ^ self.down) & bit:
                self.down ^= bit
                self._bouncing |= bit
                self._at[key] = now
                return key
        return -1


class Knob:
    """Counts quarters of detents. `edge` may be called by an interrupt, whatever else is being done."""

    def __init__(self, a, b):
        """How its lines stand: 1 for high, 0 for low. `a` is the one that falls first when it is turned clockwise."""
        self._stands = a << 1 | b
        self._quarters = 0
        self._told = 0

    @micropython.native
    def edge(self, a, b):
        """A line may have changed; how both stand now."""
        stands = a << 1 | b
        self._quarters += _QUARTERS[self._stands << 2 | stands]
        self._stands = stands

    @micropython.native
    def detents(self):
        """How many it was turned since this was asked last, above 0 clockwise. Nothing counts before it is complete."""
        if self._stands != _REST:
            return 0
        gone = self._quarters - self._told
        self._told = self._quarters  # what is left of an edge that was missed does not add up
        return (gone + 2) >> 2
