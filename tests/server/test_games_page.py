"""Tests of the pages of past games in a real browser with a whole companion: shown, continued, and erased."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.table.commands import LeaveGame, Play
from tests.kept import whole_game
from tests.server.browser_world import BrowserWorld

pytestmark = pytest.mark.e2e


@pytest.fixture
def world(world: BrowserWorld) -> BrowserWorld:
    """Set up a finished game and an unfinished one; none is on the table."""
    world.start("Inès", "Marc", "<b>Zoé</b>")
    world.companion.ask(lambda: world.companion.session.do(Play(moves=tuple(whole_game()))))
    world.start("Marc", "Ada")
    world.companion.ask(lambda: world.companion.session.do(LeaveGame()))
    return world


def open_page(world: BrowserWorld, path: str = "games", *, host: bool = False, language: str = "en-GB") -> Page:
    page = world.phone(language)
    if host:
        code = {"code": world.code(None)}
        assert page.context.request.post(f"{world.companion.local_address}api/claim", data=code).ok
    page.goto(f"{world.companion.local_address}{path}")
    return page


def test_games_are_shown_with_who_played_and_who_won(world: BrowserWorld) -> None:
    page = open_page(world)
    expect(page.locator(".game")).to_have_count(2)
    over = page.locator(".game[data-number='1']")
    expect(over.locator(".player-name")).to_have_text(["Inès", "<b>Zoé</b>", "Marc"])
    expect(over.locator(".total")).to_have_text(["16", "3", "3"])
    expect(page.locator(".game[data-number='2'] .about")).to_contain_text("paused")
    rows = page.locator(".people tbody tr")
    expect(rows).to_have_count(3)
    expect(rows.first).to_contain_text("Inès")


def test_dates_are_written_as_the_reader_does(world: BrowserWorld) -> None:
    page = open_page(world, language="fr-FR")
    time = page.locator("time").first
    wanted = time.evaluate(
        "e => new Intl.DateTimeFormat('fr', { dateStyle: 'long' }).format(new Date(e.dataset.seconds * 1000))"
    )
    expect(time).to_have_text(str(wanted))


def test_spectators_see_no_actions_of_hosts(world: BrowserWorld) -> None:
    page = open_page(world)
    page.wait_for_load_state("networkidle")
    for button in page.locator("[data-for=host]").all():
        expect(button).to_be_hidden()


def test_a_host_continues_a_game(world: BrowserWorld) -> None:
    page = open_page(world, host=True)
    page.get_by_label("Continue game 2").click()
    expect(page.locator("#headline")).to_contain_text("Marc")
    assert world.table.number == 2
    page.goto(f"{world.companion.local_address}games")
    expect(page.locator(".game[data-number='2'] .about")).to_contain_text("on the table")


def test_a_game_is_erased_only_after_a_confirmation(world: BrowserWorld) -> None:
    page = open_page(world, host=True)
    page.get_by_label("Erase game 1", exact=True).click()
    expect(page.locator(".ask")).to_contain_text("Inès, Marc and <b>Zoé</b>. The game is gone for good")
    page.locator(".ask .quiet").click()
    expect(page.locator(".game")).to_have_count(2)
    page.get_by_label("Erase game 1", exact=True).click()
    page.locator(".ask .grave").click()
    expect(page.locator("#said")).to_have_text("Game 1 is erased.")
    expect(page.locator(".game")).to_have_count(1)
    assert [saved.number for saved in world.companion.ask(world.companion.session.journal.games)] == [2]


def test_all_games_are_erased_after_a_confirmation(world: BrowserWorld) -> None:
    page = open_page(world, host=True)
    page.locator("#erase-all").click()
    expect(page.locator(".ask")).to_contain_text("Erase all 2 games?")
    page.locator(".ask .grave").click()
    expect(page.locator(".none")).to_be_visible()
    assert world.companion.ask(world.companion.session.journal.games) == ()


def test_one_game_is_shown_with_lines_pictures_and_moves(world: BrowserWorld) -> None:
    page = open_page(world, "games/1")
    expect(page.locator(".won-by")).to_have_text("Inès won")
    page.locator(".total[data-seat='1'] summary").click()
    expect(page.locator(".total[data-seat='1'] .lines")).to_contain_text("+7 gold")
    expect(page.locator("#block-race svg")).to_be_visible()
    expect(page.locator("#chart svg")).to_be_visible()
    expect(page.locator("#moves li").first).to_contain_text("Inès steps to 3")


def test_a_game_is_shown_with_its_own_drawings(world: BrowserWorld) -> None:
    world.start("Ada", "Bo", game="voyages")
    page = open_page(world, "games/3")
    expect(page.locator("#totals .stand")).to_have_count(2)
    expect(page.locator("#totals .stand path").first).to_be_attached()


def test_a_moves_file_is_downloaded(world: BrowserWorld) -> None:
    page = open_page(world, "games/1")
    with page.expect_download() as download:
        page.get_by_text("All moves (file)").click()
    assert download.value.suggested_filename == "game-1.jsonl"


def test_a_game_is_printed_on_paper_without_buttons(world: BrowserWorld) -> None:
    page = open_page(world, "games/1", host=True)
    page.evaluate("document.documentElement.dataset.theme = 'black'")
    page.emulate_media(media="print")
    expect(page.locator("#totals")).to_be_visible()
    expect(page.locator("#moves")).to_be_visible()
    for hidden in ("header.house", ".take", ".back", "button:visible"):
        expect(page.locator(hidden).first).to_be_hidden()
    ground, ink = page.evaluate(
        "[getComputedStyle(document.documentElement).backgroundColor, getComputedStyle(document.body).color]"
    )
    assert (ground, ink) == ("rgb(243, 230, 205)", "rgb(42, 31, 20)"), "paper takes the colours of the day"


def test_a_page_without_scripts_shows_the_winner(world: BrowserWorld, browser: Browser) -> None:
    context = browser.new_context(locale="en-GB", java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{world.companion.local_address}games")
    expect(page.locator(".game[data-number='1'] .total").first).to_have_text("16")
    context.close()


# Bringing one in.

FILE = '{"game": "expedition", "seats": ["Dom", "Eve", "Flo"]}\n{"seat": 1, "move": "step", "by": "cards"}\n'


def test_a_host_imports_a_file_and_sees_its_game(world: BrowserWorld) -> None:
    page = open_page(world, host=True)
    chooser = page.get_by_role("button", name="Import a game")
    chooser.set_input_files({"name": "game.jsonl", "mimeType": "application/jsonl", "buffer": FILE.encode()})
    expect(page).to_have_url(f"{world.companion.local_address}games/3")
    expect(page.locator("#said")).to_have_text("Imported as game 3.")
    expect(page.locator("main")).to_contain_text("Flo")


def test_a_failed_import_shows_its_reason(world: BrowserWorld) -> None:
    page = open_page(world, host=True)
    chooser = page.get_by_role("button", name="Import a game")
    bad = FILE + '{"seat": 1, "move": "crate", "value": 9}\n'
    chooser.set_input_files({"name": "game.jsonl", "mimeType": "application/jsonl", "buffer": bad.encode()})
    expect(page.locator("#bring-fault")).to_contain_text("Line 3: ")
    chooser.set_input_files({"name": "game.jsonl", "mimeType": "application/jsonl", "buffer": FILE.encode()})
    expect(page.locator("#said")).to_have_text("Imported as game 3.")
