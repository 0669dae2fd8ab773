"""Random games of Expedition, played by the product and by the reference engine."""

from __future__ import annotations

import pytest

from companion.games.expedition import EXPEDITION
from tests.depth import deep
from tests.games.expedition.reference.engine import Engine
from tests.games.expedition.reference.random_moves import random_attempts, random_game
from tests.kit.reference_games import compare_games


@deep
@pytest.mark.parametrize("first", range(0, 250, 50))
def test_random_games_agree_with_the_reference_engine(first: int) -> None:
    compare_games(EXPEDITION, Engine, random_game, random_attempts, range(first, first + 50))
