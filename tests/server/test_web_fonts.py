"""Tests of the fonts of the pages: what is in their files, and how pages load them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fontTools.pens.boundsPen import BoundsPen
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont
from playwright.sync_api import Browser, Route

from companion.support.resources import web_dir
from tests.server.watched_table import WatchedTable
from tests.web_fonts import (
    ASCENT,
    DESCENT,
    FAMILIES,
    HASH_LETTERS,
    LEAST_SPACE,
    LEAST_WEIGHT,
    LETTERS,
    MOST_BYTES,
    MOST_WEIGHT,
    SIGNS,
)

FONTS = sorted((web_dir() / "fonts").glob("*.woff2"))
LOADED = "family => [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family).sort()"
COUNT_SHIFTS = """
    window.shifts = [];
    new PerformanceObserver((list) => window.shifts.push(...list.getEntries().map(({ value }) => value)))
        .observe({ type: "layout-shift", buffered: true });
"""
TALL, DEEP = "HÀÉÎÔÜÅ0123456789", "gjpyçQ"


@pytest.fixture
def table(browser: Browser) -> Iterator[WatchedTable]:
    with WatchedTable(browser).served() as table:
        yield table


def bounds(font: TTFont, letter: str) -> Any:
    """Return the left, lower, right and upper edge of a letter."""
    glyphs = font.getGlyphSet()
    pen = BoundsPen(glyphs)
    glyphs[font.getBestCmap()[ord(letter)]].draw(pen)
    return pen.bounds


def test_the_fonts_are_small_and_licensed() -> None:
    assert len(FONTS) == len(FAMILIES)
    assert sum(font.stat().st_size for font in FONTS) <= MOST_BYTES
    for font in FONTS:
        licence = font.with_name(f"{font.name.split('.')[0]}.OFL.txt").read_text("utf-8")
        assert "SIL OPEN FONT LICENSE Version 1.1" in licence


@pytest.mark.parametrize("path", FONTS, ids=lambda path: path.name.split(".")[0])
def test_a_name_holds_the_hash_of_its_file(path: Path) -> None:
    assert path.name.split(".")[1] == hashlib.sha256(path.read_bytes()).hexdigest()[:HASH_LETTERS]
    assert f'url("/fonts/{path.name}")' in (web_dir() / "styles" / "lib" / "fonts.css").read_text("utf-8")


@pytest.mark.parametrize("path", FONTS, ids=lambda path: path.name.split(".")[0])
def test_letters_and_figures_are_complete(path: Path) -> None:
    font = TTFont(path)
    letters = font.getBestCmap()
    wanted = {*LETTERS, *map(ord, SIGNS)} - {ord("µ")}  # a sign that no text of ours has
    assert {chr(letter) for letter in wanted - set(letters)} == set()
    assert len({font["hmtx"][letters[ord(figure)]][0] for figure in "0123456789"}) == 1, "in columns"
    assert font["hmtx"][letters[ord(" ")]][0] >= LEAST_SPACE
    features = {record.FeatureTag for name in ("GSUB", "GPOS") for record in font[name].table.FeatureList.FeatureRecord}
    assert "kern" in features


@pytest.mark.parametrize("weight", [LEAST_WEIGHT, MOST_WEIGHT])
@pytest.mark.parametrize("path", FONTS, ids=lambda path: path.name.split(".")[0])
def test_letters_fit_their_line_and_figures_its_middle(path: Path, weight: int) -> None:
    font = instantiateVariableFont(TTFont(path), {"wght": weight})
    assert max(bounds(font, letter)[3] for letter in TALL) <= ASCENT
    assert min(bounds(font, letter)[1] for letter in DEEP) >= -DESCENT
    _, foot, _, top = bounds(font, "0")
    assert abs((foot + top) - (ASCENT - DESCENT)) < 30
    assert font["glyf"][font.getBestCmap()[ord("0")]].getCoordinates(font["glyf"])[1][1:] != [], "a hole"
    assert len(font["glyf"][font.getBestCmap()[ord("0")]].getCoordinates(font["glyf"])[1]) == 2, "without a slash"


def test_a_page_shows_its_own_letters(table: WatchedTable) -> None:
    table.start()
    with table.page("/") as page:
        page.wait_for_load_state()
        page.evaluate("document.fonts.ready")
        families = [family.strip('"') for family in page.evaluate(LOADED)]
        assert families == sorted(family.name for family in FAMILIES)
        widths = """() => ["Vollkorn", "'Atkinson Hyperlegible Next'"].map((family) => {
            const context = document.createElement("canvas").getContext("2d");
            return ["", `${family}, `].map((first) => {
                context.font = `100px ${first}monospace`;
                return context.measureText("Inès gagne").width;
            });
        })"""
        assert all(without != with_font for without, with_font in page.evaluate(widths))


def test_a_browser_keeps_the_fonts_for_good(table: WatchedTable) -> None:
    table.start()
    with table.page("/") as page:
        for font in FONTS:
            response = page.request.get(f"{page.url.rstrip('/')}/fonts/{font.name}")
            assert response.headers["cache-control"].endswith("immutable")
            assert response.headers["content-type"] == "font/woff2"


def test_late_fonts_move_nothing(table: WatchedTable) -> None:
    table.start()
    assert table.server is not None
    page = table.browser.new_page(viewport={"width": 390, "height": 844})

    def late(route: Route) -> None:
        page.wait_for_timeout(1000)
        route.continue_()

    page.route("**/fonts/*", late)
    page.add_init_script(COUNT_SHIFTS)
    page.goto(f"http://127.0.0.1:{table.server.port}/")
    page.wait_for_function("() => [...document.fonts].every(({ status }) => status !== 'loading')")
    page.wait_for_timeout(300)
    assert page.evaluate("window.shifts") == []
    page.close()
