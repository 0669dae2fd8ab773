"""Phones and televisions keep the browser of their year: those of late 2021 play, and older ones say what they lack."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from companion.table.commands import Play
from tests.kept import whole_game
from tests.server.browser_world import NAMES, BrowserWorld, card, tap, tool
from tests.server.helpers import catalogue_text

pytestmark = pytest.mark.e2e

OLD_BROWSER = """
for (const name of ["findLast", "findLastIndex", "toReversed", "toSorted", "toSpliced"]) delete Array.prototype[name];
for (const name of ["union", "intersection", "difference", "isSubsetOf", "isSupersetOf"]) delete Set.prototype[name];
for (const name of ["any", "timeout"]) delete AbortSignal[name];
delete Element.prototype.checkVisibility;
delete Object.groupBy;
delete Map.groupBy;
delete Promise.withResolvers;
delete URL.canParse;
delete window.structuredClone;
delete window.Iterator;
"""
"""Script that takes from a browser what those of late 2021 lack: Chrome 94, as in televisions of 2023, and iOS 15."""
TOO_OLD = catalogue_text("en", "web.table.no_script")


def opened(phone: Page, address: str) -> tuple[Page, list[str]]:
    """Open an address in an old browser, with the role of a phone; return the page with the errors of its scripts."""
    page = phone.context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.add_init_script(OLD_BROWSER)
    page.goto(address)
    return page, errors


def test_an_old_browser_plays(race: BrowserWorld) -> None:
    page, errors = opened(race.seat(1), race.companion.local_address)
    expect(card(page, "Step to 3")).to_be_visible()
    tap(page, "Step to 3")
    expect(card(page, "Step to 4")).to_be_visible()
    assert race.moves == ["step"]
    tool(page, "moves").click()
    expect(page.locator(".sheet").get_by_text("Inès steps to 3").first).to_be_visible()
    assert errors == []


@pytest.mark.parametrize("path", ["", "tv"], ids=["phone", "television"])
def test_an_old_browser_shows_the_end(world: BrowserWorld, path: str) -> None:
    world.start(*NAMES)
    page, errors = opened(world.phone(), f"{world.companion.local_address}{path}")
    world.companion.ask(lambda: world.companion.session.do(Play(moves=tuple(whole_game()))))
    world.turn_reveal(1)
    world.turn_reveal()
    expect(page.locator("#headline")).to_contain_text("wins")
    assert errors == []


def test_an_old_television_shows_the_page_for_phones(race: BrowserWorld) -> None:
    page = race.phone(path="tv", before="CSS.supports = (what) => !what.includes(':has');")
    expect(page.locator("html:not(.tv) #headline")).to_have_text("Inès’s turn")
    assert page.url == race.companion.local_address
    race.play(1, move="step", by="cards")
    expect(page.locator("#last")).to_have_text("Inès steps to 3")


@pytest.mark.parametrize("path", ["board", "wheel"])
def test_an_old_browser_copies_what_is_printed(race: BrowserWorld, path: str) -> None:
    page, errors = opened(race.seat(None), f"{race.companion.local_address}{path}")
    expect(page.locator("#next")).to_be_enabled()
    assert errors == []


@pytest.mark.parametrize("path", ["", "tv"], ids=["phone", "television"])
def test_a_browser_too_old_for_the_scripts_says_so(race: BrowserWorld, path: str) -> None:
    page = race.phone()
    page.route("**/{page,table}.js", lambda route: route.fulfill(content_type="text/javascript", body="what?."))
    page.goto(f"{race.companion.local_address}{path}")
    expect(page.get_by_text(TOO_OLD)).to_be_visible()
    expect(page.locator("#headline")).to_have_text("Inès’s turn")
