"""The cases of the generic tests: every game with its seats and options, and facts about each game."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NoReturn

import pytest
from hypothesis import strategies as st

from companion.games import GAMES as SHIPPED
from companion.rules.fields import Json
from companion.rules.game import Game, Match
from companion.support.settings_errors import SettingsError
from companion.system.own_games import game_facts, with_own_games
from companion.system.settings import Settings
from companion.table.game_facts import GameFacts
from companion.words.catalogue import add_catalogues
from tests.depth import DEEP, PHASES_OF_PLAY, search
from tests.games.made_up import MADE_UP


def with_games_of_variable(games: tuple[Game, ...]) -> tuple[Game, ...]:
    """Add the games of the folder that COMPANION_GAMES names, if any. A fault in one of them is raised."""

    def fail(fault: SettingsError) -> NoReturn:
        raise fault

    with_own = with_own_games(Settings(games=os.environ.get("COMPANION_GAMES", "")), games, fail)
    add_catalogues(game.words for game in with_own)
    return with_own


GAMES: tuple[Game, ...] = with_games_of_variable((*SHIPPED, *MADE_UP))
NAMES = ("Ada", "Bao", "Chloé", "Dara", "Émile")

FACTS: Mapping[str, GameFacts] = {game.id: game_facts(game) for game in GAMES}
PLAIN: Mapping[str, Mapping[str, Json]] = {name: facts.plain for name, facts in FACTS.items() if facts.plain}
"""Options for games that would be too long with none."""
SECRETS: Mapping[str, Callable[[Any, int], set[str]]] = {
    name: facts.secrets or (lambda state, seat: set()) for name, facts in FACTS.items()
}
"""Function that returns the secrets of a seat in a state, as they would appear in a text.

The hands of Classic and the goals of Voyages, which every form of goals names, have tests of their own."""
SECRETIVE = frozenset(name for name, facts in FACTS.items() if facts.secrets)
"""Games in which seats keep secrets from each other."""
BOOKED_AS = {"crate": "gold"}
"""Component in the line of a correction, if it is not the one that was corrected."""
WON_OTHERWISE = ("classic",)
"""Games in which the greatest total does not win."""
DEALT = {"voyages": ("characters", "starting_contracts", "goals", "city_cards", "bonus_tiles", "income_tiles")}
"""Options that were dealt at one table: a rematch deals again."""
YOUNGEST_BEGINS = frozenset({"expedition", "classic"})
"""Games in which the youngest begins, also in a rematch."""
WITH_SECRET_OPTIONS = frozenset({"lanterns", "voyages"})
"""Games with options that are a secret of a seat."""
OUT_OF_TURN: Mapping[str, frozenset[str]] = {"classic": frozenset({"restart"})}
"""Kinds of complete moves that a seat may make at any moment, also while nobody waits for it."""
NOBODYS = {"space:1", "space:2", "loot"}
"""Components in lines that no seat holds."""


@dataclass(frozen=True, eq=False)
class Case:
    """A game with its number of seats and its options."""

    game: Game
    seats: int
    options: Mapping[str, Json] = field(default_factory=dict)

    @cached_property
    def match(self) -> Match:
        """A match with these seats and options."""
        return self.game.begin(self.names, self.options)[0]

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the players, from seat 1."""
        return NAMES[: self.seats]

    @property
    def every_seat(self) -> range:
        """The seats, from 1."""
        return range(1, self.seats + 1)

    def __str__(self) -> str:
        return "-".join((self.game.id, str(self.seats), *self.options))


def _plain(game: Game) -> list[tuple[int, Mapping[str, Json]]]:
    """Return every number of seats without options; in a quick run the fewest and the most, or just the most."""
    fewest, *_, most = game.seats
    few = (most,) if FACTS[game.id].brief else (fewest, most)
    return [(seats, PLAIN.get(game.id, {})) for seats in game.seats if DEEP or seats in few]


CASES = tuple(
    Case(game, seats, options) for game in GAMES for seats, options in (*_plain(game), *FACTS[game.id].options)
)

every_case = pytest.mark.parametrize("case", CASES, ids=str)
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
a_few = search(12, phases=PHASES_OF_PLAY)
some = search(30, phases=PHASES_OF_PLAY)
few_seeds = st.integers(0, 9 if DEEP else 1)
"""Seeds of games that many tests look at: these are played once and cached."""
hands = st.randoms(use_true_random=True)
