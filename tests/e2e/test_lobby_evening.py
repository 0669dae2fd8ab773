"""The first minutes of an evening with a running program: presses on the box, taps on five phones on a slow line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.app import application
from companion.app.application import Companion
from companion.games import GAMES
from companion.system.settings import Settings
from companion.table.commands import LeaveGame, StartGame
from tests.chromium import STILL
from tests.depth import deep
from tests.e2e.player import Player
from tests.kit.used_box import used_box

pytestmark = [pytest.mark.e2e, deep, pytest.mark.timeout(600)]

PEOPLE = ("Inès", "Marc", "Zoé", "Papa", "Mamie")
SLOW_LINE = {
    "offline": False,
    "latency": 300,
    "downloadThroughput": 50_000,
    "uploadThroughput": 20_000,
}
"""A phone at the far end of the house: 300 ms each way, 50 and 20 kB a second."""
MOST_PRESSES = 9
MOST_TAPS = 4
AWAY_MS = 20_000
PATIENCE_MS = 60_000


class CountedPlayer(Player):
    """A player whose presses are counted."""

    presses = 0

    def press(self, *keys: str) -> None:
        self.presses += len(keys)
        super().press(*keys)


class GuestPhone:
    """A phone on the slow line, whose taps are counted."""

    def __init__(self, browser: Browser, companion: Companion) -> None:
        self.taps = 0
        self.context = browser.new_context(locale="en-GB", viewport={"width": 390, "height": 844}, **STILL)
        self.page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE_MS)
        line = self.context.new_cdp_session(self.page)
        line.send("Network.enable")
        line.send("Network.emulateNetworkConditions", SLOW_LINE)
        offer = companion.codes.current_offer
        assert offer is not None
        self.page.goto(f"{companion.local_address}#{offer.token}", wait_until="commit")

    def sit_as_new(self, name: str) -> None:
        """Type a name and enter it: that counts as one tap."""
        self.page.locator("#own-name").fill(name)
        self.page.locator("#own-name").press("Enter")
        self.taps += 1

    def sit_as_known(self, name: str) -> None:
        self.page.locator("#own-chips .chip", has_text=name).click()
        self.taps += 1

    def choose_colour(self, colour: str) -> None:
        self.page.locator(".own-place .swatch", has_text=colour).click()
        self.taps += 1

    def lose_network(self) -> None:
        self.context.set_offline(True)

    def find_network(self) -> None:
        self.context.set_offline(False)


@pytest.fixture
def companion(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Companion]:
    """Yield a companion on a network, so that the box shows the code of the lobby."""
    monkeypatch.setattr(application, "own_addresses", lambda **_: ("192.0.2.7",))
    settings = Settings(language="en", host="0.0.0.0", port=0, announce=False)
    with Companion(settings, used_box(tmp_path / "state"), simulated=True) as opened:
        yield opened


@pytest.fixture
def player(companion: Companion, browser: Browser) -> Iterator[CountedPlayer]:
    context = browser.new_context(locale="en-GB", viewport={"width": 390, "height": 844}, **STILL)
    page = context.new_page()
    page.goto(f"{companion.local_address}box")
    yield CountedPlayer(companion, page)
    context.close()


def listed(page: Page) -> list[str]:
    """Return the names of the list as a page shows them."""
    return page.locator("#players .who > b").all_inner_texts()


@pytest.mark.parametrize("game", [game.id for game in GAMES])
def test_known_people_start_in_nine_presses(
    companion: Companion, player: CountedPlayer, game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    companion.ask(lambda: companion.session.do(StartGame(game=game, names=PEOPLE[:3])))
    companion.ask(lambda: companion.session.do(LeaveGame()))
    player.wait_for("caravan")
    player.presses = 0
    player.press("ok", "ok", "ok")
    while companion.session.table is None and player.presses <= MOST_PRESSES:
        player.press("ok")
    assert companion.session.table is not None
    assert set(companion.session.table.names) == set(PEOPLE[:3])
    assert companion.session.table.game.id == game
    with capsys.disabled():
        print(f"\nthree known people start {game} on the box: {player.presses} presses")
    assert player.presses <= MOST_PRESSES


def test_five_phones_sit_down_over_a_slow_line(
    companion: Companion, player: CountedPlayer, browser: Browser, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two of them lose the network for twenty seconds; nobody is lost, and every list is the same at the end."""
    companion.ask(lambda: companion.session.do(StartGame(game="expedition", names=PEOPLE[:2])))
    companion.ask(lambda: companion.session.do(LeaveGame()))
    player.press("ok", "ok", "ok")
    opened = player.presses
    phones = [GuestPhone(browser, companion) for _ in PEOPLE]
    for phone in phones:
        expect(phone.page.locator("#own-name")).to_be_visible(timeout=PATIENCE_MS)
    for phone, name in zip(phones[:2], PEOPLE, strict=False):
        phone.sit_as_known(name)
    phones[3].lose_network()
    phones[4].lose_network()
    phones[2].sit_as_new(PEOPLE[2])
    for phone, name in zip(phones[3:], PEOPLE[3:], strict=True):
        phone.sit_as_new(name)
    phones[0].page.wait_for_timeout(AWAY_MS)
    for phone in phones[3:]:
        phone.find_network()
    for phone in phones:
        expect(phone.page.locator("#players > li")).to_have_count(len(PEOPLE), timeout=PATIENCE_MS)
    phones[4].choose_colour("orange")
    for phone in phones:
        expect(phone.page.locator("#players")).to_contain_text("orange", timeout=PATIENCE_MS)
    lists = [listed(phone.page) for phone in phones]
    assert all(names == lists[0] for names in lists)
    assert sorted(lists[0]) == sorted(PEOPLE)
    player.press("ok", "ok")
    table = companion.session.table
    assert table is not None
    assert len(table.claims) == len(PEOPLE)
    for phone in phones:
        expect(phone.page.locator("#table, .table, .action-card").first).to_be_visible(timeout=PATIENCE_MS)
        assert phone.page.url == companion.local_address
        phone.context.close()
    taps = [phone.taps for phone in phones]
    with capsys.disabled():
        print(
            f"\nfive phones over a slow line: {taps} taps; on the box {opened} presses to open, {player.presses} in all"
        )
    assert max(taps) <= MOST_TAPS
    assert player.presses == opened + 2, "only to turn to the list, and to start"
