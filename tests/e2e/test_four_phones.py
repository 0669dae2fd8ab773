"""Four phones play the game of 1983 side by side: nothing of a hand reaches another phone until the end.

All spins and dice are typed in, so the end is known: Ada comes home with a fortune.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeoutError

from tests.depth import deep
from tests.server.browser_world import BrowserWorld, open_confirmation, open_world, play, shown_confirmation

pytestmark = [pytest.mark.e2e, deep, pytest.mark.timeout(600)]

ADA, BAO, CHEN, DARA = 1, 2, 3, 4
NAMES = ("Ada", "Bao", "Chen", "Dara")
BANDITS = 7
"""The sector of the trial wheel that attacks, by land and at sea."""
FOUR = 3
"""A sector that shows four by land."""
NO_POST = "No trading post"
"""Label of Khanbalik or a mission town where nobody trades."""
TELEVISION: Any = {"width": 1920, "height": 1080}
_LISTENING = """
    const heard = (window.heard = []);
    const plain = window.fetch;
    window.fetch = async (...asked) => {
      const answer = await plain(...asked);
      answer.clone().text().then((text) => heard.push(text), () => {});
      return answer;
    };
    window.EventSource = class extends EventSource {
      constructor(...asked) {
        super(...asked);
        this.addEventListener("message", (event) => heard.push(event.data));
      }
    };
