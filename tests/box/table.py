"""A companion in a process of its own, and somebody who plays at its simulated box over HTTP."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Callable
from http.client import HTTPException
from pathlib import Path
from typing import Any, Self

from tests.terminal import PATIENCE_S, environment

Seen = dict[str, Any]
"""What the page of the box shows: an event of its stream."""


class Table:
    """`companion run --simulate` on a state directory, from its start until the plug is pulled or it is ended."""

    def __init__(self, state: Path) -> None:
        command = [sys.executable, "-m", "companion", "run", "--simulate", "--port", "0", "--state", str(state)]
        self._process = subprocess.Popen(
            command, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        self._changed = threading.Condition()
        self._seen: Seen | None = None
        self._over = False

    def __enter__(self) -> Self:
        assert self._process.stdout is not None
        greeting = self._process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+/", greeting)
        assert found is not None, f"it did not start: {greeting}{self.pull_the_plug()}"
        self.address = found[0]
        self._stream = threading.Thread(target=self._look, daemon=True)
        self._stream.start()
        self.wait_for(lambda seen: bool(seen["spoken"]))
        return self

    def __exit__(self, *_: object) -> None:
        self.pull_the_plug()

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
        assert self._seen is not None
        return self._seen

    def wait_for(self, good: Callable[[Seen], bool]) -> Seen:
        """What the box shows as soon as it will do."""
        with self._changed:
            self._changed.wait_for(lambda: self._over or (self._seen is not None and good(self._seen)), PATIENCE_S)
            assert self._seen is not None
            assert good(self._seen), f"it never came; the last was {self._seen}"
            return self._seen

    def pull_the_plug(self) -> str:
        """End it in the midst of whatever it does, as a power cut would; what it had logged."""
        self._process.kill()
        return self._process.communicate(timeout=PATIENCE_S)[1]

    def end(self) -> int:
        """Ask it to end; its exit status, once every page has been told."""
        self._process.send_signal(signal.SIGTERM)
        self._stream.join(PATIENCE_S)
        assert self._over
        return self._process.wait(PATIENCE_S)

    def _look(self) -> None:
        try:
            with urllib.request.urlopen(f"{self.address}box/events", timeout=PATIENCE_S) as stream:
                for line in stream:
                    if line.startswith(b"data: "):
                        self._show(json.loads(line.removeprefix(b"data: ")))
        except (OSError, HTTPException):
            pass  # the plug was pulled
        with self._changed:
            self._over = True
            self._changed.notify_all()

    def _show(self, seen: Seen) -> None:
        with self._changed:
            self._seen = seen
            self._changed.notify_all()
