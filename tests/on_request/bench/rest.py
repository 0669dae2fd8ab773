"""The cost of an open table while nobody plays: the processor's time, and the number of wake-ups."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from tests.box.mosquitto import running_broker
from tests.kept import FIRST_TURN, save_game
from tests.on_request.bench.process import RunningCompanion, started
from tests.on_request.bench.rows import Counts, Row, row
from tests.terminal import PATIENCE_S

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

    def since(self, earlier: Used) -> Used:
        """Return the resources that were used since an earlier moment."""
        return Used(self.seconds - earlier.seconds, self.wakes - earlier.wakes)


def measure(folder: Path, counts: Counts) -> Iterator[Row]:
    """Open a game with some played turns, and leave it alone: without a broker and with one, at the same time."""
    most_s = PATIENCE_S + counts.looks * LOOK_S
    with running_broker(folder) as broker:
        states = [_state(folder / name, address) for name, address in (("rest", ""), ("rest-broker", broker.address))]
        with started(states[0], most_s) as without, started(states[1], most_s) as with_broker:
            time.sleep(SETTLED_S)
            looks = [_look(without, with_broker) for _ in range(counts.looks)]
            resident = without.resident_mb(), with_broker.resident_mb()
    alone, connected = zip(*looks, strict=True)
    busy = row(f"processor at rest, of {MOST_PERCENT} % of one core", "%", _busy(alone))
    wakes = row("wake-ups at rest, all threads", "1/min", _wakes_a_minute(alone))
    memory = row("memory at rest without a broker", "MB", [resident[0]])
    yield from (busy, wakes, memory)
    yield row("processor at rest with a broker", "%", _busy(connected), busy)
    yield row("wake-ups at rest with a broker", "1/min", _wakes_a_minute(connected), wakes)
    yield row("memory at rest with a broker", "MB", [resident[1]], memory)


def _state(state: Path, address: str) -> Path:
    """Save a game in a state directory whose settings name a broker; "" for none."""
    save_game(state, FIRST_TURN)
    (state / "settings.toml").write_text(f'mqtt = "{address}"\n' if address else "", "utf-8")
    return state


def _look(*companions: RunningCompanion) -> list[Used]:
    """Return the resources that each of them uses during the same look."""
    before = [Used.by(companion.pid) for companion in companions]
    time.sleep(LOOK_S)
    after = [Used.by(companion.pid) for companion in companions]
    return [end.since(begin) for begin, end in zip(before, after, strict=True)]


def _busy(looks: Iterable[Used]) -> list[float]:
    return [100 * look.seconds / LOOK_S for look in looks]


def _wakes_a_minute(looks: Iterable[Used]) -> list[float]:
    return [60 * look.wakes / LOOK_S for look in looks]


def _wakes(status: str) -> int:
    match = re.search(r"^voluntary_ctxt_switches:\s+(\d+)", status, re.MULTILINE)
    assert match is not None
    return int(match[1])
