"""A table behind a real server and browsers that watch, for tests of the table page and the television."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page

from companion.server.http_server import Server
from companion.session.session import Session
from companion.table.commands import CloseGame, Play, Restore, StartGame, TakeBack, TurnReveal
from tests.chromium import STILL
from tests.server.helpers import RecordedBox, running

NAMES = ("Inès", "Bao", "Chloé")
LONGEST_NAMES = (
    "Maximilienne-Alexandrine de Montmorency",
    "Wolfgang Amadeus Theophilus Mozart aus S",
    "Anneliese",
    "Ωmega",
    "Eva",
)
"""Names of the greatest length, and one of each other kind."""
PHONE: Any = {"width": 390, "height": 844}
TO_GANZHOU = [*["step"] * 10, "end", "step", "end", *["step"] * 12]
"""Moves of three in short form: Chloé reaches Ganzhou with the last step, Inès stands on 12."""
TO_DADU = [*["step"] * 14, "end", "end", *["step"] * 13, "no crates"]
"""Moves of Inès alone to Ganzhou, and on to Dadu, where no more crates are noted."""


_UNUSED_FONT = re.compile(r"/fonts/\S+ was preloaded using link preload but not used")
"""What a browser says that was told to load no fonts."""


class WatchedTable:
    """A table to play at, and pages that watch it."""

    def __init__(self, browser: Browser, session: Session | None = None) -> None:
        """Use `session` for other games than the installed ones."""
        self.browser = browser
        self.world = RecordedBox(session=session) if session else RecordedBox()
        self.server: Server | None = None

    @contextmanager
    def served(self) -> Iterator[WatchedTable]:
        """Yield the table with its server running."""
        with running(self.world.app(), self.world.streams) as self.server:
            yield self

    def start(self, *names: str, game: str = "expedition", options: Mapping[str, Any] | None = None) -> None:
        """Begin a game."""
        self._do(StartGame(game=game, names=names or NAMES, options=dict(options or {})))

    def play(self, *moves: str) -> None:
        """Play moves in short form for the seat on turn: `step`, `ballast`, `end`, `step 2` (a camel), `no crates`."""
        for move in moves:
            word, _, camel = move.partition(" ")
            body: dict[str, Any] = {"move": "step", "by": "ballast" if word == "ballast" else "cards"}
            if move == "no crates":
                body = {"move": "no_crates"}
            elif camel:
                body["camel"] = int(camel)
            elif word == "end":
                body = {"move": "end_turn"}
            table = self.world.session.table
            assert table is not None
            self.move(table.match.turn(table.state) or 0, **body)

    def move(self, seat: int, **body: Any) -> None:
        """Play a move of a seat."""
        self._do(Play(moves=((seat, body),)))

    def turn_reveal(self, step: int | None = None) -> None:
        """Show the steps of the end up to this one; without a number, skip to the end."""
        reveal = self.world.session.reveal
        assert reveal is not None
        self._do(TurnReveal(step=len(reveal.steps) + 1 if step is None else step))

    def take_back(self) -> None:
        """Take the last change back."""
        self._do(TakeBack())

    def restore(self) -> None:
        """Restore what was taken back."""
        self._do(Restore())

    def close_game(self) -> None:
        """Close the game for good."""
        self._do(CloseGame())

    @contextmanager
    def page(self, path: str = "/", *, language: str = "en-GB", **options: Any) -> Iterator[Page]:
        """Yield a page that watches; it must not write a word to its console."""
        assert self.server is not None
        context = self.browser.new_context(**{"locale": language, "viewport": PHONE, **STILL, **options})
        context.set_default_timeout(10_000)
        page = context.new_page()
        console_lines: list[str] = []

        def note(message: ConsoleMessage) -> None:
            if not _UNUSED_FONT.search(message.text):
                console_lines.append(message.text)

        page.on("console", note)
        page.on("pageerror", lambda error: console_lines.append(str(error)))
        page.goto(f"http://127.0.0.1:{self.server.port}{path}")
        yield page
        assert console_lines == [], console_lines
        context.close()

    def get(self, path: str) -> str:
        """Return the server's response as text."""
        with self.world.app().test_client().get(path, headers={"Host": "localhost"}) as answer:
            return answer.get_data(as_text=True)

    def _do(self, command: Any) -> None:
        self.world.table.ask(lambda: self.world.session.do(command))


def row(page: Page, seat: int) -> Locator:
    """Return the score of a seat."""
    return page.locator(f'#totals .total[data-seat="{seat}"]')


def overflow(page: Page) -> int:
    """Return by how many pixels the page is wider than its viewport."""
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))
