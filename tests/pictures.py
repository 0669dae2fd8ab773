"""The program that renews the pictures of the README and the icons for home screens: `python -m tests.pictures`.

Look at all of them before committing.
"""

from __future__ import annotations

import io
import json
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Page

from companion.app.application import Companion
from companion.box.screen.canvas import HEIGHT, WIDTH, Picture
from companion.box.screen.paint import paint
from companion.system.settings import Settings
from companion.words.signs import Key
from tests.chromium import launched
from tests.hands import CLOCK, PATIENCE_S, press
from tests.input.hands import Hands
from tests.kept import SeatMove, save_game
from tests.kit.golden_games import golden_file
from tests.kit.used_box import used_box
from tests.server.browser_world import BrowserWorld

CHECKOUT = Path(__file__).resolve().parents[1]
FOLDER, ICONS = CHECKOUT / "docs", CHECKOUT / "web" / "icons"
ICON_SIZES = (192, 512)
BOARD = {"crates": {"3": 1, "5": 2, "8": 1, "9": 2, "12": 1, "14": 2, "17": 1, "20": 2, "24": 1}}
"""A board as an owner may have copied it, so that crates are paid automatically."""
PLAYERS = ("Mamie", "Hugo", "Léa")
LOW_PHONE: Any = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 1.5}
PHONE: Any = {"viewport": {"width": 390, "height": 1240}}
"""Taller than most phones, so that the race is in the picture."""
TELEVISION: Any = {"viewport": {"width": 1280, "height": 720}, "device_scale_factor": 1}
UNDER_WAY = 67
"""Moves of a golden game of three with posts all over the map."""
SCALE = 2
GAP = 12
COLOURS = 256
"""Limit of a small file; the page still looks right with them."""
INK, GLASS, GROUND = (176, 226, 255), (9, 14, 24), (24, 28, 44)


def main() -> None:
    """Draw the icons; play games of three, and take pictures on the way."""
    for size in ICON_SIZES:
        _draw_icon(size)
    with tempfile.TemporaryDirectory() as folder:
        pictures = [picture for part in PARTS for picture in part(Path(folder))]
        for language, locale, ending in (("en", "en-GB", "png"), ("fr", "fr-FR", "fr.png")):
            _put_right(Path(folder) / language, language, locale, ending)
    _strip(pictures).save(FOLDER / "screens.png", optimize=True)


def _draw_icon(size: int) -> None:
    """Draw the icon of this size for a phone's home screen."""
    with launched() as browser:
        page = browser.new_page(viewport={"width": size, "height": size})
        page.goto((ICONS / "home.svg").as_uri())
        icon = Image.open(io.BytesIO(page.screenshot()))
    icon.quantize(COLOURS).save(ICONS / f"home-{size}.png", optimize=True)


def _welcome(folder: Path) -> Iterator[Picture]:
    with _table(folder / "welcome") as companion:
        yield _current_picture(companion)


def _on_the_way(folder: Path) -> Iterator[Picture]:
    """Yield pictures after Ada stepped onto a crate; the pages are taken here."""
    save_game(folder / "way", [*_walk(9), _step(1)], options=BOARD)
    with _table(folder / "way") as companion:
        _take_page(companion, "box", FOLDER / "box.png", "#spoken p", viewport={"width": 720, "height": 1000})
        _take_page(companion, "", FOLDER / "table.png", ".action-card", seat=1, color_scheme="dark", **PHONE)
        yield _current_picture(companion)
        press(companion, Key.SEAT1)
        yield _current_picture(companion)


def _at_ganzhou(folder: Path) -> Iterator[Picture]:
    """Yield a picture of the first tally, after Bao's step into Ganzhou."""
    save_game(folder / "ganzhou", _walk(13), options=BOARD)
    with _table(folder / "ganzhou") as companion:
        press(companion, Key.OK)
        yield _current_picture(companion)


