"""Measurements as rows: the median and the 99th percentile of everything measured, as a table and as JSON."""

from __future__ import annotations

import math
import os
import platform
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from statistics import median
from typing import Any

RATIO = "times"
"""The unit of comparisons made in several runs; the median run is judged."""


@dataclass(frozen=True, slots=True)
class Row:
    """The result of one measurement."""

    what: str
    unit: str
    median: float
    p99: float
    count: int
    """The number of measured values."""
    ratio: float | None = None
    """This median divided by that of the row it is compared with; None without such a row."""
    most: float | None = None
    """The limit of a count, a size or a ratio; None without a limit. Times are for people to judge."""

    @property
    def judged(self) -> float:
        """The value compared with `most`: the median of a ratio, the largest of all else."""
        return self.median if self.unit == RATIO else self.p99

    @property
    def missed(self) -> bool:
        """True if the limit is exceeded."""
        return self.most is not None and self.judged > self.most


@dataclass(frozen=True, slots=True)
class Counts:
    """The number of repetitions of each measurement."""

    presses: int
    starts: int
    plays: int
    resumes: int
    rounds: int
    """Turns of each server, so that both suffer from other work of this machine."""
    entries: int
    """Entries sent to each stream in a turn."""
    lookers: int
    """Starts with watching pages."""
    pages: int
    """Presses shown on a page in a browser."""
    looks: int
    """Looks at a table at which nobody plays."""
    runs: int
    """Runs of comparisons with limits, of which the median is judged: alternating, so that all suffer from other work
    of this machine."""
    presses_told: int
    """Presses of a run that are sent to phones."""
    lines: int
    """The length of a very long sheet."""


FULL = Counts(
    **{"presses": 300, "starts": 10, "plays": 300, "resumes": 30, "rounds": 10, "entries": 20, "lookers": 3},
    **{"pages": 100, "looks": 10, "runs": 7, "presses_told": 12, "lines": 10_000},
)
QUICK = Counts(
    **{"presses": 3, "starts": 1, "plays": 5, "resumes": 2, "rounds": 1, "entries": 2, "lookers": 1},
    **{"pages": 2, "looks": 1, "runs": 1, "presses_told": 3, "lines": 1_000},
)


def row(what: str, unit: str, values: Sequence[float], beside: Row | None = None, *, most: float | None = None) -> Row:
    """Return the row of these values; `beside` is the row that it is compared with, `most` its limit."""
    middle = median(values)
    ratio = middle / beside.median if beside and beside.median else None
    return Row(what, unit, middle, percentile(values, 99), len(values), ratio, most)


def percentile(values: Sequence[float], percent: float) -> float:
    """Return the smallest value that at least this many percent of them do not exceed."""
    return sorted(values)[max(0, math.ceil(len(values) * percent / 100) - 1)]


def as_table(rows: Iterable[Row]) -> str:
    """Return the rows under their headings, in columns."""
    head = (f"{'':<48}{'median':>10}{'p99':>10}  {'unit':<6}{'times':>6}{'ratio':>8}",)
    return "\n".join((*head, *map(_line, rows)))


def as_faults(rows: Iterable[Row]) -> list[str]:
    """Return a sentence for each count, size or ratio beyond its limit."""
    return [f"{row.what}: {row.judged:.4g} {row.unit}, of {row.most:.4g} at most" for row in rows if row.missed]


def as_json(rows: Iterable[Row]) -> dict[str, Any]:
    """Return the rows, and the machine they were measured on."""
    machine = {"system": platform.platform(), "python": platform.python_version(), "cores": os.cpu_count()}
    return {"machine": machine, "rows": [asdict(row) for row in rows]}


def _line(row: Row) -> str:
    ratio = f"{row.ratio:>8.2f}" if row.ratio is not None else ""
    return f"{row.what:<48}{_number(row.median)}{_number(row.p99)}  {row.unit:<6}{row.count:>6}{ratio}"


def _number(value: float) -> str:
    return f"{value:>10.3f}" if value < 10 else f"{value:>10.1f}" if value < 1000 else f"{value:>10.0f}"
