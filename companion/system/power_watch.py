"""A watch for low power, which comes and goes in a moment, so that a later look would miss it."""

from __future__ import annotations

import logging
import select
import socket
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from companion.system.machine_facts import MachineFacts

log = logging.getLogger(__name__)

Wait = Callable[[int, int], None]
"""Returns once the first of two files has news, or the second was closed at its other end."""


def wait_for_news(alarm: int, closed: int) -> None:
    """Wait for news the kernel's way: a file of `/sys` that was read has an exceptional condition when it changes."""
    poll = select.poll()
    poll.register(alarm, select.POLLPRI | select.POLLERR)
    poll.register(closed, select.POLLIN)
    poll.poll()


class PowerWatch:
    """Watch that remembers whether there was too little power since its start. Its thread sleeps and never polls."""

    def __init__(self, alarm: Path | None, wait: Wait = wait_for_news) -> None:
        """`alarm` is the kernel's alarm file; None where there is no such file: then nothing is watched."""
        self.was_low = False
        """True if there was too little power at some moment."""
        self._alarm = alarm
        self._wait = wait
        self._stopping = threading.Event()
        self._running: tuple[threading.Thread, socket.socket] | None = None
        """The thread, and the socket that ends its wait when it is closed."""

    def start(self) -> None:
        """Start to watch."""
        if self._alarm is not None:
            closed, end = socket.socketpair()
            thread = threading.Thread(target=self._run, args=(self._alarm, closed), name="power", daemon=True)
            self._running = thread, end
            thread.start()

    def close(self) -> None:
        """Stop watching."""
        self._stopping.set()
        if self._running is not None:
            thread, end = self._running
            end.close()
            thread.join()

    def with_remembered_power(self, facts: MachineFacts) -> MachineFacts:
        """Return the facts of a machine with the remembered state of its power."""
        power = facts.power
        if power is None or power.was_low or not self.was_low:
            return facts
        return replace(facts, power=replace(power, was_low=True))

    def _run(self, path: Path, closed: socket.socket) -> None:
        try:
            with closed, path.open("rb", buffering=0) as alarm:
                while not self._stopping.is_set():
                    alarm.seek(0)
                    self._note_alarm(alarm.read().strip())
                    self._wait(alarm.fileno(), closed.fileno())
        except OSError as error:
            log.warning("too little power goes unnoticed: %s", error)

    def _note_alarm(self, content: bytes) -> None:
        if content == b"1" and not self.was_low:  # it may come and go for hours: the log needs it once
            self.was_low = True
            log.warning("there is too little power")
