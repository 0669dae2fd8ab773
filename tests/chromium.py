"""The browser of the tests: the system's Chromium, without background activity."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from tests import fonts

CHROMIUMS = ("chromium-headless-shell", "chromium")
"""Debian's browsers, the faster first: it is the same engine, and opens a page in a third of the time."""
STILL: Any = {"reduced_motion": "reduce"}
"""Options for nearly every page of a test: without animations, because every drawn frame takes time."""
MOVING: Any = {"reduced_motion": "no-preference"}
"""Options for a page with animations, as for a user without a preference."""


@contextmanager
def launched(*more: str, letters: str = fonts.USUAL) -> Iterator[Browser]:
    """Open a Chromium: the one that CHROMIUM names or the fastest installed. None is downloaded, none connects outside.

    Of the fonts of the machine it sees only those of this name in `fonts.LETTERS`; with others than the usual ones it
    does not load those of the pages either. `more` are switches of its command line.
    """
    named = os.environ.get("CHROMIUM")
    chromium = next(filter(None, map(shutil.which, [named] if named else CHROMIUMS)), None)
    assert chromium, "there is no Chromium: sudo make system"
    quiet = ["--disable-gpu", "--disable-background-networking", "--disable-component-update", "--no-first-run", *more]
    as_root = ["--no-sandbox"] if os.geteuid() == 0 else []
    own = [] if letters == fonts.USUAL else ["--disable-remote-fonts"]
    names = ["--host-resolver-rules=MAP table-pi 127.0.0.1"]
    variables: dict[str, str | float | bool] = {**os.environ, **fonts.font_environment(letters)}
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(
            executable_path=chromium, args=[*quiet, *as_root, *own, *names], env=variables
        )
        yield opened
        opened.close()
