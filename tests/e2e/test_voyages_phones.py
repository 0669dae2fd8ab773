"""Games of Voyages on phones with a television: only taps, and chance of the box.

A first game for four goes to its end; games of experts, in which the box deals, go as far as some turns. Each player
has different preferences, and looks at the moves that the touched dice allow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.games import GAMES
from companion.journal.moves_file import export, replay_file
from companion.rules.match_functions import standings
from tests.depth import LONG, deep
from tests.server.browser_world import BrowserWorld, open_world

pytestmark = [pytest.mark.e2e, deep, pytest.mark.timeout(600)]

NAMES = ("Anna", "Bao", "Chris", "Dora")
TELEVISION: Any = {"width": 1920, "height": 1080}
WAYS = {
    1: ("Bazaar: gold", "Bazaar: silk", "Bazaar: pepper", "Take 3 coins"),
    2: ("Khan’s favour", "Travel", "Take 5 coins", "Take 3 coins"),
    3: ("Take contracts", "Bazaar: camels", "Travel", "Take 3 coins"),
    4: ("Take 5 coins", "Bazaar: camels", "Take 3 coins"),
}
"""Preferred moves of each seat for its dice, the best first."""
DICE_OF = {"Bazaar: gold": 3, "Bazaar: silk": 2, "Travel": 2}
RASCHID_SETS = 5
"""Value of all of Raschid's dice (V34)."""
ANSWER_S = 10.0
ROUNDS = 5 if LONG else 2
GOALS = [["G01", "G05"], ["G02", "G06"], ["G03", "G07"], ["G04", "G08"]]


class PhoneEvening:
    """Phones, each with its seat, and a television."""

    def __init__(self, world: BrowserWorld, names: tuple[str, ...], **options: Any) -> None:
        self.world = world
        world.start(*names, game="voyages", options=options)
        self.phones = {seat: world.seat(seat) for seat, _ in enumerate(names, 1)}
        self.television = world.phone(viewport=TELEVISION)
        self.television.goto(f"{world.companion.local_address}tv")
        self.news = world.companion.snapshots.subscribe()
        self.taps = 0
        self.wrong: list[str] = []
        for page in [*self.phones.values(), self.television]:
            page.on("pageerror", lambda error: self.wrong.append(str(error)))

    @property
    def entries(self) -> int:
        return len(self.world.table.entries)

    @property
    def is_over(self) -> bool:
        """True once the game has ended; its end is revealed first."""
        return self.world.table.over or self.world.table.reveal is not None

    def tap(self, page: Page, selector: str, number: int = 0) -> None:
        """Tap an element, once it is there."""
        self.taps += 1
        expect(page.locator("#act")).not_to_contain_class("resting")
        page.locator(selector).nth(number).click()

    def caught_up(self, page: Page) -> None:
        """Wait until a page shows the newest state of the table."""
        page.wait_for_function("entries => document.companionView.entry >= entries", arg=self.entries)

    def until(self, condition: Callable[[], bool]) -> None:
        """Wait until a condition holds at the table; it is checked after every change."""
        while not condition():
            assert self.news.take(timeout=ANSWER_S) is not None, self.world.table.match.active_seats(
                self.world.table.state
            )

    def round(self) -> None:
        """Play incomes and dice, then turns until nobody has any."""
        number = self.world.table.state.round
        self.begin()
        while self.world.table.state.round == number and self.world.table.state.turn is not None and not self.is_over:
            self.turn(self.world.table.state.turn.seat)

    def begin(self) -> None:
        """Refuse what is drawn, roll for all at once, and take coins for low dice."""
        while self.world.table.state.turn is None and not self.is_over:
            seat = self.world.table.match.active_seats(self.world.table.state)[0]
            page, state = self.phones[seat], self.world.table.state
            if any(debt.seat == seat for debt in state.pending):
                self.does(page, '.action:has-text("Leave the contract")')
            elif not state.boards[seat - 1].rolled:
                self.does(page, '.action:has-text("Roll")')
            else:
                self.does(page, ".action-card.usual .action")

    def turn(self, seat: int) -> None:
        """Take the action that the seat prefers among those its dice allow, or three coins for all of them."""
        page = self.phones[seat]
        expect(page.locator("#turn.yours")).to_be_visible()
        for name in WAYS[seat]:
            if self.acts(page, seat, name):
                break
        while self.answers(page, seat):
            pass
        ends = page.locator('.action-card:not(.refused) .action:has-text("End the turn")')
        while not self.is_over and self.world.table.state.turn.seat == seat and not ends.count():
            assert self.acts(page, seat, "Take 3 coins") or ends.count()
        if not self.is_over and self.world.table.state.turn is not None and self.world.table.state.turn.seat == seat:
            self.does(page, '.action-card:not(.refused) .action:has-text("End the turn")')

    def acts(self, page: Page, seat: int, name: str) -> bool:
        """Touch as many of the highest dice as the action needs, and take it; return whether it is among the offers."""
        own = page.locator("#block-dice .touchable")
        count = DICE_OF.get(name, 1)
        if own.count() < count:
            return False
        for _ in range(count):
            self.tap(page, '#block-dice .touchable[aria-pressed="false"]', -1)
            expect(page.locator("#block-dice .touched > *").first).to_be_visible()
            if page.locator(".die-values").count() and not page.locator(".die-value[aria-pressed=true]").count():
                self.tap(page, ".die-value", RASCHID_SETS - 1)
            expect(page.locator("#block-dice .touched > :not(:has(:disabled))").first).to_be_visible()
        way = page.locator(f'#block-dice .touched .action:has-text("{name}")')
        if not way.count():
            for _ in range(count):
                self.tap(page, '#block-dice .touchable[aria-pressed="true"]')
            return False
        self.does(page, f'#block-dice .touched .action:has-text("{name}")')
        return True

    def does(self, page: Page, selector: str) -> None:
        """Tap an offer, and the first choice in its sheet, until the table has the move."""
        before, choices = self.entries, 0
        self.tap(page, selector)
        questions = page.locator(
            ".sheet .field:last-child :is(.choice-card:not(:disabled, :has(:disabled)), .next):visible"
        )
        play = page.locator(".confirm .play[aria-disabled=false]:visible")
        end = monotonic() + ANSWER_S
        while self.entries == before and not self.is_over:
            assert monotonic() < end, page.locator("body").inner_text()[-1500:]
            if play.count():
                play.click()
                self.until(lambda: self.entries > before or self.is_over)
            elif questions.count() and (fields := page.locator(".sheet .field, .sheet .taken").count()) > choices:
                choices = fields
                self.taps += 1
                questions.last.click() if questions.last.evaluate(
                    "one => one.matches('.next')"
                ) else questions.first.click()
            page.wait_for_timeout(20)
        expect(page.locator(".sheet")).to_have_count(0)
        self.caught_up(page)

    def answers(self, page: Page, seat: int) -> bool:
        """Answer the seat's pending question with the first choice; return whether there was one."""
        state = self.world.table.state
        if not any(debt.seat == seat for debt in state.pending):
            return False
        self.does(page, ".action-card:not(.refused) .action")
        return True

    def draft(self) -> None:
        """Let the box deal, choose characters from the last seat backwards, and keep two goals each."""
        first = self.phones[1]
        for name, block, text in DEALT:
            self.does(first, f'.action:has-text("{name}")')
            expect(self.television.locator(f"[id='{block}']")).to_contain_text(text)
        for seat in reversed(self.phones):
            choosing = f"{self.world.table.names[seat - 1]} chooses a character"
            for page in [*self.phones.values(), self.television]:
                expect(page.locator("#block-notes")).to_contain_text(choosing)
            self.does(self.phones[seat], ".action-card.large .action")
        for page in self.phones.values():
            self.does(page, '.action:has-text("Draw goal cards")')
        for page in self.phones.values():
            for number in (0, 2):
                self.tap(page, "#block-goal_choice .touchable", number)
            self.does(page, '.touched .action:has-text("Keep two goals")')


