"""At rest nothing polls: a table at which nobody plays wakes for the screen's heartbeat, and for little else."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.box.table import Table
from tests.on_request.bench.rest import Used

LOOK_S = 6.0
A_POLL_A_SECOND = 6
"""What a single thread that looks about once a second would add."""


def test_a_table_at_which_nobody_plays_rests(tmp_path: Path) -> None:
    with Table(tmp_path / "new") as table:
        used = [_used(table) for _ in range(3)]
    assert min(one.wakes for one in used) < A_POLL_A_SECOND, used


def _used(table: Table) -> Used:
    """What the table uses in a while in which it has no cause to do anything."""
    before = Used.by(table.pid)
    with pytest.raises(subprocess.TimeoutExpired):
        table.wait(LOOK_S)
    after = Used.by(table.pid)
    return Used(after.seconds - before.seconds, after.wakes - before.wakes)
