"""A whole companion with a game, and phones in a real browser that watch and act."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

import companion.app.application
from companion.app.application import Companion
from companion.games import GAMES
from companion.rules.game import Game, move_to_json
from companion.server.rate_limits import OURS
from companion.system.settings import Settings
from companion.system.systemd_notify import Service
from companion.table.commands import Play, ReleaseSeat, StartGame, TurnReveal
from companion.table.table import Table
from tests.chromium import STILL
from tests.games.lanterns import LANTERNS
from tests.kit.used_box import used_box

NAMES = ("Inès", "Marc", "Zoé")
PHONE: Any = {"width": 390, "height": 844}
FROM_BOX = {OURS: "1"}
"""Headers of an answer that a test gives in place of the box."""


class BrowserWorld:
    """A companion, and the phones that a test opens."""

    def __init__(self, browser: Browser, companion: Companion) -> None:
        self.browser = browser
        self.companion = companion
        self.contexts: list[BrowserContext] = []

    def start(self, *names: str, game: str = "expedition", options: Mapping[str, Any] | None = None) -> None:
        """Begin a game at the box."""
        command = StartGame(game=game, names=names, options=dict(options or {}))
        self.companion.ask(lambda: self.companion.session.do(command))

    def play(self, seat: int, **move: Any) -> None:
        """Make a move at the box."""
        self.companion.ask(lambda: self.companion.session.do(Play(moves=((seat, move),))))

    def turn_reveal(self, step: int | None = None) -> None:
        """Show the steps of the end up to this one; without a number, skip to the end."""

        def turn() -> None:
            session = self.companion.session
            if session.reveal is not None:  # the box may have shown all steps meanwhile
                session.do(TurnReveal(step=len(session.reveal.steps) + 1 if step is None else step))

        self.companion.ask(turn)

    @property
    def table(self) -> Table:
        """The open game."""
        snapshot = self.companion.snapshots.newest
        assert snapshot is not None
        assert snapshot.table is not None
        return snapshot.table

    @property
    def moves(self) -> list[str]:
        """The kinds of the moves that stand."""
        return [entry.played.move.kind for entry in self.table.entries]

    @property
    def played(self) -> dict[str, Any]:
        """The newest standing move, in the form of moves files."""
        return move_to_json(self.table.entries[-1].played.move)

    def code(self, seat: int | None) -> str:
        """Return the code that the box shows for a seat, or for the table."""
        return self.companion.codes.offer(seat, 1).code

    def release(self, seat: int) -> None:
        """Take a seat of the open game from the phone that has it, if any."""
        self.companion.ask(lambda: self.companion.session.do(ReleaseSeat(seat=seat)))

    def phone(self, language: str = "en-GB", before: str | None = None, path: str = "", **options: Any) -> Page:
        """Open a page on a phone that watches, at the table by default; the page runs the script `before` first."""
        page = self._context(language, **options).new_page()
        if before is not None:
            page.add_init_script(before)
        page.goto(f"{self.companion.local_address}{path}")
        return page

    def seat(self, seat: int | None, language: str = "en-GB", **options: Any) -> Page:
        """Open a page on a phone that plays for a seat, or is host for None; it joins before it opens the page."""
        context = self._context(language, **options)
        claim = f"{self.companion.local_address}api/claim"
        assert context.request.post(claim, data={"code": self.code(seat)}).ok
        page = context.new_page()
        page.goto(self.companion.local_address)
        expect(page.locator(".tool[data-key^=forget]")).to_be_visible()
        return page

    def _context(self, language: str, **options: Any) -> BrowserContext:
        context = self.browser.new_context(locale=language, **{"viewport": PHONE, **STILL, **options})
        context.set_default_timeout(10_000)
        self.contexts.append(context)
        return context

    def close(self) -> None:
        for context in self.contexts:
            context.close()


@contextmanager
def open_world(
    browser: Browser,
    state: Path,
    games: tuple[Game, ...] = (*GAMES, LANTERNS),
    service: Service | None = None,
    **settings: Any,
) -> Iterator[BrowserWorld]:
    """Yield a companion on this state directory, with phones; it also offers Lanterns, a game made for tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(companion.app.application, "GAMES", games)
        all_settings: dict[str, Any] = {"language": "en", "host": "127.0.0.1", "port": 0, **settings}
        with Companion(Settings(**all_settings), used_box(state), simulated=True, service=service) as opened:
            world = BrowserWorld(browser, opened)
            yield world
            world.close()


def unfold(page: Page, line: str) -> Locator:
    """Unfold a line of tonight's rules in the lobby, by its key, and return it."""
    details = page.locator(f"#rule-{line}")
    if details.get_attribute("open") is None:
        details.locator("> summary").click()
    return details


def join(page: Page, code: str) -> None:
    """Type a code into the page, digit by digit."""
    page.locator("[data-key=join]").click()
    page.locator("#code").press_sequentially(code)
    page.locator(".join .play").click()


def card(page: Page, text: str) -> Locator:
    """Return the card of a move."""
    return page.locator(".action-card", has=page.get_by_text(text, exact=True))


def tap(page: Page, text: str) -> None:
    """Tap the card of a move, once the tap no longer counts as part of a double tap."""
    expect(page.locator("#act")).not_to_contain_class("resting")
    card(page, text).locator(".action").click()


def open_confirmation(page: Page, text: str) -> Locator:
    """Tap the card of a move that needs confirmation; return its dialog once that shows the outcome."""
    tap(page, text)
    return shown_confirmation(page)


def shown_confirmation(page: Page) -> Locator:
    """Return the open confirmation dialog once it shows the outcome."""
    expect(page.locator(".confirm .play")).to_have_attribute("aria-disabled", "false")
    return page.locator(".confirm")


def play(page: Page, text: str) -> None:
    """Tap the card of a move that needs no confirmation, and wait until it is played."""
    with page.expect_response("**/api/commands"):
        tap(page, text)


def tool(page: Page, name: str) -> Locator:
    """Return the button of this name among the tools."""
    return page.locator(f'.tool[data-key="{name}"]')