DEALT = (
    ("Deal the map", "block-setup.map", "Samarcanda"),
    ("Deal the contracts", "block-setup.row", "Slot 6"),
    ("Turn up characters", "block-characters", "."),
)
"""What the first seat has dealt: the move, and where and how the television shows it."""


@pytest.fixture
def world(browser: Browser, tmp_path: Path) -> Iterator[BrowserWorld]:
    with open_world(browser, tmp_path / "state") as opened:
        yield opened


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_an_expert_evening_begins_on_phones_and_a_television(world: BrowserWorld, seats: int) -> None:
    evening = PhoneEvening(world, NAMES[:seats], expert=True, draft=True, deal=True)
    evening.draft()
    assert world.table.state.round == 1
    assert len({board.person for board in world.table.state.boards}) == seats
    assert evening.taps <= 3 + seats * 5, "one for each deal, character and draw, three for two goals"
    for page in evening.phones.values():
        expect(page.locator("#block-goals li").first).to_be_visible()
    evening.begin()
    expect(evening.television.locator(".setup-block")).to_have_count(0)
    for _ in range(seats + 1):
        evening.turn(world.table.state.turn.seat)
    assert evening.wrong == []
    assert not any(entry.played.typed for entry in world.table.entries)


def test_a_first_game_on_four_phones_and_a_television(world: BrowserWorld) -> None:
    evening = PhoneEvening(world, NAMES, goals=GOALS, start={"rounds": ROUNDS})
    for number in range(1, ROUNDS + 1):
        assert evening.world.table.state.round == number
        expect(evening.television.locator("#game-title")).to_contain_text(f"round {number} of {ROUNDS}")
        evening.round()
    evening.world.turn_reveal()
    table = evening.world.table
    assert table.over
    replayed = replay_file(export(table).encode(), GAMES)
    places = standings(replayed.match, replayed.state)
    assert (replayed.match, replayed.digest()) == (table.match, table.digest())
    for page in [*evening.phones.values(), evening.television]:
        expect(page.locator("#headline")).to_contain_text("win", timeout=20_000)
        for place in places:
            total = page.locator(f".total[data-seat='{place.seat}'] [data-part=total]")
            expect(total).to_have_text(str(place.total).replace("-", "−"))
        expect(page.locator("#block-sources")).to_contain_text("Total")
    assert evening.wrong == []
