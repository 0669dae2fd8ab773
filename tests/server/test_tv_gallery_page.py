"""Tests of what a television shows of half-played games, measured: letters, overlaps, and where the totals stand."""

from __future__ import annotations

import json
from itertools import combinations, product
from math import hypot
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.table.commands import Play
from tests.kit.golden_games import golden_file
from tests.server.browser_world import BrowserWorld, open_world

pytestmark = pytest.mark.e2e

NAMES = ("Mamie", "Wolfgang", "Léa", "Hugo", "Inès")
SCENES = {
    "expedition for two": ("expedition", "two_players", 0.5),
    "expedition for five": ("expedition", "five_players_board", 0.6),
    "1983 for two": ("classic", "two_players", 0.5),
    "1983 for four": ("classic", "four_players_ruin", 0.6),
    "1983 for two after a fight": ("classic", "two_players", 0.6),
    "1983 for four after a fight": ("classic", "four_players_ruin", 0.79),
    "voyages for two": ("voyages", "two_seats_wilhelm", 0.55),
    "voyages for four": ("voyages", "four_seats_expert", 0.55),
    "voyages full of posts": ("voyages", "four_seats_expert", 0.97),
}
"""Golden games by what they show, and how much of them is played."""
SIZES = [(1280, 720), (1920, 1080)]
LEAST_LETTER = 16
"""Height in pixels of the smallest letters at 1280 × 720."""
TEXTS = """() => {
    const texts = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const element = node.parentElement;
        if (!node.data.trim() || element.closest(".unseen, title, template, script, noscript")) continue;
        if (!element.checkVisibility({ visibilityProperty: true })) continue;
        range.selectNodeContents(node);
        const box = range.getBoundingClientRect();
        if (box.width < 2 || box.height < 2) continue; // only read aloud
        const matrix = element instanceof SVGElement && element.getScreenCTM();
        const scale = matrix ? Math.hypot(matrix.a, matrix.b) : (element.currentCSSZoom ?? 1);
        const size = parseFloat(getComputedStyle(element).fontSize) * scale;
        let { left, right, top, bottom } = box;
        for (let around = element; around; around = around.parentElement) {
            if (getComputedStyle(around).overflow === "visible" || around instanceof SVGElement) continue;
            const room = around.getBoundingClientRect();
            [left, right] = [Math.max(left, room.left), Math.min(right, room.right)];
            [top, bottom] = [Math.max(top, room.top), Math.min(bottom, room.bottom)];
        }
        if (right - left < 2 || bottom - top < 2) continue;
        const middle = (top + bottom) / 2;
        const isSign = element.closest(".letter, .mark, .rank") !== null;
        const half = 0.35 * size;
        texts.push({ text: node.data.trim(), size, left, right, top: middle - half, bottom: middle + half, isSign });
    }
    return texts;
}"""
"""Returns every text that is seen, with the size of its letters and the box of those without tails, in pixels."""
TOTALS = """() => [...document.querySelectorAll(".total")].map((card) => {
    const number = card.querySelector("[data-part=total]").getBoundingClientRect();
    const { left, top, bottom } = card.getBoundingClientRect();
    return [Math.round(top), Math.round(number.bottom - top), Math.round(number.left - left)];
})"""

NAMES_AND_PLACES = """() => {
    const box = (element) => element.getBoundingClientRect().toJSON();
    const letters = (label) => {
        const { left, right, top, bottom } = box(label);
        const edge = 0.15 * (bottom - top); // above and below letters
        return { left, right, top: top + edge, bottom: bottom - edge };
    };
    const shape = (spot) => spot.querySelector(":scope > :is(circle:not(.reach), rect, path)");
    const names = [...document.querySelectorAll(".graph .spot-name")];
    const spots = [...document.querySelectorAll(".graph .spot")];
    return [
        names.map((label) => [label.textContent, letters(label)]),
        spots.map((spot) => [spot.querySelector("title").textContent, box(shape(spot))]),
    ];
}"""
"""Returns the names on a map and its places by name, with the boxes of their letters and shapes."""


def open_scene(world: BrowserWorld, scene: str, width: int, height: int, language: str = "fr-FR") -> Page:
    """Play a part of a golden game, and return its page on a television."""
    game, name, part = SCENES[scene]
    first, *lines = map(json.loads, golden_file(game, name).read_text("utf-8").splitlines())
    world.start(*NAMES[: len(first["seats"])], game=game, options=first.get("options") or {})

    def play() -> None:
        for line in lines[: int(part * len(lines))]:
            world.companion.session.do(Play(moves=((line.pop("seat"), line),)))

    world.companion.ask(play)
    page = world.phone(language, path="tv", viewport={"width": width, "height": height})
    expect(page.locator(".largest svg, .largest .wheel-face").first).to_be_visible()
    page.evaluate("() => document.fonts.ready")
    return page


def overlaps(first: dict[str, Any], second: dict[str, Any]) -> bool:
    across = min(first["right"], second["right"]) - max(first["left"], second["left"])
    down = min(first["bottom"], second["bottom"]) - max(first["top"], second["top"])
    return bool(across > 2 and down > 2)


