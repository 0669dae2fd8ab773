"""Tests that nothing polls at rest: on real lines a table wakes for its screen, and for little else."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from tests.box.inside.process import Process

LOOK_S = 30.0
A_POLL_A_SECOND = 30
"""Wake-ups that a thread polling once a second would add."""
OF_LGPIO = 55 * 30
"""Wake-ups of lgpio: once used, it has a thread that looks for changes fifty times a second; two thousand times while
it watches a line."""


def test_table_on_real_lines_rests(tmp_path: Path) -> None:
    with Process(tmp_path, "lgpio") as table:
        looks = [_wakes(table) for _ in range(2)]
    assert min(sum(ours) for _, *ours in looks) < A_POLL_A_SECOND, looks
    assert min(most for most, *_ in looks) < OF_LGPIO, looks


def test_without_lgpio_nothing_polls(tmp_path: Path) -> None:
    with Process(tmp_path, "gpiod") as table:
        looks = [_wakes(table) for _ in range(2)]
    assert min(sum(all_of_them) for all_of_them in looks) < A_POLL_A_SECOND, looks


def _wakes(table: Process) -> list[int]:
    """Return how often each thread wakes during a while without input, the most active first."""
    before = _waited(table.pid)
    with pytest.raises(subprocess.TimeoutExpired):
        table.wait(LOOK_S)
    after = _waited(table.pid)
    return sorted((after[thread] - before.get(thread, 0) for thread in after), reverse=True)


def _waited(pid: int) -> dict[str, int]:
    """Return how often each thread of a process has waited and continued."""
    counts = {}
    for thread in Path(f"/proc/{pid}/task").iterdir():
        match = re.search(r"^voluntary_ctxt_switches:\s+(\d+)", (thread / "status").read_text(), re.MULTILINE)
        assert match is not None
        counts[thread.name] = int(match[1])
    return counts
