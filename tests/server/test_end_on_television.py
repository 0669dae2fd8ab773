"""Tests of the end of a game on a television, in a real browser: it is readable from afar, and nothing jumps."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.box.pages import end_reveal_page
from companion.table.commands import TurnReveal
from tests.chromium import MOVING
from tests.e2e.rooms import play_golden
from tests.server.browser_world import BrowserWorld, open_world
from tests.server.test_end_reveal_page import TELEVISIONS, end_game, play_up_to_the_end
from tests.server.watched_table import TO_DADU, WatchedTable

SMALL: Any = TELEVISIONS[0]
NAMES = ("Mamie", "Wolfgang", "Léa", "Hugo")
LEAST_LETTERS = """() => Math.min(...[...document.querySelectorAll("#blocks :is(.values, .values *)")]
    .filter((part) => [...part.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
    .map((part) => {
        const zoom = Number(document.getElementById("blocks").style.zoom) || 1;
        return parseFloat(getComputedStyle(part).fontSize) * (part.closest(".unseen") ? 99 : zoom);
    }))"""
"""Returns the size of the smallest letters in the table of sources, in pixels of the screen."""
ENDS = [
    ("expedition", "two_players"),
    ("expedition", "five_players_board"),
    ("classic", "two_players"),
    ("classic", "four_players_ruin"),
    ("voyages", "two_seats_wilhelm"),
    ("voyages", "four_seats_expert"),
]
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))"
"""Waits until what is shown has been fitted into its room and drawn."""
PLACES = """(selector) => [...document.querySelectorAll(selector)].map((part) => {
    const { left, top } = part.getBoundingClientRect();
    return `${part.dataset.seat} ${Math.round(left)} ${Math.round(top)}`;
})"""


@pytest.fixture
def world(browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[BrowserWorld]:
    """Yield a companion whose box waits for a press before it shows the next step."""
    monkeypatch.setattr(end_reveal_page, "STEP_S", 3600.0)
    with open_world(browser, tmp_path / "state") as opened:
        yield opened


def show(world: BrowserWorld, step: int) -> None:
    world.companion.ask(lambda: world.companion.session.do(TurnReveal(step=step)))


def wait_for_podium(page: Page) -> None:
    """Wait until the podium stands in its own styles, which come after its content, and all is fitted to the room."""
    expect(page.locator("#ending[data-shows=podium]")).to_have_css("display", "grid")
    page.evaluate(DRAWN)


def width_of(page: Page, selector: str) -> float:
    width: float = page.locator(selector).evaluate("(element) => element.getBoundingClientRect().width")
    return width


@pytest.mark.parametrize(
    ("game", "name"),
    [("voyages", "two_seats_wilhelm"), ("voyages", "four_seats_expert"), ("expedition", "five_players_board")],
)
@pytest.mark.parametrize("language", ["fr-FR", "en"])
def test_no_letter_of_the_sources_is_small(world: BrowserWorld, game: str, name: str, language: str) -> None:
    last = play_up_to_the_end(world, game, name)
    page = world.phone(language, path="tv", viewport=SMALL)
    end_game(world, last)
    show(world, 99)
    expect(page.locator("#block-sources")).to_be_visible()
    wait_for_podium(page)
    assert page.evaluate(LEAST_LETTERS) >= 16
    assert width_of(page, "#blocks") > 1.4 * width_of(page, "#ending")
    assert width_of(page, "#block-sources .values") < width_of(page, "#block-sources")
    expect(page.locator("#chart-card h2")).to_be_visible()
    expect(page.locator("#game-title")).to_be_visible()
    expect(page.locator("#badges")).to_be_hidden()


def test_dice_take_no_room_at_the_end(world: BrowserWorld) -> None:
    """Moves of a file are announced together, with the dice that were rolled last."""
    play_golden(world, "four_seats_expert", NAMES, game="voyages")
    world.turn_reveal()
    page = world.phone("en", path="tv", viewport=SMALL)
    wait_for_podium(page)
    expect(page.locator("#blocks .dice-block")).to_have_count(1)
    expect(page.locator("#blocks .dice-block:visible")).to_have_count(0)
    assert width_of(page, "#block-sources .values") > 0.9 * width_of(page, "#blocks")


@pytest.mark.parametrize("language", ["fr-FR", "en"])
def test_all_hands_of_1983_are_shown_beside_fortunes(world: BrowserWorld, language: str) -> None:
    last = play_up_to_the_end(world, "classic", "four_players_ruin")
    page = world.phone(language, path="tv", viewport=SMALL)
    end_game(world, last)
    show(world, 99)
    expect(page.locator("#blocks .grid-block")).to_be_visible()
    nothing = {"fr-FR": "pas de carte", "en": "no cards"}[language]
    expect(page.locator("#blocks .card-row", has_text=nothing).filter(visible=True)).to_have_count(2)
    expect(page.locator("#blocks .card-row .face", has_text="Secret")).to_be_visible()
    page.evaluate(DRAWN)
    heights = page.locator("#blocks > .block").evaluate_all(
        "(cards) => cards.map((card) => Math.round(card.getBoundingClientRect().height))"
    )
    assert len(heights) == 2
    assert len({*heights}) == 1, "panels are even"
    expect(page.locator("#blocks .grid-block tbody th .drawing")).to_have_count(1)  # all have the same: the sum says it


@pytest.mark.parametrize(("game", "name"), ENDS)
@pytest.mark.parametrize("language", ["fr-FR", "en"])
def test_each_source_has_a_line_and_the_course_its_height(
    world: BrowserWorld, game: str, name: str, language: str
) -> None:
    last = play_up_to_the_end(world, game, name)
    page = world.phone(language, path="tv", viewport=SMALL)
    end_game(world, last)
    show(world, 99)
    expect(page.locator("#chart svg")).to_be_visible()
    expect(page.locator("#blocks .grid-block")).to_be_visible()
    wait_for_podium(page)
    lines = page.locator("#blocks .grid-block th[scope=row]").evaluate_all("""(titles) => titles.map((title) => {
        const range = new Range();
        range.selectNodeContents(title);
        return [...range.getClientRects()].reduce((least, { top }) => Math.max(least, top), 0)
            - title.getBoundingClientRect().top - title.getBoundingClientRect().height;
    })""")
    assert max(lines) < 0
    plot = page.evaluate("""() => {
        const lines = [...document.querySelectorAll("#chart .curves > .grid")];
        const boxes = lines.map((line) => line.getBoundingClientRect());
        return Math.max(...boxes.map(({ bottom }) => bottom)) - Math.min(...boxes.map(({ top }) => top));
    }""")
    assert plot >= 90
    apart = page.evaluate("""() => {
        const box = (selector) => document.querySelector(selector).getBoundingClientRect();
        const range = new Range();
        range.selectNodeContents(document.querySelector("#blocks .grid-block h2"));
        const title = range.getBoundingClientRect();
        return [...document.querySelectorAll("#blocks .grid-block thead .mark")].every((mark) => {
            const { left, top } = mark.getBoundingClientRect();
            return left >= title.right || top >= title.bottom - 6;
        });
    }""")
    assert apart


def test_seats_that_are_revealed_stay_where_they_are(world: BrowserWorld) -> None:
    last = play_up_to_the_end(world, "expedition", "five_players_board")
    page = world.phone(path="tv", viewport=SMALL)
    end_game(world, last)
    before: set[str] = set()
    for step in range(1, 6):
        show(world, step)
        expect(page.locator(".ends > li")).to_have_count(step)
        places = {*page.evaluate(PLACES, ".ends > li")}
        assert before < places
        before = places
        expect(page.locator(".mark + #last")).to_have_count(0)  # a step is nobody's move
        reasons = page.evaluate(PLACES, ".ends > li > div > :last-child")
        assert len({place.split()[1] for place in reasons}) == 1, "one column"


def test_the_totals_of_categories_stay_where_they_are(world: BrowserWorld) -> None:
    last = play_up_to_the_end(world, "voyages", "two_seats_wilhelm")
    page = world.phone(path="tv", viewport=SMALL)
    end_game(world, last)
    places = set()
    for step in range(1, 5):
        show(world, step)
        expect(page.locator("#ending .steps .shown")).to_have_count(step)
        places.add(round(page.locator("#ending tfoot tr").evaluate("(row) => row.getBoundingClientRect().bottom") / 2))
    assert max(places) - min(places) <= 2


def test_the_podium_has_the_width_until_the_winner_is_named(browser: Browser) -> None:
    with WatchedTable(browser).served() as table:
        table.start()
        table.play(*TO_DADU[:-1])
        with table.page(path="/tv", viewport=SMALL, **MOVING) as page:
            table.play(TO_DADU[-1])
            expect(page.locator(".last-points")).to_be_visible()
            table.turn_reveal()
            expect(page.locator("html.rising #ending .podium")).to_be_attached()
            expect(page.locator("#game-title")).to_be_visible()
            assert width_of(page, "#ending") > 1000
            page.keyboard.press("Shift")
            expect(page.locator("#block-sources")).to_be_visible()
            assert width_of(page, "#ending") < 600


@pytest.mark.parametrize(("game", "name"), [("classic", "four_players_ruin"), ("voyages", "two_seats_wilhelm")])
def test_the_rising_podium_fills_its_card(world: BrowserWorld, game: str, name: str) -> None:
    last = play_up_to_the_end(world, game, name)
    page = world.phone(path="tv", viewport=SMALL, **MOVING)
    end_game(world, last)
    expect(page.locator(".last-points")).to_be_visible()
    world.turn_reveal()
    expect(page.locator("html.rising #ending .podium")).to_be_attached()
    boxes = page.evaluate("""() => ["#ending", "#ending .podium"].map((selector) => {
        const { width, height } = document.querySelector(selector).getBoundingClientRect();
        return { width, height };
    })""")
    assert all(box["width"] > 1100 for box in boxes)
    assert all(box["height"] > 440 for box in boxes)
