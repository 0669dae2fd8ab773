"""Decoding of an endless knob: the edges of its two lines become detents, and quick detents become throws."""

from __future__ import annotations

from collections import deque
from enum import Enum

from companion.box.input_events import KnobThrow, KnobTurn

_QUARTERS = 4
"""Edges from one detent to the next. At a detent both lines are high."""
_START_POSITIONS = {(False, False): 0, (True, False): 1, (True, True): 2, (False, True): -1}
"""Position of the knob, in quarters from its detent, by the state of both lines (True for low)."""

THROW_DETENTS = 3
"""Detents in one direction that make a throw, …"""
THROW_WITHIN = 0.3
"""… within this many seconds; slower detents are a touch."""
REST_TIME = 0.6
"""Seconds without a detent after which a spinner is at rest: longer than the last gaps of a wheel that is coming to
rest."""
MOST_SPEED = 100.0
"""Detents a second; no hand is faster. Faster detents were only reported late, all at once."""


class KnobLine(Enum):
    """The two lines of a knob."""

    A = 0
    """The line that goes low first when the knob is turned clockwise."""
    B = 1


class QuadratureDecoder:
    """Follows the position of a knob in quarters of a detent.

    Clockwise, the lines change from one detent to the next in this order: A low, B low, A high, B high; back, in the
    reverse order. A bounce goes one quarter on and back, so it cancels itself. A lost edge shows as a second equal edge
    of the same line; the knob is then taken to have gone the longer way, because nobody turns a knob by half a detent.
    """

    def __init__(self, a_low: bool, b_low: bool) -> None:
        """Start from the present state of the lines."""
        self._low = {KnobLine.A: a_low, KnobLine.B: b_low}
        self._position = _START_POSITIONS[a_low, b_low]
        """In quarters, clockwise."""
        self._last_detent = 0
        """Position of the last detent that the knob left, in quarters."""
        self._reported = 0
        """Position of the last detent that was reported, in quarters."""
        self._quarters_since_edge = {KnobLine.A: 0, KnobLine.B: 0}
        """By line: the last quarter that the other line went since this line's last edge, 1 or -1; 0 if it did not
        move."""

    def edge(self, line: KnobLine, low: bool) -> int:
        """Handle an edge of a line and return how many detents it completes: positive clockwise, nearly always 0."""
        if low != self._low[line]:
            self._move(line, low)
        elif quarter := self._quarters_since_edge[line]:
            other_position = self._position - _QUARTERS * quarter
            self._position = max(self._position, other_position, key=lambda quarters: abs(quarters - self._last_detent))
        self._quarters_since_edge[line] = 0
        return self._completed_detents()

    def _move(self, line: KnobLine, low: bool) -> None:
        if self._at_detent():
            self._last_detent = self._position
        self._low[line] = low
        equal = self._low[KnobLine.A] == self._low[KnobLine.B]
        quarter = 1 if equal == (line is KnobLine.B) else -1
        self._position += quarter
        self._quarters_since_edge[KnobLine.B if line is KnobLine.A else KnobLine.A] = quarter

    def _completed_detents(self) -> int:
        if not self._at_detent():
            return 0
        detents = (self._position - self._reported) // _QUARTERS
        self._reported = self._position
        return detents

    def _at_detent(self) -> bool:
        return not any(self._low.values())


class ThrowDetector:
    """Finds throws among the detents of a spinner: one for each spin of a hand, as soon as it is more than a touch."""

    def __init__(self) -> None:
        self._detents: deque[float] = deque(maxlen=THROW_DETENTS)
        """Times of the newest detents of this spin, all in one direction."""
        self._fastest = 0.0
        self._clockwise = True
        self._reported = False
        self._last = float("-inf")

    def turn(self, turn: KnobTurn) -> KnobThrow | None:
        """Handle detents and return the throw they make, if any. Its speed is the greatest so far."""
        if turn.time - self._last >= REST_TIME:
            self._reported = False
            self._begin()
        if (turn.steps > 0) != self._clockwise:
            self._clockwise = turn.steps > 0
            self._begin()
        for _ in range(abs(turn.steps)):
            self._detent(turn.time)
        fast_enough = len(self._detents) == THROW_DETENTS and turn.time - self._detents[0] <= THROW_WITHIN
        if self._reported or not fast_enough:
            return None
        self._reported = True
        return KnobThrow(self._fastest, turn.time)

    def _begin(self) -> None:
        self._detents.clear()
        self._fastest = 0.0

    def _detent(self, time: float) -> None:
        if self._detents:
            gap = time - self._detents[-1]
            self._fastest = max(self._fastest, min(MOST_SPEED, 1 / gap) if gap > 0 else MOST_SPEED)
        self._detents.append(time)
        self._last = time
