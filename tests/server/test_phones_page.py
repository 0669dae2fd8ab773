"""Tests of joining by QR code, and of the host's page of phones, in a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.depth import deep
from tests.server.browser_world import BrowserWorld, join, tool

pytestmark = [pytest.mark.e2e, deep]


def scan_code(race: BrowserWorld, page: Page, seat: int | None) -> str:
    """Open the address in the QR code that the box shows, as a camera does; return it."""
    address = f"{race.companion.local_address}#{race.companion.codes.offer(seat, 1).token}"
    page.goto(address)
    return address


def test_one_scan_joins_and_leaves_no_code_in_the_address(race: BrowserWorld) -> None:
    page = race.phone()
    page.goto("about:blank")
    scan_code(race, page, 2)
    expect(page.locator("#said")).to_have_text("You are Marc.")
    expect(tool(page, "forget")).to_be_visible()
    assert page.url == race.companion.local_address
    page.go_back()
    assert "#" not in page.url


def test_a_scan_also_works_in_an_open_page(race: BrowserWorld) -> None:
    page = race.phone()
    expect(page.locator("[data-key=join]:visible")).to_be_visible()
    scan_code(race, page, None)
    expect(page.locator("#said")).to_have_text("You’re the host and look after the box.")
    scan_code(race, page, 1)
    expect(page.locator("#said")).to_have_text("You are Inès.")
    expect(tool(page, "forget_both")).to_be_visible()
    expect(tool(page, "release")).to_be_visible()


def test_a_used_qr_code_says_so(race: BrowserWorld) -> None:
    page = race.phone()
    address = scan_code(race, page, 1)
    expect(page.locator("#said")).to_have_text("You are Inès.")
    other_page = race.phone()
    other_page.goto(address)
    expect(other_page.locator("#said")).to_have_text(
        "This QR code is no longer valid. Show a new one on the box and scan it."
    )
    expect(other_page.locator("[data-key=join]:visible")).to_be_visible()


def test_a_player_joins_while_others_guess(race: BrowserWorld) -> None:
    code = race.code(2)
    page = race.phone()
    wrong = "000000" if code != "000000" else "111111"
    for _ in range(3):
        page.request.post(f"{race.companion.local_address}api/claim", data={"code": wrong})
    join(page, code)
    expect(page.locator(".join .refusal")).to_contain_text("Your code is sent in 2 s")
    expect(page.locator("#said")).to_have_text("You are Marc.")


def test_a_host_sees_who_plays_and_forgets_one(race: BrowserWorld) -> None:
    host, marc = race.seat(None), race.seat(2)
    tool(host, "phones").click()
    expect(host.get_by_role("heading", level=1)).to_have_text("Linked phones")
    expect(host.locator("#guests li")).to_have_text(["Marc · hereForget", "Host · this phone · hereForget"])
    host.get_by_role("button", name="Forget this phone (Marc)").click()
    host.get_by_role("alertdialog").get_by_role("button", name="Forget", exact=True).click()
    expect(host.locator("#said")).to_have_text("Phone forgotten: Marc.")
    expect(host.locator("#guests li")).to_have_count(1)
    expect(tool(marc, "forget")).to_have_count(0)
    expect(marc.locator("#said")).to_contain_text("seat")


def test_a_host_who_forgets_their_own_phone_watches(race: BrowserWorld) -> None:
    host = race.seat(None)
    tool(host, "phones").click()
    host.get_by_role("button", name="Forget this phone (Host)").click()
    expect(host.get_by_role("alertdialog")).to_contain_text("This is your own phone")
    host.get_by_role("alertdialog").get_by_role("button", name="Forget", exact=True).click()
    expect(host.locator("[data-key=join]:visible")).to_be_visible()
    host.goto(f"{race.companion.local_address}phones")
    expect(host.get_by_role("heading", level=1)).to_be_visible()
    expect(host.locator("#guests")).to_have_count(0)
