"""The table that the tests of the box's page share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.mirror.table import Table, opened


@pytest.fixture
def table() -> Iterator[Table]:
    table = Table()
    yield table
    table.close()


@pytest.fixture
def page(browser: Browser, table: Table) -> Iterator[Page]:
    with opened(browser, table.address, viewport={"width": 1280, "height": 800}) as page:
        yield page
