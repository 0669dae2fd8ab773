"""The rooms of the gallery: those of the browser tests, and one for each kept journal, always the same."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

import companion.app.application
from companion.table.salted_match_hash import SALT_BYTES
from tests.e2e.rooms import LONG, Rooms
from tests.kept.files import EVERY_JOURNAL, copy_journal
from tests.on_request.gallery.camera import STILL, TELEVISIONS, watch
from tests.server.browser_world import BrowserWorld

ADDRESS = "http://192.168.1.23:8080/"
NOON = 1_772_366_400.0
"""A plausible date, at noon in Greenwich."""


class Hall(Rooms):
    """Rooms that always look the same: they show no time, seed or port of the machine."""

    def new_room(self, name: str) -> BrowserWorld:
        """Return a companion without a game, or one with the kept journal of this name."""
        if name in EVERY_JOURNAL:
            copy_journal(name, self.folder / name)
        around = super().new_room(name)
        _fix(around, name)
        return around

    def fill(self, name: str, around: BrowserWorld) -> None:
        """Fill a room: `begun` is a game of 1983 before its first move."""
        if name == "begun":
            around.start(*LONG[:3], game="classic")
        super().fill(name, around)

    def new_context(self, **options: Any) -> BrowserContext:
        context = super().new_context(**{"timezone_id": "Europe/Paris", **options})
        context.add_init_script(STILL)
        watch(context)
        return context

    def page(
        self, name: str, path: str = "", *, role: int | str = "watcher", before: str | None = None, **options: Any
    ) -> Page:
        if path == "tv":
            options["viewport"] = {"width": TELEVISIONS[0].width, "height": TELEVISIONS[0].height}
        return super().page(name, path, role=role, before=before, **options)

    def close_pages(self) -> None:
        """Close every page."""
        for around in self.opened.values():
            around.close()
            around.contexts.clear()


@contextmanager
def hall(browser: Browser, folder: Path, language: str) -> Iterator[Hall]:
    """Yield all rooms, for readers of a language (`fr-FR`, `en-GB`)."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(companion.app.application.Companion, "address", property(lambda self: ADDRESS))
        rooms = Hall(browser, folder)
        rooms.language = language
        with rooms.running:
            yield rooms


def _fix(around: BrowserWorld, name: str) -> None:
    """Give a companion a stopped clock and a fixed sequence of seeds."""
    session, drawn = around.companion.session, 0

    def seed() -> bytes:
        nonlocal drawn
        drawn += 1
        return hashlib.sha256(f"{name} {drawn}".encode()).digest()

    game, tray = session._game_writer, session._free_dice_writer
    game._seed, game._now, game._salt = seed, lambda: NOON, lambda: bytes(SALT_BYTES)
    tray._seed = seed
