"""Facts about Pebbles for the generic tests."""

from __future__ import annotations

from companion.table.game_facts import GameFacts, Generator
from tests.games.pebbles import legal

GAME_FACTS = GameFacts(options=((3, {"heap": 6}),), generator=Generator(legal.legal_moves, legal.is_legal, legal.edges))
