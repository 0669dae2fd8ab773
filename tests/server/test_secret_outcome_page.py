"""Tests of what a phone says before the last of several hidden choices, whose outcome it must not show."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.kit.cases import GAMES
from tests.server.browser_world import open_world, shown_confirmation, tap


def test_what_the_last_hidden_choice_brings_is_said_later(browser: Browser, tmp_path: Path) -> None:
    with open_world(browser, tmp_path / "state", games=GAMES) as world:
        world.start("Ada", "Bao", game="bids", options={"length": 4})
        world.play(1, move="turn_up", chance=[3])
        world.play(1, move="bid", card=2)
        page = world.seat(2)
        tap(page, "Bid…")
        page.locator('fieldset[data-field="card"] button, fieldset[data-field="card"] label').last.click()
        expect(shown_confirmation(page)).to_contain_text("What this brings shows afterwards.")
        expect(page.locator(".confirm .outlook")).not_to_contain_text("point")
