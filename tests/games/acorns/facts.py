"""Facts about Acorns for the generic tests."""

from __future__ import annotations

from tests.games.acorns import legal
from tests.kit.game_facts import GameFacts, Generator

GAME_FACTS = GameFacts(refuses_no_choice=True, generator=Generator(legal.legal_moves, legal.is_legal, legal.edges))
