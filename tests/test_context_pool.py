"""Tests of reused pages: they are like new, and pages with lasting changes are not reused."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.chromium import STILL

ABOUT = {"locale": "en-GB", "viewport": {"width": 555, "height": 444}, **STILL}
"""Options that no other test uses."""


def lent(browser: Browser) -> Page:
    return browser.new_context(**ABOUT).new_page()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    page = lent(browser)
    yield page
    if not page.is_closed():
        page.context.close()


def test_page_without_lasting_changes_is_reused_as_new(browser: Browser, page: Page) -> None:
    messages: list[str] = []
    page.on("console", lambda message: messages.append(message.text))
    page.set_viewport_size({"width": 333, "height": 444})
    page.evaluate("window.left = 1")
    page.context.close()
    again = lent(browser)
    assert again is page
    again.evaluate("console.log('heard?')")
    assert messages == []
    assert again.viewport_size == ABOUT["viewport"]
    assert again.url == "about:blank"
    assert again.evaluate("window.left") is None


def test_two_requests_get_two_pages(browser: Browser, page: Page) -> None:
    assert page.context.new_page() is not page
    page.context.close()
    assert page.is_closed()


@pytest.mark.parametrize(
    "does",
    [
        lambda page: page.clock.install(),
        lambda page: page.clock.set_fixed_time(0),
        lambda page: page.keyboard.down("Enter"),
        lambda page: page.mouse.down(),
        lambda page: page.add_init_script("window.left = 1"),
        lambda page: page.context.add_init_script("window.left = 1"),
        lambda page: page.route("**", lambda route: route.abort()),
        lambda page: page.context.set_offline(True),
        lambda page: page.emulate_media(color_scheme="dark"),
    ],
    ids=["clock", "time", "key", "button", "script", "script of all", "route", "offline", "dark"],
)
def test_page_with_lasting_changes_is_closed(page: Page, does: Callable[[Page], None]) -> None:
    does(page)
    page.context.close()
    assert page.is_closed()
