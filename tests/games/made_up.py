"""The games made up for the tests."""

from companion.rules.game import Game
from tests.games.acorns import ACORNS
from tests.games.bids import BIDS
from tests.games.goose import GOOSE
from tests.games.lanterns import LANTERNS
from tests.games.pebbles import PEBBLES
from tests.games.yacht import YACHT

MADE_UP: tuple[Game, ...] = (LANTERNS, PEBBLES, ACORNS, GOOSE, YACHT, BIDS)
