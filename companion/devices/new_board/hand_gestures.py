"""What a hand does to lines of which nothing is known yet: edges to presses and turns. Pure: it is told the time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain
from math import inf

from companion.box.knob import Decoder, KnobLine
from companion.support.frozen import frozen

QUIET_S = 0.25
"""Seconds without an edge after which a hand is done. A contact bounces for far less; a key may be pressed slower."""
LONG_S = 3.0
"""Seconds for which a line stays low until it is taken for something else than a key that is pressed."""
SPIKE_S = 0.001
"""A line that was away for less only heard its neighbour: no contact is that short."""
RESTLESS = 400
"""Edges of one line in one go that no hand makes: a line that picks up the mains, or a light that is no key."""


@frozen
class LineEdge:
    """A line changed."""

    line: int
    low: bool
    at: float
    """When, in seconds of a clock that never goes back."""


@frozen
class Gesture:
    """What a hand did in one go."""

    edges: tuple[LineEdge, ...]
    """In the order in which they came, at least one."""
    before: Mapping[int, bool]
    """Whether each line that changed was low before."""

    @property
    def lines(self) -> tuple[int, ...]:
        """The lines that changed, the lowest number first."""
        return tuple(sorted(self.before))

    @property
    def pressed(self) -> int | None:
        """The line of the one contact that closed and opened again; None where it was anything else."""
        if len(self.before) != 1:
            return None
        [(line, low)] = self.before.items()
        return None if low else line

    def detents(self, a: int, b: int) -> int:
        """How many detents a knob on these two lines was turned; above 0 where `a` goes low first."""
        which = {a: KnobLine.A, b: KnobLine.B}
        decoder = Decoder(self.before.get(a, False), self.before.get(b, False))
        return sum(decoder.edge(which[edge.line], edge.low) for edge in self.edges if edge.line in which)


@frozen
class Stays:
    """Lines went low and stay so. They are not listened to until they have been up for a while."""

    lines: tuple[int, ...]


@frozen
class Restless:
    """A line does not come to rest. It is not listened to any more."""

    line: int


Found = Gesture | Stays | Restless


class HandFinder:
    """Finds what a hand does among the edges of many lines, bounces and all."""

    def __init__(self) -> None:
        """No line is there yet."""
        self._low: dict[int, bool] = {}
        self._rest: dict[int, bool] = {}
        """As lines stood before the edges that are under way."""
        self._edges: list[LineEdge] = []
        self._restless: set[int] = set()
        self._aside: dict[int, float] = {}
        """Lines that are low and no press, by the moment since which they are up again."""
        self._turning = False

    @property
    def passed_over(self) -> tuple[int, ...]:
        """The lines that are low and no press, the lowest number first."""
        return tuple(sorted(self._aside))

    def stands(self, line: int, low: bool) -> None:
        """A line is there from now on, and stands so."""
        self._low[line] = self._rest[line] = low

    def gone(self, line: int) -> None:
        """A line is not there any more."""
        for lines in (self._low, self._rest, self._aside):
            lines.pop(line, None)
        self._edges = [edge for edge in self._edges if edge.line != line]

    def ask(self, *, turning: bool) -> None:
        """Begin anew. What is low now is no press: a key that is still held, or a light.

        Args:
            turning: Whether a knob may be turned: one without detents rests wherever it is, its contacts open or not.
        """
        self._turning = turning
        self._aside = {} if turning else {line: inf for line, low in self._low.items() if low}
        self._begin()

    def edge(self, edge: LineEdge) -> Found | None:
        """Take in an edge: what was over before it, or what it makes sure of."""
        over = self.tick(edge.at)
        if edge.line in self._restless or self._low.get(edge.line, edge.low) == edge.low:
            return over
        self._low[edge.line] = edge.low
        if self._is_aside(edge):
            return over
        self._edges.append(edge)
        if sum(other.line == edge.line for other in self._edges) <= RESTLESS:
            return over
        self._restless.add(edge.line)
        self._edges = [other for other in self._edges if other.line != edge.line]
        return Restless(edge.line)  # nothing was over: all its edges were still there

    def tick(self, now: float) -> Found | None:
        """What is over by now."""
        if not self._edges or now < self._over_at():
            return None
        edges, before = self._edges, self._rest
        held = () if self._is_done() else self._held()
        self._begin()
        if held:
            self._aside |= dict.fromkeys(held, inf)
            return Stays(held)
        lines = _more_than_spikes(edges)
        told = tuple(edge for edge in edges if edge.line in lines)
        return Gesture(told, {line: before[line] for line in lines}) if told else None

    def deadline(self) -> float | None:
        """When `tick` is next needed; None while nothing is under way."""
        return self._over_at() if self._edges else None

    def _begin(self) -> None:
        self._edges = []
        self._rest = dict(self._low)

    def _is_aside(self, edge: LineEdge) -> bool:
        """Whether a line is to be passed over that was low already when it was asked for."""
        up_since = self._aside.get(edge.line)
        if up_since is None:
            return False
        if edge.low and edge.at - up_since >= QUIET_S:
            del self._aside[edge.line]
            self._rest[edge.line] = False
            return False
        self._aside[edge.line] = inf if edge.low else edge.at
        return True

    def _over_at(self) -> float:
        """When what is under way is over, should nothing follow."""
        waits = QUIET_S if self._is_done() or not self._held() else LONG_S
        return self._edges[-1].at + waits

    def _is_done(self) -> bool:
        """Whether nothing need follow: every contact is open again, or it is a knob, which may stay anywhere."""
        changed = {edge.line for edge in self._edges}
        return not self._held() or (self._turning and len(changed) > 1)

    def _held(self) -> tuple[int, ...]:
        """The lines that went low and are so still."""
        changed = {edge.line for edge in self._edges}
        return tuple(sorted(line for line in changed if self._low[line] and not self._rest[line]))


def _more_than_spikes(edges: Sequence[LineEdge]) -> frozenset[int]:
    """The lines that did more than flinch as their neighbour changed."""
    first = {edge.line: edge.at for edge in reversed(edges)}
    last = {edge.line: edge.at for edge in edges}
    odd = {line for line, count in Counter(edge.line for edge in edges).items() if count % 2}
    return frozenset(chain(odd, (line for line in first if last[line] - first[line] >= SPIKE_S)))
