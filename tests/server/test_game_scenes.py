"""Tests of the pictures that games bring: what is in their files."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from companion.games import GAMES
from companion.rules.game import Game
from companion.server.game_art import EMBLEM, SCENE, games_with
from companion.support.resources import art_dir
from tests.games.lanterns import LANTERNS
from tests.games.pebbles import PEBBLES

MOST_BYTES = 7000
"""Most bytes of a picture, as docs/game.md has it."""

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


@every_game
def test_a_picture_is_small_and_has_its_size(game: Game) -> None:
    content = (art_dir(game.words) / f"{SCENE}.svg").read_bytes()
    root = ElementTree.fromstring(content)
    assert len(content) <= MOST_BYTES
    assert (root.get("viewBox"), root.get("id")) == ("0 0 1200 400", "night")


@every_game
def test_a_picture_needs_nothing_from_elsewhere(game: Game) -> None:
    text = (art_dir(game.words) / f"{SCENE}.svg").read_text("utf-8")
    assert not re.search(r"<script|<image|@import|<text|font", text)
    assert all(link.startswith("#") for link in re.findall(r'href="([^"]*)"', text))
    assert all(link.startswith("#") for link in re.findall(r"url\(([^)]*)\)", text))


@every_game
def test_each_colour_has_one_for_the_night(game: Game) -> None:
    text = (art_dir(game.words) / f"{SCENE}.svg").read_text("utf-8")
    day, night = (re.search(rf"^{root}\{{(.*)\}}$", text, re.MULTILINE) for root in ("svg", "svg:target"))
    assert day is not None
    assert night is not None
    by_day, by_night = (set(re.findall(r"(--\w+):", colours[1])) for colours in (day, night))
    assert by_day == by_night
    assert set(re.findall(r"var\((--\w+)\)", text)) - {"--a"} <= by_day


def test_only_games_with_the_file_have_a_picture() -> None:
    games = (*GAMES, PEBBLES, LANTERNS)
    ids = {game.id for game in GAMES}
    assert games_with(SCENE, games) == games_with(EMBLEM, games) == ids
