"""Pages of every game in a real browser, played at random: what fails, overflows or is cut off is named."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from companion.rules.game import Game
from companion.words.catalogue import LANGUAGES
from tests.depth import deep
from tests.kit.cases import GAMES, NAMES, PLAIN, every_game
from tests.server.browser_world import BrowserWorld, open_world
from tests.server.test_every_page import MOST_MOVES, MOVES_BETWEEN, play_on

pytestmark = [pytest.mark.e2e, deep]
SIZES = {"": (360, 740), "tv": (1280, 720)}
"""Width and height of each page's window, the smallest that must do."""
FAULTS = """() => {
  const page = document.documentElement;
  const wide = page.scrollWidth > page.clientWidth ? ["the page is wider than its window"] : [];
  const keys = document.body.innerText.match(/\\b[a-z_]+(\\.[a-z_]+){2,}\\b/g) ?? [];
  const block = document.querySelector(".tv .largest .block:is(.grid-block, .cards-block)");
  const bottomOf = (element) => element.getBoundingClientRect().bottom;
  const all = block?.querySelectorAll("tr, .card-row") ?? [];
  const rows = [...all].filter((row) => bottomOf(row) > bottomOf(block) + 1);
  return [...wide, ...keys, ...rows.map((row) => `cut off: ${row.innerText}`)];
}"""


@every_game
def test_nothing_on_a_page_fails_or_overflows(game: Game, browser: Browser, tmp_path: Path) -> None:
    rnd = Random(game.id)
    with open_world(browser, tmp_path / "state", games=GAMES) as world:
        world.start(*NAMES[: game.seats[-1]], game=game.id, options=PLAIN.get(game.id, {}))
        errors: list[str] = []
        pages = {
            f"/{path} in {language}": opened(world, path, language, errors) for path in SIZES for language in LANGUAGES
        }
        for moves in (0, *MOVES_BETWEEN, MOST_MOVES):
            world.companion.ask(partial(play_on, world.companion.session, moves, rnd))
            world.turn_reveal()
            for name, page in pages.items():
                page.wait_for_function("seq => document.companionView?.seq === seq", arg=world.table.seq)
                faults = [*errors, *page.evaluate(FAULTS)]
                assert not faults, f"{name} after {len(world.table.entries)} moves: {faults[0]}"


def opened(world: BrowserWorld, path: str, language: str, errors: list[str]) -> Page:
    """Open a television, or the page of a seat, another in each language; its errors are added to those before."""
    width, height = SIZES[path]
    options: Any = {"viewport": {"width": width, "height": height}}
    seat = 1 + LANGUAGES.index(language)
    page = world.phone(language, path=path, **options) if path else world.seat(seat, language, **options)
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda line: errors.extend([line.text] if line.type in ("error", "warning") else []))
    return page
