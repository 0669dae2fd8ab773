"""Pages that watch a table, in a separate process: once all of them have a view, they report when each received it."""

from __future__ import annotations

import json
import re
import selectors
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from companion.server.request_origin_checks import PAGE_COOKIE
from tests.terminal import PATIENCE_S, environment

_AT_ONCE = 1 << 18
_SEQ = re.compile(rb'data: [^\n]*?"seq": ?(?:\{"is":)?(\d+)[^\n]*\n\n')
"""The view's number in an event: of a whole view, or of a difference."""


class WatchingPages:
    """The watching pages. Ask in order: each view is reported once, when the last page has it."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        """`process` writes a line for each view; it is killed if one does not come in time."""
        self._process = process

    def ready(self) -> None:
        """Wait until all have the view that was current when they came."""
        assert self._next_line(), "they were not let in"

    def received(self, seq: int) -> list[float]:
        """Return when each page received the view of this number, in seconds of `time.monotonic`; wait until all have.

        A page may get a later view at once: then the times are those of that view, as it never gets an old one.
        """
        while line := self._next_line():
            number, times = json.loads(line)
            if number >= seq:
                assert isinstance(times, list)
                return times
        raise AssertionError(f"not everybody received view {seq}")

    def _next_line(self) -> str:
        """Return the next line; empty when there are no more."""
        assert self._process.stdout is not None
        patience = threading.Timer(PATIENCE_S, self._process.kill)
        patience.start()
        try:
            return self._process.stdout.readline()
        finally:
            patience.cancel()


@contextmanager
def watching(port: int, count: int, path: str = "/api/events") -> Iterator[WatchingPages]:
    """Let `count` pages watch a server of this machine; at the end they all hang up."""
    command = [sys.executable, "-m", "tests.on_request.bench.watching_pages", str(port), str(count), path]
    with subprocess.Popen(command, env=environment(), stdout=subprocess.PIPE, text=True) as process:
        try:
            yield WatchingPages(process)
        finally:
            process.kill()


def main(port: int, count: int, path: str) -> None:
    """Open the streams and report their events until the process is killed."""
    times_by_view: dict[int, list[float]] = {}
    request = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {PAGE_COOKIE}=1\r\n\r\n".encode()
    with selectors.DefaultSelector() as selector:
        for _ in range(count):
            page = socket.create_connection(("127.0.0.1", port))
            page.sendall(request)
            selector.register(page, selectors.EVENT_READ, bytearray())
        while True:
            for key, _ in selector.select():
                assert isinstance(key.fileobj, socket.socket)
                data = key.fileobj.recv(_AT_ONCE)
                now = time.monotonic()
                if not data:
                    raise SystemExit("a stream has ended: " + bytes(key.data[-300:]).decode(errors="replace"))
                key.data.extend(data)
                _record(key.data, now, times_by_view, count)


def _record(text: bytearray, now: float, times_by_view: dict[int, list[float]], count: int) -> None:
    """Record the complete events, and report those that every page has received."""
    end = 0
    for match in _SEQ.finditer(text):
        end = match.end()
        times = times_by_view.setdefault(int(match[1]), [])
        times.append(now)
        if len(times) == count:
            print(json.dumps((int(match[1]), times)), flush=True)
    del text[:end]


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3])
