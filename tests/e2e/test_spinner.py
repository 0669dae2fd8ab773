"""The spinner on the box's page, which runs the firmware's own program: it comes to rest on the drawn sector."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from companion.box.faces.signals import RingPointer, RingSpin
from companion.words.signs import Key
from tests.chromium import MOVING
from tests.e2e.player import Player
from tests.server.browser_world import BrowserWorld, open_world
from tests.server.helpers import wait_until
from tests.server.ring_lights import lights_of_sector, ring_lights

pytestmark = pytest.mark.e2e


@pytest.fixture
def world(browser: Browser, tmp_path: Path) -> Iterator[BrowserWorld]:
    """Yield a companion whose box is a spinner with a screen, with a game that has a wheel."""
    with open_world(browser, tmp_path / "state", board="pico") as world:
        world.start("A", "B", game="classic")
        yield world


@pytest.fixture
def page(world: BrowserWorld) -> Page:
    """Return the box's page, for a reader who allows motion."""
    return world.phone(path="box", **MOVING)


def gold(page: Page) -> set[int]:
    """Return the lights that shine as a result does."""
    return {number for number, light in enumerate(ring_lights(page)) if light.gold}


def test_the_ring_stops_on_the_journals_sector(world: BrowserWorld, page: Page) -> None:
    player = Player(world.companion, page)
    player.press("ok", "ok")  # the seal is read; then the wheel, which is announced
    stands = player.output().ring
    assert isinstance(stands, RingPointer)
    wait_until(page, lambda: len(gold(page)) > 0)
    page.locator(f'[data-key="{Key.SPIN.value}"]').click()
    wait_until(page, lambda: isinstance(player.output().ring, RingSpin))
    assert world.moves == ["spin"]
    (sector,) = world.played["chance"]
    # A white light runs over the wheel, until only its final sector shines.
    wait_until(page, lambda: any(light.white for light in ring_lights(page)))
    share = lights_of_sector(stands.wheel.weights, sector)
    wait_until(page, lambda: isinstance(player.output().ring, RingPointer))  # it has stopped
    wait_until(page, lambda: gold(page) == share and not any(light.white for light in ring_lights(page)))
