"""Tests of what can be touched on a phone: cards of one's hand, and places of the race."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.server.browser_world import NAMES, BrowserWorld

pytestmark = pytest.mark.e2e


@pytest.fixture
def guest(world: BrowserWorld) -> Page:
    """Return the phone of a guest of the Khan with two equal cards, and two others."""
    world.start("Inès", "Marc", game="classic")
    for card in ("blue:80", "blue:80", "mauve:30", "green:80"):
        world.play(1, move="correct", what=card, by=1)
    world.play(1, move="spin", route="land", chance=[3])
    world.play(1, move="arrive", place="khanbalik", colour=None)
    return world.seat(1)


def cards(page: Page) -> Locator:
    return page.locator("#hand .touch.touchable")


def test_touched_cards_are_given_with_one_tap(world: BrowserWorld, guest: Page) -> None:
    for place in (0, 1, 2):
        cards(guest).nth(place).click()
        expect(cards(guest).nth(place)).to_have_attribute("aria-pressed", "true")
    way = guest.locator("#hand .touched .action")
    expect(way).to_contain_text("3 cards, 240")
    way.click()
    expect(guest.locator("#hand .faces > li")).to_have_count(2)
    assert world.played["move"] == "give_gifts"
    assert [card["value"] for card in world.played["cards"]] == [80, 80, 80]
    expect(guest.locator(".tool[data-key=take_back]")).to_be_visible()


def test_a_second_touch_deselects_a_card(guest: Page) -> None:
    cards(guest).first.click()
    expect(guest.locator("#hand .touched .action")).to_contain_text("1 card, 80")
    cards(guest).first.click()
    expect(guest.locator("#hand .touched .action")).to_have_count(0)
    expect(cards(guest).first).to_have_attribute("aria-pressed", "false")


def test_outdated_touch_offers_cannot_be_played(world: BrowserWorld, guest: Page) -> None:
    cards(guest).nth(0).click()
    way = guest.locator("#hand .touched .action")
    expect(way).to_contain_text("1 card, 80")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    guest.route("**/api/touch", hold)
    cards(guest).nth(1).click()
    expect(way).to_be_disabled()
    guest.wait_for_function("() => document.querySelectorAll('#hand [aria-pressed=true]').length === 2")
    while not held:
        guest.wait_for_timeout(10)
    held[0].continue_()
    expect(way).to_contain_text("2 cards, 160")
    expect(way).to_be_enabled()
    assert "give_gifts" not in world.moves


def test_only_a_changed_hand_deselects_its_cards(world: BrowserWorld, guest: Page) -> None:
    cards(guest).nth(0).click()
    expect(guest.locator("#hand .touched .action")).to_contain_text("1 card, 80")
    world.play(2, move="correct", what="besants", by=10)
    expect(guest.locator("#events")).to_contain_text("Marc")
    expect(cards(guest).nth(0)).to_have_attribute("aria-pressed", "true")
    expect(guest.locator("#hand .touched .action")).to_contain_text("1 card, 80")
    world.play(1, move="correct", what="mauve:30", by=1)
    expect(guest.locator("#hand .faces > li")).to_have_count(5)
    expect(cards(guest).nth(0)).to_have_attribute("aria-pressed", "false")
    expect(guest.locator("#hand .touched .action")).to_have_count(0)


def test_cards_without_offers_are_not_touchable(world: BrowserWorld) -> None:
    world.start("Inès", "Marc", game="classic")
    world.play(1, move="correct", what="blue:80", by=1)
    page = world.seat(1)
    expect(page.locator("#hand .faces > li")).to_have_count(1)
    expect(cards(page)).to_have_count(0)


def test_touching_a_place_equals_its_card(world: BrowserWorld) -> None:
    world.start(*NAMES)
    page = world.seat(1)
    page.locator(".stone.touchable text").first.click()
    expect(page.locator("#headline")).to_contain_text("Inès")
    expect(page.locator(".tool[data-key=take_back]")).to_be_visible()
    assert world.moves == ["step"]


def test_an_unreachable_place_does_nothing(world: BrowserWorld) -> None:
    world.start(*NAMES)
    page = world.seat(1)
    page.locator(".stone text").last.click()
    page.wait_for_timeout(300)
    assert world.moves == []


def test_a_spectator_cannot_touch_the_road(world: BrowserWorld) -> None:
    world.start(*NAMES)
    page = world.phone()
    expect(page.locator(".stone").first).to_be_attached()
    expect(page.locator(".stone.touchable")).to_have_count(0)
