"""Tests of the number of taps for moves of Voyages on a phone: one for each choice, and no confirmation."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.rooms import play_golden
from tests.server.browser_world import BrowserWorld, open_world

pytestmark = pytest.mark.e2e
BEFORE_A_CITY_CARD = 13
FOUR = ("Anna", "Bao", "Chris", "Dora")


@pytest.fixture
def world(browser: Browser, tmp_path: Path) -> Iterator[BrowserWorld]:
    """Yield a first game for four; Raschid's turn is over, and Bao has all kinds of dice."""
    with open_world(browser, tmp_path / "state") as opened:
        opened.start(*FOUR, game="voyages")
        opened.play(2, move="decline")
        yield opened


class TapCounter:
    """A player who taps, and counts the taps."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.count = 0

    def __call__(self, selector: str, number: int = 0) -> None:
        """Tap an element, once it is there."""
        self.count += 1
        expect(self.page.locator(".resting")).to_have_count(0)
        self.page.locator(selector).nth(number).click()

    def caught_up(self, world: BrowserWorld) -> None:
        """Wait until the page shows the newest state: each change clears the chosen components."""
        self.page.wait_for_function("n => document.companionView.entry >= n", arg=len(world.table.entries))

    def dice(self, *values: int) -> None:
        """Tap the player's own dice of these values, the first of each that is not chosen yet."""
        for value in values:
            self(f'#block-dice .touchable[data-touch$=":{value}"][aria-pressed="false"]')
            expect(self.page.locator("#block-dice .touched .action:enabled").first).to_be_visible()

    def way(self, text: str, within: str = "") -> None:
        """Tap a move for the touched components."""
        self(f'{within} .touched .action:has-text("{text}")')

    def until(self, world: BrowserWorld, kind: str) -> dict[str, Any]:
        """Return the newest move once the page shows it."""
        expect(self.page.locator(".tool[data-key=take_back]")).to_be_visible()
        news = world.companion.snapshots.subscribe()
        while world.played["move"] != kind:
            assert news.take(timeout=5) is not None, f"the table never had {kind}: {world.played}"
        return world.played


@pytest.fixture
def taps(world: BrowserWorld) -> TapCounter:
    """Return Bao's phone on his turn."""
    world.play(1, move="take_five", dice=["blue:1"])
    world.play(1, move="end_turn")
    return TapCounter(world.seat(2))


@pytest.fixture(autouse=True)
def rolled(world: BrowserWorld, request: pytest.FixtureRequest) -> None:
    if "taps" in request.fixturenames:
        world.play(2, move="roll", chance=[6, 3, 5, 5, 2, 4])
        world.play(3, move="roll", chance=[5, 3, 5, 6, 2])
        world.play(4, move="roll", chance=[5, 3, 5, 6, 2])


def test_a_first_game_is_set_up_with_three_taps(browser: Browser, tmp_path: Path) -> None:
    """The game, its way of tracking and the colours have the usual values; each name ends with the enter key."""
    with open_world(browser, tmp_path / "empty") as world:
        taps = TapCounter(world.seat(None))
        taps("[data-key=new]")
        taps("#games label:has([value=voyages])")
        for name in FOUR:
            taps.page.locator("#name").fill(name)
            taps.page.locator("#name").press("Enter")
        taps('button:has-text("Start (4 players)")')
        expect(taps.page.locator("#headline")).to_contain_text("Bao, Chris and Dora")
        match: Any = world.table.match
        assert (world.table.names, match.agreed.expert, match.full) == (FOUR, False, True)
        assert taps.count == 3


def test_five_coins_take_two_taps(world: BrowserWorld, taps: TapCounter) -> None:
    taps.dice(3)
    taps.way("Take 5 coins")
    assert taps.until(world, "take_five") == {"move": "take_five", "dice": ["green:3"]}
    assert taps.count == 2


def test_dice_of_a_form_show_present_pieces(world: BrowserWorld, taps: TapCounter) -> None:
    taps('.action-card .action:has-text("Take 5 coins")')
    dice = taps.page.locator(".sheet .choice-card .die")
    expect(dice.first).to_be_visible()
    hues = [dice.nth(index).get_attribute("data-hue") for index in range(dice.count())]
    assert [dice.nth(index).locator("circle").count() for index in range(dice.count())] == [2, 3, 5, 6, 4]
    assert hues == ["green", "green", "green", "green", None], "the last is Matteo's white one"


def test_the_khans_favour_takes_three_taps(world: BrowserWorld, taps: TapCounter) -> None:
    taps.dice(4)
    taps.way("Khan’s favour")
    taps('.sheet .choice-card:has-text("silk")')
    assert taps.until(world, "khan") == {"move": "khan", "dice": ["white:4"], "good": "silk"}
    assert taps.count == 3


def test_silk_by_two_dice_takes_three_taps(world: BrowserWorld, taps: TapCounter) -> None:
    taps.dice(5, 5)
    taps.way("Bazaar: silk")
    move = taps.until(world, "bazaar")
    assert (move["row"], move["dice"], move["column"]) == ("silk", ["green:5", "green:5"], 5)
    assert taps.count == 3


def test_a_lower_column_is_touched_on_the_board(world: BrowserWorld, taps: TapCounter) -> None:
    taps.dice(5, 5)
    taps('[data-touch="rung:silk:3"]')
    taps.way("Bazaar: silk", "#block-spaces")
    assert taps.until(world, "bazaar")["column"] == 3
    assert taps.count == 4


