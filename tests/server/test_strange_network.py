"""The network answers in the box's place: a login page, a proxy, or one that holds back what a stream brings.

Nothing is lost, nobody is told that something was done, and what was tapped is done once when the box answers again.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from companion.server.event_streams import STREAM_HEADERS
from companion.server.rate_limits import OURS
from companion.table.commands import Play
from tests.kept import whole_game
from tests.server.browser_world import NAMES, BrowserWorld, card, join, tap, tool
from tests.server.helpers import catalogue_text, wait_until

pytestmark = pytest.mark.e2e

LOGIN = "<!doctype html><title>Wi-Fi</title><h1>Welcome to our hotel</h1>"
NOT_REACHED = catalogue_text("en", "page.act.unreachable")
STRANGERS: dict[str, dict[str, Any]] = {
    "a login page": {"status": 200, "content_type": "text/html", "body": LOGIN},
    "somebody's JSON": {"status": 200, "json": {"seq": 99, "entry": 1, "number": 1, "host": True, "seat": 1}},
    "nothing at all": {"status": 204},
    "a proxy's error": {"status": 502, "content_type": "text/html", "body": "<h1>Bad Gateway</h1>"},
    "a proxy's refusal": {"status": 403, "json": {"error": "illegal_move", "reason": "No."}},
}
"""Answers that are not the box's."""
SILENT_STREAM = """
window.streams = 0;
window.EventSource = class extends EventTarget {
    constructor() {
        super();
        window.streams++;
        setTimeout(() => this.onopen?.(), 0);
    }
    close() {}
};
"""
"""A stream that a proxy accepts, and of which it passes nothing on."""


def strange(page: Page, path: str, answer: dict[str, Any]) -> list[str]:
    """Have somebody else answer what is sent to a path; return the bodies that they get."""
    bodies: list[str] = []

    def handle(route: Route) -> None:
        bodies.append(route.request.post_data or "")
        route.fulfill(**answer)

    page.route(path, handle)
    return bodies


def wait_for_entry(page: Page, entry: int) -> None:
    """Wait until the page shows the table after this many entries."""
    wait_until(page, lambda: bool(page.evaluate("document.companionView?.entry") == entry))


@pytest.fixture
def finished(world: BrowserWorld) -> BrowserWorld:
    """Play a game to its end."""
    world.start(*NAMES)
    world.companion.ask(lambda: world.companion.session.do(Play(moves=tuple(whole_game()))))
    return world


@pytest.mark.parametrize("answer", STRANGERS.values(), ids=STRANGERS)
def test_a_tapped_move_waits_for_the_box(race: BrowserWorld, answer: dict[str, Any]) -> None:
    page = race.seat(1)
    bodies = strange(page, "**/api/commands", answer)
    tap(page, "Step to 3")
    expect(page.locator("#said")).to_have_text(catalogue_text("en", "page.act.not_sent"))
    assert race.moves == []
    page.unroute("**/api/commands")
    expect(card(page, "Step to 4")).to_be_visible()
    assert race.moves == ["step"]
    assert len({body for body in bodies if body}) == 1, "the same command is sent until it is answered"


@pytest.mark.parametrize("answer", STRANGERS.values(), ids=STRANGERS)
def test_a_code_does_not_join_a_strangers_table(race: BrowserWorld, answer: dict[str, Any]) -> None:
    page, code = race.phone(), race.code(1)
    strange(page, "**/api/claim", answer)
    join(page, code)
    expect(page.locator(".join .refusal")).to_have_text(NOT_REACHED)
    page.unroute("**/api/claim")
    page.locator(".join .play").click()
    expect(page.locator("#said")).to_have_text(catalogue_text("en", "page.join.seat", name="Inès"))


def test_a_preview_by_a_stranger_is_no_outcome(race: BrowserWorld) -> None:
    race.play(1, move="correct", what="space:1", by=15)
    page = race.seat(1)
    strange(page, "**/api/preview", STRANGERS["somebody's JSON"])
    tap(page, "Step to 16")
    expect(page.locator(".confirm")).to_contain_text(NOT_REACHED)


def test_a_form_by_a_stranger_is_not_shown(race: BrowserWorld) -> None:
    page = race.seat(1)
    strange(page, "**/api/form", STRANGERS["a login page"])
    tool(page, "correct").click()
    expect(page.locator(".sheet")).to_contain_text(NOT_REACHED)


