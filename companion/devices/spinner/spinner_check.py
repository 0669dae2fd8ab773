"""Access to a spinner for a command: wait for it, test it and measure its line, one step at a time, outside a game."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator

from companion.devices.spinner.link import Echo, Event, Hello, Link, Message, MessageKind, SpinnerMet
from companion.devices.spinner.serial_port import Port
from companion.support.frozen_dataclasses import frozen
from companion.support.wait_readable import readable

MEET_S = 3.0
"""The longest time that a plugged-in spinner takes to answer."""
_ECHO_BYTES = 20
_ECHO_S = 0.5
"""The time after which an echo counts as lost."""
ALL_LIGHTS = 0xFF


@frozen
class LineFigures:
    """The measured quality of a line."""

    sent: int
    returned: int
    """The number of echoes that came back intact and in time."""
    median_ms: float
    """The time there and back; 0 if no echo came."""
    worst_ms: float
    damaged: int
    """The number of invalid frames that came in."""

    @property
    def lost(self) -> int:
        """The number of echoes that did not come back."""
        return self.sent - self.returned


class SpinnerProbe:
    """A line that is open for as long as a command runs."""

    def __init__(self, port: Port, session: int, clock: Callable[[], float] = time.monotonic) -> None:
        """`port` stays the caller's to close. `session` is as in Link."""
        self._port = port
        self._link = Link(session)
        self._clock = clock

    def wait_for_spinner(self, seconds: float = MEET_S) -> Hello | None:
        """Return the spinner that answers; None if none does. Raises PortError."""
        for event in self.listen(seconds):
            if isinstance(event, SpinnerMet):
                return event.hello
        return None

    def listen(self, seconds: float | None) -> Iterator[Event]:
        """Yield every event for some seconds, without end if None; an event is yielded as soon as it comes.

        A caller that stops early loses nothing: everything that has come in is processed before the first event is
        yielded. Raises PortError.
        """
        ends = None if seconds is None else self._clock() + seconds
        while True:
            now = self._clock()
            yield from [*self._link.receive(self._port.read(), now)]  # else a late read counts as silence
            yield from [*self._link.tick(now)]
            self._port.write(self._link.take_output())
            due = min((time for time in (self._link.deadline(now), ends) if time is not None), default=None)
            readable([self._port.fileno()], None if due is None else max(due - now, 0.0))
            now = self._clock()
            yield from [*self._link.receive(self._port.read(), now)]
            if ends is not None and now >= ends:
                self._port.write(self._link.take_output())
                return

    def show(self, *messages: Message) -> None:
        """Send messages that must arrive; they go out during `listen`."""
        for message in messages:
            self._link.enqueue(message, self._clock())

    def light(self, light: int, rgb: tuple[int, int, int]) -> None:
        """Show a single light, or ALL_LIGHTS."""
        self._link.show([Message(MessageKind.LIGHT, bytes((light, *rgb)))], self._clock())

    def light_keys(self, lit: int) -> None:
        """Light these keys, a bit for each."""
        self._link.light_keys(lit)

    def measure(self, count: int) -> LineFigures:
        """Send `count` echoes, one after the other, and return how many come back, and how fast. Raises PortError."""
        times_ms: list[float] = []
        damaged = self._link.damaged
        for number in range(count):
            body = number.to_bytes(2, "big") + bytes(_ECHO_BYTES - 2)
            sent_at = self._clock()
            self._link.send_once(Message(MessageKind.PING, body))
            for event in self.listen(_ECHO_S):
                if event == Echo(body):
                    times_ms.append((self._clock() - sent_at) * 1000)
                    break
        median, worst = (statistics.median(times_ms), max(times_ms)) if times_ms else (0.0, 0.0)
        return LineFigures(count, len(times_ms), median, worst, self._link.damaged - damaged)
