"""Tests of a page's connection to the box: its message when it is lost, and its recovery, in a real browser."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.depth import deep
from tests.server.browser_world import NAMES, BrowserWorld, card, open_world

pytestmark = [pytest.mark.e2e, deep]

_ASLEEP = """hidden => {
    Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""
_TOLD = """
window.made = [];
window.EventSource = class extends EventTarget {
    constructor(address) { super(); this.address = address; window.made.push(this); }
    close() { this.closed = true; }
    greet() {
        const { build } = document.documentElement.dataset;
        this.dispatchEvent(new MessageEvent("build", { data: build }));
    }
    tell(view) {
        this.greet();
        this.onmessage({ data: JSON.stringify(view) });
    }
};
"""


def test_the_page_reports_a_lost_box_and_recovers(browser: Browser, tmp_path: Path) -> None:
    state = tmp_path / "state"
    with open_world(browser, state) as first:
        first.start(*NAMES)
        page = first.seat(1)
        first.contexts.clear()
        port = first.companion.server.port
    expect(page.locator("#banner")).to_have_text("Connection lost. Trying again…")
    with open_world(browser, state, port=port) as second:
        expect(page.locator("#banner")).to_have_text("Connected again.")
        second.play(1, move="step", by="cards")
        expect(card(page, "Step to 4")).to_be_visible()
        expect(page.locator("#banner")).to_be_hidden()
        page.context.close()


def test_an_excess_page_waits_until_another_leaves(browser: Browser, tmp_path: Path) -> None:
    with open_world(browser, tmp_path / "state", streams=1) as race:
        race.start(*NAMES)
        first = race.phone()
        race.play(1, move="step", by="cards")
        expect(first.locator("#last")).to_have_text("Inès steps to 3")
        second = race.phone("fr-FR")
        expect(second.locator("#banner")).to_contain_text("Trop de pages sont ouvertes")
        first.goto("about:blank")
        race.play(1, move="step", by="cards")
        expect(second.locator("#last")).to_have_text("Inès va sur la 4")
        expect(second.locator("#banner")).to_be_hidden()


def test_a_woken_phone_reconnects_under_its_name(race: BrowserWorld) -> None:
    page = race.phone()
    page.clock.install()
    page.reload()
    with page.expect_request("**/api/events*") as first:
        page.clock.fast_forward(1000)
        page.evaluate(_ASLEEP, True)
        page.evaluate(_ASLEEP, False)
    with page.expect_request("**/api/events*") as second:
        page.clock.fast_forward(1000)
        page.evaluate("window.dispatchEvent(new Event('online'))")
    assert first.value.url == second.value.url
    race.play(1, move="step", by="cards")
    expect(page.locator("#last")).to_have_text("Inès steps to 3")


def test_a_connection_without_heartbeats_is_dead(race: BrowserWorld) -> None:
    page = race.phone()
    expect(page.locator("#headline")).to_have_text("Inès’s turn")
    page.clock.install()
    page.reload()
    expect(page.locator("#headline")).to_have_text("Inès’s turn")
    with page.expect_request("**/api/events*"):
        page.clock.fast_forward(40_000)


def test_only_a_new_connection_may_bring_an_older_view(race: BrowserWorld) -> None:
    page = race.phone(before=_TOLD)
    page.wait_for_function("() => window.made.length === 1")
    old = page.evaluate("fetch('/api/state').then(answer => answer.json())")
    race.play(1, move="step", by="cards")
    new = page.evaluate("fetch('/api/state').then(answer => answer.json())")
    tell = "([view, index]) => window.made[index].tell(view)"
    page.evaluate(tell, [new, 0])
    page.evaluate(tell, [old, 0])
    expect(page.locator("#last")).to_have_text("Inès steps to 3")
    page.evaluate("window.made[0].onerror()")
    page.wait_for_function("() => window.made.length === 2")
    page.evaluate(tell, [old, 1])
    expect(page.locator("#last")).to_have_text("")
