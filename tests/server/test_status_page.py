"""Tests of the status page for hosts: it follows changes, and offers the log of this start as a file."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.server.browser_world import BrowserWorld, open_world, tool


@pytest.fixture
def world(browser: Browser, tmp_path: Path) -> Iterator[BrowserWorld]:
    with open_world(browser, tmp_path) as opened:
        opened.start("Ada", "Bao")
        yield opened


def status_page(world: BrowserWorld, language: str = "en-GB") -> Page:
    """Return a host's page, reached from the table."""
    page = world.seat(None, language)
    page.clock.install()
    tool(page, "how").click()
    expect(page.locator("#lines li").first).to_be_visible()
    return page


def line(page: Page, title: str) -> str:
    """Return the text of a line."""
    return page.locator("#lines li", has=page.get_by_role("heading", name=title)).inner_text()


def look_again(page: Page, shown: Locator) -> None:
    """Let time pass until the page shows this: the next look is due so long after the last answer."""
    for _ in range(20):
        page.clock.run_for(15_000)
        with suppress(AssertionError):
            expect(shown).to_be_visible(timeout=500)
            return
    expect(shown).to_be_visible()


def test_a_host_reaches_the_page_from_the_table(world: BrowserWorld) -> None:
    page = status_page(world)
    expect(page.get_by_role("heading", level=1)).to_have_text("How is the box?")
    assert "The board bench is simulated" in line(page, "Board")
    assert "drawn in the browser" in line(page, "Screen")
    page.get_by_role("link", name="To the table").click()
    expect(tool(page, "how")).to_be_visible()


def test_changes_appear_without_a_reload(world: BrowserWorld) -> None:
    page = status_page(world, "fr-FR")
    expect(page.locator("#faults")).to_be_hidden()
    world.companion.box.screen_lost = True
    logging.getLogger("companion.app.application").error("something broke")
    look_again(page, page.get_by_text("2 choses à vérifier.", exact=True))
    expect(page.locator("#lines li[data-amiss]")).to_have_count(2)
    expect(page.locator("#lines li").first).to_contain_text("Le petit écran ne répond pas")
    expect(page.locator("#faults li")).to_contain_text("something broke")
    world.companion.box.screen_lost = False
    look_again(page, page.locator("#lines:not(:has([data-amiss] ~ [data-amiss]))"))
    expect(page.locator("#lines li[data-amiss]")).to_have_count(1)


def test_the_log_is_a_download(world: BrowserWorld) -> None:
    page = status_page(world)
    with page.expect_download() as coming:
        page.get_by_role("link", name="Save the log").click()
    assert coming.value.suggested_filename == "companion-log.txt"
    content = Path(coming.value.path()).read_text("utf-8")
    assert content.startswith("Table companion: state of the box")
    assert "The board bench is simulated" in content


def test_players_see_no_link_to_the_page(world: BrowserWorld) -> None:
    page = world.seat(1)
    expect(tool(page, "forget")).to_be_visible()
    expect(tool(page, "how")).to_have_count(0)
