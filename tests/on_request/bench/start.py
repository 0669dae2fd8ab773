"""From the start of the process to the first picture and the first page, and its memory at rest."""

from __future__ import annotations

import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.kept import FIRST_TURN, save_game
from tests.on_request.bench.process import started
from tests.on_request.bench.rows import Counts, Row, row
from tests.on_request.bench.watching_pages import watching
from tests.terminal import PATIENCE_S

STREAMS = (0, 10, 50)
MOST_MB = 55
"""The limit for the memory of a table with nobody playing."""


@dataclass(frozen=True, slots=True)
class Start:
    """The cost of one start: seconds since the process began, and megabytes at rest."""

    picture_s: float
    page_s: float
    resident_mb: float


def measure(folder: Path, counts: Counts) -> Iterator[Row]:
    """Start `companion run --simulate` again and again on the same open game."""
    state = folder / "start"
    save_game(state, FIRST_TURN)
    starts = [_start(state) for _ in range(counts.starts)]
    yield row("start of the process to first picture", "ms", [1000 * start.picture_s for start in starts])
    yield row("start of the process to first page served", "ms", [1000 * start.page_s for start in starts])
    yield row(f"resident memory at rest, of {MOST_MB} MB", "MB", [start.resident_mb for start in starts], most=MOST_MB)
    (state / "settings.toml").write_text(f"streams = {max(STREAMS)}\n", "utf-8")
    residents = [_with_streams(state) for _ in range(counts.lookers)]
    first = None
    for count, resident in zip(STREAMS, zip(*residents, strict=True), strict=True):
        result = row(f"resident memory with {count} streams", "MB", resident, first)
        first = first or result
        yield result


def _start(state: Path) -> Start:
    with started(state) as companion:
        _first_bytes(f"{companion.address}box")
        page = time.perf_counter()
        _first_bytes(f"{companion.address}box/events")
        resident = companion.resident_mb()
    return Start(companion.pictures[0] - companion.began, page - companion.began, resident)


def _with_streams(state: Path) -> list[float]:
    """Return the memory with each number of streams, in megabytes, once every page has the view."""
    resident = []
    for count in STREAMS:
        with started(state) as companion, watching(companion.port, count) as pages:
            _first_bytes(f"{companion.address}box")
            if count:
                pages.ready()
            resident.append(companion.resident_mb())
    return resident


def _first_bytes(address: str) -> None:
    with urllib.request.urlopen(address, timeout=PATIENCE_S) as answer:
        assert answer.readline()
