"""What holds for every test: nothing is skipped unseen in CI, and a busy machine fails no property."""

import os

import hypothesis
import pytest

# The default deadline would fail a slow example, which says more about the machine than about the code.
hypothesis.settings.register_profile("companion", deadline=None)
hypothesis.settings.load_profile("companion")


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Make a run that skipped something a failed run, where nobody reads along."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("CI") == "true" and reporter is not None and reporter.stats.get("skipped"):
        reporter.write_line("\nSkipped tests fail the run in CI; their reasons are below.")
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
