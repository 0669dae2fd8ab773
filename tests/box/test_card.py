"""A card that fills up or turns read-only under the companion, and is put right again: in a machine with a disk."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.box.machine import run
from tests.box.vm.image import state_disk

TESTS = "tests/box/on_disk"


@pytest.mark.timeout(600)
def test_what_was_acknowledged_stays_and_the_table_goes_on(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    state_disk(tmp_path / "disk", tmp_path / "empty", megabytes=16)
    done = run(f"pytest -p no:cacheprovider --confcutdir={TESTS} {TESTS}", seconds=500, disk=tmp_path / "disk")
    assert done.status == 0, done.output
