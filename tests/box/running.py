"""A companion in a separate process, and the newest event of one of its streams."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Callable, Mapping
from http.client import HTTPException
from pathlib import Path
from typing import Self

from tests.box.events import Event, events
from tests.terminal import PATIENCE_S, environment


class Running:
    """`companion run` on a state directory. Used as a context: its process has ended afterwards in every case."""

    def __init__(
        self,
        state: Path,
        *options: str,
        stream: str,
        ready: Callable[[Event], bool] = bool,
        program: str = "companion",
        variables: Mapping[str, str] | None = None,
    ) -> None:
        """`stream` is the path of a stream, without a / in front; the companion can be used once an event of it is
        `ready`. `program` is the module that runs it, and `variables` are added to its environment.
        """
        command = [sys.executable, "-m", program, "run", *options, "--port", "0", "--state", str(state)]
        self._process = subprocess.Popen(
            command, env=environment(**variables or {}), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        self._path, self._ready = stream, ready
        self._stream = threading.Thread(target=self._look, daemon=True)
        self._changed = threading.Condition()
        self._newest: Event | None = None
        self._over = False

    def __enter__(self) -> Self:
        assert self._process.stdout is not None
        greeting = self._process.stdout.readline()
        match = re.search(r"http://127\.0\.0\.1:\d+/", greeting)
        assert match is not None, f"it did not start: {greeting}{self.pull_the_plug()}"
        self.address = match[0]
        self._stream.start()
        assert self.event_within(self._ready) is not None, f"it was never ready: {self.pull_the_plug()}"
        return self

    def __exit__(self, *_: object) -> None:
        self.pull_the_plug()

    @property
    def pid(self) -> int:
        """The number of its process."""
        return self._process.pid

    @property
    def newest(self) -> Event:
        """The last event of the stream."""
        assert self._newest is not None
        return self._newest

    def event_within(self, good: Callable[[Event], bool], seconds: float = PATIENCE_S) -> Event | None:
        """Return the newest event as soon as it satisfies `good`; None if not within that time."""
        with self._changed:
            self._changed.wait_for(lambda: self._over or self._is(good), seconds)
            return self._newest if self._is(good) else None

    def wait(self, seconds: float) -> int:
        """Return its exit status once it has ended; raises TimeoutExpired if it continues."""
        return self._process.wait(seconds)

    def pull_the_plug(self) -> str:
        """Kill it in the middle of its work, like a power cut; return its log."""
        self._process.kill()
        return self._process.communicate(timeout=PATIENCE_S)[1]

    def _is(self, good: Callable[[Event], bool]) -> bool:
        return self._newest is not None and good(self._newest)

    def _look(self) -> None:
        try:
            with urllib.request.urlopen(f"{self.address}{self._path}", timeout=PATIENCE_S) as stream:
                for event in events(stream):
                    self._show(event)
        except (OSError, HTTPException):
            pass  # the process was killed
        with self._changed:
            self._over = True
            self._changed.notify_all()

    def _show(self, event: Event) -> None:
        with self._changed:
            self._newest = event
            self._changed.notify_all()
