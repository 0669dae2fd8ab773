"""The program that renews the pictures of docs/game.md: `python -m tests.guide_pictures`.

The first is of the game that new-game writes; blocks and fields are those of Lanterns. Look at all before committing.
"""

from __future__ import annotations

import io
import tempfile
from pathlib import Path
from random import Random
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Locator, Page

from companion.box.screen.canvas import HEIGHT, WIDTH
from companion.box.screen.paint import paint
from companion.cli.new_game import write_new_game
from companion.games import GAMES
from companion.support.settings_errors import SettingsError
from companion.system.own_games import with_own_games
from companion.system.settings import Settings
from companion.table.random_play import complete_move, open_kinds
from companion.words.catalogue import Words
from tests.chromium import launched
from tests.games.lanterns import LANTERNS
from tests.pictures import FOLDER, GLASS, INK
from tests.server.browser_world import BrowserWorld, card, open_world

NAMES = ("Ada", "Bao", "Chloé")
COLOURS = 96
"""Limit of a small file; the picture still looks right with them."""
GAP, GROUND = 12, (226, 218, 200)
PHONE: Any = {"viewport": {"width": 360, "height": 740}, "device_scale_factor": 1}
TELEVISION: Any = {"viewport": {"width": 1280, "height": 720}, "device_scale_factor": 1}
BLOCKS = {
    "rounds": "track",
    "wind": "ring",
    "oil": "dice",
    "cards": "cards",
    "accounts": "grid",
    "evening": "road",
    "notes": "notes",
    "market": "graph",
    "plan": "squares",
    "turns": "board",
}
"""Ids of the blocks of Lanterns, and the classes that their pictures are named after."""
HIDDEN: dict[str, Any] = {"move": "hide", "colour": "red", "wish": "a boat"}


def main() -> None:
    """Play both games, and take pictures on the way."""
    with tempfile.TemporaryDirectory() as folder, launched() as browser:
        _take_first_game(Path(folder), browser)
        with open_world(browser, Path(folder) / "lanterns") as world:
            world.start(*NAMES, game="lanterns")
            _take_fields(world)
            _play_to_turn(world)
            page = _seat(world, world.table.match.turn(world.table.state))
            for block, name in BLOCKS.items():
                _save(_shot(page.locator(f'.block[data-block="{block}"]')), name)


def _take_first_game(folder: Path, browser: Browser) -> None:
    """Take the page of a player, the television and the little screen of a new game."""

    def fail(fault: SettingsError) -> None:
        raise fault

    write_new_game("goose", folder / "games")
    games = with_own_games(Settings(games=str(folder / "games")), (*GAMES, LANTERNS), fail)
    with open_world(browser, folder / "goose", games=games) as world:
        world.start(*NAMES, game="goose")
        for seat, n in ((1, 2), (2, 1)):
            world.play(seat, move="walk", n=n)
        world.play(3, move="roll", chance=[5])
        phone = _picture_of(_seat(world, 1))
        television = _picture_of(world.phone(path="tv", **TELEVISION))
        newest = world.companion.outputs.newest
        assert newest is not None
        points = Image.frombytes("1", (WIDTH, HEIGHT), paint(newest.face).to_bytes()).resize((2 * WIDTH, 2 * HEIGHT))
    phone = phone.resize((phone.width * 500 // phone.height, 500), Image.Resampling.LANCZOS)
    television = television.resize((576, 324), Image.Resampling.LANCZOS)
    joined = Image.new("RGB", (phone.width + television.width + 3 * GAP, phone.height + 2 * GAP), GROUND)
    joined.paste(phone, (GAP, GAP))
    joined.paste(television, (phone.width + 2 * GAP, GAP))
    lit = Image.new("RGB", points.size, GLASS)
    lit.paste(INK, mask=points)
    joined.paste(lit, (phone.width + 2 * GAP, television.height + 2 * GAP))
    _save(joined, "first")


def _take_fields(world: BrowserWorld) -> None:
    """Take the fields of the forms of Lanterns, each with what is chosen in it."""
    page = _seat(world, 1)
    _open_form(page, "hide")
    _field(page, "colour").get_by_label("blue").check()
    _take_field(page, "colour", "one-of")
    _field(page, "value").get_by_role("spinbutton").fill("12345")
    _take_field(page, "value", "number-field")
    _field(page, "value").get_by_role("button", name="Next").click()
    _field(page, "wish").get_by_role("textbox").fill("a boat")
    _take_field(page, "wish", "text-field")
    for number in range(6):
        world.play(number % 3 + 1, value=10_000 + number, **HIDDEN)
    page = _seat(world, 1)
    page.get_by_role("checkbox", name="I roll real dice").check()
    card(page, "Roll for oil…").locator(".action").click()
    page.locator(".die-faces").first.get_by_role("radio", name="4").check()
    _take_field(page, "chance", "chance-field")
    for seat in (1, 2, 3):
        world.play(seat, move="roll", chance=[3, 3])
    seat = world.table.match.turn(world.table.state) or 1
    page = _seat(world, seat)
    _open_form(page, "show")
    page.locator('fieldset[data-field="cards"] button, fieldset[data-field="cards"] input').first.click()
    _take_field(page, "cards", "pick")
    page = _seat(world, seat)
    _open_form(page, "feast")
    _take_field(page, "first", "seat-field")
    other = seat % 3 + 1
    world.play(seat, move="feast", first=other)
    page = _seat(world, other)
    _save(_shot(card(page, "Give 1 oil").locator("xpath=..")), "yes-no-field")


def _play_to_turn(world: BrowserWorld) -> None:
    """Play at random until somebody's turn in the second round."""
    rnd = Random(4)
    while True:
        table = world.table
        match, state = table.match, table.state
        if (match.round(state) or 0) > 1 and match.turn(state) is not None:
            return
        seat = rnd.choice(match.active_seats(state))
        kind = rnd.choice([kind for kind in open_kinds(match, state, seat) if kind != "correct"])
        world.play(seat, **complete_move(match, state, seat, kind, rnd))


def _seat(world: BrowserWorld, seat: int | None) -> Page:
    """Open the page of a seat on a new phone."""
    if seat is not None:
        world.release(seat)
    return world.seat(seat, **PHONE)


def _open_form(page: Page, kind: str) -> None:
    card(page, f"{Words('en')(f'lanterns.{kind}')}…").locator(".action").click()


def _field(page: Page, name: str) -> Locator:
    return page.locator(f'fieldset[data-field="{name}"]')


def _take_field(page: Page, field: str, name: str) -> None:
    page.wait_for_timeout(300)
    _save(_shot(_field(page, field)), name)


def _shot(shown: Locator) -> Image.Image:
    shown.scroll_into_view_if_needed()
    return Image.open(io.BytesIO(shown.screenshot()))


def _picture_of(page: Page) -> Image.Image:
    page.wait_for_selector(".block svg", state="attached")
    return Image.open(io.BytesIO(page.screenshot()))


def _save(picture: Image.Image, name: str) -> None:
    few = picture.convert("RGB")
    few.quantize(palette=few.quantize(COLOURS, kmeans=1), dither=Image.Dither.NONE).save(
        FOLDER / f"game-{name}.png", optimize=True
    )


if __name__ == "__main__":
    main()
