"""Random games of Voyages, played by the product and by the reference engine."""

from __future__ import annotations

import pytest

from companion.games.voyages import VOYAGES
from tests.depth import deep
from tests.games.voyages.reference.engine import Engine
from tests.games.voyages.reference.random_moves import random_attempts, random_dealt_game, random_game
from tests.kit.reference_games import compare_games


@deep
@pytest.mark.parametrize("first", range(0, 60, 10))
def test_random_games_agree_with_the_reference_engine(first: int) -> None:
    compare_games(VOYAGES, Engine, random_game, random_attempts, range(first, first + 10))


@deep
@pytest.mark.parametrize("first", range(0, 60, 10))
def test_random_games_with_draft_and_dealing_agree(first: int) -> None:
    compare_games(VOYAGES, Engine, random_dealt_game, random_attempts, range(first, first + 10))