@pytest.mark.parametrize("answer", ["a login page", "nothing at all", "a proxy's error"])
def test_views_are_asked_for_while_a_stranger_answers_the_stream(race: BrowserWorld, answer: str) -> None:
    page = race.phone()
    expect(page.locator("main")).to_contain_text(NAMES[0])
    strange(page, "**/api/events?*", STRANGERS[answer])
    page.reload()
    expect(page.locator("#banner")).to_be_hidden()
    race.play(1, move="step", by="cards")
    expect(page.locator(".track")).to_contain_text("3")
    wait_for_entry(page, 1)
    expect(page.locator("#banner")).to_be_hidden()
    page.unroute("**/api/events?*")
    race.play(1, move="end_turn")
    wait_for_entry(page, 2)


def test_views_are_asked_for_while_the_stream_is_held_back(race: BrowserWorld) -> None:
    page = race.phone(before=SILENT_STREAM)
    race.play(1, move="step", by="cards")
    wait_for_entry(page, 1)
    expect(page.locator("#banner")).to_be_hidden()
    assert page.evaluate("streams") == 1


def test_a_page_says_so_when_strangers_answer_everything(race: BrowserWorld) -> None:
    page = race.phone()
    strange(page, "**/api/**", STRANGERS["a login page"])
    page.reload()
    expect(page.locator("#banner")).to_have_text(catalogue_text("en", "page.link.lost"))
    race.play(1, move="step", by="cards")
    page.unroute("**/api/**")
    wait_for_entry(page, 1)
    expect(page.locator("#banner")).to_have_text(catalogue_text("en", "page.link.back"))


def test_a_strangers_page_is_not_saved_as_a_game(finished: BrowserWorld) -> None:
    page = finished.phone(path="games/1")
    downloads: list[str] = []
    page.on("download", lambda download: downloads.append(download.suggested_filename))
    strange(page, "**/moves.jsonl", STRANGERS["a login page"])
    page.locator("a[href$='moves.jsonl']").click()
    expect(page.locator("#said")).to_have_text(NOT_REACHED)
    assert downloads == []
    page.unroute("**/moves.jsonl")
    with page.expect_download() as download:
        page.locator("a[href$='moves.jsonl']").click()
    assert Path(download.value.path()).read_text("utf-8").startswith('{"game"')
    expect(page.locator("#said")).to_be_empty()


def test_a_box_refusal_to_save_is_shown(finished: BrowserWorld) -> None:
    page = finished.phone(path="games/1")
    page.locator("a[href$='moves.jsonl']").evaluate("link => link.href = '/games/99/moves.jsonl'")
    page.locator("a[download][href$='moves.jsonl']").click()
    expect(page.locator("#said")).to_have_text(catalogue_text("en", "web.error.no_such_game"))


def test_every_answer_of_the_box_names_it(race: BrowserWorld) -> None:
    request = race.seat(1).request
    address = race.companion.local_address
    for path in ("", "tv", "api/state", "api/none", "styles/page.css", "games/99", "games.zip", "verify.html", "box"):
        answer = request.get(f"{address}{path}")
        assert answer.headers[OURS.lower()] == "1", (path, answer.status)
    for path in ("api/commands", "api/claim", "api/restore", "box/enter"):
        answer = request.post(f"{address}{path}", data="{}")
        assert answer.headers[OURS.lower()] == "1", (path, answer.status)


@pytest.mark.parametrize("code", ["３４５６７８", "٣٤٥٦٧٨", "𝟑𝟒𝟓 𝟔𝟕𝟖", "34-56–78", "३४५ ६७८", "3 4 5\u00a06 7\u20098"])
def test_digits_of_any_script_are_those_of_the_code(race: BrowserWorld, code: str) -> None:
    page = race.phone()
    page.locator("[data-key=join]").click()
    page.locator("#code").fill(code)
    expect(page.locator("#code")).to_have_value("345 678")


def test_streams_are_not_collected_by_a_proxy(race: BrowserWorld) -> None:
    page = race.phone(path="games")
    for path in ("api/events", "box/events"):
        script = "async (path) => (await fetch(path)).headers.get('X-Accel-Buffering')"
        assert page.evaluate(script, f"/{path}") == STREAM_HEADERS["X-Accel-Buffering"]
