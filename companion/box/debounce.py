"""Edges to clean key changes: a press counts at its first edge, what the contact does right after is bouncing."""

from __future__ import annotations

from dataclasses import dataclass

from companion.box.edges import Edge
from companion.support.frozen import frozen
from companion.words.signs import Key

SETTLE = 0.02
"""Seconds after a change in which further edges of the key are taken for bouncing: longer than any good key bounces
(2 to 15 ms), shorter than any press a hand can make (30 ms)."""

UNDER_WAY = 0.02
"""Seconds that an edge may be on its way here: through the module RPi.GPIO some come 10 ms late, and are dated so late;
a busy machine adds its own. Only after these is it sure that a line stands as its last edge left it."""


@frozen
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


_Contact = tuple[Key, bool]
"""A key, and whether it is the spinner's."""


class Debouncer:
    """Keeps every contact apart. A press is told at its first edge, so that it is answered without delay.

    A key may have two contacts, on the box and on the spinner: it is down while either of them is.
    """

    def __init__(self) -> None:
        self._lines: dict[_Contact, _Line] = {}

    def edge(self, edge: Edge) -> tuple[Change, ...]:
        """Take in an edge: the change it makes, or nothing while the contact is still bouncing."""
        contact = (edge.key, edge.spinner)
        # Before its first edge a line stood the other way: a key held at power-on that comes up is no press.
        line = self._lines.setdefault(contact, _Line(not edge.down, not edge.down))
        overdue = self._settle(contact, line, edge.at)
        line.level = edge.down
        if edge.at < line.settled_at or edge.down == line.down:
            return overdue
        return (*overdue, *self._tell(contact, line, edge.at))

    def tick(self, now: float) -> tuple[Change, ...]:
        """What the lines stand at once they have settled: a release that fell into the bouncing is told here."""
        return tuple(change for contact, line in self._lines.items() for change in self._settle(contact, line, now))

    def deadline(self) -> float | None:
        """When `tick` is next needed; None while every line rests where it was told to be."""
        return min((line.sure_at for line in self._lines.values() if line.level != line.down), default=None)

    def let_go(self, now: float) -> tuple[Change, ...]:
        """The spinner is gone, and its contacts with it: the keys that are up therefore."""
        gone = [contact for contact in self._lines if contact[1]]
        told = []
        for contact in gone:
            line = self._lines.pop(contact)
            if line.down and not self._down(contact[0]):
                told.append(Change(contact[0], False, now))
        return tuple(told)

    def _settle(self, contact: _Contact, line: _Line, now: float) -> tuple[Change, ...]:
        """The change of a line that has surely settled elsewhere than it was told."""
        if line.level == line.down or now < line.sure_at:
            return ()
        return self._tell(contact, line, line.settled_at)

    def _tell(self, contact: _Contact, line: _Line, at: float) -> tuple[Change, ...]:
        line.down = not line.down
        line.settled_at = at + SETTLE
        key, spinner = contact
        other = self._lines.get((key, not spinner))
        return () if other is not None and other.down else (Change(key, line.down, at),)

    def _down(self, key: Key) -> bool:
        return any(line.down for (other, _), line in self._lines.items() if other is key)