def _at_dadu(folder: Path) -> Iterator[Picture]:
    """Yield pictures of the end and of the winner's sheet, after Chloé's step into Dadu and its crates."""
    moves = [*_walk(13), _step(2), *_walk(12, first=3), _step(3), (3, {"move": "no_crates"})]
    save_game(folder / "dadu", moves, options=BOARD)
    with _table(folder / "dadu") as companion:
        yield _current_picture(companion)
        press(companion, Key.OK)
        yield _current_picture(companion)


def _at_the_wheel(folder: Path) -> Iterator[Picture]:
    """Yield a picture of the roulette game: Ada has bought a card, and announces her next route on her own phone."""
    post = {"move": "arrive", "place": "post", "colour": "blue"}
    bought = [_spin(1, 2), (1, post), *((1, {"move": "buy", "colour": "blue", "value": v}) for v in (80, 50))]
    others = [
        move for seat in (2, 3) for move in (_spin(seat, 1), (seat, {"move": "arrive", "place": "town"}), _end(seat))
    ]
    save_game(folder / "wheel", [*bought, _end(1), *others], game="classic")
    with _table(folder / "wheel") as companion:
        _take_page(companion, "", FOLDER / "wheel.png", "#block-wheel svg", seat=1, color_scheme="dark", **PHONE)
        press(companion, Key.OK)
        yield _current_picture(companion)


def _on_the_map(folder: Path) -> Iterator[Picture]:
    """Yield a picture of the game with a map: Chloé has touched two dice on her own phone, and sees their uses."""
    first, *lines = map(json.loads, golden_file("voyages", "three_seats").read_text("utf-8").splitlines())
    moves: list[SeatMove] = [(line.pop("seat"), line) for line in lines[:UNDER_WAY]]
    save_game(folder / "map", moves, options=first["options"], game="voyages")
    with _table(folder / "map") as companion:
        _take_page(companion, "tv", FOLDER / "tv.png", "#block-map svg", **TELEVISION)
        touched = ['#block-dice .touchable[data-touch="die:yellow:6"]'] * 2
        dark: Any = {"color_scheme": "dark", **PHONE}
        _take_page(companion, "", FOLDER / "voyages.png", "#block-map svg", seat=3, touched=touched, **dark)
        yield _current_picture(companion)


def _put_right(folder: Path, language: str, locale: str, ending: str) -> None:
    """Take the pictures of `docs/mending.md`: a forgotten step and a wrong place on phones, and the step on the box."""
    turns = ((1, 4), (2, 1), (3, 2), (1, 3), (2, 1), (3, 2), (1, 2), (2, 1))
    moves = [move for seat, steps in turns for move in (*[_step(seat)] * steps, _end(seat))]
    save_game(folder, moves, names=PLAYERS, leave=False)
    with _table(folder) as companion, launched() as browser:
        world = BrowserWorld(browser, companion)
        page = world.seat(None, locale, **LOW_PHONE)
        page.locator("[data-key=moves]").click()
        page.locator("button.move", has=page.locator(".move-number").get_by_text("14", exact=True)).click()
        page.locator(".sheet .choice-card").last.click()
        for _ in ("Mamie", "a step"):
            page.locator(".sheet .cards .choice-card").first.click()
        page.wait_for_selector(".board-changes svg .ghost")
        _save(page, FOLDER / f"mending.{ending}")
        page = world.seat(3, locale, **LOW_PHONE)
        page.locator("[data-key=correct]").click()
        page.locator('fieldset[data-field="what"] input').nth(1).check()
        page.locator('.place-track [data-touch="place:8"]').click()
        page.wait_for_selector(".confirm .play[aria-disabled=false]")
        page.locator(".place-track").scroll_into_view_if_needed()
        _save(page, FOLDER / f"mending-place.{ending}")
        world.close()
    with closing(Hands(folder, language)) as hands:
        hands.hold("ok")
        hands.choose("menu.history")
        hands.press("down", "down", "down", "down")
        pictures = [paint(hands.face)]
        for keys in (["ok"], ["ok", "down", "down"], ["ok", "ok", "ok"], ["down"] * 6):
            hands.press(*keys)
            pictures.append(paint(hands.face))
        hands.press("ok")
        _strip([*pictures, paint(hands.face)]).save(FOLDER / f"mending-box.{ending}", optimize=True)


