"""Waits until a Pico shows MicroPython's prompt: a spinner's program is asked to leave, any other is interrupted."""

from __future__ import annotations

import time
from collections.abc import Callable

from companion.devices.spinner.link import Hello, Link, Message, MessageKind, SpinnerMet
from companion.devices.spinner.serial_port import Port, PortError
from companion.support.wait_readable import readable

READY_S = 10.0
"""The longest wait for the prompt; it starts again when a spinner's program is asked to leave."""
_ASK_S = 0.5
_ASK = b"\r\x03\x02"
"""Ctrl-C ends the running program; Ctrl-B leaves the raw mode, if a tool left the prompt in it."""
_PROMPT = b">>> "
_RETRY_S = 0.1
"""The wait before a missing port is opened again."""


class NoPromptError(Exception):
    """An error for a prompt that did not come in time."""


class PromptWait:
    """A wait for the prompt that asks again and again: bytes sent to a Pico that is just starting may be lost."""

    def __init__(
        self,
        open_port: Callable[[], Port],
        session: int,
        *,
        on_spinner: Callable[[Hello], None],
        on_wait: Callable[[], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Do nothing before `run`.

        Args:
            open_port: Opens the Pico's port; raises PortError while it is missing.
            session: As in Link.
            on_spinner: Called once, when a spinner's program answers, which is then asked to leave.
            on_wait: Called once, when the prompt does not come at once.
            clock: Counts seconds and never goes back.
        """
        self._open_port = open_port
        self._session = session
        self._on_spinner = on_spinner
        self._on_wait = on_wait
        self._clock = clock
        self._link = Link(session)
        self._port: Port | None = None
        self._received = b""
        self._attempts = 0
        self._met = False
        self._ask_at = self._ends_at = float("-inf")
        self._error: PortError | None = None

    def run(self) -> None:
        """Return as soon as the prompt is there, and release the port.

        Raises:
            NoPromptError: It did not come within READY_S.
            PortError: The port cannot be opened, or did not come back after a restart.
        """
        self._port = self._open_port()
        self._ask_at = self._clock()
        self._ends_at = self._ask_at + READY_S
        try:
            while _PROMPT not in self._received:
                if self._clock() >= self._ends_at:
                    raise self._error or NoPromptError
                self._round()
        finally:
            self._drop_port()

    def _round(self) -> None:
        if self._port is None:
            try:
                self._port = self._open_port()
            except PortError as error:
                self._error = error
                readable([], _RETRY_S)
                return
            self._error = None
        try:
            self._exchange(self._port)
        except PortError:  # the Pico restarts
            self._drop_port()

    def _exchange(self, port: Port) -> None:
        now = self._clock()
        if now >= self._ask_at:
            self._ask_at = now + _ASK_S
            self._received = b""
            self._attempts += 1
            if self._attempts == 2:
                self._on_wait()
            port.write(_ASK)
        for _ in self._link.tick(now):
            pass
        port.write(self._link.take_output())
        due = [time for time in (self._link.deadline(now), self._ask_at, self._ends_at) if time is not None]
        readable([port.fileno()], max(min(due) - now, 0.0))
        data = port.read()
        self._received += data
        for event in self._link.receive(data, self._clock()):
            if isinstance(event, SpinnerMet):
                self._link.enqueue(Message(MessageKind.LEAVE, b"go"), self._clock())
                if not self._met:  # for one that comes back again and again the wait must still end
                    self._met = True
                    self._on_spinner(event.hello)
                    self._ends_at = self._clock() + READY_S

    def _drop_port(self) -> None:
        """Close the port. A Pico that comes back has restarted, and its prompt must get no frame."""
        if self._port is not None:
            self._port.close()
            self._port = None
        self._link = Link(self._session)
        self._received = b""
