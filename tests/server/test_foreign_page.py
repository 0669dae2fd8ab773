"""Tests of games by other rules in a real browser: shown without a table, continued, closed, or left unchanged."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from companion.games import GAMES
from companion.games.expedition import EXPEDITION
from companion.journal.open_journal import open_store
from companion.journal.state_directory import NAME
from companion.session.session import Session
from tests.depth import deep
from tests.kit.older_games import FINISHED_GAME, MIGRATED_GAME, MISSING_GAME, REFUSED_GAME, leave_older_games
from tests.kit.older_journals import everything_in, rewrite_game
from tests.server.browser_world import BrowserWorld, open_world

pytestmark = [pytest.mark.e2e, deep]
NOON = 1_800_000_000.0


@pytest.fixture
def world(browser: Browser, tmp_path: Path) -> Iterator[BrowserWorld]:
    """Yield a companion with the Expedition alone, and the games that another program left behind."""
    with closing(open_store(tmp_path / "state", GAMES)) as store:
        leave_older_games(Session(store.journal, GAMES, lambda: NOON))
    with open_world(browser, tmp_path / "state", games=(EXPEDITION,)) as opened:
        yield opened


@pytest.fixture
def page(world: BrowserWorld) -> Page:
    return host_page(world)


def host_page(world: BrowserWorld, path: str = "games", *, language: str = "en-GB") -> Page:
    """Return a host's page."""
    page = world.phone(language)
    assert page.context.request.post(f"{world.companion.local_address}api/claim", data={"code": world.code(None)}).ok
    page.goto(f"{world.companion.local_address}{path}")
    expect(page.locator("[data-erase]").first).to_be_visible()
    return page


def card(page: Page, number: int) -> Locator:
    return page.locator(f".game[data-number='{number}']")


def question(page: Page) -> Locator:
    """Return the question about the game whose moves no longer fit."""
    page.get_by_label(f"Continue game {REFUSED_GAME}").click()
    sheet = page.locator(".sheet")
    expect(sheet).to_be_visible()
    return sheet


def test_an_unopenable_game_offers_no_opening(page: Page) -> None:
    expect(card(page, MISSING_GAME)).to_contain_text("This program does not know this game")
    expect(card(page, MISSING_GAME).locator("[data-open]")).to_have_count(0)
    expect(card(page, FINISHED_GAME)).to_contain_text("Its result stands")
    expect(card(page, FINISHED_GAME).locator(".total").first).to_have_text("16")
    for number in (REFUSED_GAME, MIGRATED_GAME):
        expect(card(page, number)).to_contain_text("This game started with other rules")
        expect(card(page, number).locator("[data-open]")).to_be_visible()


@pytest.mark.parametrize("number", [MISSING_GAME, FINISHED_GAME])
def test_the_page_of_a_noted_game(world: BrowserWorld, number: int) -> None:
    page = host_page(world, f"games/{number}")
    expect(page.locator("main > .foreign")).to_be_visible()
    expect(page.locator(".ranking li")).to_have_count(2 if number == MISSING_GAME else 3)
    for selector in ("#chart", "#block-race", "#moves", "[data-open]"):
        expect(page.locator(selector)).to_have_count(0)
    file = page.locator("[download][href$='moves.jsonl']")
    expect(file).to_have_count(0 if number == MISSING_GAME else 1)


def test_a_fitting_game_continues_and_names_changed_totals(world: BrowserWorld, page: Page) -> None:
    page.get_by_label(f"Continue game {MIGRATED_GAME}").click()
    expect(page.locator("#headline")).to_contain_text("Bao")
    expect(page.locator(".badge[data-level=info]")).to_have_text(
        ["The game now follows newer rules", "Inès: 4 is now 5 with the newer rules"]
    )
    assert world.table.number == MIGRATED_GAME


def test_misfits_are_listed_with_a_question(page: Page) -> None:
    sheet = question(page)
    expect(sheet.locator("h2")).to_be_focused()
    expect(sheet.locator("h2")).to_have_text(f"Game {REFUSED_GAME}, started with other rules")
    expect(sheet.locator(".misfits li")).to_have_text("Inès: Take a crateA crate on the board is worth 1 or 2. (E3)")
    expect(sheet.get_by_role("button", name="Continue without it")).to_be_visible()


def test_a_game_continues_without_its_misfits(world: BrowserWorld, page: Page) -> None:
    question(page).get_by_role("button", name="Continue without it").click()
    expect(page.locator("#headline")).to_contain_text("Bao")
    assert world.moves == ["step", "end_turn", "step"]


def test_a_game_can_be_left_unchanged_by_keys(world: BrowserWorld, page: Page) -> None:
    path = world.companion.session.journal.path
    before = everything_in(path, REFUSED_GAME)
    sheet = question(page)
    sheet.get_by_role("button", name="Leave it as it is").click()
    expect(page.locator(".sheet")).to_have_count(0)
    question(page)
    page.keyboard.press("Escape")
    expect(page.locator(".sheet")).to_have_count(0)
    assert everything_in(path, REFUSED_GAME) == before
    assert path.name == NAME


def test_a_game_is_closed_after_a_confirmation(page: Page) -> None:
    sheet = question(page)
    sheet.get_by_role("button", name="End it for good").click()
    expect(page.locator(".ask")).to_contain_text("Its file will tell everything, even secrets and the seed.")
    page.locator(".ask .quiet").click()
    expect(sheet).to_be_visible()
    sheet.get_by_role("button", name="End it for good").click()
    page.locator(".ask .grave").click()
    expect(page.locator("#said")).to_have_text(
        f"Game {REFUSED_GAME} has ended. Its file tells everything, even secrets and the seed."
    )
    expect(card(page, REFUSED_GAME)).to_contain_text("ended early")
    expect(card(page, REFUSED_GAME).locator("[data-open]")).to_have_count(0)


def test_the_question_is_also_in_french(world: BrowserWorld) -> None:
    page = host_page(world, language="fr-FR")
    page.locator(f"[data-open='{REFUSED_GAME}']").click()
    expect(page.locator(".misfits li")).to_contain_text("Prendre une caisse")
    expect(page.get_by_role("button", name="Continuer sans ce coup")).to_be_visible()
    expect(page.get_by_role("button", name="La laisser telle quelle")).to_be_visible()


def test_a_game_that_cannot_begin_is_closed_or_left(world: BrowserWorld, page: Page) -> None:
    fog = {"options": {"fog": True}}
    path = world.companion.session.journal.path
    rewrite_game(path, MIGRATED_GAME, lambda seq, body: body | fog if seq == 1 else body, version=7)
    world.companion.session.journal.keep_recent()
    page.get_by_label(f"Continue game {MIGRATED_GAME}").click()
    sheet = page.locator(".sheet")
    expect(sheet).to_contain_text("Under the current rules, this game couldn’t have started like this")
    expect(sheet.locator(".misfits")).to_have_count(0)
    expect(sheet.get_by_role("button", name="Continue without")).to_have_count(0)
    sheet.get_by_role("button", name="End it for good").click()
    page.locator(".ask .grave").click()
    expect(card(page, MIGRATED_GAME)).to_contain_text("ended early")
