"""A companion in a process of its own, and somebody who plays at its simulated box over HTTP."""

from __future__ import annotations

import json
import signal
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.box.events import Event
from tests.box.running import Running
from tests.terminal import PATIENCE_S

Seen = Event
"""What the page of the box shows: an event of its stream."""


class Table(Running):
    """`companion run --simulate` on a state directory, from its start until the plug is pulled or it is ended."""

    def __init__(self, state: Path) -> None:
        super().__init__(state, "--simulate", stream="box/events", ready=lambda seen: bool(seen["spoken"]))

    def press(self, key: str) -> Seen:
        """Press a key that the screen gives a meaning, and wait until the box has answered."""
        before = self.seen
        self.push(key, down=True)
        self.wait_for(lambda seen: bool(seen["picture"] != before["picture"]))
        self.push(key, down=False)
        return self.wait_for(lambda seen: bool(seen["tune_number"] > before["tune_number"]))

    def push(self, key: str, *, down: bool) -> None:
        """Push a key down, or let it go; nobody waits for what comes of it."""
        body = json.dumps({"key": key, "down": down}).encode()
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(f"{self.address}box/keys", body, headers)
        with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
            assert answer.status == 204

    def view(self) -> dict[str, Any]:
        """The table as every page gets it."""
        with urllib.request.urlopen(f"{self.address}api/state", timeout=PATIENCE_S) as answer:
            view: dict[str, Any] = json.load(answer)
            return view

    @property
    def seen(self) -> Seen:
        """What the box shows now."""
        return self.newest

    def wait_for(self, good: Callable[[Seen], bool]) -> Seen:
        """What the box shows as soon as it will do."""
        seen = self.comes(good)
        assert seen is not None, f"it never came; the last was {self.newest}"
        return seen

    def end(self) -> int:
        """Ask it to end; its exit status, once every page has been told."""
        self._process.send_signal(signal.SIGTERM)
        self._stream.join(PATIENCE_S)
        assert self._over
        return self._process.wait(PATIENCE_S)
