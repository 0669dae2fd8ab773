"""A whole evening: a host's phone, a phone for each seat, one that watches, and the television, in real browsers.

A phone sleeps and wakes, and the box is restarted during the game; in the end everybody sees the result of the moves.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.app.application import Companion
from companion.games import GAMES
from companion.journal.moves_file import export, replay_file
from companion.rules.match_functions import standings
from companion.system.settings import Settings
from companion.table.table import Table
from tests.chromium import MOVING, STILL
from tests.depth import deep
from tests.e2e.player import Player
from tests.kit.used_box import used_box
from tests.server.browser_world import join

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(600)]

NAMES = ("Inès", "Marc", "Zoé")
PHONE: Any = {"width": 390, "height": 844}
TELEVISION: Any = {"width": 1920, "height": 1080}
DADU = 29
MOST_TURNS = 60
STEPS = 3
"""Number of steps that everybody takes in a turn."""


class Room:
    """A box that can be restarted, and the screens around it."""

    def __init__(self, browser: Browser, state: Path) -> None:
        self.browser = browser
        self.state = state
        self.port = 0
        self.screens = ExitStack()
        self.running = ExitStack()
        self.plug_in()
        box = self.screen(path="box")
        self.player = Player(self.companion, box)

    def plug_in(self) -> None:
        """Start the box, at its previous address."""
        settings = Settings(language="en", host="127.0.0.1", port=self.port, announce=False)
        self.companion = self.running.enter_context(Companion(settings, used_box(self.state), simulated=True))
        self.port = self.companion.server.port

    def unplug(self) -> None:
        """End the box, but not its phones."""
        self.running.close()

    def screen(self, path: str = "", viewport: Any = PHONE, **options: Any) -> Page:
        """Return a page in a new browser."""
        context = self.browser.new_context(viewport=viewport, **{"locale": "en-GB", **STILL, **options})
        context.set_default_timeout(15_000)
        self.screens.callback(context.close)
        page = context.new_page()
        page.goto(f"{self.companion.local_address}{path}")
        return page

    def code(self, *rows: str) -> str:
        """Have the box show a code, by its keys, and read the digits off its screen."""
        for row in ("Phones", *rows):
            self.player.choose(row)
        digits = re.sub(r"\D", "", " ".join(line for line in self.player.lines() if re.search(r"\d{3} ?\d{3}", line)))
        assert len(digits) == 6, self.player.lines()
        return digits

    @property
    def table(self) -> Table:
        """The open game of the box."""
        snapshot = self.companion.snapshots.newest
        assert snapshot is not None
        assert snapshot.table is not None
        return snapshot.table

    @property
    def turn(self) -> int | None:
        """The seat on turn."""
        table = self.table
        return table.match.turn(table.state)


@pytest.fixture
def room(browser: Browser, tmp_path: Path) -> Iterator[Room]:
    room = Room(browser, tmp_path / "state")
    yield room
    room.screens.close()
    room.unplug()


@deep
def test_a_whole_evening_with_sleep_and_restart(room: Room) -> None:
    watcher, television = room.screen(locale="fr-FR"), room.screen("tv", TELEVISION, **MOVING)
    host = room.screen()
    room.player.press("ok")
    join(host, room.code("Table code"))
    expect(host.locator("#said")).not_to_be_empty()
    room.player.wait_for("This phone is the host.")
    room.player.hold("back")
    _set_up(host)
    phones = [_sit_down(room, seat) for seat in (1, 2, 3)]
    everybody = [host, *phones, watcher, television]

    _play(room, phones, turns=4)
    _while_one_sleeps(room, phones)
    _play(room, phones, turns=2)
    _through_a_restart(room, phones, everybody)
    _play(room, phones, turns=MOST_TURNS)

    for page in everybody:
        expect(page.locator("#headline")).to_have_text(re.compile("The final scoring|Le décompte final"))
    host.locator("[data-key=skip-reveal]").click()
    for page in everybody:
        expect(page.locator("#ending .podium > li")).to_have_count(3)
    assert room.table.over
    replayed = replay_file(export(room.table).encode(), GAMES)
    assert (replayed.match, replayed.digest()) == (room.table.match, room.table.digest())
    places = standings(replayed.match, replayed.state)
    for page in everybody:
        for place in places:
            total = page.locator(f'.total[data-seat="{place.seat}"]')
            expect(total.locator("[data-part=total]")).to_have_text(str(place.total))
            expect(total.locator("[data-part=rank]")).to_have_text(str(place.rank))
    winner = replayed.names[places[0].seat - 1]
    expect(watcher.locator("#headline")).to_contain_text(winner)
    expect(television.locator("#headline")).to_contain_text(winner)


def _set_up(host: Page) -> None:
    """Set up a game of three on the host's phone, from the empty table."""
    host.locator('a[href="/setup"]').first.click()
    for name in NAMES:
        host.locator("#name").fill(name)
        host.locator("#name").press("Enter")
    host.locator("#begin").click()
    host.wait_for_url(lambda url: "/setup" not in url)
    expect(host.locator("#headline")).to_contain_text(NAMES[0])


