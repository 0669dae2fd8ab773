"""The cost of an open table while nobody plays: the processor's time, and the number of wake-ups."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from tests.kept import FIRST_TURN, save_game
from tests.on_request.bench.process import started
from tests.on_request.bench.rows import Counts, Row, row

MOST_PERCENT = 0.5
"""The limit for the share of one core, with nobody playing."""
SETTLED_S = 3.0
"""The time after which a start is complete."""
LOOK_S = 6.0
"""The length of each look at the process: longer than the interval of the screen's heartbeats."""


@dataclass(frozen=True, slots=True)
class Used:
    """The resources that a process has used since it began."""

    seconds: float
    """Processor time, of all its threads together."""
    wakes: int
    """The number of times that one of its threads has waited and gone on."""

    @classmethod
    def by(cls, pid: int) -> Self:
        """Return the resources of this process until now."""
        threads = [(task / "schedstat", task / "status") for task in Path(f"/proc/{pid}/task").iterdir()]
        nanoseconds = sum(int(spent.read_text().split()[0]) for spent, _ in threads)
        return cls(nanoseconds / 1e9, sum(_wakes(status.read_text()) for _, status in threads))


def measure(folder: Path, counts: Counts) -> Iterator[Row]:
    """Open a game with some played turns, and leave it alone."""
    state = folder / "rest"
    save_game(state, FIRST_TURN)
    looks = []
    with started(state) as companion:
        time.sleep(SETTLED_S)
        for _ in range(counts.looks):
            before = Used.by(companion.pid)
            time.sleep(LOOK_S)
            after = Used.by(companion.pid)
            looks.append(Used(after.seconds - before.seconds, after.wakes - before.wakes))
    busy = [100 * look.seconds / LOOK_S for look in looks]
    yield row(f"processor at rest, of {MOST_PERCENT} % of one core", "%", busy)
    yield row("wake-ups at rest, all threads", "1/min", [60 * look.wakes / LOOK_S for look in looks])


def _wakes(status: str) -> int:
    match = re.search(r"^voluntary_ctxt_switches:\s+(\d+)", status, re.MULTILINE)
    assert match is not None
    return int(match[1])
