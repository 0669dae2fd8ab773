"""The little screen of every game, with random keys: no error, no missing word, and nothing that does not fit."""

from __future__ import annotations

import logging
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from companion.box.faces.faces import Face
from companion.rules.game import Game
from companion.table.commands import Play, StartGame
from companion.table.random_play import complete_move, open_kinds
from companion.words import catalogue
from companion.words.catalogue import LANGUAGES
from tests.depth import enough
from tests.input.hands import Hands
from tests.input.test_random_walk import NAMES, fits, walk
from tests.kit.cases import PLAIN, every_game

PRESSES = enough(300)
MOVES = 20
"""Moves of other hands before the keys are pressed."""


@every_game
@pytest.mark.parametrize("large", [False, True], ids=["small", "large"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_little_screen_has_all_words_and_they_fit(
    game: Game, language: str, large: bool, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    catalogue._rendered.cache_clear()  # a missing word is logged once
    rnd = Random(f"{game.id} {language} {large}")
    start = StartGame(game=game.id, names=NAMES[: game.seats[-1]], options=dict(PLAIN.get(game.id, {})))
    hands = Hands(tmp_path / "state", language, large=large, games=(game,))
    hands.watch = fits_below_its_title
    with closing(hands), caplog.at_level(logging.WARNING, "companion"):
        hands.other_hand(start)
        for _ in range(MOVES):
            move_at_random(hands, rnd)
        walk(hands, rnd, start, presses=PRESSES)
        faults = [record.getMessage() for record in caplog.records]
        assert not faults, faults[0]


def fits_below_its_title(face: Face) -> None:
    """Check that nothing is shortened but the title: a game asks its questions in it, and their end may be cut off."""
    with_short_title = replace(face, strip=replace(face.strip, title="")) if face.strip.title else face
    fits(with_short_title)


def move_at_random(hands: Hands, rnd: Random) -> None:
    """Make any move as a phone does, if the game is not over."""
    table = hands.table
    if not table.over:
        seat = rnd.choice(table.match.active_seats(table.state))
        kind = rnd.choice([kind for kind in open_kinds(table.match, table.state, seat) if kind != "correct"])
        body = complete_move(table.match, table.state, seat, kind, rnd)
        hands.other_hand(Play(moves=((seat, body),), source="phone"))
