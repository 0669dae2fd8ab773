"""Fixtures with the real lines of the virtual machine's kernel; they do not work on any other machine."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.box.inside.lines import Lines

# The machine says so, and where its lines are; anywhere else `make test-box` has it boot and run these there.
collect_ignore_glob = [] if os.environ.get("COMPANION_LINES") == "kernel" else ["test_*.py"]


@pytest.fixture(scope="session", autouse=True)
def revision() -> Iterator[None]:
    """Replace the model of the Pi, which rpi-lgpio reads only from the device tree; this machine has none."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RPI_LGPIO_REVISION", "c03115")
        yield


@pytest.fixture(scope="session")
def header() -> Iterator[Lines]:
    lines = Lines(Path(os.environ["SIM_DIR"]))
    yield lines
    lines.close()


@pytest.fixture
def lines(header: Lines) -> Lines:
    """Return the lines, all of them high."""
    header.let_go()
    return header
