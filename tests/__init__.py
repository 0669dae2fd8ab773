"""The tests, in the same folders as what they test; a package, so that they share helpers and some run as programs.

Whatever of it is run has the words of the games, as every program has that knows them.
"""

from companion.games import GAMES
from companion.words.catalogue import join
from tests.games.lanterns import LANTERNS
from tests.games.pebbles import PEBBLES

join(game.words for game in (*GAMES, LANTERNS, PEBBLES))