PARTS = (_welcome, _on_the_way, _at_ganzhou, _at_dadu, _at_the_wheel, _on_the_map)


def _spin(seat: int, sector: int) -> SeatMove:
    return seat, {"move": "spin", "route": "land", "chance": [sector]}


def _end(seat: int) -> SeatMove:
    return seat, {"move": "end_turn"}


def _table(state: Path) -> Companion:
    return Companion(Settings(language="en", host="127.0.0.1", port=0), used_box(state), simulated=True, clock=CLOCK)


def _step(seat: int) -> SeatMove:
    return seat, {"move": "step", "by": "cards"}


def _walk(turns: int, first: int = 1) -> list[SeatMove]:
    """Return one step a turn, for each seat in its turn."""
    seats = [(first - 1 + turn) % 3 + 1 for turn in range(turns)]
    return [move for seat in seats for move in (_step(seat), (seat, {"move": "end_turn"}))]


def _current_picture(companion: Companion) -> Picture:
    assert companion.outputs.newest is not None
    return paint(companion.outputs.newest.face)


def _take_page(
    companion: Companion,
    path: str,
    file: Path,
    drawn: str,
    *,
    seat: int | None = None,
    touched: Sequence[str] = (),
    **options: Any,
) -> None:
    """Take a page of the server once `drawn` is on it, as the phone of a seat or of a spectator.

    The elements in `touched` are opened and show their uses.
    """
    with launched() as browser:
        context_options = {"device_scale_factor": 1.5, "locale": "en-GB", "reduced_motion": "reduce", **options}
        context = browser.new_context(**context_options)
        if seat is not None:
            code = companion.codes.offer(seat, 1).code
            context.request.post(f"{companion.local_address}api/claim", data={"code": code})
        page = context.new_page()
        page.goto(f"{companion.local_address}{path}")
        page.wait_for_selector(drawn, state="attached", timeout=1000 * PATIENCE_S)
        for selector in touched:
            page.locator(f"{selector}[aria-pressed=false]").first.click()
            page.wait_for_selector(".touched .action:enabled")
        _save(page, file, is_box=path == "box")


def _save(page: Page, file: Path, *, is_box: bool = False) -> None:
    """Save a picture of a page with few colours.

    Pictures other than the box are not dithered, so that lights show no bands; one with wood in it would only grow.
    """
    screenshot = Image.open(io.BytesIO(page.screenshot(full_page=is_box)))
    small = screenshot.quantize(COLOURS)
    if not is_box:
        small = screenshot.convert("RGB").quantize(palette=small)
    small.save(file, optimize=True)


def _strip(pictures: list[Picture]) -> Image.Image:
    """Return the pictures side by side in two rows, as lit pixels behind glass."""
    columns = (len(pictures) + 1) // 2
    size = (columns * (WIDTH * SCALE + GAP) + GAP, 2 * (HEIGHT * SCALE + GAP) + GAP)
    strip = Image.new("RGB", size, GROUND)
    for number, picture in enumerate(pictures):
        points = Image.frombytes("1", (WIDTH, HEIGHT), picture.to_bytes()).resize((WIDTH * SCALE, HEIGHT * SCALE))
        lit = Image.new("RGB", points.size, GLASS)
        lit.paste(INK, mask=points)
        row, column = divmod(number, columns)
        strip.paste(lit, (GAP + column * (WIDTH * SCALE + GAP), GAP + row * (HEIGHT * SCALE + GAP)))
    return strip


if __name__ == "__main__":
    main()
