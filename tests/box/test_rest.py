"""Tests that nothing polls at rest: an idle table wakes for the screen's heartbeat, and for little else."""

from __future__ import annotations

import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from tests.box.mosquitto import Reader, running_broker, wait_until
from tests.box.table import Table
from tests.on_request.bench.rest import Used

LOOK_S = 6.0
A_POLL_A_SECOND = 6
"""Wake-ups that a thread polling once a second would add."""


def test_idle_table_rests(tmp_path: Path) -> None:
    with Table(tmp_path / "new") as table:
        used = [_used(table) for _ in range(3)]
    assert min(sample.wakes for sample in used) < A_POLL_A_SECOND, used


def test_idle_table_with_a_broker_rests(tmp_path: Path) -> None:
    state = tmp_path / "new"
    state.mkdir()
    with running_broker(tmp_path) as broker:
        (state / "settings.toml").write_text(f'mqtt = "{broker.address}"\n', "utf-8")
        with Table(state) as table, closing(Reader(broker)) as reader:
            wait_until(lambda: reader.newest("/online") == "online" and bool(reader.payloads("/state")))
            used = [_used(table) for _ in range(3)]
    assert min(sample.wakes for sample in used) < A_POLL_A_SECOND, used


def _used(table: Table) -> Used:
    """Return the resources that the table uses during a while without any input."""
    before = Used.by(table.pid)
    with pytest.raises(subprocess.TimeoutExpired):
        table.wait(LOOK_S)
    return Used.by(table.pid).since(before)