"""
"""Script that records everything that a page receives, from its first request on."""
_SHOWN = """() => [
    document.documentElement.outerHTML,
    document.body.innerText,
    ...[...document.querySelectorAll('.thing, .face')].map((card) =>
      `${card.dataset.goods ?? card.dataset.hue}:${card.querySelector('b')?.textContent ?? ''}`),
    ...window.heard.splice(0),
].join('\\n')"""


def words(card: str) -> tuple[str, ...]:
    """Return all names of a card: on a sheet, in words, and as JSON without its spaces."""
    colour, value = card.split(":")
    return card, f"{colour} {value}", f'"colour":"{colour}","value":{value}'


class Evening:
    """Four phones, a fifth that watches, and a television; and who may know which card."""

    def __init__(self, world: BrowserWorld) -> None:
        self.world = world
        world.start(*NAMES, game="classic", options={"trade_in_venice": True})
        self.phones = {seat: self.screen(seat) for seat in (ADA, BAO, CHEN, DARA)}
        self.watcher = self.screen()
        self.television = self.screen(path="tv", viewport=TELEVISION)
        self.secrets: dict[str, set[int]] = {}
        self.first = {page: page.content() for page in self.screens}

    def screen(self, seat: int | None = None, path: str = "", **options: Any) -> Page:
        """Return a page that records what it receives; for a seat, its phone claims it by the code on the box."""
        page = self.world.phone(before=_LISTENING, **options)
        if seat is not None:
            code = self.world.code(seat)
            assert page.request.post(f"{self.world.companion.local_address}api/claim", data={"code": code}).ok
        page.goto(f"{self.world.companion.local_address}{path}")
        return page

    @property
    def screens(self) -> list[Page]:
        return [*self.phones.values(), self.watcher, self.television]

    def knows(self, card: str, *seats: int) -> None:
        """Note that from now on only these seats know of a card."""
        self.secrets.setdefault(card, set()).update(seats)

    def check(self) -> dict[int, str]:
        """Check that nobody has received a word of a card that only others know.

        Return all that each seat has received since the last check.
        """
        received = {}
        for seat, page in [*self.phones.items(), (0, self.watcher), (0, self.television)]:
            received[seat] = text = re.sub(r'(?<=[:,]) (?=["\d])', "", page.evaluate(_SHOWN))
            for card, knowing in self.secrets.items():
                leaked = [word for word in words(card) if word in text]
                assert seat in knowing or not leaked, f"seat {seat} has {leaked}"
        return received

    # Actions at a phone.

    def turn(self, seat: int) -> Page:
        """Return the phone of a seat, once it is its turn."""
        page = self.phones[seat]
        expect(page.locator("#turn.yours")).to_be_visible()
        return page

    def spin(self, seat: int, sector: int, route: str = "land") -> Page:
        """Announce a spin, and type in the result of the real wheel."""
        page = self.turn(seat)
        page.locator(f".band-card:has([value={route}])").click()
        page.locator(".wheel-below button").click()
        page.locator(".sector-cards .choice-card").nth(sector).click()
        self.confirm(page)
        return page

    def fight(self, seat: int, white: int, black: int) -> None:
        """Type in the dice of a fight."""
        page = self.phones[seat]
        page.locator("#real-dice").check()
        page.locator(".action-card.usual .action").click()
        for die, value in enumerate((white, black)):
            page.locator(".sheet .die-faces").nth(die).locator("label").nth(value - 1).click()
        self.confirm(page)

    def arrive(self, seat: int, place: str, *more: str) -> Page:
        """Announce an arrival; `more` is the post's colour, and who is there."""
        page = self.phones[seat]
        self.form(page, "Arrive…")
        self.choose(page, place)
        if more:
            self.choose(page, more[0])
            for name in more[1:]:
                page.locator(".sheet .choice-card", has_text=name).click()
            self.answer_company(page)
        self.confirm(page)
        return page

    def buy(self, seat: int, card: str, end: str = "") -> None:
        """Draw the top card of the stack, and tap its card; `end` is what the last of three says too."""
        page = self.phones[seat]
        self.knows(card, seat)
        self.tap(seat, " ".join(["Buy", *card.split(":"), *end.split()]))
        expect(self.in_hand(page, card).first).to_be_visible()
        assert all(
            word in self.check()[seat] for word in words(card)[:2]
        )  # the seats that may know it do, by the same search

    def end(self, seat: int) -> None:
        self.tap(seat, "End the turn")
        self.check()

    def pass_by(self, *seats: int) -> None:
        """Play a turn without events for each of these seats."""
        for seat in seats:
            self.spin(seat, FOUR)
            self.arrive(seat, "A town")
            self.end(seat)

    def tap(self, seat: int, text: str) -> None:
        """Play a move that needs no further choice."""
        self.current(self.phones[seat])
        play(self.phones[seat], text)

    def current(self, page: Page) -> None:
        """Wait until a phone shows the newest state: a tap on an older one has no effect."""
        page.wait_for_function("(seq) => document.companionView.seq >= seq", arg=self.world.table.seq)

    def form(self, page: Page, text: str) -> None:
        self.current(page)
        page.locator(".action-card .action", has_text=text).click()
        expect(page.locator(".sheet")).to_be_visible()

    def choose(self, page: Page, text: str) -> None:
        page.locator(".sheet .choice-card", has=page.get_by_text(text, exact=True)).first.click()

    def answer_company(self, page: Page) -> None:
        """Go on from the question who is there too; it is not asked where nobody else can be there (C8)."""
        go_on, play_it = page.locator(".sheet .next:visible"), page.locator(".confirm .play:visible")
        expect(go_on.or_(play_it).first).to_be_visible()
        with suppress(PlaywrightTimeoutError):  # the form can go on by itself with the newest table
            if go_on.count():
                go_on.click(timeout=2_000)
        expect(play_it).to_be_visible()

    def confirm(self, page: Page) -> None:
        shown_confirmation(page).locator(".play").click()
        expect(page.locator(".sheet")).to_have_count(0)

    def in_hand(self, page: Page, card: str) -> Locator:
        colour, value = card.split(":")
        return page.locator(f'#hand .face[data-hue="{colour}"]', has_text=value)


@pytest.fixture
def evening(browser: Browser, tmp_path: Path) -> Iterator[Evening]:
    with open_world(browser, tmp_path / "state") as world:
        yield Evening(world)


