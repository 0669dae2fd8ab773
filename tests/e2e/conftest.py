"""A companion with a simulated box, and a browser on its page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from companion.app.application import Companion
from companion.system.settings import Settings
from tests.chromium import STILL
from tests.e2e.player import Player
from tests.kit.used_box import used_box


@pytest.fixture
def companion(tmp_path: Path) -> Iterator[Companion]:
    """Yield a whole companion that was used before, without games, at a free port of this machine."""
    settings = Settings(language="en", host="127.0.0.1", port=0)
    with Companion(settings, used_box(tmp_path / "state"), simulated=True) as opened:
        yield opened


@pytest.fixture
def player(companion: Companion, browser: Browser) -> Iterator[Player]:
    """Yield a player at the box's page with only the keys."""
    context = browser.new_context(locale="en-GB", viewport={"width": 390, "height": 844}, **STILL)
    page = context.new_page()
    page.goto(f"{companion.local_address}box")
    yield Player(companion, page)
    context.close()
