"""The list of games; each has its own folder."""

from __future__ import annotations

from companion.games.classic import CLASSIC
from companion.games.expedition import EXPEDITION
from companion.games.voyages import VOYAGES
from companion.rules.game import Game

GAMES: tuple[Game, ...] = (EXPEDITION, CLASSIC, VOYAGES)
