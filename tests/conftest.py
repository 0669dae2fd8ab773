"""What holds for every test: nothing is skipped unseen in CI, and a busy machine fails no property."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator

import hypothesis
import pytest
from playwright.sync_api import Browser, sync_playwright

CHROMIUMS = ("chromium-headless-shell", "chromium")
"""Debian's, the quicker one first: it is the same engine, and opens a page in a third of the time."""
MOST_PROCESSES = 8
"""How many processes `-n auto` starts at most, on whatever machine."""

# The default deadline would fail a slow example, which says more about the machine than about the code.
hypothesis.settings.register_profile("companion", deadline=None)
hypothesis.settings.load_profile("companion")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One process more than there are processors, for tests in a browser often wait; each has a Chromium of its own."""
    return min((os.cpu_count() or 1) + 1, MOST_PROCESSES)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The system's Chromium, one for all tests of a process: none is downloaded, and nothing of it talks outside."""
    named = os.environ.get("CHROMIUM")
    chromium = next(filter(None, map(shutil.which, [named] if named else CHROMIUMS)), None)
    assert chromium, "these tests need Chromium: make browser"
    quiet = ["--disable-gpu", "--disable-background-networking", "--disable-component-update", "--no-first-run"]
    as_root = ["--no-sandbox"] if os.geteuid() == 0 else []
    names = ["--host-resolver-rules=MAP table-pi 127.0.0.1"]
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=chromium, args=[*quiet, *as_root, *names])
        yield opened
        opened.close()


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Make a run that skipped something a failed run, where nobody reads along."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("CI") == "true" and reporter is not None and reporter.stats.get("skipped"):
        reporter.write_line("\nSkipped tests fail the run in CI; their reasons are below.")
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
