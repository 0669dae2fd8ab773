"""A spinner at hand for a command: met, tried and measured, one thing after the other, while nobody plays with it."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator

from companion.devices.spinner.link import Echo, Event, Hello, Kind, Link, Message, Met
from companion.devices.spinner.serial_port import Port
from companion.support.frozen import frozen
from companion.support.wait_readable import readable

MEET_S = 3.0
"""How long a spinner that is plugged in takes at most to answer."""
_ECHO_BYTES = 20
_ECHO_S = 0.5
"""An echo that takes longer is taken for lost."""
ALL_LIGHTS = 0xFF


@frozen
class LineFigures:
    """How good a line is."""

    sent: int
    back: int
    """How many came back unharmed, and in time."""
    median_ms: float
    """There and back; 0 where none came."""
    worst_ms: float
    damaged: int
    """What came in that was no sound frame."""

    @property
    def lost(self) -> int:
        """How many did not come back."""
        return self.sent - self.back


class Talk:
    """A line that is open for as long as a command runs."""

    def __init__(self, port: Port, session: int, clock: Callable[[], float] = time.monotonic) -> None:
        """`port` stays the caller's to close. `session` is as Link has it."""
        self._port = port
        self._link = Link(session)
        self._clock = clock

    def meet(self, seconds: float = MEET_S) -> Hello | None:
        """Find out who is there; None where nobody answers. Raises PortError."""
        for event in self.listen(seconds):
            if isinstance(event, Met):
                return event.hello
        return None

    def listen(self, seconds: float | None) -> Iterator[Event]:
        """Everything that comes within some seconds, None: for ever; an event is given as soon as it comes.

        Whoever takes no more of them loses nothing: what has come in is taken in before the first is given. Raises
        PortError.
        """
        ends = None if seconds is None else self._clock() + seconds
        while True:
            now = self._clock()
            yield from [*self._link.received(self._port.read(), now)]  # else a late look at it is taken for silence
            yield from [*self._link.tick(now)]
            self._port.write(self._link.take_out())
            due = min((time for time in (self._link.deadline(now), ends) if time is not None), default=None)
            readable([self._port.fileno()], None if due is None else max(due - now, 0.0))
            now = self._clock()
            yield from [*self._link.received(self._port.read(), now)]
            if ends is not None and now >= ends:
                self._port.write(self._link.take_out())
                return

    def show(self, *messages: Message) -> None:
        """Send what must arrive; it goes out while the line is listened to."""
        for message in messages:
            self._link.say(message, self._clock())

    def light(self, light: int, rgb: tuple[int, int, int]) -> None:
        """Show one light by itself, or ALL_LIGHTS."""
        self._link.show([Message(Kind.LIGHT, bytes((light, *rgb)))], self._clock())

    def light_keys(self, lit: int) -> None:
        """Light these keys, a bit for each."""
        self._link.light_keys(lit)

    def measure(self, count: int) -> LineFigures:
        """Send so many echoes, one after the other, and see what becomes of them. Raises PortError."""
        took: list[float] = []
        damaged = self._link.damaged
        for number in range(count):
            body = number.to_bytes(2, "big") + bytes(_ECHO_BYTES - 2)
            sent = self._clock()
            self._link.hint(Message(Kind.PING, body))
            for event in self.listen(_ECHO_S):
                if event == Echo(body):
                    took.append((self._clock() - sent) * 1000)
                    break
        median, worst = (statistics.median(took), max(took)) if took else (0.0, 0.0)
        return LineFigures(count, len(took), median, worst, self._link.damaged - damaged)
