"""Edges to clean key changes: a press counts at its first edge, what the contact does right after is bouncing."""

from __future__ import annotations

from dataclasses import dataclass

from companion.input.edges import Edge
from companion.views.words.signs import Key

SETTLE = 0.02
"""Seconds after a change in which further edges of the key are taken for bouncing: longer than any good key bounces
(2 to 15 ms), shorter than any press a hand can make (30 ms)."""

UNDER_WAY = 0.02
"""Seconds that an edge may be on its way here: through the module RPi.GPIO some come 10 ms late, and are dated so late;
a busy machine adds its own. Only after these is it sure that a line stands as its last edge left it."""


@dataclass(frozen=True, slots=True)
class Change:
    """A key went down or came up, bounces taken out."""

    key: Key
    down: bool
    at: float
    """In seconds of the edges' clock."""


@dataclass(slots=True)
class _Line:
    down: bool
    """As it was told last."""
    level: bool
    """As the line stood after its last edge."""
    settled_at: float = float("-inf")

    @property
    def sure_at(self) -> float:
        """When its last edge before it settled has surely come in."""
        return self.settled_at + UNDER_WAY


class Debouncer:
    """Keeps every key's line apart. A press is told at its first edge, so that it is answered without delay."""

    def __init__(self) -> None:
        self._lines: dict[Key, _Line] = {}

    def edge(self, edge: Edge) -> tuple[Change, ...]:
        """Take in an edge: the change it makes, or nothing while the key is still bouncing."""
        # Before its first edge a line stood the other way: a key held at power-on that comes up is no press.
        line = self._lines.setdefault(edge.key, _Line(not edge.down, not edge.down))
        overdue = self._settle(edge.key, line, edge.at)
        line.level = edge.down
        if edge.at < line.settled_at or edge.down == line.down:
            return overdue
        return (*overdue, self._tell(edge.key, line, edge.at))

    def tick(self, now: float) -> tuple[Change, ...]:
        """What the lines stand at once they have settled: a release that fell into the bouncing is told here."""
        return tuple(change for key, line in self._lines.items() for change in self._settle(key, line, now))

    def deadline(self) -> float | None:
        """When `tick` is next needed; None while every line rests where it was told to be."""
        return min((line.sure_at for line in self._lines.values() if line.level != line.down), default=None)

    def _settle(self, key: Key, line: _Line, now: float) -> tuple[Change, ...]:
        """The change of a line that has surely settled elsewhere than it was told."""
        if line.level == line.down or now < line.sure_at:
            return ()
        return (self._tell(key, line, line.settled_at),)

    def _tell(self, key: Key, line: _Line, at: float) -> Change:
        line.down = not line.down
        line.settled_at = at + SETTLE
        return Change(key, line.down, at)
