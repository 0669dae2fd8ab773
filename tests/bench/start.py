"""From the start of the process to the first picture and the first page, and what memory it takes when it rests."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from companion.running import LOG_LEVEL
from tests.bench.rows import Counts, Row, row
from tests.kept import TURN, keep
from tests.terminal import PATIENCE_S, environment


@dataclass(frozen=True, slots=True)
class Start:
    """What one start took: seconds since the process began, and megabytes once it rests."""

    picture_s: float
    page_s: float
    resident_mb: float


def measure(folder: Path, counts: Counts) -> Iterator[Row]:
    """Start `companion run --simulate` again and again on the same open game."""
    state = folder / "start"
    keep(state, TURN)
    starts = [_start(state) for _ in range(counts.starts)]
    yield row("start of the process to first picture", "ms", [1000 * one.picture_s for one in starts])
    yield row("start of the process to first page served", "ms", [1000 * one.page_s for one in starts])
    yield row("resident memory at rest", "MB", [one.resident_mb for one in starts])


def _start(state: Path) -> Start:
    command = [sys.executable, "-m", "companion", "run", "--simulate", "--port", "0", "--state", str(state)]
    began = time.perf_counter()
    with subprocess.Popen(
        command, env=environment(**{LOG_LEVEL: "debug"}), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        patience = threading.Timer(PATIENCE_S, process.kill)
        patience.start()
        try:
            assert process.stdout is not None
            assert process.stderr is not None
            pictures: list[float] = []
            log = threading.Thread(target=_read_log, args=(process.stderr, pictures))
            log.start()
            address = _address(process.stdout)
            _first_bytes(f"{address}box")
            page = time.perf_counter()
            _first_bytes(f"{address}box/events")
            resident = _resident_mb(process.pid)
            process.send_signal(signal.SIGTERM)
            process.wait()
            log.join()
        finally:
            patience.cancel()
            process.kill()
    return Start(pictures[0] - began, page - began, resident)


def _address(output: IO[str]) -> str:
    """Where the box is: the first thing that the program says once the port is open."""
    found = re.search(r"http://\S+/(?=box)", output.readline())
    assert found is not None, "the table did not start"
    return found[0]


def _read_log(log: IO[str], pictures: list[float]) -> None:
    """Note when the log speaks of the first picture, and read the rest so that nobody waits for it."""
    for line in log:
        if "first picture" in line:
            pictures.append(time.perf_counter())


def _first_bytes(address: str) -> None:
    with urllib.request.urlopen(address, timeout=PATIENCE_S) as answer:
        assert answer.readline()


def _resident_mb(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text()
    found = re.search(r"VmRSS:\s+(\d+) kB", status)
    assert found is not None
    return int(found[1]) / 1024
