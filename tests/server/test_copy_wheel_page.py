"""Tests of the page for copying the owner's wheel, in a real browser with a whole companion."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from companion.table.game_setup import PROFILE_PREFIX
from tests.depth import deep
from tests.server.browser_world import FROM_BOX, BrowserWorld, open_world

pytestmark = [pytest.mark.e2e, deep]

NOTE = f"{PROFILE_PREFIX}classic"


@pytest.fixture
def page(world: BrowserWorld) -> Page:
    return host_page(world)


def host_page(world: BrowserWorld, **options: Any) -> Page:
    """Return a host's phone on the page of the wheel."""
    page = world.phone(**options)
    claimed = page.context.request.post(f"{world.companion.local_address}api/claim", data={"code": world.code(None)})
    assert claimed.ok
    page.goto(f"{world.companion.local_address}wheel")
    expect(page.locator(".wheel-disc")).to_be_visible()
    return page


def saved_figures(world: BrowserWorld) -> Any:
    """Return the owner's saved figures."""
    return world.companion.ask(lambda: world.companion.session.journal.note(NOTE))


def wait_until_saved(page: Page) -> None:
    expect(page.locator("#kept")).to_have_attribute("data-kind", "saved")


def value(page: Page, ring: str, label: str) -> Locator:
    return page.locator(f"label:has(#{ring}-{label})")


def test_every_step_is_saved_and_games_use_the_copied_wheel(world: BrowserWorld, page: Page) -> None:
    expect(page.locator("#state")).to_contain_text("still the trial wheel")
    value(page, "land", "bandit").click()
    wait_until_saved(page)
    assert saved_figures(world)["wheel"]["sectors"][0] == {"land": "bandit", "sea": 2}
    page.locator("#next").click()
    expect(page.locator("#sector-title")).to_have_text("Sector 2 of 8")
    value(page, "sea", "9").click()
    wait_until_saved(page)
    assert saved_figures(world)["wheel"]["sectors"][1] == {"land": 2, "sea": 9}
    world.start("Ada", "Bao", game="classic", options=saved_figures(world))
    assert world.table.match.edition.wheel.placeholder


def test_a_wheel_is_complete_once_its_owner_confirms_it(world: BrowserWorld, page: Page) -> None:
    value(page, "land", "9").click()
    wait_until_saved(page)
    assert saved_figures(world)["wheel"]["placeholder"] is True
    page.locator("#whole").click()
    expect(page.locator("#state")).to_contain_text("This is your wheel")
    wait_until_saved(page)
    assert saved_figures(world)["wheel"]["placeholder"] is False
    world.start("Ada", "Bao", game="classic", options=saved_figures(world))
    assert not world.table.match.edition.wheel.placeholder


EDITION = "[wheel]\nsectors = [\n  { land = 7, sea = 2 },\n  { land = 'bandit', sea = 'corsair' },\n]\n"
TRIAL_EDITION = EDITION.replace("[wheel]", "[wheel]\nplaceholder = true")


@contextmanager
def world_with_edition(browser: Browser, folder: Path, edition: str) -> Iterator[BrowserWorld]:
    """Yield a companion whose owner has this edition of the classic game in a file."""
    path = folder / "mine.toml"
    path.write_text(edition, "utf-8")
    with open_world(browser, folder / "state", profiles={"classic": path}) as opened:
        yield opened


def test_a_wheel_from_the_owners_file_is_no_trial(browser: Browser, tmp_path: Path) -> None:
    with world_with_edition(browser, tmp_path, EDITION) as world:
        page = host_page(world)
        expect(page.locator("#state")).to_contain_text("This is your wheel")
        expect(page.locator("#count")).to_have_text("2")
        expect(page.locator("#forget")).to_be_hidden()
        value(page, "land", "9").click()
        wait_until_saved(page)
        expect(page.locator("#state")).to_contain_text("stays a trial wheel")
        page.locator("#forget").click()
        page.locator(".ask .grave").click()
        expect(page.locator("#state")).to_contain_text("This is your wheel")


def test_a_copied_wheel_overrides_a_trial_in_the_file(browser: Browser, tmp_path: Path) -> None:
    with world_with_edition(browser, tmp_path, TRIAL_EDITION) as world:
        page = host_page(world)
        expect(page.locator("#state")).to_contain_text("still the trial wheel")
        value(page, "land", "9").click()
        page.locator("#whole").click()
        expect(page.locator("#state")).to_contain_text("This is your wheel")
        wait_until_saved(page)
        assert page.request.get(f"{world.companion.local_address}api/wheel").json()["placeholder"] is False


