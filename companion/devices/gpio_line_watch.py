"""Changes of lines straight from the kernel, on one thread that sleeps until a change comes.

lgpio reports changes too, but polls for them up to two thousand times a second, for as long as any line is watched.
"""

from __future__ import annotations

import logging
import os
import select
import threading
from collections.abc import Callable

import gpiod
from gpiod.line import Bias, Clock, Direction, Edge, Value

from companion.support.frozen_dataclasses import frozen

log = logging.getLogger(__name__)

OnChange = Callable[[bool, int], None]
"""A callback that gets whether a line went high, and the time, in nanoseconds of the system's monotonic clock."""

CONSUMER = "companion"
"""The name under which the system's tools list the user of our lines."""
PULLS = {"up": Bias.PULL_UP, "down": Bias.PULL_DOWN, "floating": Bias.DISABLED}
"""gpiod's pull settings by gpiozero's names."""
_EVENT_BUFFER = 256
"""Changes of a line that the kernel keeps while this machine is too busy to fetch them: several presses of a bad
contact, or a whole turn of a knob."""
_MOST_ROUNDS = 16
"""The most times that the lines are fetched in one go: a line that never rests must not keep the others waiting."""


@frozen
class _WatchedLine:
    request: gpiod.LineRequest
    on_change: OnChange


class LineWatch:
    """A watch on lines of one chip. May be used from any thread; close it last."""

    def __init__(self, chip: str) -> None:
        """`chip` is the path of its device, as "/dev/gpiochip0". Nothing is opened yet."""
        self._chip = chip
        self._lock = threading.Lock()
        self._lines: dict[int, _WatchedLine] = {}
        self._ready = select.epoll()
        self._end = os.eventfd(0, os.EFD_CLOEXEC)
        self._ready.register(self._end, select.EPOLLIN)
        self._thread: threading.Thread | None = None

    def add(self, pin: int, pull: str, on_change: OnChange) -> None:
        """Claim a line and report all its changes, on the thread of this watch.

        Args:
            pin: The line's number; nobody else may hold it.
            pull: "up", "down" or "floating".
            on_change: Must return at once.

        Raises:
            OSError: The line is not available.
        """
        settings = gpiod.LineSettings(
            direction=Direction.INPUT, edge_detection=Edge.BOTH, bias=PULLS[pull], event_clock=Clock.MONOTONIC
        )
        request = gpiod.request_lines(self._chip, {pin: settings}, CONSUMER, event_buffer_size=_EVENT_BUFFER)
        with self._lock:
            self._lines[pin] = _WatchedLine(request, on_change)
            self._ready.register(request.fd, select.EPOLLIN)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="lines", daemon=True)
                self._thread.start()

    def high(self, pin: int) -> bool | None:
        """Return whether a line is high at this moment; None for a line that is not watched."""
        with self._lock:
            if (watched := self._lines.get(pin)) is None:
                return None
            return watched.request.get_value(pin) is Value.ACTIVE

    def other_user(self, pin: int) -> str:
        """Return the name of another program that has a line; empty if it is a companion, nobody, or unknown."""
        try:
            with gpiod.Chip(self._chip) as chip:
                info = chip.get_line_info(pin)
        except OSError:
            return ""
        return info.consumer if info.used and info.consumer != CONSUMER else ""

    def remove(self, pin: int) -> None:
        """Release a line, if it is watched."""
        with self._lock:
            if watched := self._lines.pop(pin, None):
                self._ready.unregister(watched.request.fd)
                watched.request.release()

    def close(self) -> None:
        """Release every line and end the thread; nothing is reported afterwards. The second call does nothing."""
        if self._ready.closed:
            return
        if self._thread is not None:
            os.eventfd_write(self._end, 1)
            self._thread.join()
        for pin in tuple(self._lines):
            self.remove(pin)
        self._ready.close()
        os.close(self._end)

    def _run(self) -> None:
        while True:
            if self._end in {descriptor for descriptor, _ in self._ready.poll()}:
                return
            for watched, event in self._changes():
                try:
                    watched.on_change(event.event_type is event.Type.RISING_EDGE, event.timestamp_ns)
                except Exception:  # a listener that fails on one change still gets the next
                    log.exception("cannot tell of line %d", event.line_offset)

    def _changes(self) -> list[tuple[_WatchedLine, gpiod.EdgeEvent]]:
        """Return the new changes, in the order in which they happened.

        Lines are fetched until nothing is left: while one line of a knob is fetched, the other may change, and then the
        first again. Reported in the order of fetching (two changes of the first, then one of the second), they would
        lose a detent.
        """
        changes: list[tuple[_WatchedLine, gpiod.EdgeEvent]] = []
        with self._lock:
            # Polled under the lock, so that no line is released meanwhile.
            for _ in range(_MOST_ROUNDS):
                ready = {descriptor for descriptor, _ in self._ready.poll(0)}
                ready_lines = [watched for watched in self._lines.values() if watched.request.fd in ready]
                if not ready_lines:
                    break
                changes += [(watched, event) for watched in ready_lines for event in watched.request.read_edge_events()]
        return sorted(changes, key=lambda change: change[1].timestamp_ns)
