"""Clean key changes to gestures: a press, a long press that announces itself, a held arrow's repeat, a grip."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from enum import Enum

from companion.box.debounce import Change
from companion.support.frozen import frozen
from companion.words.signs import Key

LONG = 0.6
"""Seconds a key is held for a long press."""
ANNOUNCED = 0.15
"""Seconds after which a held key shows that it will be a long press."""
FRAME = 0.05
"""Seconds between two pictures of the filling bar."""
REPEAT_AFTER = 0.4
REPEAT_EVERY = 0.12
HOLDABLE = frozenset({Key.OK, Key.BACK})
"""Keys that mean something else when held; their short press counts when they come up."""
REPEATING = frozenset({Key.UP, Key.DOWN, Key.LEFT, Key.RIGHT})


class Act(Enum):
    """What a hand did with a key."""

    PRESS = "press"
    REPEAT = "repeat"
    LONG = "long"
    GRIP = "grip"
    """A key went down that a page wants to follow for as long as it is held."""
    RELEASE = "release"
    """That key came up again."""


@frozen
class Gesture:
    """One thing a hand did."""

    key: Key
    act: Act


@dataclass(slots=True)
class _Held:
    since: float
    next: float
    """When something more happens while it is held; infinity when nothing will."""
    spent: bool = False
    """It means nothing any more, nor does its release: its long press has happened, or its page has gone."""
    gripped: bool = False
    """Its page follows it: it neither repeats nor becomes a long press, and its release is told."""

    @property
    def counting(self) -> bool:
        """Whether a long press is on its way."""
        return not self.spent and not self.gripped


class Gestures:
    """Follows the keys that are down. Several may be: each is followed by itself."""

    def __init__(self) -> None:
        self._held: dict[Key, _Held] = {}

    def change(self, change: Change, grips: Set[Key] = frozenset()) -> tuple[Gesture, ...]:
        """Take in a change: the gesture it completes, if any. Of keys in `grips` both the grip and the release are."""
        overdue = self.tick(change.at)
        if change.down and change.key in grips:
            self._held[change.key] = _Held(change.at, float("inf"), gripped=True)
            return (*overdue, Gesture(change.key, Act.GRIP))
        if not change.down:
            held = self._held.pop(change.key, None)
            if held and held.gripped:
                return overdue if held.spent else (*overdue, Gesture(change.key, Act.RELEASE))
            if held and change.key in HOLDABLE and not held.spent:
                return (*overdue, Gesture(change.key, Act.PRESS))
            return overdue
        first = LONG if change.key in HOLDABLE else REPEAT_AFTER if change.key in REPEATING else float("inf")
        self._held[change.key] = _Held(change.at, change.at + first)
        return overdue if change.key in HOLDABLE else (*overdue, Gesture(change.key, Act.PRESS))

    def tick(self, now: float) -> tuple[Gesture, ...]:
        """What has come of the keys that are held."""
        found: list[Gesture] = []
        for key, held in self._held.items():
            if held.next > now:
                continue
            if key in HOLDABLE:
                held.spent, held.next = True, float("inf")
                found.append(Gesture(key, Act.LONG))
            else:
                held.next = now + REPEAT_EVERY
                found.append(Gesture(key, Act.REPEAT))
        return tuple(found)

    def let_go(self) -> None:
        """What is held means nothing any more: another page came under the fingers."""
        for held in self._held.values():
            held.spent, held.next = True, float("inf")

    def deadline(self, now: float) -> float | None:
        """When `tick`, or the next picture of a filling bar, is due."""
        times = [held.next for held in self._held.values() if held.next < float("inf")]
        for key, held in self._held.items():
            if key in HOLDABLE and held.counting:
                times.append(max(held.since + ANNOUNCED, now + FRAME))
        return min(times, default=None)

    def down(self) -> frozenset[Key]:
        """The keys that are down and mean something."""
        return frozenset(key for key, held in self._held.items() if not held.spent)

    def hold(self, now: float) -> tuple[Key, float] | None:
        """The key whose long press is on its way, and how far it is (0 to 1); None before it announces itself."""
        for key, held in self._held.items():
            if key in HOLDABLE and held.counting and now >= held.since + ANNOUNCED:
                return key, min(1.0, (now - held.since) / LONG)
        return None
