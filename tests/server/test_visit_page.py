"""Tests of the card of a first visit: what a phone may do, the way in, and the address to keep, in a real browser."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from companion.app.application import Companion
from companion.session.pairing_codes import CodeKind
from companion.table.commands import CloseGame
from tests.fonts import in_wider_letters
from tests.server.browser_world import BrowserWorld, join, open_world, tool
from tests.server.helpers import wait_until
from tests.server.test_end_reveal_page import end_game, play_up_to_the_end
from tests.server.watched_table import overflow

pytestmark = pytest.mark.e2e

SEE = "Here you see everything that lies on the table, and with a code from the box you play from your own seat."
SIT = "A new game is being prepared: sit down with the code on the box, or watch the table here."
KEEPS_NOTHING = "Object.defineProperty(window, 'localStorage', { get() { throw new Error('blocked'); } })"
"""Script of a browser that lets no page keep anything."""
SMALL_PHONE = {"width": 360, "height": 740}


def visit(page: Page) -> Locator:
    return page.get_by_role("region", name="What can this phone do?")


def look(page: Page) -> None:
    """Close the card of a first visit."""
    page.get_by_role("button", name="Just look").click()


def open_lobby(world: BrowserWorld) -> str:
    """Open the lobby of a game at the box; return its six digits."""
    session, snapshots = world.companion.session, world.companion.snapshots
    world.companion.ask(lambda: session.open_lobby(session.games[0]))
    assert snapshots.newest is not None
    return world.companion.codes.offer(None, snapshots.newest.roles.epoch, kind=CodeKind.LOBBY).code


def test_a_first_visit_says_what_a_phone_may_do(race: BrowserWorld, bundling: str) -> None:
    page = race.phone()
    expect(visit(page)).to_contain_text(SEE)
    expect(visit(page).locator("b")).to_have_text(re.sub(r"http://|/", "", race.companion.local_address))
    expect(visit(page).get_by_role("button")).to_have_text(["Join the table", "Just look"])
    expect(page.get_by_role("button", name="Join the table")).to_have_count(1)
    expect(page.locator(".tool")).to_have_text(["All moves", "Tonight’s rules", "How does it go?", "Sounds"])
    assert bundling == "separate_files" or "tapped.js" not in page.evaluate(
        "performance.getEntriesByType('resource').map(({ name }) => name).join()"
    )


def test_who_just_looks_reads_the_table_from_then_on(race: BrowserWorld) -> None:
    page = race.phone()
    look(page)
    expect(visit(page)).to_have_count(0)
    expect(page.locator("#headline")).to_be_focused()
    expect(page.locator("#act").get_by_role("button")).to_have_text(["Join the table"])
    page.reload()
    expect(page.locator("#act").get_by_role("button")).to_have_text(["Join the table"])
    expect(visit(page)).to_have_count(0)


def test_the_card_can_be_read_again(race: BrowserWorld) -> None:
    page = race.phone()
    look(page)
    tool(page, "visit").press("Enter")
    expect(visit(page)).to_be_focused()
    expect(page.locator(".tool")).to_have_text(["All moves", "Tonight’s rules", "How does it go?", "Sounds"])
    expect(page.locator("#act")).to_be_empty()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#headline")).to_be_focused()
    expect(tool(page, "visit")).to_be_visible()


def test_a_browser_that_keeps_nothing_closes_it_for_this_page(race: BrowserWorld) -> None:
    page = race.phone(before=KEEPS_NOTHING)
    look(page)
    race.play(1, move="step", by="cards")
    expect(page.locator("#last")).to_have_text("Inès steps to 3")
    expect(visit(page)).to_have_count(0)
    page.reload()
    expect(visit(page)).to_be_visible()


def test_joining_from_the_card_ends_the_first_visit(race: BrowserWorld) -> None:
    page = race.phone()
    join(page, race.code(1))
    expect(page.locator("#said")).to_have_text("You are Inès.")
    expect(visit(page)).to_have_count(0)
    expect(page.locator("#act")).to_be_focused()
    tool(page, "forget").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Leave").click()
    expect(page.locator("#act [data-key=join]")).to_be_visible()
    page.reload()
    expect(page.locator("#act [data-key=join]")).to_be_visible()
    expect(visit(page)).to_have_count(0)


@pytest.mark.parametrize("seat", [1, None])
def test_a_phone_with_a_role_has_no_card(race: BrowserWorld, seat: int | None) -> None:
    page = race.seat(seat)
    expect(page.locator("#visit")).to_have_count(0)


def test_televisions_have_no_card(race: BrowserWorld) -> None:
    page = race.phone(path="tv")
    expect(page.locator("#headline")).to_be_visible()
    expect(page.locator("#visit")).to_have_count(0)


def test_scanning_a_code_joins_without_the_card(race: BrowserWorld) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page = race.phone(path="free")
    page.route("**/api/claim", hold)
    page.goto(f"{race.companion.local_address}#{race.companion.codes.offer(1, 1).token}")
    wait_until(page, lambda: len(held) > 0)
    expect(visit(page)).to_have_count(0)
    held[0].continue_()
    expect(page.locator("#said")).to_have_text("You are Inès.")
    expect(visit(page)).to_have_count(0)


def test_an_open_lobby_invites_to_sit_down_once(world: BrowserWorld) -> None:
    page = world.phone()
    expect(visit(page)).to_contain_text(SEE)
    expect(page.get_by_text("press OK on the box")).to_be_visible()
    code = open_lobby(world)
    invitation = page.get_by_text("Scan the code on the box to sit down.")
    for _ in ("as the lobby opens", "with a lobby that was open"):
        expect(visit(page)).to_contain_text(SIT)
        expect(invitation).to_be_hidden()
        page.reload()
    look(page)
    expect(invitation).to_be_visible()
    expect(page.locator("h1:focus")).to_contain_text("Set out your camels")
    join(page, code)
    expect(page.locator("#own-name")).to_be_visible()


def test_the_card_also_comes_after_the_end(race: BrowserWorld) -> None:
    race.companion.ask(lambda: race.companion.session.do(CloseGame()))
    page = race.phone()
    expect(visit(page)).to_contain_text(SEE)
    look(page)
    expect(page.locator("#headline")).to_be_focused()


def test_the_name_of_the_box_is_an_address_too(race: BrowserWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Companion, "named_address", "http://table.local:8080/")
    page = race.phone()
    expect(visit(page).locator("b")).to_have_text([re.compile(r"^127\.0\.0\.1:\d+$"), "table.local:8080"])
    visit(page).locator("b").last.click()
    assert page.evaluate("getSelection().toString()") == "table.local:8080"
    monkeypatch.setattr(Companion, "named_address", race.companion.local_address)
    page.reload()
    expect(visit(page).locator("b")).to_have_count(1)


@in_wider_letters
@pytest.mark.parametrize("language", ["fr-FR", "en-GB"])
def test_nothing_moves_once_the_card_is_drawn(race: BrowserWorld, language: str) -> None:
    page, held = race.phone(language, viewport=SMALL_PHONE), list[Route]()

    def hold(route: Route) -> None:
        held.append(route)

    page.route(re.compile(r"/page\.js|/table\.js|/act\.js"), hold)
    page.goto(race.companion.local_address, wait_until="commit")
    expect(page.locator("#headline")).to_be_visible()
    places = [page.locator(selector) for selector in ("#visit", "#turn")]
    before = [place.bounding_box() for place in places]
    expect(page.locator("#visit [data-key=join]")).to_be_hidden()
    for route in held:
        route.continue_()
    expect(page.locator("#visit [data-key=join]")).to_be_visible()
    assert [place.bounding_box() for place in places] == before
    assert page.locator("#turn").evaluate("turn => turn.getBoundingClientRect().bottom") < SMALL_PHONE["height"]


@in_wider_letters
def test_the_card_fits_small_phones_with_large_letters(race: BrowserWorld) -> None:
    page = race.phone("fr-FR", viewport=SMALL_PHONE)
    expect(page.locator("#visit [data-key=join]")).to_be_visible()
    assert overflow(page) == 0
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    widths = page.locator("#visit, #visit *").evaluate_all("all => all.map(part => part.getBoundingClientRect().right)")
    assert max(widths) < SMALL_PHONE["width"]


def test_a_lost_script_leaves_the_way_in(race: BrowserWorld) -> None:
    page = race.phone(path="free")
    page.route(re.compile(r"/later\.js|/visit\.js"), lambda route: route.abort())
    page.goto(race.companion.local_address)
    expect(page.locator("#act").get_by_role("button", name="Join the table")).to_be_visible()
    expect(visit(page)).to_have_count(0)


def test_without_scripts_there_is_no_card(race: BrowserWorld) -> None:
    page = race.phone(java_script_enabled=False)
    expect(page.locator("#headline")).to_be_visible()
    expect(page.locator("#visit")).to_be_hidden()


def test_at_the_end_the_first_visit_stands_below(browser: Browser, tmp_path: Path) -> None:
    with open_world(browser, tmp_path / "state") as world:
        end_game(world, play_up_to_the_end(world, "expedition", "two_players"))
        for _ in ("reveal", "podium"):
            page = world.phone()
            expect(visit(page)).to_be_visible()
            expect(page.locator("#ending")).to_be_visible()
            boxes = [page.locator(part).bounding_box() for part in ("#turn", "#ending", "#visit")]
            tops = [box["y"] for box in boxes if box]
            assert tops == sorted(tops)
            world.turn_reveal()
