"""A simulated spinner: runs the firmware's own files, and moves keys and knob as a hand does."""

from __future__ import annotations

import errno
import importlib.util
import os
import secrets
import socket
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

from companion.devices.spinner.serial_port import Port, PortError, SocketPort
from companion.support.frozen_dataclasses import frozen
from companion.support.wait_readable import readable

_PACKAGE = "companion_firmware"
"""The name of the firmware's package here: its name on the Pico is too common a word."""
_FRAME_S = 1 / 30
_DETENT_S = 0.02
"""The time from one detent to the next, of a knob that is thrown."""
_CONTACT_S = 0.03
"""The time from one contact to the next: no hand is quicker."""
_TICKS = 2**30
"""The value at which MicroPython's clock restarts from 0."""
_ROOM = 512


def load_firmware(folder: Path) -> ModuleType:
    """Return the firmware's package from its folder, which is `firmware/` of a checkout or of an installed program."""
    if _PACKAGE in sys.modules:
        return sys.modules[_PACKAGE]
    home = folder / "spinner"
    spec = importlib.util.spec_from_file_location(
        _PACKAGE, home / "__init__.py", submodule_search_locations=[str(home)]
    )
    assert spec is not None  # a path that ends in .py always has one, with a loader
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[_PACKAGE] = module
    spec.loader.exec_module(module)
    return module


def new_spinner(folder: Path, boot: int) -> Any:
    """Return the firmware's spinner as it is after power-on. `boot` is from 1 to 0xFFFF."""
    return load_firmware(folder).SpinnerCore(boot)


@frozen
class RingState:
    """The visible state of the spinner."""

    pixels: bytes
    """Red, green and blue of each light, from the top clockwise."""
    lit: int
    """A bit for each key that is lit."""


class SimulatedSpinner:
    """The firmware on its own thread, at the end of a line that can be cut and joined."""

    def __init__(self, folder: Path, on_change: Callable[[RingState], None]) -> None:
        """`folder` holds the firmware.

        `on_change` is called on this object's thread, whenever the visible state changes.
        """
        self._folder = folder
        self._on_change = on_change
        self._spinner = new_spinner(folder, _boot())
        self._published: RingState | None = None
        self._lock = threading.Lock()
        self._levels = 0
        self._contacts: deque[tuple[int, bool]] = deque()
        self._contact_at = 0.0
        self._detents: deque[int] = deque()
        self._detent_at = 0.0
        self._end: socket.socket | None = None
        self._plugged = True
        self._closed = False
        self._wake = os.eventfd(0, os.EFD_CLOEXEC | os.EFD_NONBLOCK)
        self._thread = threading.Thread(target=self._run, name="simulated-spinner", daemon=True)
        self._thread.start()

    def open_port(self) -> Port:
        """Return the companion's end of the line. Raises PortError while the spinner is not plugged in."""
        with self._lock:
            if not self._plugged or self._closed:
                raise PortError("no spinner is plugged in", errno.ENOENT)
            mine, theirs = socket.socketpair()
            mine.setblocking(False)
            if self._end is not None:
                self._end.close()
            self._end = mine
        os.eventfd_write(self._wake, 1)
        return SocketPort(theirs)

    def press(self, key: int, down: bool) -> None:
        """Push a key, from 0, down or let it go, for at least as long as a hand does."""
        with self._lock:
            self._contacts.append((key, down))
        os.eventfd_write(self._wake, 1)

    def turn(self, detents: int) -> None:
        """Turn the knob, above 0 clockwise, as fast as a hand throws it."""
        with self._lock:
            self._detents.extend([1 if detents > 0 else -1] * abs(detents))
        os.eventfd_write(self._wake, 1)

    def unplug(self) -> None:
        """Pull the plug: the line is cut, and the spinner forgets everything."""
        with self._lock:
            self._plugged = False
            self._cut()

    def plug_in(self) -> None:
        """Put the plug in again: the spinner starts."""
        with self._lock:
            self._spinner = new_spinner(self._folder, _boot())
            self._plugged = True

    def close(self) -> None:
        """End the thread."""
        self._closed = True
        os.eventfd_write(self._wake, 1)
        self._thread.join()
        with self._lock:
            self._cut()
        os.close(self._wake)

    def _cut(self) -> None:
        if self._end is not None:
            self._end.close()
            self._end = None

    def _run(self) -> None:
        drawn_at = float("-inf")
        while not self._closed:
            with self._lock:
                end = self._end
            self._wait(end, drawn_at + _FRAME_S)
            now = time.monotonic()
            with self._lock:
                if not self._plugged:
                    continue
                self._move_contacts(now)
                self._exchange(now)
                changed = False
                if now - drawn_at >= _FRAME_S:
                    drawn_at = now
                    changed = self._spinner.ring.draw(_ticks(now))
                state = RingState(bytes(self._spinner.ring.pixels), self._spinner.lit)
            if (
                changed or state.lit != (self._published.lit if self._published else None)
            ) and state != self._published:
                self._published = state
                self._on_change(state)

    def _wait(self, end: socket.socket | None, due: float) -> None:
        files = [self._wake] if end is None else [self._wake, end.fileno()]
        with self._lock:
            due = min(due, self._detent_at) if self._detents else due
            due = min(due, self._contact_at) if self._contacts else due
        try:
            ready = readable(files, max(due - time.monotonic(), 0.001))
        except ValueError:  # the end was closed meanwhile
            return
        if self._wake in ready:
            os.eventfd_read(self._wake)

    def _move_contacts(self, now: float) -> None:
        """Make the next contact of a key, and the next detent of a knob that is being turned."""
        if self._contacts and now >= self._contact_at:
            self._contact_at = now + _CONTACT_S
            key, down = self._contacts.popleft()
            self._levels = self._levels | 1 << key if down else self._levels & ~(1 << key)
        if not self._detents or now < self._detent_at:
            return
        self._detent_at = now + _DETENT_S
        quarters = ((0, 1), (0, 0), (1, 0), (1, 1))
        if self._detents.popleft() < 0:
            quarters = ((1, 0), (0, 0), (0, 1), (1, 1))
        for a, b in quarters:
            self._spinner.knob.edge(a, b)

    def _exchange(self, now: float) -> None:
        """Run one round of the firmware with the bytes that have come in."""
        data = b""
        if self._end is not None:
            try:
                data = self._end.recv(_ROOM)
                if not data:
                    self._cut()
            except BlockingIOError:
                pass
            except OSError:
                self._cut()
        count = self._spinner.step(_ticks(now), data, len(data), self._levels)
        if count and self._end is not None:
            try:
                self._end.send(bytes(self._spinner.out[:count]))
            except BlockingIOError:
                pass  # lost, as on a real line
            except OSError:
                self._cut()


def _boot() -> int:
    return 1 + secrets.randbelow(0xFFFF)


def _ticks(now: float) -> int:
    return int(now * 1000) % _TICKS
