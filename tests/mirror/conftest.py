"""The browser and the table that the tests of the box's page share."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.mirror.table import Table, opened


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    chromium = shutil.which(os.environ.get("CHROMIUM", "chromium"))
    assert chromium, "a browser named chromium is needed (on Debian: apt install chromium)"
    arguments = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
    arguments.append("--host-resolver-rules=MAP table-pi 127.0.0.1")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=arguments)
        yield browser
        browser.close()


@pytest.fixture
def table() -> Iterator[Table]:
    table = Table()
    yield table
    table.close()


@pytest.fixture
def page(browser: Browser, table: Table) -> Iterator[Page]:
    with opened(browser, table.address, viewport={"width": 1280, "height": 800}) as page:
        yield page
