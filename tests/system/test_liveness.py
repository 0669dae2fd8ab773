"""Tests of liveness: the program is healthy while its desk answers and its journal can be written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import pytest

from companion.session.system_status import Health
from companion.system import liveness
from companion.system.liveness import PATIENCE_S, health
from companion.system.machine_facts import DiskSpace

T = TypeVar("T")


@dataclass
class FakeTable:
    """A desk that answers, or not; and a session that was saved, or not."""

    answers: bool = True
    saved: bool = True

    def ask(self, work: Callable[[], T], timeout: float) -> T:
        assert timeout == PATIENCE_S
        if not self.answers:
            raise TimeoutError
        return work()


def health_of(table: FakeTable, state: Path) -> Health:
    return health(table, lambda: "ok", table, state, 12.7)


def test_working_table_is_healthy(tmp_path: Path) -> None:
    assert health_of(FakeTable(), tmp_path) == Health((), "ok", "ok", 12)


def test_hanging_desk_is_reported(tmp_path: Path) -> None:
    assert health_of(FakeTable(answers=False), tmp_path) == Health(("desk",), None, None, 12)


def test_unsaved_entry_is_reported(tmp_path: Path) -> None:
    assert health_of(FakeTable(saved=False), tmp_path) == Health(("journal",), "ok", "not_saved", 12)


@pytest.mark.parametrize(
    ("room", "expected"),
    [
        (None, "read_only"),
        (DiskSpace(10**9, read_only=True), "read_only"),
        (DiskSpace(1000, read_only=False), "full"),
        (DiskSpace(10**7, read_only=False), "ok"),
    ],
)
def test_unusable_disk_is_reported_before_a_write_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, room: DiskSpace | None, expected: str
) -> None:
    monkeypatch.setattr(liveness, "disk_space", lambda _: room)
    result = health_of(FakeTable(), tmp_path)
    assert (result.journal, bool(result.failing)) == (expected, expected != "ok")