def test_two_contracts_take_four_taps(world: BrowserWorld, taps: TapCounter) -> None:
    taps.dice(4)
    taps('#block-contracts [data-touch="slot:2"]')
    taps('#block-contracts [data-touch="slot:4"]')
    taps.way("Take contracts", "#block-contracts")
    move = taps.until(world, "contracts")
    assert (move["slots"], move["contracts"]) == ([2, 4], [None, None])
    assert taps.count == 4


def test_three_steps_take_four_taps(world: BrowserWorld, taps: TapCounter) -> None:
    world.play(2, move="correct", what="coins", by=30)
    world.play(2, move="correct", what="camels", by=10)
    taps.caught_up(world)
    taps.dice(5, 5)
    taps('#block-map .spot[data-touch="place:ANX"]')
    taps.way("Travel", "#block-map")
    move = taps.until(world, "travel")
    assert move["paths"][0] == ["O1", "MOS", "ANX"]
    assert taps.count == 4


def test_all_dice_of_the_table_take_one_tap(world: BrowserWorld) -> None:
    taps = TapCounter(world.seat(None))
    taps('.action:has-text("Roll")')
    expect(taps.page.locator("#block-dice .dice-list li[data-use=roll]")).to_have_count(0)
    assert world.moves.count("roll") == 3, "Raschid rolls none"
    assert taps.count == 1


MOST_LEFT = """() => {
    const chips = (place) => [...(document.querySelectorAll('.sheet .narrow')[place]?.querySelectorAll('.chip') ?? [])];
    const left = () => [...document.querySelectorAll('.sheet .choice-card')].filter((card) => !card.hidden).length;
    let most = 0;
    for (const first of chips(0)) {
        first.click();
        if (chips(1).length === 0) most = Math.max(most, left());
        for (const second of chips(1)) {
            second.click();
            most = Math.max(most, left());
            second.click();
        }
    }
    return most;
}"""
"""Largest number of cards that two chips leave, whichever are pressed."""


def test_a_contract_is_named_by_two_chips_of_four(world: BrowserWorld) -> None:
    taps = TapCounter(world.seat(3))
    taps('#block-contracts [data-touch="slot:2"]')
    taps.way("Name a contract", "#block-contracts")
    cards = taps.page.locator(".sheet .choice-card:visible")
    expect(cards).to_have_count(38)
    assert taps.page.evaluate(MOST_LEFT) <= 4
    taps(".sheet .chip[data-by=step]")
    taps(".sheet .chip[data-by='9']")
    expect(cards).to_have_count(1)
    taps(".sheet .choice-card:visible")
    assert taps.until(world, "name") == {"move": "name", "contract": "K30", "slot": 2}
    expect(taps.page.locator("#block-contracts")).to_contain_text("9 points and 1 step")
    assert taps.count == 5


def test_an_own_contract_is_named_by_touching_it(world: BrowserWorld) -> None:
    taps = TapCounter(world.seat(3))
    expect(taps.page.locator('#block-contracts [data-touch="unnamed:2"].touchable')).to_have_count(0)
    taps('#block-contracts [data-touch="unnamed:3"]')
    taps.way("Name a contract", "#block-contracts")
    taps(".sheet .choice-card:visible", 2)
    assert taps.until(world, "name") == {"move": "name", "contract": "S3"}
    assert taps.count == 3


def test_a_city_card_is_named_by_two_chips_of_four(world: BrowserWorld, taps: TapCounter) -> None:
    world.play(2, move="correct", what="coins", by=60)
    world.play(2, move="correct", what="camels", by=20)
    world.play(2, move="travel", dice=["green:6", "green:5"], paths=[["ALE", "O4", "ADA", "KOC", "SUM"]])
    world.play(2, move="choose", bonus="B01")
    world.play(2, move="end_turn")
    for seat, die in ((3, "yellow:6"), (4, "red:6"), (1, "blue:1")):
        world.play(seat, move="bazaar", row="camel", dice=[die])
        world.play(seat, move="end_turn")
    taps.caught_up(world)
    taps.dice(4)
    taps('#block-map .spot[data-touch="place:SUM"]')
    taps.way("Use a city card", "#block-map")
    expect(taps.page.locator(".sheet .narrow").first).to_be_visible()
    assert taps.page.evaluate(MOST_LEFT) <= 4


def test_a_city_card_is_used_by_touching_it(browser: Browser, tmp_path: Path) -> None:
    with open_world(browser, tmp_path / "known") as world:
        rest = play_golden(world, "example_city_cards", FOUR[:2], BEFORE_A_CITY_CARD, game="voyages")
        taps = TapCounter(world.seat(1))
        taps('#block-city_cards [data-touch="card:C04"]')
        expect(taps.page.locator("#block-city_cards .touched")).to_contain_text("First: Die")
        taps.dice(3)
        taps.way("Use a city card")
        taps('.sheet .choice-card:has-text("2 times")')
        assert {"seat": 1, **taps.until(world, "city_card")} == {**rest[0], "ways": []}
        assert taps.count == 4


def test_an_action_is_never_listed_twice(world: BrowserWorld, taps: TapCounter) -> None:
    listed = taps.page.locator('.action-card .action:visible:has-text("Take 5 coins")')
    expect(listed).to_have_count(1)
    taps.dice(3)
    expect(listed).to_have_count(1)
    expect(taps.page.locator(".touched .action").first).to_be_visible()
    heights = taps.page.locator("#act .action-cards").first.evaluate(
        "list => [...list.children].map(({ offsetHeight }) => offsetHeight)"
    )
    assert len({*heights} - {0}) <= 1
