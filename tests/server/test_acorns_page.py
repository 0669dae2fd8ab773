"""Pages of a made-up game that has what broke in front of players: empty lists, typed dice, touches, a tall grid."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.games.acorns import ACORNS
from tests.server.browser_world import BrowserWorld, open_world, tap

pytestmark = pytest.mark.e2e
NAMES = ("Inès", "Marc")


@pytest.fixture
def forest(browser: Browser, tmp_path: Path) -> Iterator[BrowserWorld]:
    """Yield a game of Acorns in which all have chosen a tree, and the first seat has rolled."""
    with open_world(browser, tmp_path / "state", games=(ACORNS,)) as world:
        world.start(*NAMES, game="acorns")
        for seat in (1, 2):
            world.play(seat, move="choose", tree=2)
        world.play(1, move="roll", chance=[1, 2, 2, 5, 6])
        yield world


def type_faces(page: Page, *faces: int) -> None:
    """Type the faces of real dice, one after the other."""
    page.locator(".cards .choice-card", has_text="Enter real dice").click()
    for die, face in enumerate(faces):
        page.locator(".die-faces").nth(die).locator("label").nth(face - 1).click()


def test_typed_dice_stay_after_an_empty_list(forest: BrowserWorld) -> None:
    page = forest.seat(1)
    tap(page, "Roll some again…")
    page.locator(".sheet .next").click()
    type_faces(page, 1, 1, 3, 4, 6)
    with page.expect_response("**/api/commands"):
        page.locator(".confirm .play").click()
    assert forest.played == {"move": "reroll", "keep": [], "chance": [1, 1, 3, 4, 6]}


def test_touched_dice_are_kept(forest: BrowserWorld) -> None:
    page = forest.seat(1)
    for die in (1, 4):
        page.locator("#block-dice .touchable").nth(die).click()
    page.locator(".touched .action").click()
    page.locator(".sheet .next").click()
    with page.expect_response("**/api/commands"):
        type_faces(page, 1, 3, 4)
    assert forest.played == {"move": "reroll", "keep": [2, 6], "chance": [1, 3, 4]}


TELEVISIONS = ({"width": 1280, "height": 720}, {"width": 1920, "height": 1080})


@pytest.mark.parametrize("viewport", TELEVISIONS, ids=lambda viewport: str(viewport["height"]))
def test_a_television_shows_every_row_of_a_tall_grid(forest: BrowserWorld, viewport: dict[str, int]) -> None:
    page = forest.phone(path="tv", viewport=viewport)
    rows = page.locator(".largest .grid-block tbody tr")
    expect(rows).to_have_count(15)
    cut = page.evaluate(
        """() => {
        const room = document.querySelector(".largest .block").getBoundingClientRect();
        const cells = [...document.querySelectorAll(".largest tr > *")].map((cell) => cell.getBoundingClientRect());
        return cells.filter(({ bottom, right }) => bottom > room.bottom || right > room.right).length;
    }"""
    )
    size = page.locator(".largest tbody th").first.evaluate("(cell) => parseFloat(getComputedStyle(cell).fontSize)")
    assert (cut, size >= viewport["height"] / 40) == (0, True)
