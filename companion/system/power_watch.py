"""Waits for too little power, which comes and goes in a moment: whoever looks later would not know of it."""

from __future__ import annotations

import logging
import select
import socket
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from companion.system.machine_facts import Facts

log = logging.getLogger(__name__)

Wait = Callable[[int, int], None]
"""Returns once the first of two files has news, or the second has been closed at its other end."""


def news(alarm: int, closed: int) -> None:
    """Wait as the kernel has it: a file of `/sys` that was read has news when it is exceptional."""
    poll = select.poll()
    poll.register(alarm, select.POLLPRI | select.POLLERR)
    poll.register(closed, select.POLLIN)
    poll.poll()


class PowerWatch:
    """Remembers whether there was too little power since it was started. At rest its thread sleeps: nothing polls."""

    def __init__(self, alarm: Path | None, wait: Wait = news) -> None:
        """`alarm` is the file in which the kernel tells; None where it does not, then nothing is watched."""
        self.was_low = False
        """There was too little power at some moment."""
        self._alarm = alarm
        self._wait = wait
        self._ends = threading.Event()
        self._running: tuple[threading.Thread, socket.socket] | None = None
        """The thread, and what ends its waiting once it is closed."""

    def start(self) -> None:
        """Begin to wait."""
        if self._alarm is not None:
            closed, end = socket.socketpair()
            thread = threading.Thread(target=self._run, args=(self._alarm, closed), name="power", daemon=True)
            self._running = thread, end
            thread.start()

    def close(self) -> None:
        """Wait no longer."""
        self._ends.set()
        if self._running is not None:
            thread, end = self._running
            end.close()
            thread.join()

    def remembered(self, facts: Facts) -> Facts:
        """What was found out of a machine, and what is remembered of its power."""
        power = facts.power
        if power is None or power.was_low or not self.was_low:
            return facts
        return replace(facts, power=replace(power, was_low=True))

    def _run(self, path: Path, closed: socket.socket) -> None:
        try:
            with closed, path.open("rb", buffering=0) as alarm:
                while not self._ends.is_set():
                    alarm.seek(0)
                    self._look(alarm.read().strip())
                    self._wait(alarm.fileno(), closed.fileno())
        except OSError as error:
            log.warning("too little power goes unnoticed: %s", error)

    def _look(self, told: bytes) -> None:
        if told == b"1" and not self.was_low:  # it may come and go for hours: once is enough in a log
            self.was_low = True
            log.warning("there is too little power")
