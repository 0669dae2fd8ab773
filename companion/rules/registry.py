"""The games there are: a list and a loop."""

from __future__ import annotations

from typing import Any

from companion.rules.classic import CLASSIC
from companion.rules.errors import MalformedError
from companion.rules.expedition import EXPEDITION
from companion.rules.game import Game
from companion.rules.text import say

GAMES: tuple[Game[Any], ...] = (EXPEDITION, CLASSIC)


def game_named(name: object, games: tuple[Game[Any], ...] = GAMES) -> Game[Any]:
    """The game of this id. Raises MalformedError for any other name."""
    for game in games:
        if game.id == name:
            return game
    raise MalformedError(say("error.unknown_game", game=str(name), games=", ".join(g.id for g in games)), "game")
