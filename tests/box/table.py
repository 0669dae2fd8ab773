"""A companion in a separate process, and a player at its simulated box over HTTP."""

from __future__ import annotations

import json
import signal
import urllib.request
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from tests.box.events import Event
from tests.box.running import Running
from tests.terminal import PATIENCE_S

BoxEvent = Event
"""The page of the box: an event of its stream."""


class Table(Running):
    """`companion run --simulate` on a state directory, from its start until it is ended or its plug is pulled."""

    def __init__(self, state: Path, program: str = "companion", variables: Mapping[str, str] | None = None) -> None:
        super().__init__(
            state,
            "--simulate",
            stream="box/events",
            ready=lambda view: bool(view["spoken"]),
            program=program,
            variables=variables,
        )

    def press(self, key: str) -> BoxEvent:
        """Press a key that has a meaning on the screen, and wait for the box's answer.

        Nothing is awaited while the key is down: a busy machine would make a slow press of it, which plays nothing.
        """
        before = self.view_now
        self.push(key, down=True)
        self.push(key, down=False)
        return self.wait_for(lambda view: bool(view["tune_number"] > before["tune_number"]))

    def push(self, key: str, *, down: bool) -> None:
        """Push a key down, or release it, without waiting for the effect."""
        body = json.dumps({"key": key, "down": down}).encode()
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(f"{self.address}box/keys", body, headers)
        with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
            assert answer.status == 204

    def view(self) -> dict[str, Any]:
        """Return the table as every page gets it."""
        with urllib.request.urlopen(f"{self.address}api/state", timeout=PATIENCE_S) as answer:
            view: dict[str, Any] = json.load(answer)
            return view

    @property
    def view_now(self) -> BoxEvent:
        """The current page of the box."""
        return self.newest

    def wait_for(self, good: Callable[[BoxEvent], bool]) -> BoxEvent:
        """Return the page of the box as soon as it satisfies `good`."""
        view = self.event_within(good)
        assert view is not None, f"it never came; the last was {self.newest}"
        return view

    def end(self) -> int:
        """Ask it to end; return its exit status once every page was notified."""
        self._process.send_signal(signal.SIGTERM)
        self._stream.join(PATIENCE_S)
        assert self._over
        return self._process.wait(PATIENCE_S)
