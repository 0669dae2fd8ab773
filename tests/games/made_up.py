"""The games made up for the tests."""

from companion.rules.game import Game
from tests.games.acorns import ACORNS
from tests.games.lanterns import LANTERNS
from tests.games.pebbles import PEBBLES

MADE_UP: tuple[Game, ...] = (LANTERNS, PEBBLES, ACORNS)
