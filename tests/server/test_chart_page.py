"""Tests of the course of the scores in a real browser: who is ahead, its turns and ends, and what decided."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.table.commands import TurnReveal
from tests.server.browser_world import BrowserWorld, open_world
from tests.server.test_end_reveal_page import end_game, play_up_to_the_end

HEIGHTS = r"""() => Object.fromEntries([...document.querySelectorAll("#chart .curves g:has(> .curve)")].map((line) => {
    const [, first, ...rest] = line.querySelector(".curve").getAttribute("d").split(/M[\d.]+ |V/);
    return [line.dataset.colour, [first, ...rest].map(parseFloat)];
}))"""
"""Returns the heights of each seat's line by its colour, from the upper edge of the picture."""
GRID = """() => [...document.querySelectorAll("#chart .curves > .grid")].map((line) => line.getAttribute("d"))"""
LABELS = """() => [...document.querySelectorAll("#chart .curves > text")].map((text) => {
    const { left, right, top, bottom } = text.getBoundingClientRect();
    return { text: text.textContent, left, right, top, bottom };
})"""


@pytest.fixture
def world(browser: Browser, tmp_path: Path) -> Iterator[BrowserWorld]:
    with open_world(browser, tmp_path / "state") as opened:
        yield opened


def finish(world: BrowserWorld, game: str, name: str) -> None:
    """Play a golden game to its podium."""
    end_game(world, play_up_to_the_end(world, game, name))
    world.companion.ask(lambda: world.companion.session.do(TurnReveal(step=99)))


def curves(page: Page) -> dict[str, list[float]]:
    expect(page.locator("#chart svg")).to_be_visible()
    heights: dict[str, list[float]] = page.evaluate(HEIGHTS)
    return heights


@pytest.mark.parametrize("path", ["", "tv"])
def test_the_line_of_the_winner_ends_highest(world: BrowserWorld, path: str) -> None:
    finish(world, "expedition", "five_players_board")
    page = world.phone(path=path)
    lines = curves(page)
    ends = {colour: heights[-1] for colour, heights in lines.items()}
    seats = {seat["seat"]: seat["colour"] for seat in page.evaluate("document.companionView.seats")}
    totals = {seats[place["seat"]]: place["total"] for place in page.evaluate("document.companionView.standings")}
    for better in totals:
        for worse in totals:
            if totals[better] > totals[worse]:
                assert ends[better] < ends[worse], (better, worse)


@pytest.mark.parametrize(("game", "name"), [("voyages", "two_seats_wilhelm"), ("classic", "two_players")])
def test_no_line_lies_below_nothing(world: BrowserWorld, game: str, name: str) -> None:
    finish(world, game, name)
    page = world.phone()
    lines = curves(page)
    [foot] = {float(path.split("V")[1]) for path in page.evaluate(GRID) if "V" in path}
    assert max(max(heights) for heights in lines.values()) <= foot


@pytest.mark.parametrize("language", ["en-US", "fr-FR"])
def test_the_course_counts_in_turns_and_ends_with_totals(world: BrowserWorld, language: str) -> None:
    finish(world, "voyages", "two_seats_wilhelm")
    page = world.phone(language)
    curves(page)
    texts = page.locator("#chart .curves > text").all_text_contents()
    turn = {"en-US": "turn\N{NO-BREAK SPACE}41", "fr-FR": "tour\N{NO-BREAK SPACE}41"}[language]
    assert turn in texts
    assert {"10", "20", "30"} <= set(texts)
    assert page.locator("#chart .end-total").all_text_contents() == ["36", "64"]


@pytest.mark.parametrize("name", ["two_players", "five_players_board"])
@pytest.mark.parametrize("path", ["", "tv"])
def test_labels_of_the_course_keep_apart(world: BrowserWorld, name: str, path: str) -> None:
    finish(world, "expedition", name)
    page = world.phone(path=path)
    curves(page)
    labels = page.evaluate(LABELS)
    for first, second in combinations(labels, 2):
        beside = first["left"] >= second["right"] or second["left"] >= first["right"]
        assert beside or first["top"] >= second["bottom"] - 6 or second["top"] >= first["bottom"] - 6, (first, second)


def test_the_band_has_the_name_of_the_decisive_turn(world: BrowserWorld) -> None:
    finish(world, "expedition", "two_players")
    page = world.phone()
    curves(page)
    expect(page.locator("#chart .decided")).to_have_count(1)
    expect(page.locator("#chart .curves > text", has_text="decisive turn")).to_have_count(1)


@pytest.mark.parametrize("path", ["", "tv"])
def test_labels_stand_below_the_turns_they_name(world: BrowserWorld, path: str) -> None:
    finish(world, "classic", "four_players_ruin")
    page = world.phone(path=path)
    curves(page)
    # All of it at once: a television draws the chart again when its room changes.
    grid, labels, band = page.evaluate(f"""() => [({GRID})(),
        [...document.querySelectorAll("#chart .curves > .number[text-anchor=middle]")]
            .map((label) => [label.textContent, Number(label.getAttribute("x"))]),
        (box => box.x + box.width / 2)(document.querySelector("#chart .decided").getBBox())]""")
    lines = {float(line[1:].split(" ")[0]) for line in grid if "V" in line}
    turns = {int(text): x for text, x in labels if text.isdigit()}
    assert {*turns.values()} == lines
    width = (max(turns.values()) - min(turns.values())) / (max(turns) - min(turns))
    decided = min(turns) + (band - min(turns.values())) / width
    assert abs(decided - round(decided)) < 0.05
    assert round(decided) == 7, "the turn that the page names"
