"""Key presses: the edges of a contact are debounced, then become a press, a long press, a repeat or a grip."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from enum import Enum

from companion.box.input_events import KeyEdge
from companion.support.frozen_dataclasses import frozen
from companion.words.signs import Key

SETTLE_TIME = 0.02
"""Seconds after a change in which further edges of the key count as bounces: longer than any good key bounces
(2 to 15 ms), shorter than any press a hand can make (30 ms)."""

ARRIVAL_TIME = 0.02
"""Seconds that an edge may take to arrive: through the module RPi.GPIO some come 10 ms late and carry the late time;
a busy machine adds its own delay. Only after this time is it sure that a line is in the state of its last edge."""


@frozen
class KeyTransition:
    """A key that went down or came up, without bounces."""

    key: Key
    down: bool
    time: float
    """In seconds of the edges' clock."""


@dataclass(slots=True)
class _Line:
    down: bool
    """The last reported state."""
    level: bool
    """State of the line after its last edge."""
    settled_at: float = float("-inf")

    @property
    def certain_at(self) -> float:
        """Time by which the last edge before it settled has surely arrived."""
        return self.settled_at + ARRIVAL_TIME


_Contact = tuple[Key, bool]
"""A key, and True for the spinner's contact of it."""


class Debouncer:
    """Debounces each contact separately. A press is reported at its first edge, so that it is answered without delay.

    A key may have two contacts, on the box and on the spinner: it is down while either of them is.
    """

    def __init__(self) -> None:
        self._lines: dict[_Contact, _Line] = {}

    def edge(self, edge: KeyEdge) -> tuple[KeyTransition, ...]:
        """Handle an edge and return the changes it makes: none while the contact is still bouncing."""
        contact = (edge.key, edge.spinner)
        # Before its first edge a line was in the other state: the release of a key held at power-on is no press.
        line = self._lines.setdefault(contact, _Line(not edge.down, not edge.down))
        overdue = self._settle(contact, line, edge.time)
        line.level = edge.down
        if edge.time < line.settled_at or edge.down == line.down:
            return overdue
        return (*overdue, *self._report(contact, line, edge.time))

    def tick(self, now: float) -> tuple[KeyTransition, ...]:
        """Return the changes of lines that have settled: a release during the bouncing is reported here."""
        return tuple(change for contact, line in self._lines.items() for change in self._settle(contact, line, now))

    def deadline(self) -> float | None:
        """Return when `tick` is needed next; None while every line rests in its reported state."""
        return min((line.certain_at for line in self._lines.values() if line.level != line.down), default=None)

    def release_spinner(self, now: float) -> tuple[KeyTransition, ...]:
        """Forget the contacts of a lost spinner and return the releases of the keys that were down on it alone."""
        contacts = [contact for contact in self._lines if contact[1]]
        changes = []
        for contact in contacts:
            line = self._lines.pop(contact)
            if line.down and not self._is_down(contact[0]):
                changes.append(KeyTransition(contact[0], False, now))
        return tuple(changes)

    def _settle(self, contact: _Contact, line: _Line, now: float) -> tuple[KeyTransition, ...]:
        """Return the change of a line that has surely settled in another state than reported."""
        if line.level == line.down or now < line.certain_at:
            return ()
        return self._report(contact, line, line.settled_at)

    def _report(self, contact: _Contact, line: _Line, time: float) -> tuple[KeyTransition, ...]:
        line.down = not line.down
        line.settled_at = time + SETTLE_TIME
        key, spinner = contact
        other_line = self._lines.get((key, not spinner))
        return () if other_line is not None and other_line.down else (KeyTransition(key, line.down, time),)

    def _is_down(self, key: Key) -> bool:
        return any(line.down for (line_key, _), line in self._lines.items() if line_key is key)


LONG_PRESS_TIME = 0.7
"""Seconds a key is held for a long press."""
SHOW_HOLD_AFTER = 0.35
"""Seconds after which a held key shows that a long press is coming, and no longer counts as a short press: slow fingers
press for up to 0.34 s."""
FRAME_TIME = 0.05
"""Seconds between two pictures of the filling bar."""
REPEAT_AFTER = 0.4
REPEAT_EVERY = 0.12
HOLDABLE = frozenset({Key.OK, Key.BACK})
"""Keys with another meaning when held; their short press counts when they come up, unless the bar fills already."""
REPEATING = frozenset({Key.UP, Key.DOWN, Key.LEFT, Key.RIGHT})