def test_four_phones_play_without_leaking_hands(evening: Evening) -> None:
    phones = evening.phones

    # A market: three blue ones for the Khan, then a green one in Bao's hand.
    evening.spin(ADA, FOUR)
    evening.arrive(ADA, "A trading post", "blue")
    for _ in range(2):
        evening.buy(ADA, "blue:80")
    evening.buy(ADA, "blue:80", "and end the turn")
    evening.spin(BAO, FOUR)
    evening.arrive(BAO, "A trading post", "green")
    evening.buy(BAO, "green:50")
    evening.end(BAO)

    # A fight that is lost, at sea; the ransom lies in the loot for all to see.
    evening.spin(CHEN, BANDITS, "sea")
    evening.fight(CHEN, 1, 6)
    evening.tap(CHEN, "Pay the ransom")
    evening.spin(DARA, FOUR)
    expect(phones[DARA].locator("#block-loot")).to_contain_text("30 besants")
    evening.arrive(DARA, "A trading post", "mauve")
    evening.buy(DARA, "mauve:30")
    evening.end(DARA)

    # A trade: Ada takes a card from Bao, whose phone is asked which it was.
    evening.spin(ADA, FOUR)
    evening.arrive(ADA, "A trading post", "green", "Bao")
    evening.form(phones[ADA], "Take a card…")
    evening.confirm(phones[ADA])
    expect(phones[BAO].locator("#block-next")).to_contain_text("Ada took a card from you")
    evening.check()
    evening.knows("green:50", ADA)
    evening.form(phones[BAO], "Name the card taken…")
    evening.confirm(phones[BAO])
    expect(evening.in_hand(phones[ADA], "green:50")).to_be_visible()
    expect(evening.in_hand(phones[BAO], "green:50")).to_have_count(0)
    evening.end(ADA)

    # A fight that is won brings the loot; another one costs Dara a card that only she knows.
    evening.pass_by(BAO)
    evening.spin(CHEN, BANDITS)
    evening.fight(CHEN, 6, 1)
    evening.spin(DARA, BANDITS)
    evening.fight(DARA, 2, 3)
    evening.form(phones[DARA], "Pay the ransom…")
    evening.choose(phones[DARA], "A goods card")
    evening.confirm(phones[DARA])
    expect(phones[DARA].locator("#block-loot .face:not(.back)")).to_have_count(1)
    expect(phones[ADA].locator("#block-loot")).to_contain_text("1 card face down")
    expect(phones[ADA].locator("#block-loot .face:not(.back)")).to_have_count(0)
    evening.check()

    # Khanbalik, where gifts are shown, and the mission.
    evening.spin(ADA, FOUR)
    evening.arrive(ADA, "Khanbalik", NO_POST)
    evening.form(phones[ADA], "Give the gifts…")
    del evening.secrets["blue:80"]
    evening.confirm(phones[ADA])
    expect(phones[ADA].locator("#block-hand")).to_contain_text("safe-conduct")
    evening.end(ADA)
    evening.pass_by(BAO, CHEN, DARA)
    evening.spin(ADA, FOUR)
    evening.arrive(ADA, "The mission town", NO_POST)
    evening.tap(ADA, "Complete the mission and end the turn")
    evening.check()

    # What is still missing, and home.
    evening.pass_by(BAO, CHEN, DARA)
    evening.spin(ADA, FOUR)
    evening.arrive(ADA, "A trading post", "yellow")
    evening.buy(ADA, "yellow:80")
    evening.end(ADA)
    evening.pass_by(BAO, CHEN, DARA)
    evening.spin(ADA, FOUR)
    evening.arrive(ADA, "Venice", "blue")
    expect(phones[ADA].locator("#hand .missing")).to_contain_text("1 blue")
    evening.buy(ADA, "blue:50")
    expect(phones[ADA].locator("#block-road .ready")).to_be_visible()
    for page in evening.screens:
        expect(page.locator("#badges")).to_contain_text("House rule: Trading in Venice")
    for page, content in evening.first.items():
        assert not [card for card in evening.secrets if card in content], page.url
    assert set(evening.secrets) == {"green:50", "mauve:30", "yellow:80", "blue:50"}
    open_confirmation(phones[ADA], "Fortune made!").locator(".play").click()

    # Now all is revealed, to everyone: first the final scoring.
    for page in evening.screens:
        expect(page.locator("#headline")).to_have_text(re.compile("The final scoring|Le décompte final"))
    evening.world.turn_reveal()
    for page in evening.screens:
        expect(page.locator('#block-hands [data-row^="goods:"]')).to_have_count(4)
        expect(page.locator('#block-hands .face[data-hue="yellow"] b')).to_have_text(re.compile("80"))
        expect(page.locator("#totals .total").first).to_contain_text("Ada")
        expect(page.locator('#totals .total[data-seat="1"] [data-part="total"]')).to_have_text("770")
    expect(phones[BAO].locator("#chart svg")).to_be_visible()
    assert evening.world.table.state.winner == ADA
