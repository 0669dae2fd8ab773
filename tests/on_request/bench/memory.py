"""The memory of a very long game: the whole program from its start to the past game's page, and a file's check."""

from __future__ import annotations

import os
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from tests.kit.long_games import store_long_game, write_long_file
from tests.on_request.bench.process import installed, peak_mb, started
from tests.on_request.bench.rows import Counts, Row, row
from tests.terminal import PATIENCE_S

ENTRIES = 10_000
"""The entries of the game on the table."""
MOST_MB = 120
"""The limit for the whole program with it, at any moment from its start until it has served the past game's page."""
LINES = 20_000
"""The moves of the file that is replayed and verified."""
MOST_FILE_MB = 300
"""The limit for replaying or verifying it."""
GAMES = (("expedition", False), ("expedition", True), ("classic", True))
"""The games of that length, and whether there are moves among the corrections."""
PAGES = ("", "api/state", "api/history", "games", "games/1", "api/games/1")
"""The pages to look at, one after the other."""


def measure(folder: Path, counts: Counts) -> Iterator[Row]:
    """Start, and look at everything once: each peak is that of a separate process."""
    for game, moves in GAMES:
        of = f"{game}, {'moves' if moves else 'corrections'}"
        state = folder / f"memory-{game}-{moves}"
        store_long_game(state, game, ENTRIES, moves=moves)
        begun, looked_at = _peaks(state)
        yield row(f"peak at start, {of}", "MB", [begun], most=MOST_MB)
        yield row(f"peak, {of}, of {MOST_MB} MB", "MB", [looked_at], most=MOST_MB)
    file = folder / "memory.jsonl"
    write_long_file(file, "expedition", LINES)
    for command in ("replay", "verify"):
        yield row(f"peak of {command}, of {MOST_FILE_MB} MB", "MB", [_peak_of(command, file)], most=MOST_FILE_MB)


def _peaks(state: Path) -> tuple[float, float]:
    """Return the peaks when the first page can be requested, and after all pages."""
    with started(state) as companion:
        begun = peak_mb(companion.pid)
        for page in PAGES:
            with urllib.request.urlopen(companion.address + page, timeout=PATIENCE_S) as answer:
                assert answer.read()
        return begun, peak_mb(companion.pid)


def _peak_of(command: str, file: Path) -> float:
    """Return the peak of a command until its end."""
    arguments = [sys.executable, "-m", "companion", command, str(file)]
    with subprocess.Popen(arguments, env=installed(), stdout=subprocess.DEVNULL) as process:
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0
    return used.ru_maxrss / 1024
