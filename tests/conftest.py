"""Rules for every test: skipped tests fail in CI, and a busy machine fails no property."""

from __future__ import annotations

import gc
import os
import sqlite3
import sys
from collections.abc import Iterator
from functools import partial
from typing import Any

import flask
import hypothesis
import jinja2
import pytest
from playwright.sync_api import Browser, expect

from companion.system import machine_clock
from companion.words import catalogue
from tests import fonts
from tests.chromium import launched
from tests.context_pool import ContextPool
from tests.depth import DEEP, USUAL, search
from tests.kit.connections import WarningConnection

MOST_PROCESSES = 8
"""Limit of the processes that `-n auto` starts."""

LONGEST = (
    "tests/e2e/test_room.py",
    "tests/e2e/test_four_phones.py",
    "tests/e2e/test_voyages_evenings.py",
    "tests/e2e/test_voyages_phones.py",
    "tests/server/test_planted_secrets.py",
)
"""Tests that run first: at the end, each of them would keep all other processes waiting."""

hypothesis.settings.register_profile("companion", search(USUAL))
hypothesis.settings.load_profile("companion")

# Templates are compiled once, not once for each of the many companions of a run.
flask.Flask.jinja_options = {"bytecode_cache": jinja2.FileSystemBytecodeCache()}


# As long as an action of a page may take, on a machine that is busy with other tests: a passing test needs less.
expect.set_options(timeout=10_000)

# Dates depend on no machine: in tests the kernel always says that the clock is right.
machine_clock.is_synchronised = lambda root=machine_clock.ROOT: True

# Tests only connect to this machine, so they use no proxy.
for name in ("no_proxy", "NO_PROXY"):
    os.environ[name] = ",".join(filter(None, (os.environ.get(name), "localhost,127.0.0.1,::1,[::1]")))

if sys.version_info < (3, 13):
    # Since 3.13 Python warns of a connection that was not closed; older versions should too.
    watched: Any = sqlite3
    watched.connect = partial(sqlite3.connect, factory=WarningConnection)


def pytest_configure(config: pytest.Config) -> None:
    """Stop at the first fault of a game in the folder COMPANION_GAMES: the others usually have the same cause."""
    if os.environ.get("COMPANION_GAMES"):
        config.option.maxfail = config.option.maxfail or 1


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Return one more process than there are processors: tests in a browser often wait. Each has its own Chromium."""
    return min((os.cpu_count() or 1) + 1, MOST_PROCESSES)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Run the longest tests first; all others keep their order. Leave out the deep ones unless requested.

    Mark tests that use the browser, so that `-m "not browser"` leaves them out.
    """
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker("browser")
    items.sort(key=lambda item: item.location[0] not in LONGEST)
    if not DEEP:
        config.hook.pytest_deselected(items=[item for item in items if item.get_closest_marker("deep")])
        items[:] = [item for item in items if not item.get_closest_marker("deep")]


def pytest_collection_finish() -> None:
    """Collect garbage less often: collected tests are many and stay to the end, and what tests create goes soon."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item) -> None:
    """Collect garbage, so that a resource left open fails its own test and not a later one.

    What the fixtures of the test gave goes first. If it were held longer, it would be collected late, and hundreds of
    files would stay open.
    """
    getattr(item, "funcargs", {}).clear()
    gc.collect(1)


@pytest.fixture
def own_words() -> Iterator[None]:
    """Forget the words of own games afterwards: another test may have a game with the same id."""
    before = dict(catalogue._folders)
    yield
    catalogue._folders.clear()
    catalogue._folders.update(before)
    for cached in (catalogue._catalogue, catalogue._sentences, catalogue._rendered):
        cached.cache_clear()


@pytest.fixture(scope="session")
def browser(request: pytest.FixtureRequest) -> Iterator[Browser]:
    """Yield one Chromium for all tests of a process, with reused pages; `fonts.in_other_letters` gets another one."""
    letters = getattr(request, "param", None) or fonts.USUAL
    with launched(letters=letters) as opened, pytest.MonkeyPatch.context() as patch:
        ContextPool(opened, patch)
        yield opened


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail a run that skipped a test, in CI."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("CI") == "true" and reporter is not None and reporter.stats.get("skipped"):
        reporter.write_line("\nSkipped tests fail the run in CI; their reasons are below.")
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
