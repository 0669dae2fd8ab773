"""Reuse of browser pages: to open one in a new process takes nearly as long as to load its content.

A test that takes a context of the tests' browser gets a clean one, with the page that it had. After a change that
cannot be undone, such as an init script or a key held down, the context is closed as usual.
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
"""Methods of a context or of its page whose effect cannot be undone."""


class ContextPool:
    """The contexts of a browser, by their options."""

    def __init__(self, browser: Browser, patch: pytest.MonkeyPatch) -> None:
        self.patch = patch
        self.idle: list[_PooledContext] = []
        self.open = browser.new_context
        patch.setattr(browser, "new_context", self.borrow)

    def borrow(self, **options: Any) -> BrowserContext:
        """Return a clean context."""
        fitting = next((context for context in self.idle if context.options == options), None)
        if fitting is None:
            fitting = _PooledContext(self, self.open(**options), options)
        else:
            self.idle.remove(fitting)
        fitting.page_taken = False
        return fitting.context

    def keep(self, context: _PooledContext) -> None:
        """Keep a context for the next test, and close the one that was unused for longest if there are too many."""
        self.idle.append(context)
        if len(self.idle) > MOST:
            self.idle.pop(0).close()


class _PooledContext:
    """A context and its page."""

    def __init__(self, home: ContextPool, context: BrowserContext, options: dict[str, Any]) -> None:
        self.home, self.context, self.options = home, context, options
        self.close, self.new_page = context.close, context.new_page
        self.page: Page | None = None
        self.page_taken = False
        """True if the current test has asked for its page."""
        self.dirty = False
        """True if something was done to it that cannot be undone."""
        self.listeners: list[tuple[Any, Any]] = []
        home.patch.setattr(context, "close", self.give_back)
        home.patch.setattr(context, "new_page", self.take_page)
        self._watch(context, *CANNOT_BE_UNDONE)

    def take_page(self) -> Page:
        """Return its page; a second request gets a new page."""
        if self.page is None:
            self.page = self.new_page()
            self._watch(self.page, "close", *CANNOT_BE_UNDONE)
            self._watch(self.page.clock, "install", "pause_at", "set_fixed_time", "set_system_time")
            self._watch(self.page.keyboard, "down")
            self._watch(self.page.mouse, "down")
            self._listen(self.page)
        elif self.page_taken:
            self.dirty = True
            return self.new_page()
        self.page_taken = True
        return self.page

    def give_back(self) -> None:
        """Undo the changes to it if possible, and keep it."""
        page = self.page
        if self.dirty or page is None:
            self.close()
            return
        for event, listener in self.listeners:
            page.remove_listener(event, listener)
        self.listeners.clear()
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
                self.home.patch.setattr(watched, name, self._marking_dirty(getattr(watched, name)))

    def _marking_dirty(self, does: Callable[..., Any]) -> Callable[..., Any]:
        def noted(*args: Any, **kwargs: Any) -> Any:
            self.dirty = True
            return does(*args, **kwargs)

        return noted

    def _listen(self, page: Page) -> None:
        listen = page.on

        def on(event: Any, listener: Any) -> None:
            self.listeners.append((event, listener))
            listen(event, listener)

        self.home.patch.setattr(page, "on", on)
