"""Tests of a second phone for a seat, in a real browser with the real box: it waits for the box's answer."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from companion.box.pages.phones_page import SETTLES_S, TakeOverPage
from companion.words.signs import Key
from tests.depth import deep
from tests.server.browser_world import BrowserWorld, join, tool

pytestmark = [pytest.mark.e2e, deep]


def phone_asking_for_seat(race: BrowserWorld) -> Page:
    """Return a second phone that has typed the code of Marc's seat."""
    page = race.phone()
    join(page, race.code(2))
    expect(page.locator("#said")).to_have_text("This seat already has a phone. Answer the question on the box.")
    return page


def answer(race: BrowserWorld, key: Key) -> None:
    """Press a key at the box once its question takes an answer."""
    box = race.companion.box

    def press() -> None:
        assert isinstance(box.page, TakeOverPage)
        box.tick(race.companion.codes.now + SETTLES_S)
        box.page.press(key)

    race.companion.ask(press)


def test_the_box_lets_the_second_phone_take_over(race: BrowserWorld) -> None:
    first = race.seat(2)
    second = phone_asking_for_seat(race)
    answer(race, Key.OK)
    expect(second.locator("#said")).to_have_text("You are Marc.")
    expect(tool(second, "forget")).to_be_visible()
    expect(tool(first, "forget")).to_have_count(0)


def test_the_box_says_no_and_the_second_phone_is_told(race: BrowserWorld) -> None:
    first = race.seat(2)
    second = phone_asking_for_seat(race)
    answer(race, Key.BACK)
    expect(second.locator("#said")).to_have_text("The box said no. The other phone keeps the seat.")
    expect(tool(second, "forget")).to_have_count(0)
    expect(tool(first, "forget")).to_be_visible()


def test_a_host_releases_a_seat_and_stays_host(race: BrowserWorld) -> None:
    page = race.seat(None)
    claimed = page.request.post(f"{race.companion.local_address.rstrip('/')}/api/claim", data={"code": race.code(2)})
    assert claimed.json() == {"host": True, "seat": 2}
    page.reload()
    expect(page.locator(".tool-role")).to_have_text("You are Marc. You’re the host and look after the box.")
    tool(page, "release").click()
    page.get_by_role("button", name="Free it", exact=True).click()
    expect(tool(page, "forget_host")).to_be_visible()
    expect(page.locator("#said")).to_have_text("The seat is free.")
    expect(page.locator(".tool-role")).to_have_text("You’re the host and look after the box.")
    assert race.table.claims == {}


def test_a_host_resigns_and_keeps_the_seat(race: BrowserWorld) -> None:
    page = race.seat(None)
    page.request.post(f"{race.companion.local_address.rstrip('/')}/api/claim", data={"code": race.code(2)})
    page.reload()
    tool(page, "resign").click()
    page.get_by_role("button", name="Stop hosting", exact=True).last.click()
    expect(page.locator("#said")).to_have_text("This phone is no longer the host.")
    expect(page.locator(".tool-role")).to_have_text("You are Marc.")
    expect(tool(page, "join_host")).to_be_visible()
    assert list(race.table.claims) == [2]
