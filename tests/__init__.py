"""The tests, in the same folders as the tested code; a package, so that they share helpers and some run as programs.

Everything in it has the texts of the games, like every program that knows them.
"""

from companion.games import GAMES
from companion.words.catalogue import add_catalogues
from tests.games.lanterns import LANTERNS
from tests.games.pebbles import PEBBLES

add_catalogues(game.words for game in (*GAMES, LANTERNS, PEBBLES))
