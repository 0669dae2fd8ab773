"""Pages that are lent again: to open one in a process of its own takes nearly as long as to load what it shows.

Whoever takes a context of the tests' browser gets one that is as new, with the page that it had. What cannot be undone,
such as a script before all others or a key held down, makes it the taker's own, and it is closed as ever.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

MOST = 6
"""Pages that are kept at a time: each is a process."""
USUAL_TIMEOUT_MS = 30_000
CANNOT_BE_UNDONE = (
    "add_cookies",
    "add_init_script",
    "emulate_media",
    "expose_binding",
    "expose_function",
    "grant_permissions",
    "new_cdp_session",
    "once",
    "route",
    "set_extra_http_headers",
    "set_geolocation",
    "set_offline",
)
"""What may be done to a context, or to a page of it."""


class Reused:
    """The contexts of a browser, by what they were opened with."""

    def __init__(self, browser: Browser, patch: pytest.MonkeyPatch) -> None:
        self.patch = patch
        self.kept: list[_Lent] = []
        self.open = browser.new_context
        patch.setattr(browser, "new_context", self.lend)

    def lend(self, **options: Any) -> BrowserContext:
        """A context as new."""
        fitting = next((one for one in self.kept if one.options == options), None)
        if fitting is None:
            fitting = _Lent(self, self.open(**options), options)
        else:
            self.kept.remove(fitting)
        fitting.begun = False
        return fitting.context

    def keep(self, one: _Lent) -> None:
        """Keep one for whoever wants it next, in the stead of the one that nobody wanted for longest."""
        self.kept.append(one)
        if len(self.kept) > MOST:
            self.kept.pop(0).close()


class _Lent:
    """A context and its page."""

    def __init__(self, home: Reused, context: BrowserContext, options: dict[str, Any]) -> None:
        self.home, self.context, self.options = home, context, options
        self.close, self.new_page = context.close, context.new_page
        self.page: Page | None = None
        self.begun = False
        """Whether whoever has it now has asked for its page."""
        self.own = False
        """Whether something was done to it that cannot be undone."""
        self.heard: list[tuple[Any, Any]] = []
        home.patch.setattr(context, "close", self.back)
        home.patch.setattr(context, "new_page", self.its_page)
        self._watch(context, *CANNOT_BE_UNDONE)

    def its_page(self) -> Page:
        """The page that it has; whoever wants another one beside it gets a new one."""
        if self.page is None:
            self.page = self.new_page()
            self._watch(self.page, "close", *CANNOT_BE_UNDONE)
            self._watch(self.page.clock, "install", "pause_at", "set_fixed_time", "set_system_time")
            self._watch(self.page.keyboard, "down")
            self._watch(self.page.mouse, "down")
            self._listen(self.page)
        elif self.begun:
            self.own = True
            return self.new_page()
        self.begun = True
        return self.page

    def back(self) -> None:
        """Undo what was done to it, where that can be, and keep it."""
        page = self.page
        if self.own or page is None:
            self.close()
            return
        for event, listener in self.heard:
            page.remove_listener(event, listener)
        self.heard.clear()
        page.goto("about:blank")
        page.mouse.move(0, 0)
        size = self.options.get("viewport")
        if size and page.viewport_size != size:
            page.set_viewport_size(size)
        self.context.clear_cookies()
        self.context.set_default_timeout(USUAL_TIMEOUT_MS)
        self.home.keep(self)

    def _watch(self, watched: object, *names: str) -> None:
        for name in names:
            if hasattr(watched, name):
                self.home.patch.setattr(watched, name, self._noted(getattr(watched, name)))

    def _noted(self, does: Callable[..., Any]) -> Callable[..., Any]:
        def noted(*args: Any, **about: Any) -> Any:
            self.own = True
            return does(*args, **about)

        return noted

    def _listen(self, page: Page) -> None:
        listen = page.on

        def on(event: Any, listener: Any) -> None:
            self.heard.append((event, listener))
            listen(event, listener)

        self.home.patch.setattr(page, "on", on)
