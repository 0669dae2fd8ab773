"""Tests of the pictures that games bring: what is in their files, and the pages that show them by day and by night."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Browser, Locator, expect

from companion.games import GAMES
from companion.rules.game import Game
from companion.server.game_art import EMBLEM, SCENE, STRIP, games_with
from companion.session.pairing_codes import CodeKind
from companion.support.resources import art_dir
from tests.games.lanterns import LANTERNS
from tests.games.pebbles import PEBBLES
from tests.server.browser_world import BrowserWorld, open_world
from tests.server.test_end_reveal_page import end_game, play_up_to_the_end

MOST_BYTES = 7000
"""Most bytes of a picture, as docs/game.md has it."""
DARK: Any = {"color_scheme": "dark"}
TELEVISION: Any = {"viewport": {"width": 1280, "height": 720}}

HEIGHTS = {SCENE: 400, STRIP: 240}
"""Heights of pictures that are 1200 wide."""

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
every_picture = pytest.mark.parametrize("drawing", HEIGHTS)


@pytest.fixture
def world(browser: Browser, tmp_path: Path) -> Iterator[BrowserWorld]:
    with open_world(browser, tmp_path) as opened:
        yield opened


def expect_loaded(image: Locator) -> None:
    """Expect a picture in sight that was fetched and drawn."""
    image.scroll_into_view_if_needed()
    expect(image).to_be_visible()
    expect(image).to_have_js_property("complete", value=True)
    expect(image).not_to_have_js_property("naturalWidth", 0)


# The files


@every_game
@every_picture
def test_a_picture_is_small_and_has_its_size(game: Game, drawing: str) -> None:
    content = (art_dir(game.words) / f"{drawing}.svg").read_bytes()
    root = ElementTree.fromstring(content)
    assert len(content) <= MOST_BYTES
    assert (root.get("viewBox"), root.get("id")) == (f"0 0 1200 {HEIGHTS[drawing]}", "night")


@every_game
@every_picture
def test_a_picture_needs_nothing_from_elsewhere(game: Game, drawing: str) -> None:
    text = (art_dir(game.words) / f"{drawing}.svg").read_text("utf-8")
    assert not re.search(r"<script|<image|@import|<text|font", text)
    assert all(link.startswith("#") for link in re.findall(r'href="([^"]*)"', text))
    assert all(link.startswith("#") for link in re.findall(r"url\(([^)]*)\)", text))


@every_game
@every_picture
def test_each_colour_has_one_for_the_night(game: Game, drawing: str) -> None:
    text = (art_dir(game.words) / f"{drawing}.svg").read_text("utf-8")
    day, night = (re.search(rf"^{root}\{{(.*)\}}$", text, re.MULTILINE) for root in ("svg", "svg:target"))
    assert day is not None
    assert night is not None
    by_day, by_night = (set(re.findall(r"(--\w+):", colours[1])) for colours in (day, night))
    assert by_day == by_night
    assert set(re.findall(r"var\((--\w+)\)", text)) - {"--a"} <= by_day


def test_only_games_with_the_file_have_a_picture() -> None:
    games = (*GAMES, PEBBLES, LANTERNS)
    ids = {game.id for game in GAMES}
    assert games_with(SCENE, games) == games_with(STRIP, games) == games_with(EMBLEM, games) == ids


# The pages


@pytest.mark.e2e
def test_each_game_of_the_set_up_has_its_picture(world: BrowserWorld) -> None:
    page = world.phone()
    claimed = page.context.request.post(f"{world.companion.local_address}api/claim", data={"code": world.code(None)})
    assert claimed.ok
    page.goto(f"{world.companion.local_address}setup")
    cards = page.locator("#game-cards .choice-card")
    expect(cards).to_have_count(len(world.companion.session.games))
    expect(cards.locator(".game-scene")).to_have_count(len(GAMES))
    for game in GAMES:
        expect_loaded(cards.locator(f"img.by-day[src^='/art/{game.id}/scene.svg']"))
    cards.locator("input[value=classic]").check()
    expect(page.locator("#game-is")).to_have_text("Marco Polo (1983)")


@pytest.mark.e2e
def test_a_dark_page_shows_the_night_of_one_file(world: BrowserWorld) -> None:
    page = world.phone(**DARK)
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url.partition("#")[0]))
    page.goto(f"{world.companion.local_address}rules")
    pictures = page.locator(".books .game-scene")
    expect(pictures).to_have_count(len(GAMES))
    for picture in pictures.all():
        expect_loaded(picture.locator("img.by-night"))
        expect(picture.locator("img.by-day")).to_be_hidden()
    fetched_pictures = [url for url in fetched if "/scene.svg" in url]
    assert len(fetched_pictures) == len(set(fetched_pictures)) == len(GAMES)
    page.locator(".books a").first.click()
    expect_loaded(page.locator(".rulebook > .game-scene > .by-night"))


@pytest.mark.e2e
def test_the_night_of_a_picture_is_darker(world: BrowserWorld) -> None:
    page = world.phone(path="rules/voyages")
    expect_loaded(page.locator(".game-scene > .by-day"))
    lightness = page.locator(".game-scene > img").evaluate_all(
        """async (images) => {
          const means = [];
          for (const { src } of images) {
            const image = new Image(120, 40);
            image.src = src;
            await image.decode();
            const context = new OffscreenCanvas(120, 40).getContext("2d");
            context.drawImage(image, 0, 0, 120, 40);
            const { data } = context.getImageData(0, 0, 120, 40);
            means.push(data.reduce((sum, value) => sum + value, 0) / data.length);
          }
          return means;
        }"""
    )
    day, night = lightness
    assert night < 0.75 * day


@pytest.mark.e2e
@pytest.mark.parametrize("players", [0, 2, 5])
def test_the_lobby_has_the_picture_below_the_names(world: BrowserWorld, players: int) -> None:
    session = world.companion.session
    world.companion.ask(lambda: session.open_lobby(GAMES[0]))
    for name in ("Ada", "Bao", "Cid", "Dom", "Eve")[:players]:
        world.companion.ask(partial(session.sit_down, name))
    page = world.phone(path="tv", **TELEVISION)
    expect(page.locator("#lobby-places li")).to_have_count(players)
    image = page.locator("#lobby-scene img.by-day")
    expect_loaded(image)
    picture, names = image.bounding_box(), page.locator("#lobby-places" if players else "#lobby-nobody").bounding_box()
    assert picture is not None
    assert names is not None
    assert picture["y"] >= names["y"] + names["height"]
    assert picture["y"] + picture["height"] == pytest.approx(720, abs=1)
    assert picture["height"] > 150


@pytest.mark.e2e
def test_long_names_leave_no_strip_of_a_picture(world: BrowserWorld) -> None:
    session = world.companion.session
    world.companion.ask(lambda: session.open_lobby(GAMES[0]))
    for first in ("Ada", "Bao", "Cid", "Dom", "Eve"):
        world.companion.ask(partial(session.sit_down, f"{first} of the House of La Rochefoucau"))
    page = world.phone(path="tv", **TELEVISION)
    expect(page.locator("#lobby-places li")).to_have_count(5)
    expect(page.locator("#lobby-places li").last).to_be_visible()
    expect(page.locator("#lobby-scene img.by-day")).to_be_hidden()


@pytest.mark.e2e
def test_the_code_in_the_lobby_keeps_its_ground(world: BrowserWorld) -> None:
    session, codes = world.companion.session, world.companion.codes
    world.companion.ask(lambda: session.open_lobby(GAMES[0]))
    page = world.phone(path="tv", **TELEVISION)
    expect_loaded(page.locator("#lobby-scene img.by-day"))
    page.locator("#display-code").fill(codes.offer(None, 1, kind=CodeKind.DISPLAY).code)
    page.locator("#display-form button").click()
    expect(page.locator("#display-form")).to_be_hidden()
    codes.offer(None, 1, kind=CodeKind.LOBBY)
    code = page.locator(".lobby-code")
    expect(code).to_be_visible()
    picture, card = page.locator("#lobby-scene img.by-day").bounding_box(), code.bounding_box()
    assert picture is not None
    assert card is not None
    assert picture["x"] + picture["width"] <= card["x"]
    for name in ("Ada", "Bao", "Cid", "Dom"):
        world.companion.ask(partial(session.sit_down, name))
    expect(page.locator("#lobby-scene img.by-day")).to_be_hidden()


@pytest.mark.e2e
def test_the_picture_in_the_lobby_follows_the_game(world: BrowserWorld) -> None:
    session = world.companion.session
    world.companion.ask(lambda: session.open_lobby(GAMES[0]))
    page = world.phone(path="tv", **TELEVISION)
    expect_loaded(page.locator(f"#lobby-scene img[src^='/art/{GAMES[0].id}/']").first)
    world.companion.ask(lambda: session.choose_game(LANTERNS))
    expect(page.locator("#lobby-title")).to_have_text("Lanterns")
    expect(page.locator("#lobby-scene img")).to_have_count(0)
    world.companion.ask(lambda: session.choose_game(GAMES[1]))
    expect_loaded(page.locator(f"#lobby-scene img[src^='/art/{GAMES[1].id}/']").first)


@pytest.mark.e2e
def test_a_past_game_begins_with_its_picture(world: BrowserWorld) -> None:
    world.start("Inès", "Marc", "Zoé")
    page = world.phone(path=f"games/{world.table.number}")
    expect_loaded(page.locator(".summary > .game-scene > .by-day"))


@pytest.mark.e2e
@pytest.mark.parametrize("language", ["en-GB", "fr-FR"])
def test_the_end_on_a_television_has_the_strip(world: BrowserWorld, language: str) -> None:
    last = play_up_to_the_end(world, "expedition", "five_players_board")
    page = world.phone(language, path="tv", **TELEVISION)
    expect(page.locator("#headline")).not_to_be_empty()
    expect(page.locator(".turn-scene")).to_have_count(0)
    end_game(world, last)
    world.turn_reveal()
    expect_loaded(page.locator(".turn-scene .by-day[src*='/strip.svg']"))
    apart = page.evaluate("""() => {
        const words = ["#headline", "#last", "#game-title"].map((part) => {
            const range = new Range();
            range.selectNodeContents(document.querySelector(part));
            return range.getBoundingClientRect().right;
        });
        return document.querySelector(".turn-scene").getBoundingClientRect().left - Math.max(...words);
    }""")
    assert apart >= 0
