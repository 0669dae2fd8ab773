"""A companion's link and a spinner's program at the ends of a line that loses and damages bytes, in simulated time."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from companion.devices.spinner.link import Event, KeyChange, Link, Message
from companion.devices.spinner.simulated_spinner import new_spinner
from companion.support.resources import firmware_dir

STEP_MS = 1
SESSION = 0x5A17
BOOT = 0x0B07


class LineSimulation:
    """Both ends, in steps of a millisecond. `events` are those of the companion's end."""

    def __init__(self, seed: int = 0, damaged: float = 0.0, dropped: float = 0.0, *, starts_ms: int = 0) -> None:
        """`damaged` and `dropped` are shares of the bytes, both ways; `starts_ms` is the spinner's clock at first."""
        self.link = Link(SESSION)
        self.spinner: Any = new_spinner(firmware_dir(), BOOT)
        self.events: list[Event] = []
        self.ms = 0
        self.levels = 0
        self.joined = True
        self.received: list[bytes] = []
        """The bytes that the spinner has sent, by milliseconds."""
        self._starts_ms = starts_ms
        self._random = random.Random(seed)
        self._damaged, self._dropped = damaged, dropped
        self._to_spinner = self._to_companion = b""

    @property
    def now(self) -> float:
        """The companion's time in seconds."""
        return self.ms / 1000

    @property
    def keys(self) -> list[tuple[int, bool]]:
        """The key changes that have come in."""
        return [(event.key, event.down) for event in self.events if isinstance(event, KeyChange)]

    def run(self, ms: int) -> None:
        """Let `ms` milliseconds pass."""
        for _ in range(ms // STEP_MS):
            self.step()

    def meet(self) -> LineSimulation:
        """Run until both know each other."""
        for _ in range(60_000):
            if self.link.alive and self.spinner.link.open:
                return self
            self.step()
        raise AssertionError("they never met")

    def step(self) -> None:
        """Run one millisecond: bytes sent before it arrive now."""
        self.ms += STEP_MS
        to_spinner, to_companion = self._to_spinner, self._to_companion
        ticks = (self._starts_ms + self.ms) % 2**30
        count = self.spinner.step(ticks, to_spinner, len(to_spinner), self.levels)
        self._to_companion = self._transmit(bytes(self.spinner.out[:count]))
        self.events += self.link.receive(to_companion, self.now)
        self.events += self.link.tick(self.now)
        self._to_spinner = self._transmit(self.link.take_output())

    def press(self, key: int, ms: int = 60) -> None:
        """Hold a key down for a while, and let it go for as long."""
        self.levels |= 1 << key
        self.run(ms)
        self.levels &= ~(1 << key)
        self.run(ms)

    def show(self, *messages: Message) -> None:
        """Show something on the spinner, and wait until it is shown."""
        self.link.show(messages, self.now)
        self.run(5)

    def draw(self, after_ms: int = 0) -> list[str]:
        """Return the ring after some milliseconds, as rrggbb."""
        self.run(after_ms)
        self.spinner.ring.draw((self._starts_ms + self.ms) % 2**30)
        return pixels(self.spinner)

    def restart(self, boot: int = BOOT + 1) -> None:
        """Pull the spinner's plug and put it in again."""
        self.spinner = new_spinner(firmware_dir(), boot)
        self._to_spinner = self._to_companion = b""

    def _transmit(self, data: bytes) -> bytes:
        if not self.joined:
            return b""
        return bytes(self._spoil(data)) if self._damaged or self._dropped else data

    def _spoil(self, data: bytes) -> Iterator[int]:
        for byte in data:
            luck = self._random.random()
            if luck < self._dropped:
                continue
            yield self._random.randrange(256) if luck < self._dropped + self._damaged else byte


def pixels(spinner: Any) -> list[str]:
    """Return the ring as rrggbb."""
    data = bytes(spinner.ring.pixels)
    return [data[index : index + 3].hex() for index in range(0, len(data), 3)]
