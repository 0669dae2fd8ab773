"""Fixtures for every test of the box: hands at a box that was never on before."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.input.hands import Hands


@pytest.fixture
def hands(tmp_path: Path) -> Iterator[Hands]:
    """Hands at a French box."""
    hands = Hands(tmp_path / "state")
    yield hands
    hands.close()