def _sit_down(room: Room, seat: int) -> Page:
    """Return a phone that has claimed this seat with the code that the box shows for it."""
    page = room.screen(**(MOVING if seat == 1 else {}))
    name = NAMES[seat - 1]
    room.player.hold("ok")
    join(page, room.code(f"Code for {name}"))
    expect(page.locator("#said")).to_have_text(f"You are {name}.")
    room.player.wait_for(f"This phone plays for {name}.")
    room.player.hold("back")
    return page


def _play(room: Room, phones: list[Page], turns: int) -> None:
    """Have each seat in turn step by cards on its own phone, and end the turn."""
    for _ in range(turns):
        seat = room.turn
        if seat is None or room.table.reveal is not None:
            return
        page = phones[seat - 1]
        for _ in range(STEPS):
            _tap(room, page, "Step to")
            if room.turn != seat:
                break
            if DADU in room.table.state.camels[seat - 1]:
                _tap(room, page, "No more crates")
                break
        else:
            _tap(room, page, "End the turn")


def _tap(room: Room, page: Page, words: str) -> None:
    """Tap a card, and confirm the outcome that it shows."""
    before = room.table.seq
    # A tap on an outdated page has no effect.
    page.wait_for_function("(seq) => document.companionView.seq >= seq", arg=before)
    expect(page.locator("#act")).not_to_contain_class("resting")
    tapped = page.locator(".action-card .action", has_text=words).first
    needs_confirmation = tapped.get_attribute("aria-expanded") is not None
    with page.expect_response("**/api/commands"):
        tapped.click()
        if needs_confirmation:
            expect(page.locator(".confirm .play")).to_have_attribute("aria-disabled", "false")
            page.locator(".confirm .play").click()
    expect(page.locator(".confirm")).to_have_count(0)
    assert room.table.seq == before + 1, "one tap is one move"


def _while_one_sleeps(room: Room, phones: list[Page]) -> None:
    """Freeze the phone of the seat that played last, without network, for two turns; then wake it."""
    seat = room.turn
    assert seat is not None
    sleeper = phones[seat - 2]
    life = sleeper.context.new_cdp_session(sleeper)
    sleeper.context.set_offline(True)
    life.send("Page.setWebLifecycleState", {"state": "frozen"})
    _play(room, phones, turns=2)
    life.send("Page.setWebLifecycleState", {"state": "active"})
    sleeper.context.set_offline(False)
    _expect_newest(room, sleeper)


def _through_a_restart(room: Room, phones: list[Page], everybody: list[Page]) -> None:
    """Restart the box: every page says so, and afterwards all continue with the seats they had."""
    seq = room.table.seq
    room.unplug()
    for page in everybody:
        expect(page.locator("#banner")).to_be_visible()
    room.plug_in()
    assert room.table.seq == seq
    for page in everybody:
        expect(page.locator("#banner")).to_be_hidden(timeout=15_000)
        _expect_newest(room, page)
    for page in phones:
        expect(page.locator("#act")).not_to_contain_text("Join the table")


def _expect_newest(room: Room, page: Page) -> None:
    """Check that the page shows the present table."""
    expect(page.locator("#headline")).to_contain_text(room.table.names[(room.turn or 1) - 1])
    for place in standings(room.table.match, room.table.state):
        total = page.locator(f'.total[data-seat="{place.seat}"] [data-part=total]')
        expect(total).to_have_text(str(place.total))
