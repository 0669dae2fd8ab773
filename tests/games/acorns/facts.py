"""Facts about Acorns for the generic tests."""

from __future__ import annotations

from companion.table.game_facts import GameFacts, Generator
from tests.games.acorns import legal

GAME_FACTS = GameFacts(refuses_no_choice=True, generator=Generator(legal.legal_moves, legal.is_legal, legal.edges))
