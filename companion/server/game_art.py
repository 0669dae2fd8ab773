"""Drawings of games for pages that have a fixed name, such as the sign of a game; a game may lack any of them."""

from __future__ import annotations

from collections.abc import Iterable

from companion.rules.game import Game
from companion.support.resources import art_dir

EMBLEM = "emblem"
"""The sign of a game, a square."""
SCENE = "scene"
"""The picture of a game, three times as wide as high, by day; and by night as its fragment `#night`."""

STRIP = "strip"
"""The picture of a game five times as wide as high, for headlines: what matters is at its right."""


def games_with(drawing: str, games: Iterable[Game]) -> frozenset[str]:
    """Return the ids of the games that bring this drawing."""
    return frozenset(game.id for game in games if game.words and (art_dir(game.words) / f"{drawing}.svg").is_file())