class GestureKind(Enum):
    """Kinds of gestures with a key."""

    PRESS = "press"
    REPEAT = "repeat"
    LONG_PRESS = "long"
    EARLY_RELEASE = "early"
    """A key came up too late for a short press and too early for a long one: while the bar fills."""
    GRIP = "grip"
    """A key went down that the page follows while it is held."""
    RELEASE = "release"
    """A gripped key came up again."""


@frozen
class Gesture:
    """One gesture of a hand with one key."""

    key: Key
    kind: GestureKind


@dataclass(slots=True)
class _HeldKey:
    since: float
    next: float
    """Time of the next gesture while the key is held; infinity if none follows."""
    spent: bool = False
    """True once the key has no meaning any more, nor has its release: its long press happened, or its page was left."""
    gripped: bool = False
    """True if the page follows the key: it neither repeats nor becomes a long press, and its release is reported."""

    @property
    def is_long_press_coming(self) -> bool:
        """True while a long press is coming."""
        return not self.spent and not self.gripped


class GestureRecognizer:
    """Recognizes gestures of the keys that are down. Each key is followed separately."""

    def __init__(self) -> None:
        self._held: dict[Key, _HeldKey] = {}

    def change(self, change: KeyTransition, grips: Set[Key] = frozenset()) -> tuple[Gesture, ...]:
        """Handle a change and return the gestures it completes. Keys in `grips` give a grip and a release instead."""
        overdue = self.tick(change.time)
        if change.down and change.key in grips:
            self._held[change.key] = _HeldKey(change.time, float("inf"), gripped=True)
            return (*overdue, Gesture(change.key, GestureKind.GRIP))
        if not change.down:
            held = self._held.pop(change.key, None)
            if held and held.gripped:
                return overdue if held.spent else (*overdue, Gesture(change.key, GestureKind.RELEASE))
            if held and change.key in HOLDABLE and not held.spent:
                early = change.time >= held.since + SHOW_HOLD_AFTER
                kind = GestureKind.EARLY_RELEASE if early else GestureKind.PRESS
                return (*overdue, Gesture(change.key, kind))
            return overdue
        delay = LONG_PRESS_TIME if change.key in HOLDABLE else REPEAT_AFTER if change.key in REPEATING else float("inf")
        self._held[change.key] = _HeldKey(change.time, change.time + delay)
        return overdue if change.key in HOLDABLE else (*overdue, Gesture(change.key, GestureKind.PRESS))

    def tick(self, now: float) -> tuple[Gesture, ...]:
        """Return the long presses and repeats that are due by now."""
        gestures: list[Gesture] = []
        for key, held in self._held.items():
            if held.next > now:
                continue
            if key in HOLDABLE:
                held.spent, held.next = True, float("inf")
                gestures.append(Gesture(key, GestureKind.LONG_PRESS))
            else:
                held.next = now + REPEAT_EVERY
                gestures.append(Gesture(key, GestureKind.REPEAT))
        return tuple(gestures)

    def cancel(self) -> None:
        """Cancel the gestures of all held keys, because another page came under the fingers."""
        for held in self._held.values():
            held.spent, held.next = True, float("inf")

    def deadline(self, now: float) -> float | None:
        """Return when `tick`, or the next picture of a filling bar, is due."""
        times = [held.next for held in self._held.values() if held.next < float("inf")]
        for key, held in self._held.items():
            if key in HOLDABLE and held.is_long_press_coming:
                times.append(max(held.since + SHOW_HOLD_AFTER, now + FRAME_TIME))
        return min(times, default=None)

    def down(self) -> frozenset[Key]:
        """Return the keys that are down and have a meaning."""
        return frozenset(key for key, held in self._held.items() if not held.spent)

    def hold(self, now: float) -> tuple[Key, float] | None:
        """Return the key whose long press is coming and how full its bar is (0 to 1); None before the bar begins."""
        for key, held in self._held.items():
            if key in HOLDABLE and held.is_long_press_coming and now >= held.since + SHOW_HOLD_AFTER:
                filled = (now - held.since - SHOW_HOLD_AFTER) / (LONG_PRESS_TIME - SHOW_HOLD_AFTER)
                return key, min(1.0, filled)
        return None