def test_sectors_are_added_and_removed_within_the_limits(world: BrowserWorld, page: Page) -> None:
    for _ in range(6):
        page.locator("#fewer").click()
    expect(page.locator("#count")).to_have_text("2")
    expect(page.locator("#fewer")).to_be_disabled()
    page.locator("#more").click()
    wait_until_saved(page)
    assert len(saved_figures(world)["wheel"]["sectors"]) == 3
    expect(page.locator(".sector-tile")).to_have_count(3)
    expect(page.locator(".wheel-disc .sector[data-of='land']")).to_have_count(3)


def test_the_picture_and_the_list_lead_to_a_sector(page: Page) -> None:
    page.locator(".sector-tile").nth(4).click()
    expect(page.locator("#sector-title")).to_have_text("Sector 5 of 8")
    expect(page.locator("#sector-title")).to_be_focused()
    page.locator(".wheel-disc .sector[data-of='sea'][data-sector='6']").click()
    expect(page.locator("#sector-title")).to_have_text("Sector 7 of 8")


def test_keys_alone_copy_a_sector(world: BrowserWorld, page: Page) -> None:
    page.locator("#land-1").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#land-3")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("#sea-2")).to_be_focused()
    page.keyboard.press("ArrowLeft")
    wait_until_saved(page)
    assert saved_figures(world)["wheel"]["sectors"][0] == {"land": 3, "sea": 1}


def test_a_wider_sector_is_drawn_and_saved_wider(world: BrowserWorld, page: Page) -> None:
    page.locator("#width summary").click()
    page.locator("#weight").fill("3")
    page.locator("#weight").press("Enter")
    wait_until_saved(page)
    assert saved_figures(world)["wheel"]["sectors"][0]["weight"] == 3
    page.reload()
    expect(page.locator("#weight")).to_have_value("3")


def test_a_refusal_is_shown_at_its_field(world: BrowserWorld, page: Page) -> None:
    page.locator("#width summary").click()
    page.locator("#weight").fill("5000")
    page.locator("#weight").press("Enter")
    expect(page.locator("#weight-fault")).to_contain_text("1000")
    expect(page.locator("#weight")).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#kept")).to_have_attribute("data-kind", "refused")
    assert saved_figures(world) is None
    page.locator("#weight").fill("2")
    page.locator("#weight").press("Enter")
    wait_until_saved(page)
    expect(page.locator("#weight-fault")).to_be_empty()


def test_a_refused_ring_is_shown_at_its_sector(page: Page) -> None:
    refusal = {"error": "malformed", "reason": "Not so.", "where": "wheel.sectors.3.land"}
    page.route("**/api/profile", lambda route: route.fulfill(headers=FROM_BOX, status=400, json=refusal))
    value(page, "sea", "9").click()
    expect(page.locator("#sector-title")).to_have_text("Sector 4 of 8")
    expect(page.locator("#land .fault")).to_have_text("Not so.")


def test_the_trial_wheel_comes_back_and_other_figures_stay(world: BrowserWorld) -> None:
    money = {"start": 300}
    world.companion.ask(lambda: world.companion.session.note(NOTE, {"money": money}))
    page = host_page(world)
    value(page, "land", "9").click()
    wait_until_saved(page)
    assert saved_figures(world)["money"] == money
    page.locator("#forget").click()
    page.locator(".ask .grave").click()
    expect(page.locator("#state")).to_contain_text("still the trial wheel")
    expect(page.locator("#land-1")).to_be_checked()
    expect(page.locator("#forget")).to_be_hidden()
    page.wait_for_function("() => document.getElementById('kept').textContent === ''")
    assert saved_figures(world) == {"money": money}


def test_a_guest_is_asked_for_the_code(world: BrowserWorld) -> None:
    page = world.phone()
    page.goto(f"{world.companion.local_address}wheel")
    expect(page.locator("#guest")).to_be_visible()
    expect(page.locator("#copy")).to_be_hidden()


def test_the_setup_page_links_to_the_wheel(world: BrowserWorld) -> None:
    page = host_page(world)
    page.goto(f"{world.companion.local_address}setup")
    page.locator("#games .choice-card", has_text="Marco Polo (1983)").click()
    page.locator("#own-links a[href='/wheel']").click()
    page.wait_for_url("**/wheel")
