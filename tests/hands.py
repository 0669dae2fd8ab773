"""A hand at the keys of a simulated box in this process."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

from companion.app.application import Companion
from companion.session.publisher import Publisher
from companion.words.signs import Key

PATIENCE_S = 20
T = TypeVar("T")


class Clock:
    """The machine's clock, moved forward with every key: no press is too quick for the box."""

    def __init__(self) -> None:
        self.ahead = 0.0
        """Seconds ahead of the real clock."""

    def __call__(self) -> float:
        return time.monotonic() + self.ahead


CLOCK = Clock()
"""The clock of companions whose keys are pressed from here."""
HELD_S = 0.05


def move(companion: Companion, key: Key, *, down: bool) -> None:
    """Press or release a key."""
    assert companion.devices.simulated is not None
    CLOCK.ahead += HELD_S
    companion.devices.simulated.press(key, down)


def press(companion: Companion, *keys: Key) -> None:
    """Press keys one after the other, each after the previous one was handled."""
    for key in keys:
        assert companion.outputs.newest is not None
        before = companion.outputs.newest.sound_number
        for down in (True, False):
            move(companion, key, down=down)
        wait_for(companion.outputs, lambda output, before=before: output.sound_number > before)  # type: ignore[misc]


def wait_for(publisher: Publisher[T], good: Callable[[T], bool]) -> T:
    """Return the first item that satisfies `good`: the newest one, or a later one."""
    slot = publisher.subscribe()
    try:
        while (item := slot.take(PATIENCE_S)) is not None:
            if good(item):
                return item
        raise AssertionError(f"it never came; the last was {publisher.newest}")
    finally:
        publisher.unsubscribe(slot)
