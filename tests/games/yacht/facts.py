"""Facts about Yacht for the generic tests."""

from companion.table.game_facts import GameFacts

GAME_FACTS = GameFacts(brief=True, plain={"length": 2}, ends_otherwise=True)  # it ends by a list of twelve rows
