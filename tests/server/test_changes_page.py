"""Tests of a page that receives changes: its script applies them, and recovers when it cannot."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.server.views.view_changes import change_between
from tests.server.browser_world import BrowserWorld

pytestmark = pytest.mark.e2e

_HEARD = """
window.events = [];
window.EventSource = class extends EventSource {
    constructor(address) {
        super(address);
        for (const sort of ["message", "change"]) this.addEventListener(sort, () => window.events.push(sort));
        window.stream = this;
    }
};
"""
_SAME = """async (pairs) => {
    const { applyChange } = await import("/scripts/lib/changes.js");
    return pairs.map(([before, change]) => JSON.stringify([before, applyChange(before, change), before]));
}"""


def view_of_page(page: Page) -> Any:
    return page.evaluate("document.companionView")


def requested_changes(page: Page) -> Any:
    return page.evaluate("fetch('/api/state').then((answer) => answer.json())")


def test_the_script_applies_every_change(race: BrowserWorld) -> None:
    page, rnd = race.phone(), Random(7)
    pairs: list[Any] = []
    wanted: list[Any] = []
    while len(pairs) < 300:
        before, now = random_value(rnd), random_value(rnd)
        change = change_between(before, now)
        if change is not None:
            pairs.append([before, change])
            wanted.append([before, now, before])
    assert [json.loads(text) for text in page.evaluate(_SAME, pairs)] == wanted


def random_value(rnd: Random, depth: int = 3) -> Any:
    """Return any value that a view could have."""
    match rnd.choice(["plain", "list", "object"]) if depth else "plain":
        case "list":
            return [random_value(rnd, depth - 1) for _ in range(rnd.randint(0, 5))]
        case "object":
            return {name: random_value(rnd, depth - 1) for name in "abcd" if rnd.random() < 0.6}
    return rnd.choice([None, True, 0, 1, 2, "", "x"])


def test_a_new_page_receives_only_later_changes(race: BrowserWorld) -> None:
    page = race.phone(before=_HEARD)
    page.wait_for_function("() => window.stream?.readyState === 1")
    for n in (1, 2):
        race.play(1, move="step", by="cards")
        page.wait_for_function(f"() => window.events.length === {n}")
    expect(page.locator("#last")).to_have_text("Inès steps to 4")
    assert page.evaluate("window.events") == ["change", "change"]
    assert view_of_page(page) == requested_changes(page)


@pytest.mark.usefixtures("separate_files")
def test_a_page_without_the_changes_script_gets_whole_views(race: BrowserWorld) -> None:
    page = race.phone(before=_HEARD)
    page.route("**/scripts/lib/changes.js*", lambda route: route.abort())
    page.wait_for_function("() => window.stream?.readyState === 1")
    race.play(1, move="step", by="cards")
    expect(page.locator("#last")).to_have_text("Inès steps to 3")
    race.play(1, move="step", by="cards")
    expect(page.locator("#last")).to_have_text("Inès steps to 4")
    assert page.evaluate("window.events").count("change") == 1
    assert view_of_page(page) == requested_changes(page)


def test_a_page_with_the_wrong_view_requests_a_whole_one(race: BrowserWorld) -> None:
    page = race.phone(before=_HEARD)
    race.play(1, move="step", by="cards")
    expect(page.locator("#last")).to_have_text("Inès steps to 3")
    page.evaluate(
        """() => window.stream.dispatchEvent(new MessageEvent("change", {
            data: JSON.stringify({ of: "another", change: { is: {} } }), lastEventId: "new" }))"""
    )
    page.wait_for_function("() => window.events.at(-1) === 'message'")
    assert view_of_page(page) == requested_changes(page)
    race.play(1, move="step", by="cards")
    expect(page.locator("#last")).to_have_text("Inès steps to 4")
    assert view_of_page(page) == requested_changes(page)
