"""A knob that turns without end: the bare edges of its two lines to detents, and quick detents to throws."""

from __future__ import annotations

from collections import deque
from enum import Enum

from companion.box.edges import KnobThrow, KnobTurn

_QUARTERS = 4
"""Edges from one detent to the next. At a detent both lines are high."""
_BEGUN = {(False, False): 0, (True, False): 1, (True, True): 2, (False, True): -1}
"""Where a knob stands, in quarters from its detent, by whether its lines are low."""

THROW_DETENTS = 3
"""So many detents one way, …"""
THROW_WITHIN = 0.3
"""… in so many seconds, are a throw; less is a touch."""
REST = 0.6
"""Seconds without a detent after which a spinner has come to rest: longer than between the last ones of a wheel that
runs out."""
FASTEST = 100.0
"""Detents a second; a hand is no faster. Faster ones were only told late, all at once."""


class KnobLine(Enum):
    """The two lines of a knob."""

    A = 0
    """The one that goes low first when the knob is turned clockwise."""
    B = 1


class Decoder:
    """Follows where a knob stands, quarter by quarter of a detent.

    From one detent to the next the lines go, clockwise, A low, B low, A high, B high; back, the other way round. A line
    that bounces goes a quarter on and back, which takes itself out. A lost edge shows in the next one of its line, for
    that is the same again; then the knob is taken to have gone the longer way: nobody turns a knob by halves.
    """

    def __init__(self, a_low: bool, b_low: bool) -> None:
        """The lines as they stand now."""
        self._low = {KnobLine.A: a_low, KnobLine.B: b_low}
        self._stands = _BEGUN[a_low, b_low]
        """In quarters, clockwise."""
        self._left = 0
        """The detent that it left last, in quarters."""
        self._told = 0
        """The detent that was told last, in quarters."""
        self._since = {KnobLine.A: 0, KnobLine.B: 0}
        """By line: the last quarter that the other one went since this one's last edge, 1 or -1; 0 when it did not."""

    def edge(self, line: KnobLine, low: bool) -> int:
        """Take in an edge of a line: how many detents are complete with it, above 0 clockwise; nearly always 0."""
        if low != self._low[line]:
            self._go(line, low)
        elif quarter := self._since[line]:
            other_way = self._stands - _QUARTERS * quarter
            self._stands = max(self._stands, other_way, key=lambda quarters: abs(quarters - self._left))
        self._since[line] = 0
        return self._complete()

    def _go(self, line: KnobLine, low: bool) -> None:
        if self._rests():
            self._left = self._stands
        self._low[line] = low
        same = self._low[KnobLine.A] == self._low[KnobLine.B]
        quarter = 1 if same == (line is KnobLine.B) else -1
        self._stands += quarter
        self._since[KnobLine.B if line is KnobLine.A else KnobLine.A] = quarter

    def _complete(self) -> int:
        if not self._rests():
            return 0
        detents = (self._stands - self._told) // _QUARTERS
        self._told = self._stands
        return detents

    def _rests(self) -> bool:
        return not any(self._low.values())


class ThrowFinder:
    """Finds throws among the detents of a spinner: one for every spin of a hand, as soon as it is no mere touch."""

    def __init__(self) -> None:
        self._detents: deque[float] = deque(maxlen=THROW_DETENTS)
        """When the newest detents of this spin were, one way."""
        self._fastest = 0.0
        self._clockwise = True
        self._thrown = False
        self._last = float("-inf")

    def turn(self, turn: KnobTurn) -> KnobThrow | None:
        """Take in detents: the throw that they make, if any. Its speed is the greatest until then."""
        if turn.at - self._last >= REST:
            self._thrown = False
            self._begin()
        if (turn.steps > 0) != self._clockwise:
            self._clockwise = turn.steps > 0
            self._begin()
        for _ in range(abs(turn.steps)):
            self._detent(turn.at)
        quick = len(self._detents) == THROW_DETENTS and turn.at - self._detents[0] <= THROW_WITHIN
        if self._thrown or not quick:
            return None
        self._thrown = True
        return KnobThrow(self._fastest, turn.at)

    def _begin(self) -> None:
        self._detents.clear()
        self._fastest = 0.0

    def _detent(self, at: float) -> None:
        if self._detents:
            between = at - self._detents[-1]
            self._fastest = max(self._fastest, min(FASTEST, 1 / between) if between > 0 else FASTEST)
        self._detents.append(at)
        self._last = at
