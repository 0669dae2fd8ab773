"""Facts about Goose for the generic tests."""

from companion.table.game_facts import GameFacts

GAME_FACTS = GameFacts(brief=True, ends_otherwise=True)  # it ends by dice
