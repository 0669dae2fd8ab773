"""Random games of 1983, played by the product and by the reference engine."""

from __future__ import annotations

import pytest

from companion.games.classic import CLASSIC
from tests.depth import deep
from tests.games.classic.reference.engine import Engine
from tests.games.classic.reference.random_moves import random_attempts, random_game
from tests.kit.reference_games import compare_games


@deep
@pytest.mark.parametrize("first", range(0, 60, 10))
def test_random_games_agree_with_the_reference_engine(first: int) -> None:
    compare_games(CLASSIC, Engine, random_game, random_attempts, range(first, first + 10))
