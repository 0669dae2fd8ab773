"""Facts about Pebbles for the generic tests."""

from __future__ import annotations

from tests.games.pebbles import legal
from tests.kit.game_facts import GameFacts, Generator

GAME_FACTS = GameFacts(options=((3, {"heap": 6}),), generator=Generator(legal.legal_moves, legal.is_legal, legal.edges))