def distance(first: dict[str, Any], second: dict[str, Any]) -> float:
    across = max(first["left"] - second["right"], second["left"] - first["right"], 0)
    down = max(first["top"] - second["bottom"], second["top"] - first["bottom"], 0)
    return hypot(across, down)


@pytest.mark.parametrize("scene", SCENES)
def test_letters_are_large_and_apart(browser: Browser, tmp_path: Path, scene: str) -> None:
    with open_world(browser, tmp_path) as world:
        page = open_scene(world, scene, 1280, 720)
        texts = page.evaluate(TEXTS)
        assert len(texts) > 20
        small = [(text["text"], round(text["size"], 1)) for text in texts if text["size"] < LEAST_LETTER - 0.05]
        assert [
            text for text in small if not any(other["text"] == text[0] and other["isSign"] for other in texts)
        ] == []
        pairs = [
            (first["text"], second["text"])
            for index, first in enumerate(texts)
            for second in texts[index + 1 :]
            if overlaps(first, second)
        ]
        assert pairs == []
        assert [
            text["text"] for text in texts if text["right"] > 1280 or text["bottom"] > 720 or text["left"] < 0
        ] == []


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("scene", SCENES)
def test_totals_stand_alike_in_every_card(
    browser: Browser, tmp_path: Path, scene: str, width: int, height: int
) -> None:
    with open_world(browser, tmp_path) as world:
        page = open_scene(world, scene, width, height)
        places = page.evaluate(TOTALS)
        assert len({down for _, down, _ in places}) == 1
        assert len({left for _, _, left in places}) == 1


@pytest.mark.parametrize("scene", [scene for scene in SCENES if scene.startswith("voyages")])
def test_the_ground_of_a_map_leaves_names_alone(browser: Browser, tmp_path: Path, scene: str) -> None:
    with open_world(browser, tmp_path) as world:
        page = open_scene(world, scene, 1280, 720)
        expect(page.locator(".ground .land").first).to_be_visible()
        mountains, names = (
            page.locator(parts).evaluate_all("(parts) => parts.map((part) => part.getBoundingClientRect().toJSON())")
            for parts in (".ground :is(.ridge, .dune, .tree)", ".graph :is(.spot-name, .cost, .spot-mark)")
        )
        assert len(mountains) > 5
        assert [pair for pair in product(mountains, names) if overlaps(*pair)] == []


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("scene", [scene for scene in SCENES if scene.startswith("voyages")])
def test_names_on_a_map_stand_beside_their_own_town(
    browser: Browser, tmp_path: Path, scene: str, width: int, height: int
) -> None:
    with open_world(browser, tmp_path) as world:
        page = open_scene(world, scene, width, height)
        expect(page.locator(".graph .spot-name")).to_have_count(15)
        names, shapes = page.evaluate(NAMES_AND_PLACES)
        scale = width / 1280
        for name, box in names:
            own, *others = sorted((distance(box, shape), place) for place, shape in shapes)
            assert own[1] == name
            assert own[0] < 9 * scale, name
            assert others[0][0] > own[0] + 2 * scale, name


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("scene", [scene for scene in SCENES if scene.startswith("voyages")])
def test_nothing_on_a_map_covers_anything(
    browser: Browser, tmp_path: Path, scene: str, width: int, height: int
) -> None:
    with open_world(browser, tmp_path) as world:
        page = open_scene(world, scene, width, height)
        expect(page.locator(".graph .spot-name")).to_have_count(15)
        names, shapes = page.evaluate(NAMES_AND_PLACES)
        chips = page.locator(".graph :is(.cost, .spot-mark) > rect").evaluate_all(
            "(parts) => parts.map((part) => part.getBoundingClientRect().toJSON())"
        )
        boxes = [*chips, *(box for _, box in (*names, *shapes))]
        assert len(boxes) > 50
        assert [pair for pair in combinations(boxes, 2) if overlaps(*pair)] == []


def test_spaces_have_drawings_and_outlines_for_dice(browser: Browser, tmp_path: Path) -> None:
    with open_world(browser, tmp_path) as world:
        page = open_scene(world, "voyages for two", 1280, 720)
        spaces = page.locator(".space")
        expect(spaces.locator(".space-sign .drawing")).to_have_count(8)
        outlines = [space.locator(":is(.room-left, .slot:not(.filled)):visible").count() for space in spaces.all()]
        assert outlines == [0, 0, 2, 3, 0, 1, 1, 0], "a row of the bazaar needs up to 3 dice, the Khan has 4 slots"


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_what_a_contract_needs_stays_in_one_line(browser: Browser, tmp_path: Path, width: int, height: int) -> None:
    with open_world(browser, tmp_path) as world:
        page = open_scene(world, "voyages for two", width, height)
        lines = page.locator("#blocks .has-print :is(.paid, .got)").evaluate_all("""(sides) => sides.map((side) => {
            const tops = [...side.querySelectorAll(".amount")].map((part) => part.getBoundingClientRect().top);
            return new Set(tops.map(Math.round)).size;
        })""")
        assert len(lines) == 4
        assert set(lines) == {1}
