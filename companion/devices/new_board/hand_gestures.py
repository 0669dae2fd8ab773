"""Gestures of a hand on lines whose parts are still unknown: turns edges into presses and turns. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain
from math import inf

from companion.box.knob import KnobLine, QuadratureDecoder
from companion.support.frozen_dataclasses import frozen

QUIET_S = 0.25
"""Seconds without an edge that end a gesture. A contact bounces for far less; a slow press may take longer."""
LONG_S = 3.0
"""Seconds for which a line stays low before it no longer counts as a pressed key."""
SPIKE_S = 0.001
"""A change that is shorter is only crosstalk from a neighbouring line: no contact is that short."""
RESTLESS = 400
"""More edges of one line in one gesture than a hand makes: the line picks up the mains, or has a light instead of a
key."""


@frozen
class LineEdge:
    """A change of a line."""

    line: int
    low: bool
    time: float
    """The time of the change, in seconds of a clock that never goes back."""


@frozen
class HandGesture:
    """One continuous action of a hand."""

    edges: tuple[LineEdge, ...]
    """The edges in the order in which they came, at least one."""
    before: Mapping[int, bool]
    """The earlier state of each line that changed: True for low."""

    @property
    def lines(self) -> tuple[int, ...]:
        """The lines that changed, the lowest number first."""
        return tuple(sorted(self.before))

    @property
    def pressed(self) -> int | None:
        """The line of the only contact, if it closed and opened again; None for anything else."""
        if len(self.before) != 1:
            return None
        [(line, low)] = self.before.items()
        return None if low else line

    def detents(self, a: int, b: int) -> int:
        """Return the detents by which a knob on these two lines was turned; above 0 if `a` goes low first."""
        knob_lines = {a: KnobLine.A, b: KnobLine.B}
        decoder = QuadratureDecoder(self.before.get(a, False), self.before.get(b, False))
        return sum(decoder.edge(knob_lines[edge.line], edge.low) for edge in self.edges if edge.line in knob_lines)


@frozen
class LinesStayLow:
    """Lines that went low and stay low. They are ignored until they have been high for a while."""

    lines: tuple[int, ...]


@frozen
class RestlessLine:
    """A line that does not come to rest. It is ignored from now on."""

    line: int


HandEvent = HandGesture | LinesStayLow | RestlessLine


class GestureFinder:
    """A finder of gestures among the edges of many lines, bounces included."""

    def __init__(self) -> None:
        """Start without lines."""
        self._low: dict[int, bool] = {}
        self._before: dict[int, bool] = {}
        """The state of each line before the edges of the current gesture."""
        self._edges: list[LineEdge] = []
        self._restless: set[int] = set()
        self._ignored: dict[int, float] = {}
        """Lines that are low without a press, each with the time since which it is high again."""
        self._turning = False

    @property
    def ignored_lines(self) -> tuple[int, ...]:
        """The lines that are low without a press, the lowest number first."""
        return tuple(sorted(self._ignored))

    def add_line(self, line: int, low: bool) -> None:
        """Add a line in its current state."""
        self._low[line] = self._before[line] = low

    def remove_line(self, line: int) -> None:
        """Remove a line."""
        for lines in (self._low, self._before, self._ignored):
            lines.pop(line, None)
        self._edges = [edge for edge in self._edges if edge.line != line]

    def restart(self, *, turning: bool) -> None:
        """Start a new gesture. A line that is low now is no press: a key that is still held, or a light.

        Args:
            turning: True if a knob may be turned: one without detents rests anywhere, with its contacts open or closed.
        """
        self._turning = turning
        self._ignored = {} if turning else {line: inf for line, low in self._low.items() if low}
        self._begin()

    def edge(self, edge: LineEdge) -> HandEvent | None:
        """Take in an edge. Return the gesture that ended before it, or the finding that it completes."""
        ended = self.tick(edge.time)
        if edge.line in self._restless or self._low.get(edge.line, edge.low) == edge.low:
            return ended
        self._low[edge.line] = edge.low
        if self._is_ignored(edge):
            return ended
        self._edges.append(edge)
        if sum(other.line == edge.line for other in self._edges) <= RESTLESS:
            return ended
        self._restless.add(edge.line)
        self._edges = [other for other in self._edges if other.line != edge.line]
        return RestlessLine(edge.line)  # no gesture can have ended: all edges of this line were in the current one

    def tick(self, now: float) -> HandEvent | None:
        """Return the gesture that has ended by now."""
        if not self._edges or now < self._ends_at():
            return None
        edges, before = self._edges, self._before
        held = () if self._may_end() else self._held_lines()
        self._begin()
        if held:
            self._ignored |= dict.fromkeys(held, inf)
            return LinesStayLow(held)
        lines = _without_spikes(edges)
        kept_edges = tuple(edge for edge in edges if edge.line in lines)
        return HandGesture(kept_edges, {line: before[line] for line in lines}) if kept_edges else None

    def deadline(self) -> float | None:
        """Return the time of the next necessary `tick`; None while no gesture has begun."""
        return self._ends_at() if self._edges else None

    def _begin(self) -> None:
        self._edges = []
        self._before = dict(self._low)

    def _is_ignored(self, edge: LineEdge) -> bool:
        """Return whether to ignore an edge of a line that was already low when its question was asked."""
        up_since = self._ignored.get(edge.line)
        if up_since is None:
            return False
        if edge.low and edge.time - up_since >= QUIET_S:
            del self._ignored[edge.line]
            self._before[edge.line] = False
            return False
        self._ignored[edge.line] = inf if edge.low else edge.time
        return True

    def _ends_at(self) -> float:
        """Return the time at which the current gesture ends, if nothing follows."""
        waits = QUIET_S if self._may_end() or not self._held_lines() else LONG_S
        return self._edges[-1].time + waits

    def _may_end(self) -> bool:
        """Return whether the gesture may end here: every contact is open, or it is a knob (which rests anywhere)."""
        changed = {edge.line for edge in self._edges}
        return not self._held_lines() or (self._turning and len(changed) > 1)

    def _held_lines(self) -> tuple[int, ...]:
        """Return the lines that went low and are still low."""
        changed = {edge.line for edge in self._edges}
        return tuple(sorted(line for line in changed if self._low[line] and not self._before[line]))


def _without_spikes(edges: Sequence[LineEdge]) -> frozenset[int]:
    """Return the lines that changed for longer than crosstalk from a neighbouring line does."""
    first = {edge.line: edge.time for edge in reversed(edges)}
    last = {edge.line: edge.time for edge in edges}
    odd = {line for line, count in Counter(edge.line for edge in edges).items() if count % 2}
    return frozenset(chain(odd, (line for line in first if last[line] - first[line] >= SPIKE_S)))
