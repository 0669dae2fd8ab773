"""A player inside the virtual machine: plays at a companion over the lines, and prints what it acknowledged.

Each line of the input is a request: `press` plays the next entry, `view` prints the totals, `export` stops the
companion and prints the moves. Uses only the standard library, so that it starts at once.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import select
import socket
import subprocess
import sys
from collections.abc import Iterator
from itertools import dropwhile
from pathlib import Path
from typing import Any

from tests.box.events import events

TOTALS = ("entry", "turn", "standings", "holdings")
"""Fields of the view that a replay of the moves must reproduce."""
_DISK = Path("/disk")
_STATE = _DISK / "state"
_UNSAFE = _DISK / "unsafe"
"""A file that also gets every acknowledged entry, but in an unsafe way: without a flush to the disk."""
_COMPANION = (sys.executable, "-m", "companion")
HELD_S = 0.06
"""Seconds that a key is held."""


def main(ok: int, back: int) -> None:
    """Play with the keys on these two lines until the input ends."""
    command = [*_COMPANION, "run", "--board", "bench", "--port", "0", "--state", str(_STATE)]
    companion = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    views = _views(companion)
    view = next(views)
    _tell("found", view["entry"], digest(view), json.dumps(view["badges"]), _unsafe())
    for request in map(str.strip, sys.stdin):
        if request == "press":
            view = _played(view["entry"] + 1, (back, ok)[(view["entry"] + 1) % 2], views)
        elif request == "view":
            _tell("totals", json.dumps({name: view[name] for name in TOTALS}))
        else:
            companion.terminate()
            companion.wait()
            moves = subprocess.run([*_COMPANION, "export", "--state", _STATE], capture_output=True, check=True).stdout
            _tell("moves", json.dumps(moves.decode()))


def digest(view: dict[str, Any]) -> str:
    """Return a few letters that depend on everything in a view."""
    return hashlib.sha256(json.dumps(view, sort_keys=True).encode()).hexdigest()[:16]


def _views(companion: subprocess.Popen[str]) -> Iterator[dict[str, Any]]:
    """Yield the views of the table from its stream."""
    assert companion.stdout is not None
    port = next(filter(None, (re.search(r"http://127\.0\.0\.1:(\d+)/", line) for line in companion.stdout)))[1]
    # Importing http.client takes the emulated machine a second, at every start.
    with socket.create_connection(("127.0.0.1", int(port))) as connection:
        connection.sendall(f"GET /api/events HTTP/1.0\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
        yield from events(connection.makefile("rb"))


def _played(entry: int, line: int, views: Iterator[dict[str, Any]]) -> dict[str, Any]:
    """Press the key of the next entry; return the first view that has it."""
    _tell("pressed", entry)
    _pull(line, "pull-down")
    select.select((), (), (), HELD_S)
    _tell("let go", entry)
    _pull(line, "pull-up")
    view = next(dropwhile(lambda view: view["entry"] < entry, views))
    with _UNSAFE.open("a") as unsafe:
        unsafe.write(f"{entry}\n")
    _tell("done", view["entry"], digest(view))
    return view


def _pull(line: int, way: str) -> None:
    (Path(os.environ["SIM_DIR"]) / f"sim_gpio{line}" / "pull").write_text(way)


def _unsafe() -> int:
    """Return the last entry in the unsafe file; lost data may have become zeros."""
    entries = re.findall(rb"\d+", _UNSAFE.read_bytes()) if _UNSAFE.exists() else []
    return int(entries[-1]) if entries else 0


def _tell(*words: object) -> None:
    print(*words, flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
