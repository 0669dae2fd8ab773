"""Tests of a page in a browser, bundled or not: it works alike, and bundled it loads few files."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from companion.server.web_files import WebFiles
from tests.chromium import MOVING
from tests.depth import deep
from tests.kit.blocks import EVERY, blocks_for
from tests.server.browser_world import NAMES, BrowserWorld, card, open_world, tap
from tests.server.replaced_scene import replaced_scene
from tests.server.watched_table import TO_GANZHOU, WatchedTable

pytestmark = [pytest.mark.e2e, deep]

MOST_FILES = 9
"""Limit on the files of a page without a game, including the page; its stream and fonts do not count."""
MOST_FILES_OF_A_GAME = 14
"""Limit on the files of a page with a game, including drawings but not fonts, once loading has ended."""
MOST_SENT_AGAIN = 4
"""Limit on the requests of a page that is opened again: itself, its stream, and what may have changed."""


_ROUNDS = 3
"""Limit on comparisons of two pages until they look alike."""
_LOOKS = """async () => {
  const named = ["color", "background", "font", "border", "border-radius", "padding", "display", "position", "opacity",
    "text-align", "text-transform", "letter-spacing", "white-space", "overflow", "box-shadow", "fill", "stroke"];
  const looks = () => [...document.body.querySelectorAll("*")].map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    const style = getComputedStyle(one);
    const told = named.map((name) => style.getPropertyValue(name));
    return [one.tagName, one.getAttribute("class"), x, y, width, height, ...told].join(" ");
  });
  for (let before = ""; ; ) {
    const now = looks();
    if (now.join() === before) return now;
    before = now.join();
    await new Promise((done) => setTimeout(done, 300));
  }
}"""
"""Script that returns the position and look of every element, once nothing changes any more."""


@pytest.fixture
def race(bundling: str, browser: Browser, tmp_path: Path) -> Iterator[BrowserWorld]:
    """Yield an Expedition of three at its start."""
    assert bundling
    with open_world(browser, tmp_path / "state") as opened:
        opened.start(*NAMES)
        yield opened


def loaded_files(page: Page) -> list[str]:
    """Return the files that a page loaded, including the page; responses of the API do not count."""
    names: list[str] = page.evaluate(
        "['document', ...performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)]"
    )
    return [name for name in names if not name.startswith("/api/")]


def test_a_move_is_played_and_seen_by_others(race: BrowserWorld, bundling: str) -> None:
    page, other_page = race.seat(1), race.phone()
    expect(other_page.locator("#block-race svg").first).to_be_visible()
    tap(page, "Step to 3")
    expect(card(page, "Step to 4")).to_be_visible()
    expect(other_page.locator("#last")).to_have_text("Inès steps to 3")
    assert race.moves == ["step"]
    for each_page, tapped in ((page, ["tapped.css", "tapped.js"]), (other_page, [])):
        bundled = [name for name in loaded_files(each_page) if name.startswith("/bundle/")]
        apart = [name for name in loaded_files(each_page) if name.startswith(("/scripts/", "/styles/"))]
        if bundling == "bundled":
            assert sorted(name.rpartition("/")[2] for name in bundled) == [
                "later.css",
                "later.js",
                "page.css",
                "page.js",
                "shared.js",
                *tapped,
                "theme.js",
            ]
            assert apart == []
        else:
            assert not bundled
            assert len(apart) > 30


def test_a_page_that_is_opened_again_asks_for_little(race: BrowserWorld, bundling: str) -> None:
    page = race.phone()
    expect(page.locator("#block-race svg").first).to_be_visible()
    page.goto(f"{race.companion.local_address}")
    expect(page.locator("#block-race svg").first).to_be_visible()
    sent = page.evaluate(
        "performance.getEntriesByType('resource').filter((entry) => entry.transferSize).map(({ name }) => name)"
    )
    if bundling == "bundled":
        assert len(["the page", "its stream", *sent]) <= MOST_SENT_AGAIN, sent


@pytest.mark.usefixtures("bundled")
@pytest.mark.parametrize(
    ("path", "last", "count"),
    [
        ("", ".block:not(.purse-block) .block-room > *:first-child", len(EVERY)),
        ("tv", ".block:not(.purse-block) .block-room > *:first-child", len(EVERY)),
        ("free", ".wheel-disc", 1),
        ("games", "ul.games > li", 1),
    ],
    ids=["table", "tv", "free", "games"],
)
def test_bundled_and_separate_pages_look_alike(
    browser: Browser, tmp_path: Path, path: str, last: str, count: int
) -> None:
    """Wait for `count` elements `last`, which appear last; on a slow machine something may appear even later."""
    with open_world(browser, tmp_path / "state") as opened, replaced_scene(*blocks_for(2)):
        opened.start("Ada", "Bo", game="lanterns")
        page = opened.phone()

        def looks(bundled: bool) -> list[str]:
            page.goto(f"{opened.companion.local_address}{path}")
            assert any("/bundle/" in name for name in loaded_files(page)) is bundled
            expect(page.locator(last)).to_have_count(count)
            looks_of_elements: list[str] = page.evaluate(_LOOKS)
            return looks_of_elements

        for _ in range(_ROUNDS):
            with_bundle = looks(bundled=True)
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(WebFiles, "bundle_of", lambda *_: None)
                without_bundle = looks(bundled=False)
            if with_bundle == without_bundle:
                break
        assert len(with_bundle) > 60
        assert with_bundle == without_bundle


@pytest.mark.usefixtures("bundling")
def test_an_animation_gets_its_styles_and_plays(browser: Browser) -> None:
    with WatchedTable(browser).served() as table:
        table.start()
        table.play(*TO_GANZHOU[:-1])
        with table.page(**MOVING) as page:
            expect(page.locator("#blocks .block").first).to_be_visible()
            table.play(TO_GANZHOU[-1])
            expect(page.locator(".ceremony-title")).to_have_text("Tally at Ganzhou")
            assert page.locator(".ceremony").evaluate("one => getComputedStyle(one).position") == "fixed"


@pytest.mark.usefixtures("bundled")
@pytest.mark.parametrize("path", ["/", "/tv", "/games", "/free"])
def test_a_first_page_loads_few_files(browser: Browser, path: str) -> None:
    with WatchedTable(browser).served() as table, table.page(path) as page:
        files = loaded_files(page)
        assert any(name.startswith("/bundle/") for name in files)
        assert len([name for name in files if not name.startswith("/fonts/")]) <= MOST_FILES, files


@pytest.mark.usefixtures("bundled")
@pytest.mark.parametrize("path", ["/", "/tv"])
def test_a_page_with_a_game_loads_few_files(browser: Browser, path: str) -> None:
    with WatchedTable(browser).served() as table:
        table.start()
        with table.page(path) as page:
            expect(page.locator('#block-race [data-art="dadu"] path').first).to_be_attached()
            files = loaded_files(page)
            assert len([name for name in files if not name.startswith("/fonts/")]) <= MOST_FILES_OF_A_GAME, files
            assert len(set(files)) == len(files)


@pytest.mark.usefixtures("bundled")
def test_lost_words_are_requested_again_with_the_next_tap(browser: Browser, tmp_path: Path) -> None:
    with open_world(browser, tmp_path / "state") as opened:
        opened.start(*NAMES)
        page = opened.phone(viewport={"width": 390, "height": 844})
        page.route("**/words/*", lambda route: route.abort())
        page.reload()
        page.locator("[data-key=join]:visible").click()
        expect(page.locator("#said")).to_have_text("The box doesn’t answer. Try again.")
        expect(page.locator(".sheet")).to_have_count(0)
        page.unroute_all()
        page.locator("[data-key=join]:visible").click()
        expect(page.locator("#sheet-title")).to_have_text("Join the table")
        opened.play(1, move="step", by="cards")
        expect(page.locator(".tool[data-key=moves]")).to_have_text("All moves")


def test_later_words_are_none_of_the_first(browser: Browser, tmp_path: Path) -> None:
    with open_world(browser, tmp_path / "state") as opened:
        opened.start(*NAMES)
        page = opened.phone("fr-FR")
        first = json.loads(page.locator("#words").text_content() or "")
        later = page.request.get(f"{opened.companion.local_address}words/fr.json").json()
        assert later["page.tools.moves"] == "Tous les coups"
        assert first.keys() & later.keys() == set()


def test_a_lost_file_is_requested_again_with_the_next_view(browser: Browser, tmp_path: Path) -> None:
    lost: list[str] = []

    def lose(route: Route) -> None:
        lost.append(route.request.url)
        route.abort()

    with open_world(browser, tmp_path / "state") as opened:
        opened.start(*NAMES)
        page = opened.phone()
        page.route("**/later.js*", lose)
        page.reload()
        opened.play(1, move="step", by="cards")
        expect(page.locator("#last")).to_have_text("Inès steps to 3")
        assert lost
        assert page.locator("#block-race svg").count() == 0
        page.unroute_all()
        opened.play(1, move="step", by="cards")
        expect(page.locator("#last")).to_have_text("Inès steps to 4")
        expect(page.locator("#block-race svg").first).to_be_visible()
