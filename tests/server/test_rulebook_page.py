"""Browser tests of rulings: their cards open where they are named, and the rulebook draws, finds and prints."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Browser, expect

from companion.games import GAMES
from companion.rules.game import Game
from companion.rules.rulings import rulings
from tests.depth import deep
from tests.server.browser_world import BrowserWorld, open_world, tool
from tests.server.helpers import RecordedBox

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


@pytest.fixture
def client() -> FlaskClient:
    return RecordedBox().app().test_client()


@pytest.fixture
def world(browser: Browser, tmp_path: Path) -> Iterator[BrowserWorld]:
    with open_world(browser, tmp_path) as opened:
        yield opened


# The card of every ruling


@every_game
def test_every_card_is_served_in_both_languages(client: FlaskClient, game: Game) -> None:
    for number in rulings(game):
        for language in ("en", "fr"):
            answer = client.get(f"/api/rules/{game.id}/{number}?lang={language}")
            card = answer.get_json()
            assert (answer.status_code, card["number"], card["game"]) == (200, number, game.id)
            assert all((card["title"], card["says"], card["chapter"]))


def test_an_unknown_ruling_or_game_is_refused_in_words(client: FlaskClient) -> None:
    for path in ("/api/rules/expedition/E99", "/api/rules/expedition/V1", "/api/rules/chess/E1", "/rules/chess"):
        assert client.get(path).status_code == 404, path


# Where a ruling is named


def test_the_number_in_the_sheet_opens_its_card(world: BrowserWorld) -> None:
    world.start("Inès", "Marc", "Zoé")
    world.play(1, move="step", by="cards")
    world.play(1, move="crate", value=2)
    page = world.seat(1)
    page.locator(".total summary").first.click()
    page.locator(".lines a", has_text="E3").first.click()
    expect(page.locator("dialog.sheet")).to_contain_text("The first camel takes the crate")
    expect(page.locator("dialog .example .track-block svg").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog.sheet")).to_have_count(0)


def test_the_number_of_a_refusal_opens_its_card(world: BrowserWorld) -> None:
    world.start("Inès", "Marc", "Zoé")
    page = world.seat(1)
    page.locator(".action-card.refused .action").first.click()
    page.locator("p.why-not a", has_text="E5").click()
    expect(page.locator("dialog.sheet")).to_contain_text("Where ballast leads")


def test_a_later_line_of_the_sheet_is_a_link(world: BrowserWorld) -> None:
    world.start("Inès", "Marc", "Zoé")
    page = world.seat(1)
    page.locator(".total summary").first.click()
    expect(page.locator(".lines a")).to_have_count(3)
    world.play(1, move="step", by="cards")
    world.play(1, move="crate", value=2)
    expect(page.locator(".lines a")).to_have_count(4)


def test_rulings_without_a_card_are_no_links(world: BrowserWorld) -> None:
    world.start("Inès", "Marc", game="lanterns")
    for seat in (1, 1, 2, 2):
        world.play(seat, value=10_000 + len(world.moves), move="hide", colour="red", wish="a boat")
    for seat in (1, 2):
        world.play(seat, move="roll", chance=[3, 3])
    page = world.seat(1)
    page.locator(".total summary").first.click()
    tool(page, "sounds").wait_for()
    expect(page.locator(".lines i", has_text=re.compile("L[0-9]")).first).to_be_visible()
    expect(page.locator("a.ruling, a[href^='/rules']")).to_have_count(0)


# The rulebook


def test_the_list_of_rulebooks_leads_to_each(world: BrowserWorld) -> None:
    page = world.phone("fr-FR", path="rules")
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.reload()
    for game in GAMES:
        expect(page.locator(f"a[href='/rules/{game.id}']")).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert faults == []


@deep
@every_game
def test_the_rulebook_draws_every_example(world: BrowserWorld, game: Game) -> None:
    page = world.phone("fr-FR", path=f"rules/{game.id}")
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    numbers = [number for number, ruling in rulings(game).items() if ruling.example is not None]
    expect(page.locator("details[data-number]")).to_have_count(len(numbers))
    for number in numbers:
        page.locator(f"details[data-number={number}] > summary").click()
        expect(page.locator(f"details[data-number={number}] figure")).to_be_visible()
        page.locator(f"details[data-number={number}] > summary").click()
    assert page.locator(".block.plain").count() == 0
    assert faults == []


def test_the_search_leaves_what_has_the_words(world: BrowserWorld) -> None:
    page = world.phone("fr-FR", path="rules/expedition")
    page.get_by_role("searchbox").fill("delestage")
    expect(page.locator("#E5")).to_be_visible()
    expect(page.locator("#E13")).to_be_hidden()
    expect(page.get_by_role("status")).to_contain_text("passages")
    page.get_by_role("searchbox").fill("")
    expect(page.locator("#E13")).to_be_visible()


@every_game
def test_the_printed_rulebook_has_at_most_four_pages(world: BrowserWorld, game: Game) -> None:
    page = world.phone("fr-FR", path=f"rules/{game.id}", viewport={"width": 1200, "height": 900})
    expect(page.locator(".still svg").first).to_be_visible()
    printed = page.pdf(format="A4", margin={"top": "12mm", "bottom": "12mm", "left": "12mm", "right": "12mm"})
    assert 1 <= printed.count(b"/Type /Page\n") <= 4


def test_the_rulebook_is_one_tap_from_the_table(world: BrowserWorld) -> None:
    world.start("Inès", "Marc", "Zoé")
    page = world.seat(1)
    tool(page, "rulebook").click()
    expect(page).to_have_url(re.compile("/rules/expedition$"))
    expect(page.get_by_role("heading", level=1)).to_contain_text("Marco Polo Expedition")


# Televisions


def test_a_television_names_the_ruling_of_the_last_move(world: BrowserWorld) -> None:
    world.start("Inès", "Marc", "Zoé")
    page = world.phone("fr-FR", path="tv", viewport={"width": 1280, "height": 720})
    expect(page.locator("#headline")).to_contain_text("Inès")
    expect(page.locator(".ruled")).to_have_count(0)
    world.play(1, move="step", by="cards")
    world.play(1, move="crate", value=2)
    link = page.locator(".ruled a")
    expect(link).to_have_text("E3")
    link.press("Enter")
    expect(page.get_by_role("dialog", name="E3")).to_contain_text("Le premier chameau prend la caisse")
    expect(page.locator("dialog .example .blocks.still svg")).to_have_count(2)
    below, width = page.get_by_role("dialog").evaluate(
        "(sheet) => [sheet.scrollHeight - sheet.clientHeight, sheet.clientWidth]"
    )
    assert below <= 0
    assert width > 1000
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
