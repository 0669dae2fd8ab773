"""Tests of the page of settings in a real browser: every value is a tap, and the box confirms board and name."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.session.machine_change import MachineChange
from tests.kit.simulated_machine import SimulatedMachine
from tests.server.browser_world import FROM_BOX, BrowserWorld
from tests.server.test_games_page import open_page

pytestmark = pytest.mark.e2e


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> SimulatedMachine:
    """Return the machine that the page may change."""
    machine = SimulatedMachine()
    monkeypatch.setattr("companion.app.application.Companion._machine", machine)
    return machine


@pytest.fixture
def world(machine: SimulatedMachine, world: BrowserWorld) -> BrowserWorld:
    """Return the table above that machine."""
    assert world.companion.box.machine is machine
    return world


@pytest.fixture
def page(world: BrowserWorld) -> Page:
    """Return the page on a host's phone."""
    return open_page(world, "settings", host=True)


def values_of(page: Page, setting: str) -> Locator:
    return page.get_by_role("group", name=setting, exact=True).get_by_role("button")


def test_hosts_come_to_the_settings_from_past_games(world: BrowserWorld) -> None:
    page = open_page(world, host=True)
    page.get_by_role("link", name="Settings", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Settings of the box")
    expect(page.locator("#machine")).to_be_visible()


def test_without_a_machine_there_is_no_board(world: BrowserWorld) -> None:
    page = open_page(world, "settings", host=True)
    answer = {**page.request.get(f"{world.companion.local_address}api/settings").json(), "machine": None}
    page.route("**/api/settings", lambda route: route.fulfill(json=answer, headers=FROM_BOX))
    page.reload()
    expect(values_of(page, "Volume")).to_have_count(4)
    expect(page.locator("#machine")).to_be_hidden()


def test_a_tap_changes_the_box_at_once(world: BrowserWorld, page: Page) -> None:
    for setting, value in (("Volume", "1"), ("Brightness of the screen", "2"), ("Off at night", "yes")):
        values_of(page, setting).get_by_text(value, exact=True).click()
        expect(values_of(page, setting).get_by_text(value, exact=True)).to_have_attribute("aria-pressed", "true")
    preferences = world.companion.box.preferences
    assert (preferences.volume, preferences.brightness, preferences.dark_at_night) == (1, 2, True)
    values_of(page, "Language of the box").get_by_text("français").click()
    expect(page.locator('[aria-pressed="true"]').first).to_have_text("français")
    assert world.companion.box.words.language == "fr"
    expect(page.get_by_role("heading", level=1)).to_have_text("Settings of the box")


def test_the_keyboard_keeps_its_place(page: Page) -> None:
    chip = values_of(page, "Volume").get_by_text("3", exact=True)
    chip.focus()
    chip.press("Enter")
    expect(chip).to_have_attribute("aria-pressed", "true")
    expect(chip).to_be_focused()


def test_a_board_waits_for_the_box(world: BrowserWorld, page: Page, machine: SimulatedMachine) -> None:
    values_of(page, "Board").get_by_text("pico").click()
    expect(page.locator("#asked")).to_have_text("Hold OK on the box now. It waits for one minute.")
    assert machine.changes == []
    permission = world.companion.codes.change_permission
    request = permission.pending_request
    assert request is not None
    assert request.change == MachineChange(board="pico")
    permission.answer(request, granted=False)
    expect(page.locator("#asked")).to_have_text("The box said no. Nothing was changed.")
    expect(values_of(page, "Board").get_by_text("automatic")).to_have_attribute("aria-pressed", "true")


def test_a_name_is_typed_and_the_restart_announced(world: BrowserWorld, page: Page) -> None:
    name = page.get_by_label("Name of the box")
    expect(name).to_have_value("table")
    name.fill("Salon d’été")
    page.get_by_role("button", name="Change the name").click()
    expect(page.locator("#asked")).to_contain_text("Hold OK")
    request = world.companion.codes.change_permission.pending_request
    assert request is not None
    assert request.change == MachineChange(name="salon-d-ete")
    world.companion.codes.change_permission.answer(request, granted=True)
    expect(page.locator("#asked")).to_have_text("The box restarts. This page waits until it is back.")


def test_a_name_without_letters_is_refused_in_words(page: Page) -> None:
    page.get_by_label("Name of the box").fill("--")
    page.get_by_role("button", name="Change the name").click()
    expect(page.locator("#fault")).to_be_visible()
    expect(page.locator("#asked")).to_be_empty()


def test_a_guest_enters_the_code_first(world: BrowserWorld) -> None:
    page = open_page(world, "settings")
    page.get_by_role("button", name="Enter the code").click()
    page.locator("#code").press_sequentially(world.code(None))
    page.locator(".join .play").click()
    expect(values_of(page, "Volume")).to_have_count(4)
